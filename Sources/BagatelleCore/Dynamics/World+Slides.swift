// What slides without friction while the face that it slides on turns gets no energy by that.
// SPDX-License-Identifier: MIT
//
// Normals are those of the start of a step, or of poses that a body has left by less than a hundredth of a radian, so while a face turns its contact
// presses along where the face was. That is at most F φ v of power: of a force F, an angle φ and a speed v along the face. Friction takes far more. Without
// any nothing takes it, and it has one sign on the way there and back: a box that rocked between two corners rocked ever more, by 8 % a swing, however
// short the steps were. So at the end of the sub-steps what such a contact gave is turned to the normal that it had in the middle of them.
import BagatelleKernels

extension World {
  /// Turns what pressing contacts without friction gave in the sub-steps.
  @inline(never)
  @_optimize(size)
  func turnSlides(_ context: StepContext) {
    let zero = F8(repeating: 0)
    for number in 0..<Int32(World.colorCount) {
      for block in 0..<color(number).pointee.blocks.count {
        let rows = blockRows(number, block)
        let presses = (rows[ContactLane.total0] .> zero) | (rows[ContactLane.total1] .> zero)
        // Not what hits: that has carried nothing yet.
        let lasts = (rows[ContactLane.load0] .> zero) | (rows[ContactLane.load1] .> zero)
        let bounces = color(number).pointee.marks[block]
        var lanes = (presses & lasts & (rows[ContactLane.friction] .<= zero)).bits & ~(bounces | bounces >> 8) & 0xff
        while lanes != 0 {
          turnSlide(laneFloats(number, Int32(truncatingIfNeeded: block * 8 + lanes.trailingZeroBitCount)), 0.5 * context.dt)
          lanes &= lanes &- 1
        }
      }
    }
  }

  @inline(__always)
  private func hasJoints(_ f: UnsafeMutablePointer<Float>, _ body: UnsafeMutablePointer<BodyState>, _ mass: Int) -> Bool {
    f[mass * 8] > 0 && motions[body - states].hasJoints != 0
  }

  /// `half`: seconds of half a step. To first order: of a normal n that turns by φ and a point that the one body has and goes along the other's face.
  @inline(__always)
  private func turnSlide(_ f: UnsafeMutablePointer<Float>, _ half: Float) {
    let a = states + Int(Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern))
    let b = states + Int(Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern))
    if sways(f, a.pointee, b.pointee) { return }
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    let t = n.turned
    let face = f[ContactLane.face * 8]
    let isRound = f[ContactLane.round * 8] > 0
    // Attachments hand on what is given here, and may make more of it.
    if hasJoints(f, a, ContactLane.massA) || hasJoints(f, b, ContactLane.massB) { return }
    let alongA = f[ContactLane.crossAT * 8]
    let alongB = f[ContactLane.crossBT * 8]
    // How far B has gone along the contact, and both have turned, in the middle of the step.
    let way = t.dot((b.pointee.d - a.pointee.d) - half * (b.pointee.v - a.pointee.v))
    var turnA = a.pointee.turned - half * a.pointee.w
    var turnB = b.pointee.turned - half * b.pointee.w
    var turn = face < 0.5 ? turnA : turnB
    if face == 0.5 {
      let apart = alongA - alongB
      turn = apart > 0 ? way / apart : 0
    }
    if abs(turn) > 0.05 { return }
    // The point of a circle goes round with the normal.
    if isRound && face >= 0.5 { turnA = turn }
    if isRound && face <= 0.5 { turnB = turn }
    var armA = (turn - turnA) * alongA
    var armB = (turn - turnB) * alongB
    if face == 0 { armA = (turn * alongA - way) - turnB * alongB } else if face == 1 { armB = (turn * alongB + way) - turnA * alongA }
    let pressed = f[ContactLane.total0 * 8] + f[ContactLane.total1 * 8]
    // What is slow and lies by its weight may be given some too; in a crowd that hits something much is pressed far at once.
    let pull = motions[(f[ContactLane.massA * 8] > 0 ? a : b) - states].a.length
    if pull == 0 { return } // What flies together presses by its hits alone.
    let mass = f[ContactLane.massA * 8] + f[ContactLane.massB * 8]
    let isQuick = pressed * mass > 4 * half * pull || max(a.pointee.v.lengthSquared, b.pointee.v.lengthSquared) > 9 * fastSquare
    if isQuick && turn * t.dot(b.pointee.v - a.pointee.v) + (armB * b.pointee.w - armA * a.pointee.w) > 0 { return }
    let x = pressed * turn
    a.pointee.v = a.pointee.v - (f[ContactLane.massA * 8] * x) * t
    b.pointee.v = b.pointee.v + (f[ContactLane.massB * 8] * x) * t
    a.pointee.w -= f[ContactLane.inertiaA * 8] * (pressed * armA)
    b.pointee.w += f[ContactLane.inertiaB * 8] * (pressed * armB)
  }
}
