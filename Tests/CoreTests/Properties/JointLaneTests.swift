// Joints in lanes (trees, and trees with a few loops) against `JointOracle.swift`, which solves the same rows in another way.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

/// Bodies that random joints hold together, in the world or flying, without contacts.
private struct Rig {
  var bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
  var bodies: [Int32] = []
  var made: [Int32] = []

  /// Joints of the kinds, each with one body before or the world, and some more. Snaps come last, on one to three of the bodies.
  init(_ random: inout CollisionRandom, kinds all: [JointKind], loops: Int) {
    let kinds = all.filter { $0 != .snap }
    let count = 3 + random.below(6)
    var places: [Vector2] = []
    for at in 0..<count {
      let place = Vector2(60 * Double(at) + random.between(-15, 15), random.between(-40, 40))
      var properties = BodyProperties()
      properties.resistance = 0
      properties.angularResistance = 0
      properties.density = random.between(0.5, 2)
      let body = bench.box(place.x, place.y, random.between(20, 40), random.between(15, 30), angle: random.angle(), properties: properties)
      _ = bench.world.setGroups(body, items: UnsafeBufferPointer(start: nil, count: 0), boundaries: UnsafeBufferPointer(start: nil, count: 0))
      places.append(place)
      bodies.append(body)
      // Near the one before, or anywhere before.
      let other = at == 0 ? -1 : random.below(4) > 0 ? at - 1 : random.below(at)
      if at > 0 || random.below(3) > 0 { add(&random, kinds, at, other, places) }
    }
    for _ in 0..<loops {
      let a = random.below(count)
      let b = (a + 1 + random.below(count - 1)) % count
      add(&random, kinds, max(a, b), min(a, b), places)
    }
    if !all.contains(.snap) { return }
    let first = random.below(count)
    for at in first...first + random.below(3) {
      var snap = SnapDef()
      snap.body = bodies[at % count]
      let (sine, cosine) = Elementary.sinCos(random.angle())
      let distance = random.between(0, 40)
      snap.point = places[at % count] + distance * Vector2(cosine, sine)
      snap.frequency = random.between(1, 10)
      snap.ratio = random.between(0.1, 1)
      let joint = bench.world.addSnap(snap)
      #expect(joint >= 0)
      made.append(joint)
    }
  }

  private mutating func add(_ random: inout CollisionRandom, _ kinds: [JointKind], _ a: Int, _ b: Int, _ places: [Vector2]) {
    var def = JointDef()
    let isSwapped = b >= 0 && random.below(2) == 0
    let p = places[a]
    let q = b >= 0 ? places[b] : Vector2(p.x, p.y - 50)
    def.kind = kinds[random.below(kinds.count)]
    def.bodyA = bodies[isSwapped ? b : a]
    def.bodyB = b < 0 ? -1 : bodies[isSwapped ? a : b]
    let share = random.between(0.3, 0.7)
    def.anchor = Vector2(p.x + share * (q.x - p.x), p.y + share * (q.y - p.y))
    switch def.kind {
    case .distance, .limit:
      def.anchor = q
      def.length = Vector2(p.x - q.x, p.y - q.y).length
      if def.kind == .distance && random.below(2) == 0 {
        def.frequency = random.between(1, 4)
        def.damping = 0.1
      }
    case .pin:
      if random.below(2) == 0 {
        def.rangeFrom = -random.between(0.1, 0.6)
        def.rangeTo = random.between(0.1, 0.6)
      }
      if random.below(3) == 0 { def.frictionTorque = random.between(0, 0.02) }
    case .sliding:
      let (sine, cosine) = Elementary.sinCos(random.angle())
      def.axis = Vector2(cosine, sine)
      if random.below(3) > 0 {
        def.rangeFrom = -random.between(5, 30)
        def.rangeTo = random.below(4) == 0 ? def.rangeFrom + 1e-9 : random.between(5, 30)
        if def.rangeTo < 0 {
          def.rangeFrom = 0
          def.rangeTo = 0
        }
      }
    case .lock:
      def.bodyB = -1
      def.anchor = isSwapped ? q : p
      def.locksX = random.below(2) == 0
      def.locksY = !def.locksX && random.below(2) == 0
      let angle = bench.world.angle(def.bodyA)
      def.rangeFrom = angle - random.between(0.1, 1)
      def.rangeTo = angle + random.between(0.1, 1)
    default: break
    }
    let joint = bench.world.addJoint(def)
    #expect(joint >= 0)
    made.append(joint)
  }

