// Contacts in the solver: soft, sub-stepped, both points of a manifold at once, one friction row for both.
// SPDX-License-Identifier: MIT
//
// Constraint of a point: the separation s along the normal n may not fall below zero. J v = n · (vB + wB × rB - vA - wA × rA).
// Overlap is taken back by a soft bias (Catto, Solver2D, 2024) that the relaxing pass removes from the velocity again; a
// gap lets its bodies approach by no more than it per sub-step. The two points of a manifold are solved together as a
// 2 × 2 linear complementarity problem, so a flat landing gains no spin and a mirror image stays one. In 2D both points
// lie on one line along the tangent, so friction needs one row with the sum of both normal impulses as its limit.

struct ContactConstraint: BitwiseCopyable {
  var contact: Int32 = 0
  /// Awake indices; the fixed side has the index past the last.
  var a: Int32 = 0
  var b: Int32 = 0
  var count: Int32 = 0
  var mA: Float = 0
  var iA: Float = 0
  var mB: Float = 0
  var iB: Float = 0
  var normal = Vec2f.zero
  var friction: Float = 0
  var restitution: Float = 0
  var soft = Softness()
  var pushSpeed: Float = 0
  /// Least outward speed while overlapping; only against boundaries.
  var leastPush: Float = 0
  var rA0 = Vec2f.zero
  var rB0 = Vec2f.zero
  var rA1 = Vec2f.zero
  var rB1 = Vec2f.zero
  /// Separation without the part of the anchors: s = base + n · (d + qB rB - qA rA).
  var base0: Float = 0
  var base1: Float = 0
  var impulse0: Float = 0
  var impulse1: Float = 0
  var max0: Float = 0
  var max1: Float = 0
  var total: Float = 0
  /// Diagonal, and for two points the rest of K and its inverse.
  var k00: Float = 0
  var k11: Float = 0
  var k01: Float = 0
  var inverse00: Float = 0
  var inverse01: Float = 0
  var inverse11: Float = 0
  /// The two points are too close for one another; they are solved in turn.
  var inTurn: Int32 = 0
  /// Middle of the points, for friction.
  var rA = Vec2f.zero
  var rB = Vec2f.zero
  var tangentMass: Float = 0
  var tangentImpulse: Float = 0
  /// Closing speed of each point at the moment of impact, and what must be exceeded to bounce.
  var approach0: Float = 0
  var approach1: Float = 0
  var threshold: Float = 0
}

