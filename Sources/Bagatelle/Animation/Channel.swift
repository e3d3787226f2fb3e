// The animatable values of an item, and the plain records that carry their numbers.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// One animatable value of an item.
public struct Channel: Equatable, Sendable, BitwiseCopyable {
  public let rawValue: Int32

  init(unchecked rawValue: Int32) { self.rawValue = rawValue }
  /// - Throws: `range` below 0.
  public init(_ rawValue: Int32) throws(BagatelleError) {
    guard rawValue >= 0 else { throw BagatelleError(.range, "channel", Double(rawValue)) }
    self.rawValue = rawValue
  }

  /// x and y, points. Additive.
  public static var center: Channel { Channel(unchecked: 0) }
  /// x and y of the bounds' origin, width and height, points. Additive.
  public static var bounds: Channel { Channel(unchecked: 1) }
  /// The angle in radians; straight through whole turns, not along the shortest way. Additive.
  public static var rotation: Channel { Channel(unchecked: 2) }
  /// The display transform. Additive between pure translations, else a new animation starts from what is
  /// presented.
  public static var transform: Channel { Channel(unchecked: 3) }
  /// Opacity. Not additive: a new animation starts from what is presented.
  public static var alpha: Channel { Channel(unchecked: 4) }
  /// An own channel of the item, by the order in which `Item.addChannel` made them.
  static func own(_ index: Int) -> Channel { Channel(unchecked: Int32(truncatingIfNeeded: index) + 5) }

  static var builtinCount: Int { 5 }
  var isOwn: Bool { rawValue >= 5 }
  /// Channels that follow the spring of composed timing.
  var isSpatial: Bool { rawValue < 4 }
}

/// Up to four numbers of a channel; those it does not use are 0.
@frozen public struct ChannelValues: Equatable, Sendable, BitwiseCopyable {
  public var x: Double
  public var y: Double
  public var z: Double
  public var w: Double
  @inlinable @inline(__always)
  public init(_ x: Double, _ y: Double = 0, _ z: Double = 0, _ w: Double = 0) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }
  public static var zero: ChannelValues { ChannelValues(0) }
  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }
  public var vector: Vector2 { Vector2(x, y) }
  /// Origin and size.
  public var rect: Rect { Rect(x: x, y: y, width: z, height: w) }

  @inline(__always)
  static func + (a: ChannelValues, b: ChannelValues) -> ChannelValues {
    ChannelValues(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w)
  }
  @inline(__always)
  static func - (a: ChannelValues, b: ChannelValues) -> ChannelValues {
    ChannelValues(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w)
  }
  @inline(__always)
  static func * (k: Double, a: ChannelValues) -> ChannelValues {
    ChannelValues(k * a.x, k * a.y, k * a.z, k * a.w)
  }
}

extension Transform {
  public static var identity: Transform { Transform(a: 1, b: 0, c: 0, d: 1) }
  var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }
  var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite }
}
