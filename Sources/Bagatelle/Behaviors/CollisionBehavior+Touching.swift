// What an item of a collision behavior touches now.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension CollisionBehavior {
  /// The items of this behavior that an item of it touches since the latest step, in no promised order.
  ///
  /// - Throws: `notAMember` if the behavior does not hold the item; `outOfMemory`.
  public func touchedItems(of item: Item) throws(BagatelleError) -> [Item] {
    var found: [Item] = []
    guard let owner = try lookUpTouching(item), mode.contains(.items) else { return found }
    for index in 0..<owner.touchScratch.count {
      let touch = owner.touchScratch[index]
      guard touch.boundary < 0 else { continue }
      let other = owner.member(ofBody: touch.bodyA == item.body ? touch.bodyB : touch.bodyA)
      if let other, contains(other) { found.append(other) }
    }
    return found
  }

  /// Names of the boundaries of this behavior that an item of it touches; 0 for the reference bounds.
  package func touchedBoundaryNames(of item: Item) throws(BagatelleError) -> [UInt64] {
    var found: [UInt64] = []
    guard let owner = try lookUpTouching(item), mode.contains(.boundaries) else { return found }
    for index in 0..<owner.touchScratch.count {
      if let boundary = owner.boundary(at: owner.touchScratch[index].boundary), boundary.collision === self {
        found.append(boundary.name)
      }
    }
    return found
  }

  /// Fills the animator's scratch with the pairs that touch the item's body; nil outside an animator.
  private func lookUpTouching(_ item: Item) throws(BagatelleError) -> DynamicAnimator? {
    guard contains(item) else { throw BagatelleError(.notAMember, "item") }
    guard let owner, item.body >= 0 else { return nil }
    owner.touchScratch.count = 0
    guard owner.world.touching(item.body, into: &owner.touchScratch) else { throw BagatelleError(.outOfMemory, "item") }
    return owner
  }
}

#if !hasFeature(Embedded)
  extension CollisionBehavior {
    /// Identifiers of the boundaries of this behavior that an item of it touches since the latest step; nil stands
    /// for the reference bounds. In no promised order.
    ///
    /// - Throws: `notAMember` if the behavior does not hold the item; `outOfMemory`.
    public func touchedBoundaries(of item: Item) throws(BagatelleError) -> [String?] {
      try touchedBoundaryNames(of: item).map { name in NameTable.string(name).map { String(cString: $0) } }
    }
  }
#endif
