// A square is dragged by an attachment and let go with a flick.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

let animator = try DynamicAnimator()
try animator.setReferenceBounds(Rect(x: 0, y: 0, width: 320, height: 568))
let square = try Item(center: Vector2(160, 284), size: Vector2(40, 40))
try animator.addBehavior(GravityBehavior(items: [square]))
let collision = CollisionBehavior(items: [square])
collision.isTranslatingReferenceBounds = true
try animator.addBehavior(collision)
try animator.advance(by: 1.0 / 60.0)
square.center = Vector2(160, 284)
try animator.updateItem(square)
var report = Report()

// The finger takes the square: the anchor is set before the attachment is added.
let attachment = try AttachmentBehavior(item: square, anchor: Vector2(0, 0))
attachment.anchor = Vector2(170, 290)
try animator.addBehavior(attachment)
report.expect("length of the attachment", attachment.length, 11.65, 11.67)
var worst = 0.0
for tick in 1...60 {  // the finger moves
  let anchor = Vector2(170 + Double(tick) * 100 / 60, 290)
  attachment.anchor = anchor
  try animator.advance(by: 1.0 / 60.0)
  worst = max(worst, abs(length(anchor.x - square.center.x, anchor.y - square.center.y) - 11.6619))
}
report.expect("distance from the finger is off by at most", worst, 0, 0.3)

// The finger lets go.
let before = square.velocity
let push = PushBehavior(items: [square], mode: .instantaneous)
push.direction = Vector2(600, -800)
push.magnitude = 0.8
try animator.removeBehavior(attachment)
try animator.addBehavior(push)
var outside = 0.0
for tick in 0..<240 {
  try animator.advance(by: 1.0 / 60.0)
  if tick == 0 {  // 16.7 points/s of it are the tick's gravity
    report.expect("velocity gained, x", square.velocity.x - before.x, 294, 306)
    report.expect("velocity gained, y", square.velocity.y - before.y, -391, -375)
    report.expect("push is active afterwards", push.isActive ? 1 : 0, 0, 0)
  }
  let half = 20 * (abs(cos(square.angle)) + abs(sin(square.angle)))
  outside = max(outside, half - square.center.x, square.center.x + half - 320)
  outside = max(outside, half - square.center.y, square.center.y + half - 568)
}
report.expect("leaves the bounds by at most", outside, -1000, 0.5)
exit(report.finish(animator))
