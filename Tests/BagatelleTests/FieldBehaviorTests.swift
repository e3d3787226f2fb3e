// Fields and regions in the Swift API, and seed scene S3: sticky corners.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

/// S3: two vertical halves of a phone, each with a spring field that holds the item at its middle.
private struct Sticky {
  let animator: DynamicAnimator
  let item: Item
  let fields: [FieldBehavior]
  let properties: DynamicItemBehavior

  init(at start: Vector2 = Vector2(160, 284)) throws {
    animator = try DynamicAnimator(referenceBounds: phone)
    item = try Item(center: Vector2(20, 20), size: Vector2(40, 40))
    let walls = CollisionBehavior(items: [item])
    walls.isTranslatingReferenceBounds = true
    properties = DynamicItemBehavior(items: [item])
    properties.density = 0.01
    properties.resistance = 10
    properties.friction = 0
    properties.allowsRotation = false
    fields = [FieldBehavior.spring(), FieldBehavior.spring()]
    for field in fields { try field.addItem(item) }
    for behavior in [walls, properties, fields[0], fields[1]] { try animator.addBehavior(behavior) }
    item.center = start
    _ = try animator.updateItem(item)
    for (index, field) in fields.enumerated() {
      field.position = Vector2(160, 568 * (0.25 + 0.5 * Double(index)))
      field.region = try Region(size: Vector2(320, 284))
    }
  }
}

@Suite struct StickyCorners {
  @Test("S3 a: on the shared border both springs cancel, the item stays and the animator pauses")
  func border() throws {
    let scene = try Sticky()
    #expect(scene.fields[0].position == Vector2(160, 142) && scene.fields[1].position == Vector2(160, 426))
    let ticks = try scene.animator.runUntilPaused()
    #expect(scene.item.center == Vector2(160, 284))
    #expect(ticks < 60)
  }

  @Test("S3 b, c: a flick up or down brings it to the middle of that half", arguments: [-200.0, 200.0])
  func flick(speed: Double) throws {
    let scene = try Sticky()
    let anchor = Vector2(165, 280)
    let attachment = try AttachmentBehavior(item: scene.item, anchor: anchor)
    try scene.animator.addBehavior(attachment)
    try scene.properties.addLinearVelocity(Vector2(0, speed), to: scene.item)
    try scene.animator.removeBehavior(attachment)
    let ticks = try scene.animator.runUntilPaused()
    #expect(isNear(scene.item.center.x, 160, 0.5))
    #expect(isNear(scene.item.center.y, speed < 0 ? 142 : 426, 0.5))
    #expect(scene.item.angle == 0)
    // It settles within 2 % in 0.8 s.
    #expect(ticks < 180)
  }

  @Test("S3 d: placed at rest it overshoots by 65 % and ends in the middle of its half")
  func overshoot() throws {
    let scene = try Sticky(at: Vector2(100, 200))
    let line = Vector2(60, -58)
    let length = line.length
    var most = 0.0
    var time2 = 0.0
    while scene.animator.isRunning && scene.animator.elapsedSeconds < 10 {
      try scene.animator.advance(by: 1.0 / 120)
      let way = scene.item.center - Vector2(160, 142)
      most = max(most, way.dot(line) / length)
      if way.length > 0.02 * length { time2 = scene.animator.elapsedSeconds }
      #expect(abs(way.cross(line)) / length < 0.5, "it keeps to the line")
    }
    #expect(!scene.animator.isRunning)
    // e^(-ζπ/√(1-ζ²)) with ζ = 10/(2 · 37.5).
    #expect(isNear(most / length, 0.656, 0.02), "\(most / length)")
    #expect(isNear(time2, 0.8, 0.08))
    #expect(isNear(scene.item.center.x, 160, 0.5) && isNear(scene.item.center.y, 142, 0.5))
  }

