// The reference of the joint solver: all rows of a world in one dense system in 64 bits, without lanes, trees or sparseness.
// SPDX-License-Identifier: MIT
//
// A sub-step is that which `JointSolver.swift` tells: half of what acts smoothly, impulses by rows at the poses of the start so that
// the errors after the way are what is wanted, the way, the other half, and the velocity projected. What pulls the wrong way is found
// from all rows at once and let go, and the rest solved again; what hangs on a tension that the sub-steps cannot follow counts as heavier.
// The rows are in `JointOracle+Rows.swift`.
//
// It knows what random rigs have: bodies that all move, a constant acceleration each, all kinds of joints. It knows no contacts, fields,
// resistances, locks of bodies, breaking, points that are springs, nor springs so fast that they are taken at the end of the sub-step.
@testable import BagatelleCore

/// Velocity and spin, or a gradient with respect to a pose: points and radians.
struct OracleMotion {
  var x = 0.0
  var y = 0.0
  var w = 0.0
  static func + (a: OracleMotion, b: OracleMotion) -> OracleMotion { OracleMotion(x: a.x + b.x, y: a.y + b.y, w: a.w + b.w) }
  static func * (k: Double, a: OracleMotion) -> OracleMotion { OracleMotion(x: k * a.x, y: k * a.y, w: k * a.w) }
  func dot(_ b: OracleMotion) -> Double { x * b.x + y * b.y + w * b.w }
  var way: Vector2 { Vector2(x, y) }
}

/// A body. Number 0 is the world.
struct OracleBody {
  var trueInvMass = 0.0
  var trueInvInertia = 0.0
  /// As the joints see them: less than the true ones under a tension that the sub-steps cannot follow.
  var invMass = 0.0
  var invInertia = 0.0
  /// Stiffness across the tensions on it, times h².
  var stiffness = 0.0
  var angularStiffness = 0.0
  /// Masses that hang on it at their arms: sum, first moment, second moment.
  var hung = 0.0
  var hungMoment = Vector2.zero
  var hungTurn = 0.0
  var now = Pose()
  var ahead = Pose()
  /// Velocity before the sub-step, the working one, and what acts smoothly in half a sub-step.
  var old = OracleMotion()
  var v = OracleMotion()
  var half = OracleMotion()
  /// Number of a body for all that hang together.
  var root = 0
  /// Of a root.
  var strain = OracleStrain()

  /// What an impulse along a gradient does to it.
  func answer(_ g: OracleMotion) -> OracleMotion { OracleMotion(x: invMass * g.x, y: invMass * g.y, w: invInertia * g.w) }
  /// The pose after some seconds at the working velocity.
  func pose(after t: Double) -> Pose { Pose(x: now.x + t * v.x, y: now.y + t * v.y, angle: now.angle + t * v.w) }
}

/// Why a group of joined bodies may gain no energy in a sub-step, and how much it may have.
struct OracleStrain {
  var isStrained = false
  /// Somebody had taken it apart before the step.
  var isPulled = false
  /// Something fixed holds it.
  var isTied = false
  /// Twice an energy.
  var most = 0.0
}

enum OracleState { case off, hard, soft, bounded, sliding }

/// One scalar row: J v + give * impulse = target.
struct OracleRow {
  var a = OracleMotion()
  var b = OracleMotion()
  var target = 0.0
  var give = 0.0
  /// Error at the start of the sub-step and what it should be at its end; of sliding friction its impulse.
  var error = 0.0
  var wanted = 0.0
  var low = -Double.infinity
  var high = Double.infinity
  var impulse = 0.0
  var state = OracleState.off
  var isFriction = false

  var leads: Bool { state == .hard || state == .soft || state == .bounded }
  var isAngle: Bool { a.x == 0 && a.y == 0 }
}

struct OracleJoint {
  enum Strain { case none, pulled, torn }
  let joint: Joint
  /// Numbers of its bodies.
  let a: Int
  let b: Int
  let isSoft: Bool
  var strain = Strain.none
  /// Where friction holds an angle, not a number while it does not.
  var rest = Double.nan
}

