// Between two affine maps: each taken apart into translation, scales, rotation and a remainder.
// SPDX-License-Identifier: MIT
//
// W3C, "CSS Transforms Module Level 1" (2019), section 12, "Decomposing a 2D matrix" and "Interpolation of
// decomposed 2D matrix values", in radians and for x' = a x + c y + tx.
import BagatelleCore

/// A map taken apart.
private struct AffineParts {
  var translation: Vector2
  var scale: Vector2
  var angle: Double
  var m11: Double
  var m12: Double
  var m21: Double
  var m22: Double

  /// Nil for a map that flattens the plane.
  init?(_ t: Transform) {
    var a = t.a
    var b = t.b
    var c = t.c
    var d = t.d
    let determinant = a * d - b * c
    guard determinant != 0 else { return nil }
    translation = Vector2(t.tx, t.ty)
    scale = Vector2(Vector2(a, b).length, Vector2(c, d).length)
    guard scale.x > 0, scale.y > 0 else { return nil }  // Squares of tiny entries are 0.
    // A mirror is put on the axis with the smaller diagonal entry.
    if determinant < 0 {
      if a < d { scale.x = -scale.x } else { scale.y = -scale.y }
    }
    a /= scale.x
    b /= scale.x
    c /= scale.y
    d /= scale.y
    angle = Elementary.atan2(b, a)
    if angle != 0 {
      // The remainder is what the rotation leaves.
      let sine = -b
      let cosine = a
      (a, b, c, d) = (
        cosine * a + sine * c, cosine * b + sine * d, -sine * a + cosine * c, -sine * b + cosine * d
      )
    }
    m11 = a
    m12 = b
    m21 = c
    m22 = d
  }
}

extension Transform {
  /// The map at progress `p` of the way; a quarter of a half turn is an eighth of a turn, not a squeeze.
  ///
  /// Falls back to the mean of the entries when one of the maps flattens the plane.
  @_optimize(size)
  func interpolated(to other: Transform, _ p: Double) -> Transform {
    if self == other { return other }
    guard var from = AffineParts(self), var to = AffineParts(other) else {
      return Transform(
        a: a + (other.a - a) * p, b: b + (other.b - b) * p, c: c + (other.c - c) * p,
        d: d + (other.d - d) * p,
        tx: tx + (other.tx - tx) * p, ty: ty + (other.ty - ty) * p)
    }
    let half = Double.pi
    if (from.scale.x < 0 && to.scale.y < 0) || (from.scale.y < 0 && to.scale.x < 0) {
      from.scale = -from.scale
      from.angle += from.angle < 0 ? half : -half
    }
    if from.angle == 0 { from.angle = 2 * half }
    if to.angle == 0 { to.angle = 2 * half }
    if (from.angle - to.angle).magnitude > half {
      if from.angle > to.angle { from.angle -= 2 * half } else { to.angle -= 2 * half }
    }
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * p }
    let m11 = mix(from.m11, to.m11)
    let m12 = mix(from.m12, to.m12)
    let m21 = mix(from.m21, to.m21)
    let m22 = mix(from.m22, to.m22)
    let (sine, cosine) = Elementary.sinCos(mix(from.angle, to.angle))
    let sx = mix(from.scale.x, to.scale.x)
    let sy = mix(from.scale.y, to.scale.y)
    return Transform(
      a: (cosine * m11 + sine * m21) * sx, b: (cosine * m12 + sine * m22) * sx,
      c: (cosine * m21 - sine * m11) * sy, d: (cosine * m22 - sine * m12) * sy,
      tx: mix(from.translation.x, to.translation.x), ty: mix(from.translation.y, to.translation.y))
  }

  /// The map that undoes this one; nil if it flattens the plane.
  var inverse: Transform? {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    return Transform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  func apply(_ v: Vector2) -> Vector2 { Vector2(a * v.x + c * v.y + tx, b * v.x + d * v.y + ty) }
}
