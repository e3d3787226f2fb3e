// Joints in chains, trees and small loops: all rows at once, by the sparse factors of `JointGraph`.
// SPDX-License-Identifier: MIT

extension World {
  /// Numbers of the graph: jointed bodies first (the world's is never connected), then constraints.
  @inline(__always) private var graphBodies: Int { s.pointee.jointWork.bodies.count }

  /// Makes the order anew when other bodies hang together than before. False: no memory.
  @_optimize(size)
  func arrangeGraph(_ count: Int) -> Bool {
    let work = s
    let nodes = work.pointee.jointWork.bodies.base
    let constraints = work.pointee.jointConstraints.base
    let bodyCount = graphBodies
    guard work.pointee.jointWork.graph.key.reserve(3 * count + 2) else { return false }
    let key = work.pointee.jointWork.graph.key.base
    var same = work.pointee.jointWork.graph.isMade && work.pointee.jointWork.graph.key.count == 3 * count + 2
    if same && (key[0] != Int32(bodyCount) || key[1] != Int32(count)) { same = false }
    key[0] = Int32(bodyCount)
    key[1] = Int32(count)
    work.pointee.jointWork.graph.key.count = 3 * count + 2
    for at in 0..<count {
      let c = constraints + at
      let a: Int32 = c.pointee.swept || nodes[Int(c.pointee.a)].invMass == 0 ? -1 : c.pointee.a
      let b: Int32 = c.pointee.swept || nodes[Int(c.pointee.b)].invMass == 0 ? -1 : c.pointee.b
      let waits: Int32 = c.pointee.swept || givesWay(c) ? 0 : 1
      let k = key + (3 * at + 2)
      if same && (k[0] != a || k[1] != b || k[2] != waits) { same = false }
      k[0] = a
      k[1] = b
      k[2] = waits
    }
    if same { return true }
    guard work.pointee.jointWork.graph.begin(bodyCount: bodyCount, jointCount: count) else { return false }
    for at in 0..<count {
      let k = key + (3 * at + 2)
      let own = Int32(bodyCount + at)
      if k[0] < 0 && k[1] < 0 { continue }
      work.pointee.jointWork.graph.nodes.base[Int(own)].waits = k[2] != 0
      if k[0] >= 0 { guard work.pointee.jointWork.graph.connect(own, k[0]) else { return false } }
      if k[1] >= 0 && k[1] != k[0] { guard work.pointee.jointWork.graph.connect(own, k[1]) else { return false } }
    }
    guard work.pointee.jointWork.graph.arrange(bodyCount: bodyCount) else { return false }
    for at in 0..<count {
      let k = key + (3 * at + 2)
      let own = Int32(bodyCount + at)
      let sides = work.pointee.jointWork.graph.sides.base + 2 * at
      if k[0] >= 0 { sides[0] = work.pointee.jointWork.graph.side(joint: own, body: k[0]) }
      if k[1] >= 0 { sides[1] = work.pointee.jointWork.graph.side(joint: own, body: k[1]) }
    }
    return true
  }

  /// Soft enough to come before its bodies.
  private func givesWay(_ c: UnsafeMutablePointer<JointConstraint>) -> Bool {
    if !c.pointee.isSoft { return false }
    let spring = c.pointee.spring
    return spring.stiff + spring.brake + spring.added < 1e4 && spring.endStiff + spring.endBrake < 1e4
  }

