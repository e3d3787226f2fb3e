// Not a view moves but its size: a driven item maps its center to the bounds of a target.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

var bounds = Rect(x: 0, y: 0, width: 300, height: 200)
var reads = 0, writes = 0

let animator = try DynamicAnimator()
let item = try Item()
item.setDriver(
  read: { _, center, size, angle in
    reads += 1
    center = Vector2(bounds.width, bounds.height)
    size = Vector2(bounds.width, bounds.height)
    angle = 0
  },
  write: { _, center, _ in
    writes += 1
    bounds = Rect(x: 0, y: 0, width: center.x, height: center.y)
  })
let attachment = try AttachmentBehavior(item: item, anchor: Vector2(300, 200))
attachment.length = 0
attachment.frequency = 2
attachment.damping = 0.1
try animator.addBehavior(attachment)
var report = Report()
report.expect("reads when it joins", reads, 1, 1)

let push = PushBehavior(items: [item], mode: .instantaneous)
push.angle = 0.78539816339744831  // pi / 4
push.magnitude = 30
try animator.addBehavior(push)
push.isActive = true

var peak = 0.0, peakSeconds = 0.0, trough = 0.0, troughSeconds = 0.0, skew = 0.0
for tick in 1...300 {
  try animator.advance(by: 1.0 / 60.0)
  let along = length(bounds.width - 300, bounds.height - 200) * (bounds.width < 300 ? -1 : 1)
  if along > peak { (peak, peakSeconds) = (along, Double(tick) / 60) }
  if along < trough { (trough, troughSeconds) = (along, Double(tick) / 60) }
  skew = max(skew, abs(bounds.width - bounds.height - 100))
}
report.expect("peak along the diagonal", peak, 32.2, 36.4)
report.expect("at, seconds", peakSeconds, 0.1, 0.135)
report.expect("first trough over peak", -trough / peak, 0.68, 0.78)
report.expect("half a period later, seconds", troughSeconds - peakSeconds, 0.23, 0.27)
report.expect("width - height leaves 100 by at most", skew, 0, 0.5)
report.expect("final width", bounds.width, 299.5, 300.5)
report.expect("final height", bounds.height, 199.5, 200.5)
report.expect("still one read", reads, 1, 1)
report.expect("writes", writes, 60, 300)
exit(report.finish(animator))
