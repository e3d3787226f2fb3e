// One maker for each kind of field, as UIKit has them.
// SPDX-License-Identifier: MIT
import BagatelleCore

// s is the strength, q the charge, m the mass in kilograms, φ the falloff factor (distance/150)^-falloff, r
// the way from the field's position to the item. Accelerations in points/s² and velocities in points/s at a
// unit scale of 150.
extension FieldBehavior {
  /// The same acceleration everywhere: 150 s direction.
  public static func linearGravity(direction: Vector2) throws(BagatelleError) -> FieldBehavior {
    let field = FieldBehavior(.linearGravity)
    try field.setDirection(direction)
    return field
  }

  /// Draws to its position with an acceleration of 150 s φ.
  public static func radialGravity(position: Vector2) throws(BagatelleError) -> FieldBehavior {
    let field = FieldBehavior(.radialGravity)
    try field.setPosition(position)
    return field
  }

  /// Draws to its position with the force of a spring: an acceleration of -(s φ/m) r.
  public static func spring() -> FieldBehavior { FieldBehavior(.spring) }

  /// Brakes: an acceleration of -(s/m) v.
  public static func drag() -> FieldBehavior { FieldBehavior(.drag) }

  /// Pushes counter-clockwise on screen about its position, harder farther out: 150 s φ (r.y, -r.x).
  public static func vortex() -> FieldBehavior { FieldBehavior(.vortex) }

  /// Gives items the velocity 150 s direction, whatever else accelerates them; contacts and attachments still act. Several velocity fields add up.
  public static func velocity(direction: Vector2) throws(BagatelleError) -> FieldBehavior {
    let field = FieldBehavior(.velocity)
    try field.setDirection(direction)
    return field
  }

  /// Random accelerations of up to 150 s, smooth in space and time, of mean zero.
  public static func noise(smoothness: Double, animationSpeed: Double) throws(BagatelleError) -> FieldBehavior
  {
    let field = FieldBehavior(.noise)
    try field.setSmoothness(smoothness)
    try field.setAnimationSpeed(animationSpeed)
    return field
  }

  /// Random accelerations of up to s times the speed.
  public static func turbulence(smoothness: Double, animationSpeed: Double) throws(BagatelleError)
    -> FieldBehavior
  {
    let field = FieldBehavior(.turbulence)
    try field.setSmoothness(smoothness)
    try field.setAnimationSpeed(animationSpeed)
    return field
  }

  /// Pushes charges away for s q > 0: an acceleration of 150 s q φ/m.
  public static func electric() -> FieldBehavior { FieldBehavior(.electric) }

  /// Turns the velocity of charges, counter-clockwise on screen for s q > 0, at the rate s q φ/m.
  public static func magnetic() -> FieldBehavior { FieldBehavior(.magnetic) }

  /// Gives the force that a function returns, in UIKit newtons.
  public static func custom(_ evaluation: @escaping Evaluation) -> FieldBehavior {
    let field = FieldBehavior(.custom)
    field.evaluation = evaluation
    return field
  }
}