extension World {
  /// Fills one constraint per active contact with points. Returns their number.
  func prepareContacts(_ context: StepContext) -> Int {
    let activeCount = s.pointee.active.count
    guard s.pointee.constraints.reserve(activeCount) else {
      s.pointee.outOfMemory = true
      return 0
    }
    let fixed = Int32(s.pointee.awake.count)
    let out = s.pointee.constraints.base
    let active = s.pointee.active.base
    let bodies = self.bodies
    let contacts = self.contacts
    let states = self.states
    let motions = self.motions
    var count = 0
    for at in 0..<activeCount {
      let index = active[at]
      let contact = contacts + Int(index)
      if contact.pointee.count == 0 { continue }
      var c = ContactConstraint()
      c.contact = index
      c.count = contact.pointee.count
      let bodyB = bodies + Int(contact.pointee.bodyB)
      c.b = bodyB.pointee.awake >= 0 ? bodyB.pointee.awake : fixed
      if c.b != fixed {
        c.mB = bodyB.pointee.invMass
        c.iB = bodyB.pointee.invInertia
        motions[Int(c.b)].free = 0
      }
      c.a = fixed
      if contact.pointee.bodyA >= 0 {
        let bodyA = bodies + Int(contact.pointee.bodyA)
        if bodyA.pointee.awake >= 0 {
          c.a = bodyA.pointee.awake
          c.mA = bodyA.pointee.invMass
          c.iA = bodyA.pointee.invInertia
          motions[Int(c.a)].free = 0
        }
      }
      let isFixed = c.mA == 0 || c.mB == 0
      c.soft = isFixed ? context.fixedContact : context.contact
      c.pushSpeed = StepContext.pushSpeed * context.scale
      if contact.pointee.segment >= 0 {
        c.leastPush = StepContext.boundaryPushSpeed * context.scale
        c.pushSpeed = 1e9
      }
      let n = contact.pointee.normal
      c.normal = n
      c.friction = contact.pointee.friction
      c.restitution = contact.pointee.restitution
      let p0 = contact.pointee.p0
      c.rA0 = p0.rA
      c.rB0 = p0.rB
      c.base0 = p0.separation - n.dot(p0.rB - p0.rA)
      c.impulse0 = p0.normalImpulse
      let mass = c.mA + c.mB
      let a0 = p0.rA.cross(n)
      let b0 = p0.rB.cross(n)
      c.k00 = mass + c.iA * a0 * a0 + c.iB * b0 * b0
      c.rA = p0.rA
      c.rB = p0.rB
      let vA = states[Int(c.a)]
      let vB = states[Int(c.b)]
      // External acceleration along the normal; negative presses the two together.
      let pull = n.dot((c.b != fixed ? motions[Int(c.b)].a : .zero) - (c.a != fixed ? motions[Int(c.a)].a : .zero))
      c.approach0 = approach(n, p0, vA, vB, pull)
      if c.count == 2 {
        let p1 = contact.pointee.p1
        c.rA1 = p1.rA
        c.rB1 = p1.rB
        c.base1 = p1.separation - n.dot(p1.rB - p1.rA)
        c.impulse1 = p1.normalImpulse
        let a1 = p1.rA.cross(n)
        let b1 = p1.rB.cross(n)
        c.k11 = mass + c.iA * a1 * a1 + c.iB * b1 * b1
        c.k01 = mass + c.iA * a0 * a1 + c.iB * b0 * b1
        let determinant = c.k00 * c.k11 - c.k01 * c.k01
        if determinant > 1e-3 * c.k00 * c.k11 {
          let inverse = 1 / determinant
          c.inverse00 = c.k11 * inverse
          c.inverse01 = -c.k01 * inverse
          c.inverse11 = c.k00 * inverse
        } else {
          c.inTurn = 1
        }
        c.rA = 0.5 * (p0.rA + p1.rA)
        c.rB = 0.5 * (p0.rB + p1.rB)
        c.approach1 = approach(n, p1, vA, vB, pull)
      }
      let t = n.turned
      let aT = c.rA.cross(t)
      let bT = c.rB.cross(t)
      let kT = mass + c.iA * aT * aT + c.iB * bT * bT
      c.tangentMass = kT > 0 ? 1 / kT : 0
      c.tangentImpulse = contact.pointee.tangentImpulse
      c.threshold =
        pull < 0 ? context.bounceThreshold - pull * context.dt : StepContext.freeBounceThreshold * context.scale
      out[count] = c
      count += 1
    }
    s.pointee.constraints.count = count
    return count
  }

  /// Closing speed when the gap is used up: v² grows by twice acceleration times way.
  @inline(__always)
  private func approach(_ n: Vec2f, _ p: ContactPoint, _ a: BodyState, _ b: BodyState, _ pull: Float) -> Float {
    let relative = b.v + b.w * p.rB.turned - a.v - a.w * p.rA.turned
    let closing = -n.dot(relative)
    if closing <= 0 { return 0 }
    let gap = max(p.separation, 0)
    return squareRoot(max(closing * closing - 2 * pull * gap, 0))
  }

