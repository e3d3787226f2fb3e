// The tree of behaviors: places, hooks, failures without effect.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct TreeTests {
  @Test("A behavior has one place, and a cycle is refused")
  func onePlace() throws {
    let animator = try DynamicAnimator()
    let other = try DynamicAnimator()
    let parent = DynamicBehavior()
    let child = GravityBehavior()
    try parent.addChild(child)
    try parent.addChild(child)
    #expect(parent.children.count == 1)
    #expect(child.parent === parent)
    #expect(code { try animator.addBehavior(child) } == .hierarchy)
    #expect(code { try DynamicBehavior().addChild(child) } == .hierarchy)
    #expect(code { try child.addChild(parent) } == .hierarchy)
    #expect(code { try parent.addChild(parent) } == .hierarchy)
    try animator.addBehavior(parent)
    try animator.addBehavior(parent)
    #expect(animator.behaviors.count == 1)
    #expect(child.animator === animator)
    #expect(code { try other.addBehavior(parent) } == .otherAnimator)
    #expect(code { try other.addBehavior(child) } == .otherAnimator)
    #expect(code { try DynamicBehavior().addChild(parent) } == .hierarchy)
    #expect(code { try animator.removeBehavior(child) } == .notAMember)
    #expect(code { try other.removeBehavior(parent) } == .notAMember)
    #expect(code { try animator.removeBehavior(DynamicBehavior()) } == .notAMember)
    let stranger = DynamicBehavior()
    try other.addBehavior(stranger)
    #expect(code { try stranger.addChild(parent) } == .otherAnimator)
    try animator.removeBehavior(parent)
    #expect(child.parent === parent && child.animator == nil && parent.animator == nil)
    try other.addBehavior(parent)
    #expect(child.animator === other)
    try parent.removeChild(child)
    #expect(child.parent == nil && child.animator == nil)
    #expect(code { try parent.removeChild(child) } == .notAMember)
  }

  @Test("Trees are at most 256 deep")
  func depth() throws {
    var behaviors = [DynamicBehavior()]
    for _ in 1..<256 {
      let next = DynamicBehavior()
      try behaviors[behaviors.count - 1].addChild(next)
      behaviors.append(next)
    }
    #expect(code { try behaviors[255].addChild(DynamicBehavior()) } == .limit)
    #expect(code { try DynamicBehavior().addChild(behaviors[0]) } == .limit)
    try DynamicAnimator().addBehavior(behaviors[0])
    let pair = DynamicBehavior()
    try pair.addChild(DynamicBehavior())
    #expect(code { try behaviors[254].addChild(pair) } == .limit)
    try behaviors[253].addChild(pair)
  }

  @Test("Hooks come before the change, parents before children, and may add children")
  func hooks() throws {
    final class Bundle: DynamicBehavior {
      let log: Log
      let name: String
      var extra: DynamicBehavior?
      init(_ name: String, _ log: Log) {
        self.log = log
        self.name = name
        super.init()
      }
      override func willMove(to animator: DynamicAnimator?) {
        log.add("\(name) \(animator == nil ? "out" : "in") \(self.animator == nil ? "before" : "with")")
        if let extra, animator != nil {
          do { try addChild(extra) } catch { Issue.record("refused") }
          self.extra = nil
        }
      }
    }
    let log = Log()
    let root = Bundle("root", log)
    let left = Bundle("left", log)
    let right = Bundle("right", log)
    try root.addChild(left)
    try root.addChild(right)
    left.extra = Bundle("extra", log)
    right.onWillMove = { log.add($0 == nil ? "closure out" : "closure in") }
    let animator = try DynamicAnimator()
    try animator.addBehavior(root)
    #expect(
      log.lines == [
        "root in before", "left in before", "extra in before", "right in before", "closure in",
      ])
    log.lines = []
    let late = Bundle("late", log)
    try right.addChild(late)
    #expect(log.lines == ["late in before"] && late.animator === animator)
    log.lines = []
    try animator.removeBehavior(root)
    #expect(
      log.lines == [
        "root out with", "left out with", "extra out with", "right out with", "closure out", "late out with",
      ])
    #expect(root.animator == nil && late.animator == nil && late.parent === right)
  }

  @Test("A tree whose last item is bad changes nothing")
  func failureWithoutEffect() throws {
    final class Bad: DynamicItem {
      var center = Vector2(0, 0)
      var size = Vector2(10, 10)
      var angle = 0.0
    }
    let mine = try (0..<4).map { _ in try Item() }
    let foreign = try Item()
    let other = try DynamicAnimator()
    try other.addBehavior(GravityBehavior(items: [foreign]))
    let animator = try DynamicAnimator()
    let root = DynamicBehavior()
    let gravity = GravityBehavior(items: mine)
    let push = PushBehavior(items: [mine[0], foreign])
    try root.addChild(gravity)
    try root.addChild(push)
    var calls = 0
    root.onWillMove = { _ in calls += 1 }
    #expect(code { try animator.addBehavior(root) } == .otherAnimator)
    #expect(animator.items.isEmpty && animator.behaviors.isEmpty && !animator.isRunning && calls == 0)
    #expect(mine.allSatisfy { $0.animator == nil } && root.animator == nil && gravity.animator == nil)
    try push.removeItem(foreign)
    let target = Bad()
    let driven = try Item(driving: target)
    target.size = Vector2(0, 10)
    try push.addItem(driven)
    #expect(code { try animator.addBehavior(root) } == .invalidSize)
    target.size = Vector2(10, 10)
    target.center = Vector2(.nan, 0)
    #expect(code { try animator.addBehavior(root) } == .range)
    #expect(animator.items.isEmpty && calls == 0)
    target.center = Vector2(5, 5)
    try animator.addBehavior(root)
    #expect(calls == 1 && animator.items.count == 5)
    target.size = Vector2(-1, 10)
    let second = try Item()
    second.setDriver(read: { _, _, size, _ in size = Vector2(-1, 1) }, write: nil)
    #expect(code { try gravity.addItem(second) } == .invalidSize)
    #expect(!gravity.contains(second) && animator.items.count == 5)
    #expect(code { try gravity.addItem(foreign) } == .otherAnimator)
    #expect(!gravity.contains(foreign))
  }

  @Test("Items are listed in order of addition, once, and lists are copies")
  func itemLists() throws {
    let items = try (0..<5).map { _ in try Item() }
    let gravity = GravityBehavior(items: items)
    try gravity.addItem(items[2])
    #expect(gravity.items.count == 5)
    let copy = gravity.items
    for item in copy where item !== items[3] { try gravity.removeItem(item) }
    #expect(gravity.items.count == 1 && gravity.items[0] === items[3] && copy.count == 5)
    #expect(code { try gravity.removeItem(items[0]) } == .notAMember)
    try gravity.addItem(items[0])
    #expect(gravity.items[1] === items[0])
    let animator = try DynamicAnimator()
    try animator.addBehavior(gravity)
    try animator.addBehavior(CollisionBehavior(items: [items[4], items[0]]))
    #expect(animator.items.map { i in items.firstIndex { $0 === i } } == [3, 0, 4])
    items[0].detach()
    #expect(animator.items.map { i in items.firstIndex { $0 === i } } == [3, 4])
    #expect(items[0].animator == nil)
    #expect(animator.states.count == 2)
  }

  @Test("Detaching takes attachments and snaps out of the animator")
  func detach() throws {
    let a = try Item()
    let b = try Item(center: Vector2(200, 0))
    let animator = try DynamicAnimator()
    let gravity = GravityBehavior(items: [a, b])
    let rod = try AttachmentBehavior(item: a, other: b)
    let bundle = DynamicBehavior()
    let snap = try SnapBehavior(item: a, point: Vector2(0, 0))
    try bundle.addChild(snap)
    for behavior in [gravity, rod, bundle] { try animator.addBehavior(behavior) }
    #expect(code { _ = try AttachmentBehavior(item: a, other: a) } == .hierarchy)
    #expect(animator.counters.joints == 2)
    a.detach()
    #expect(
      rod.animator == nil && snap.animator == nil && bundle.animator === animator && bundle.children.isEmpty)
    #expect(gravity.items.count == 1 && animator.items.count == 1 && animator.counters.joints == 0)
    #expect(rod.items.count == 2)
    try animator.run(ticks: 2)
    #expect(b.center.y > 0 && a.center.y == 0)
  }

  @Test("An animator that dies leaves its behaviors and items usable")
  func deathOfTheAnimator() throws {
    let item = try Item()
    let gravity = GravityBehavior(items: [item])
    let walls = CollisionBehavior(items: [item])
    try walls.addBoundary("floor", from: Vector2(-100, 300), to: Vector2(100, 300))
    let log = Log()
    gravity.onWillMove = { log.add($0 == nil ? "out" : "in") }
    func first() throws {
      let animator = try DynamicAnimator()
      try animator.addBehavior(gravity)
      try animator.addBehavior(walls)
      try animator.run(ticks: 12)
    }
    try first()
    #expect(log.lines == ["in", "out"])
    #expect(
      gravity.animator == nil && item.animator == nil && item.isResting && item.velocity == Vector2(0, 0))
    let reached = item.center.y
    #expect(reached > 15)
    let next = try DynamicAnimator()
    try next.addBehavior(gravity)
    try next.addBehavior(walls)
    #expect(item.center.y == reached)
    try next.runUntilPaused()
    #expect(isNear(item.center.y, 250, 0.5))
    #expect(walls.boundaryIdentifiers == ["floor"])
  }
}
