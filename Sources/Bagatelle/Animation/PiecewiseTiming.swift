// Piecewise-linear timing: progress through a list of points, with jumps where two share a time.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// A view of points (time, progress), both from 0 on; times do not fall, the first is 0 and the last 1.
struct PiecewiseTiming: BitwiseCopyable {
  let points: UnsafePointer<Vector2>
  let count: Int32

  private func x(_ i: Int) -> Double { points[i].x }

  /// The last point at or before a time, of those that have one after them.
  private func piece(at u: Double) -> Int {
    var low = 0
    var high = Int(count) - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if points[middle].x <= u { low = middle } else { high = middle }
    }
    return low
  }

  /// At a jump the value after it; before 0 and after 1 that of the end.
  func value(at u: Double) -> Double {
    if !(u > 0) { return points[0].y }
    if u >= 1 { return points[Int(count) - 1].y }
    let i = piece(at: u)
    let from = points[i]
    let to = points[i + 1]
    let width = to.x - from.x
    return width > 0 ? from.y + (to.y - from.y) * ((u - from.x) / width) : to.y
  }

  func slope(at u: Double) -> Double {
    if !(u >= 0) || u >= 1 { return 0 }
    let i = piece(at: u)
    let width = points[i + 1].x - points[i].x
    return width > 0 ? (points[i + 1].y - points[i].y) / width : 0
  }

  /// The time at which the progress is, or jumps over, `p`; of several the one nearest to `near`.
  func inverse(of p: Double, near: Double) -> Double {
    var best = -1.0
    for i in 0..<(Int(count) - 1) {
      let from = points[i]
      let to = points[i + 1]
      guard (from.y <= p && p <= to.y) || (to.y <= p && p <= from.y) else { continue }
      let rise = to.y - from.y
      // A level piece offers its nearest point, a jump its time.
      var u = rise != 0 ? from.x + (to.x - from.x) * ((p - from.y) / rise) : max(from.x, min(to.x, near))
      u = max(from.x, min(to.x, u))
      if best < 0 || (u - near).magnitude < (best - near).magnitude { best = u }
    }
    if best >= 0 { return best }
    return (points[0].y - p).magnitude <= (points[Int(count) - 1].y - p).magnitude ? 0 : 1
  }
}
