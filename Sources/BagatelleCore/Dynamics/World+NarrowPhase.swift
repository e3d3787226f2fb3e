// Narrow phase: the contact points of every active pair, and which pairs touch after the step.
// SPDX-License-Identifier: MIT

extension World {
  /// Drops contacts whose boxes parted or that are no longer allowed, and finds the points of the others.
  func updateContacts(_ context: StepContext) {
    let trees = s.pointee.bodyTree
    let segmentTree = s.pointee.segmentTree
    var at = 0
    while at < s.pointee.active.count {
      let index = s.pointee.active[at]
      let c = contacts + Int(index)
      let bodyB = bodies + Int(c.pointee.bodyB)
      let boxB = trees.box(of: bodyB.pointee.leaf)
      var keeps: Bool
      if c.pointee.segment >= 0 {
        keeps = boxB.overlaps(segmentTree.box(of: segments[Int(c.pointee.segment)].leaf))
      } else {
        let bodyA = bodies + Int(c.pointee.bodyA)
        keeps = boxB.overlaps(trees.box(of: bodyA.pointee.leaf))
        if (bodyA.pointee.flags | bodyB.pointee.flags) & BodyFlag.refilter != 0 && keeps {
          keeps = mayCollide(c.pointee.bodyA, c.pointee.bodyB)
        }
      }
      if !keeps {
        // The last active contact takes this place.
        destroyContact(index, silent: false)
        continue
      }
      collidePair(c, bodyB, context)
      at += 1
    }
    for at in 0..<s.pointee.awake.count { bodies[Int(s.pointee.awake[at])].flags &= ~BodyFlag.refilter }
  }

  @inline(__always)
  private func collidePair(
    _ c: UnsafeMutablePointer<Contact>, _ bodyB: UnsafeMutablePointer<Body>, _ context: StepContext
  ) {
    var m = Manifold()
    let base = StepContext.speculativeDistance * context.scale
    let stateB = bodyB.pointee.awake >= 0 ? states[Int(bodyB.pointee.awake)] : BodyState()
    var stateA = BodyState()
    var d: Vec2f
    var qA = Rotation.identity
    let shapeB = view(bodyB.pointee.shape)
    var pullA = Vec2f.zero
    var radiusA: Float = 0
    if c.pointee.segment >= 0 {
      let segment = segments + Int(c.pointee.segment)
      d = Vec2f(Float(bodyB.pointee.x - segment.pointee.x), Float(bodyB.pointee.y - segment.pointee.y))
      let reach = base + reachOf(stateB, bodyB.pointee.outerRadius, context)
      collide(view(segment), shapeB, Transform2(p: d, q: bodyB.pointee.q), margin: reach, into: &m)
    } else {
      let bodyA = bodies + Int(c.pointee.bodyA)
      if bodyA.pointee.awake >= 0 {
        stateA = states[Int(bodyA.pointee.awake)]
        pullA = motions[Int(bodyA.pointee.awake)].a
      }
      qA = bodyA.pointee.q
      radiusA = bodyA.pointee.outerRadius
      d = Vec2f(Float(bodyB.pointee.x - bodyA.pointee.x), Float(bodyB.pointee.y - bodyA.pointee.y))
      let reach =
        base + reachOf(stateB, bodyB.pointee.outerRadius, context) + reachOf(stateA, radiusA, context)
      let t = Transform2(p: qA.applyInverse(d), q: qA.inverseTimes(bodyB.pointee.q))
      collide(view(bodyA.pointee.shape), shapeB, t, margin: reach, into: &m)
    }
    let old0 = c.pointee.p0
    let old1 = c.pointee.p1
    let oldCount = c.pointee.count
    c.pointee.count = 0
    c.pointee.totalImpulse = 0
    c.pointee.endSeparation = 1e9
    if m.count == 0 {
      c.pointee.tangentImpulse = 0
      return
    }
    let n = qA.apply(m.normal)
    c.pointee.normal = n
    // Far points count only when they close in within this step: a plane through a far corner is no wall.
    let pullB = bodyB.pointee.awake >= 0 ? motions[Int(bodyB.pointee.awake)].a : .zero
    let speedUp = max(-n.dot(pullB - pullA), 0) * context.dt
    var count: Int32 = 0
    var touches = false
    for which in 0..<Int(m.count) {
      let p = which == 0 ? m.p0 : m.p1
      var point = ContactPoint()
      point.rA = qA.apply(p.a)
      point.rB = point.rA - d
      point.separation = p.separation
      point.id = p.id
      if p.separation > StepContext.slop * context.scale {
        let relative =
          stateB.v + stateB.w * point.rB.turned - stateA.v
          - stateA.w * (c.pointee.segment >= 0 ? Vec2f.zero : point.rA.turned)
        let closing = (speedUp - n.dot(relative)) * context.dt
        if p.separation > base && closing < p.separation { continue }
        if closing >= p.separation { touches = true }
      } else {
        touches = true
      }
      if oldCount > 0 && old0.id == p.id {
        point.normalImpulse = old0.normalImpulse
      } else if oldCount > 1 && old1.id == p.id {
        point.normalImpulse = old1.normalImpulse
      }
      if count == 0 { c.pointee.p0 = point } else { c.pointee.p1 = point }
      count += 1
    }
    c.pointee.count = count
    if count == 0 { c.pointee.tangentImpulse = 0 }
    if c.pointee.segment < 0 && touches {
      if bodyB.pointee.awake < 0 { wake(c.pointee.bodyB) }
      if bodies[Int(c.pointee.bodyA)].awake < 0 { wake(c.pointee.bodyA) }
    }
  }

