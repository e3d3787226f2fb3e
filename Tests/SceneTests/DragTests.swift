// The dragged grid: numbers of scene S8.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@testable import example_drag

@Suite struct DragTests {
  @Test("S8: each spring is as long as half the square's diagonal, and the items do not turn")
  func followsInStep() throws {
    let grid = try DraggableGrid()
    let animator = try grid.beginDrag(of: [grid.cells[0], grid.cells[1]], at: Vector2(100, 100))
    #expect(animator.behaviors.count == 1)
    let springs = animator.behaviors[0].children[0].children
    #expect(springs.count == 4)
  }
}
