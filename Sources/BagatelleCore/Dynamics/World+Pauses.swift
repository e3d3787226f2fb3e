// Continuous collision among bodies that are put back: each goes on at its own pace until then, and stands still for the rest of the step.
// SPDX-License-Identifier: MIT
//
// Seen as if it had gone the shorter way evenly, it would be slow from the start: who follows it closely would never reach it within the step,
// rows that fall fast would stop one a step and hang in the air meanwhile, and two that both go many times their size would pass each other.
import BagatelleKernels

extension World {
  /// The fraction of the step after which a body stands still since it was put back; 1 of all others.
  @inline(__always)
  func pause(_ o: UnsafeMutablePointer<Body>) -> Float {
    let at = Int(o.pointee.awake)
    return at >= 0 && sweepMark(at) == SweepMark.stopped && at < s.pointee.pauses.count ? s.pointee.pauses[at].w : 1
  }

  /// Who carries an awake body on that was put back and has no pause, or -1: in place of its way, of which nobody asks then.
  @inline(__always)
  func carrier(_ at: Int) -> Int32 { Int32(bitPattern: s.pointee.pauses[at].x.bitPattern) }
  @inline(__always)
  func setCarrier(_ at: Int, _ carrier: Int32) { s.pointee.pauses[at].x = Float(bitPattern: UInt32(bitPattern: carrier)) }

  /// Whether a body that starts at `p0` from another keeps farther away from it than a distance: both go their ways evenly, the other one until
  /// its pause.
  @inline(never)
  @_optimize(size)
  func staysBeyond(_ p0: Vec2f, _ way: Vec2f, _ itsWay: Vec2f, pause: Float, _ distance: Float) -> Bool {
    let first = pause * way - itsWay
    return staysBeyond(p0, first, distance) && (pause == 1 || staysBeyond(p0 + first, way - pause * way, distance))
  }

  /// The fraction of the step after which a body stops that a contact with a lane held off another, who was put back since: that is no
  /// deeper inside it then than the core of it is wide, or than it was before. (Deeper than before by that, in each step, many went all the way
  /// through what they fell on together with.)
  @inline(never)
  @_optimize(size)
  func end(ofHeld mover: Mover, by contact: Int32, _ piece: Int32) -> Float {
    let c = contacts + Int(contact)
    let f = laneFloats(c.pointee.color, c.pointee.lane)
    let isA = c.pointee.bodyA == mover.index
    let body = bodies + Int(mover.index)
    let its = s.pointee.pauses[Int(bodies[Int(isA ? c.pointee.bodyB : c.pointee.bodyA)].awake)]
    let n = (isA ? -1 : 1) * Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    let mine = n.dot(mover.moved)
    let theirs = n.dot(Vec2f(its.x, its.y))
    let turned = Float(body.pointee.angle - body.pointee.previousAngle)
    let pause = its.w
    let most = World.coreShare * innerRadius(body, piece)
    var first: Float = 1
    for point in 0..<Int(c.pointee.points) {
      let cross = (isA ? -1 : 1) * f[(ContactLane.crossB0 + 2 * point - (isA ? 1 : 0)) * 8]
      let crossIts = (isA ? -1 : 1) * f[(ContactLane.crossA0 + 2 * point + (isA ? 1 : 0)) * 8]
      let end = f[(ContactLane.end0 + point) * 8]
      let way = mine + cross * turned
      let itsWay = theirs + crossIts * its.z
      let start = end - way + itsWay
      let limit = min(start, -most)
      // At the pause, and with it standing since.
      let then = start + pause * (way - itsWay)
      let last = end + (1 - pause) * itsWay
      if last < limit { first = min(first, then > limit ? pause + (1 - pause) * (then - limit) / (then - last) : pause) }
    }
    return first.stop(turnsOn: false)
  }

  /// The same for the ways of the mover and of another body that was put back: that one goes on at its own pace until then, and stands still for
  /// the rest. `known`: a contact of this step held them apart, so that only the core of the mover may not pass.
  @inline(never)
  @_optimize(size)
  func stop(
    _ outline: ShapeView, _ mine: Sweep, _ itsOutline: ShapeView, _ itsWay: Sweep, pause: Float, reach: Float, _ core: Core, _ known: Bool, _ contact: Int32,
    _ mover: Int32, _ other: Int32, before: Float, _ context: StepContext
  ) -> Float {
    var its = itsWay
    var way = mine
    way.p1 = mine.p0 + pause * (mine.p1 - mine.p0)
    way.angle1 = mine.angle0 + pause * (mine.angle1 - mine.angle0)
    var start: Float = 0
    var part = pause
    var isLast = false
    while start < before {
      // What the solver held apart while both moved was looked at as that.
      if (isLast || !known) && !staysBeyond(way.p0 - its.p0, (way.p1 - way.p0) - (its.p1 - its.p0), reach) {
        // A pause at once has no way before it.
        let most = part > 0 ? min(1, (before - start) / part) : 0
        let hit = impact(itsOutline, its, outline, way, core, known, most, context, goesOn: isLast)
        if hit < most {
          let first = (start + part * hit).stop(turnsOn: hit.turnsOn)
          its.p0 = its.p0 + hit * (its.p1 - its.p0)
          its.angle0 += hit * (its.angle1 - its.angle0)
          its.p1 = its.p0
          its.angle1 = its.angle0
          let isRefused = isRefusedInSweep(
            contact, bodyA: other, segment: none, bodyB: mover, itsOutline, its, outline, mine, at: first)
          return isRefused ? before : min(first, before)
        }
      }
      if isLast { break }
      isLast = true
      start = pause
      part = 1 - pause
      its.p0 = its.p1
      its.angle0 = its.angle1
      way = Sweep(p0: way.p1, p1: mine.p1, angle0: way.angle1, angle1: mine.angle1)
    }
    return before
  }

  /// How many bodies that were swept already are put back in turn, each by the next, at most.
  private static var mostAgain: Int { 64 }

  /// Who was swept before another one was put back, and was let past for that one would be gone, is stopped by it after all.
  @inline(never)
  @_optimize(size)
  func sweepAgain(_ index: Int32, by contact: Int32, _ context: StepContext) {
    if s.pointee.sweptAgain == World.mostAgain { return }
    s.pointee.sweptAgain += 1
    s.pointee.stopper = none
    let mover = mover(index, context)
    let first = stop(mover, by: contact, before: 1, context)
    if first < 1 { putBack(mover, to: first, context) }
    s.pointee.sweptAgain -= 1
  }
}
