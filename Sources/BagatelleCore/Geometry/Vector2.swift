// Points and vectors: 64-bit in every API and for world positions, 32-bit relative to a body.
// SPDX-License-Identifier: MIT
import Builtin

/// A point or a vector, in points.
@frozen public struct Vector2: Equatable, Sendable, BitwiseCopyable {
  public var x: Double
  public var y: Double
  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
  @inlinable public static var zero: Vector2 { Vector2(0, 0) }
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }
  @inlinable public static func + (a: Vector2, b: Vector2) -> Vector2 { Vector2(a.x + b.x, a.y + b.y) }
  @inlinable public static func - (a: Vector2, b: Vector2) -> Vector2 { Vector2(a.x - b.x, a.y - b.y) }
  @inlinable public static prefix func - (a: Vector2) -> Vector2 { Vector2(-a.x, -a.y) }
  @inlinable public static func * (k: Double, a: Vector2) -> Vector2 { Vector2(k * a.x, k * a.y) }
  @inlinable public func dot(_ b: Vector2) -> Double { x * b.x + y * b.y }
  /// The z part of the cross product.
  @inlinable public func cross(_ b: Vector2) -> Double { x * b.y - y * b.x }
  public var lengthSquared: Double { x * x + y * y }
  /// Correctly rounded at every size that an API accepts.
  public var length: Double { squareRoot(x * x + y * y) }
  @inline(__always) var narrowed: Vec2f { Vec2f(Float(x), Float(y)) }
}

/// 32-bit vector for geometry relative to a body and for velocities.
@frozen public struct Vec2f: Equatable, Sendable, BitwiseCopyable {
  public var x: Float
  public var y: Float
  @inlinable @inline(__always) public init(_ x: Float, _ y: Float) {
    self.x = x
    self.y = y
  }
  @inlinable @inline(__always) public static var zero: Vec2f { Vec2f(0, 0) }
  @inlinable @inline(__always) public static func + (a: Vec2f, b: Vec2f) -> Vec2f { Vec2f(a.x + b.x, a.y + b.y) }
  @inlinable @inline(__always) public static func - (a: Vec2f, b: Vec2f) -> Vec2f { Vec2f(a.x - b.x, a.y - b.y) }
  @inlinable @inline(__always) public static prefix func - (a: Vec2f) -> Vec2f { Vec2f(-a.x, -a.y) }
  @inlinable @inline(__always) public static func * (k: Float, a: Vec2f) -> Vec2f { Vec2f(k * a.x, k * a.y) }
  @inlinable @inline(__always) public func dot(_ b: Vec2f) -> Float { x * b.x + y * b.y }
  @inlinable @inline(__always) public func cross(_ b: Vec2f) -> Float { x * b.y - y * b.x }
  /// Turned by a quarter: (x, y) to (-y, x).
  @inlinable @inline(__always) public var turned: Vec2f { Vec2f(-y, x) }
  @inline(__always) public var lengthSquared: Float { x * x + y * y }
  @inline(__always) public var length: Float { squareRoot(x * x + y * y) }
  @inline(__always) public var widened: Vector2 { Vector2(Double(x), Double(y)) }
}

/// A rotation by its cosine and sine.
@frozen public struct Rotation: Equatable, Sendable, BitwiseCopyable {
  public var c: Float
  public var s: Float
  @inlinable @inline(__always) public init(c: Float, s: Float) {
    self.c = c
    self.s = s
  }
  @inlinable @inline(__always) public static var identity: Rotation { Rotation(c: 1, s: 0) }
  @inlinable @inline(__always) public func apply(_ v: Vec2f) -> Vec2f { Vec2f(c * v.x - s * v.y, s * v.x + c * v.y) }
  @inlinable @inline(__always) public func applyInverse(_ v: Vec2f) -> Vec2f { Vec2f(c * v.x + s * v.y, c * v.y - s * v.x) }
  /// First `b`, then this one.
  @inlinable @inline(__always) public func times(_ b: Rotation) -> Rotation { Rotation(c: c * b.c - s * b.s, s: s * b.c + c * b.s) }
  /// First `b`, then the inverse of this one.
  @inlinable @inline(__always) public func inverseTimes(_ b: Rotation) -> Rotation { Rotation(c: c * b.c + s * b.s, s: c * b.s - s * b.c) }
}

/// A rigid motion in 32-bit numbers, from one body's frame to another's.
@frozen public struct Transform2: BitwiseCopyable, Sendable {
  public var p: Vec2f
  public var q: Rotation
  @inlinable @inline(__always) public init(p: Vec2f, q: Rotation) {
    self.p = p
    self.q = q
  }
  @inlinable @inline(__always) public func apply(_ v: Vec2f) -> Vec2f { q.apply(v) + p }
  @inlinable @inline(__always) public func applyInverse(_ v: Vec2f) -> Vec2f { q.applyInverse(v - p) }
}

/// One correctly rounded instruction, never a call to libm.
@_transparent public func squareRoot(_ x: Float) -> Float {
  unsafeBitCast(Builtin.int_sqrt_FPIEEE32(x._value), to: Float.self)
}
/// One correctly rounded instruction, never a call to libm.
@_transparent public func squareRoot(_ x: Double) -> Double {
  unsafeBitCast(Builtin.int_sqrt_FPIEEE64(x._value), to: Double.self)
}
