// A square falls on the floor of its reference bounds, bounces and comes to rest.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

var began = 0, ended = 0, resumed = 0, paused = 0
var firstSeconds = 0.0, firstPoint = Vector2(0, 0), firstSpeed = 0.0, pauseSeconds = 0.0
var fallError = 0.0, side = 0.0, turn = 0.0, top = 600.0

let animator = try DynamicAnimator()
try animator.setReferenceBounds(Rect(x: 0, y: 0, width: 320, height: 568))
let square = try Item(center: Vector2(160, 284), size: Vector2(30, 30))
try animator.addBehavior(GravityBehavior(items: [square]))
let collision = CollisionBehavior(items: [square])
collision.isTranslatingReferenceBounds = true
try animator.addBehavior(collision)

collision.onBoundaryBegan = { [unowned animator] contact in
  if began == 0 {
    firstSeconds = animator.elapsedSeconds
    firstPoint = contact.point
    firstSpeed = contact.approachSpeed
  }
  began += 1
}
collision.onBoundaryEnded = { _ in ended += 1 }
animator.onWillResume = { _ in resumed += 1 }
animator.onDidPause = { animator in
  paused += 1
  pauseSeconds = animator.elapsedSeconds
}

for tick in 1...180 {
  try animator.advance(by: 1.0 / 60.0)
  let seconds = Double(tick) / 60
  side = max(side, abs(square.center.x - 160))
  turn = max(turn, abs(square.angle))
  if began == 0 {  // the default resistance of 0.1 per second slows the fall a little
    let fall = 1000 / 0.1 * (seconds - (1 - exp(-0.1 * seconds)) / 0.1)
    fallError = max(fallError, abs(square.center.y - 284 - fall))
  } else if began == 1 && ended == 1 {
    top = min(top, square.center.y)
  }
}

var report = Report()
report.expect("x leaves 160 by at most", side, 0, 0.05)
report.expect("angle stays 0", turn, 0, 0.001)
report.expect("fall differs from the closed form by", fallError, 0, 4.5)
report.expect("first contact, seconds", firstSeconds, 0.73, 0.76)
report.expect("its point, y", firstPoint.y, 567.5, 568.5)
report.expect("its point, x", firstPoint.x, 145, 175)
report.expect("its speed, points/s", firstSpeed, 700, 740)
report.expect("height of the first rebound", 553 - top, 8, 12.8)
report.expect("began callbacks", began, 1, 20)
report.expect("ended callbacks, one less", began - ended, 1, 1)
report.expect("final y", square.center.y, 552.5, 553.5)
report.expect("will-resume callbacks", resumed, 1, 1)
report.expect("did-pause callbacks", paused, 1, 1)
report.expect("pause after, seconds", pauseSeconds, 1.3, 2.2)
exit(report.finish(animator))
