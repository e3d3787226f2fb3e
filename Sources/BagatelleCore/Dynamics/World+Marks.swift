// What is asked of each awake body once it has moved: one look, in the loop that moves it.
// SPDX-License-Identifier: MIT
import BagatelleKernels

/// What a step finds out about an awake body at its new pose, in `marks`.
enum BodyMark {
  /// How it is swept: a `SweepMark`.
  static var sweep: UInt8 { 7 }
  /// In those bits before any body is swept: it was stopped, for its motion was not finite.
  static var isQuarantined: UInt8 { 7 }
  /// It was listed as fresh in this step's loop.
  static var isFresh: UInt8 { 8 }
  /// It left its enlarged box.
  static var hasLeft: UInt8 { 16 }
  /// It needs another box, which lies in `boxes`.
  static var isLoose: UInt8 { 32 }
  /// With the last one: it meets no other body. Alone: it has several shapes, of which some need other boxes.
  static var isAlone: UInt8 { 64 }
  /// It is slow, or may be when the step is over, or was told to reach a pose in this step.
  static var mayRest: UInt8 { 128 }
}

extension World {
  @inline(__always)
  func sweepMark(_ at: Int) -> UInt8 { s.pointee.marks[at] & BodyMark.sweep }
  @inline(__always)
  func setSweepMark(_ at: Int, _ mark: UInt8) { s.pointee.marks[at] = s.pointee.marks[at] & ~BodyMark.sweep | mark }

  /// Looks at bodies that woke after all others were looked at, and again at those from some place on that have become fresh since.
  @_optimize(size)
  func lookAtLater(_ freshBefore: Int) {
    for at in s.pointee.looked..<s.pointee.awake.count { lookAt(at, at + 1, keeping: 0) }
    s.pointee.looked = s.pointee.awake.count
    for at in freshBefore..<s.pointee.fresh.count {
      let awake = Int(bodies[Int(s.pointee.fresh[at])].awake)
      if awake >= 0 { lookAt(awake, awake + 1, keeping: BodyMark.isFresh) }
    }
  }

  /// Contacts that do not lie near each other in the cache.
  private static var manyContacts: Int { 8192 }

  /// Contacts of bodies that a sweep has stopped, which many are among groups and in crowds, come into the cache: one after the other they are waited for.
  @_optimize(size)
  private func fetchStopped(_ first: Int, _ end: Int) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 32) { edges in
      let edges = edges.baseAddress.unsafelyUnwrapped
      var count = 0
      for at in first..<min(end, first + 32) {
        let body = bodies + Int(s.pointee.awake[at])
        edges[count] = body.pointee.firstContact
        count += body.pointee.flags & BodyFlag.stopped != 0 ? 1 : 0
      }
      if count > 1 { fetchContacts(edges, count) }
    }
  }

  /// Looks at a range of awake bodies at their poses. What holds for the velocity too holds unless springs change it still.
  @inline(never)
  func lookAt(_ first: Int, _ end: Int, keeping kept: UInt8) {
    let dt = Float(s.pointee.stepSeconds)
    // What the next step may need: the motion of a step and the speculative distance.
    let reach = StepContext.speculativeDistance * lengthScale
    let rest = restSpeeds
    if kept & BodyMark.isQuarantined != 0 && s.pointee.hadFast && (s.pointee.pieces.count > 0 || s.pointee.active.count > World.manyContacts) { fetchStopped(first, end) }
    for at in first..<end {
      let body = bodies + Int(s.pointee.awake[at])
      let state = states[at]
      var mark = s.pointee.marks[at] & kept
      defer { s.pointee.marks[at] = mark }
      let turned = Float(body.pointee.angle - body.pointee.previousAngle)
      let isFast = isFast(body, moved(body), turned)
      // Asked in the first look: who is put back after it may be deep in the next step.
      let isDeep = body.pointee.flags & BodyFlag.stopped != 0 && kept & BodyMark.isQuarantined != 0 && staysDeep(body)
      if isFast || isDeep { mark |= body.pointee.flags & BodyFlag.kinematic == 0 ? SweepMark.listed : SweepMark.drives }
      if isSlow(state, rest) || motions[at].hasJoints != 0 || body.pointee.flags & BodyFlag.oneTick != 0 || staysPut(at, body, state, rest) {
        mark |= BodyMark.mayRest
      } else if rest.speed > 0 {
        body.pointee.slowSeconds = 0
      }
      // Who stays near its reference stays in its box.
      if body.pointee.flags & BodyFlag.fresh == 0 { continue }
      if body.pointee.firstPiece >= 0 {
        mark |= marks(ofPieces: body, velocity: state.v, turning: state.w)
        continue
      }
      let tight = tightEdges(body.pointee)
      let box = BoxEdges(s.pointee.bodyTree.box(ofLeaf: body.pointee.leaf))
      let way = BoxEdges(along: state.v, dt)
      let needed = tight + way.outward - reach
      if box.contains(needed) { continue }
      if !box.contains(tight) { mark |= BodyMark.hasLeft }
      let on = way.half(atMost: motionAhead(body))
      let loose = tight + (way + on).outward - looseMargin(body.pointee)
      s.pointee.boxes[at] = loose.union(needed).box
      mark |= kind(body).pointee.itemMask == 0 ? BodyMark.isLoose | BodyMark.isAlone : BodyMark.isLoose
    }
  }
}
