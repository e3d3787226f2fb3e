// What fields do to bodies in a sub-step.
// SPDX-License-Identifier: MIT
//
// A body that nothing touches and no joint holds goes half a sub-step by its linear law (springs, drags,
// uniform accelerations, damping: exact), takes the other fields' change of velocity at that point, and goes
// the other half. This is symmetric in time, so energy has no trend on orbits, and a charge in a magnetic
// field is turned, not pushed, so its speed stays. (Leapfrog in drift-kick-drift form; rotation as J. P.
// Boris, "Relativistic plasma simulation", 1970; splitting after G. Strang, 1968.) Any other body takes all
// of it into its velocity before the constraints are solved.

/// An awake body in a field, during a step.
struct FieldBody: BitwiseCopyable {
  /// Awake index.
  var at: Int32 = 0
  /// Whether a field of it is not linear.
  var isKicked = false
  /// From the item's center to the center of mass at the start of the step.
  var offset = Vector2(0, 0)
  /// Gravity and pushes.
  var acceleration = Vector2(0, 0)
  /// The numbers that the factors below are of.
  var stiffness = -1.0
  var drag = -1.0
  var motion = LinearMotion()
  var step = LinearStep()
}

/// Values of `BodyMotion.free` for bodies in fields that are not held.
enum FieldMotion {
  /// Fields move it, and what pulls is not balanced, so that it must not fall asleep.
  static var moved: Int16 { 2 }
  /// Fields move it, and at rest it would stay where it is.
  static var balanced: Int16 { 3 }
}

extension World {
  var fieldContext: FieldContext {
    let h = s.pointee.stepSeconds / Double(s.pointee.substeps)
    return FieldContext(
      unit: s.pointee.settings.fieldUnitScale, time: Double(s.pointee.steps) * s.pointee.wholeSeconds + s.pointee.secondsBefore, h: h)
  }

  /// Lists the awake bodies in fields, and lets contacts and joints know what pulls them; from an awake index
  /// on.
  @_optimize(size)
  func prepareFields(from first: Int) {
    if first == 0 { s.pointee.fieldBodies.count = 0 }
    if s.pointee.fieldMemberCount == 0 { return }
    let context = fieldContext
    for at in first..<s.pointee.awake.count {
      let body = bodies + Int(s.pointee.awake[at])
      guard var member = extras(body)?.pointee.firstField, member >= 0, body.pointee.flags & BodyFlag.anchored == 0
      else { continue }
      var entry = FieldBody()
      entry.at = Int32(truncatingIfNeeded: at)
      entry.offset = body.pointee.q.apply(body.pointee.localCenter).widened
      entry.acceleration = motions[at].a.widened
      while member >= 0 {
        let record = s.pointee.fieldMembers[Int(member)]
        if !s.pointee.fields[Int(record.field)].def.isLinear { entry.isKicked = true }
        member = record.nextOfBody
      }
      if body.pointee.firstContact >= 0 || body.pointee.firstJoint >= 0 {
        motions[at].a = motions[at].a + pull(entry, context)
      }
      // Room was reserved when the body came to a field.
      _ = s.pointee.fieldBodies.append(entry)
    }
  }

  /// What fields pull a body with where it is.
  @inline(never)
  @_optimize(size)
  private func pull(_ entry: FieldBody, _ context: FieldContext) -> Vec2f {
    let target = fieldTarget(entry)
    let sum = sumFields(entry, target, FieldPart.linear | FieldPart.kick | FieldPart.still, context)
    return finite(sum.acceleration + sum.anchor - sum.stiffness * target.position)
  }

  /// Lets bounces know what pulls the held bodies, after the sub-steps, in which their velocities were where that is told.
  @_optimize(size)
  func tellPulls() {
    let context = fieldContext
    for index in 0..<s.pointee.fieldBodies.count {
      let entry = s.pointee.fieldBodies.base + index
      let motion = motions + Int(entry.pointee.at)
      if motion.pointee.rate == -1 { motion.pointee.a = entry.pointee.acceleration.narrowed + pull(entry.pointee, context) }
    }
  }