  /// Joints that are in trees, and springs in lanes of bodies that nothing else holds.
  var laneCount: Int {
    let work = bench.world.s.pointee.jointWork
    var count = 0
    for at in 0..<work.trees.joints.count {
      let owners = work.trees.joints[at].joint
      count += [owners.0, owners.1, owners.2, owners.3].count { $0 >= 0 }
    }
    for at in 0..<work.springSlots.count {
      count += withUnsafeBytes(of: work.springSlots[at].joint) { $0.bindMemory(to: Int32.self).count { $0 >= 0 } }
    }
    return count
  }

  /// Where a body is in the world.
  func pose(_ body: Int32) -> Pose {
    if body < 0 { return Pose() }
    let record = bench.world.bodies[Int(body)]
    return Pose(x: record.x, y: record.y, angle: record.angle)
  }

  /// Motion, height and what snaps hold, mass points²/s².
  var energy: Double {
    var sum = 0.0
    for body in bodies {
      let record = bench.world.bodies[Int(body)]
      let v = bench.world.velocity(body)
      let w = bench.world.angularVelocity(body)
      sum += 0.5 / Double(record.invMass) * v.lengthSquared - 1000 / Double(record.invMass) * bench.world.center(body).y
      if record.invInertia > 0 { sum += 0.5 / Double(record.invInertia) * w * w }
    }
    for index in made where bench.world.joints[Int(index)].kind == .snap {
      let joint = bench.world.joints[Int(index)]
      let record = bench.world.bodies[Int(joint.bodyA)]
      let turn = 2 * Double.pi * joint.frequency
      let way = Vector2(record.x, record.y) - joint.anchor
      let angle = Elementary.wrapAngle(record.angle)
      sum += 0.5 * turn * turn * (way.lengthSquared / Double(record.invMass) + angle * angle / Double(record.invInertia))
    }
    return sum
  }

  /// The worst gap of a rigid joint with the bodies in some poses, points; an angle counts at an arm of 30.
  func gap(_ pose: (Int32) -> Pose) -> Double {
    var worst = 0.0
    for index in made {
      let joint = bench.world.joints[Int(index)]
      if joint.frequency > 0 { continue }
      let a = pose(joint.bodyA)
      let b = pose(joint.bodyB)
      let rA = a.apply(joint.localA)
      let rB = b.apply(joint.localB)
      let apart = Vector2(a.x + rA.x - b.x - rB.x, a.y + rA.y - b.y - rB.y)
      let turn = a.angle - b.angle - joint.reference
      func past(_ value: Double) -> Double { max(value - joint.rangeTo, joint.rangeFrom - value, 0) }
      switch joint.kind {
      case .distance: worst = max(worst, abs(apart.length - joint.length))
      case .limit: worst = max(worst, apart.length - joint.length)
      case .fixed: worst = max(worst, apart.length, 30 * abs(turn))
      case .pin: worst = max(worst, apart.length, 30 * past(turn))
      case .sliding:
        let t = b.apply(joint.axis)
        worst = max(worst, abs(t.cross(apart)), 30 * abs(turn), past(t.dot(apart)))
      case .lock:
        worst = max(worst, joint.locksX ? abs(apart.x) : 0, joint.locksY ? abs(apart.y) : 0, 30 * past(a.angle))
      default: break
      }
    }
    return worst
  }
}

private let rigid: [JointKind] = [.distance, .limit, .fixed, .pin, .sliding, .lock]

