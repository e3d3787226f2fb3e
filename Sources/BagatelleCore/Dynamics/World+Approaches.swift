// What comes near to somebody who sleeps.
// SPDX-License-Identifier: MIT
//
// To the solver who sleeps is a wall. So he wakes before the step in which somebody hits him, and not only after it: else the other would bounce
// off as from something that nothing moves. Contacts are looked at anew only when a body has left its place by some way, which may be some steps
// before or after that, so those with points of which one side sleeps are looked at in each step. And who is hit may hit the next one in the same
// step, as the balls of a rack do: who sleeps beside somebody who may be pushed on wakes with him.

import BagatelleKernels

extension World {
  /// Bodies about somebody that are asked whether they are hit.
  private static var mostAsked: Int { 32 }

  /// Whether it sleeps: does not move, and could.
  @inline(__always)
  func sleeps(_ index: Int32) -> Bool {
    let body = bodies + Int(index)
    return body.pointee.awake < 0 && body.pointee.flags & BodyFlag.anchored == 0
  }

  /// Of a contact of two bodies.
  @inline(__always)
  func hasSleeper(_ c: UnsafeMutablePointer<Contact>) -> Bool { sleeps(c.pointee.bodyB) || sleeps(c.pointee.bodyA) }

  /// Lists a contact with points, beside which somebody sleeps, for the rest of this step and the next.
  @inline(never)
  func noteApproach(_ index: Int32) {
    if !s.pointee.approaches.append(index) { s.pointee.outOfMemory = true }
  }

  /// Whether a listed contact is still such: another may have its place now.
  @inline(never)
  private func isApproach(_ index: Int32) -> Bool {
    if index >= s.pointee.contacts.count { return false }
    let c = contacts + Int(index)
    return c.pointee.flags & ContactFlag.alive != 0 && c.pointee.segment < 0 && c.pointee.active >= 0 && c.pointee.points > 0 && hasSleeper(c)
  }

  /// Looks at the listed contacts of the step before; who is hit in this one wakes.
  @inline(never)
  @_optimize(size)
  func lookAtApproaches(_ stamp: UInt16, _ context: StepContext) {
    let count = s.pointee.approaches.count
    for at in 0..<count {
      let index = s.pointee.approaches[at]
      if !isApproach(index) || contacts[Int(index)].stamp == stamp { continue }
      contacts[Int(index)].stamp = stamp
      refresh(index, context)
    }
    // Behind them those that are such now.
    let left = s.pointee.approaches.count - count
    for at in 0..<left { s.pointee.approaches[at] = s.pointee.approaches[count + at] }
    s.pointee.approaches.count = left
  }

  /// Wakes who sleeps beside somebody who may be pushed on to him in this step; whether there was any. Of the bodies awake those from `first`
  /// on woke in this step.
  @inline(never)
  @_optimize(size)
  func wakeAhead(_ first: Int, _ context: StepContext) -> Bool {
    var woke = false
    // The list grows while others are looked at, but not here.
    for at in 0..<s.pointee.approaches.count {
      let index = s.pointee.approaches[at]
      if !isApproach(index) { continue }
      let c = contacts + Int(index)
      if c.pointee.lane < 0 { continue }
      let isA = sleeps(c.pointee.bodyA)
      let other = isA ? c.pointee.bodyB : c.pointee.bodyA
      if bodies[Int(other)].awake < 0 || bodies[Int(other)].flags & BodyFlag.anchored != 0 { continue }
      let speed = pushSpeed(other, first, context)
      let (_, gap) = meeting(c)
      if speed * (context.dt + context.h) < max(gap, StepContext.touchDepth * context.scale) { continue }
      let count = s.pointee.awake.count
      wake(isA ? c.pointee.bodyA : c.pointee.bodyB)
      // Who wakes now may be as fast, and wake others. Those that woke before by being hit have no entry: they are asked.
      for awake in count..<s.pointee.awake.count {
        while s.pointee.pushSpeeds.count <= awake - first {
          if !s.pointee.pushSpeeds.append(0) { return true }
        }
        s.pointee.pushSpeeds[awake - first] = speed
      }
      woke = true
    }
    return woke
  }

  /// How fast a body may be at most, points/s, once what it hangs together with, nearby, is hit in this step.
  @_optimize(size)
  private func pushSpeed(_ index: Int32, _ first: Int, _ context: StepContext) -> Float {
    let ahead = context.dt + context.h
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: World.mostAsked) { list in
      var speed: Float = 0
      let asked = list.baseAddress.unsafelyUnwrapped
      var count = 1
      asked[0] = index
      func add(_ other: Int32) {
        if count == World.mostAsked || bodies[Int(other)].awake < 0 || bodies[Int(other)].flags & BodyFlag.anchored != 0 { return }
        for at in 0..<count where asked[at] == other { return }
        asked[count] = other
        count += 1
      }
      var next = 0
      while next < count {
        let body = asked[next]
        next += 1
        let woke = Int(bodies[Int(body)].awake) - first
        if woke >= 0 && woke < s.pointee.pushSpeeds.count { speed = max(speed, s.pointee.pushSpeeds[woke]) }
        var edge = bodies[Int(body)].firstContact
        while edge >= 0 {
          let c = contacts + Int(edge >> 1)
          let other = edge & 1 == 0 ? c.pointee.bodyB : c.pointee.bodyA
          edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
          if c.pointee.segment >= 0 || c.pointee.lane < 0 { continue }
          let (closing, gap) = meeting(c)
          // What is hit goes on at no more than twice the speed.
          if closing * ahead >= gap { speed = max(speed, 2 * closing) }
          add(other)
        }
        edge = bodies[Int(body)].firstJoint
        while edge >= 0 {
          let joint = joints + Int(edge >> 1)
          let other = edge & 1 == 0 ? joint.pointee.bodyB : joint.pointee.bodyA
          edge = edge & 1 == 0 ? joint.pointee.nextA : joint.pointee.nextB
          if other >= 0 { add(other) }
        }
      }
      return speed
    }
  }

  /// Of a contact with a lane the greatest speed at which its points close, and the least gap.
  @inline(never)
  @_optimize(size)
  private func meeting(_ c: UnsafeMutablePointer<Contact>) -> (closing: Float, gap: Float) {
    let f = laneFloats(c.pointee.color, c.pointee.lane)
    let a = states[Int(bodies[Int(c.pointee.bodyA)].awake)]
    let b = states[Int(bodies[Int(c.pointee.bodyB)].awake)]
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    func speed(_ crossA: Int, _ crossB: Int) -> Float { n.dot(a.v - b.v) + a.w * f[crossA * 8] - b.w * f[crossB * 8] }
    func gap(_ separation: Int, _ crossA: Int, _ crossB: Int) -> Float {
      f[separation * 8] + n.dot(b.d - a.d) + b.turned * f[crossB * 8] - a.turned * f[crossA * 8]
    }
    let closing = speed(ContactLane.crossA0, ContactLane.crossB0)
    let least = gap(ContactLane.separation0, ContactLane.crossA0, ContactLane.crossB0)
    if c.pointee.points < 2 { return (closing, least) }
    return (
      max(closing, speed(ContactLane.crossA1, ContactLane.crossB1)),
      min(least, gap(ContactLane.separation1, ContactLane.crossA1, ContactLane.crossB1))
    )
  }
}
