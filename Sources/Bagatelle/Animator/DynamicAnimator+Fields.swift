// Fields in an animator: their value at a point, and what custom fields may not do.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension DynamicAnimator {
  /// Sum of the accelerations that all fields give a body at a point, points/s². Velocity fields, which give
  /// no acceleration, are left out.
  ///
  /// - Parameters:
  /// - velocity: Points/s.
  /// - mass: UIKit mass, above 0.
  /// - Throws: `range`.
  public func fieldValue(
    at position: Vector2, velocity: Vector2 = Vector2(0, 0), mass: Double = 1, charge: Double = 0
  ) throws(BagatelleError) -> Vector2 {
    try FieldBehavior.checkSample(position, velocity, mass, charge)
    var sum = Vector2(0, 0)
    for behavior in BehaviorTree.preorder(behaviors) where behavior.kind == .field {
      let field = unsafeDowncast(behavior, to: FieldBehavior.self)
      if field.fieldKind == .velocity { continue }
      sum = sum + (try field.value(at: position, velocity: velocity, mass: mass, charge: charge))
    }
    return sum.isFinite ? sum : Vector2(0, 0)
  }

  /// Refuses a change from a custom field's function or a veto.
  func checkOutsideStep() throws(BagatelleError) {
    if isInStep { throw BagatelleError(.busy, "animator") }
  }

  /// Custom fields that gave a useless force in this tick; told once each.
  func noteIgnoredForces() {
    guard onIgnoredForce != nil, world.hasRefusedForces else { return }
    for behavior in BehaviorTree.preorder(behaviors) where behavior.kind == .field {
      let field = unsafeDowncast(behavior, to: FieldBehavior.self)
      if field.ignoredForceInTick { fieldsWithIgnoredForce.append(field) }
    }
  }

  func tellIgnoredForces() {
    guard !fieldsWithIgnoredForce.isEmpty else { return }
    let fields = fieldsWithIgnoredForce
    fieldsWithIgnoredForce = []
    for field in fields { if let tell = onIgnoredForce { tell(field) } }
  }
}
