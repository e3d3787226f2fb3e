// Everything dies: no cycle keeps an animator, a behavior or an item alive; and many items stay cheap.
// SPDX-License-Identifier: MIT
import Bagatelle
import CShims
import Testing

@Suite struct MemoryTests {
  final class TracedBehavior: DynamicBehavior {
    let mark: Mark
    init(_ mark: Mark) {
      self.mark = mark
      super.init()
    }
  }

  @Test("Animator, behaviors and items die with their last reference, in any order")
  func death() throws {
    for order in 0..<3 {
      let log = Log()
      var animator: DynamicAnimator? = try DynamicAnimator(referenceBounds: phone)
      var bundle: TracedBehavior? = TracedBehavior(Mark(log, "bundle"))
      var item: Item? = try Item(center: Vector2(160, 540), size: Vector2(40, 40))
      let itemMark = Mark(log, "item")
      item?.setDriver(read: { [itemMark] _, _, _, _ in _ = itemMark }, write: nil)
      var other: Item? = try Item(center: Vector2(160, 400), size: Vector2(40, 40))
      let animatorMark = Mark(log, "animator")
      animator?.onDidPause = { [animatorMark] _ in _ = animatorMark }
      func build() throws {
        let pair = [item!, other!]
        let walls = CollisionBehavior(items: pair)
        try walls.addBoundary("floor", from: Vector2(0, 560), to: Vector2(320, 560))
        walls.isTranslatingReferenceBounds = true
        for child in [
          GravityBehavior(items: pair), walls, PushBehavior(items: pair), DynamicItemBehavior(items: pair),
          try AttachmentBehavior(item: pair[0], other: pair[1]),
          try SnapBehavior(item: pair[0], point: Vector2(0, 0)),
        ] { try bundle!.addChild(child) }
        try animator!.addBehavior(bundle!)
        try animator!.run(ticks: 30)
      }
      try build()
      withExtendedLifetime(itemMark) {}
      switch order {
      case 0:
        item = nil
        other = nil
        bundle = nil
        #expect(log.lines.isEmpty)
        animator = nil
      case 1:
        animator = nil
        #expect(log.lines.isEmpty || log.lines == ["animator died"])
        bundle = nil
        item = nil
        other = nil
      default:
        animator?.removeAllBehaviors()
        bundle = nil
        item = nil
        other = nil
        try animator?.advance(by: 0.1)
        animator = nil
      }
      #expect(log.lines.contains("bundle died"), "order \(order)")
    }
  }

  @Test("An item that no behavior holds dies with its last reference, without waiting for a tick")
  func deathAfterLeaving() throws {
    let log = Log()
    let animator = try DynamicAnimator()
    let gravity = GravityBehavior()
    try animator.addBehavior(gravity)
    func drop(_ name: String, keepsOne: Bool) throws -> Item? {
      let item = try Item()
      let mark = Mark(log, name)
      item.onRest = { _ in _ = mark }
      try gravity.addItem(item)
      try animator.run(ticks: 2)
      item.detach()
      return keepsOne ? item : nil
    }
    _ = try drop("first", keepsOne: false)
    #expect(log.lines == ["first died"])
    var kept = try drop("second", keepsOne: true)
    _ = try drop("third", keepsOne: false)
    #expect(log.lines == ["first died", "third died"])
    if let kept { try gravity.addItem(kept) }
    #expect(kept?.velocity.y == 0, "a tick ran meanwhile")
    kept?.detach()
    kept = nil
    #expect(log.lines.count == 3 && animator.items.isEmpty)
    try animator.run(ticks: 2)
  }

