// An item sticks to the middle of the half of the screen it is thrown into.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The item and what moves it.
struct Scene {
  let animator: DynamicAnimator
  let item: Item

  func place(_ x: Double, _ y: Double) throws {
    item.center = Vector2(x, y)
    try animator.updateItem(item)
  }

  /// Ticks until everything rests.
  func settle() throws -> Int {
    var ticks = 0
    while animator.isRunning && ticks < 600 {
      try animator.advance(by: 1.0 / 60.0)
      ticks += 1
    }
    return ticks
  }

  func awayFrom(_ x: Double, _ y: Double) -> Double { length(item.center.x - x, item.center.y - y) }
}

let animator = try DynamicAnimator()
try animator.setReferenceBounds(Rect(x: 0, y: 0, width: 320, height: 568))
let item = try Item(center: Vector2(20, 20), size: Vector2(40, 40))
let collision = CollisionBehavior(items: [item])
collision.isTranslatingReferenceBounds = true
try animator.addBehavior(collision)
let properties = DynamicItemBehavior(items: [item])
properties.density = 0.01
properties.resistance = 10
properties.friction = 0
properties.allowsRotation = false
try animator.addBehavior(properties)
let fields = [FieldBehavior(.spring, items: [item]), FieldBehavior(.spring, items: [item])]
for field in fields { try animator.addBehavior(field) }
let scene = Scene(animator: animator, item: item)
var report = Report()

try scene.place(160, 284)
let half = try Region(size: Vector2(320, 284))
for (index, field) in fields.enumerated() {
  field.position = Vector2(160, 142 + 284 * Double(index))
  field.region = half
}

// On the border of both halves the two springs cancel.
report.expect("ticks until it rests on the border", try scene.settle(), 1, 60)
report.expect("way from the border", scene.awayFrom(160, 284), 0, 0.5)

// A finger takes it, and throws it into one half and then into the other.
for index in 0..<2 {
  try scene.place(160, 284)
  let attachment = try AttachmentBehavior(item: item, anchor: Vector2(0, 0))
  attachment.anchor = Vector2(165, 280)
  try animator.addBehavior(attachment)
  try animator.advance(by: 1.0 / 60.0)
  try properties.addLinearVelocity(Vector2(0, index == 0 ? -200 : 200), to: item)
  try animator.removeBehavior(attachment)
  let what = index == 0 ? "ticks up to the upper middle" : "ticks down to the lower middle"
  report.expect(what, try scene.settle(), 30, 180)
  report.expect("way from the middle", scene.awayFrom(160, 142 + 284 * Double(index)), 0, 0.5)
}

// At rest beside the middle, it overshoots by e^(-pi zeta / sqrt(1 - zeta^2)), zeta = 10 / (2 * 37.5).
try scene.place(100, 200)
let way = length(60, 58)
var most = 0.0
for _ in 0..<1200 where animator.isRunning {
  try animator.advance(by: 1.0 / 120.0)
  most = max(most, ((item.center.x - 160) * 60 - (item.center.y - 142) * 58) / way)
}
report.expect("overshoot, percent", 100 * most / way, 62, 68)
report.expect("way from the upper middle", scene.awayFrom(160, 142), 0, 0.5)
report.expect("angle", item.angle, 0, 0)

// While a finger holds it the field does not move it.
try scene.place(100, 200)
let attachment = try AttachmentBehavior(item: item, anchor: Vector2(110, 215))
try animator.addBehavior(attachment)
var worst = 0.0
for _ in 0..<120 {
  try animator.advance(by: 1.0 / 60.0)
  worst = max(worst, abs(scene.awayFrom(110, 215) - length(10, 15)))
}
report.expect("distance from the finger is off by at most", worst, 0, 0.5)
try animator.removeBehavior(attachment)

// In neither region it feels nothing.
let small = try Region(radius: 50)
for field in fields { field.region = small }
try scene.place(40, 284)
report.expect("ticks until it rests outside", try scene.settle(), 1, 600)
report.expect("speed there", length(item.velocity.x, item.velocity.y), 0, 0)
exit(report.finish(animator))
