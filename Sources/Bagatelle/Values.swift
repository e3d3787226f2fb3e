// Small values of the API: rectangles, insets, transforms, materials, states and counters.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Gives `Vector2` its operators in programs that import this module alone: those of the core are out of
/// sight there.
public protocol PlaneVector {
  var x: Double { get }
  var y: Double { get }
  init(_ x: Double, _ y: Double)
}

extension Vector2: PlaneVector {}

extension PlaneVector {
  @inlinable public static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y) }
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y) }
  @inlinable public static prefix func - (a: Self) -> Self { Self(-a.x, -a.y) }
  @inlinable public static func * (k: Double, a: Self) -> Self { Self(k * a.x, k * a.y) }
}

/// A rectangle; x and y are its least coordinates. Negative sides are normalised where it is used.
@frozen public struct Rect: Equatable, Sendable, BitwiseCopyable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The same rectangle with sides of zero or more.
  public var normalized: Rect {
    Rect(
      x: width < 0 ? x + width : x, y: height < 0 ? y + height : y,
      width: width < 0 ? -width : width, height: height < 0 ? -height : height)
  }
}

/// Distances from the edges of a rectangle, points. Positive shrinks, negative grows.
@frozen public struct Insets: Equatable, Sendable, BitwiseCopyable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// Affine map: x' = a x + c y + tx, y' = b x + d y + ty.
@frozen public struct Transform: Equatable, Sendable, BitwiseCopyable {
  public var a: Double
  public var b: Double
  public var c: Double
  public var d: Double
  public var tx: Double
  public var ty: Double
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double = 0, ty: Double = 0) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }
}

/// What items have when no item behavior sets it.
@frozen public struct Material: Equatable, Sendable, BitwiseCopyable {
  /// 0 to 1,000.
  public var elasticity = 0.2
  /// 0 to 1e6.
  public var friction = 0.2
  /// 1e-6 to 1e9.
  public var density = 1.0
  /// 1/s, 0 or more.
  public var resistance = 0.1
  /// 1/s, 0 or more.
  public var angularResistance = 0.1
  public init() {}

  /// The numbers that UIKit documents: all zero, density 1.
  static var documented: Material {
    var material = Material()
    material.elasticity = 0
    material.friction = 0
    material.resistance = 0
    material.angularResistance = 0
    return material
  }

  func check() throws(BagatelleError) {
    try Check.range(elasticity, 0, 1e3, "material.elasticity")
    try Check.range(friction, 0, 1e6, "material.friction")
    try Check.range(density, 1e-6, 1e9, "material.density")
    try Check.range(resistance, 0, .greatestFiniteMagnitude, "material.resistance")
    try Check.range(angularResistance, 0, .greatestFiniteMagnitude, "material.angular_resistance")
  }
}

/// One item after the latest tick. 64 bytes, laid out as `bgt_item_state`.
@frozen public struct ItemState: BitwiseCopyable, Sendable {
  /// The item's id in the C API; 0 if it has none.
  public var id: UInt64 = 0
  public var center = Vector2(0, 0)
  /// Radians, unwrapped: whole turns count.
  public var angle = 0.0
  /// Points per second.
  public var velocity = Vector2(0, 0)
  /// Radians per second.
  public var angularVelocity = 0.0
  /// Bits `resting`, `anchored`, `quarantined`.
  public var flags: UInt32 = 0
  public var reserved: UInt32 = 0
  public init() {}

  /// Asleep, or anchored and still.
  public static var resting: UInt32 { 1 }
  public static var anchored: UInt32 { 2 }
  /// A non-finite or out-of-range motion was undone and the item stopped. Until the next update.
  public static var quarantined: UInt32 { 4 }
}

/// Sizes of an animator's world.
public struct Counters: BitwiseCopyable, Sendable {
  public var items = 0
  /// Items that move: neither asleep nor anchored.
  public var awakeItems = 0
  public var boundarySegments = 0
  /// Pairs whose enlarged boxes overlap.
  public var contacts = 0
  public var touchingContacts = 0
  /// Attachments and snaps that act.
  public var joints = 0
  /// Steps ever taken.
  public var steps: UInt64 = 0
  /// Memory of the simulation state.
  public var bytes: UInt64 = 0
  public init() {}
}

/// Direction of a force: polar and vector form in step. Whole quarter turns give exact vectors.
struct PolarVector {
  private(set) var magnitude: Double
  // One of angle and unit may be worked out later, when it is asked for.
  private var knownAngle: Double
  private var hasAngle = true
  /// Of length 1.
  private var unit = Vector2(0, 0)
  private var hasUnit = false
  /// The vector that was given, whose arc tangent is the angle.
  private var given = Vector2(0, 0)

  init(angle: Double, magnitude: Double) {
    knownAngle = angle
    self.magnitude = magnitude
  }

  var angle: Double {
    mutating get {
      if !hasAngle {
        knownAngle = Elementary.atan2(given.y, given.x)
        hasAngle = true
      }
      return knownAngle
    }
  }

  var vector: Vector2 {
    mutating get {
      if !hasUnit {
        unit = PolarVector.unit(knownAngle)
        hasUnit = true
      }
      return magnitude * unit
    }
  }

  // Setters tell whether something changed.

  /// Keeps the direction.
  @inline(__always)
  mutating func set(magnitude new: Double) -> Bool {
    let old = magnitude
    magnitude = new
    return old != new
  }

  @inline(__always)
  mutating func set(angle new: Double, magnitude: Double) -> Bool {
    var isOther = set(magnitude: magnitude)
    if new != angle {
      isOther = true
      hasUnit = false
    }
    knownAngle = new
    return isOther
  }

  /// Keeps the angle of a zero vector.
  mutating func set(vector v: Vector2) -> Bool {
    let length = v.length
    let isOther = set(magnitude: length)
    guard length > 0 else { return isOther }
    let old = self
    given = v
    hasAngle = false
    unit = Vector2(v.x / length, v.y / length)
    hasUnit = true
    return isOther || (old.hasUnit && old.unit != unit) || isTurned(from: old)
  }

  /// Rarely asked: the same length, and the same direction unless that was given as an angle.
  @inline(never)
  private mutating func isTurned(from before: PolarVector) -> Bool {
    var old = before
    return old.vector != vector || old.angle != angle
  }

  private static func unit(_ angle: Double) -> Vector2 {
    let (sin, cos) = Elementary.sinCos(angle)
    if abs(cos) < 1e-15 { return Vector2(0, sin < 0 ? -1 : 1) }
    if abs(sin) < 1e-15 { return Vector2(cos < 0 ? -1 : 1, 0) }
    return Vector2(cos, sin)
  }
}

func rotate(_ v: Vector2, by angle: Double) -> Vector2 {
  if angle == 0 { return v }
  let (s, c) = Elementary.sinCos(angle)
  return Vector2(c * v.x - s * v.y, s * v.x + c * v.y)
}
