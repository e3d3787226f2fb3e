// The dialog that drops in and out: scenes S4 and S5, and the transitions of seed scene 002.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@testable import example_drop_out

@Suite struct DropOutTests {
  final class Log { var lines: [String] = [] }

  /// Keeps what the scene does in its pause callback, and writes down resumes and pauses.
  private func watch(_ scene: DropOut) -> Log {
    let log = Log()
    scene.animator.onWillResume = { _ in log.lines.append("resume") }
    let pause = scene.animator.onDidPause
    func wrap(_ inner: ((DynamicAnimator) -> Void)?) -> (DynamicAnimator) -> Void {
      { animator in
        log.lines.append("pause")
        inner?(animator)
      }
    }
    scene.animator.onDidPause = wrap(pause)
    return log
  }

  @Test("S4: it falls, bounces with 0.7 and ends in the middle, with one pause")
  func dropsIn() throws {
    let scene = try DropOut(width: 320, height: 568)
    try scene.present()
    let log = watch(scene)
    let item = scene.dialog
    #expect(item.frame == Rect(x: 60, y: -200, width: 200, height: 200))
    var impact = 0.0
    var rest = 0.0
    var tops: [Double] = []
    var bounces = Bounces(down: true)
    var last = (y: -100.0, rising: false)
    while scene.container.context != nil && scene.timeline.time < 3 {
      try scene.timeline.advance(by: 1.0 / 120.0)
      let y = item.center.y
      #expect(isNear(item.center.x, 160, 0.2) && item.angle == 0)
      #expect(y < 284.6)
      if impact == 0 && y < last.y { impact = scene.animator.elapsedSeconds }
      if last.rising && y > last.y { tops.append(284 - last.y) }
      last = (y, y < last.y)
      bounces.add(item.velocity.y, at: scene.animator.elapsedSeconds)
      if log.lines.last != "pause" { rest = y }
    }
    #expect(isNear(impact, 0.277, 0.02), "\(impact)")
    #expect(isNear(bounces.found.first?.speed ?? 0, 2750, 100), "\(bounces.found)")
    try #require(tops.count >= 5)
    // 0.49 each, less what the default resistance of 0.1 takes on the way: 188, 92, 45, 22, 11 without it.
    for (top, wanted) in zip(tops, [182.9, 87.5, 42.1, 20.4, 9.9]) {
      #expect(isNear(top, wanted, 0.03 * wanted + 0.2), "\(tops)")
    }
    #expect(isNear(rest, 284, 0.5), "\(rest)")
    #expect(item.center == Vector2(160, 284) && log.lines == ["resume", "pause"])
    #expect(scene.animator.behaviors.isEmpty)
    #expect(scene.animator.elapsedSeconds >= 1.5 && scene.animator.elapsedSeconds <= 1.5 + 2.0 / 60)
    for _ in 0..<10 { try scene.timeline.advance(by: 1.0 / 60.0) }
    #expect(log.lines == ["resume", "pause"] && item.center == Vector2(160, 284))
  }

