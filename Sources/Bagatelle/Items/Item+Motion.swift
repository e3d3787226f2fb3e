// What acts on one item for a moment, and why it is awake.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension Item {
  /// Changes the item's velocities at once: an impulse of 1 gives mass 1 a speed of 100 points/s. Unlike UIKit, which
  /// needs an instantaneous push for it.
  ///
  /// - Parameters:
  ///   - impulse: In reference directions, within 1e9.
  ///   - offset: Where it acts, from the item's center, in its own turning frame, points within 1e9.
  /// - Returns: false without an animator or while the item is anchored: nothing was changed.
  /// - Throws: `range`; `groupMember` for a member of a group; `busy` inside a step; `outOfMemory`.
  @discardableResult
  public func applyImpulse(
    _ impulse: Vector2, at offset: Vector2 = Vector2(0, 0)
  ) throws(BagatelleError) -> Bool {
    try Check.vector(impulse, within: Limits.magnitude, "impulse.x", "impulse.y")
    try Check.vector(offset, within: Limits.coordinate, "offset.x", "offset.y")
    return try applyImpulse(checked: impulse, at: offset)
  }

  /// The same with numbers that are known to be in their ranges.
  @_optimize(speed)
  package func applyImpulse(checked impulse: Vector2, at offset: Vector2) throws(BagatelleError) -> Bool {
    guard let mover = try mover() else { return false }
    if impulse == Vector2(0, 0) { return true }
    mover._withUnsafeGuaranteedRef { owner in
      owner.world.applyImpulse(body, impulse: 100 * impulse, offset: offset)
      owner.wake()  // The body is awake by now.
    }
    return true
  }

  /// Lets a force act during the next step alone; forces given before that step add up. 1 accelerates mass 1 by
  /// 100 points/s². For a lasting force use a push.
  ///
  /// - Parameters:
  ///   - force: In reference directions, within 1e9.
  ///   - offset: Where it acts, from the item's center, in its own turning frame, points within 1e9.
  /// - Returns: false without an animator or while the item is anchored: nothing was changed.
  /// - Throws: `range`; `groupMember` for a member of a group; `busy` inside a step; `outOfMemory`.
  @discardableResult
  public func applyForce(
    _ force: Vector2, at offset: Vector2 = Vector2(0, 0)
  ) throws(BagatelleError) -> Bool {
    try Check.vector(force, within: Limits.magnitude, "force.x", "force.y")
    try Check.vector(offset, within: Limits.coordinate, "offset.x", "offset.y")
    return try applyForce(checked: force, at: offset)
  }

  /// The same with numbers that are known to be in their ranges.
  @_optimize(speed)
  package func applyForce(checked force: Vector2, at offset: Vector2) throws(BagatelleError) -> Bool {
    guard let mover = try mover() else { return false }
    if force == Vector2(0, 0) { return true }
    try mover.use { (owner) throws(BagatelleError) in
      guard owner.world.applyForce(body, force: 100 * force, offset: offset) else { throw BagatelleError(.outOfMemory, "item") }
      owner.wake()  // The body is awake by now.
    }
    return true
  }

  /// The animator that can move the item now.
  @inline(__always)
  private func mover() throws(BagatelleError) -> Unmanaged<DynamicAnimator>? {
    try checkIsFree()
    guard let ownerReference, body >= 0 else { return nil }
    try ownerReference.use { (owner) throws(BagatelleError) in
      try owner.checkOutsideStep()
      try owner.checkRoom()
      owner.flushProperties(of: self)
    }
    return isAnchored ? nil : ownerReference
  }

  /// What keeps the item awake after the latest step, in words; or why it rests.
  public var whyAwake: StaticString {
    guard let owner, body >= 0 else { return holder?.whyAwake ?? "it rests: no animator moves it" }
    owner.flushProperties(of: self)
    switch owner.world.reasonAwake(body) {
    case .asleep: return "it rests: it fell asleep"
    case .anchored: return "it rests: it is anchored"
    case .never: return "the rest speed is 0, so nothing falls asleep"
    case .moves: return "it moves faster than the rest speed"
    case .turns: return "it turns faster than the rest angular speed"
    case .falls: return "a force acts on it and nothing holds it"
    case .field: return "a field moves it"
    case .waits: return "it has not been slow for the rest seconds yet"
    case .neighbor: return "something that touches it or is joined to it is still awake"
    }
  }
}
