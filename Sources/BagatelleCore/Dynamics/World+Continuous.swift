// Continuous collision: what moved far in a step stops at the first thing it would have passed through.
// SPDX-License-Identifier: MIT
//
// The solver sees contacts as planes and only those that were near when the step began. Afterwards every body that moved
// more than half its inner radius is swept from its old to its new pose against boundaries and other bodies and put back
// to the first impact; it keeps its velocity, so the next step bounces it. A slow body can be pressed through a
// boundary; so the center of each body in contact with a segment must stay on its side of it.

extension World {
  func sweepFastBodies(_ context: StepContext) {
    keepSides()
    for at in 0..<s.pointee.awake.count {
      let body = bodies + Int(s.pointee.awake[at])
      if body.pointee.flags & BodyFlag.kinematic != 0 { continue }
      let moved = Vec2f(
        Float(body.pointee.x - body.pointee.previousX), Float(body.pointee.y - body.pointee.previousY))
      let turned = Float(body.pointee.angle - body.pointee.previousAngle)
      let swing = (turned < 0 ? -turned : turned) * (body.pointee.outerRadius - body.pointee.innerRadius)
      let limit = 0.5 * body.pointee.innerRadius
      if moved.length + swing <= limit { continue }
      sweep(s.pointee.awake[at], moved, context)
    }
  }

  /// Puts back bodies whose center the solver pushed across a segment that they touch.
  private func keepSides() {
    for at in 0..<s.pointee.active.count {
      let c = contacts + Int(s.pointee.active[at])
      if c.pointee.segment < 0 || c.pointee.count == 0 { continue }
      let segment = segments + Int(c.pointee.segment)
      let body = bodies + Int(c.pointee.bodyB)
      let e = segment.pointee.to - segment.pointee.from
      let before = Vec2f(
        Float(body.pointee.previousX - segment.pointee.x), Float(body.pointee.previousY - segment.pointee.y))
      let after = Vec2f(Float(body.pointee.x - segment.pointee.x), Float(body.pointee.y - segment.pointee.y))
      let sideBefore = e.cross(before - segment.pointee.from)
      let sideAfter = e.cross(after - segment.pointee.from)
      if sideBefore == 0 || (sideBefore > 0) == (sideAfter > 0) && sideAfter != 0 { continue }
      let t = sideBefore / (sideBefore - sideAfter)
      let crossing = before + t * (after - before)
      let along = e.dot(crossing - segment.pointee.from)
      if along < 0 || along > e.lengthSquared { continue }
      body.pointee.x = body.pointee.previousX
      body.pointee.y = body.pointee.previousY
      setReference(&body.pointee)
      noteFresh(c.pointee.bodyB)
    }
  }

