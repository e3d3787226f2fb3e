// A falling label is put back to the top: it goes on from there with the speed it had.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

let animator = try DynamicAnimator()
let label = try Item(center: Vector2(160, 50), size: Vector2(100, 20))
try animator.addBehavior(GravityBehavior(items: [label]))
for _ in 0..<30 { try animator.advance(by: 1.0 / 60.0) }
let speed = label.velocity.y
var report = Report()
report.expect("y after half a second", label.center.y, 170, 176)
report.expect("speed after half a second", speed, 485, 500)

label.center = Vector2(160, 10)
try animator.updateItem(label)
report.expect("speed right after the move", label.velocity.y - speed, 0, 0)
for _ in 0..<30 { try animator.advance(by: 1.0 / 60.0) }
// From 10 with 488 points/s: 241 points by its speed, 123 by gravity, both slowed by the resistance.
report.expect("y half a second later", label.center.y, 365, 380)
report.expect("x", label.center.x, 159.999, 160.001)
report.expect("speed then", label.velocity.y, 940, 990)
exit(report.finish(animator))