  func warmStartContacts(_ count: Int) {
    let states = self.states
    var c = s.pointee.constraints.base
    let end = c + count
    while c < end {
      let n = c.pointee.normal
      let p0 = c.pointee.impulse0
      let p1 = c.pointee.impulse1
      let pt = c.pointee.tangentImpulse
      let t = n.turned
      let p = (p0 + p1) * n + pt * t
      let a = states + Int(c.pointee.a)
      let b = states + Int(c.pointee.b)
      a.pointee.v = a.pointee.v - c.pointee.mA * p
      b.pointee.v = b.pointee.v + c.pointee.mB * p
      let spinA = (p0 * c.pointee.rA0.cross(n) + p1 * c.pointee.rA1.cross(n)) + pt * c.pointee.rA.cross(t)
      let spinB = (p0 * c.pointee.rB0.cross(n) + p1 * c.pointee.rB1.cross(n)) + pt * c.pointee.rB.cross(t)
      a.pointee.w -= c.pointee.iA * spinA
      b.pointee.w += c.pointee.iB * spinB
      c += 1
    }
  }

  @inline(__always)
  private func bias(_ c: UnsafeMutablePointer<ContactConstraint>, _ separation: Float, _ context: StepContext) -> Float {
    let depth = separation + StepContext.slop * context.scale
    if depth >= 0 { return 0 }
    return max(c.pointee.soft.biasRate * depth - c.pointee.leastPush * (depth < -1 ? 1 : -depth), -c.pointee.pushSpeed)
  }