  /// Fills the matrix with the rows that lead and factors it.
  @_optimize(size)
  private func factorJoints(_ count: Int) {
    let graph = s.pointee.jointWork.graph
    let nodes = s.pointee.jointWork.bodies.base
    let bodyCount = graphBodies
    graph.clear()
    for at in 0..<bodyCount {
      let d = graph.diagonals.base + 9 * at
      d[0] = nodes[at].invMass > 0 ? 1 / nodes[at].invMass : 1
      d[4] = d[0]
      d[8] = nodes[at].invInertia > 0 ? 1 / nodes[at].invInertia : 1
    }
    for at in 0..<count {
      let c = s.pointee.jointConstraints.base + at
      let rows = s.pointee.jointWork.rows.base + 3 * at
      let d = graph.diagonals.base + 9 * (bodyCount + at)
      for k in 0..<3 { d[4 * k] = !c.pointee.swept && rows[k].leads ? -rows[k].give : -1 }
      if c.pointee.swept { continue }
      if c.pointee.cross != 0 && rows[0].leads && rows[1].leads {
        d[1] = -c.pointee.cross
        d[3] = -c.pointee.cross
      }
      let sides = graph.sides.base + 2 * at
      let turnsA = nodes[Int(c.pointee.a)].invInertia > 0
      let turnsB = nodes[Int(c.pointee.b)].invInertia > 0
      for k in 0..<3 where rows[k].leads {
        if sides[0].entry >= 0 {
          set(graph, sides[0], k, rows[k].ax, rows[k].ay, turnsA ? rows[k].aw : 0)
        }
        if sides[1].entry >= 0 {
          set(graph, sides[1], k, rows[k].bx, rows[k].by, turnsB ? rows[k].bw : 0)
        }
      }
    }
    graph.factor()
  }

  @inline(__always)
  private func set(_ graph: JointGraph, _ side: GraphBlock, _ k: Int, _ x: Double, _ y: Double, _ w: Double) {
    let block = graph.blocks.base + 9 * Int(side.entry)
    if side.turned {
      block[k] = x
      block[3 + k] = y
      block[6 + k] = w
    } else {
      block[3 * k] = x
      block[3 * k + 1] = y
      block[3 * k + 2] = w
    }
  }

  /// One solution for what the rows lack; adds it to velocities and impulses. The right side of row k of joint `at` lies
  /// at three times its node.
  @_optimize(size)
  private func solveOnce(_ count: Int) {
    let graph = s.pointee.jointWork.graph
    let nodes = s.pointee.jointWork.bodies.base
    let bodyCount = graphBodies
    let x = graph.right.base
    for at in 0..<(3 * bodyCount) { x[at] = 0 }
    graph.solve()
    for at in 1..<max(bodyCount, 1) where nodes[at].invMass > 0 {
      nodes[at].vx += x[3 * at]
      nodes[at].vy += x[3 * at + 1]
      if nodes[at].invInertia > 0 { nodes[at].w += x[3 * at + 2] }
    }
    for at in 0..<count where !s.pointee.jointConstraints[at].swept {
      let rows = s.pointee.jointWork.rows.base + 3 * at
      for k in 0..<3 where rows[k].leads { rows[k].impulse -= x[3 * (bodyCount + at) + k] }
    }
  }

  /// What the rows lack at the working velocity: target - J v - give * impulse.
  @_optimize(size)
  private func setRates(_ count: Int) {
    let x = s.pointee.jointWork.graph.right.base + 3 * graphBodies
    for at in 0..<count {
      let c = s.pointee.jointConstraints.base + at
      let rows = s.pointee.jointWork.rows.base + 3 * at
      for k in 0..<3 {
        x[3 * at + k] = 0
        if c.pointee.swept || !rows[k].leads { continue }
        var lack = rows[k].target - rate(c, rows + k) - rows[k].give * rows[k].impulse
        if c.pointee.cross != 0 && k < 2 { lack -= c.pointee.cross * rows[1 - k].impulse }
        x[3 * at + k] = lack
      }
    }
  }