struct JointOracle {
  var bodies: [OracleBody]
  var joints: [OracleJoint]
  /// Three of each joint.
  var rows: [OracleRow]
  let h: Double
  let scale: Double
  /// Share of an error that goes in a sub-step.
  let share: Double
  private var numbers: [Int32: Int] = [-1: 0]
  private let substeps: Int
  /// Radians/s; nothing that a joint holds spins faster.
  private let turnCap: Double
  private let hasHard: Bool
  private let hasSoft: Bool
  /// Rows that lead, and the triangular factor of their matrix: of each row what lies from its first entry on.
  private var leading: [Int] = []
  private var firsts: [Int] = []
  private var factor: [Double] = []

  /// Of a world as it was made, before its first step: all of its bodies that joints may hold, and its joints.
  init(_ world: World, bodies indices: [Int32], joints made: [Int32]) {
    let settings = world.s.pointee.settings
    let context = StepContext(stepSeconds: world.s.pointee.stepSeconds, substeps: world.s.pointee.substeps, settings: settings)
    substeps = context.substeps
    h = world.s.pointee.stepSeconds / Double(substeps)
    scale = settings.lengthScale
    share = context.jointShare
    turnCap = Limits.turnPerStep / world.s.pointee.stepSeconds
    bodies = [OracleBody()]
    for index in indices {
      let body = world.bodies + Int(index)
      let pull = world.kind(body).pointee.acceleration
      var node = OracleBody()
      node.trueInvMass = Double(body.pointee.invMass)
      node.trueInvInertia = Double(body.pointee.invInertia)
      node.now = Pose(x: body.pointee.x, y: body.pointee.y, angle: body.pointee.angle)
      node.half = OracleMotion(x: 0.5 * h * pull.x, y: 0.5 * h * pull.y, w: 0)
      node.root = bodies.count
      numbers[index] = bodies.count
      bodies.append(node)
    }
    joints = []
    for index in made {
      let joint = world.joints + Int(index)
      let isSoft = joint.pointee.kind == .snap || joint.pointee.frequency > 0
      if joint.pointee.kind == .distance { world.measureLevers(joint) }
      if isSoft { world.updateSpring(joint) }
      guard let a = numbers[joint.pointee.bodyA], let b = numbers[joint.pointee.bodyB] else { fatalError("a joint of another body") }
      precondition(!joint.pointee.spring.isFast && (joint.pointee.kind != .distance || !world.isPoint(joint)), "not known here")
      joints.append(OracleJoint(joint: joint.pointee, a: a, b: b, isSoft: isSoft))
      // All that hung together with the one now hang together with the other.
      let (one, other) = (bodies[a].root, bodies[b].root)
      if b > 0 { for at in bodies.indices where bodies[at].root == one { bodies[at].root = other } }
    }
    rows = Array(repeating: OracleRow(), count: 3 * joints.count)
    hasHard = joints.contains { !$0.isSoft }
    hasSoft = joints.contains { $0.isSoft }
  }

  /// Where a body of the world is; -1 is what does not move.
  func pose(_ body: Int32) -> Pose { bodies[numbers[body] ?? 0].now }

  mutating func step() {
    for at in bodies.indices {
      bodies[at].invMass = bodies[at].trueInvMass
      bodies[at].invInertia = bodies[at].trueInvInertia
    }
    for number in 0..<substeps { substep(isFirst: number == 0) }
  }

  private mutating func substep(isFirst: Bool) {
    for at in bodies.indices {
      bodies[at].old = bodies[at].v
      bodies[at].v = bodies[at].v + bodies[at].half
      if hasSoft { bodies[at].ahead = bodies[at].pose(after: 0.5 * h) }
    }
    for at in joints.indices { buildRows(at) }
    if isFirst && hasHard { noteStrains(.pulled) }
    solveWay()
    for at in bodies.indices { bodies[at].v.w = max(min(bodies[at].v.w, turnCap), -turnCap) }
    let isStrained = hasHard && findStrained()
    for at in bodies.indices {
      bodies[at].now = bodies[at].pose(after: h)
      bodies[at].v = bodies[at].v + bodies[at].half
    }
    if hasHard { noteStrains(.torn) }
    for at in rows.indices where rows[at].state == .soft { push(at, rows[at].impulse) }
    if hasHard {
      for at in joints.indices { buildProjection(at) }
      project()
    }
    if isStrained { boundStrained() }
  }

  // MARK: Rows and velocities

  func rate(_ row: Int) -> Double {
    let joint = joints[row / 3]
    return rows[row].a.dot(bodies[joint.a].v) + rows[row].b.dot(bodies[joint.b].v)
  }

