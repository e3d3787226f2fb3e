// A shade is pulled open, closed, and almost opened again.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

/// A finger drags the shade from one height to another in 0.3 seconds and lets go; runs until all rests.
func pan(_ screen: ShadeScreen, from: Double, to: Double, velocity: Double, _ hash: inout RunHash) throws {
  var tick = 0.0
  try screen.panBegan()
  while screen.container.context != nil {
    if tick <= 18 { try screen.panChanged(y: from + (to - from) * tick / 18) }
    if tick == 18 { try screen.panEnded(velocity: velocity) }
    try screen.timeline.advance(by: 1.0 / 60.0)
    hash.add(screen.timeline.stateHash)
    tick += 1
    if tick.remainder(dividingBy: 15) == 0 { print(seconds(screen.timeline), fixed(screen.progress)) }
  }
  let state = screen.container.presentation == nil ? "closed" : "open"
  print(state, "at", seconds(screen.timeline), "after", screen.bumps, "bumps")
}

var hash = RunHash()
let screen = try ShadeScreen(width: 375, height: 812)
try pan(screen, from: 40, to: 500, velocity: 800, &hash)
try pan(screen, from: 780, to: 300, velocity: -500, &hash)
try pan(screen, from: 40, to: 300, velocity: -300, &hash)
hash.print()
