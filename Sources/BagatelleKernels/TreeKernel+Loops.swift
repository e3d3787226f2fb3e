// Joints that close loops in trees of joints, four of one shape at once.
// SPDX-License-Identifier: MIT
//
// The tree without them is solved as it is; then they give what they still lack, by a small symmetric matrix: what the tree
// answers to an impulse of each of their rows at all of them. Their rows are the last of a matrix whose first are the tree's, in
// factors: of each row the way from the leaves to the middle is gone once where factors are made. (Cut joints of loops: Featherstone, "Rigid Body Dynamics Algorithms", 2008, chapter 8.)

/// Rows of a joint that closes a loop: one along a line, two of a point, and its angle.
@_transparent
public func loopRows(_ kind: Int32) -> Int32 {
  // Two bits a kind.
  (0x95bf as Int32) >> (2 &* kind) & 3
}

/// Numbers that are kept for the rows that close loops of a tree.
public func loopNumbers(rows: Int, joints: Int, nodes: Int) -> Int { rows * (rows + 4 + 6 * joints + 3 * nodes) }

extension TreeRun {
  @inline(__always) var firstLoop: UnsafeMutablePointer<TreeJoint> { joints + Int(bundle.pointee.firstLoop) }
  @inline(__always) var rowCount: Int { Int(bundle.pointee.loopRows) }
  /// The matrix, of which the part below the diagonal is used, and behind it a number for each row, then what each makes of a
  /// velocity of B's end against A's and of a rate of turning, 0 where it does not lead, then what the tree gives for each.
  @inline(__always) var matrix: UnsafeMutablePointer<Four> { matrices + Int(bundle.pointee.matrix) }
  @inline(__always) var lacks: UnsafeMutablePointer<Four> { matrix + rowCount &* rowCount }
  @inline(__always) var loopLines: UnsafeMutablePointer<Four> { lacks + rowCount }
  @inline(__always) var treeCount: Int { Int(bundle.pointee.firstLoop &- bundle.pointee.joint) }
  @inline(__always) var bodyCount: Int { Int(bundle.pointee.fixed &- bundle.pointee.node) }
  /// What an impulse of a row makes the joints of the tree lack and give on the way to the middle, six numbers each, and what
  /// the bodies then change, three each.
  @inline(__always)
  func answer(_ row: Int) -> UnsafeMutablePointer<Four> {
    loopLines + 3 &* rowCount + row &* (6 &* treeCount &+ 3 &* bodyCount)
  }
  @inline(__always)
  func holds(_ row: Int) -> LaneMask {
    let line = loopLines + 3 &* row
    return (LanePoints(line[0].wide, line[1].wide).dot(LanePoints(line[0].wide, line[1].wide)) + line[2].wide) .> Lanes.zero
  }
}

/// Adds to what the bodies change an impulse and a torque's on B, and the opposite on A.
@inline(never)
@_optimize(size)
private func loadLoop(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ p: LanePoints, _ q: Lanes) {
  let a = r.nodes + Int(c.pointee.a)
  let b = r.nodes + Int(c.pointee.b)
  a.pointee.u.wide = a.pointee.u.wide - a.pointee.invMass.wide * p
  a.pointee.uw.wide = a.pointee.uw.wide - a.pointee.invInertia.wide * (c.pointee.armA.wide.dot(p) + q)
  b.pointee.u.wide = b.pointee.u.wide + b.pointee.invMass.wide * p
  b.pointee.uw.wide = b.pointee.uw.wide + b.pointee.invInertia.wide * (c.pointee.armB.wide.dot(p) + q)
}

