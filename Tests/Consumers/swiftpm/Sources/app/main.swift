// A box falls on a floor: the program of a Swift package that depends on Bagatelle.
// SPDX-License-Identifier: MIT
import Bagatelle

let box = try Item(center: Vector2(200, 50), size: Vector2(40, 40))
let animator = try DynamicAnimator()
let walls = CollisionBehavior(items: [box])
try walls.addBoundary("floor", from: Vector2(0, 600), to: Vector2(400, 600))
try animator.addBehavior(GravityBehavior(items: [box]))
try animator.addBehavior(walls)
for _ in 0..<240 { try animator.advance(by: 1.0 / 60.0) }
print("y = \(Int(box.center.y + 0.5))")
