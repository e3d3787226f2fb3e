// Joints that close loops in trees of joints, four of one shape at once.
// SPDX-License-Identifier: MIT
//
// The tree without them is solved as it is; then they give what they still lack, by a small symmetric matrix: what the tree
// answers to an impulse of each of their rows at all of them. That takes a solution of the tree for each row where factors
// are made, and one later as without loops. (Cut joints of loops: Featherstone, "Rigid Body Dynamics Algorithms", 2008, chapter 8.)

/// Rows of a joint that closes a loop: one along a line, two of a point, and its angle.
@inline(never)
public func loopRows(_ kind: Int32) -> Int32 {
  TreeJointKind.hasAngle(kind) ? 3 : kind == TreeJointKind.point || kind == TreeJointKind.softPoint ? 2 : 1
}

extension TreeRun {
  @inline(__always) var firstLoop: UnsafeMutablePointer<TreeJoint> { joints + Int(bundle.pointee.firstLoop) }
  @inline(__always) var rowCount: Int { Int(bundle.pointee.loopRows) }
  /// The matrix, of which the part below the diagonal is used, and behind it a number for each row, then what each makes of a
  /// velocity of B's end against A's and of a rate of turning, 0 where it does not lead, then what the tree gives for each.
  @inline(__always) var matrix: UnsafeMutablePointer<Four> { matrices + Int(bundle.pointee.matrix) }
  @inline(__always) var lacks: UnsafeMutablePointer<Four> { matrix + rowCount &* rowCount }
  @inline(__always) var loopLines: UnsafeMutablePointer<Four> { lacks + rowCount }
  /// What an impulse of a row makes the joints of the tree give: three numbers each.
  @inline(__always)
  func answer(_ row: Int) -> UnsafeMutablePointer<Four> {
    loopLines + 3 &* (rowCount &+ row &* Int(bundle.pointee.firstLoop &- bundle.pointee.joint))
  }
}

/// Adds to what the bodies change an impulse and a torque's on B, and the opposite on A.
@inline(never)
private func loadLoop(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ p: LanePoints, _ q: Lanes) {
  let a = r.nodes + Int(c.pointee.a)
  let b = r.nodes + Int(c.pointee.b)
  a.pointee.u.wide = a.pointee.u.wide - a.pointee.invMass.wide * p
  a.pointee.uw.wide = a.pointee.uw.wide - a.pointee.invInertia.wide * (c.pointee.armA.wide.dot(p) + q)
  b.pointee.u.wide = b.pointee.u.wide + b.pointee.invMass.wide * p
  b.pointee.uw.wide = b.pointee.uw.wide + b.pointee.invInertia.wide * (c.pointee.armB.wide.dot(p) + q)
}

/// Nothing lacks in the tree, and nothing changes yet.
@inline(never)
private func clearTree(_ r: inout TreeRun) {
  var n = r.firstNode
  while n < r.nodeEnd {
    forget(n)
    n += 1
  }
  var c = r.firstJoint
  while c < r.firstLoop {
    c.pointee.lack.wide = .zero
    if c.pointee.range >= 0 { r.range(c).pointee.lack.wide = Lanes.zero }
    c += 1
  }
}

/// Which rows lead, and along what.
@inline(never)
private func aimLoops(_ r: inout TreeRun, isWay: Bool) {
  let zero = Lanes.zero
  var line = r.loopLines
  var c = r.firstLoop
  while c < r.jointEnd {
    let kind = c.pointee.kind
    let isSlide = TreeJointKind.isSlide(kind)
    let isPoint = kind == TreeJointKind.point || kind == TreeJointKind.hinge || kind == TreeJointKind.softPoint
    let always = Lanes(repeating: kind < TreeJointKind.spring || isWay ? 1 : 0)
    for row in 0..<loopRows(kind) {
      var leads = always
      if row == 2 || kind == TreeJointKind.rope || row == 1 && isSlide {
        let t = r.range(c) + (row == 1 ? 1 : 0)
        leads = maximum(t.pointee.leads.wide, zero)
        t.pointee.factored.wide = leads
        if row == 2 {
          t.pointee.give.wide =
            Lanes(repeating: r.parameters.pointee.give)
            * (r.nodes[Int(c.pointee.a)].invInertia.wide + r.nodes[Int(c.pointee.b)].invInertia.wide)
        }
      }
      var u = row == 0 ? LanePoints(leads, zero) : row == 1 ? LanePoints(zero, leads) : LanePoints.zero
      if !isPoint && row < 2 { u = leads * (row == 0 ? c.pointee.u.wide : axis(c)) }
      line[0].wide = u.x
      line[1].wide = u.y
      line[2].wide = row == 2 ? leads : zero
      line += 3
    }
    c += 1
  }
}