  /// Gives both bodies an impulse along a row.
  mutating func push(_ row: Int, _ impulse: Double) {
    let joint = joints[row / 3]
    bodies[joint.a].v = bodies[joint.a].v + impulse * bodies[joint.a].answer(rows[row].a)
    bodies[joint.b].v = bodies[joint.b].v + impulse * bodies[joint.b].answer(rows[row].b)
  }

  // MARK: The system

  /// Fills the matrix J M^-1 J^T + give of the rows that lead, and factors it (Cholesky; left of its first entry a row has none).
  private mutating func factorRows() {
    leading = rows.indices.filter { rows[$0].leads }
    let n = leading.count
    firsts = Array(repeating: 0, count: n)
    factor = Array(repeating: 0, count: n * n)
    for i in 0..<n {
      let p = rows[leading[i]]
      let joint = joints[leading[i] / 3]
      let a = bodies[joint.a].answer(p.a)
      let b = bodies[joint.b].answer(p.b)
      firsts[i] = i
      factor[i * n + i] = a.dot(p.a) + b.dot(p.b) + p.give
      for j in 0..<i {
        let other = joints[leading[j] / 3]
        if !(joint.a == other.a || joint.a == other.b || joint.b > 0 && (joint.b == other.a || joint.b == other.b)) { continue }
        firsts[i] = min(firsts[i], j)
        let q = rows[leading[j]]
        var sum = 0.0
        if joint.a == other.a { sum += a.dot(q.a) }
        if joint.a == other.b { sum += a.dot(q.b) }
        if joint.b == other.a { sum += b.dot(q.a) }
        if joint.b == other.b { sum += b.dot(q.b) }
        factor[i * n + j] = sum
      }
    }
    for i in 0..<n {
      for j in firsts[i]...i {
        var sum = factor[i * n + j]
        for k in max(firsts[i], firsts[j])..<j { sum -= factor[i * n + k] * factor[j * n + k] }
        factor[i * n + j] = j < i ? sum / factor[j * n + j] : sum.squareRoot()
      }
    }
  }

  /// One solution for what the rows that lead lack; adds it to velocities and impulses.
  private mutating func solveOnce(_ lacks: [Double]) {
    let n = leading.count
    var x = lacks
    for i in 0..<n {
      for k in firsts[i]..<i { x[i] -= factor[i * n + k] * x[k] }
      x[i] /= factor[i * n + i]
    }
    for i in (0..<n).reversed() {
      x[i] /= factor[i * n + i]
      for k in firsts[i]..<i { x[k] -= factor[i * n + k] * x[i] }
    }
    for i in 0..<n {
      rows[leading[i]].impulse += x[i]
      push(leading[i], x[i])
    }
  }

  /// What a row lacks at the working velocity.
  private func lack(_ row: Int) -> Double { rows[row].target - rate(row) - rows[row].give * rows[row].impulse }

  // MARK: Before the way

  private mutating func solveWay() {
    // Ropes, ranges and friction: what turns out wrong is let go and the rest solved again; so is what swings too fast.
    for turn in 0..<4 {
      factorRows()
      solveOnce(leading.map { lack($0) })
      if !hasHard { return }
      if turn == 3 { break }
      let isTight = measureTension()
      if !settleBounds() && !isTight { break }
      takeBack()
      if isTight { steady() }
    }
    // Directions stay those of the start; the errors after the way go to what is wanted.
    var before = Double.infinity
    for _ in 0..<4 {
      for at in bodies.indices { bodies[at].ahead = bodies[at].pose(after: h) }
      var worst = 0.0
      let lacks = leading.map { row in
        if rows[row].state == .soft { return lack(row) }
        if rows[row].isFriction { return rows[row].target - rate(row) }
        let left = residual(row)
        worst = max(worst, abs(left))
        return -left / h - rows[row].give * rows[row].impulse
      }
      // At the tip of a whip the directions turn too far for this: what does not get better stays as it is.
      if worst < 1e-9 || worst > 0.5 * before { break }
      before = worst
      solveOnce(lacks)
      if worst < 1e-5 { break }
    }
    for at in joints.indices {
      let row = rows[3 * at + 2]
      if !(row.isFriction && row.state == .bounded) { joints[at].rest = .nan }
    }
  }

