// What comes near to somebody who sleeps.
// SPDX-License-Identifier: MIT
//
// To the solver who sleeps is a wall. So he wakes before the step in which somebody hits him, and not only after it: else the other would bounce
// off as from something that nothing moves. Contacts are looked at anew only when a body has left its place by some way, which may be some steps
// before or after that, so those with points of which one side sleeps are looked at in each step.

extension World {
  /// Whether it sleeps: does not move, and could.
  @inline(__always)
  func sleeps(_ index: Int32) -> Bool {
    let body = bodies + Int(index)
    return body.pointee.awake < 0 && body.pointee.flags & BodyFlag.anchored == 0
  }

  /// Of a contact of two bodies.
  @inline(__always)
  func hasSleeper(_ c: UnsafeMutablePointer<Contact>) -> Bool { sleeps(c.pointee.bodyB) || sleeps(c.pointee.bodyA) }

  /// Lists a contact with points for the next step.
  @inline(never)
  func noteApproach(_ index: Int32) {
    if !s.pointee.approaches.append(index) { s.pointee.outOfMemory = true }
  }

  /// Looks at the listed contacts that are still such; who is hit in this step wakes.
  @inline(never)
  @_optimize(size)
  func lookAtApproaches(_ stamp: UInt16, _ context: StepContext) {
    let count = s.pointee.approaches.count
    for at in 0..<count {
      let index = s.pointee.approaches[at]
      if index >= s.pointee.contacts.count { continue }
      // Another contact may have its place now.
      let c = contacts + Int(index)
      if c.pointee.flags & ContactFlag.alive == 0 || c.pointee.segment >= 0 || c.pointee.active < 0 || c.pointee.points == 0
        || c.pointee.stamp == stamp || !hasSleeper(c)
      {
        continue
      }
      c.pointee.stamp = stamp
      refresh(index, context)
    }
    // Behind them those that are such now.
    let left = s.pointee.approaches.count - count
    for at in 0..<left { s.pointee.approaches[at] = s.pointee.approaches[count + at] }
    s.pointee.approaches.count = left
  }
}
