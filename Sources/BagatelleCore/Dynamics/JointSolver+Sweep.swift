// Joints in nets that have no lanes (slides, locks and snaps): their rows solved in turn, one joint at a time, twice in a
// sub-step. All others: `JointNet.swift`, which tells the method too.
// SPDX-License-Identifier: MIT

extension World {
  /// The rows at the way of a sub-step.
  func sweepJoints(_ count: Int, _ context: StepContext) {
    let soft = context.joint
    let share = Double(soft.massScale)
    let keep = Double(soft.impulseScale)
    for at in 0..<count where s.pointee.jointConstraints[at].swept {
      let c = s.pointee.jointConstraints.base + at
      let rows = s.pointee.jointWork.rows.base + 3 * at
      for k in 0..<3 where rows[k].state != .off {
        if rows[k].state == .hard {
          // The soft row's own rate in place of the share of the direct solver.
          rows[k].target = -Double(soft.biasRate) * rows[k].error
          rows[k].give = rowMass(c, rows + k, rows + k) * keep / share
        }
        if rows[k].impulse != 0 { push(c, rows + k, rows[k].impulse) }
      }
    }
    sweep(count)
  }

  func sweepProjection(_ count: Int) {
    sweep(count)
    for at in 0..<count where s.pointee.jointConstraints[at].swept {
      let rows = s.pointee.jointWork.rows.base + 3 * at
      for k in 0..<3 { rows[k].warm = rows[k].state == .hard ? rows[k].impulse : 0 }
    }
  }

  private func sweep(_ count: Int) {
    for at in 0..<count where s.pointee.jointConstraints[at].swept {
      let c = s.pointee.jointConstraints.base + at
      let rows = s.pointee.jointWork.rows.base + 3 * at
      // The angle first, then both axes of a point together.
      if rows[2].leads { sweepRow(c, rows + 2) }
      if rows[0].leads && rows[1].leads && rows[0].state != .bounded && rows[1].state != .bounded {
        let xx = rowMass(c, rows, rows) + rows[0].give
        let yy = rowMass(c, rows + 1, rows + 1) + rows[1].give
        let xy = rowMass(c, rows, rows + 1) + c.pointee.cross
        let determinant = xx * yy - xy * xy
        if determinant > 1e-14 * xx * yy {
          let x = rows[0].target - rate(c, rows) - rows[0].give * rows[0].impulse - c.pointee.cross * rows[1].impulse
          let y =
            rows[1].target - rate(c, rows + 1) - rows[1].give * rows[1].impulse - c.pointee.cross * rows[0].impulse
          let p = (yy * x - xy * y) / determinant
          let q = (xx * y - xy * x) / determinant
          rows[0].impulse += p
          rows[1].impulse += q
          push(c, rows, p)
          push(c, rows + 1, q)
          continue
        }
      }
      if rows[0].leads { sweepRow(c, rows) }
      if rows[1].leads { sweepRow(c, rows + 1) }
    }
  }

  private func sweepRow(_ c: UnsafeMutablePointer<JointConstraint>, _ row: UnsafeMutablePointer<JointRow>) {
    let mass = rowMass(c, row, row) + row.pointee.give
    if !(mass > 0) { return }
    let before = row.pointee.impulse
    let lack = row.pointee.target - rate(c, row) - row.pointee.give * before
    row.pointee.impulse = max(min(before + lack / mass, row.pointee.high), row.pointee.low)
    push(c, row, row.pointee.impulse - before)
  }
}