  /// One pass over all contacts. With `useBias` overlap is pushed apart; without, only the velocity is put right.
  func solveContacts(_ count: Int, _ context: StepContext, useBias: Bool) {
    let states = self.states
    let inverseH = context.inverseH
    var c = s.pointee.constraints.base
    let end = c + count
    while c < end {
      let a = states + Int(c.pointee.a)
      let b = states + Int(c.pointee.b)
      var vA = a.pointee.v
      var wA = a.pointee.w
      var vB = b.pointee.v
      var wB = b.pointee.w
      let n = c.pointee.normal
      let t = n.turned
      let mA = c.pointee.mA
      let mB = c.pointee.mB
      let iA = c.pointee.iA
      let iB = c.pointee.iB
      // Friction first: the normal has the last word.
      let limit = c.pointee.friction * (c.pointee.impulse0 + c.pointee.impulse1)
      let slide = t.dot(vB + wB * c.pointee.rB.turned - vA - wA * c.pointee.rA.turned)
      let oldT = c.pointee.tangentImpulse
      let newT = max(-limit, min(oldT - c.pointee.tangentMass * slide, limit))
      c.pointee.tangentImpulse = newT
      let friction = (newT - oldT) * t
      vA = vA - mA * friction
      vB = vB + mB * friction
      wA -= iA * c.pointee.rA.cross(friction)
      wB += iB * c.pointee.rB.cross(friction)

      let d = b.pointee.d - a.pointee.d
      let qA = a.pointee.q
      let qB = b.pointee.q
      let rA0 = c.pointee.rA0
      let rB0 = c.pointee.rB0
      let s0 = c.pointee.base0 + n.dot(d + qB.apply(rB0) - qA.apply(rA0))
      let v0 = n.dot(vB + wB * rB0.turned - vA - wA * rA0.turned)
      var bias0: Float = 0
      var mass0: Float = 1
      var keep0: Float = 0
      if s0 > 0 {
        bias0 = s0 * inverseH
      } else if useBias {
        bias0 = bias(c, s0, context)
        if bias0 < 0 {
          mass0 = c.pointee.soft.massScale
          keep0 = c.pointee.soft.impulseScale
        }
      }
      let old0 = c.pointee.impulse0
      var new0: Float
      var new1: Float = 0
      var old1: Float = 0
      var rA1 = Vec2f.zero
      var rB1 = Vec2f.zero
      if c.pointee.count == 2 {
        rA1 = c.pointee.rA1
        rB1 = c.pointee.rB1
        old1 = c.pointee.impulse1
        let s1 = c.pointee.base1 + n.dot(d + qB.apply(rB1) - qA.apply(rA1))
        let v1 = n.dot(vB + wB * rB1.turned - vA - wA * rA1.turned)
        var bias1: Float = 0
        var mass1: Float = 1
        var keep1: Float = 0
        if s1 > 0 {
          bias1 = s1 * inverseH
        } else if useBias {
          bias1 = bias(c, s1, context)
          if bias1 < 0 {
            mass1 = c.pointee.soft.massScale
            keep1 = c.pointee.soft.impulseScale
          }
        }
        if c.pointee.inTurn == 0 {
          // Wanted: K x + f = w >= 0, x >= 0, x · w = 0, with x the new impulses; softness scales each row.
          let f0 = v0 + bias0
          let f1 = v1 + bias1
          let x0 = -(c.pointee.inverse00 * f0 + c.pointee.inverse01 * f1)
          let x1 = -(c.pointee.inverse01 * f0 + c.pointee.inverse11 * f1)
          new0 = old0 + mass0 * x0 - keep0 * old0
          new1 = old1 + mass1 * x1 - keep1 * old1
          if new0 < 0 || new1 < 0 {
            // One of them lets go: the other alone, given that the first falls to zero.
            let alone0 = old0 - mass0 * (f0 - c.pointee.k01 * old1) / c.pointee.k00 - keep0 * old0
            let alone1 = old1 - mass1 * (f1 - c.pointee.k01 * old0) / c.pointee.k11 - keep1 * old1
            let left1 = f1 + c.pointee.k01 * (alone0 - old0) - c.pointee.k11 * old1
            let left0 = f0 + c.pointee.k01 * (alone1 - old1) - c.pointee.k00 * old0
            if alone0 >= 0 && left1 >= 0 {
              new0 = alone0
              new1 = 0
            } else if alone1 >= 0 && left0 >= 0 {
              new0 = 0
              new1 = alone1
            } else {
              new0 = max(new0, 0)
              new1 = max(new1, 0)
              if alone0 < 0 && alone1 < 0 {
                new0 = 0
                new1 = 0
              }
            }
          }
        } else {
          new0 = max(old0 - mass0 * (v0 + bias0) / c.pointee.k00 - keep0 * old0, 0)
          let follow = v1 + c.pointee.k01 * (new0 - old0)
          new1 = max(old1 - mass1 * (follow + bias1) / c.pointee.k11 - keep1 * old1, 0)
        }
        c.pointee.impulse1 = new1
        c.pointee.max1 = max(c.pointee.max1, new1)
      } else {
        new0 = max(old0 - mass0 * (v0 + bias0) / c.pointee.k00 - keep0 * old0, 0)
      }
      c.pointee.impulse0 = new0
      c.pointee.max0 = max(c.pointee.max0, new0)
      let x0 = new0 - old0
      let x1 = new1 - old1
      let push = x0 + x1
      a.pointee.v = vA - (mA * push) * n
      b.pointee.v = vB + (mB * push) * n
      a.pointee.w = wA - iA * (x0 * rA0.cross(n) + x1 * rA1.cross(n))
      b.pointee.w = wB + iB * (x0 * rB0.cross(n) + x1 * rB1.cross(n))
      c += 1
    }
  }

  /// Counts the impulse of a sub-step.
  func sumImpulses(_ count: Int) {
    var c = s.pointee.constraints.base
    let end = c + count
    while c < end {
      c.pointee.total += c.pointee.impulse0 + c.pointee.impulse1
      c += 1
    }
  }