  /// The rows at the way of a sub-step.
  @_optimize(size)
  func solveDirect(_ count: Int, _ h: Double) {
    for at in 0..<count where !s.pointee.jointConstraints[at].swept {
      let rows = s.pointee.jointWork.rows.base + 3 * at
      for k in 0..<3 { rows[k].impulse = 0 }
    }
    // Ropes, ranges and friction: what turns out wrong is let go and the rest solved again; so is what swings too fast.
    for turn in 0..<4 {
      factorJoints(count)
      setRates(count)
      solveOnce(count)
      if !s.pointee.jointWork.hasHard { return }
      if turn == 3 { break }
      let isTight = measureTension(count, h)
      if !settleBounds(count) && !isTight { break }
      for at in 0..<count { takeBack(at) }
      if isTight { steady() }
    }
    // Directions stay those of the start; the errors after the way go to what is wanted.
    var before = Double.infinity
    for _ in 0..<4 {
      aimAhead(h)
      var worst = 0.0
      let x = s.pointee.jointWork.graph.right.base + 3 * graphBodies
      for at in 0..<count {
        let c = s.pointee.jointConstraints.base + at
        let rows = s.pointee.jointWork.rows.base + 3 * at
        for k in 0..<3 {
          x[3 * at + k] = 0
          if c.pointee.swept || !rows[k].leads { continue }
          if rows[k].state == .soft {
            x[3 * at + k] = rows[k].target - rate(c, rows + k) - rows[k].give * rows[k].impulse
            if c.pointee.cross != 0 && k < 2 { x[3 * at + k] -= c.pointee.cross * rows[1 - k].impulse }
            continue
          }
          if rows[k].isFriction {
            x[3 * at + k] = rows[k].target - rate(c, rows + k)
            continue
          }
          let left = jointResidual(at, k)
          worst = max(worst, left < 0 ? -left : left)
          x[3 * at + k] = -left / h - rows[k].give * rows[k].impulse
        }
      }
      // At the tip of a whip the directions turn too far for this: what does not get better stays as it is.
      if worst < 1e-9 || worst > 0.5 * before { break }
      before = worst
      solveOnce(count)
      if worst < 1e-5 { break }
    }
    for at in 0..<count {
      let c = s.pointee.jointConstraints.base + at
      let row = s.pointee.jointWork.rows[3 * at + 2]
      if c.pointee.frictionTorque > 0 && !(row.isFriction && row.state == .bounded) { joints[Int(c.pointee.joint)].frictionRest = .nan }
    }
  }

  /// The projection of the velocity at the new place.
  @_optimize(size)
  func projectDirect(_ count: Int) {
    for turn in 0..<3 {
      factorJoints(count)
      setRates(count)
      solveOnce(count)
      if !settleBounds(count) || turn == 2 { break }
      // Back to the velocity before it.
      for at in 0..<count { takeBack(at) }
    }
  }

  /// Lets go what pulls the wrong way, makes slide what is past its friction. True: something changed.
  @_optimize(size)
  private func settleBounds(_ count: Int) -> Bool {
    var changed = false
    for at in 0..<count where !s.pointee.jointConstraints[at].swept {
      let rows = s.pointee.jointWork.rows.base + 3 * at
      for k in 0..<3 where rows[k].state == .bounded {
        let impulse = rows[k].impulse
        if impulse >= rows[k].low && impulse <= rows[k].high { continue }
        if !rows[k].isFriction {
          rows[k].state = .off
          changed = true
          continue
        }
        rows[k].state = .sliding
        rows[k].wanted = impulse < rows[k].low ? rows[k].low : rows[k].high
        changed = true
      }
    }
    return changed
  }

  /// Takes the impulses of a joint back, and gives sliding friction its own.
  @_optimize(size)
  private func takeBack(_ at: Int) {
    let c = s.pointee.jointConstraints.base + at
    if c.pointee.swept { return }
    let rows = s.pointee.jointWork.rows.base + 3 * at
    for k in 0..<3 {
      if rows[k].impulse != 0 { push(c, rows + k, -rows[k].impulse) }
      rows[k].impulse = 0
      if rows[k].state == .sliding {
        rows[k].impulse = rows[k].wanted
        push(c, rows + k, rows[k].impulse)
      }
    }
  }

