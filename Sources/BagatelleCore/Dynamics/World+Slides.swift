// What slides without friction while the face that it slides on turns gets no energy by that.
// SPDX-License-Identifier: MIT
//
// Normals are those of the start of a step, or of poses that a body has left by less than a hundredth of a radian, so while a face turns its contact
// presses along where the face was. That is at most F φ v of power: of a force F, an angle φ and a speed v along the face. Friction takes far more. Without
// any nothing takes it, and it has one sign on the way there and back: a box that rocked between two corners rocked ever more, by 8 % a swing, however
// short the steps were. So at the end of the sub-steps what such a contact gave is turned to the normal that it had when it gave it: at the start of each
// sub-step, for a rule that pushes where a body is, and moves it then, keeps angular momentum (Hairer, Lubich and Wanner, "Geometric Numerical
// Integration", 2006, I.1.2), and needs no turning if the normal is that of the same moment. Turned further, to their middle, three discs that lie
// about the center of a spring field went round each other ever faster.
import BagatelleKernels

extension World {
  /// Sub-steps by which the mean of their starts lies before their middle, a little short of a half: what rocks on corners gains nothing then.
  private static var sinceStarts: Float { 0.43 }

  /// Turns what pressing contacts without friction gave in the sub-steps.
  @inline(never)
  @_optimize(size)
  func turnSlides(_ context: StepContext) {
    let since = World.sinceStarts * context.h + 0.5 * context.dt
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
          turnSlide(laneFloats(number, Int32(truncatingIfNeeded: block * 8 + lanes.trailingZeroBitCount)), since, context.dt)
          lanes &= lanes &- 1
        }
      }
    }
  }

  @inline(__always)
  private func hasJoints(_ f: UnsafeMutablePointer<Float>, _ body: UnsafeMutablePointer<BodyState>, _ mass: Int) -> Bool {
    f[mass * 8] > 0 && motions[body - states].hasJoints != 0
  }

  /// `since`: seconds from then to the end of the step. To first order: of a normal n that turns by φ and a point that the one body has and goes along
  /// the other's face.
  @inline(__always)
  private func turnSlide(_ f: UnsafeMutablePointer<Float>, _ since: Float, _ dt: Float) {
    let a = states + Int(Int32(bitPattern: f[ContactLane.indexA * 8].bitPattern))
    let b = states + Int(Int32(bitPattern: f[ContactLane.indexB * 8].bitPattern))
    if sways(f, a.pointee, b.pointee) { return }
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    let t = n.turned
    let face = f[ContactLane.face * 8]
    let isRound = f[ContactLane.round * 8] > 0
    let alongA = f[ContactLane.crossAT * 8]
    let alongB = f[ContactLane.crossBT * 8]
    // How far B has gone along the contact, and both have turned, by then.
    let way = t.dot((b.pointee.d - a.pointee.d) - since * (b.pointee.v - a.pointee.v))
    var turnA = a.pointee.turned - since * a.pointee.w
    var turnB = b.pointee.turned - since * b.pointee.w
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
    let isQuick = pressed * mass > 2 * dt * pull || max(a.pointee.v.lengthSquared, b.pointee.v.lengthSquared) > 9 * fastSquare
    // Attachments hand on what is given here, and may make more of it.
    if isQuick && (hasJoints(f, a, ContactLane.massA) || hasJoints(f, b, ContactLane.massB)) { return }
    if isQuick && turn * t.dot(b.pointee.v - a.pointee.v) + (armB * b.pointee.w - armA * a.pointee.w) > 0 { return }
    let x = pressed * turn
    a.pointee.v = a.pointee.v - (f[ContactLane.massA * 8] * x) * t
    b.pointee.v = b.pointee.v + (f[ContactLane.massB * 8] * x) * t
    a.pointee.w -= f[ContactLane.inertiaA * 8] * (pressed * armA)
    b.pointee.w += f[ContactLane.inertiaB * 8] * (pressed * armB)
  }

  /// Takes what was found of a contact without friction back to the reference poses of its bodies, so that it is known how far they have turned since.
  @inline(never)
  @_optimize(size)
  func takeBack(_ c: UnsafeMutablePointer<Contact>, _ found: inout FoundPoints, _ rB0: inout Vec2f, _ rB1: inout Vec2f) {
    let bodyB = bodies + Int(c.pointee.bodyB)
    let bodyA = bodies + Int(max(c.pointee.bodyA, 0))
    let a = states[Int(c.pointee.bodyA >= 0 ? bodyA.pointee.awake : -1)]
    let b = states[Int(bodyB.pointee.awake)]
    if a.turned == 0 && b.turned == 0 && a.d == .zero && b.d == .zero || materials(c).friction > 0 { return }
    let isCircleA = c.pointee.bodyA >= 0 && c.pointee.segment >= -1 && bodyA.pointee.shape.kind == .circle
    let isCircleB = c.pointee.pieceB < 0 && bodyB.pointee.shape.kind == .circle
    let isBetween = isCircleA && isCircleB
    let n = found.normal
    // What hits bounces along the normal that it has now.
    if -n.dot(b.v - a.v) > Float(s.pointee.settings.bounceThreshold) * lengthScale { return }
    let shift = b.d - a.d
    var turn = found.isFaceOfB ? b.turned : a.turned
    if isBetween {
      let apart = n.dot(found.d)
      turn = apart > 0 ? n.turned.dot(shift) / apart : 0
    }
    let d = found.d - shift
    func back(_ v: Vec2f, _ turn: Float) -> Vec2f { (1 - 0.5 * turn * turn) * v - turn * v.turned }
    found.normal = back(n, turn)
    if found.isFaceOfB || isBetween {
      found.rA0 = back(found.rA0, isCircleA ? turn : a.turned)
      found.rA1 = back(found.rA1, isCircleA ? turn : a.turned)
      rB0 = found.rA0 - d
      rB1 = found.rA1 - d
    } else {
      rB0 = back(rB0, isCircleB ? turn : b.turned)
      rB1 = back(rB1, isCircleB ? turn : b.turned)
      found.rA0 = rB0 + d
      found.rA1 = rB1 + d
    }
    found.d = d
  }
}