/// What of sorted numbers a share lies below.
private func quantile(_ x: [Double], _ share: Double) -> Double { x.sorted()[min(Int(share * Double(x.count)), x.count - 1)] }

/// Of random rigs, in the world and by the oracle: where the bodies are early on, the worst gaps, and in the world the energy that came
/// from nowhere by that of the fastest motion.
private func compare(_ kinds: [JointKind], loops: Int, seed: UInt64) {
  let name = "\(kinds), \(loops) loops"
  var gaps: [[Double]] = [[], []]
  var gains: [Double] = []
  var apart: [Double] = []
  for number in 0..<40 {
    var random = CollisionRandom(Property.seed &+ seed &* 0x9e37_79b9 &+ UInt64(number))
    let rig = Rig(&random, kinds: kinds, loops: loops)
    defer { rig.bench.world.destroy() }
    var oracle = JointOracle(rig.bench.world, bodies: rig.bodies, joints: rig.made)
    let start = rig.energy
    var scale = 1.0
    var gap = (world: 0.0, oracle: 0.0)
    var gain = 0.0
    rig.bench.run(120) { step in
      oracle.step()
      if step == 5 {
        let nets = rig.bench.world.s.pointee.jointWork.nets.edges.count
        #expect(nets == 0 && rig.laneCount == rig.made.count, "\(name), case \(number): \(rig.laneCount) of \(rig.made.count) in lanes")
        let distances = rig.bodies.map { Vector2(rig.pose($0).x - oracle.pose($0).x, rig.pose($0).y - oracle.pose($0).y).length }
        apart.append(distances.max() ?? 0)
      }
      gap = (max(gap.world, rig.gap(rig.pose)), max(gap.oracle, rig.gap(oracle.pose)))
      gain = max(gain, rig.energy - start)
      var motion = 0.0
      for body in rig.bodies {
        motion += 0.5 / Double(rig.bench.world.bodies[Int(body)].invMass) * rig.bench.world.velocity(body).lengthSquared
      }
      scale = max(scale, motion)
    }
    #expect(rig.bodies.allSatisfy { oracle.pose($0).x.isFinite }, "\(name), case \(number): the oracle has no answer")
    gaps[0].append(gap.world)
    gaps[1].append(gap.oracle)
    gains.append(gain / scale)
  }
  // Impulses that end are noticed by other iterations, so some go other ways.
  #expect(quantile(apart, 0.5) < 1e-3, "\(name): \(quantile(apart, 0.5)) points apart after six steps")
  #expect(
    quantile(gaps[0], 0.9) < 1.1 * quantile(gaps[1], 0.9) + 0.02 && quantile(gaps[0], 1) < 1.2 * quantile(gaps[1], 1) + 0.1,
    "\(name): gaps of \(quantile(gaps[0], 0.9)), \(quantile(gaps[0], 1)), by the oracle \(quantile(gaps[1], 0.9)), \(quantile(gaps[1], 1))")
  #expect(quantile(gains, 0.95) < 1e-4, "\(name): energy gained, \(quantile(gains, 0.95)) of the motion")
}

@Test func `joints in lanes hold as well as by the oracle, in trees and in loops`() {
  for loops in 0...2 {
    for (number, kind) in rigid.enumerated() { compare([kind, .pin], loops: loops, seed: UInt64(10 * number + loops)) }
    compare(rigid, loops: loops, seed: UInt64(100 + loops))
  }
}

@Test func `snaps among other joints draw as they do by the oracle`() {
  for loops in 0...1 {
    compare([.pin, .distance, .fixed, .snap], loops: loops, seed: UInt64(200 + loops))
    // Without ranges and friction hardly anything ends.
    compare([.distance, .fixed, .snap], loops: loops, seed: UInt64(210 + loops))
  }
}

