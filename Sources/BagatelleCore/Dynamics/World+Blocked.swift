// Jams: who is stopped step after step before what cannot give way comes to rest there.
// SPDX-License-Identifier: MIT
//
// Who is put back by a sweep keeps its velocity, and the solver finds it in contact in the next step. Of a long row that comes down on something the
// solver stops some items a step; the others hang behind them, each held by a sweep, as fast as they came, and where more arrive than are stopped the row
// would hang there for good. But a row that stands on what does not give way comes to rest as a whole: from there on outward, each item is stopped by
// the one before as if that had any mass (shock propagation: Guendelman, Bridson and Fedkiw, "Nonconvex Rigid Bodies with Stacking", 2003). So who
// was put back in two parts of a step in a row loses its speed toward what is anchored, toward who lost his own so, or toward who lies on something and
// is drawn to it. Only what takes energy is taken, and rows that end at nothing of that kind keep their momentum.
import BagatelleKernels

extension World {
  /// Takes from a body that was put back again what it has of speed toward what cannot give way.
  @inline(never)
  @_optimize(size)
  func block(_ index: Int32) {
    let body = bodies + Int(index)
    var edge = body.pointee.firstContact
    let state = states + Int(body.pointee.awake)
    let near = StepContext.slop * lengthScale
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      let isA = edge & 1 == 0
      edge = isA ? c.pointee.nextA : c.pointee.nextB
      let other = isA ? c.pointee.bodyB : c.pointee.bodyA
      if c.pointee.lane < 0 || c.pointee.points == 0 { continue }
      let f = laneFloats(c.pointee.color, c.pointee.lane)
      let isPair = c.pointee.points > 1
      if min(f[ContactLane.end0 * 8], isPair ? f[ContactLane.end1 * 8] : .infinity) > near { continue }
      let side: Float = isA ? 1 : -1
      let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
      let o = bodies + Int(max(other, 0))
      let its = c.pointee.segment < 0 && o.pointee.awake >= 0 ? states[Int(o.pointee.awake)] : BodyState()
      let m = body.pointee.invMass
      let i = body.pointee.invInertia
      @inline(__always) func arms(_ which: Int) -> (mine: Float, its: Float) {
        (f[((isA ? ContactLane.crossA0 : ContactLane.crossB0) + 2 * which) * 8], f[((isA ? ContactLane.crossB0 : ContactLane.crossA0) + 2 * which) * 8])
      }
      @inline(__always) func closing(_ arms: (mine: Float, its: Float)) -> Float {
        side * (n.dot(state.pointee.v - its.v) + state.pointee.w * arms.mine - its.w * arms.its)
      }
      // Most part, or stay as they are.
      if !(closing(arms(0)) > 0 || isPair && closing(arms(1)) > 0) { continue }
      if c.pointee.segment < 0 && o.pointee.flags & (BodyFlag.anchored | BodyFlag.blocked) == 0 && !isFooting(o, side * n, besides: index) { continue }
      for turn in 0..<(isPair ? 4 : 1) {
        let arms = arms(turn & 1)
        let closing = closing(arms)
        let mass = m + i * arms.mine * arms.mine
        if !(closing > 0) || mass <= 0 { continue }
        body.pointee.flags |= BodyFlag.blocked
        let x = side * closing / mass
        // Only what it has: nothing is pushed on.
        let v = state.pointee.v - (m * x) * n
        let w = state.pointee.w - i * x * arms.mine
        if m * (w * w - state.pointee.w * state.pointee.w) + i * (v.lengthSquared - state.pointee.v.lengthSquared) >= 0 { continue }
        state.pointee.v = v
        state.pointee.w = w
        // What spun may go faster.
        limitSpeed(state, Float(Limits.speed))
      }
    }
  }

  /// Whether a body that no sweep put back is pressed to something that way that does not move, or to anything that way if it is drawn there.
  @inline(never)
  @_optimize(size)
  private func isFooting(_ o: UnsafeMutablePointer<Body>, _ n: Vec2f, besides index: Int32) -> Bool {
    if o.pointee.awake < 0 { return true }
    if o.pointee.flags & BodyFlag.putBack != 0 { return false }
    let a = motions[Int(o.pointee.awake)].a
    let isDrawn = a.dot(n) > 0.5 * a.length
    var edge = o.pointee.firstContact
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      let isA = edge & 1 == 0
      let other = isA ? c.pointee.bodyB : c.pointee.bodyA
      edge = isA ? c.pointee.nextA : c.pointee.nextB
      if c.pointee.lane < 0 || other == index || !isDrawn && c.pointee.segment < 0 && !isStill(other) { continue }
      let f = laneFloats(c.pointee.color, c.pointee.lane)
      let toward = (isA ? 1 : -1) * n.dot(Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8]))
      if toward > 0.3 && (f[ContactLane.total0 * 8] > 0 || f[ContactLane.total1 * 8] > 0) { return true }
    }
    return false
  }
}
