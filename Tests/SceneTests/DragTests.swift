// Scene S8, a grid whose cells are dragged by springs.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@testable import example_drag

@Suite struct DragTests {
  @Test("S8: about the finger the four springs act as one of 8 √2 Hz with a ratio of 0.849")
  func stiffness() throws {
    let grid = try DraggableGrid()
    let animator = try grid.beginDrag(of: [grid.cells[0]], at: Vector2(100, 100))
    grid.drag(to: Vector2(102, 101))
    let way = Vector2(2, 1).length
    for step in 1...66 {
      try animator.advance(by: 1.0 / 120.0)
      let left = (grid.cells[0].center - Vector2(102, 101)).length / way
      if step == 1 { #expect(isNear(left, 0.8746, 0.005)) }
      if step == 4 { #expect(isNear(left, 0.2458, 0.005)) }
      if step >= 8 { #expect(left < 0.02) }
    }
  }

  @Test("S8: the cells follow the finger in step and come back; the animator goes in its pause callback")
  func following() throws {
    let grid = try DraggableGrid()
    let (first, second) = (grid.cells[0], grid.cells[1])
    var animator: DynamicAnimator? = try grid.beginDrag(of: [first, second], at: Vector2(100, 100))
    let springs = try #require(animator?.behaviors.first?.children.first?.children)
    #expect(springs.count == 4)
    for spring in springs {
      #expect(isNear((spring as? AttachmentBehavior)?.length ?? 0, 28.284, 0.01))
    }
    grid.drag(to: Vector2(150, 130))
    var beyond = 0.0
    for step in 1...120 {
      try animator?.advance(by: 1.0 / 120.0)
      let d = first.center - Vector2(150, 130)
      beyond = max(beyond, (d.x * 50 + d.y * 30) / Vector2(50, 30).length)
      #expect(first.angle == 0)
      if step == 14 { #expect(d.length < 1) }
      if step == 24 { #expect(isNear(second.center.x, 250, 1) && isNear(second.center.y, 144, 1)) }
      if step == 72 { #expect(isNear(abs(second.center.y - 130), 1.5, 0.5)) }
    }
    #expect(beyond < 0.02 * Vector2(50, 30).length)
    #expect(isNear(second.center.x, 250, 0.2) && isNear(second.center.y, 130, 0.2))
    let inside = try animator?.items(in: Rect(x: 0, y: 0, width: 400, height: 400)) ?? []
    #expect(inside.count == 2 && inside[0] === first && inside[1] === second)
    let right = try animator?.items(in: Rect(x: 195, y: 0, width: 200, height: 400)) ?? []
    #expect(right.count == 1 && right[0] === second && grid.cells[2].animator == nil)

    #expect(grid.redraws == 120)
    grid.endDrag()
    animator = nil
    var ticks = 0
    while let one = grid.animator, ticks < 600 {
      try one.advance(by: 1.0 / 60.0)
      ticks += 1
    }
    #expect(grid.animator == nil && grid.redraws == 120 + ticks)
    #expect((first.center - Vector2(100, 100)).length < 0.5)
    #expect((second.center - Vector2(200, 100)).length < 0.5)
  }
}
