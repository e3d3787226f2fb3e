// Rules of the single behaviors: merging of properties, pushes, velocities, arguments.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct BehaviorTests {
  @Test("Of several item behaviors the last in the tree wins, property by property")
  func merging() throws {
    // Two boxes slide on two floors; how they stop tells their friction.
    let item = try Item(center: Vector2(0, 0))
    let animator = try DynamicAnimator()
    let first = DynamicItemBehavior(items: [item])
    let second = DynamicItemBehavior(items: [item])
    let third = DynamicItemBehavior(items: [item])
    first.resistance = 5
    second.density = 4
    third.resistance = 3
    let bundle = DynamicBehavior()
    try bundle.addChild(first)
    try bundle.addChild(second)
    try bundle.addChild(third)
    try animator.addBehavior(bundle)
    let push = PushBehavior(items: [item], mode: .instantaneous)
    try push.setAngle(0, magnitude: 4)
    try animator.addBehavior(push)
    try animator.advance(by: 0.2)
    // Mass 4, impulse 400: 100 points/s, then e^(-3 t).
    #expect(isNear(item.velocity.x, 100 * exponential(-0.6), 0.1))
    // Without the density one the mass is 1 again.
    try bundle.removeChild(second)
    push.isActive = true
    let before = item.velocity.x
    try animator.advance(by: 1.0 / 120.0)
    #expect(isNear(item.velocity.x, (before + 400) * exponential(-3.0 / 120.0), 0.5))
    // A new one before the last changes nothing, one after it does.
    let early = DynamicItemBehavior(items: [item])
    early.resistance = 9
    try first.addChild(early)
    let speed = item.velocity.x
    try animator.advance(by: 0.1)
    #expect(isNear(item.velocity.x, speed * exponential(-0.3), 0.5))
    let late = DynamicItemBehavior(items: [item])
    late.resistance = 0
    try third.addChild(late)
    let kept = item.velocity.x
    try animator.advance(by: 0.1)
    #expect(isNear(item.velocity.x, kept, 1e-6))
    // Nobody sets it any more: back to 0.1.
    animator.removeAllBehaviors()
    try animator.addBehavior(DynamicItemBehavior(items: [item]))
    let free = item.velocity.x
    #expect(free == Double(Float(kept)) || isNear(free, kept, 1e-3))
    try animator.advance(by: 0.1)
    #expect(isNear(item.velocity.x, free * exponential(-0.01), 1e-2))
  }

  @Test("Getters show UIKit's documented numbers, but a property acts only once it is set")
  func documentedNumbers() throws {
    let behavior = DynamicItemBehavior()
    #expect(behavior.elasticity == 0 && behavior.friction == 0 && behavior.density == 1)
    #expect(behavior.resistance == 0 && behavior.angularResistance == 0)
    #expect(!behavior.isAnchored && behavior.allowsRotation)
    let item = try Item()
    try behavior.addItem(item)
    let animator = try DynamicAnimator()
    try animator.addBehavior(behavior)
    try behavior.setLinearVelocity(Vector2(100, 0), of: item)
    try animator.advance(by: 0.25)
    #expect(isNear(item.velocity.x, 100 * exponential(-0.025), 1e-2))
    behavior.resistance = 0
    let speed = item.velocity.x
    try animator.advance(by: 0.25)
    #expect(item.velocity.x == speed)
    #expect(code { try behavior.setDensity(0) } == .range)
    #expect(code { try behavior.setElasticity(-0.1) } == .range)
    #expect(code { try behavior.setFriction(.nan) } == .range)
    #expect(code { try behavior.setResistance(.infinity) } == .range)
    behavior.density = -1
    #expect(behavior.density == 1)
  }

  @Test("The animator's material and the switch to documented defaults act on unset properties")
  func defaults() throws {
    let item = try Item()
    let behavior = DynamicItemBehavior(items: [item])
    let animator = try DynamicAnimator()
    try animator.addBehavior(behavior)
    try behavior.setLinearVelocity(Vector2(100, 0), of: item)
    var material = Material()
    material.resistance = 2
    animator.defaultMaterial = material
    try animator.advance(by: 0.25)
    #expect(isNear(item.velocity.x, 100 * exponential(-0.5), 0.05))
    animator.isUsingDocumentedDefaults = true
    let speed = item.velocity.x
    try animator.advance(by: 0.25)
    #expect(item.velocity.x == speed)
    animator.isUsingDocumentedDefaults = false
    try animator.advance(by: 0.25)
    #expect(isNear(item.velocity.x, speed * exponential(-0.5), 0.05))
    material.density = 0
    #expect(code { try animator.setDefaultMaterial(material) } == .range)
  }

  @Test("Velocities given before association add up and act once")
  func waitingVelocities() throws {
    let item = try Item()
    let stranger = try Item()
    let behavior = DynamicItemBehavior(items: [item])
    behavior.resistance = 0
    behavior.angularResistance = 0
    try behavior.addLinearVelocity(Vector2(10, 0), to: item)
    try behavior.addLinearVelocity(Vector2(5, 7), to: item)
    try behavior.addAngularVelocity(1.5, to: item)
    #expect(behavior.linearVelocity(of: item) == Vector2(15, 7))
    #expect(behavior.angularVelocity(of: item) == 1.5)
    #expect(code { try behavior.addLinearVelocity(Vector2(1, 1), to: stranger) } == .notAMember)
    #expect(code { try behavior.addLinearVelocity(Vector2(2e9, 1), to: item) } == .range)
    let animator = try DynamicAnimator()
    try animator.addBehavior(behavior)
    #expect(item.velocity == Vector2(15, 7) && behavior.linearVelocity(of: item) == Vector2(15, 7))
    try animator.run(ticks: 6)
    #expect(isNear(item.center.x, 1.5, 1e-4) && isNear(item.angle, 0.15, 1e-4))
    try animator.removeBehavior(behavior)
    #expect(behavior.linearVelocity(of: item) == Vector2(0, 0))
    try animator.addBehavior(behavior)
    #expect(item.velocity == Vector2(15, 7), "not applied twice")
    try behavior.addLinearVelocity(Vector2(-5, 0), to: item)
    #expect(item.velocity == Vector2(10, 7))
    try behavior.setLinearVelocity(Vector2(1, 2), of: item)
    try behavior.setAngularVelocity(-1, of: item)
    #expect(item.velocity == Vector2(1, 2) && item.angularVelocity == -1)
  }

  @Test("An anchored item is not moved by anything, and rests")
  func anchored() throws {
    let item = try Item()
    let behavior = DynamicItemBehavior(items: [item])
    let gravity = GravityBehavior(items: [item])
    let animator = try DynamicAnimator()
    try animator.addBehavior(behavior)
    try animator.addBehavior(gravity)
    try animator.run(ticks: 6)
    let center = item.center
    #expect(center.y > 4)
    behavior.isAnchored = true
    #expect(item.isResting)
    #expect(try !behavior.addLinearVelocity(Vector2(50, 0), to: item))
    #expect(item.velocity == Vector2(0, 0))
    try animator.runUntilPaused(limit: 3)
    #expect(item.center == center)
    #expect(animator.states[0].flags == ItemState.resting | ItemState.anchored)
    behavior.isAnchored = false
    #expect(animator.isRunning && !item.isResting)
    try animator.run(ticks: 6)
    #expect(isNear(item.center.y - center.y, 5, 0.5), "starts at rest")
    #expect(animator.states[0].flags == 0)
  }

  @Test("An instantaneous push fires once, at the next step, and again when it is set again")
  func instantaneousPush() throws {
    let item = try Item()
    let push = PushBehavior(items: [item], mode: .instantaneous)
    try push.setAngle(0, magnitude: 2)
    let properties = DynamicItemBehavior(items: [item])
    properties.resistance = 0
    let animator = try DynamicAnimator()
    try animator.addBehavior(properties)
    try animator.addBehavior(push)
    push.isActive = true
    #expect(push.isActive && item.velocity.x == 0)
    try animator.run(ticks: 3)
    #expect(!push.isActive && item.velocity.x == 200)
    push.isActive = true
    push.isActive = true
    try animator.run(ticks: 1)
    #expect(item.velocity.x == 400)
    try animator.removeBehavior(push)
    try animator.addBehavior(push)
    try animator.run(ticks: 1)
    #expect(item.velocity.x == 400 && !push.isActive)
  }

  @Test("A continuous push accelerates by mass, turns at an offset, and ends at once")
  func continuousPush() throws {
    let item = try Item(size: Vector2(100, 200))
    let push = PushBehavior(items: [item])
    #expect(push.mode == .continuous && push.isActive)
    push.direction = Vector2(1, 0)
    let properties = DynamicItemBehavior(items: [item])
    properties.resistance = 0
    properties.angularResistance = 0
    let animator = try DynamicAnimator()
    try animator.addBehavior(properties)
    try animator.addBehavior(push)
    try animator.advance(by: 0.2)
    #expect(isNear(item.velocity.x, 10, 1e-4), "mass 2")
    try animator.removeBehavior(push)
    try animator.advance(by: 0.2)
    #expect(isNear(item.velocity.x, 10, 1e-4))
    try push.setTargetOffset(Vector2(0, -60), of: item)
    #expect(push.targetOffset(of: item) == Vector2(0, -60))
    #expect(code { try push.setTargetOffset(Vector2(0, 0), of: Item()) } == .notAMember)
    try animator.addBehavior(push)
    try animator.advance(by: 1.0 / 120.0)
    // Moment 60 * 100, inertia 2 * (100^2 + 200^2) / 12: clockwise when pushed to the right above the center.
    #expect(isNear(item.angularVelocity, 6000.0 / (2.0 * 50000 / 12) / 120, 1e-5))
    #expect(item.angularVelocity > 0)
  }

  @Test("Vector, angle and magnitude stay in step")
  func polarForms() throws {
    let gravity = GravityBehavior()
    #expect(gravity.direction == Vector2(0, 1) && gravity.magnitude == 1 && gravity.angle == .pi / 2)
    gravity.magnitude = -2
    #expect(gravity.direction == Vector2(0, -2) && gravity.angle == .pi / 2)
    gravity.angle = 0
    #expect(gravity.direction == Vector2(-2, 0))
    gravity.direction = Vector2(3, 4)
    #expect(gravity.magnitude == 5 && isNear(gravity.angle, 0.9273, 1e-4))
    gravity.direction = Vector2(0, 0)
    #expect(gravity.magnitude == 0 && isNear(gravity.angle, 0.9273, 1e-4))
    gravity.magnitude = 10
    #expect(isNear(gravity.direction.x, 6, 1e-12) && isNear(gravity.direction.y, 8, 1e-12))
    #expect(code { try gravity.setDirection(Vector2(.nan, 0)) } == .range)
    #expect(code { try gravity.setMagnitude(1.1e9) } == .range)
    gravity.angle = .infinity
    #expect(gravity.magnitude == 10)
    let push = PushBehavior(mode: .instantaneous)
    #expect(push.direction == Vector2(0, 0) && push.angle == 0 && push.isActive)
    push.direction = Vector2(30, 40)
    push.magnitude = 5
    #expect(isNear(push.direction.x, 3, 1e-12) && isNear(push.direction.y, 4, 1e-12))
  }

  @Test("Gravities add up, whatever the size and density of the item")
  func severalGravities() throws {
    let small = try Item(size: Vector2(10, 10))
    let large = try Item(center: Vector2(500, 0), size: Vector2(300, 300))
    let heavy = DynamicItemBehavior(items: [large])
    heavy.density = 100
    let both = DynamicItemBehavior(items: [small, large])
    both.resistance = 0
    let animator = try DynamicAnimator()
    for behavior in [
      heavy, both, GravityBehavior(items: [small, large]), GravityBehavior(items: [small, large]),
    ] {
      try animator.addBehavior(behavior)
    }
    try animator.advance(by: 0.1)
    #expect(isNear(small.velocity.y, 200, 1e-3) && isNear(large.velocity.y, 200, 1e-3))
  }

  @Test("Arguments of items are checked, and a refused call changes nothing")
  func itemArguments() throws {
    #expect(code { _ = try Item(size: Vector2(0, 10)) } == .invalidSize)
    #expect(code { _ = try Item(size: Vector2(10, -1)) } == .invalidSize)
    #expect(code { _ = try Item(size: Vector2(10, .nan)) } == .range)
    #expect(code { _ = try Item(size: Vector2(0.001, 10)) } == .range)
    #expect(code { _ = try Item(size: Vector2(1.1e7, 10)) } == .range)
    #expect(code { _ = try Item(center: Vector2(1.1e9, 0)) } == .range)
    #expect(code { _ = try Item(angle: 1.1e6) } == .range)
    #expect(code { _ = try Item(boundsType: .path) } == .invalidPath)
    let item = try Item()
    #expect(code { try item.setCenter(Vector2(0, .infinity)) } == .range)
    item.center = Vector2(.nan, 0)
    #expect(item.center == Vector2(0, 0))
    #expect(code { try item.setBoundsType(.path) } == .invalidPath)
    let square = [Vector2(-10, -10), Vector2(10, -10), Vector2(10, 0), Vector2(10, 10), Vector2(-10, 10)]
    try item.setPath(square)
    #expect(item.boundsType == .path && item.path == square)
    #expect(
      code { try item.setPath([Vector2(0, 0), Vector2(10, 0), Vector2(3, 3), Vector2(0, 10)]) }
        == .invalidPath)
    #expect(code { try item.setPath([Vector2(0, 0), Vector2(10, 0)]) } == .invalidPath)
    #expect(code { try item.setPath([Vector2](repeating: Vector2(0, 0), count: 65)) } == .limit)
    #expect(code { try item.setPath([Vector2(0, 0), Vector2(10, 0), Vector2(.nan, 3)]) } == .range)
    #expect(item.path == square)
    item.boundsType = .ellipse
    item.boundsType = .path
    #expect(item.boundsType == .path)
  }

  @Test("A transform sets the angle, and keeps the scale on request")
  func transforms() throws {
    let item = try Item()
    try item.setTransform(Transform(a: 0, b: 2, c: -3, d: 0, tx: 50, ty: 60))
    #expect(item.angle == .pi / 2 && item.center == Vector2(0, 0))
    let plain = item.transform
    #expect(isNear(plain.b, 1, 1e-12) && isNear(plain.c, -1, 1e-12) && plain.tx == 0)
    item.isPreservingScale = true
    #expect(isNear(item.transform.b, 2, 1e-12) && isNear(item.transform.c, -3, 1e-12))
    #expect(code { try item.setTransform(Transform(a: 0, b: 0, c: 1, d: 1)) } == .range)
    #expect(code { try item.setTransform(Transform(a: 1, b: 0, c: 0, d: .nan)) } == .range)
  }

  @Test("Settings of attachments and snaps are checked")
  func jointArguments() throws {
    let item = try Item()
    let other = try Item(center: Vector2(100, 0))
    #expect(code { _ = try AttachmentBehavior(item: item, anchor: Vector2(.nan, 0)) } == .range)
    let rod = try AttachmentBehavior(item: item, other: other)
    #expect(rod.length == 100 && rod.attachedType == .item)
    other.center = Vector2(50, 0)
    #expect(rod.length == 50)
    #expect(try !rod.setAnchor(Vector2(1, 1)))
    #expect(code { try rod.setLength(-1) } == .range)
    #expect(code { try rod.setFrequency(61) } == .range)
    #expect(code { try rod.setDamping(-0.1) } == .range)
    let animator = try DynamicAnimator()
    try animator.addBehavior(rod)
    other.center = Vector2(10, 0)
    #expect(rod.length == 50)
    try animator.removeBehavior(rod)
    #expect(rod.length == 10)
    rod.length = 70
    try animator.addBehavior(rod)
    try animator.removeBehavior(rod)
    #expect(rod.length == 70)
    let snap = try SnapBehavior(item: item, point: Vector2(5, 5))
    #expect(snap.damping == 0.5 && snap.frequency == 3.8)
    snap.damping = -3
    #expect(snap.damping == 0)
    #expect(code { try snap.setFrequency(0) } == .range)
    #expect(code { try snap.setPoint(Vector2(0, 1e10)) } == .range)
  }

  @Test("Centers are written rounded to pixels on request, bodies keep full precision")
  func pixels() throws {
    let plain = try Item()
    let rounded = try Item()
    let first = try DynamicAnimator()
    let second = try DynamicAnimator()
    second.pixelScale = 2
    try first.addBehavior(GravityBehavior(items: [plain]))
    try second.addBehavior(GravityBehavior(items: [rounded]))
    for _ in 0..<20 {
      try first.advance(by: 1.0 / 120.0)
      try second.advance(by: 1.0 / 120.0)
      #expect(rounded.center.y * 2 == (rounded.center.y * 2).rounded())
      #expect(isNear(rounded.center.y, plain.center.y, 0.25))
    }
  }

  @Test("Items in a rectangle: frames of turned items, edges do not count")
  func itemsInRect() throws {
    let a = try Item(center: Vector2(50, 50))
    let b = try Item(center: Vector2(200, 50), angle: .pi / 4)
    let animator = try DynamicAnimator()
    try animator.addBehavior(CollisionBehavior(items: [b, a]))
    func names(_ x: Double, _ y: Double, _ w: Double, _ h: Double) throws -> String {
      try animator.items(in: Rect(x: x, y: y, width: w, height: h)).map { $0 === a ? "a" : "b" }.joined()
    }
    #expect(try names(0, 0, 300, 300) == "ba")
    #expect(try names(100, 0, 20, 20) == "")
    #expect(try names(99, 0, 20, 20) == "a")
    #expect(try names(119, 0, -20, 20) == "a")
    #expect(try names(100, 0, 30, 20) == "b")
    #expect(try names(100, 0, 29, 20) == "")
    #expect(code { _ = try animator.items(in: Rect(x: .nan, y: 0, width: 1, height: 1)) } == .range)
  }

  @Test("An item that leaves the world is put back, stopped and flagged until its update")
  func quarantine() throws {
    let item = try Item(center: Vector2(999_999_900, 0))
    let motion = DynamicItemBehavior(items: [item])
    try motion.addLinearVelocity(Vector2(90_000, 0), to: item)
    let animator = try DynamicAnimator()
    try animator.addBehavior(motion)
    try animator.run(ticks: 2)
    #expect(item.center.x < 1e9 && item.velocity == Vector2(0, 0))
    #expect(try animator.state(of: item).flags & ItemState.quarantined != 0)
    item.center = Vector2(0, 0)
    try animator.updateItem(item)
    #expect(try animator.state(of: item).flags & ItemState.quarantined == 0)
    try motion.addLinearVelocity(Vector2(60, 0), to: item)
    try animator.run(ticks: 1)
    #expect(isNear(item.center.x, 1, 0.01))
  }

  @Test("The length scale can only be set before there are items")
  func lengthScale() throws {
    let animator = try DynamicAnimator()
    animator.lengthScale = 10
    #expect(animator.lengthScale == 10)
    try animator.addBehavior(GravityBehavior(items: [try Item()]))
    #expect(code { try animator.setLengthScale(1) } == .state)
    #expect(code { try animator.setLengthScale(1e4) } == .range)
    #expect(code { _ = try DynamicAnimator(stepSeconds: 0.05) } == .range)
    #expect(code { _ = try DynamicAnimator(substeps: 0) } == .range)
    #expect(code { _ = try DynamicAnimator(workers: 0) } == .range)
    #expect(code { _ = try DynamicAnimator(workers: 65) } == .range)
    #expect(try DynamicAnimator(workers: 64).workers == 64)
    #expect(code { try animator.setReferenceBounds(Rect(x: 0, y: 0, width: .nan, height: 1)) } == .range)
  }
}

/// e^x by its series on a small part of x.
func exponential(_ x: Double) -> Double {
  var term = 1.0
  var sum = 1.0
  for n in 1..<20 {
    term *= x / 64 / Double(n)
    sum += term
  }
  for _ in 0..<6 { sum *= sum }
  return sum
}