  /// After the sub-steps: gives bouncing contacts the speed that they had at impact, times their restitution.
  func applyRestitution(_ count: Int) {
    let states = self.states
    var c = s.pointee.constraints.base
    let end = c + count
    while c < end {
      defer { c += 1 }
      if c.pointee.restitution == 0 { continue }
      let wants0 = c.pointee.approach0 > c.pointee.threshold && c.pointee.max0 > 0
      let wants1 = c.pointee.count == 2 && c.pointee.approach1 > c.pointee.threshold && c.pointee.max1 > 0
      if !wants0 && !wants1 { continue }
      let a = states + Int(c.pointee.a)
      let b = states + Int(c.pointee.b)
      let n = c.pointee.normal
      let e = c.pointee.restitution
      let rA0 = c.pointee.rA0
      let rB0 = c.pointee.rB0
      let rA1 = c.pointee.rA1
      let rB1 = c.pointee.rB1
      let v = b.pointee.v - a.pointee.v
      let f0 = n.dot(v + b.pointee.w * rB0.turned - a.pointee.w * rA0.turned) - e * c.pointee.approach0
      let f1 = n.dot(v + b.pointee.w * rB1.turned - a.pointee.w * rA1.turned) - e * c.pointee.approach1
      var x0: Float = 0
      var x1: Float = 0
      if wants0 && wants1 && c.pointee.inTurn == 0 {
        x0 = -(c.pointee.inverse00 * f0 + c.pointee.inverse01 * f1)
        x1 = -(c.pointee.inverse01 * f0 + c.pointee.inverse11 * f1)
        if x0 < 0 || x1 < 0 {
          let alone0 = max(-f0 / c.pointee.k00, 0)
          let alone1 = max(-f1 / c.pointee.k11, 0)
          if f1 + c.pointee.k01 * alone0 >= 0 {
            x0 = alone0
            x1 = 0
          } else {
            x0 = 0
            x1 = alone1
          }
        }
      } else if wants0 {
        x0 = max(-f0 / c.pointee.k00, 0)
        if wants1 { x1 = max(-(f1 + c.pointee.k01 * x0) / c.pointee.k11, 0) }
      } else {
        x1 = max(-f1 / c.pointee.k11, 0)
      }
      c.pointee.impulse0 += x0
      c.pointee.impulse1 += x1
      c.pointee.total += x0 + x1
      let push = x0 + x1
      a.pointee.v = a.pointee.v - (c.pointee.mA * push) * n
      b.pointee.v = b.pointee.v + (c.pointee.mB * push) * n
      a.pointee.w -= c.pointee.iA * (x0 * rA0.cross(n) + x1 * rA1.cross(n))
      b.pointee.w += c.pointee.iB * (x0 * rB0.cross(n) + x1 * rB1.cross(n))
    }
  }

  /// Puts impulses and what the events need back into the contacts.
  func storeImpulses(_ count: Int) {
    let states = self.states
    let contacts = self.contacts
    var c = s.pointee.constraints.base
    let end = c + count
    while c < end {
      let contact = contacts + Int(c.pointee.contact)
      contact.pointee.p0.normalImpulse = c.pointee.impulse0
      contact.pointee.p1.normalImpulse = c.pointee.impulse1
      contact.pointee.tangentImpulse = c.pointee.tangentImpulse
      contact.pointee.totalImpulse = c.pointee.max0 > 0 || c.pointee.max1 > 0 ? c.pointee.total : 0
      contact.pointee.approachSpeed = max(c.pointee.approach0, c.pointee.approach1)
      let a = states + Int(c.pointee.a)
      let b = states + Int(c.pointee.b)
      let n = c.pointee.normal
      let d = b.pointee.d - a.pointee.d
      var least = c.pointee.base0 + n.dot(d + b.pointee.q.apply(c.pointee.rB0) - a.pointee.q.apply(c.pointee.rA0))
      contact.pointee.startSeparation0 = contact.pointee.p0.separation
      contact.pointee.p0.separation = least
      if c.pointee.count == 2 {
        let other = c.pointee.base1 + n.dot(d + b.pointee.q.apply(c.pointee.rB1) - a.pointee.q.apply(c.pointee.rA1))
        contact.pointee.startSeparation1 = contact.pointee.p1.separation
        contact.pointee.p1.separation = other
        least = min(least, other)
      }
      contact.pointee.endSeparation = least
      c += 1
    }
  }
}