  /// The projection of the velocity at the new place.
  private mutating func project() {
    for turn in 0..<3 {
      factorRows()
      solveOnce(leading.map { lack($0) })
      if !settleBounds() || turn == 2 { break }
      takeBack()
    }
  }

  /// Lets go what pulls the wrong way, makes slide what is past its friction. True: something changed.
  private mutating func settleBounds() -> Bool {
    var changed = false
    for at in rows.indices where rows[at].state == .bounded {
      let impulse = rows[at].impulse
      if impulse >= rows[at].low && impulse <= rows[at].high { continue }
      changed = true
      rows[at].state = rows[at].isFriction ? .sliding : .off
      if rows[at].isFriction { rows[at].wanted = impulse < rows[at].low ? rows[at].low : rows[at].high }
    }
    return changed
  }

  /// Takes all impulses back, and gives sliding friction its own.
  private mutating func takeBack() {
    for at in rows.indices {
      push(at, -rows[at].impulse)
      rows[at].impulse = rows[at].state == .sliding ? rows[at].wanted : 0
      push(at, rows[at].impulse)
    }
  }

  // MARK: Tensions

  /// A tension resists what turns or shifts across it, like a spring along which a body swings. What a body would need at
  /// least as mass and inertia so that the sub-steps can follow. True: more than it has.
  private mutating func measureTension() -> Bool {
    for at in bodies.indices {
      bodies[at].stiffness = 0
      bodies[at].angularStiffness = 0
      bodies[at].hung = 0
      bodies[at].hungMoment = .zero
      bodies[at].hungTurn = 0
    }
    for (at, c) in joints.enumerated() where !c.isSoft && c.joint.kind != .lock && rows[3 * at].state != .off {
      let first = rows[3 * at]
      let second = rows[3 * at + 1]
      // Impulse on A; half a sub-step's.
      let p = first.impulse * first.a.way + (second.leads ? second.impulse * second.a.way : .zero)
      let rA = bodies[c.a].now.apply(c.joint.localA)
      let rB = bodies[c.b].now.apply(c.joint.localB)
      bodies[c.a].angularStiffness += h * rA.dot(p)
      bodies[c.b].angularStiffness -= h * rB.dot(p)
      if c.joint.kind == .distance || c.joint.kind == .limit {
        let across = (c.b > 0 ? 2.0 : 1) * max(-first.impulse, 0) * h / max(c.joint.length, 1e-3)
        for (number, r) in [(c.a, rA), (c.b, rB)] {
          bodies[number].stiffness += across
          bodies[number].angularStiffness += across * r.lengthSquared
        }
      } else {
        hang(c.a, rA, c.b, rB)
        if c.b > 0 { hang(c.b, rB, c.a, rA) }
      }
    }
    var found = false
    for at in 1..<bodies.count {
      let n = bodies[at]
      if n.stiffness * n.invMass > 1.01 { found = true }
      // Turning moves what hangs on it, or itself: the least that must move for a turn. The rest it lacks.
      let moved = n.hungTurn - n.hungMoment.lengthSquared / (1 / n.trueInvMass + n.hung)
      bodies[at].angularStiffness -= max(moved, 0)
      if bodies[at].angularStiffness * n.invInertia > 1.01 { found = true }
    }
    return found
  }

  /// Counts at a body what another weighs at its end of a joint.
  private mutating func hang(_ number: Int, _ r: Vector2, _ other: Int, _ arm: Vector2) {
    let inverse = bodies[other].trueInvMass + bodies[other].trueInvInertia * arm.lengthSquared
    let weight = min(1 / max(inverse, 1e-30), 1e4 / bodies[number].trueInvMass)
    bodies[number].hung += weight
    bodies[number].hungMoment = bodies[number].hungMoment + weight * r
    bodies[number].hungTurn += weight * r.lengthSquared
  }

  /// What has too little mass or inertia for its tensions counts as having so much.
  private mutating func steady() {
    for at in 1..<bodies.count {
      let n = bodies[at]
      if n.stiffness * n.invMass > 1 { bodies[at].invMass = 1 / n.stiffness }
      if n.angularStiffness * n.invInertia > 1 { bodies[at].invInertia = 1 / n.angularStiffness }
    }
  }

  // MARK: Strains