/// Which rows lead, and along what. Springs are aimed at mid-way first.
@inline(never)
@_optimize(size)
private func aimLoops(_ r: inout TreeRun, isWay: Bool) {
  let zero = Lanes.zero
  var line = r.loopLines
  var c = r.firstLoop
  while c < r.jointEnd {
    let kind = c.pointee.kind
    if kind >= TreeJointKind.spring && isWay { aimSpring(&r, c) }
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

/// The matrix of the rows at the present factors of the tree, in factors of its own: L D L'. Nothing is changed after it.
@inline(never)
@_optimize(size)
func factorLoops(_ r: inout TreeRun, isWay: Bool) {
  aimLoops(&r, isWay: isWay)
  let count = r.rowCount
  let matrix = r.matrix
  let zero = Lanes.zero
  forgetTree(&r)
  var at = 0
  var c = r.firstLoop
  while c < r.jointEnd {
    let kind = c.pointee.kind
    for row in 0..<loopRows(kind) {
      let own = r.loopLines + 3 &* at
      let holds = r.holds(at)
      let numbers = matrix + at &* count
      if holds.isAny {
        loadLoop(&r, c, LanePoints(own[0].wide, own[1].wide), own[2].wide)
        crossLoops(&r, c, at)
        gatherLacks(&r, answer: r.answer(at))
        keepAnswer(&r, at)
      } else {
        for to in 0...at { numbers[to].wide = zero }
        if r.holds(min(at ^ 1, count &- 1)).isAny { clearAnswer(&r, at) }
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

/// What an impulse of a row does at the rows up to it where no joint of the tree held: the rest is the same across the diagonal.
@inline(__always)
private func crossLoops(_ r: inout TreeRun, _ c: UnsafeMutablePointer<TreeJoint>, _ at: Int) {
  let numbers = r.matrix + at &* r.rowCount
  var to = 0
  var d = r.firstLoop
  while d <= c {
    let a = r.nodes + Int(d.pointee.a)
    let b = r.nodes + Int(d.pointee.b)
    let p = (b.pointee.u.wide + b.pointee.uw.wide * d.pointee.armB.wide) - (a.pointee.u.wide + a.pointee.uw.wide * d.pointee.armA.wide)
    let w = b.pointee.uw.wide - a.pointee.uw.wide
    for _ in 0..<loopRows(d.pointee.kind) where to <= at {
      let line = r.loopLines + 3 &* to
      numbers[to].wide = p.x * line[0].wide + p.y * line[1].wide + w * line[2].wide
      to += 1
    }
    d += 1
  }
}

/// Takes what the tree holds off that, and keeps what the bodies change, who forget it.
@inline(__always)
private func keepAnswer(_ r: inout TreeRun, _ at: Int) {
  let numbers = r.matrix + at &* r.rowCount
  for to in 0...at where r.holds(to).isAny {
    numbers[to].wide = numbers[to].wide - heldBetween(&r, at, to)
  }
  var kept = r.answer(at) + 6 &* r.treeCount
  var n = r.firstNode
  while n < r.firstFixed {
    kept[0].wide = n.pointee.u.x.wide
    kept[1].wide = n.pointee.u.y.wide
    kept[2].wide = n.pointee.uw.wide
    kept += 3
    forget(n)
    n += 1
  }
}

/// A row that leads in no lane: nothing, which its neighbor is solved with.
@inline(never)
@_optimize(size)
private func clearAnswer(_ r: inout TreeRun, _ at: Int) {
  let answer = r.answer(at)
  for k in 0..<(6 &* r.treeCount &+ 3 &* r.bodyCount) { answer[k].wide = .zero }
}

/// What the joints of the tree give for one row times what they lack by another.
@inline(never)
@_optimize(size)
private func heldBetween(_ r: inout TreeRun, _ row: Int, _ other: Int) -> Lanes {
  var given = r.answer(row)
  var lacking = r.answer(other)
  var sum = Lanes.zero
  var d = r.firstJoint
  while d < r.firstLoop {
    sum = sum + (given[2].wide * lacking[0].wide + given[3].wide * lacking[1].wide)
    if TreeJointKind.hasAngle(d.pointee.kind) { sum = sum + given[5].wide * lacking[4].wide }
    given += 6
    lacking += 6
    d += 1
  }
  return sum
}

/// Between the way to the middle and the way back: what the rows still lack, what they give for it, and what that does on the way
/// to the middle, two rows at a time.
@inline(never)
@_optimize(size)
func solveLoops(_ r: inout TreeRun) {
  let count = r.rowCount
  let matrix = r.matrix
  let x = r.lacks
  var line = r.loopLines
  var at = 0
  var c = r.firstLoop
  while c < r.jointEnd {
    for row in 0..<loopRows(c.pointee.kind) {
      let lack = row == 2 ? line[2].wide * r.range(c).pointee.lack.wide : LanePoints(line[0].wide, line[1].wide).dot(c.pointee.lack.wide)
      var sum = lackByTree(&r, at, lack)
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
  var row = 0
  while row < count {
    giveLoops(&r, row)
    row += 2
  }
  line = r.loopLines
  c = r.firstLoop
  while c < r.jointEnd {
    for row in 0..<loopRows(c.pointee.kind) {
      if row == 2 {
        r.range(c).pointee.impulse.wide = r.range(c).pointee.impulse.wide + x[at].wide * line[2].wide
      } else {
        c.pointee.impulse.wide = c.pointee.impulse.wide + x[at].wide * LanePoints(line[0].wide, line[1].wide)
      }
      line += 3
      at += 1
    }
    c += 1
  }
}

/// What a row lacks by what the tree gives. One that leads in no lane has no answer: it lacks nothing.
@inline(__always)
private func lackByTree(_ r: inout TreeRun, _ row: Int, _ lack: Lanes) -> Lanes {
  if !r.holds(row).isAny { return Lanes.zero }
  var sum = lack
  var answer = r.answer(row)
  var d = r.firstJoint
  while d < r.firstLoop {
    sum = sum + (d.pointee.lack.x.wide * answer[0].wide + d.pointee.lack.y.wide * answer[1].wide)
    if TreeJointKind.hasAngle(d.pointee.kind) { sum = sum + r.range(d).pointee.lack.wide * answer[4].wide }
    answer += 6
    d += 1
  }
  return sum
}

/// Adds what the impulses of two rows do on the way to the middle.
@inline(__always)
private func giveLoops(_ r: inout TreeRun, _ row: Int) {
  let other = min(row &+ 1, r.rowCount &- 1)
  if !(r.holds(row) | r.holds(other)).isAny { return }
  let given = r.lacks[row].wide
  let otherGiven = other > row ? r.lacks[other].wide : Lanes.zero
  var answer = r.answer(row)
  var otherAnswer = r.answer(other)
  var d = r.firstJoint
  while d < r.firstLoop {
    d.pointee.lack.wide =
      d.pointee.lack.wide + (given * LanePoints(answer[2].wide, answer[3].wide) + otherGiven * LanePoints(otherAnswer[2].wide, otherAnswer[3].wide))
    if TreeJointKind.hasAngle(d.pointee.kind) {
      let t = r.range(d)
      t.pointee.lack.wide = t.pointee.lack.wide + (given * answer[5].wide + otherGiven * otherAnswer[5].wide)
    }
    answer += 6
    otherAnswer += 6
    d += 1
  }
  var n = r.firstNode
  while n < r.firstFixed {
    n.pointee.u.wide =
      n.pointee.u.wide + (given * LanePoints(answer[0].wide, answer[1].wide) + otherGiven * LanePoints(otherAnswer[0].wide, otherAnswer[1].wide))
    n.pointee.uw.wide = n.pointee.uw.wide + (given * answer[2].wide + otherGiven * otherAnswer[2].wide)
    answer += 3
    otherAnswer += 3
    n += 1
  }
}
