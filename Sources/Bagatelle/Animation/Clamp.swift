// Overshoot of springs and curves that is cut off, number by number.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension Track {
  /// A contribution without the overshoot that is cut off.
  func clamped(_ c: ChannelValues) -> ChannelValues {
    ChannelValues(
      clamped(c.x, start.x, goal.x), clamped(c.y, start.y, goal.y), clamped(c.z, start.z, goal.z),
      clamped(c.w, start.w, goal.w))
  }

  /// Without a way there is no telling which side overshoots.
  private func clamped(_ c: Double, _ start: Double, _ goal: Double) -> Double {
    let way = start - goal
    if way == 0 { return c }
    let left = (c - goal) / way
    if left < 0 && clamp & 2 != 0 { return goal }
    return left > 1 && clamp & 1 != 0 ? start : c
  }
}

extension Timeline {
  /// What is cut off stands still.
  func stillWhereCut(
    _ rate: ChannelValues, _ track: UnsafeMutablePointer<Track>
  ) -> ChannelValues {
    let c = track.pointee.contribution(weights(track.pointee.segment))
    let cut = track.pointee.clamped(c)
    return ChannelValues(
      c.x == cut.x ? rate.x : 0, c.y == cut.y ? rate.y : 0, c.z == cut.z ? rate.z : 0,
      c.w == cut.w ? rate.w : 0)
  }

  /// Cuts off overshoot of all that an animator moves from now on.
  func setClamp(_ index: Int32, _ clamp: PropertyAnimator.Clamp) {
    forTracks(index) { t, _ in
      tracks.base[Int(t)].clamp = UInt8(truncatingIfNeeded: clamp.rawValue)
    }
  }
}
