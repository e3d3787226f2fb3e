// Runs until the square rests.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

let scene = try FallingSquare()
let animator = scene.animator
scene.collision.onBoundaryBegan = { [unowned animator] contact in
  let speed = fixed(contact.approachSpeed)
  print(seconds(animator), "meets the floor at", place(contact.point), "with", speed, "pt/s")
}
while animator.isRunning { try animator.advance(by: 1.0 / 60.0) }
print(seconds(animator), "rests at", place(scene.square.center))
printHash(animator.stateHash)