  @Test("S3 e: while an attachment holds it the field does not move the distance to the anchor")
  func held() throws {
    let scene = try Sticky(at: Vector2(100, 200))
    let anchor = Vector2(110, 215)
    let attachment = try AttachmentBehavior(item: scene.item, anchor: anchor)
    try scene.animator.addBehavior(attachment)
    let length = (Vector2(100, 200) - anchor).length
    for tick in 0..<240 {
      if tick >= 120 { attachment.anchor = attachment.anchor + Vector2(0.5, 0) }
      try scene.animator.advance(by: 1.0 / 60)
      let error = (scene.item.center - attachment.anchor).length - length
      #expect(abs(error) < 0.5, "tick \(tick): \(error)")
    }
  }

  @Test("S3 f: an item in neither region feels nothing")
  func outside() throws {
    let scene = try Sticky()
    for field in scene.fields { field.region = try Region(size: Vector2(100, 100)) }
    scene.item.center = Vector2(40, 284)
    _ = try scene.animator.updateItem(scene.item)
    try scene.animator.runUntilPaused()
    #expect(scene.item.center == Vector2(40, 284))
  }

  @Test("S3 with four corners, as in the sample: a flick ends in the corner it points to")
  func fourCorners() throws {
    let animator = try DynamicAnimator(referenceBounds: phone)
    let item = try Item(center: Vector2(160, 284), size: Vector2(40, 40))
    let walls = CollisionBehavior(items: [item])
    walls.isTranslatingReferenceBounds = true
    let properties = DynamicItemBehavior(items: [item])
    properties.density = 0.01
    properties.resistance = 10
    properties.friction = 0
    properties.allowsRotation = false
    try animator.addBehavior(walls)
    try animator.addBehavior(properties)
    for corner in 0..<4 {
      let field = FieldBehavior(.spring, items: [item])
      field.position = Vector2(corner % 2 == 0 ? 80 : 240, corner < 2 ? 142 : 426)
      field.region = try Region(size: Vector2(160, 284))
      try animator.addBehavior(field)
    }
    try animator.runUntilPaused()
    #expect(item.center == Vector2(160, 284))
    for (velocity, target) in [
      (Vector2(300, -300), Vector2(240, 142)), (Vector2(-600, 900), Vector2(80, 426)),
    ] {
      item.center = Vector2(160, 284)
      _ = try animator.updateItem(item)
      try properties.addLinearVelocity(velocity, to: item)
      try animator.runUntilPaused()
      #expect((item.center - target).length < 0.5)
      #expect(item.angle == 0)
    }
  }
}