  /// Which rigid joints are apart, after a way or, before the first of a step, where somebody moved them.
  private mutating func noteStrains(_ cause: OracleJoint.Strain) {
    let apart = StepContext.jointApart * scale
    for (at, c) in joints.enumerated() where !c.isSoft {
      let e = errors(c, bodies[c.a].now, bodies[c.b].now)
      // The second of a slide is an angle, a lock has its own. Ropes may be shorter.
      let second = c.joint.kind == .sliding ? 0 : e.1
      let isApart = c.joint.kind == .limit ? e.0 > apart : c.joint.kind != .lock && e.0 * e.0 + second * second > apart * apart
      if !isApart || c.strain == .none { joints[at].strain = isApart ? cause : .none }
    }
  }

  /// After the way, before the rest of the sub-step: which groups may gain no energy, and what they may have. False: none.
  private mutating func findStrained() -> Bool {
    for at in bodies.indices { bodies[at].strain = OracleStrain() }
    for n in bodies where n.invMass < 0.999 * n.trueInvMass || n.invInertia < 0.999 * n.trueInvInertia {
      // Other masses, another energy.
      bodies[n.root].strain.isStrained = true
    }
    for c in joints {
      let root = bodies[c.a].root
      if c.b == 0 { bodies[root].strain.isTied = true }
      if c.strain != .none { bodies[root].strain.isStrained = true }
      if c.strain == .pulled { bodies[root].strain.isPulled = true }
    }
    if !bodies.contains(where: { $0.strain.isStrained }) { return false }
    for n in bodies.dropFirst() {
      // What acts smoothly in all of the sub-step, along its way.
      let given = 2 * n.half
      bodies[n.root].strain.most += (n.old.way.lengthSquared + 2 * given.way.dot(n.v.way)) / n.trueInvMass
      bodies[n.root].strain.most += (n.old.w * n.old.w + 2 * given.w * n.v.w) / n.trueInvInertia
    }
    for at in rows.indices where rows[at].state == .soft {
      bodies[bodies[joints[at / 3].a].root].strain.most += 4 * rows[at].impulse * rate(at)
    }
    return true
  }

  /// At the end of a sub-step: takes what is over from how the parts of a group move against each other. What hangs on nothing goes on as
  /// a whole.
  private mutating func boundStrained() {
    for root in 1..<bodies.count where bodies[root].strain.isStrained && !bodies[root].strain.isPulled {
      let strain = bodies[root].strain
      let group = bodies.indices.filter { $0 > 0 && bodies[$0].root == root }
      let center = { (n: OracleBody) in Vector2(n.now.x, n.now.y) }
      var mass = 0.0
      var middle = Vector2.zero
      var velocity = Vector2.zero
      for n in group.map({ bodies[$0] }) {
        mass += 1 / n.trueInvMass
        middle = middle + (1 / n.trueInvMass) * center(n)
        velocity = velocity + (1 / n.trueInvMass) * n.v.way
      }
      middle = (1 / mass) * middle
      velocity = strain.isTied ? .zero : (1 / mass) * velocity
      var inertia = 0.0
      var turn = 0.0
      for n in group.map({ bodies[$0] }) {
        let r = center(n) - middle
        inertia += r.lengthSquared / n.trueInvMass + 1 / n.trueInvInertia
        turn += r.cross(n.v.way - velocity) / n.trueInvMass + n.v.w / n.trueInvInertia
      }
      let spin = strain.isTied ? 0 : turn / inertia
      // How it moves as a whole, and the rest: twice the energies of both, which add up.
      let whole = mass * velocity.lengthSquared + inertia * spin * spin
      var rest = 0.0
      let wholes = group.map { at in
        let r = center(bodies[at]) - middle
        return OracleMotion(x: velocity.x - spin * r.y, y: velocity.y + spin * r.x, w: spin)
      }
      for (at, u) in zip(group, wholes) {
        let n = bodies[at]
        rest += (n.v.way - u.way).lengthSquared / n.trueInvMass + (n.v.w - u.w) * (n.v.w - u.w) / n.trueInvInertia
      }
      if whole + rest <= strain.most || rest <= 0 { continue }
      let keep = (max(strain.most - whole, 0) / rest).squareRoot()
      for (at, u) in zip(group, wholes) { bodies[at].v = keep * bodies[at].v + (1 - keep) * u }
    }
  }
}
