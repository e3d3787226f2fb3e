// Pulls its items in one direction with the same acceleration.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Pulls its items in one direction with the same acceleration. Several gravities on one item add up.
public final class GravityBehavior: ListBehavior {
  private var polar = PolarVector(angle: .pi / 2, magnitude: 1)

  /// Makes a gravity of magnitude 1 that points down.
  public init(items: [Item] = []) {
    super.init(kind: .gravity)
    for item in items { do { try addItem(item) } catch {} }
  }

  /// Makes a gravity with a direction, whose length is the magnitude.
  ///
  /// - Throws: `range` beyond 1e9.
  public convenience init(items: [Item] = [], direction: Vector2) throws(BagatelleError) {
    self.init(items: items)
    try setDirection(direction)
  }

  /// Its length is the magnitude: 1 is 1,000 points/s². Default (0, 1). A value out of range is ignored.
  public var direction: Vector2 {
    get { polar.vector }
    set { do { try setDirection(newValue) } catch {} }
  }

  /// Radians; 0 points right, pi/2 down. Default pi/2. A value out of range is ignored.
  public var angle: Double {
    get { polar.angle }
    set { do { try setAngle(newValue) } catch {} }
  }

  /// 1 is 1,000 points/s². Negative reverses. Default 1. A value out of range is ignored.
  public var magnitude: Double {
    get { polar.magnitude }
    set { do { try setMagnitude(newValue) } catch {} }
  }

  /// Sets angle and magnitude from a vector; the angle stays when it is zero.
  public func setDirection(_ direction: Vector2) throws(BagatelleError) {
    try Check.vector(direction, within: Limits.magnitude, "direction.x", "direction.y")
    if polar.set(vector: direction) { changed() }
  }

  public func setAngle(_ angle: Double) throws(BagatelleError) {
    try setAngle(angle, magnitude: polar.magnitude)
  }

  /// Keeps the angle; a negative magnitude reverses.
  public func setMagnitude(_ magnitude: Double) throws(BagatelleError) {
    try Check.range(magnitude, -Limits.magnitude, Limits.magnitude, "magnitude")
    if polar.set(magnitude: magnitude) { changed() }
  }

  public func setAngle(_ angle: Double, magnitude: Double) throws(BagatelleError) {
    try Check.angle(angle)
    try Check.range(magnitude, -Limits.magnitude, Limits.magnitude, "magnitude")
    if polar.set(angle: angle, magnitude: magnitude) { changed() }
  }

  override var marks: UInt8 { Marks.forces }

  /// Points/s².
  var acceleration: Vector2 { 1000 * polar.vector }
}