  /// Fields in one sub-step. Bodies that are free move; what the others' velocity becomes is put where
  /// `integrateVelocities` takes it up.
  func applyFields() {
    if s.pointee.fieldBodies.count == 0 { return }
    let context = fieldContext
    for index in 0..<s.pointee.fieldBodies.count {
      let entry = s.pointee.fieldBodies.base + index
      let at = Int(entry.pointee.at)
      let before = states[at].v
      var after: Vec2f
      if motions[at].free > 0 {
        moveFreely(entry, context)
        after = states[at].v
      } else {
        after = changedVelocity(entry, context)
        let motion = motions + at
        motion.pointee.decay = 0
        motion.pointee.gain = 1
        motion.pointee.a = after
        motion.pointee.rate = -1  // The factors are made anew in the next step.
      }
      let change = (after - before).lengthSquared * Float(context.h * context.h)
      let scale = lengthScale
      if change > 0.05 * scale * scale { noteFresh(s.pointee.awake[at]) }
    }
  }

  private func fieldTarget(_ entry: FieldBody) -> FieldTarget {
    let body = bodies + Int(s.pointee.awake[Int(entry.at)])
    let state = states + Int(entry.at)
    return FieldTarget(
      position: Vector2(
        tracks[Int(entry.at)].x + Double(state.pointee.d.x) - entry.offset.x,
        tracks[Int(entry.at)].y + Double(state.pointee.d.y) - entry.offset.y),
      velocity: state.pointee.v.widened,
      mass: body.pointee.mass * kind(body).pointee.timeScale * kind(body).pointee.timeScale, charge: extras(body)?.pointee.charge ?? 0)
  }

  // MARK: Free bodies

  @_optimize(size)
  private func moveFreely(_ entry: UnsafeMutablePointer<FieldBody>, _ context: FieldContext) {
    let at = Int(entry.pointee.at)
    var target = fieldTarget(entry.pointee)
    let linear = sumFields(entry.pointee, target, FieldPart.linear, context)
    if linear.isVelocitySet {
      let v = capped(linear.velocity)
      states[at].v = finite(v)
      states[at].d = states[at].d + Float(context.h) * states[at].v
      motions[at].free = v == .zero ? FieldMotion.balanced : FieldMotion.moved
      return
    }
    let load = entry.pointee.acceleration + linear.acceleration + linear.anchor
    let seconds = entry.pointee.isKicked ? 0.5 * context.h : context.h
    let resistance = kind(bodies + Int(s.pointee.awake[at])).pointee.resistance
    setFactors(entry, linear, resistance, seconds)
    let m = entry.pointee.motion
    let start = target.position
    follow(m, load, linear.stiffness, &target)
    var net = load - linear.stiffness * start
    var steepness = linear.steepness
    if entry.pointee.isKicked {
      let kick = sumFields(entry.pointee, target, FieldPart.kick, context)
      let turn = Turn(kick.turning * context.h)
      let smooth = load - linear.stiffness * target.position
      let half = (0.5 * context.h) * (turn.gain * kick.acceleration + (turn.gain - 1) * smooth)
      target.velocity = turn.apply(target.velocity + half) + half
      if kick.isTrapped { target.velocity = 0.5 * target.velocity }
      follow(m, load, linear.stiffness, &target)
      net = net + kick.acceleration
      steepness += kick.steepness
    }
    let moved = target.position - start
    states[at].v = finite(capped(target.velocity))
    let reach = Limits.speed * context.h
    if moved.lengthSquared <= reach * reach {
      // From the exact place, so that nothing is lost by adding small parts.
      states[at].d = Vec2f(
        Float(start.x + entry.pointee.offset.x - tracks[at].x + moved.x),
        Float(start.y + entry.pointee.offset.y - tracks[at].y + moved.y))
    } else {
      states[at].d = states[at].d + Float(context.h) * states[at].v
    }
    let least = max(1e-4, FieldSum.invisible * steepness) * s.pointee.settings.lengthScale
    motions[at].free = net.lengthSquared > least * least ? FieldMotion.moved : FieldMotion.balanced
  }

