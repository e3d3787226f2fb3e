// Joints that close loops in trees of joints, four of one shape at once.
// SPDX-License-Identifier: MIT
//
// The tree without them is solved as it is; then they give what they still lack, by a small symmetric matrix: what the tree
// answers to an impulse of each of their rows at all of them. That takes a solution of the tree for each row where factors
// are made, and one later as without loops. (Cut joints of loops: Featherstone, "Rigid Body Dynamics Algorithms", 2008, chapter 8.)

/// Rows of a joint that closes a loop: one along a line, two of a point, and its angle.
@_transparent
public func loopRows(_ kind: Int32) -> Int32 {
  TreeJointKind.hasAngle(kind) ? 3 : kind == TreeJointKind.point || kind == TreeJointKind.softPoint ? 2 : 1
}

extension TreeRun {
  @inline(__always) var firstLoop: UnsafeMutablePointer<TreeJoint> { joints + Int(bundle.pointee.firstLoop) }
  @inline(__always) var rowCount: Int { Int(bundle.pointee.loopRows) }
  /// The matrix, of which the part below the diagonal is used, and behind it a number for each row, then what the tree gives for each.
  @inline(__always) var matrix: UnsafeMutablePointer<Four> {
    matrices + Int(bundle.pointee.matrix)
  }
  @inline(__always) var rates: UnsafeMutablePointer<Four> { matrix + rowCount &* rowCount }
  /// What an impulse of a row makes the joints of the tree give: three numbers each.
  @inline(__always)
  func answer(_ row: Int) -> UnsafeMutablePointer<Four> {
    rates + rowCount + 3 &* row &* Int(bundle.pointee.firstLoop &- bundle.pointee.joint)
  }

  /// What a row of a joint makes of a velocity of B's end against A's, and of a rate of turning.
  @inline(__always)
  func along(_ c: UnsafeMutablePointer<TreeJoint>, _ row: Int32, _ p: LanePoints, _ w: Lanes) -> Lanes {
    if row == 2 { return w }
    let kind = c.pointee.kind
    if kind == TreeJointKind.point || kind == TreeJointKind.hinge || kind == TreeJointKind.softPoint { return row == 0 ? p.x : p.y }
    return (row == 0 ? c.pointee.u.wide : c.pointee.along).dot(p)
  }

  /// The impulse of a row.
  @inline(__always)
  func impulse(_ c: UnsafeMutablePointer<TreeJoint>, _ row: Int32, _ x: Lanes) -> LanePoints {
    if row == 2 { return .zero }
    let kind = c.pointee.kind
    if kind == TreeJointKind.point || kind == TreeJointKind.hinge || kind == TreeJointKind.softPoint {
      return row == 0 ? LanePoints(x, Lanes.zero) : LanePoints(Lanes.zero, x)
    }
    return x * (row == 0 ? c.pointee.u.wide : c.pointee.along)
  }

  /// 1 in the lanes in which a row leads in the factors.
  @inline(__always)
  func leads(_ c: UnsafeMutablePointer<TreeJoint>, _ row: Int32, isWay: Bool) -> Lanes {
    let kind = c.pointee.kind
    let one = Lanes(repeating: 1)
    if kind >= TreeJointKind.spring { return isWay ? one : Lanes.zero }
    if row == 2 || kind == TreeJointKind.rope {
      return range(c).pointee.factored.wide
    }
    return row == 1 && TreeJointKind.isSlide(kind) ? range(c)[1].factored.wide : one
  }
}

/// Adds to what the bodies change an impulse and a torque's on B, and the opposite on A.
@inline(__always)
private func loadLoop(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ p: LanePoints, _ q: Lanes) {
  let a = r.nodes + Int(c.pointee.a)
  let b = r.nodes + Int(c.pointee.b)
  a.pointee.u.wide = a.pointee.u.wide - a.pointee.invMass.wide * p
  a.pointee.uw.wide = a.pointee.uw.wide - a.pointee.invInertia.wide * (c.pointee.armA.wide.dot(p) + q)
  b.pointee.u.wide = b.pointee.u.wide + b.pointee.invMass.wide * p
  b.pointee.uw.wide = b.pointee.uw.wide + b.pointee.invInertia.wide * (c.pointee.armB.wide.dot(p) + q)
}

/// Nothing lacks in the tree, and nothing changes yet.
@inline(__always)
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

