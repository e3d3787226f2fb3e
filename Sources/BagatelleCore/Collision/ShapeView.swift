// What the narrow phase sees of a shape: pointers to its outline in the frame of its body.
// SPDX-License-Identifier: MIT

/// The kinds of convex shapes; the order is part of the pair dispatch.
public enum ShapeKind: UInt8, Sendable {
  case circle = 0
  case polygon = 1
  case segment = 2
}

/// A convex shape in its body's frame, in points, about the body's origin.
///
/// The outline is borrowed: it has to outlive the view. Polygons have 3 to 64 vertices in the order of
/// positive shoelace area; edge `i` runs from vertex `i` to vertex `i + 1`, its outward unit normal is number
/// `i` of the normals.
public struct ShapeView {
  /// The outline; for a circle, its centre alone.
  public var vertices: UnsafePointer<Vec2f>
  /// Outward unit normals of a polygon's edges; not read for circles and segments.
  public var normals: UnsafePointer<Vec2f>
  /// For boxes, half of width and height.
  public var halfSize = Vec2f.zero
  /// For a segment with `hasPrevious`: the vertex of the chain before `vertices[0]`.
  public var previous = Vec2f.zero
  /// For a segment with `hasNext`: the vertex of the chain after `vertices[1]`.
  public var next = Vec2f.zero
  /// A point inside of a polygon, whose side of a segment decides to where they part; a piece of a group has another than 0.
  public var middle = Vec2f.zero
  /// 1 for a circle, 2 for a segment, 3 to 64 for a polygon.
  public var count: Int32
  /// Of a circle; 0 for the others.
  public var radius: Float = 0
  public var kind: ShapeKind
  /// A rectangle centred on the origin and parallel to the body's axes; its vertices are
  /// (-x, -y), (x, -y), (x, y), (-x, y) with (x, y) = `halfSize`.
  public var isBox = false
  public var hasPrevious = false
  public var hasNext = false
  /// Of a segment of a closed boundary: the inside lies to its right, to which goes whose center lies on it.
  public var enclosesRight = false

  @inline(__always)
  public init(
    kind: ShapeKind, vertices: UnsafePointer<Vec2f>, normals: UnsafePointer<Vec2f>, count: Int32
  ) {
    self.kind = kind
    self.vertices = vertices
    self.normals = normals
    self.count = count
  }

  /// A circle about `center`.
  @inline(__always)
  public static func circle(_ center: UnsafePointer<Vec2f>, radius: Float) -> ShapeView {
    var view = ShapeView(kind: .circle, vertices: center, normals: center, count: 1)
    view.radius = radius
    return view
  }

  /// A polygon of `count` vertices and as many outward unit normals.
  @inline(__always)
  public static func polygon(
    _ vertices: UnsafePointer<Vec2f>, normals: UnsafePointer<Vec2f>, count: Int32
  ) -> ShapeView {
    ShapeView(kind: .polygon, vertices: vertices, normals: normals, count: count)
  }

  /// A rectangle centred on the origin; vertices and normals have to be in the order told at `isBox`.
  @inline(__always)
  public static func box(
    _ vertices: UnsafePointer<Vec2f>, normals: UnsafePointer<Vec2f>, halfSize: Vec2f
  ) -> ShapeView {
    var view = ShapeView(kind: .polygon, vertices: vertices, normals: normals, count: 4)
    view.isBox = true
    view.halfSize = halfSize
    return view
  }

  /// A segment between two points, solid on both sides.
  @inline(__always)
  public static func segment(_ ends: UnsafePointer<Vec2f>) -> ShapeView {
    ShapeView(kind: .segment, vertices: ends, normals: ends, count: 2)
  }
}