  /// Counted from where it is, the load is what pulls it there.
  @inline(__always)
  private func follow(_ m: LinearMotion, _ load: Vector2, _ stiffness: Double, _ target: inout FieldTarget) {
    let pull = load - stiffness * target.position
    let v = target.velocity
    target.position = target.position + m.xv * v + m.xg * pull
    target.velocity = m.vv * v + m.vg * pull
  }

  // MARK: Bodies that are held

  @_optimize(size)
  private func changedVelocity(
    _ entry: UnsafeMutablePointer<FieldBody>, _ context: FieldContext
  ) -> Vec2f {
    let at = Int(entry.pointee.at)
    let target = fieldTarget(entry.pointee)
    let sum = sumFields(entry.pointee, target, FieldPart.linear | FieldPart.kick, context)
    if sum.isVelocitySet { return finite(capped(sum.velocity)) }
    setFactors(entry, sum, kind(bodies + Int(s.pointee.awake[at])).pointee.resistance, context.h)
    let f = entry.pointee.step
    let stretch =
      sum.stiffness * context.h * context.h > 4 ? 4 / (context.h * context.h * sum.stiffness) : 1
    // The pull of the springs, cut as the factors are.
    let pull = stretch * (sum.anchor - sum.stiffness * target.position)
    // Half of the load, the turn, the other half.
    // Along a rail a magnetic field changes nothing: the rail carries it.
    let isOnRail = bodies[Int(s.pointee.awake[at])].flags & (BodyFlag.locksX | BodyFlag.locksY) != 0
    let turn = Turn(isOnRail ? 0 : sum.turning * context.h)
    let half = (turn.gain * 0.5 * f.load) * (entry.pointee.acceleration + sum.acceleration + pull)
    var v = f.keep * target.velocity
    if sum.isTrapped { v = 0.5 * v }
    return finite(capped(turn.apply(v + half) + half))
  }

  private func setFactors(
    _ entry: UnsafeMutablePointer<FieldBody>, _ sum: FieldSum, _ resistance: Double, _ seconds: Double
  ) {
    let drag = sum.drag + resistance
    if sum.stiffness == entry.pointee.stiffness && drag == entry.pointee.drag { return }
    entry.pointee.stiffness = sum.stiffness
    entry.pointee.drag = drag
    if motions[Int(entry.pointee.at)].free > 0 {
      entry.pointee.motion = LinearMotion(stiffness: sum.stiffness, drag: drag, seconds: seconds)
    } else {
      entry.pointee.step = LinearStep(stiffness: sum.stiffness, drag: drag, seconds: seconds)
    }
  }

  // MARK: Sums

  /// The fields of a body whose regions hold the point, in the order of its list. They act in its own time.
  private func sumFields(
    _ entry: FieldBody, _ target: FieldTarget, _ parts: Int32, _ context: FieldContext
  ) -> FieldSum {
    let scale = kind(bodies + Int(s.pointee.awake[Int(entry.at)])).pointee.timeScale
    if scale == 1 { return sumFieldsInOwnTime(entry, target, parts, context) }
    var own = target
    own.velocity = (1 / scale) * target.velocity
    var sum = sumFieldsInOwnTime(
      entry, own, parts, FieldContext(unit: context.unit, time: context.time, h: context.h * scale))
    sum.leaveTime(scale)
    return sum
  }

