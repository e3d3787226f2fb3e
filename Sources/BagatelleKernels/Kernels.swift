// Entry points of the wide loops. This folder is compiled twice: plain, and with BGT_AVX2 and -mavx2.
// SPDX-License-Identifier: MIT
import CShims

#if BGT_AVX2
  @implementation @_cdecl("bgtk_pairs_avx2")
  public func bgtk_pairs_avx2(
    _ batch: UnsafeMutableRawPointer, _ fields: UnsafeMutableRawPointer, _ parameters: UnsafeRawPointer
  ) { findPairs(batch, fields, parameters.assumingMemoryBound(to: PairParameters.self)) }
  @implementation @_cdecl("bgtk_looks_avx2")
  public func bgtk_looks_avx2(_ block: UnsafeMutableRawPointer, _ count: Int, _ parameters: UnsafeRawPointer) {
    lookClosely(block, count, parameters.assumingMemoryBound(to: LookParameters.self))
  }
  @implementation @_cdecl("bgtk_contacts_avx2")
  public func bgtk_contacts_avx2(
    _ phase: Int32, _ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer,
    _ parameters: UnsafeRawPointer, _ marks: UnsafeMutablePointer<UInt32>
  ) { run(phase, blocks, count, states, parameters, marks) }
  @implementation @_cdecl("bgtk_nets_avx2")
  public func bgtk_nets_avx2(
    _ phase: Int32, _ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer,
    _ parameters: UnsafeRawPointer
  ) { sweepNets(phase, blocks, count, states, parameters.assumingMemoryBound(to: NetParameters.self)) }
  @implementation @_cdecl("bgtk_springs_avx2")
  public func bgtk_springs_avx2(
    _ phase: Int32, _ blocks: UnsafeMutableRawPointer, _ count: Int, _ slots: UnsafeMutableRawPointer,
    _ states: UnsafeMutableRawPointer
  ) { runSprings(phase, blocks, count, slots, states) }
  @implementation @_cdecl("bgtk_trees_avx2")
  public func bgtk_trees_avx2(
    _ phase: Int32, _ bundle: UnsafeMutableRawPointer, _ nodes: UnsafeMutableRawPointer, _ joints: UnsafeMutableRawPointer,
    _ states: UnsafeMutableRawPointer, _ parameters: UnsafeRawPointer
  ) { runTree(phase, bundle, nodes, joints, states, parameters) }
#else
  @implementation @_cdecl("bgtk_pairs_baseline")
  public func bgtk_pairs_baseline(
    _ batch: UnsafeMutableRawPointer, _ fields: UnsafeMutableRawPointer, _ parameters: UnsafeRawPointer
  ) { findPairs(batch, fields, parameters.assumingMemoryBound(to: PairParameters.self)) }
  @implementation @_cdecl("bgtk_looks_baseline")
  public func bgtk_looks_baseline(_ block: UnsafeMutableRawPointer, _ count: Int, _ parameters: UnsafeRawPointer) {
    lookClosely(block, count, parameters.assumingMemoryBound(to: LookParameters.self))
  }
  @implementation @_cdecl("bgtk_contacts_baseline")
  public func bgtk_contacts_baseline(
    _ phase: Int32, _ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer,
    _ parameters: UnsafeRawPointer, _ marks: UnsafeMutablePointer<UInt32>
  ) { run(phase, blocks, count, states, parameters, marks) }
  @implementation @_cdecl("bgtk_nets_baseline")
  public func bgtk_nets_baseline(
    _ phase: Int32, _ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer,
    _ parameters: UnsafeRawPointer
  ) { sweepNets(phase, blocks, count, states, parameters.assumingMemoryBound(to: NetParameters.self)) }
  @implementation @_cdecl("bgtk_springs_baseline")
  public func bgtk_springs_baseline(
    _ phase: Int32, _ blocks: UnsafeMutableRawPointer, _ count: Int, _ slots: UnsafeMutableRawPointer,
    _ states: UnsafeMutableRawPointer
  ) { runSprings(phase, blocks, count, slots, states) }
  @implementation @_cdecl("bgtk_trees_baseline")
  public func bgtk_trees_baseline(
    _ phase: Int32, _ bundle: UnsafeMutableRawPointer, _ nodes: UnsafeMutableRawPointer, _ joints: UnsafeMutableRawPointer,
    _ states: UnsafeMutableRawPointer, _ parameters: UnsafeRawPointer
  ) { runTree(phase, bundle, nodes, joints, states, parameters) }
