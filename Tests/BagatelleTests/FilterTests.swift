// Items of one filter group pass through each other.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct FilterTests {
  @Test("Items of one filter group pass through each other and collide with the rest; a group of items has its own")
  func groups() throws {
    let animator = try DynamicAnimator()
    let members = try [Item(center: Vector2(-10, -20), size: Vector2(20, 20)), Item(center: Vector2(10, -20), size: Vector2(20, 20))]
    let pair = try DynamicItemGroup(items: members)
    let over = try Item(center: Vector2(0, -50), size: Vector2(20, 20))
    let top = try Item(center: Vector2(0, -80), size: Vector2(20, 20))
    members[0].filterGroup = 5  // Of a member the group's counts.
    top.filterGroup = 5
    pair.filterGroup = 4
    over.filterGroup = 4
    let items: [Item] = [pair, over, top]
    let collision = CollisionBehavior(items: items)
    try collision.addBoundary("floor", from: Vector2(-200, 0), to: Vector2(200, 0))
    try animator.addBehavior(collision)
    try animator.addBehavior(GravityBehavior(items: items))
    try animator.run(ticks: 240)
    #expect(abs(pair.center.y + 10) < 0.5)
    #expect(abs(over.center.y + 10) < 0.5)
    #expect(abs(top.center.y + 30) < 0.5)
    #expect(try collision.touchedItems(of: top).count == 2)
    #expect(try collision.touchedItems(of: over).count == 1)
    top.filterGroup = 4
    try animator.run(ticks: 240)
    #expect(abs(top.center.y + 10) < 0.5)
  }
}
