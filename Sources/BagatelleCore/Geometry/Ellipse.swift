// An ellipse as a convex polygon for collisions.
// SPDX-License-Identifier: MIT

/// The number of vertices of every ellipse.
public let ellipseVertexCount = 48

/// Writes an ellipse around the origin as 48 vertices of positive winding; returns their number.
///
/// Vertices lie 0.107 % outside and the middles of edges as much inside. Edges, not vertices, cross the axes,
/// so an ellipse can stand on its ends; both mirror images have the same bits.
public func makeEllipsePolygon(
  width: Double, height: Double, into: UnsafeMutablePointer<Vector2>
) -> Int {
  let quarter = ellipseVertexCount / 4
  let step = Double.pi / 2 / Double(quarter)
  let stretch = 2 / (1 + Elementary.cos(step / 2))
  let a = width / 2 * stretch
  let b = height / 2 * stretch
  for i in 0..<quarter {
    // Sine and cosine of one table, so that a circle is its own image in the diagonals too.
    let x = a * Elementary.sin((Double(quarter - 1 - i) + 0.5) * step)
    let y = b * Elementary.sin((Double(i) + 0.5) * step)
    into[i] = Vector2(x, y)
    into[2 * quarter - 1 - i] = Vector2(-x, y)
    into[2 * quarter + i] = Vector2(-x, -y)
    into[4 * quarter - 1 - i] = Vector2(x, -y)
  }
  return ellipseVertexCount
}