@Suite struct Fields {
  @Test func `makers set what UIKit's do, and other properties have the documented defaults`() throws {
    #expect(try FieldBehavior.linearGravity(direction: Vector2(1, 2)).direction == Vector2(1, 2))
    #expect(try FieldBehavior.radialGravity(position: Vector2(3, 4)).position == Vector2(3, 4))
    #expect(try FieldBehavior.velocity(direction: Vector2(0, -1.6)).direction == Vector2(0, -1.6))
    let noise = try FieldBehavior.noise(smoothness: 0.5, animationSpeed: 2)
    #expect(noise.smoothness == 0.5 && noise.animationSpeed == 2 && noise.fieldKind == .noise)
    #expect(try FieldBehavior.turbulence(smoothness: 1, animationSpeed: 0).fieldKind == .turbulence)
    let kinds: [FieldBehavior] = [
      .spring(), .drag(), .vortex(), .electric(), .magnetic(), .custom { _, _, _, _, _, _ in .zero },
    ]
    #expect(kinds.map(\.fieldKind) == [.spring, .drag, .vortex, .electric, .magnetic, .custom])
    for field in kinds {
      #expect(field.position == .zero && field.strength == 1 && field.falloff == 0)
      #expect(field.minimumRadius == 1e-3 && field.region == nil && field.items.isEmpty)
      #expect(
        field.direction == .zero && field.smoothness == 0 && field.animationSpeed == 0 && field.seed == 0)
      field.direction = Vector2(1, 1)
      field.smoothness = 1
      field.animationSpeed = 1
      #expect(field.direction == .zero && field.smoothness == 0 && field.animationSpeed == 0)
    }
    #expect(FieldBehavior(.noise).animationSpeed == 1)
  }

  @Test func `numbers out of range are refused and change nothing`() throws {
    let field = FieldBehavior(.linearGravity)
    for bad in [Double.nan, .infinity, -.infinity, 1e300] {
      #expect(code { try field.setPosition(Vector2(bad, 0)) } == .range)
      #expect(code { try field.setStrength(bad) } == .range)
      #expect(code { try field.setFalloff(bad) } == .range)
      #expect(code { try field.setMinimumRadius(bad) } == .range)
      #expect(code { try field.setDirection(Vector2(0, bad)) } == .range)
      #expect(code { try field.setSmoothness(bad) } == .range)
      #expect(code { try field.setAnimationSpeed(bad) } == .range)
      #expect(code { _ = try field.value(at: Vector2(bad, 0)) } == .range)
      #expect(code { _ = try field.value(at: .zero, mass: bad) } == .range)
      #expect(code { _ = try Region(radius: bad) } == .range)
      #expect(code { _ = try Region(size: Vector2(1, bad)) } == .range)
    }
    #expect(code { try field.setMinimumRadius(-1) } == .range)
    #expect(code { try field.setSmoothness(1.5) } == .range)
    #expect(code { _ = try field.value(at: .zero, mass: 0) } == .range)
    field.strength = .nan
    #expect(field.strength == 1 && field.position == .zero)
  }

  @Test func `charge merges like other properties, and electric and magnetic fields read it`() throws {
    let animator = try DynamicAnimator()
    let item = try Item(center: Vector2(100, 0))
    let properties = DynamicItemBehavior(items: [item])
    #expect(properties.charge == 0)
    properties.charge = 2
    properties.resistance = 0
    let field = FieldBehavior(.electric, items: [item])
    field.strength = 3
    try animator.addBehavior(field)
    try animator.addBehavior(properties)
    try animator.run(ticks: 6)
    // 150 · 3 · 2 / 0.4444 for 0.1 s.
    #expect(isNear(item.velocity.x, 202.5, 0.01))
    try animator.removeBehavior(properties)
    let speed = item.velocity.x
    try animator.run(ticks: 6)
    #expect(item.velocity.x <= speed)
  }

  @Test func `items come, go, and anchored ones are left alone`() throws {
    let animator = try DynamicAnimator()
    let items = try (0..<4).map { try Item(center: Vector2(Double($0) * 300, 0)) }
    let field = try FieldBehavior.linearGravity(direction: Vector2(0, 1))
    try field.addItem(items[0])
    try field.addItem(items[2])
    let anchor = DynamicItemBehavior(items: [items[2]])
    anchor.isAnchored = true
    try animator.addBehavior(anchor)
    try animator.addBehavior(GravityBehavior(items: [items[3]], direction: Vector2(0, 0)))
    try animator.addBehavior(field)
    try field.addItem(items[1])
    try animator.run(ticks: 30)
    #expect(items[0].center.y > 15 && items[1].center.y == items[0].center.y)
    #expect(items[2].center.y == 0 && items[3].center.y == 0)
    try field.removeItem(items[1])
    #expect(items[1].animator == nil)
    try animator.run(ticks: 30)
    #expect(items[0].center.y > 60)
    try animator.removeBehavior(field)
    try field.removeItem(items[0])
    #expect(field.items.count == 1)
    #expect(code { try field.removeItem(items[0]) } == .notAMember)
    #expect(code { try animator.removeBehavior(field) } == .notAMember)
  }

  @Test func `an anchored item that moves as told is not moved by fields`() throws {
    let animator = try DynamicAnimator()
    let item = try Item(center: Vector2(0, 0))
    let properties = DynamicItemBehavior(items: [item])
    properties.isAnchored = true
    try animator.addBehavior(properties)
    for kind in [FieldKind.linearGravity, .spring, .velocity, .noise] {
      let field = FieldBehavior(kind, items: [item])
      field.direction = Vector2(1, 1)
      field.position = Vector2(50, 50)
      try animator.addBehavior(field)
    }
    try properties.setLinearVelocity(Vector2(0, 60), of: item)
    try animator.run(ticks: 60)
    #expect(item.center.x == 0 && isNear(item.center.y, 60, 1e-3))
  }

  @Test func `a change inside a custom field leaves an anchored item that moves as told on its way`() throws {
    let animator = try DynamicAnimator()
    let carried = try Item(center: Vector2(0, 0))
    let pushed = try Item(center: Vector2(500, 0))
    let motion = DynamicItemBehavior(items: [carried])
    motion.isAnchored = true
    let gravity = GravityBehavior(items: [carried])
    var calls = 0
    let field = FieldBehavior.custom { _, _, _, _, _, _ in
      calls += 1
      gravity.magnitude = Double(calls)  // Wakes its items at the end of the step.
      return Vector2(1, 0)
    }
    try field.addItem(pushed)
    for behavior in [motion, gravity, field] { try animator.addBehavior(behavior) }
    try motion.setLinearVelocity(Vector2(60, 0), of: carried)
    try animator.run(seconds: 1)
    #expect(calls > 200 && isNear(carried.center.x, 60, 0.01) && carried.center.y == 0)
  }

  @Test func `a change of any property wakes, the same value does not`() throws {
    let animator = try DynamicAnimator()
    let item = try Item(center: Vector2(0, 0))
    let field = FieldBehavior(.noise, items: [item])
    field.strength = 0
    try animator.addBehavior(field)
    try animator.runUntilPaused()
    let region = try Region(radius: 10)
    let changes: [(FieldBehavior) throws -> Void] = [
      { $0.position = Vector2(1, 2) }, { $0.falloff = 1 }, { $0.minimumRadius = 5 }, { $0.smoothness = 0.5 },
      { $0.animationSpeed = 3 }, { $0.seed = 9 }, { $0.region = region },
    ]
    for change in changes {
      try change(field)
      #expect(animator.isRunning)
      try animator.runUntilPaused()
      try change(field)
      #expect(!animator.isRunning)
    }
    field.region = nil
    #expect(animator.isRunning)
    try animator.runUntilPaused()
    animator.fieldUnitScale = 150
    #expect(!animator.isRunning)
    animator.fieldUnitScale = 300
    #expect(animator.isRunning)
    #expect(code { try animator.setFieldUnitScale(0) } == .range)
  }

  @Test func `values are there inside and outside of an animator, and sum up`() throws {
    let animator = try DynamicAnimator()
    let radial = try FieldBehavior.radialGravity(position: Vector2(100, 0))
    radial.region = try Region(radius: 500)
    #expect(try radial.value(at: .zero) == Vector2(150, 0))
    #expect(try radial.value(at: Vector2(601, 0)) == .zero)
    let drag = FieldBehavior(.drag)
    let wind = try FieldBehavior.velocity(direction: Vector2(1, 0))
    #expect(try wind.value(at: .zero) == Vector2(150, 0))
    let parent = DynamicBehavior()
    try parent.addChild(radial)
    try parent.addChild(wind)
    try animator.addBehavior(drag)
    try animator.addBehavior(parent)
    let sum = try animator.fieldValue(at: .zero, velocity: Vector2(0, 40), mass: 2)
    #expect(isNear(sum.x, 150, 1e-9) && isNear(sum.y, -45, 1e-9))
    animator.fieldUnitScale = 300
    #expect(try radial.value(at: .zero) == Vector2(300, 0))
  }

  @Test func `a custom field may read everything and change nothing`() throws {
    let animator = try DynamicAnimator()
    let item = try Item(center: Vector2(0, 0))
    let other = try Item(center: Vector2(500, 0))
    let gravity = GravityBehavior(items: [other])
    let properties = DynamicItemBehavior(items: [item, other])
    let walls = CollisionBehavior(items: [item])
    try walls.addBoundary("wall", from: Vector2(-1e3, 900), to: Vector2(1e3, 900))
    walls.isTranslatingReferenceBounds = true
    animator.referenceBounds = Rect(x: -1e4, y: -1e4, width: 2e4, height: 2e4)
    let rod = try AttachmentBehavior(item: other, anchor: Vector2(500, 100))
    var codes: [BagatelleError.Code?] = []
    var calls = 0
    let field = FieldBehavior.custom { field, position, velocity, mass, charge, seconds in
      calls += 1
      #expect(mass == 1 && charge == 0 && isNear(seconds, 1.0 / 240, 1e-12))
      #expect(position.x >= 0 && velocity.isFinite && field.items.count == 1 && animator.isRunning)
      if calls == 1 {
        codes = [
          code { try field.addItem(other) }, code { try field.removeItem(item) },
          code { try animator.removeBehavior(field) }, code { try animator.addBehavior(GravityBehavior()) },
          code { try field.addChild(DynamicBehavior()) }, code { try animator.advance(by: 1) },
          code { try properties.addLinearVelocity(Vector2(1, 1), to: item) },
          code { _ = try animator.updateItem(item) },
          code { try walls.addBoundary("floor", from: Vector2(0, 10), to: Vector2(100, 10)) },
          code { try walls.removeBoundary("wall") }, code { try walls.setMode(.items) },
          code { try walls.setBoundaryMaterial("wall", elasticity: 1, friction: 1) },
          code { try walls.setBoundaryPassing("wall", .fromLeft) },
          code { try walls.setBoundarySurfaceSpeed(nil, 5) },
          code { try walls.setReferenceBoundsInsets(Insets(top: 5)) },
          code { try walls.setTranslatingReferenceBounds(false) },
          code { try animator.setReferenceBounds(nil) }, code { try field.setRegion(Region(radius: 5)) },
        ]
        walls.removeAllBoundaries()
        other.detach()
        animator.removeAllBehaviors()
        gravity.magnitude = 2  // Acts from the next step.
        field.strength = 7
      }
      return Vector2(3, 0)
    }
    try field.addItem(item)
    try animator.addBehavior(properties)
    try animator.addBehavior(field)
    try animator.addBehavior(walls)
    try animator.addBehavior(rod)
    properties.resistance = 0
    let hash = animator.stateHash
    try animator.run(ticks: 6)
    #expect(codes == Array(repeating: .busy, count: 18))
    #expect(walls.boundaryIdentifiers == ["wall"] && walls.mode == .everything && rod.animator === animator)
    #expect(animator.behaviors.count == 4 && field.items.count == 1)
    #expect(isNear(item.velocity.x, 30, 1e-4) && calls == 24)
    #expect(animator.stateHash != hash && field.ignoredForces == 0)
    field.evaluation = nil
    try animator.runUntilPausedOrMoving()
    #expect(isNear(item.velocity.x, 30, 1e-4))
  }

  @Test func `a custom field that asks for its own value gets zero, not an endless call`() throws {
    let animator = try DynamicAnimator()
    let item = try Item(center: Vector2(0, 0))
    var asked: [Vector2] = []
    let field = FieldBehavior.custom { field, position, _, _, _, _ in
      do { asked.append(try field.value(at: position) + animator.fieldValue(at: position)) } catch {}
      return Vector2(1, 0)
    }
    try field.addItem(item)
    try animator.addBehavior(field)
    try animator.advance(by: 1.0 / 120)
    #expect(asked == [.zero, .zero])
    #expect(try field.value(at: .zero) == Vector2(100, 0))
  }

  @Test func `useless custom forces are ignored and counted, in and out of the animator`() throws {
    let animator = try DynamicAnimator()
    let item = try Item(center: Vector2(0, 0))
    let field = FieldBehavior.custom { _, position, _, _, _, _ in Vector2(.nan, position.x) }
    try field.addItem(item)
    try animator.addBehavior(field)
    try animator.addBehavior(GravityBehavior(items: [item]))
    try animator.run(ticks: 3)
    #expect(field.ignoredForces == 12 && item.center.y > 0 && item.center.x == 0)
    try animator.removeBehavior(field)
    #expect(field.ignoredForces == 12)
    try animator.addBehavior(field)
    try animator.run(ticks: 1)
    #expect(field.ignoredForces == 16)
    #expect(try field.value(at: .zero) == .zero)
  }

  @Test func `equal seeds give equal paths, other seeds others`() throws {
    func end(_ seed: UInt64) throws -> UInt64 {
      let animator = try DynamicAnimator()
      let item = try Item(center: Vector2(0, 0))
      let field = FieldBehavior(.turbulence, items: [item])
      field.strength = 20
      field.seed = seed
      let properties = DynamicItemBehavior(items: [item])
      try properties.addLinearVelocity(Vector2(100, 0), to: item)
      try animator.addBehavior(properties)
      try animator.addBehavior(field)
      try animator.run(ticks: 60)
      return animator.stateHash
    }
    #expect(try end(1) == end(1))
    #expect(try end(1) != end(2))
  }

  @Test func `fields survive their animator, and animators their fields`() throws {
    let log = Log()
    let item = try Item(center: Vector2(0, 0))
    let field: FieldBehavior
    do {
      let mark = Mark(log, "context")
      field = FieldBehavior.custom { _, _, _, _, _, _ in
        withExtendedLifetime(mark) {}
        return .zero
      }
      try field.addItem(item)
      let animator = try DynamicAnimator()
      try animator.addBehavior(field)
      try animator.run(ticks: 2)
    }
    #expect(field.animator == nil && field.items.count == 1)
    field.position = Vector2(1, 1)
    field.region = try Region(radius: 3)
    #expect(try field.value(at: .zero) == .zero)
    let second = try DynamicAnimator()
    try second.addBehavior(field)
    try second.run(ticks: 2)
    field.evaluation = nil
    #expect(log.count("context died") == 1)
  }

  @Test func `slices of time do not change the path`() throws {
    func hash(_ slices: Int) throws -> UInt64 {
      let animator = try DynamicAnimator()
      let item = try Item(center: Vector2(150, 0))
      let noise = FieldBehavior(.noise, items: [item])
      let spring = FieldBehavior(.spring, items: [item])
      spring.strength = 4
      try animator.addBehavior(noise)
      try animator.addBehavior(spring)
      for _ in 0..<(30 * slices) { try animator.advance(by: 1.0 / 30 / Double(slices)) }
      return animator.stateHash
    }
    let one = try hash(1)
    #expect(try hash(2) == one)
    #expect(try hash(4) == one)
  }
}

