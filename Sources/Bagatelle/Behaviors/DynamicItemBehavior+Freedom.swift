// Sets what items are free to do: locked axes, limits of their angle, and how fast their own time runs.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension DynamicItemBehavior {
  /// Whether the items keep their x; more exactly that of their center of mass, which for a path may lie
  /// beside the center. It is kept where an item is when the lock begins to act, or after it was moved by an
  /// update. Default false.
  ///
  /// Unlike UIKit, which has no such property.
  public var isLockingX: Bool {
    get { values.locksX }
    set {
      if isChange(Fields.lockX, values.locksX != newValue) {
        values.locksX = newValue
        changed()
      }
    }
  }

  /// The same for y.
  public var isLockingY: Bool {
    get { values.locksY }
    set {
      if isChange(Fields.lockY, values.locksY != newValue) {
        values.locksY = newValue
        changed()
      }
    }
  }

  /// Radians between which the items' angles stay; whole turns count. An item beyond turns back to the nearer
  /// edge. Both equal: they turn to that angle and keep it. Default infinite. A range that is none is
  /// ignored.
  ///
  /// Unlike UIKit, which can only allow or forbid to turn.
  public var angleLimits: FloatRange {
    get { FloatRange(minimum: values.angleFrom, maximum: values.angleTo) }
    set { do { try setAngleLimits(newValue) } catch {} }
  }
  /// - Throws: `range` for a nan, a minimum above the maximum, or when no angle within 1e6 lies between them.
  @_optimize(speed)
  public func setAngleLimits(_ limits: FloatRange) throws(BagatelleError) {
    guard limits.minimum <= Limits.angle else { throw BagatelleError(.range, "minimum", limits.minimum) }
    guard limits.maximum >= max(limits.minimum, -Limits.angle) else {
      throw BagatelleError(.range, "maximum", limits.maximum)
    }
    if isChange(Fields.angles, values.angleFrom != limits.minimum || values.angleTo != limits.maximum) {
      values.angleFrom = limits.minimum
      values.angleTo = limits.maximum
      changed()
    }
  }

  /// How fast the items' own time runs. Default 1. A value out of range is ignored.
  ///
  /// An item alone goes the same way, so many times as fast: gravity, fields, resistance, pushes, snaps and
  /// attachments to an anchor act in its own time. To what it touches or is attached to it is a body of its
  /// mass divided by the square of the scale, so that weights and loads at rest do not depend on it.
  /// Velocities are those seen from outside, and change with the scale. Unlike UIKit, which has no such
  /// property.
  public var timeScale: Double {
    get { values.timeScale }
    set { do { try setTimeScale(newValue) } catch {} }
  }
  /// 0.01 to 100.
  public func setTimeScale(_ scale: Double) throws(BagatelleError) {
    try Check.range(scale, 0.01, 100, "scale")
    if isChange(Fields.time, values.timeScale != scale) {
      values.timeScale = scale
      changed()
    }
  }

  func mergeFreedom(into properties: inout BodyProperties) {
    if given & Fields.time != 0 { properties.timeScale = values.timeScale }
    if given & Fields.lockX != 0 { properties.locksX = values.locksX }
    if given & Fields.lockY != 0 { properties.locksY = values.locksY }
    if given & Fields.angles != 0 {
      properties.angleFrom = values.angleFrom
      properties.angleTo = values.angleTo
    }
  }
}
