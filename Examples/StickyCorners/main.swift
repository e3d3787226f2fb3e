// A finger drags the item from the border of both halves into one, and then into the other.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

let scene = try StickyCorners()
let animator = scene.animator
for end in [Vector2(165, 240), Vector2(165, 300)] {
  let start = scene.item.center + Vector2(5, -4)
  let way = end - start
  try scene.panBegan(start)
  for tick in 1...15 {
    scene.panChanged(start + Double(tick) / 15 * way)
    try animator.advance(by: 1.0 / 60.0)
  }
  try scene.panEnded(velocity: 4 * way)
  while animator.isRunning { try animator.advance(by: 1.0 / 60.0) }
  print(seconds(animator), "rests at", place(scene.item.center))
}
printHash(animator.stateHash)
