// Which contacts touch after a step, and their events.
// SPDX-License-Identifier: MIT
import BagatelleKernels

extension World {
  /// Marks the lanes whose contacts began to touch, and eight bits above those that ended.
  func findTouching(_ number: Int32, _ start: Int, _ end: Int, _ context: StepContext) {
    let slop = F8(repeating: StepContext.slop * context.scale)
    let touch = F8(repeating: -StepContext.touchDepth * context.scale)
    let zero = F8(repeating: 0)
    let deep = F8(repeating: -deepestOutside)
    let set = color(number)
    for block in start..<end {
      let rows = blockRows(number, block)
      let was = set.pointee.touching[block]
      let end0 = rows[ContactLane.end0]
      let end1 = rows[ContactLane.end1]
      let end = select((rows[ContactLane.single1] .> zero) & (end1 .< end0), end1, end0)
      // An exact fit touches with neither impulse nor overlap, and that is no touch.
      let touches = (rows[ContactLane.total0] + rows[ContactLane.total1] .> zero) | (end .< touch)
      let began = touches.bits & ~was
      let ended = ~touches.bits & was & (end .> slop).bits
      var found: UInt32 = 0
      var changed = began | ended
      while changed != 0 {
        let lane = changed.trailingZeroBitCount
        let bit = changed & (0 &- changed)
        changed &= changed &- 1
        if set.pointee.owners[block * 8 + lane] >= 0 { found |= began & bit | (ended & bit) << 8 }
      }
      // Deep in what does not move, or moves as told.
      let mayBeIn = (end .< deep) & ((rows[ContactLane.massA] .<= zero) | (rows[ContactLane.massB] .<= zero))
      set.pointee.marks[block] = found | mayBeIn.bits << 16
    }
  }

  /// After the step: notes which contacts began and ended to touch. First all that began, so that a body that goes from
  /// one edge of a boundary to the next never leaves it.
  @_optimize(size)
  func updateTouching() {
    s.pointee.starts.count = 0
    for number in 0..<Int32(World.colorCount) {
      let set = color(number)
      for block in 0..<set.pointee.blocks.count where set.pointee.marks[block] != 0 {
        let marks = set.pointee.marks[block]
        for lane in 0..<8 {
          let owner = set.pointee.owners[block * 8 + lane]
          if marks >> UInt32(lane) & 1 != 0 { _ = s.pointee.starts.append(owner) }
          if marks >> UInt32(lane + 8) & 1 != 0 { _ = s.pointee.ends.append(owner) }
          if marks >> UInt32(lane + 16) & 1 != 0 && owner >= 0 { keepOut(owner) }
        }
      }
    }
    reserveTouches(more: s.pointee.starts.count)
    for at in 0..<s.pointee.starts.count {
      let index = s.pointee.starts[at]
      beginTouch(index, describe(contacts[Int(index)]))
      if contacts[Int(index)].flags & ContactFlag.touching == 0 { continue }
      setTouchingBit(contacts + Int(index), true)
      // Who is met unforeseen, or too gently to be looked at again, wakes now.
      if contacts[Int(index)].segment < 0 {
        wakeIfAsleep(contacts[Int(index)].bodyA)
        wakeIfAsleep(contacts[Int(index)].bodyB)
      }
    }
    for at in 0..<s.pointee.ends.count {
      let index = s.pointee.ends[at]
      if contacts[Int(index)].flags & ContactFlag.touching == 0 { continue }
      if contacts[Int(index)].lane >= 0 { setTouchingBit(contacts + Int(index), false) }
      endTouch(index, silent: false)
    }
  }

  /// The event of a contact, seen after the step. For a boundary the item is A.
  private func describe(_ c: Contact) -> ContactRecord {
    var record = ContactRecord()
    let body = bodies[Int(c.bodyB)]
    let f = laneFloats(c.color, c.lane)
    var point = body.q.apply(c.local0)
    if c.points == 2 {
      let other = body.q.apply(c.local1)
      let difference = f[ContactLane.end1 * 8] - f[ContactLane.end0 * 8]
      let slop = StepContext.slop * lengthScale
      if difference < -slop {
        point = other
      } else if difference <= slop {
        point = 0.5 * (point + other)
      }
    }
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    record.point = Vector2(body.x + Double(point.x), body.y + Double(point.y))
    record.normal = c.segment >= 0 ? (-n).widened : n.widened
    record.impulse = Double(f[ContactLane.total0 * 8] + f[ContactLane.total1 * 8])
    record.approachSpeed = Double(f[ContactLane.impact * 8])
    record.step = s.pointee.stepOfTick
    return record
  }
}
