// A finger drags the square to the right in a second and throws it up.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

let scene = try Flick()
let animator = scene.animator
try scene.panBegan(Vector2(170, 290))
for tick in 0..<195 {
  if tick < 60 { scene.panChanged(Vector2(170 + Double(tick + 1) * 100 / 60, 290)) }
  if tick == 60 { try scene.panEnded(velocity: Vector2(600, -800)) }
  try animator.advance(by: 1.0 / 60.0)
  if tick % 15 == 14 { print(seconds(animator), place(scene.square.center), place(scene.square.velocity)) }
}
printHash(animator.stateHash)
