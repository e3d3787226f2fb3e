// Turns points given by a caller into a clean convex polygon, and derives its edge normals.
// SPDX-License-Identifier: MIT
//
// All tests are made with each axis scaled to the extent of the points: an affine map keeps convexity and
// collinearity, and the 32-bit vertices made later are rounded by a part of each axis's own extent.

/// Why points make no convex polygon.
public enum PolygonIssue: Sendable {
  case none
  /// Fewer than 3 different points.
  case tooFewPoints
  /// More than the maximum, repeated neighbours not counted.
  case tooManyPoints
  /// A coordinate or an extent is infinite or no number.
  case notFinite
  /// Concave, crossing itself, or going round more than once.
  case notConvex
  /// All points on a line.
  case zeroArea
}

/// Repeated and collinear points are dropped below this part of the extent.
private let polygonTolerance = 1e-7

/// Cleans a convex polygon: no repeated neighbours, no collinear points, positive shoelace sum.
///
/// A positive sum is clockwise on screen. Takes either winding, and a last point equal to the first. The
/// order of the points is kept or reversed; the first that remains comes first, or last when reversed. `out`
/// has room for `maximum` points and does not overlap `points`; its contents mean something only when the
/// issue is `none`, else the count is 0.
@_optimize(size)
public func makeConvexPolygon(
  _ points: UnsafeBufferPointer<Vector2>, into out: UnsafeMutablePointer<Vector2>, maximum: Int = 64
) -> (issue: PolygonIssue, count: Int) {
  guard points.count > 0 else { return (.tooFewPoints, 0) }
  var low = points[0]
  var high = points[0]
  for point in points {
    guard point.isFinite else { return (.notFinite, 0) }
    if point.x < low.x { low.x = point.x }
    if point.y < low.y { low.y = point.y }
    if point.x > high.x { high.x = point.x }
    if point.y > high.y { high.y = point.y }
  }
  let extent = high - low
  guard extent.isFinite else { return (.notFinite, 0) }
  let frame = PolygonFrame(width: extent.x, height: extent.y)

  var count = 0
  var closing = false  // The latest point repeats the first: fine at the end, else it is a visit to it.
  for point in points {
    if count > 0 && frame.coincide(point, closing ? out[0] : out[count - 1]) { continue }
    if closing {
      guard count < maximum else { return (.tooManyPoints, 0) }
      out[count] = out[0]
      count += 1
      closing = false
    } else if count > 1 && frame.coincide(point, out[0]) {
      closing = true
      continue
    }
    guard count < maximum else { return (.tooManyPoints, 0) }
    out[count] = point
    count += 1
  }
  guard count >= 3 else { return (.tooFewPoints, 0) }
  guard extent.x > 0 && extent.y > 0 && !frame.isThin(out, count) else { return (.zeroArea, 0) }

  count = frame.dropCollinear(out, count)
  guard count >= 3 else { return (.zeroArea, 0) }
  guard let positive = frame.convexWinding(out, count) else { return (.notConvex, 0) }
  if !positive {
    var i = 0
    var j = count - 1
    while i < j {
      let point = out[i]
      out[i] = out[j]
      out[j] = point
      i += 1
      j -= 1
    }
  }
  return (.none, count)
}

/// Differences of points, each axis as a part of its extent.
private struct PolygonFrame {
  var width: Double
  var height: Double

  /// An extent of zero leaves zeros as they are.
  init(width: Double, height: Double) {
    self.width = width > 0 ? width : 1
    self.height = height > 0 ? height : 1
  }

  /// From a to b.
  func edge(_ a: Vector2, _ b: Vector2) -> Vector2 { Vector2((b.x - a.x) / width, (b.y - a.y) / height) }

  func coincide(_ a: Vector2, _ b: Vector2) -> Bool {
    let d = edge(a, b)
    return d.x.magnitude <= polygonTolerance && d.y.magnitude <= polygonTolerance
  }

  /// Whether all points lie on one line, as near as the tolerance.
  func isThin(_ points: UnsafeMutablePointer<Vector2>, _ count: Int) -> Bool {
    var axis = Vector2.zero
    for i in 1..<count {
      let d = edge(points[0], points[i])
      if d.lengthSquared > axis.lengthSquared { axis = d }
    }
    let limit = polygonTolerance * axis.length
    for i in 1..<count where axis.cross(edge(points[0], points[i])).magnitude > limit { return false }
    return true
  }

  /// Drops points on the segment between their neighbours, until none is left. Returns the new count.
  func dropCollinear(_ points: UnsafeMutablePointer<Vector2>, _ count: Int) -> Int {
    var count = count
    var dropped = true
    while dropped && count >= 3 {
      dropped = false
      var i = 0
      while i < count && count >= 3 {
        let point = points[i]
        let before = edge(points[i == 0 ? count - 1 : i - 1], point)
        let after = edge(point, points[i + 1 == count ? 0 : i + 1])
        let chord = before + after
        let onLine = before.cross(after).magnitude <= polygonTolerance * chord.length
        if onLine && before.dot(after) > 0 {
          for j in i..<count - 1 { points[j] = points[j + 1] }
          count -= 1
          dropped = true
        } else {
          i += 1
        }
      }
    }
    return count
  }

  /// True: all turns are positive and go round once; false: all negative; nil: neither.
  func convexWinding(_ points: UnsafeMutablePointer<Vector2>, _ count: Int) -> Bool? {
    var positive = 0
    var negative = 0
    var rounds = 0
    var before = edge(points[count - 1], points[0])
    for i in 0..<count {
      let after = edge(points[i], points[i + 1 == count ? 0 : i + 1])
      let turn = before.cross(after)
      if turn > 0 { positive += 1 }
      if turn < 0 { negative += 1 }
      // Turning one way by less than a half turn each, the direction enters the upper half once a round.
      if isUpper(before) != isUpper(after) { rounds += 1 }
      before = after
    }
    guard positive == count || negative == count, rounds == 2 else { return nil }
    return positive == count
  }

  private func isUpper(_ v: Vector2) -> Bool { v.y > 0 || (v.y == 0 && v.x > 0) }
}

/// Outward unit normals of a polygon of positive winding; edge i runs from vertex i to the next.
///
/// An edge of no length gets zero.
func makeNormals(vertices: UnsafePointer<Vec2f>, count: Int, into: UnsafeMutablePointer<Vec2f>) {
  for i in 0..<count {
    let edge = vertices[i + 1 == count ? 0 : i + 1].widened - vertices[i].widened
    let length = edge.length
    into[i] = length > 0 ? Vector2(edge.y / length, -edge.x / length).narrowed : .zero
  }
}