  private func sweep(_ index: Int32, _ moved: Vec2f, _ context: StepContext) {
    let body = bodies + Int(index)
    let radius = body.pointee.outerRadius
    let from = Vec2f(Float(body.pointee.previousX), Float(body.pointee.previousY))
    let slack = StepContext.speculativeDistance * context.scale
    let half = Vec2f(radius + slack, radius + slack)
    let to = Vec2f(Float(body.pointee.x), Float(body.pointee.y))
    var first: Float = 1
    let angle0 = body.pointee.previousAngle
    let angle1 = body.pointee.angle
    // Angles relative to whole turns, so that 32 bits suffice.
    let base = Elementary.wrapAngle(angle0)
    let a0 = Float(base)
    let a1 = Float(base + (angle1 - angle0))
    let shape = view(body.pointee.shape)
    var complete = true
    if body.pointee.boundaryMask != 0 {
      s.pointee.hits.count = 0
      complete = s.pointee.segmentTree.querySegment(from: from, to: to, halfExtent: half, into: &s.pointee.hits)
      for at in 0..<s.pointee.hits.count {
        let segment = segments + Int(s.pointee.hits[at])
        let group = s.pointee.boundaries[Int(segment.pointee.boundary)].group
        if !meetsBoundaryGroup(index, group) || passesInSweep(s.pointee.hits[at], index) { continue }
        let p0 = Vec2f(
          Float(body.pointee.previousX - segment.pointee.x), Float(body.pointee.previousY - segment.pointee.y))
        let mine = Sweep(p0: p0, p1: p0 + moved, angle0: a0, angle1: a1)
        let still = Sweep(p0: .zero, p1: .zero, angle0: 0, angle1: 0)
        let contact = s.pointee.contactTable.find(segmentKey(s.pointee.hits[at], index))
        let hit = impact(view(segment), still, shape, mine, body.pointee.innerRadius, solved(contact), context)
        if hit < first
          && !isRefusedInSweep(
            contact, bodyA: none, segment: s.pointee.hits[at], bodyB: index, view(segment), still, shape, mine, at: hit)
        {
          first = hit
        }
      }
    }
    if body.pointee.itemMask != 0 {
      s.pointee.hits.count = 0
      complete =
        s.pointee.bodyTree.querySegment(from: from, to: to, halfExtent: half, into: &s.pointee.hits) && complete
      for at in 0..<s.pointee.hits.count {
        let other = s.pointee.hits[at]
        if other == index || !mayCollide(index, other) { continue }
        let o = bodies + Int(other)
        let p0 = Vec2f(
          Float(body.pointee.previousX - o.pointee.previousX), Float(body.pointee.previousY - o.pointee.previousY))
        let mine = Sweep(p0: p0, p1: p0 + moved, angle0: a0, angle1: a1)
        let otherMoved = Vec2f(
          Float(o.pointee.x - o.pointee.previousX), Float(o.pointee.y - o.pointee.previousY))
        let otherBase = Elementary.wrapAngle(o.pointee.previousAngle)
        let its = Sweep(
          p0: .zero, p1: otherMoved, angle0: Float(otherBase),
          angle1: Float(otherBase + (o.pointee.angle - o.pointee.previousAngle)))
        let contact = s.pointee.contactTable.find(bodyKey(index, other))
        let itsShape = view(o.pointee.shape)
        let hit = impact(itsShape, its, shape, mine, body.pointee.innerRadius, solved(contact), context)
        if hit < first
          && !isRefusedInSweep(
            contact, bodyA: other, segment: none, bodyB: index, itsShape, its, shape, mine, at: hit)
        {
          first = hit
        }
      }
    }
    if !complete { s.pointee.outOfMemory = true }
    if first >= 1 { return }
    let t = Double(first)
    body.pointee.x = body.pointee.previousX + t * (body.pointee.x - body.pointee.previousX)
    body.pointee.y = body.pointee.previousY + t * (body.pointee.y - body.pointee.previousY)
    body.pointee.angle = angle0 + t * (angle1 - angle0)
    body.pointee.q = rotation(body.pointee.angle)
    setReference(&body.pointee)
    noteFresh(index)
  }

  /// Whether the solver held the pair apart in this step, or a seam between them was left out.
  private func solved(_ contact: Int32) -> Bool {
    if contact < 0 { return false }
    return contacts[Int(contact)].count > 0 || contacts[Int(contact)].flags & ContactFlag.covered != 0
  }

  /// The fraction of the step after which B stops before A; 1 when it may go on.
  private func impact(
    _ a: ShapeView, _ sweepA: Sweep, _ b: ShapeView, _ sweepB: Sweep, _ innerRadius: Float, _ known: Bool,
    _ context: StepContext
  ) -> Float {
    let target = 0.5 * StepContext.slop * context.scale
    if !known {
      let hit = timeOfImpact(a, sweepA, b, sweepB, target: target, tolerance: 0.25 * target)
      if hit.state == .hit && hit.fraction > 0 { return hit.fraction }
      if hit.state == .separated { return 1 }
      if hit.state == .failed && hit.fraction > 0 { return hit.fraction }
    }
    // Touching from the start, a body slides on; but a small core of it must not pass.
    return withUnsafeTemporaryAllocation(of: Vec2f.self, capacity: 1) { buffer -> Float in
      guard let center = buffer.baseAddress else { return 1 }
      center.initialize(to: .zero)
      let core = ShapeView.circle(UnsafePointer(center), radius: 0.25 * innerRadius)
      let deep = timeOfImpact(a, sweepA, core, sweepB, target: target, tolerance: 0.25 * target)
      return deep.state == .hit && deep.fraction > 0 ? deep.fraction : 1
    }
  }
}
