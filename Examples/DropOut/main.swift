// A dialog is presented and dismissed.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

/// Runs until the transition is over.
func run(_ scene: DropOut, _ hash: inout RunHash) throws {
  var tick = 0
  while scene.container.context != nil {
    try scene.timeline.advance(by: 1.0 / 60.0)
    hash.add(scene.timeline.stateHash)
    tick += 1
    if tick % 15 == 0 || scene.container.context == nil {
      print(seconds(scene.timeline), place(scene.dialog.center), fixed(scene.dialog.angle))
    }
  }
}

var hash = RunHash()
let scene = try DropOut(width: 375, height: 812)
print("presented")
try scene.present()
try run(scene, &hash)
print("dismissed")
try scene.dismiss()
try run(scene, &hash)
print(scene.container.items.count, "item left")
hash.print()
