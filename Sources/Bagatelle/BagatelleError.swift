// What a call can throw, the checks of arguments, and the base of every object that has an id in the C API.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// A point or a vector, in points.
public typealias Vector2 = BagatelleCore.Vector2
/// Shape an item has in collisions.
public typealias BoundsType = BagatelleCore.BoundsType
/// Milliseconds by phase of a tick; see `DynamicAnimator.profile`.
public typealias PhaseTimes = BagatelleCore.PhaseTimes

/// Why a call was refused; a refused call has no effect.
public struct BagatelleError: Error {
  /// One case per error of the C API, with its number.
  public enum Code: Int32, Sendable {
    case nullPointer = -1
    /// Null id, or the object has died.
    case staleID = -2
    /// An object of another kind than the call needs.
    case wrongKind = -3
    /// Not finite, or outside the documented range.
    case range = -4
    /// Width or height not above zero.
    case invalidSize = -5
    /// Not convex, crosses itself, or has too few points.
    case invalidPath = -6
    /// The behavior already sits elsewhere in a tree, or a cycle would arise.
    case hierarchy = -7
    /// It belongs to another animator; remove it there first.
    case otherAnimator = -8
    /// The item is inside a group; use the group.
    case groupMember = -9
    /// No such item, child or boundary in the object.
    case notAMember = -10
    /// Advancing already, here or on another thread.
    case busy = -11
    case incompatible = -12
    /// Not possible in the object's present state.
    case state = -13
    case notInterruptible = -14
    /// A published limit is reached.
    case limit = -15
    case outOfMemory = -16
    case data = -17
    case notOwned = -18
  }

  public let code: Code
  /// Which argument was refused, with its part: `center.x`.
  public let argument: StaticString
  /// The refused value, where it is a number.
  public let value: Double

  public init(_ code: Code, _ argument: StaticString = "", _ value: Double = 0) {
    self.code = code
    self.argument = argument
    self.value = value
  }
}

/// Set by the C layer: takes an id back whose object dies.
package nonisolated(unsafe) var takeForeignIDBack: (@convention(c) (UInt64) -> Void)?

/// Base of every object that the C layer can name. The id is given once, and given back on death.
open class BagatelleObject {
  /// Used by the C layer only; 0 while no C caller ever saw the object.
  package final var foreignID: UInt64 = 0
  /// What the C layer keeps beside the object.
  package final var foreignCompanion: AnyObject?
  private final var isRetired = false
  public init() {}
  deinit { retireID() }

  /// Makes the id stale. Every subclass that has a deinit calls it there first: closures and members that go with the
  /// object may call foreign code, which must not find the object any more.
  package final func retireID() {
    guard foreignID != 0, !isRetired, let tell = takeForeignIDBack else { return }
    isRetired = true
    tell(foreignID)
  }
}

/// Checks of arguments: what they refuse they name.
enum Check {
  static func range(_ value: Double, _ low: Double, _ high: Double, _ name: StaticString)
    throws(BagatelleError)
  {
    guard value >= low, value <= high else { throw BagatelleError(.range, name, value) }
  }

  static func finite(_ value: Double, _ name: StaticString) throws(BagatelleError) {
    guard value.isFinite else { throw BagatelleError(.range, name, value) }
  }

  static func finite(_ t: Transform) throws(BagatelleError) {
    // What is not finite never gives a finite sum; finite numbers may give an infinite one.
    if (t.a + t.b + t.c + t.d + t.tx + t.ty).isFinite { return }
    try finite(t.a, "transform.a")
    try finite(t.b, "transform.b")
    try finite(t.c, "transform.c")
    try finite(t.d, "transform.d")
    try finite(t.tx, "transform.tx")
    try finite(t.ty, "transform.ty")
  }

  /// Both parts within `limit` of zero.
  static func vector(
    _ v: Vector2, within limit: Double, _ x: StaticString, _ y: StaticString
  ) throws(BagatelleError) {
    guard v.x.magnitude <= limit else { throw BagatelleError(.range, x, v.x) }
    guard v.y.magnitude <= limit else { throw BagatelleError(.range, y, v.y) }
  }

  static func center(_ v: Vector2) throws(BagatelleError) {
    try vector(v, within: Limits.coordinate, "center.x", "center.y")
  }

  static func angle(_ a: Double, _ name: StaticString = "angle") throws(BagatelleError) {
    try range(a, -Limits.angle, Limits.angle, name)
  }

  static func size(_ v: Vector2) throws(BagatelleError) {
    try side(v.x, "size.x")
    try side(v.y, "size.y")
  }

  private static func side(_ side: Double, _ name: StaticString) throws(BagatelleError) {
    guard side.isFinite else { throw BagatelleError(.range, name, side) }
    guard side > 0 else { throw BagatelleError(.invalidSize, name, side) }
    try range(side, Limits.minimumSide, Limits.maximumSide, name)
  }
}