#endif

/// Phases: 0 warm start at the start of a step, 1 warm start again, 2 solve, 3 relax, 4 measure, 5 rebase, for which `states` are shifts and `marks` the states.
@inline(__always)
private func run(
  _ phase: Int32, _ blocks: UnsafeMutableRawPointer, _ count: Int, _ states: UnsafeMutableRawPointer,
  _ parameters: UnsafeRawPointer, _ marks: UnsafeMutablePointer<UInt32>
) {
  let p = parameters.assumingMemoryBound(to: ContactParameters.self)
  switch phase {
  case 0, 1: warmStart(blocks, count, states, phase == 0)
  case 2: solve(blocks, count, states, p, marks, unsettled: p.pointee.pressing, relax: false, sways: isFixed(blocks, count))
  case 3: solve(blocks, count, states, p, marks, unsettled: p.pointee.unsettled, relax: true, sways: isFixed(blocks, count))
  case 4: measure(blocks, count, states, p)
  default: rebase(blocks, count, states, UnsafeRawPointer(marks), p)
  }
}

/// Phases: 0 before forces act, 1 before the way, 2 after it.
@inline(__always)
private func runSprings(
  _ phase: Int32, _ blocks: UnsafeMutableRawPointer, _ count: Int, _ slots: UnsafeMutableRawPointer,
  _ states: UnsafeMutableRawPointer
) {
  switch phase {
  case 0: beginSprings(blocks, count, states)
  case 1: solveSprings(blocks, count, slots, states)
  default: finishSprings(blocks, count, states)
  }
}

/// Phases as of springs, and what of the last one rigid joints need after hits: 3, and 4 once more.
@inline(__always)
private func runTree(
  _ phase: Int32, _ bundle: UnsafeMutableRawPointer, _ nodes: UnsafeMutableRawPointer, _ joints: UnsafeMutableRawPointer,
  _ states: UnsafeMutableRawPointer, _ parameters: UnsafeRawPointer
) {
  let bundle = bundle.assumingMemoryBound(to: TreeBundle.self)
  // Where a register holds two lanes, one half after the other.
  #if BGT_AVX2
    let halves = 1
  #else
    let halves = bundle.pointee.isWide ? 2 : 1
  #endif
  let parameters = parameters.assumingMemoryBound(to: TreeParameters.self)
  for half in 0..<halves {
    var run = TreeRun(
      bundle: bundle, nodes: nodes.advanced(by: 16 &* half).assumingMemoryBound(to: JointNode.self),
      joints: joints.advanced(by: 16 &* half).assumingMemoryBound(to: TreeJoint.self),
      ranges: parameters.pointee.ranges.advanced(by: 16 &* half).assumingMemoryBound(to: TreeRange.self),
      matrices: parameters.pointee.matrices.advanced(by: 16 &* half).assumingMemoryBound(to: Four.self), states: states,
      parameters: parameters)
    run.hasLoops = bundle.pointee.loopRows > 0
    run.isAgain = phase >= 3
    run.isOnceMore = phase == 4
    #if BGT_AVX2
      if phase > 0 && phase < 3 && (phase == 1 ? solveSingle(&run) : finishSingle(&run)) { continue }
    #endif
    switch phase {
    case 0: beginTree(&run)
    case 1: solveTree(&run)
    default: finishTree(&run)
    }
  }
  if phase > 0 || bundle.pointee.beginsFactored { bundle.pointee.isFactored = true }
}
