// Area, centroid and moment of inertia of the shapes that items have.
// SPDX-License-Identifier: MIT

/// What a uniform shape needs to become a body.
@frozen public struct MassProperties: Equatable, Sendable, BitwiseCopyable {
  /// In square points.
  public var area: Double
  /// In the frame of the shape.
  public var centroid: Vector2
  /// The second moment about the centroid divided by the area, in square points.
  ///
  /// Times the mass it is the moment of inertia.
  public var inertiaPerMass: Double

  public init(area: Double, centroid: Vector2, inertiaPerMass: Double) {
    self.area = area
    self.centroid = centroid
    self.inertiaPerMass = inertiaPerMass
  }

  /// A rectangle around the origin.
  public static func rectangle(width: Double, height: Double) -> MassProperties {
    MassProperties(
      area: width * height, centroid: .zero, inertiaPerMass: (width * width + height * height) / 12)
  }

  /// An ellipse around the origin, by its two diameters.
  public static func ellipse(width: Double, height: Double) -> MassProperties {
    MassProperties(
      area: Double.pi * width * height / 4, centroid: .zero,
      inertiaPerMass: (width * width + height * height) / 16)
  }

  /// A disc around the origin.
  public static func circle(radius: Double) -> MassProperties {
    MassProperties(area: Double.pi * radius * radius, centroid: .zero, inertiaPerMass: radius * radius / 2)
  }

  /// A simple polygon of either winding.
  ///
  /// Measured from the first vertex, then from the centroid, so that nothing cancels far from the origin and
  /// all terms of a convex polygon have one sign. Without area: the first vertex and zeros.
  public static func polygon(_ vertices: UnsafePointer<Vector2>, count: Int) -> MassProperties {
    guard count > 0 else { return MassProperties(area: 0, centroid: .zero, inertiaPerMass: 0) }
    let origin = vertices[0]
    var double = 0.0
    var moment = Vector2.zero
    var i = 1
    while i + 1 < count {
      let a = vertices[i] - origin
      let b = vertices[i + 1] - origin
      let cross = a.cross(b)
      double += cross
      moment = moment + cross * (a + b)
      i += 1
    }
    guard double != 0 else { return MassProperties(area: 0, centroid: origin, inertiaPerMass: 0) }
    let offset = Vector2(moment.x / (3 * double), moment.y / (3 * double))
    var second = 0.0
    var a = vertices[count - 1] - origin - offset
    for i in 0..<count {
      let b = vertices[i] - origin - offset
      second += a.cross(b) * (a.dot(a) + a.dot(b) + b.dot(b))
      a = b
    }
    return MassProperties(
      area: double.magnitude / 2, centroid: origin + offset, inertiaPerMass: second / (6 * double))
  }
}
