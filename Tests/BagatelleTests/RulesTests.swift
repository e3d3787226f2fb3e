// Rules of UIKit's dynamics that are easily broken: what wakes, exact fits, starts across an edge, paths off
// their center.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct RulesTests {
  @Test("A change wakes, the same value again does not")
  func waking() throws {
    let item = try Item(center: Vector2(50, 50), size: Vector2(20, 20))
    let hung = try Item(center: Vector2(300, 50), size: Vector2(20, 20))
    let drawn = try Item(center: Vector2(500, 50), size: Vector2(20, 20))
    let animator = try DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 100, height: 200))
    let walls = CollisionBehavior(items: [item])
    walls.isTranslatingReferenceBounds = true
    try walls.addBoundary("floor", from: Vector2(0, 160), to: Vector2(100, 160))
    let motion = DynamicItemBehavior(items: [item, hung, drawn])
    motion.resistance = 1
    let rod = try AttachmentBehavior(item: hung, anchor: Vector2(300, 0))
    rod.frequency = 3
    rod.damping = 0.8
    let gravity = GravityBehavior(items: [item, hung])
    let push = PushBehavior(items: [item])
    let snap = try SnapBehavior(item: drawn, point: Vector2(500, 60))
    let field = FieldBehavior.drag()
    try field.addItem(item)
    for behavior in [walls, motion, rod, gravity, push, snap, field] { try animator.addBehavior(behavior) }
    var material = Material()
    material.resistance = 0.5
    let region = try Region(radius: 900)
    let changes: [(String, () throws -> Void)] = [
      ("direction", { try gravity.setDirection(Vector2(0, 0.5)) }), ("angle", { try gravity.setAngle(1.5) }),
      ("magnitude", { try gravity.setMagnitude(0.9) }), ("down", { try gravity.setDirection(Vector2(0, 1)) }),
      ("push", { try push.setDirection(Vector2(0, 0.01)) }), ("active", { push.setActive(false) }),
      ("anchor", { _ = try rod.setAnchor(Vector2(300, 10)) }), ("length", { try rod.setLength(40) }),
      ("frequency", { try rod.setFrequency(4) }), ("damping", { try rod.setDamping(1) }),
      ("point", { try snap.setPoint(Vector2(510, 60)) }), ("snap damping", { try snap.setDamping(0.7) }),
      ("snap frequency", { try snap.setFrequency(3) }), ("strength", { try field.setStrength(0.5) }),
      ("position", { try field.setPosition(Vector2(1, 1)) }), ("region", { try field.setRegion(region) }),
      ("elasticity", { try motion.setElasticity(0.1) }), ("friction", { try motion.setFriction(0.1) }),
      ("density", { try motion.setDensity(2) }), ("resistance", { try motion.setResistance(2) }),
      ("angular resistance", { try motion.setAngularResistance(2) }), ("charge", { try motion.setCharge(2) }),
      ("rotation", { motion.allowsRotation = false }), ("time", { try motion.setTimeScale(2) }),
      ("boundary", { try walls.setBoundaryMaterial("floor", elasticity: 0.1, friction: 0.1) }),
      ("insets", { try walls.setReferenceBoundsInsets(Insets(bottom: 10)) }),
      ("bounds", { try animator.setReferenceBounds(Rect(x: 0, y: 0, width: 100, height: 300)) }),
      ("removal", { walls.removeAllBoundaries() }),
      ("material", { try animator.setDefaultMaterial(material) }),
      ("rest", { try animator.setRestAngularSpeed(0.04) }),
    ]
    for (name, change) in changes {
      try animator.runUntilPaused(limit: 3000)
      try change()
      #expect(animator.isRunning, "\(name)")
      try animator.runUntilPaused(limit: 3000)
      try change()
      #expect(!animator.isRunning, "\(name)")
    }
    gravity.action = {}
    animator.onDidPause = { _ in }
    item.center = Vector2(50, 100)
    try animator.setBounceThreshold(20)
    #expect(!animator.isRunning, "neither callbacks nor centers wake")
    try animator.updateItem(item)
    #expect(animator.isRunning)
  }

  @Test("An item as wide as its bounds is neither slowed nor turned")
  func exactFit() throws {
    let item = try Item(center: Vector2(160, 136), size: Vector2(320, 568))
    let animator = try DynamicAnimator(referenceBounds: Rect(x: 0, y: -568, width: 320, height: 5000))
    let walls = CollisionBehavior(items: [item])
    walls.isTranslatingReferenceBounds = true
    let motion = DynamicItemBehavior(items: [item])
    motion.resistance = 0
    try animator.addBehavior(walls)
    try animator.addBehavior(motion)
    try motion.setLinearVelocity(Vector2(0, 1000), of: item)
    try animator.run(seconds: 2)
    #expect(isNear(item.velocity.y, 1000, 5) && isNear(item.center.x, 160, 0.25) && abs(item.angle) < 0.001)
  }

  @Test(
    "An item that starts across an edge goes to the side of its center, without speed", arguments: [-1.0, 1])
  func across(side: Double) throws {
    let item = try Item(center: Vector2(0, 6 * side), size: Vector2(40, 40))
    let animator = try DynamicAnimator()
    let walls = CollisionBehavior(items: [item])
    try walls.addBoundary("line", from: Vector2(-200, 0), to: Vector2(200, 0))
    try animator.addBehavior(walls)
    try animator.run(seconds: 0.3)
    #expect(isNear(item.center.y, 20 * side, 0.6))
    try animator.run(seconds: 0.5)
    #expect(isNear(item.center.y, 20 * side, 1))
  }

  @Test("Insets beyond the middle leave no boundary")
  func insets() throws {
    let item = try Item(center: Vector2(50, 0), size: Vector2(10, 10))
    let animator = try DynamicAnimator(referenceBounds: Rect(x: 0, y: 0, width: 100, height: 100))
    let walls = CollisionBehavior(items: [item])
    walls.referenceBoundsInsets = Insets(top: 80, left: 80, bottom: 80, right: 80)
    var contacts = 0
    walls.onBoundaryBegan = { _ in contacts += 1 }
    try animator.addBehavior(walls)
    try animator.addBehavior(GravityBehavior(items: [item]))
    try animator.run(seconds: 1)
    #expect(contacts == 0 && item.center.y > 450)
  }

  @Test("A path turns about its center of mass and reports its own center")
  func path() throws {
    let item = try Item(center: Vector2(100, 100), size: Vector2(60, 60))
    try item.setPath([Vector2(0, 0), Vector2(60, 0), Vector2(0, 60)])
    let animator = try DynamicAnimator()
    let motion = DynamicItemBehavior(items: [item])
    motion.angularResistance = 0
    try animator.addBehavior(motion)
    try motion.setAngularVelocity(.pi, of: item)
    try animator.run(seconds: 1)
    #expect(isNear(item.center.x, 140, 0.2) && isNear(item.center.y, 140, 0.2))
  }

  @Test("Undamped springs keep their amplitude", arguments: [1.0, 2, 4, 8])
  func springs(frequency: Double) throws {
    let item = try Item(center: Vector2(0, 150))
    let animator = try DynamicAnimator()
    let motion = DynamicItemBehavior(items: [item])
    motion.resistance = 0
    let spring = try AttachmentBehavior(item: item, anchor: Vector2(0, 0))
    try spring.setLength(100)
    try spring.setFrequency(frequency)
    try animator.addBehavior(motion)
    try animator.addBehavior(spring)
    var first = 0.0
    var last = 0.0
    for step in 0..<(11 * 120) {
      try animator.advance(by: 1.0 / 120.0)
      let way = abs(item.center.y - 100)
      if step < 120 { first = max(first, way) }
      if step >= 10 * 120 { last = max(last, way) }
    }
    #expect(isNear(last / first, 1, 0.001))
  }
}