/// The matrix of the rows at the present factors of the tree, in factors of its own: L D L'.
@inline(never)
func factorLoops(_ r: inout TreeRun, isWay: Bool) {
  aimLoops(&r, isWay: isWay)
  let count = r.rowCount
  let matrix = r.matrix
  let zero = Lanes.zero
  var at = 0
  var c = r.firstLoop
  while c < r.jointEnd {
    let kind = c.pointee.kind
    for row in 0..<loopRows(kind) {
      let own = r.loopLines + 3 &* at
      let u = LanePoints(own[0].wide, own[1].wide)
      let holds = (u.dot(u) + own[2].wide) .> zero
      let numbers = matrix + at &* count
      if holds.isAny {
        clearTree(&r)
        loadLoop(&r, c, u, own[2].wide)
        passTree(&r, answer: r.answer(at))
      }
      // Rows up to this one: the rest is the same across the diagonal.
      var to = 0
      var d = r.firstLoop
      while d <= c {
        let a = r.nodes + Int(d.pointee.a)
        let b = r.nodes + Int(d.pointee.b)
        let p = (b.pointee.u.wide + b.pointee.uw.wide * d.pointee.armB.wide) - (a.pointee.u.wide + a.pointee.uw.wide * d.pointee.armA.wide)
        let w = b.pointee.uw.wide - a.pointee.uw.wide
        for _ in 0..<loopRows(d.pointee.kind) where to <= at {
          let line = r.loopLines + 3 &* to
          numbers[to].wide = select(holds, p.x * line[0].wide + p.y * line[1].wide + w * line[2].wide, zero)
          to += 1
        }
        d += 1
      }
      var give = row == 2 ? r.range(c).pointee.give.wide : c.pointee.give.wide
      if kind == TreeJointKind.softPoint && row == 1 {
        give = c.pointee.giveYY.wide
        numbers[at &- 1].wide = numbers[at &- 1].wide + own[1].wide * c.pointee.giveXY.wide
      }
      numbers[at].wide = select(holds, numbers[at].wide + give, Lanes(repeating: 1))
      at += 1
    }
    c += 1
  }
  clearTree(&r)
  for i in 0..<count {
    let line = matrix + i &* count
    for j in 0..<i {
      let other = matrix + j &* count
      var sum = line[j].wide
      for k in 0..<j { sum = sum - line[k].wide * other[k].wide }
      line[j].wide = sum
    }
    // So far with the diagonal; now without.
    var sum = line[i].wide
    for j in 0..<i {
      let factor = line[j].wide * matrix[j &* count &+ j].wide
      sum = sum - factor * line[j].wide
      line[j].wide = factor
    }
    line[i].wide = Lanes(repeating: 1) / sum
  }
}

/// A solution of a tree with loops: nothing is changed yet. What a row will lack once the tree gave what it lacks itself is told
/// by what it makes the tree give: that is symmetric.
@inline(never)
func solveLoops(_ r: inout TreeRun) {
  let count = r.rowCount
  let matrix = r.matrix
  let x = r.lacks
  let zero = Lanes.zero
  var line = r.loopLines
  var at = 0
  var c = r.firstLoop
  while c < r.jointEnd {
    for row in 0..<loopRows(c.pointee.kind) {
      let u = LanePoints(line[0].wide, line[1].wide)
      let holds = (u.dot(u) + line[2].wide) .> zero
      var sum = zero
      if holds.isAny {
        sum = row == 2 ? line[2].wide * r.range(c).pointee.lack.wide : u.dot(c.pointee.lack.wide)
        var answer = r.answer(at)
        var d = r.firstJoint
        while d < r.firstLoop {
          sum = sum + (d.pointee.lack.x.wide * answer[0].wide + d.pointee.lack.y.wide * answer[1].wide)
          if TreeJointKind.hasAngle(d.pointee.kind) { sum = sum + r.range(d).pointee.lack.wide * answer[2].wide }
          answer += 3
          d += 1
        }
      }
      for j in 0..<at { sum = sum - matrix[at &* count &+ j].wide * x[j].wide }
      x[at].wide = sum
      line += 3
      at += 1
    }
    c += 1
  }
  while at > 0 {
    at -= 1
    var sum = x[at].wide * matrix[at &* count &+ at].wide
    var j = at &+ 1
    while j < count {
      sum = sum - matrix[j &* count &+ at].wide * x[j].wide
      j &+= 1
    }
    x[at].wide = sum
  }
  line = r.loopLines
  at = 0
  c = r.firstLoop
  while c < r.jointEnd {
    var p = LanePoints.zero
    var q = zero
    for _ in 0..<loopRows(c.pointee.kind) {
      p = p + x[at].wide * LanePoints(line[0].wide, line[1].wide)
      q = q + x[at].wide * line[2].wide
      line += 3
      at += 1
    }
    loadLoop(&r, c, p, q)
    c.pointee.impulse.wide = c.pointee.impulse.wide + p
    if TreeJointKind.hasAngle(c.pointee.kind) { r.range(c).pointee.impulse.wide = r.range(c).pointee.impulse.wide + q }
    c += 1
  }
  passTree(&r)
}