  @Test("S5: it swings from a corner, then falls, in two phases", arguments: [false, true])
  func dropsOut(isShort: Bool) throws {
    let scene = try DropOut(width: 320, height: 568)
    if isShort { scene.hook = (Vector2(70, -100), 0.3, 40) }
    try scene.container.present(
      scene.dialog, over: scene.presenter, delegate: centered(scene), isAnimated: false)
    #expect(scene.dialog.center == Vector2(160, 284))
    try scene.dismiss()
    let log = watch(scene)
    let item = scene.dialog
    var landed = 0.0
    var phase = 1
    var fallsFrom = 0.0
    while scene.container.context != nil && scene.timeline.time < 6 {
      try scene.timeline.advance(by: 1.0 / 60.0)
      let t = scene.animator.elapsedSeconds
      let degrees = item.angle * 180 / .pi
      let (x, y) = (item.center.x, item.center.y)
      if phase == 1 {
        if isNear(t, 1.0 / 3, 0.001) {
          #expect(isNear(x, isShort ? 237 : 129, isShort ? 4 : 8) && isNear(y, isShort ? 379 : 531, 4))
          #expect(isNear(degrees, isShort ? -28 : -137, isShort ? 3 : 5))
        } else if t > 2 && t < 2.667 {
          #expect(abs(x - 220) < (isShort ? 45 : 110))
          #expect(isShort ? isNear(y, 374, 10) : y > 510 && y < 545)
          #expect(isNear(degrees, isShort ? -35 : -145, isShort ? 15 : 30))
        }
        if log.lines.last == "pause" {
          phase = 2
          fallsFrom = y
          #expect(t >= 8.0 / 3 && t < 8.0 / 3 + 2.01 / 60 && item.velocity == Vector2(0, 0))
        }
      } else {
        if isNear(t, 8.0 / 3 + 0.1, 0.009) && landed == 0 { #expect(y > fallsFrom + 20) }
        if landed == 0 && !scene.animator.contacts.isEmpty { landed = t }
      }
    }
    #expect(log.lines == ["resume", "pause", "resume", "pause"])
    #expect(landed > 2.667 && landed < 3.1, "landed at \(landed)")
    #expect(scene.animator.elapsedSeconds < 4.1 && scene.container.presentation == nil)
    #expect(!scene.container.contains(item))
  }

  private func centered(_ scene: DropOut) -> TransitionDelegate {
    // As the scene's own, without the animation of presenting.
    let delegate = TransitionDelegate()
    let own = scene.delegate
    delegate.onPresentation = own.onPresentation
    delegate.onAnimationForDismiss = own.onAnimationForDismiss
    return delegate
  }

  @Test("Seed 002: with more time it ends by rest")
  func rests() throws {
    let scene = try DropOut(width: 375, height: 812)
    scene.secondsIn = 3
    try scene.present()
    var atEnd = 0.0
    while scene.container.context != nil {
      atEnd = scene.dialog.center.y
      try scene.timeline.advance(by: 1.0 / 120.0)
    }
    #expect(scene.timeline.time < 3 && isNear(atEnd, 406, 1))
  }

  @Test("Seed 002: the contacts of the fall, and an end in time")
  func transition() throws {
    let scene = try DropOut(width: 375, height: 812)
    try scene.present()
    let context = try #require(scene.container.context)
    #expect(context.finalFrame(.to) == Rect(x: 87.5, y: 306, width: 200, height: 200))
    var bounces = Bounces(down: true)
    var atEnd = 0.0
    while scene.container.context != nil {
      if scene.animator.isRunning { atEnd = scene.dialog.center.y }
      try scene.timeline.advance(by: 1.0 / 120.0)
      #expect(scene.dialog.center.x == 187.5 && scene.dialog.angle == 0)
      bounces.add(scene.dialog.velocity.y, at: scene.timeline.time)
    }
    for (bounce, wanted) in zip(bounces.found, [0.31812, 0.76349, 1.07524, 1.29347]) {
      #expect(isNear(bounce.time, wanted, 0.02), "\(bounces.found)")
    }
    #expect(isNear(bounces.found.first?.speed ?? 0, 3181, 160) && bounces.found.count >= 4)
    #expect(isNear(atEnd, 391.7, 16) && scene.dialog.center == Vector2(187.5, 406))
    #expect(scene.timeline.time >= 1.5 && scene.timeline.time < 1.5 + 2.01 / 120)
    #expect(!context.transitionWasCancelled && scene.container.contains(scene.dialog))

    let start = scene.timeline.time
    try scene.dismiss()
    var pauses = 0
    var angle = 0.0
    var y = 0.0
    let log = watch(scene)
    var after = 0
    while scene.container.context != nil {
      try scene.timeline.advance(by: 1.0 / 120.0)
      let count = log.lines.filter { $0 == "pause" }.count
      if count == 1 && pauses == 0 { (angle, y) = (scene.dialog.angle, scene.dialog.center.y) }
      pauses = count
      if count == 1 { after += 1 }
      if after == 13 { #expect(isNear(scene.dialog.center.y - y, 50, 6)) }
    }
    #expect(pauses == 2 && abs(angle) > 0.2)
    #expect(scene.timeline.time <= start + 4 + 5.01 / 120)
    #expect(!scene.container.contains(scene.dialog) && scene.container.items.count == 1)
  }
}