/// The matrix of the rows at the present factors of the tree, in factors of its own: L D L'.
@inline(never)
func factorLoops(_ r: inout TreeRun, isWay: Bool) {
  let count = r.rowCount
  let matrix = r.matrix
  let one = Lanes(repeating: 1)
  var at = 0
  var c = r.firstLoop
  while c < r.jointEnd {
    let kind = c.pointee.kind
    if c.pointee.range >= 0 {
      let t = r.range(c)
      t.pointee.factored.wide = maximum(t.pointee.leads.wide, Lanes.zero)
      if TreeJointKind.isSlide(kind) { t[1].factored.wide = maximum(t[1].leads.wide, Lanes.zero) }
      if TreeJointKind.hasAngle(kind) {
        t.pointee.give.wide =
          Lanes(repeating: r.parameters.pointee.give)
          * (r.nodes[Int(c.pointee.a)].invInertia.wide + r.nodes[Int(c.pointee.b)].invInertia.wide)
      }
    }
    for row in 0..<loopRows(kind) {
      let leads = r.leads(c, row, isWay: isWay)
      let holds = leads .> Lanes.zero
      let line = matrix + at &* count
      if holds.isAny {
        clearTree(&r)
        loadLoop(&r, c, r.impulse(c, row, leads), row == 2 ? leads : Lanes.zero)
        passTree(&r, answer: r.answer(at))
        // Rows up to this one: the rest is the same across the diagonal.
        var to = 0
        var d = r.firstLoop
        while d <= c {
          let a = r.nodes + Int(d.pointee.a)
          let b = r.nodes + Int(d.pointee.b)
          let p = (b.pointee.u.wide + b.pointee.uw.wide * d.pointee.armB.wide) - (a.pointee.u.wide + a.pointee.uw.wide * d.pointee.armA.wide)
          let w = b.pointee.uw.wide - a.pointee.uw.wide
          for other in 0..<loopRows(d.pointee.kind) where to <= at {
            line[to].wide = r.leads(d, other, isWay: isWay) * r.along(d, other, p, w)
            to += 1
          }
          d += 1
        }
      } else {
        for to in 0...at { line[to].wide = Lanes.zero }
      }
      var give = row == 2 ? r.range(c).pointee.give.wide : c.pointee.give.wide
      if kind == TreeJointKind.softPoint && row == 1 {
        give = c.pointee.giveYY.wide
        line[at &- 1].wide = line[at &- 1].wide + leads * c.pointee.giveXY.wide
      }
      line[at].wide = select(holds, line[at].wide + give, one)
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
    line[i].wide = one / sum
  }
}

/// A solution of a tree with loops: nothing is changed yet. What a row will lack once the tree gave what it lacks itself is told
/// by what it makes the tree give: that is symmetric.
@inline(never)
func solveLoops(_ r: inout TreeRun, isWay: Bool) {
  let count = r.rowCount
  let matrix = r.matrix
  let x = r.rates
  var at = 0
  var c = r.firstLoop
  while c < r.jointEnd {
    for row in 0..<loopRows(c.pointee.kind) {
      let leads = r.leads(c, row, isWay: isWay)
      var sum = Lanes.zero
      if (leads .> Lanes.zero).isAny {
        sum = row == 2 ? r.range(c).pointee.lack.wide : r.along(c, row, c.pointee.lack.wide, Lanes.zero)
        var answer = r.answer(at)
        var d = r.firstJoint
        while d < r.firstLoop {
          sum = sum + (d.pointee.lack.x.wide * answer[0].wide + d.pointee.lack.y.wide * answer[1].wide)
          if TreeJointKind.hasAngle(d.pointee.kind) { sum = sum + r.range(d).pointee.lack.wide * answer[2].wide }
          answer += 3
          d += 1
        }
        sum = leads * sum
      }
      for j in 0..<at { sum = sum - matrix[at &* count &+ j].wide * x[j].wide }
      x[at].wide = sum
      at += 1
    }
    c += 1
  }
  while at > 0 {
    at -= 1
    var sum = x[at].wide * matrix[at &* count &+ at].wide
    for j in (at &+ 1)..<max(count, at &+ 1) { sum = sum - matrix[j &* count &+ at].wide * x[j].wide }
    x[at].wide = sum
  }
  at = 0
  c = r.firstLoop
  while c < r.jointEnd {
    var p = LanePoints.zero
    var q = Lanes.zero
    for row in 0..<loopRows(c.pointee.kind) {
      if row == 2 { q = x[at].wide } else { p = p + r.impulse(c, row, x[at].wide) }
      at += 1
    }
    loadLoop(&r, c, p, q)
    c.pointee.impulse.wide = c.pointee.impulse.wide + p
    if TreeJointKind.hasAngle(c.pointee.kind) { r.range(c).pointee.impulse.wide = r.range(c).pointee.impulse.wide + q }
    c += 1
  }
  passTree(&r)
}
