// The kinds of attachments in the Swift API: what they hold, their ranges, reactions and breaking.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite("Attachments")
struct AttachmentTests {
  private func scene(_ items: [Item], _ behaviors: [DynamicBehavior]) throws -> DynamicAnimator {
    let animator = try DynamicAnimator()
    var material = animator.defaultMaterial
    material.resistance = 0
    material.angularResistance = 0
    animator.defaultMaterial = material
    try animator.addBehavior(GravityBehavior(items: items))
    for behavior in behaviors { try animator.addBehavior(behavior) }
    return animator
  }

  @Test("A rope between two items is slack below its length and carries above it")
  func rope() throws {
    let top = try Item(center: Vector2(0, 0), size: Vector2(20, 20))
    let low = try Item(center: Vector2(0, 50), size: Vector2(20, 20))
    let hook = try AttachmentBehavior.fixedAttachment(item: top, anchor: Vector2(0, 0))
    let rope = try AttachmentBehavior.limitAttachment(item: top, other: low)
    try rope.setLength(120)
    let animator = try scene([top, low], [hook, rope])
    try animator.run(seconds: 3)
    #expect(rope.type == .limit && isNear(low.center.y, 120, 0.2) && isNear(top.center.y, 0, 0.05))
    // Two masses of 0.04 hang on the weld: 0.8 newtons.
    #expect(isNear(hook.reactionForce.y, -0.8, 0.02) && isNear(rope.reactionForce.y, 0.4, 0.02))
  }

  /// The end of the first of some chains, which fall; every other one has a link more unless they are alike.
  private func end(ofChains chains: Int, frequency: Double, alike: Bool) throws -> Vector2 {
    var items: [Item] = []
    var behaviors: [DynamicBehavior] = []
    for chain in 0..<chains {
      for link in 0..<(alike || chain % 2 == 0 ? 6 : 7) {
        let left = Vector2(500 * Double(chain) + 50 * Double(link) - 20, 30 * Double(chain))
        let item = try Item(center: Vector2(left.x + 20, left.y), size: Vector2(40, 10))
        let attachment = try link == 0
          ? AttachmentBehavior(item: item, offset: Vector2(-20, 0), anchor: left)
          : AttachmentBehavior(item: item, offset: Vector2(-20, 0), other: items[items.count - 1], otherOffset: Vector2(20, 0))
        try attachment.setLength(link % 3 == 0 ? 0 : 10)
        try attachment.setFrequency(link % 2 == 0 ? frequency : 0)
        items.append(item)
        behaviors.append(attachment)
      }
    }
    try scene(items, behaviors).run(seconds: 2)
    return items[5].center
  }

  @Test("A chain moves to the last bit as it does alone, whatever hangs beside it", arguments: [0.0, 4.0])
  func chains(frequency: Double) throws {
    let alone = try end(ofChains: 1, frequency: frequency, alike: true)
    #expect((alone - Vector2(250, 0)).length > 10)
    for chains in 2...6 {
      #expect(try end(ofChains: chains, frequency: frequency, alike: true) == alone)
      #expect(try end(ofChains: chains, frequency: frequency, alike: false) == alone)
    }
  }

  @Test("A pin between two items has a range from where they were, and friction; other kinds ignore both")
  func pin() throws {
    let base = try Item(center: Vector2(0, 0), size: Vector2(100, 100), angle: 0.5)
    let arm = try Item(center: Vector2(100, 0), size: Vector2(200, 20))
    let weld = try AttachmentBehavior.fixedAttachment(item: base, anchor: Vector2(0, 0))
    let pin = try AttachmentBehavior.pinAttachment(item: arm, other: base, anchor: Vector2(0, 0))
    #expect(pin.attachmentRange.isInfinite && pin.frictionTorque == 0)
    #expect(try pin.setAttachmentRange(FloatRange(minimum: -1, maximum: 0.25)))
    let animator = try scene([arm], [weld, pin])
    try animator.run(seconds: 2)
    #expect(isNear(arm.angle, 0.25, 0.005) && isNear(pin.displacement, 0.25, 0.005))
    pin.attachmentRange = .infinite
    pin.frictionTorque = 100
    try animator.run(seconds: 1)
    #expect(isNear(pin.displacement, 0.25, 0.01))
    let hasRange = try weld.setAttachmentRange(.zero)
    let hasFriction = try weld.setFrictionTorque(1)
    #expect(!hasRange && !hasFriction)
    #expect(code { try pin.setAttachmentRange(FloatRange(minimum: 0.1, maximum: 1)) } == .range)
    #expect(code { try pin.setAttachmentRange(FloatRange(minimum: .nan, maximum: 1)) } == .range)
    #expect(code { _ = try AttachmentBehavior.pinAttachment(item: arm, other: arm, anchor: Vector2(0, 0)) } == .hierarchy)
  }