  /// How far a body's surface can get in one step.
  @inline(__always)
  private func reachOf(_ state: BodyState, _ radius: Float, _ context: StepContext) -> Float {
    let spin = state.w < 0 ? -state.w : state.w
    return (state.v.length + spin * radius) * context.dt
  }

  /// After the step: notes which contacts began and ended to touch. First all that began, so that a body that goes from
  /// one edge of a boundary to the next never leaves it.
  func updateTouching(_ context: StepContext) {
    let slop = StepContext.slop * context.scale
    s.pointee.starts.count = 0
    s.pointee.ends.count = 0
    for at in 0..<s.pointee.active.count {
      let index = s.pointee.active[at]
      let c = contacts + Int(index)
      let was = c.pointee.flags & ContactFlag.touching != 0
      if c.pointee.totalImpulse > 0 || c.pointee.endSeparation <= 0 {
        if !was { _ = s.pointee.starts.append(index) }
      } else if was && c.pointee.endSeparation > slop {
        _ = s.pointee.ends.append(index)
      }
    }
    for at in 0..<s.pointee.starts.count {
      let index = s.pointee.starts[at]
      beginTouch(index, describe(contacts[Int(index)]))
    }
    for at in 0..<s.pointee.ends.count { endTouch(s.pointee.ends[at], silent: false) }
  }

  /// The event of a contact, seen after the step. For a boundary the item is A.
  private func describe(_ c: Contact) -> ContactRecord {
    var record = ContactRecord()
    let body = bodies[Int(c.bodyB)]
    // The point lies on B's surface; anchors were taken before the step, halfway between the surfaces.
    let turned = body.awake >= 0 ? states[Int(body.awake)].q : .identity
    let start = c.p0.rB + (0.5 * c.startSeparation0) * c.normal
    var point = turned.apply(start)
    if c.count == 2 {
      let other = turned.apply(c.p1.rB + (0.5 * c.startSeparation1) * c.normal)
      let difference = c.p1.separation - c.p0.separation
      let slop = StepContext.slop * lengthScale
      if difference < -slop {
        point = other
      } else if difference <= slop {
        point = 0.5 * (point + other)
      }
    }
    record.point = Vector2(body.x + Double(point.x), body.y + Double(point.y))
    record.normal = c.segment >= 0 ? (-c.normal).widened : c.normal.widened
    record.impulse = Double(c.totalImpulse)
    record.approachSpeed = Double(c.approachSpeed)
    record.step = s.pointee.stepOfTick
    return record
  }
}
