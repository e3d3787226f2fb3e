// Contacts that begin at rest on a slope hold from their first sub-step on.
// SPDX-License-Identifier: MIT
//
// Friction is limited by what presses, and what presses is learned from pass to pass. An item that is set down on a slope
// near the angle of friction slides for some passes until both have grown, a millimetre or two. So contacts that get their
// first points at rest, and that something pulls along, are solved some times before anything moves. Where a scene begins
// with stones that lean on each other, all of them are, together: an arch would fall in for a dozen steps until its ends knew
// what the middle weighs.
import BagatelleKernels

extension World {
  /// For each contact alone, and at most for all of them together, which may cost so many solutions of a block.
  private static var startPasses: Int { 12 }
  private static var mostStartPasses: Int { 100 }
  private static var startWork: Int { 4096 }
  /// What they carry then they will for long.
  private static var startLoad: Float { 0.8 }

  private enum Slope {
    static var none: Int32 { 0 }
    /// One body is pulled along the face of the other.
    static var slides: Int32 { 1 << 30 }
    /// Both are, together: a stone of an arch, a heap.
    static var leans: Int32 { 1 << 29 }
  }

  /// Lists a contact that got its first points in this step, if it is at rest and something presses it. The list lies in
  /// `starts`, which is not in use between the search for contacts and the end of the step.
  @inline(never)
  @_optimize(size)
  func noteStart(_ index: Int32, _ context: StepContext) {
    let c = contacts + Int(index)
    let f = laneFloats(c.pointee.color, c.pointee.lane)
    let slow = StepContext.freeBounceThreshold * context.scale
    if max(f[ContactLane.approach0 * 8], f[ContactLane.approach1 * 8]) > slow || f[ContactLane.friction * 8] <= 0 { return }
    var end = f[ContactLane.end0 * 8]
    if f[ContactLane.single1 * 8] > 0 { end = min(end, f[ContactLane.end1 * 8]) }
    if end > context.slop { return }
    let a = Int(Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern))
    let b = Int(Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern))
    let t = Vec2f(-f[ContactLane.ny * 8], f[ContactLane.nx * 8])
    let slip =
      t.dot(states[b].v - states[a].v) + states[b].w * f[ContactLane.crossBT * 8]
      - states[a].w * f[ContactLane.crossAT * 8] - f[ContactLane.surface * 8]
    if !(max(slip, -slip) < slow) { return }
    let onA = a >= 0 ? motions[a].a : .zero
    let onB = b >= 0 ? motions[b].a : .zero
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    let leans = isSloped(n, onB) || isSloped(n, -onA)
    let slope = isSloped(n, onB - onA) ? Slope.slides : leans ? Slope.leans : Slope.none
    _ = s.pointee.starts.append(index | slope)
  }

  private var laneCount: Int {
    var sum = 0
    for number in 0..<Int32(World.colorCount) { sum += Int(color(number).pointee.lanes) }
    return sum
  }

  /// Whether a pull of B against A presses, and not straight.
  private func isSloped(_ n: Vec2f, _ pull: Vec2f) -> Bool {
    let press = -n.dot(pull)
    let along = n.turned.dot(pull)
    return press > 0 && max(along, -along) > 0.01 * press
  }

  /// After the warm start of the first sub-step: the listed contacts find what presses and holds them.
  @_optimize(size)
  func letRest(_ parameters: UnsafePointer<ContactParameters>) {
    let count = s.pointee.starts.count
    defer { s.pointee.starts.count = 0 }
    var kinds: Int32 = 0
    for at in 0..<count { kinds |= s.pointee.starts[at] }
    if kinds & (Slope.slides | Slope.leans) == 0 { return }
    // Together only where a scene begins: in one that runs the others know already what they carry.
    let isShared = kinds & Slope.leans != 0 && count * World.startPasses <= World.startWork && 2 * count >= laneCount
    // Nothing moves between these passes.
    var still = parameters.pointee
    still.unload = 0
    let passes = isShared ? min(World.startWork / count, World.mostStartPasses) : World.startPasses
    for _ in 0..<passes {
      for at in 0..<count where isShared || s.pointee.starts[at] & Slope.slides != 0 {
        let c = contacts[Int(s.pointee.starts[at] & (Slope.leans - 1))]
        if c.lane < 0 { continue }
        let block = color(c.color).pointee.blocks.base + Int(c.lane >> 3)
        var mark: UInt32 = 0
        s.pointee.kernel(ContactPhase.relax.rawValue, block, 1, UnsafeMutableRawPointer(states), &still, &mark)
      }
    }
    for at in 0..<count {
      let c = contacts[Int(s.pointee.starts[at] & (Slope.leans - 1))]
      if c.lane < 0 { continue }
      // What is found so belongs to no sub-step.
      let block = color(c.color).pointee.blocks.base + Int(c.lane >> 3)
      block.pointee.total0 = .zero
      block.pointee.total1 = .zero
      block.pointee.totalT = .zero
      if !isShared { continue }
      let f = laneFloats(c.color, c.lane)
      f[ContactLane.load0 * 8] = World.startLoad * f[ContactLane.impulse0 * 8]
      f[ContactLane.load1 * 8] = World.startLoad * f[ContactLane.impulse1 * 8]
    }
  }
}
