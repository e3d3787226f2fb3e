// Friction of hits.
// SPDX-License-Identifier: MIT
//
// In the passes of a sub-step friction goes first, for the normal has the last word, and it knows what presses from the pass before. Of a hit
// that is nothing: what stops it comes in the last pass of a sub-step, and in the next one warm starting gives it once more and the biased pass
// takes it back. So after the sub-steps friction gets the rest of its share of all that a hit pressed with, what it bounces with included: a
// ball that is thrown at a wall starts to spin. (Coulomb's law for impulses; W. J. Stronge, "Rigid body collisions with friction", 1990.)
import BagatelleKernels

extension World {
  /// Friction of the hits of a step that do not bounce. (Others: with each bounce.)
  @_optimize(size)
  func rubHits() {
    for number in 0..<Int32(World.colorCount) {
      let set = color(number)
      for block in 0..<set.pointee.blocks.count {
        let marks = set.pointee.marks[block]
        var lanes = marks >> 16 & ~(marks | marks >> 8)
        while lanes != 0 {
          let f = laneFloats(number, Int32(truncatingIfNeeded: block * 8 + lanes.trailingZeroBitCount))
          lanes &= lanes &- 1
          // Most slide as hard as they can already.
          let before = f[ContactLane.totalT * 8]
          if !(limit(f) > abs(before)) { continue }
          _ = bounce(f, Bounce.rubs)
        }
      }
    }
  }

  /// Coulomb's, of a step.
  @inline(__always)
  private func limit(_ f: UnsafeMutablePointer<Float>) -> Float {
    f[ContactLane.friction * 8] * (f[ContactLane.total0 * 8] + f[ContactLane.total1 * 8])
  }

  /// Where two touch along the normal, from the centers of mass, when they hit: a point of the contact lies half-way between them where they
  /// were when the step began.
  @inline(__always)
  func touch(_ f: UnsafeMutablePointer<Float>) -> (a: Float, b: Float) {
    let pressed0 = f[ContactLane.total0 * 8]
    let pressed1 = f[ContactLane.total1 * 8]
    let gaps = max(f[ContactLane.end0 * 8], 0) * pressed0 + max(f[ContactLane.end1 * 8], 0) * pressed1
    let half = gaps > 0 ? 0.5 * gaps / (pressed0 + pressed1) : 0
    return (f[ContactLane.crossAT * 8] - half, f[ContactLane.crossBT * 8] + half)
  }

  /// Friction of a hit, up to its coefficient times all that has pressed in the step so far. `last` as of `bounce`, across alone.
  @inline(__always)
  func rub(_ f: UnsafeMutablePointer<Float>, _ arms: (a: Float, b: Float), _ last: UnsafeMutablePointer<Float>? = nil) {
    if f[ContactLane.massA * 8] > 0 && f[ContactLane.massB * 8] > 0 && (isStuck(f[ContactLane.indexA * 8]) || isStuck(f[ContactLane.indexB * 8])) { return }
    f[ContactLane.totalT * 8] = rub(f, arms, limit(f), f[ContactLane.totalT * 8], last)
  }

  /// Whether a sweep has stopped a body that may be deep inside of something still: in a crowd friction would hold it there.
  @inline(__always)
  private func isStuck(_ index: Float) -> Bool {
    let at = Int(Int32(bitPattern: index.bitPattern))
    return at >= 0 && bodies[Int(s.pointee.awake[at])].flags & BodyFlag.stopped != 0
  }

  /// How many times what it misses a hit needs, of which others take a part, as they took of what it was given last: what it missed then, and what it was given.
  @inline(__always)
  func needed(_ last: UnsafeMutablePointer<Float>, _ missed: Float) -> Float {
    let kept = (last[0] - missed) / last[1]
    last[0] = missed
    return kept > 1e-3 && kept < 1 ? 1 / kept : 1
  }

  /// Adds as much friction as stops the sliding of a contact, up to a limit with what it had before, and returns the sum. It only takes energy.
  @inline(never)
  @_optimize(size)
  func rub(
    _ f: UnsafeMutablePointer<Float>, _ arms: (a: Float, b: Float), _ limit: Float, _ before: Float, _ last: UnsafeMutablePointer<Float>? = nil
  ) -> Float {
    let a = states + Int(Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern))
    let b = states + Int(Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern))
    let massA = f[ContactLane.massA * 8]
    let massB = f[ContactLane.massB * 8]
    let turnA = f[ContactLane.inertiaA * 8] * arms.a
    let turnB = f[ContactLane.inertiaB * 8] * arms.b
    let t = Vec2f(-f[ContactLane.ny * 8], f[ContactLane.nx * 8])
    let slide = t.dot(b.pointee.v - a.pointee.v) + (b.pointee.w * arms.b - a.pointee.w * arms.a) - f[ContactLane.surface * 8]
    var x = -slide / (massA + massB + turnA * arms.a + turnB * arms.b)
    if let last { x *= needed(last, x) }
    let total = max(-limit, min(before + x, limit))
    x = total - before
    last?[1] = x
    a.pointee.v = a.pointee.v - (massA * x) * t
    b.pointee.v = b.pointee.v + (massB * x) * t
    a.pointee.w -= turnA * x
    b.pointee.w += turnB * x
    return total
  }
}
