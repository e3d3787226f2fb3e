// What contacts of fast bodies that part let go of in the relaxing pass. Compiled twice, as ContactKernel.swift.
// SPDX-License-Identifier: MIT
//
// While an impact goes up a column, warm starting helps it; when all have stopped it would give the same again, and as the impulses of
// neighbors nearly cancel, no contact parts fast enough to be relaxed once more.

/// What has stopped is given no more of the impact that stopped it. Contacts that part let go of what they carry beyond twice their lasting load,
/// the more the faster they do, and the velocities from which the next warm start counts follow.
@inline(never)
@_optimize(size)
func unload(
  _ c: UnsafeMutablePointer<ContactBlock>, _ v0: Wide, _ s0: Wide, _ v1: Wide, _ s1: Wide, _ energy: Wide,
  _ parameters: UnsafePointer<ContactParameters>
) {
  guard let warm = parameters.pointee.warm else { return }
  let k = parameters
  let zero = Wide.zero
  let one = Wide(repeating: 1)
  let rate = Wide(repeating: k.pointee.letGo)
  // Beyond what the biased pass pushes an overlap out with.
  let isMoving = (c.pointee.massA.wide .> zero) & (c.pointee.massB.wide .> zero)
  let bias = select(isMoving, Wide(repeating: k.pointee.biasRate), Wide(repeating: k.pointee.fixedBiasRate))
  let slop = c.pointee.slop.wide
  let from = Wide(repeating: k.pointee.unsettled)
  let most = c.pointee.pushSpeed.wide
  let more0 = (v0 - minimum(bias * maximum(-(s0 + slop), zero), most)) - from
  let more1 = (v1 - minimum(bias * maximum(-(s1 + slop), zero), most)) - from
  let p0 = c.pointee.impulse0.wide
  let p1 = c.pointee.impulse1.wide
  let pt = c.pointee.impulseT.wide
  let load0 = c.pointee.load0.wide
  let load1 = c.pointee.load1.wide
  let isFast = energy .> Wide(repeating: 100) * from * from
  let parts0 = isFast & (more0 .> zero) & (p0 .> load0 + load0)
  let parts1 = isFast & (more1 .> zero) & (p1 .> load1 + load1)
  let parts = parts0 | parts1
  let x0 = select(parts0, (p0 - (load0 + load0)) * minimum(rate * more0, one), zero)
  let x1 = select(parts1, (p1 - (load1 + load1)) * minimum(rate * more1, one), zero)
  let sum = p0 + p1
  let x = x0 + x1
  let xt = select(sum .> zero, pt * (x / sum), zero)
  c.pointee.impulse0.wide = select(parts0, p0 - x0, p0)
  c.pointee.impulse1.wide = select(parts1, p1 - x1, p1)
  c.pointee.impulseT.wide = select(parts, pt - xt, pt)
  let nx = c.pointee.nx.wide
  let ny = c.pointee.ny.wide
  let px = x * nx - xt * ny
  let py = x * ny + xt * nx
  let massA = c.pointee.massA.wide
  let massB = c.pointee.massB.wide
  let turnA = c.pointee.inertiaA.wide * ((x0 * c.pointee.crossA0.wide + x1 * c.pointee.crossA1.wide) + xt * c.pointee.crossAT.wide)
  let turnB = c.pointee.inertiaB.wide * ((x0 * c.pointee.crossB0.wide + x1 * c.pointee.crossB1.wide) + xt * c.pointee.crossBT.wide)
  var lanes = parts.bits
  var rows = (massA * -px, massA * -py, -turnA, massB * px, massB * py, turnB, massA, massB)
  withUnsafeMutablePointer(to: &rows) { rows in
    let f = UnsafeMutableRawPointer(rows).assumingMemoryBound(to: Float.self)
    let wide = MemoryLayout<Wide>.stride / 4
    while lanes != 0 {
      let lane = lanes.trailingZeroBitCount
      lanes &= lanes &- 1
      for side in 0..<2 {
        if f[(6 &+ side) &* wide &+ lane] <= 0 { continue }
        let base = warm.advanced(by: Int(indices(c, side == 0 ? ContactLane.indexA : ContactLane.indexB)[lane]) &* 16)
          .assumingMemoryBound(to: Float.self)
        for field in 0..<3 { base[field] += f[(3 &* side &+ field) &* wide &+ lane] }
      }
    }
  }
}
