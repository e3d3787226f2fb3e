// Contacts that begin at rest on a slope hold from their first sub-step on.
// SPDX-License-Identifier: MIT
//
// Friction is limited by what presses, and what presses is learned from pass to pass. An item that is set down on a slope
// near the angle of friction slides for some passes until both have grown, a millimetre or two. So contacts that get their
// first points at rest, and that something pulls along, are solved some times before anything moves.
import BagatelleKernels

extension World {
  private static var startPasses: Int { 12 }

  /// Lists a contact that got its first points in this step, if it is at rest and something pulls it along its face. The
  /// list lies in `starts`, which is not in use between the search for contacts and the end of the step.
  @inline(never)
  func noteStart(_ index: Int32, _ context: StepContext) {
    let c = contacts + Int(index)
    let f = laneFloats(c.pointee.color, c.pointee.lane)
    let slow = StepContext.freeBounceThreshold * context.scale
    if max(f[ContactLane.approach0 * 8], f[ContactLane.approach1 * 8]) > slow { return }
    if c.pointee.friction > 0 && startsAtRest(c, f, slow, context) { _ = s.pointee.starts.append(index) }
  }

  private func startsAtRest(
    _ c: UnsafeMutablePointer<Contact>, _ f: UnsafeMutablePointer<Float>, _ slow: Float, _ context: StepContext
  ) -> Bool {
    var end = f[ContactLane.end0 * 8]
    if f[ContactLane.single1 * 8] > 0 { end = min(end, f[ContactLane.end1 * 8]) }
    if end > context.slop { return false }
    let a = Int(Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern))
    let b = Int(Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern))
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    let pull = (b >= 0 ? motions[b].a : .zero) - (a >= 0 ? motions[a].a : .zero)
    let press = -n.dot(pull)
    let along = n.turned.dot(pull)
    if !(press > 0 && max(along, -along) > 0.01 * press) { return false }
    let slip =
      n.turned.dot(states[b].v - states[a].v) + states[b].w * f[ContactLane.crossBT * 8]
      - states[a].w * f[ContactLane.crossAT * 8] - f[ContactLane.surface * 8]
    return max(slip, -slip) < slow
  }

  /// After the warm start of the first sub-step: the listed contacts find what presses and holds them.
  func letRest(_ parameters: UnsafePointer<ContactParameters>) {
    for at in 0..<s.pointee.starts.count {
      let c = contacts[Int(s.pointee.starts[at])]
      if c.lane < 0 { continue }
      let block = color(c.color).pointee.blocks.base + Int(c.lane >> 3)
      for _ in 0..<World.startPasses {
        s.pointee.kernel(ContactPhase.relax.rawValue, block, 1, UnsafeMutableRawPointer(states), parameters)
      }
      // What is found so belongs to no sub-step.
      block.pointee.total0 = .zero
      block.pointee.total1 = .zero
      block.pointee.totalT = .zero
    }
    s.pointee.starts.count = 0
  }
}
