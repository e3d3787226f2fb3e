// One boundary of a collision behavior: its points, material and place in the world.
// SPDX-License-Identifier: MIT
import BagatelleCore

final class Boundary {
  /// 0 for the reference bounds.
  let name: UInt64
  /// As they were given.
  private(set) var points = Arena<Vector2>()
  /// Without equal neighbours.
  private var clean = Arena<Vector2>()
  private(set) var isClosed = false
  /// Nil: the default of the animator.
  var elasticity: Double?
  var friction: Double?
  /// Points/s, from the first point toward the last.
  var surfaceSpeed = 0.0
  var pass = BoundaryPass.never
  /// Index in the world, or -1.
  var place: Int32 = -1
  /// The behavior clears this before it dies.
  unowned(unsafe) var collision: CollisionBehavior?

  /// Takes over one reference to the name.
  init(name: UInt64) { self.name = name }

  deinit {
    points.deallocate()
    clean.deallocate()
    if name != 0 { NameTable.release(name) }
  }

  /// - Throws: `range`, `limit`, `invalidPath`, `outOfMemory`; nothing changed then.
  @_optimize(size)
  func setPoints(_ source: UnsafeBufferPointer<Vector2>, isClosed: Bool) throws(BagatelleError) {
    let minimum = isClosed ? 3 : 2
    guard source.count >= minimum else { throw BagatelleError(.invalidPath, "count", Double(source.count)) }
    guard source.count <= Limits.boundaryPoints else {
      throw BagatelleError(.limit, "count", Double(source.count))
    }
    for point in source { try Check.vector(point, within: Limits.coordinate, "points.x", "points.y") }
    var newPoints = Arena<Vector2>()
    var newClean = Arena<Vector2>()
    guard newPoints.reserve(source.count), newClean.reserve(source.count) else {
      newPoints.deallocate()
      newClean.deallocate()
      throw BagatelleError(.outOfMemory, "points")
    }
    for point in source {
      _ = newPoints.append(point)
      if newClean.count == 0 || newClean[newClean.count - 1] != point { _ = newClean.append(point) }
    }
    while isClosed, newClean.count > 1, newClean[newClean.count - 1] == newClean[0] { newClean.count -= 1 }
    guard newClean.count >= minimum else {
      newPoints.deallocate()
      newClean.deallocate()
      throw BagatelleError(.invalidPath, "points", Double(source.count))
    }
    points.deallocate()
    clean.deallocate()
    points = newPoints
    clean = newClean
    self.isClosed = isClosed
  }

  /// Four corners; a rectangle without inside has no points and no contacts.
  func setRectangle(_ rect: Rect?) throws(BagatelleError) {
    guard let rect, rect.width > 0, rect.height > 0 else {
      points.count = 0
      clean.count = 0
      return
    }
    guard points.reserve(4), clean.reserve(4) else { throw BagatelleError(.outOfMemory, "bounds") }
    points.count = 0
    let right = rect.x + rect.width
    let bottom = rect.y + rect.height
    _ = points.append(Vector2(rect.x, rect.y))
    _ = points.append(Vector2(right, rect.y))
    _ = points.append(Vector2(right, bottom))
    _ = points.append(Vector2(rect.x, bottom))
    clean.count = 0
    for i in 0..<4 { _ = clean.append(points[i]) }
    isClosed = true
  }

  var worldPoints: UnsafeBufferPointer<Vector2> {
    UnsafeBufferPointer(start: UnsafePointer(clean.base), count: clean.count)
  }

  /// The rectangle about its points; nil without points.
  var frame: Rect? {
    guard clean.count > 0 else { return nil }
    var low = clean[0]
    var high = clean[0]
    for i in 1..<clean.count {
      let p = clean[i]
      low = Vector2(min(low.x, p.x), min(low.y, p.y))
      high = Vector2(max(high.x, p.x), max(high.y, p.y))
    }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