  /// A tension resists what turns or shifts across it, like a spring along which a body swings. What a body would need at
  /// least as mass and inertia so that the sub-steps can follow. True: more than it has.
  ///
  /// (The geometric stiffness of Tournier and others, "Stable Constrained Dynamics", 2015, as a floor of the mass:
  /// Andrews, Teichmann and Kry, "Geometric Stiffness for Real-time Constrained Multibody Dynamics", 2017, do so too.)
  @_optimize(size)
  private func measureTension(_ count: Int, _ h: Double) -> Bool {
    let nodes = s.pointee.jointWork.bodies.base
    for at in 1..<max(graphBodies, 1) {
      nodes[at].stiffness = 0
      nodes[at].angularStiffness = 0
      nodes[at].hung = 0
      nodes[at].hungX = 0
      nodes[at].hungY = 0
      nodes[at].hungTurn = 0
    }
    for at in 0..<count {
      let c = s.pointee.jointConstraints.base + at
      let rows = s.pointee.jointWork.rows.base + 3 * at
      if c.pointee.swept || c.pointee.isSoft || c.pointee.kind == .lock || rows[0].state == .off { continue }
      let a = nodes + Int(c.pointee.a)
      let b = nodes + Int(c.pointee.b)
      // Impulse on A; half a sub-step's.
      var p = Vector2(rows[0].impulse * rows[0].ax, rows[0].impulse * rows[0].ay)
      if rows[1].leads {
        p.x += rows[1].impulse * rows[1].ax
        p.y += rows[1].impulse * rows[1].ay
      }
      let rA = a.pointee.now.apply(c.pointee.localA)
      let rB = b.pointee.now.apply(c.pointee.localB)
      a.pointee.angularStiffness += h * rA.dot(p)
      b.pointee.angularStiffness -= h * rB.dot(p)
      if c.pointee.kind == .distance && !c.pointee.isPoint || c.pointee.kind == .limit {
        let across = rows[0].impulse < 0 ? -rows[0].impulse * h / max(c.pointee.length, 1e-3) : 0
        let both = a.pointee.invMass > 0 && b.pointee.invMass > 0 ? 2.0 : 1
        a.pointee.stiffness += both * across
        b.pointee.stiffness += both * across
        a.pointee.angularStiffness += both * across * rA.lengthSquared
        b.pointee.angularStiffness += both * across * rB.lengthSquared
      } else {
        hang(a, rA, b, rB)
        hang(b, rB, a, rA)
      }
    }
    var found = false
    for at in 1..<max(graphBodies, 1) where nodes[at].invMass > 0 {
      let n = nodes + at
      if n.pointee.stiffness * n.pointee.invMass > 1.01 { found = true }
      if n.pointee.invInertia > 0 {
        // Turning moves what hangs on it, or itself: the least that must move for a turn. The rest it lacks.
        let all = 1 / n.pointee.trueInvMass + n.pointee.hung
        let moved = n.pointee.hungTurn - (n.pointee.hungX * n.pointee.hungX + n.pointee.hungY * n.pointee.hungY) / all
        n.pointee.angularStiffness -= max(moved, 0)
        if n.pointee.angularStiffness * n.pointee.invInertia > 1.01 { found = true }
      }
    }
    return found
  }

  /// Counts what the second body weighs at its end of a joint.
  @inline(__always)
  private func hang(
    _ n: UnsafeMutablePointer<JointedBody>, _ r: Vector2, _ other: UnsafeMutablePointer<JointedBody>, _ arm: Vector2
  ) {
    if !(n.pointee.invMass > 0) { return }
    let inverse = other.pointee.trueInvMass + other.pointee.trueInvInertia * arm.lengthSquared
    let weight = min(1 / max(inverse, 1e-30), 1e4 / n.pointee.trueInvMass)
    n.pointee.hung += weight
    n.pointee.hungX += weight * r.x
    n.pointee.hungY += weight * r.y
    n.pointee.hungTurn += weight * r.lengthSquared
  }

  @_optimize(size)
  private func steady() {
    let nodes = s.pointee.jointWork.bodies.base
    for at in 1..<max(graphBodies, 1) where nodes[at].invMass > 0 {
      let n = nodes + at
      if n.pointee.stiffness * n.pointee.invMass > 1 { n.pointee.invMass = 1 / n.pointee.stiffness }
      if n.pointee.angularStiffness * n.pointee.invInertia > 1 { n.pointee.invInertia = 1 / n.pointee.angularStiffness }
    }
  }
}
