// The animator of a layout: bounds from the content size, invalidation, look-up by key.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct LayoutTests {
  @Test("Items are found by kind and number while an animator holds them")
  func keys() throws {
    let cell = try Item()
    let header = try Item(center: Vector2(300, 0))
    let animator = try DynamicAnimator()
    let gravity = GravityBehavior(items: [cell, header])
    try animator.addBehavior(gravity)
    cell.layoutKey = LayoutKey(.cell, section: 1, index: 2)
    header.layoutKey = LayoutKey(.supplementary, section: 1, index: 2)
    #expect(animator.item(for: LayoutKey(.cell, 1 << 32 | 2)) === cell)
    #expect(animator.item(for: LayoutKey(.supplementary, 1 << 32 | 2)) === header)
    #expect(animator.item(for: LayoutKey(.decoration, 1 << 32 | 2)) == nil)
    #expect(animator.item(for: LayoutKey(.cell, 2)) == nil)
    try gravity.removeItem(cell)
    #expect(animator.item(for: LayoutKey(.cell, section: 1, index: 2)) == nil)
    header.layoutKey = nil
    #expect(animator.item(for: LayoutKey(.supplementary, section: 1, index: 2)) == nil)
  }

  @Test("The content size is the reference bounds, and a change of it wakes")
  func contentSize() throws {
    let item = try Item(center: Vector2(50, 50), size: Vector2(20, 20))
    let animator = try DynamicAnimator()
    let collision = CollisionBehavior(items: [item])
    collision.isTranslatingReferenceBounds = true
    try animator.addBehavior(collision)
    try animator.addBehavior(GravityBehavior(items: [item]))
    var height = 200.0
    animator.onContentSize = { _ in Vector2(100, height) }
    try animator.runUntilPaused()
    #expect(animator.referenceBounds == Rect(x: 0, y: 0, width: 100, height: 200))
    #expect(isNear(item.center.y, 190, 1))
    height = 300
    #expect(!animator.isRunning)
    try animator.advance(by: 1.0 / 60)
    #expect(animator.isRunning)
    try animator.runUntilPaused()
    #expect(isNear(item.center.y, 290, 1))
    height = -1
    let before = animator.realElapsedSeconds
    #expect(code { try animator.advance(by: 1.0 / 60) } == .range)
    #expect(animator.realElapsedSeconds == before && animator.referenceBounds?.height == 300)
    animator.onContentSize = nil
    try animator.advance(by: 1.0 / 60)
    #expect(animator.referenceBounds?.height == 300)
  }

  @Test("A layout is invalidated in each tick that moves items, last at rest before the pause")
  func invalidation() throws {
    let item = try Item(center: Vector2(50, 80), size: Vector2(20, 20))
    let animator = try DynamicAnimator()
    let collision = CollisionBehavior(items: [item])
    try collision.addBoundary("floor", from: Vector2(0, 100), to: Vector2(100, 100))
    try animator.addBehavior(collision)
    try animator.addBehavior(GravityBehavior(items: [item]))
    let log = Log()
    animator.onInvalidate = { _ in log.add("invalid") }
    animator.onDidPause = { _ in log.add("pause") }
    try animator.advance(by: 0.001)
    #expect(log.lines.isEmpty, "no step was due")
    let ticks = try animator.runUntilPaused()
    #expect(log.count("invalid") == ticks && log.lines.suffix(2) == ["invalid", "pause"])
    try animator.run(ticks: 3)
    #expect(log.count("invalid") == ticks)
  }
}