extension DynamicAnimator {
  fileprivate func runUntilPausedOrMoving() throws { try run(ticks: 5) }
}

@Suite struct Regions {
  @Test func `shapes and operations`() throws {
    let everything = try Region.infinite()
    let disk = try Region(radius: -50)
    let box = try Region(size: Vector2(100, -20))
    #expect(everything.contains(Vector2(1e300, 0)) && !everything.contains(Vector2(.nan, 0)))
    #expect(disk.contains(Vector2(0, 50)) && box.contains(Vector2(-50, 10)))
    let p = Vector2(0, 30)
    let q = Vector2(45, 0)
    #expect(try !everything.inverse().contains(p))
    #expect(try disk.union(box).contains(p) && disk.union(box).contains(Vector2(50, 10)))
    #expect(try disk.intersection(box).contains(q) && !disk.intersection(box).contains(p))
    #expect(try disk.difference(box).contains(p) && !disk.difference(box).contains(q))
    let path = try Region(path: [Vector2(0, 0), Vector2(10, 0), Vector2(0, 10)])
    #expect(path.contains(Vector2(5, 5)) && !path.contains(Vector2(5, 5.1)))
    #expect(code { _ = try Region(path: [Vector2(0, 0), Vector2(1, 1)]) } == .invalidPath)
  }

  @Test func `equality is by construction, and bytes go there and back`() throws {
    #expect(try Region.infinite().isEqual(to: Region.infinite()))
    let a = try Region(radius: 5).difference(Region(size: Vector2(3, 3)))
    let b = try Region(bytes: a.bytes())
    #expect(a.isEqual(to: b) && a.bytes() == b.bytes())
    #expect(try !a.isEqual(to: Region(radius: 5)))
    for count in 0..<a.byteCount {
      #expect(code { _ = try Region(bytes: Array(a.bytes().prefix(count))) } == .data)
    }
  }

  @Test func `deep and great regions are refused at the limits`() throws {
    var region = try Region(radius: 1)
    for _ in 1..<256 { region = try region.inverse() }
    #expect(code { _ = try region.inverse() } == .limit)
    #expect(!region.contains(.zero))
  }
}