  @Test("A slide keeps to its line, which moves with the anchor")
  func slide() throws {
    let item = try Item(center: Vector2(50, 0), size: Vector2(20, 20))
    let slide = try AttachmentBehavior.slidingAttachment(item: item, anchor: Vector2(50, 0), axis: Vector2(0, 1e-200))
    slide.attachmentRange = FloatRange(minimum: 0, maximum: 100)
    let animator = try scene([item], [slide])
    try animator.run(seconds: 2)
    #expect(isNear(item.center.x, 50, 0.01) && isNear(item.center.y, 100, 0.05) && slide.axis == Vector2(0, 1))
    slide.anchor = Vector2(80, 0)
    try animator.run(seconds: 1)
    #expect(isNear(item.center.x, 80, 0.05) && isNear(item.center.y, 100, 0.5))
    #expect(
      code { _ = try AttachmentBehavior.slidingAttachment(item: item, anchor: Vector2(0, 0), axis: Vector2(0, 0)) } == .range)
  }

  @Test("An attachment that breaks tells so once, holds nothing, and is mended by adding it again")
  func breaking() throws {
    let item = try Item(center: Vector2(0, 100))
    let rod = try AttachmentBehavior(item: item, anchor: Vector2(0, 0))
    rod.breakForce = 9
    let log = Log()
    rod.onBreak = { log.add($0.isBroken ? "broken" : "whole") }
    let animator = try scene([item], [rod])
    try animator.run(seconds: 0.2)
    #expect(log.lines == ["broken"] && rod.isBroken && item.center.y > 110)
    #expect(rod.reactionForce == Vector2(0, 0) && animator.behaviors.count == 2)
    rod.length = 50
    try animator.removeBehavior(rod)
    rod.breakForce = .infinity
    try animator.addBehavior(rod)
    try animator.run(seconds: 1)
    #expect(!rod.isBroken && isNear((item.center).length, 50, 0.5) && log.lines.count == 1)
    #expect(code { try rod.setBreakForce(0) } == .range)
    #expect(code { try rod.setBreakForce(.nan) } == .range)
  }

  @Test("Springs with the feel of a device overshoot less")
  func feel() throws {
    var least = [0.0, 0.0]
    for feels in [false, true] {
      let item = try Item(center: Vector2(150, 0))
      let spring = try AttachmentBehavior(item: item, anchor: Vector2(0, 0))
      try spring.setLength(100)
      try spring.setFrequency(3)
      let animator = try scene([], [spring])
      animator.isUsingDeviceSprings = feels
      var lowest = 150.0
      for _ in 0..<20 {
        try animator.advance(by: 1.0 / 60.0)
        lowest = min(lowest, item.center.x)
      }
      least[feels ? 1 : 0] = lowest
    }
    #expect(isNear(least[0], 50, 0.5) && isNear(least[1], 69.7, 1.5), "\(least)")
  }

  @Test("Offsets turn with their items, and a weld tells the torque with which it holds")
  func offsets() throws {
    let item = try Item(center: Vector2(100, 0), size: Vector2(20, 20))
    let other = try Item(center: Vector2(200, 0), size: Vector2(20, 20))
    let far = try Item(center: Vector2(600, 0), size: Vector2(100, 100))
    let first = try AttachmentBehavior(item: item, offset: Vector2(-10, 0), anchor: Vector2(30, 0))
    let second = try AttachmentBehavior(item: item, offset: Vector2(10, 0), other: other, otherOffset: Vector2(-10, 0))
    let weld = try AttachmentBehavior.fixedAttachment(item: far, anchor: Vector2(500, 0))
    #expect(first.length == 60 && second.length == 80 && second.items.count == 2)
    #expect(first.attachedType == .anchor && second.attachedType == .item)
    let animator = try scene([item, other, far], [first, second, weld])
    for _ in 0..<90 {
      try animator.advance(by: 1.0 / 60.0)
      let arm = Vector2(10 * cosine(item.angle), 10 * cosine(item.angle - .pi / 2))
      let end = Vector2(10 * cosine(other.angle), 10 * cosine(other.angle - .pi / 2))
      #expect(isNear((item.center - arm - Vector2(30, 0)).length, 60, 0.3))
      #expect(isNear((other.center - end - item.center - arm).length, 80, 0.3))
    }
    #expect(isNear(abs(weld.reactionTorque), 1000, 20) && isNear(far.center.y, 0, 0.3))
  }

  /// By the series: tests import no libm.
  private func cosine(_ x: Double) -> Double {
    var term = 1.0
    var sum = 1.0
    for k in 1..<30 {
      term *= -x * x / Double((2 * k - 1) * (2 * k))
      sum += term
    }
    return sum
  }
}