  @Test("What closures hold dies with its owner")
  func closures() throws {
    let log = Log()
    do {
      let item = try Item()
      let gravity = GravityBehavior(items: [item])
      let walls = CollisionBehavior(items: [item])
      let animator = try DynamicAnimator()
      func fill() {
        let marks = ["driver", "rest", "action", "hook", "contact", "pause"].map { Mark(log, $0) }
        item.setDriver(read: nil, write: { _, _, _ in _ = marks[0] })
        item.onRest = { _ in _ = marks[1] }
        gravity.action = { _ = marks[2] }
        gravity.onWillMove = { _ in _ = marks[3] }
        walls.onItemsBegan = { _ in _ = marks[4] }
        animator.onDidPause = { _ in _ = marks[5] }
      }
      fill()
      try animator.addBehavior(gravity)
      try animator.addBehavior(walls)
      try animator.run(ticks: 3)
      #expect(log.lines.isEmpty)
    }
    #expect(log.lines.count == 6)
  }

  @Test("When memory runs out anywhere, the call says so and nothing has changed")
  func outOfMemory() throws {
    var refused = 0
    for countdown in 1...400 {
      let items = try (0..<3).map {
        try Item(center: Vector2(40 + 60 * Double($0), 300), size: Vector2(50, 50))
      }
      let animator = try DynamicAnimator(referenceBounds: phone)
      let root = DynamicBehavior()
      let walls = CollisionBehavior(items: items)
      walls.isTranslatingReferenceBounds = true
      try walls.addBoundary("floor", from: Vector2(0, 500), to: Vector2(320, 500))
      try root.addChild(GravityBehavior(items: items))
      try root.addChild(walls)
      try root.addChild(try AttachmentBehavior(item: items[0], other: items[1]))
      try root.addChild(try SnapBehavior(item: items[2], point: Vector2(100, 100)))
      bgts_fail_allocation(Int32(countdown))
      let answer = code { try animator.addBehavior(root) }
      if bgts_allocation_failed() && answer != nil {
        bgts_fail_allocation(0)
        refused += 1
        #expect(answer == .outOfMemory)
        #expect(
          animator.behaviors.isEmpty && animator.items.isEmpty && animator.states.isEmpty
            && !animator.isRunning)
        #expect(root.animator == nil && walls.animator == nil && items.allSatisfy { $0.animator == nil })
        #expect(animator.counters.joints == 0 && animator.counters.boundarySegments == 0)
        try animator.addBehavior(root)
      }
      // The rest of the countdown falls into calls that change and ticks that step.
      var failures = 0
      for round in 0..<12 {
        if let code = code({ try animator.advance(by: 1.0 / 60.0) }) {
          #expect(code == .outOfMemory)
          failures += 1
        }
        let late = try? Item(center: Vector2(160, 60 + 10 * Double(round)), size: Vector2(20, 20))
        if let late {
          let count = walls.items.count
          if let code = code({ try walls.addItem(late) }) {
            #expect(code == .outOfMemory && walls.items.count == count && !walls.contains(late))
            #expect(late.animator == nil)
          } else {
            #expect(walls.items.count == count + 1 && late.animator === animator)
          }
        }
        if let code = code({ try walls.addBoundary("b\(round)", from: Vector2(0, 0), to: Vector2(9, 9)) }) {
          #expect(code == .outOfMemory && walls.boundary("b\(round)") == nil)
        }
      }
      bgts_fail_allocation(0)
      #expect(failures <= 1)
      try animator.run(ticks: 30)
      #expect(items.allSatisfy { $0.center.y < 526 && $0.center.isFinite })
    }
    #expect(refused > 10)
  }

  @Test("Twenty thousand items join two behaviors, change and leave in a short time")
  func manyItems() throws {
    let count = 20_000
    let clock = ContinuousClock()
    let time = try clock.measure {
      let animator = try DynamicAnimator()
      let gravity = GravityBehavior()
      let walls = CollisionBehavior()
      try animator.addBehavior(gravity)
      try animator.addBehavior(walls)
      var items: [Item] = []
      for index in 0..<count {
        let item = try Item(
          center: Vector2(Double(index % 200) * 30, Double(index / 200) * 30), size: Vector2(20, 20))
        try gravity.addItem(item)
        try walls.addItem(item)
        items.append(item)
      }
      #expect(animator.items.count == count && gravity.contains(items[count / 2]))
      try animator.advance(by: 1.0 / 120.0)
      gravity.magnitude = 0
      walls.mode = .boundaries
      try animator.advance(by: 1.0 / 120.0)
      for index in stride(from: 0, to: count, by: 2) { items[index].detach() }
      #expect(animator.states.count == count / 2)
      try animator.advance(by: 1.0 / 120.0)
      for index in 1..<40 where index % 2 == 1 {
        #expect(animator.items[index / 2] === items[index])
      }
      animator.removeAllBehaviors()
      try animator.advance(by: 0)
      #expect(animator.items.isEmpty)
    }
    // A debug build on a slow machine; quadratic work would take minutes.
    #expect(time < .seconds(20), "took \(time)")
  }

  @Test("A short random program keeps its books: items, states, hash of twins")
  func randomProgram() throws {
    func play(_ seed: UInt64) throws -> UInt64 {
      var state = seed
      func random(_ n: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(n))
      }
      let animator = try DynamicAnimator(referenceBounds: phone)
      let items = try (0..<12).map {
        try Item(center: Vector2(30 + Double($0 % 4) * 70, 40 + Double($0 / 4) * 90), size: Vector2(40, 30))
      }
      let collisions = [CollisionBehavior(), CollisionBehavior()]
      for collision in collisions { collision.isTranslatingReferenceBounds = true }
      let lists: [ListBehavior] = [
        GravityBehavior(), collisions[0], collisions[1], PushBehavior(mode: .instantaneous),
        DynamicItemBehavior(),
      ]
      let composite = DynamicBehavior()
      var open: [ObjectIdentifier: Int] = [:]
      for collision in collisions {
        let name = ObjectIdentifier(collision)
        let began: (Contact) -> Void = { _ in open[name, default: 0] += 1 }
        let ended: (Contact) -> Void = { _ in open[name, default: 0] -= 1 }
        collision.onItemsBegan = began
        collision.onBoundaryBegan = began
        collision.onItemsEnded = ended
        collision.onBoundaryEnded = ended
      }
      for _ in 0..<400 {
        let list = lists[random(lists.count)]
        let item = items[random(items.count)]
        switch random(12) {
        case 0...3: try list.addItem(item)
        case 4: if list.contains(item) { try list.removeItem(item) }
        case 5: if list.parent == nil && list.animator == nil { try animator.addBehavior(list) }
        case 6:
          if list.parent == nil && list.animator != nil && random(3) == 0 {
            try animator.removeBehavior(list)
          }
        case 7:
          if list.parent === composite {
            try composite.removeChild(list)
          } else if list.animator == nil {
            try composite.addChild(list)
          }
        case 8:
          composite.animator == nil
            ? try animator.addBehavior(composite) : try animator.removeBehavior(composite)
        case 9: collisions[random(2)].mode = CollisionBehavior.Mode(rawValue: UInt32(random(4)))
        case 10:
          item.center = Vector2(Double(30 + random(260)), Double(30 + random(500)))
          try animator.updateItem(item)
        default: if random(4) == 0 { item.detach() }
        }
        let held = Set(
          (animator.behaviors + composite.children).filter { $0.animator === animator }
            .flatMap { ($0 as? ListBehavior)?.items ?? [] }.map { ObjectIdentifier($0) })
        #expect(animator.items.count == held.count && animator.states.count == held.count)
        for (state, item) in zip(animator.states, animator.items) { #expect(state.center == item.center) }
        if random(3) == 0 { try animator.advance(by: Double(random(5)) / 120) }
      }
      let hash = animator.stateHash
      animator.removeAllBehaviors()
      try animator.run(ticks: 2)
      for (_, count) in open { #expect(count == 0, "every contact that began has ended") }
      return hash
    }
    for seed in 1...20 { #expect(try play(UInt64(seed)) == play(UInt64(seed))) }
  }

  @Test("Without memory nothing wakes: what is told fails and changes nothing, what would wake does so when there is some")
  func waking() throws {
    let item = try Item(center: Vector2(100, 80), size: Vector2(40, 40))
    // So many that all that was given back has to be asked for again.
    let items = try [item] + (1..<300).map { try Item(center: Vector2(100 + 200 * Double($0), 80), size: Vector2(40, 40)) }
    let walls = CollisionBehavior(items: items)
    try walls.addBoundary("floor", from: Vector2(0, 100), to: Vector2(90_000, 100))
    let gravity = GravityBehavior(items: items)
    let properties = DynamicItemBehavior(items: [item])
    let animator = try DynamicAnimator()
    for behavior in [gravity, walls, properties] as [DynamicBehavior] { try animator.addBehavior(behavior) }
    let calls: [() throws -> Void] = [
      { try item.applyImpulse(Vector2(0, -0.1)) }, { try item.applyForce(Vector2(0, -20)) },
      { try properties.addLinearVelocity(Vector2(0, -10), to: item) }, { try properties.setAngularVelocity(0.5, of: item) },
    ]
    for call in calls {
      try animator.runUntilPaused()
      let hash = animator.stateHash
      var refusals = 0
      while true {
        bgts_fail_allocation(refusals == 0 ? 1 : 2)  // What got memory keeps it.
        let result = code(call)
        let failed = bgts_allocation_failed()
        bgts_fail_allocation(0)
        if !failed { break }
        #expect(result == .outOfMemory && item.isResting && !animator.isRunning && animator.stateHash == hash)
        refusals += 1
      }
      #expect(refusals > 8 && animator.isRunning && !item.isResting)
    }
    try animator.runUntilPaused()
    // What has to wake first finds no memory and wakes with the next step.
    bgts_fail_allocation(1)
    gravity.magnitude = 2
    #expect(bgts_allocation_failed() && animator.isRunning)
    bgts_fail_allocation(0)
    try animator.advance(by: 1.0 / 60.0)
    #expect(items.allSatisfy { !$0.isResting })
    try animator.runUntilPaused()
    // A tick takes the room first.
    try walls.addBoundary("far", from: Vector2(0, 1000), to: Vector2(400, 1000))
    let hash = animator.stateHash
    bgts_fail_allocation(1)
    #expect(code { try animator.advance(by: 1.0 / 60.0) } == .outOfMemory && animator.stateHash == hash)
    bgts_fail_allocation(0)
    try animator.runUntilPaused()
    #expect(items.allSatisfy { $0.isResting })
  }

  @Test("At rest without memory an item and a boundary can be taken away; what they leave goes with the next step")
  func cleanUpAtRest() throws {
    let items = try (0..<40).map { index in
      let column = Double(index % 8)
      let row = Double(index / 8)
      return try Item(center: Vector2(20 + 41 * column, 80 - 41 * row), size: Vector2(40, 40))
    }
    let walls = CollisionBehavior(items: items)
    try walls.addBoundary("floor", from: Vector2(-100, 100), to: Vector2(900, 100))
    try walls.addBoundary("wall", from: Vector2(-1, 100), to: Vector2(-1, -200))
    let gravity = GravityBehavior(items: items)
    let animator = try DynamicAnimator()
    for behavior in [gravity, walls] as [DynamicBehavior] { try animator.addBehavior(behavior) }
    try animator.runUntilPaused()
    let contacts = animator.counters.contacts
    #expect(contacts > 60)
    // The first look at contacts finds no memory to unpack them, and what follows does.
    let changes: [(() throws -> Void, Int32)] = [
      ({ items[9].detach() }, 1), ({ try walls.removeBoundary("wall") }, 2), ({ walls.veto = { _ in false } }, 1),
    ]
    for (change, countdown) in changes {
      bgts_fail_allocation(countdown)
      try change()
      #expect(bgts_allocation_failed())
      bgts_fail_allocation(0)
      try animator.runUntilPaused()
    }
    #expect(animator.items.count == 39 && walls.boundaryIdentifiers == ["floor"] && animator.counters.contacts < contacts)
    #expect(items[17].center.y > 35 && isNear(items[10].center.y, 40, 1), "what lay on it fell, what stood beside it stays")
  }
}
