// Axis-aligned boxes in 32-bit numbers, rounded outward from 64-bit ones.
// SPDX-License-Identifier: MIT

/// A closed axis-aligned box, in points.
@frozen public struct Box: Equatable, Sendable, BitwiseCopyable {
  public var minX: Float
  public var minY: Float
  public var maxX: Float
  public var maxY: Float

  @inlinable @inline(__always)
  public init(minX: Float, minY: Float, maxX: Float, maxY: Float) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// Overlaps no box of finite edges; the neutral element of `union`.
  public static var empty: Box {
    Box(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
  }
  /// Contains every box.
  public static var everything: Box {
    Box(minX: -.infinity, minY: -.infinity, maxX: .infinity, maxY: .infinity)
  }

  /// The smallest box whose 32-bit edges lie on or outside the given ones.
  @inline(__always)
  public static func outward(minX: Double, minY: Double, maxX: Double, maxY: Double) -> Box {
    BoxEdges(outward: minX, minY, -maxX, -maxY).box
  }

  /// The smallest box around both.
  @inlinable @inline(__always)
  public func union(_ b: Box) -> Box {
    Box(
      minX: minX < b.minX ? minX : b.minX, minY: minY < b.minY ? minY : b.minY,
      maxX: maxX > b.maxX ? maxX : b.maxX, maxY: maxY > b.maxY ? maxY : b.maxY)
  }

  /// Whether they share a point; touching edges do.
  @inlinable @inline(__always)
  public func overlaps(_ b: Box) -> Bool {
    minX <= b.maxX && b.minX <= maxX && minY <= b.maxY && b.minY <= maxY
  }

  /// Whether all of `b` lies inside; equal edges do.
  @inlinable @inline(__always)
  public func contains(_ b: Box) -> Bool {
    minX <= b.minX && b.maxX <= maxX && minY <= b.minY && b.maxY <= maxY
  }

  /// Larger by `margin` points on each side.
  @inlinable @inline(__always)
  public func expanded(by margin: Float) -> Box {
    Box(minX: minX - margin, minY: minY - margin, maxX: maxX + margin, maxY: maxY + margin)
  }

  @inlinable @inline(__always)
  public var perimeter: Float {
    let width = maxX - minX
    let height = maxY - minY
    return 2 * (width + height)
  }
}
