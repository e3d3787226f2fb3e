// Half a second of falling, twice.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

let scene = try FallingLabel()
for tick in 0..<60 {
  if tick == 30 {
    try scene.putBack()
    print("put back to", place(scene.label.center))
  }
  try scene.animator.advance(by: 1.0 / 60.0)
  if tick % 6 == 5 {
    print(seconds(scene.animator), place(scene.label.center), place(scene.label.velocity))
  }
}
printHash(scene.animator.stateHash)
