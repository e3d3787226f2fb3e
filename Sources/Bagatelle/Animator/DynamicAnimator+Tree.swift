// Behaviors enter and leave: checked before anything changes, hooks before, bodies and joints at once.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension DynamicAnimator {
  /// Takes in a tree, at the top level or under a parent that is here. A failure leaves everything as it was.
  @_optimize(size)
  func attach(_ root: DynamicBehavior, under parent: DynamicBehavior?) throws(BagatelleError) {
    root.entering = self
    defer { root.entering = nil }
    let stamp = BehaviorTree.newStamp()
    try prepareItems(of: root, stamp)
    try checkPlace(root, parent)
    BehaviorTree.callHooks(root, self)
    // Hooks may have done anything.
    do throws(BagatelleError) {
      try checkPlace(root, parent)
      try prepareItems(of: root, stamp)
      try checkPlace(root, parent)
      try associate(BehaviorTree.preorder(root))
    } catch {
      BehaviorTree.callHooks(root, nil)
      throw error
    }
    if let parent {
      root.above = parent
      parent.children.append(root)
    } else {
      behaviors.append(root)
    }
    ordinalsAreValid = false
    for node in BehaviorTree.preorder(root) {
      if node.action != nil { actionCount += 1 }
      node.didAssociate()
    }
    wake()
  }

  /// The place must still be free: callbacks run between the checks.
  @_optimize(size)
  private func checkPlace(_ root: DynamicBehavior, _ parent: DynamicBehavior?) throws(BagatelleError) {
    guard root.above == nil, root.owner == nil else { throw BagatelleError(.hierarchy, "behavior") }
    guard let parent else { return }
    guard parent.owner === self else { throw BagatelleError(.state, "behavior") }
    try BehaviorTree.checkCanJoin(root, under: parent)
  }

  /// Items of another animator and drivers with bad values are found here; each driver is read once.
  @_optimize(size)
  private func prepareItems(of root: DynamicBehavior, _ stamp: UInt64) throws(BagatelleError) {
    for node in BehaviorTree.preorder(root) {
      for item in node.heldItems where item.stamp != stamp {
        try prepareToJoin(item)
        if item.extras != nil { item.stamp = stamp }  // Without a driver it may be looked at again.
      }
    }
  }

  private func associate(_ nodes: [DynamicBehavior]) throws(BagatelleError) {
    var done = 0
    firstUndone = members.count
    defer { firstUndone = Int.max }
    do throws(BagatelleError) {
      for node in nodes {
        node.owner = self
        try node.associate()
        done += 1
      }
    } catch {
      if done < nodes.count { nodes[done].owner = nil }
      for node in nodes.prefix(done).reversed() {
        node.dissociate()
        node.owner = nil
      }
      throw error
    }
  }

  /// Takes a tree out, wherever its root sits here. Children keep their places below it.
  func detach(_ root: DynamicBehavior) {
    guard root.owner === self, !root.isLeaving, !isInStep else { return }
    root.isLeaving = true
    defer { root.isLeaving = false }
    BehaviorTree.callHooks(root, nil)
    guard root.owner === self else { return }  // A hook may have removed what is above it.
    if hasOldBounds { followBounds() }
    if let parent = root.above {
      parent.unlink(root)
    } else if let index = behaviors.firstIndex(where: { $0 === root }) {
      behaviors.remove(at: index)
    }
    ordinalsAreValid = false
    for node in BehaviorTree.preorder(root) {
      node.dissociate()
      if node.action != nil { actionCount -= 1 }
      node.owner = nil
    }
    wake()
  }

  func actionChanged(set: Bool) { actionCount += set ? 1 : -1 }

  func itemCallbacksChanged(_ item: Item) {
    guard item.record >= 0 else { return }
    memberFlags[Int(item.record)] = item.callbackFlags
  }

  /// An active instantaneous push fires at the start of the next step.
  func pushWaits(_ push: PushBehavior) {
    guard !push.isWaiting else { return }
    push.isWaiting = true
    waitingPushes.append(push)
  }

  // MARK: Collision groups and boundaries

  /// The least free number, or -1 when there is no memory.
  func takeGroup() -> Int32 {
    for index in 0..<groupsInUse.count where groupsInUse[index] == 0 {
      groupsInUse[index] = 1
      return Int32(truncatingIfNeeded: index)
    }
    guard groupsInUse.append(1) else { return -1 }
    return Int32(truncatingIfNeeded: groupsInUse.count - 1)
  }

  func giveBackGroup(_ group: Int32) { if group >= 0 { groupsInUse[Int(group)] = 0 } }

  func install(
    _ boundary: Boundary, group: Int32, elasticity: Double, friction: Double
  ) throws(BagatelleError) {
    guard boundary.place < 0, boundary.worldPoints.count > 0 else { return }
    let place = world.addBoundary(
      points: boundary.worldPoints, closed: boundary.isClosed, group: group, elasticity: elasticity,
      friction: friction, data: 0)
    guard place >= 0 else { throw BagatelleError(.outOfMemory, "points") }
    while boundaryTable.count <= Int(place) {
      guard boundaryTable.append(nil) else {
        world.removeBoundary(place)
        throw BagatelleError(.outOfMemory, "points")
      }
    }
    boundaryTable[Int(place)] = Unmanaged.passUnretained(boundary).toOpaque()
    boundary.place = place
  }

  func uninstall(_ boundary: Boundary) {
    guard boundary.place >= 0 else { return }
    endContacts(of: boundary)
    boundaryTable[Int(boundary.place)] = nil
    world.removeBoundary(boundary.place)
    boundary.place = -1
  }
}