/// Boxes of 20 points in a grid, a joint between neighbors, welded to the world along one side.
private func grid(_ bench: Bench, _ columns: Int, _ rows: Int, _ make: (inout JointDef, Bool) -> Void) -> (bodies: [Int32], ties: [Int32]) {
  var bodies: [Int32] = []
  var ties: [Int32] = []
  for row in 0..<rows {
    for column in 0..<columns {
      let x = 30 * Double(column)
      let y = 30 * Double(row)
      let body = bench.box(x, y, 20, 20)
      _ = bench.world.setGroups(body, items: UnsafeBufferPointer(start: nil, count: 0), boundaries: UnsafeBufferPointer(start: nil, count: 0))
      bodies.append(body)
      if column == 0 { ties.append(bench.joint(.fixed, body, anchor: Vector2(x - 15, y))) }
      for isAcross in [true, false] where isAcross ? column > 0 : row > 0 {
        let other = bodies[bodies.count - 1 - (isAcross ? 1 : columns)]
        _ = bench.joint(.fixed, body, other, anchor: Vector2(isAcross ? x - 15 : x, isAcross ? y : y - 15)) {
          make(&$0, isAcross)
          if $0.kind == .limit {
            $0.anchor = .zero
            $0.length = 30
          }
        }
      }
    }
  }
  return (bodies, ties)
}

@Test func `a welded grid stands out from a wall that carries its weight and its moment`() {
  let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
  defer { bench.world.destroy() }
  let (bodies, ties) = grid(bench, 5, 4) { _, _ in }
  bench.run(600)
  // All is in a net.
  #expect(bench.world.s.pointee.jointWork.trees.joints.count == 0)
  var weight = 0.0
  var moment = 0.0
  for body in bodies {
    let mass = 1 / Double(bench.world.bodies[Int(body)].invMass)
    // UIKit newtons are 100 of ours.
    weight += mass * 10
    moment += mass * 10 * (bench.world.center(body).x + 15)
  }
  var carried = Vector2(0, 0)
  var torque = 0.0
  for (row, tie) in ties.enumerated() {
    let reaction = bench.world.jointReaction(tie)
    carried = Vector2(carried.x + reaction.force.x, carried.y + reaction.force.y)
    torque += reaction.torque - 30 * Double(row) * reaction.force.x
  }
  #expect(abs(carried.y + weight) < 0.02 * weight && abs(carried.x) < 0.02 * weight, "\(carried) of \(weight)")
  #expect(abs(torque + moment) < 0.05 * moment, "\(torque) of \(moment)")
  let sag = bench.world.center(bodies[4]).y
  #expect(sag > 0 && sag < 3 && abs(bench.world.angle(bodies[4])) < 0.05, "\(sag), turned by \(bench.world.angle(bodies[4]))")
}

@Test func `a net of ropes and pins keeps their lengths and ranges and calms down`() {
  for friction in [0.0, 0.06] {
    let bench = Bench(stepSeconds: 1.0 / 60, substeps: 4)
    defer { bench.world.destroy() }
    let (bodies, _) = grid(bench, 6, 6) { def, isAcross in
      def.kind = isAcross ? .pin : .limit
      def.rangeFrom = -0.3
      def.rangeTo = 0.3
      def.frictionTorque = friction
    }
    var turn = 0.0
    var long = 0.0
    var late = 0.0
    bench.run(900) { step in
      for row in 0..<6 {
        for column in 0..<6 {
          let body = bodies[6 * row + column]
          if column > 0 { turn = max(turn, abs(bench.world.angle(body) - bench.world.angle(bodies[6 * row + column - 1]))) }
          if row > 0 {
            let p = bench.world.center(body)
            let q = bench.world.center(bodies[6 * row + column - 6])
            long = max(long, Vector2(p.x - q.x, p.y - q.y).length)
          }
          if step > 800 { late = max(late, bench.world.velocity(body).length) }
        }
      }
    }
    // Swept one at a time, without what they held in the sub-step before: 0.42 rad, 30.5 points and 58; with friction 0.66, 30.6, 210.
    #expect(turn > 0.2 && turn < 0.41, "turned by \(turn)")
    #expect(long < 30.2, "\(long) long")
    #expect(late < 50, "still at \(late) points/s")
    #expect(bench.world.s.pointee.jointWork.trees.joints.count == 0)
  }
}