  @_optimize(size)
  private func sumFieldsInOwnTime(
    _ entry: FieldBody, _ target: FieldTarget, _ parts: Int32, _ context: FieldContext
  ) -> FieldSum {
    var sum = FieldSum()
    let body = s.pointee.awake[Int(entry.at)]
    var member = extras(bodies + Int(body))?.pointee.firstField ?? none
    while member >= 0 {
      let index = s.pointee.fieldMembers[Int(member)].field
      let field = s.pointee.fields.base + Int(index)
      member = s.pointee.fieldMembers[Int(member)].nextOfBody
      let isLinear = field.pointee.def.isLinear
      guard parts & (isLinear ? FieldPart.linear : FieldPart.kick) != 0, holds(field, target.position) else {
        continue
      }
      if isLinear {
        field.pointee.def.addLinear(&sum, target, context)
      } else if field.pointee.def.kind == .custom {
        if parts & FieldPart.still == 0 { addCustom(&sum, index, target, context) }
      } else {
        field.pointee.def.addKick(&sum, target, context, isLimited: true)
      }
    }
    return sum
  }

  @inline(__always)
  func holds(_ field: UnsafePointer<ForceField>, _ p: Vector2) -> Bool {
    if field.pointee.nodeCount == 0 { return true }
    let local = p - field.pointee.def.position
    return RegionProgram.contains(
      s.pointee.regionNodes.base + Int(field.pointee.firstNode), Int(field.pointee.nodeCount), local)
  }

  /// A force that is no number or beyond 1e9 counts as none, and is noted.
  private func addCustom(
    _ sum: inout FieldSum, _ index: Int32, _ target: FieldTarget, _ context: FieldContext
  ) {
    let def = s.pointee.fields[Int(index)].def
    s.pointee.isCallingOut = true
    let force = def.customForce(target, context)
    s.pointee.isCallingOut = false
    if let force {
      sum.acceleration = sum.acceleration + (100 / target.mass) * force
    } else {
      let field = s.pointee.fields.base + Int(index)
      field.pointee.refused &+= 1
      field.pointee.refusedTick = s.pointee.tick &+ 1
    }
  }

  @inline(__always)
  private func capped(_ v: Vector2) -> Vector2 {
    let square = v.lengthSquared
    if square <= Limits.speed * Limits.speed { return v }
    let length = v.length
    return length < .infinity ? (Limits.speed / length) * v : Vector2(.nan, .nan)
  }

  @inline(__always)
  private func finite(_ v: Vector2) -> Vec2f {
    v.lengthSquared < 1e60 ? v.narrowed : .zero
  }
}

/// How a magnetic field turns a velocity in a sub-step.
private struct Turn {
  private var sine = 0.0
  private var cosine = 1.0
  /// What acts beside it counts so many times, half before the turn and half after it: then a charge drifts by the
  /// acceleration divided by the rate at any rate (Boris' correction, tan(θ/2) / (θ/2)). Faster turns than 2 radians,
  /// of circles that are smaller than what a sub-step shows, are turned by 2: near a whole turn, which is none, what
  /// acts beside it would add up.
  private(set) var gain = 1.0

  init(_ angle: Double) {
    if angle == 0 || !angle.isFinite { return }
    let (s, c) = Elementary.sinCos(0.5 * max(-2, min(2, angle)))
    sine = 2 * s * c
    cosine = c * c - s * s
    gain = s / (c * 0.5 * angle)
  }

  @inline(__always)
  func apply(_ v: Vector2) -> Vector2 { Vector2(cosine * v.x - sine * v.y, sine * v.x + cosine * v.y) }
}

extension FieldDef {
  /// UIKit newtons; nil when it is no number or beyond 1e9.
  func customForce(_ target: FieldTarget, _ context: FieldContext) -> Vector2? {
    guard let function else { return .zero }
    let owner = self.context
    var values = (
      target.position.x, target.position.y, target.velocity.x, target.velocity.y, target.mass, target.charge,
      context.h
    )
    var force = Vector2(0, 0)
    withUnsafePointer(to: &values) { values in
      withUnsafeMutablePointer(to: &force) { force in
        let numbers = UnsafeRawPointer(values).assumingMemoryBound(to: Double.self)
        function(owner, numbers, UnsafeMutableRawPointer(force).assumingMemoryBound(to: Double.self))
      }
    }
    let limit = Limits.magnitude
    guard force.x >= -limit, force.x <= limit, force.y >= -limit, force.y <= limit else { return nil }
    return force
  }
}
