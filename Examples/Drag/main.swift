// Two cells are dragged to another place, held there, and let go.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

func show(_ animator: DynamicAnimator, _ grid: DraggableGrid) {
  print(seconds(animator), place(grid.cells[0].center), place(grid.cells[1].center))
}

let grid = try DraggableGrid()
let animator = try grid.beginDrag(of: [grid.cells[0], grid.cells[1]], at: Vector2(100, 100))
show(animator, grid)
grid.drag(to: Vector2(150, 130))
for tick in 1...60 {
  try animator.advance(by: 1.0 / 60.0)
  if tick % 6 == 0 { show(animator, grid) }
}
grid.endDrag()
while grid.animator != nil { try animator.advance(by: 1.0 / 60.0) }
show(animator, grid)
print(grid.redraws, "redraws")
printHash(animator.stateHash)
