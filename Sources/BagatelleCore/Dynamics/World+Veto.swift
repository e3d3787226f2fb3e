// The caller's veto: before the contact of a pair acts for the first time, the caller may leave it out for a step.
// SPDX-License-Identifier: MIT
//
// A pair is asked about when it gets contact points, which is before it touches: points exist from a small distance on.
// What was allowed stays so until the pair has no points any more; what was refused is asked about in every step.

/// Whether the pair of a `ContactRecord` is to be left out.
public typealias VetoFunction =
  @convention(c) (_ context: UnsafeMutableRawPointer?, _ record: UnsafeRawPointer) -> Bool

extension World {
  /// Nil: nobody is asked.
  @export(interface)
  public func setVeto(_ function: VetoFunction?, context: UnsafeMutableRawPointer?) {
    s.pointee.veto = function
    s.pointee.vetoContext = context
  }

  /// Asks again about all that the body is in contact with; it wakes.
  @export(interface)
  @_optimize(size)
  public func askAgain(_ body: Int32) {
    if !hasContacts() {
      s.pointee.hasLateLooks = true
      return wake(body)
    }
    var edge = bodies[Int(body)].firstContact
    while edge >= 0 {
      let c = contacts + Int(edge >> 1)
      c.pointee.flags &= ~ContactFlag.allowed
      edge = edge & 1 == 0 ? c.pointee.nextA : c.pointee.nextB
    }
    wake(body)
    noteFresh(body)
  }

  /// Contacts that were refused in the step before are looked at anew, also between bodies that did not move.
  func noteRefused() {
    if !s.pointee.hasRefused { return }
    s.pointee.hasRefused = false
    for at in 0..<s.pointee.active.count {
      let c = contacts + Int(s.pointee.active[at].index)
      if c.pointee.flags & ContactFlag.refused != 0 { noteFresh(c.pointee.bodyB) }
    }
  }

  /// Whether a contact that has points now is left out of this step. `rB` and `normal` in reference directions, from
  /// the center of mass of B and away from A.
  @inline(never)
  @_optimize(size)
  func isRefused(_ c: UnsafeMutablePointer<Contact>, normal: Vec2f, rB: Vec2f) -> Bool {
    if c.pointee.flags & ContactFlag.allowed != 0 { return false }
    let body = bodies + Int(c.pointee.bodyB)
    let point = Vector2(body.pointee.x + Double(rB.x), body.pointee.y + Double(rB.y))
    if ask(c.pointee.bodyA, c.pointee.segment, c.pointee.bodyB, point: point, normal: normal) {
      c.pointee.flags |= ContactFlag.refused
      s.pointee.hasRefused = true
      return true
    }
    c.pointee.flags |= ContactFlag.allowed
    c.pointee.flags &= ~ContactFlag.refused
    return false
  }

  /// The same for a body that would be put back to the first impact of a step. `contact` is the pair's, or -1.
  @inline(never)
  @_optimize(size)
  func isRefusedInSweep(
    _ contact: Int32, bodyA: Int32, segment: Int32, bodyB: Int32, _ a: ShapeView, _ sweepA: Sweep,
    _ b: ShapeView,
    _ sweepB: Sweep, at fraction: Float
  ) -> Bool {
    if s.pointee.veto == nil { return false }
    if contact >= 0 {
      let flags = contacts[Int(contact)].flags
      if flags & ContactFlag.allowed != 0 { return false }
      if flags & ContactFlag.refused != 0 { return true }
    }
    // Both in the frame of A's start, at the impact.
    let pA = sweepA.p0 + fraction * (sweepA.p1 - sweepA.p0)
    let pB = sweepB.p0 + fraction * (sweepB.p1 - sweepB.p0)
    let qA = rotation(Double(sweepA.angle0 + fraction * (sweepA.angle1 - sweepA.angle0)))
    let qB = rotation(Double(sweepB.angle0 + fraction * (sweepB.angle1 - sweepB.angle0)))
    var m = Manifold()
    let margin = 4 * StepContext.slop * lengthScale
    collide(a, b, Transform2(p: qA.applyInverse(pB - pA), q: qA.inverseTimes(qB)), margin: margin, into: &m)
    let way = sweepB.p1 - sweepB.p0 - (sweepA.p1 - sweepA.p0)
    let speed = way.length
    // Grazing shapes may be out of reach again; then the way tells the side.
    let normal = m.count > 0 ? qA.apply(m.normal) : speed > 0 ? -(1 / speed) * way : Vec2f(0, -1)
    let rB = m.count > 0 ? pA + qA.apply(m.p0.a) - pB : .zero
    let body = bodies + Int(bodyB)
    let begin = Vector2(body.pointee.previousX, body.pointee.previousY)
    let point = begin + (pB - sweepB.p0 + rB).widened
    return ask(bodyA, segment, bodyB, point: point, normal: normal)
  }

  /// The answer for a pair; A as in a contact.
  private func ask(_ bodyA: Int32, _ segment: Int32, _ bodyB: Int32, point: Vector2, normal: Vec2f) -> Bool {
    guard let veto = s.pointee.veto else { return false }
    var record = ContactRecord()
    record.point = point
    record.step = s.pointee.stepOfTick
    record.approachSpeed = Double(max(-normal.dot(speed(bodyB, point) - speed(bodyA, point)), 0))
    if segment >= 0 {
      record.bodyA = bodyB
      record.boundary = segments[Int(segment)].boundary
      record.normal = (-normal).widened
    } else {
      record.bodyA = bodyA
      record.bodyB = bodyB
      record.normal = normal.widened
    }
    s.pointee.isCallingOut = true
    let isRefused = withUnsafePointer(to: &record) { veto(s.pointee.vetoContext, $0) }
    s.pointee.isCallingOut = false
    return isRefused
  }

  private func speed(_ index: Int32, _ point: Vector2) -> Vec2f {
    if index < 0 || bodies[Int(index)].awake < 0 { return .zero }
    let body = bodies + Int(index)
    let state = states[Int(body.pointee.awake)]
    let r = Vec2f(Float(point.x - body.pointee.x), Float(point.y - body.pointee.y))
    return state.v + state.w * r.turned
  }
}
