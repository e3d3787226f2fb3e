// A panel is presented, pulled away by a finger, presented again, and caught while it closes.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

/// Advances for some seconds.
func run(_ screen: PanelScreen, seconds duration: Double, _ hash: inout RunHash) throws {
  for _ in 0..<Int(duration * 60 + 0.5) {
    try screen.timeline.advance(by: 1.0 / 60.0)
    hash.add(screen.timeline.stateHash)
  }
  let dim = screen.presentation.dimming?.item.presentedAlpha ?? 0
  print(seconds(screen.timeline), "y", fixed(screen.panel.presentedCenter.y), "dim", fixed(dim))
}

var hash = RunHash()
let screen = try PanelScreen(width: 375, height: 812)
try screen.timeline.addItem(screen.panel)
try screen.present()
for _ in 0..<4 { try run(screen, seconds: 0.1, &hash) }

print("pulled down by half and let go")
try screen.panBegan()
try screen.panMoved(by: 101.5)
try run(screen, seconds: 0.1, &hash)
try screen.panMoved(by: 101.5)
try run(screen, seconds: 0.1, &hash)
try screen.panEnded(at: 100, velocity: 300)
for _ in 0..<2 { try run(screen, seconds: 0.1, &hash) }
print(screen.container.presentation == nil ? "it is gone" : "it stays")

try screen.present()
try run(screen, seconds: 0.5, &hash)
print("dismissed, caught and sent back")
try screen.dismiss()
try run(screen, seconds: 0.15, &hash)
try screen.panBegan()
try run(screen, seconds: 0.1, &hash)
try screen.panMoved(by: -101.5)
try run(screen, seconds: 0.1, &hash)
try screen.panEnded(at: 100, velocity: -100)
for _ in 0..<2 { try run(screen, seconds: 0.1, &hash) }
print(screen.container.presentation == nil ? "it is gone" : "it stays")
hash.print()
