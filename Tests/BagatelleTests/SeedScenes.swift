// The published scenes of UIKit programs, with their numbers.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@Suite struct SeedScenes {
  @Test("S1: a square falls, bounces and comes to rest on the edge of the bounds")
  func fallingSquare() throws {
    let log = Log()
    let square = try Item(center: Vector2(160, 284), size: Vector2(30, 30))
    let animator = try DynamicAnimator(referenceBounds: phone)
    animator.onWillResume = { _ in log.add("resume") }
    animator.onDidPause = { _ in log.add("pause") }
    try animator.addBehavior(GravityBehavior(items: [square]))
    let walls = CollisionBehavior(items: [square])
    walls.isTranslatingReferenceBounds = true
    var firstContact: Contact?
    var firstTime = 0.0
    walls.onBoundaryBegan = { contact in
      log.add("began")
      if firstContact == nil {
        firstContact = contact
        firstTime = animator.elapsedSeconds
      }
    }
    walls.onBoundaryEnded = { _ in log.add("ended") }
    try animator.addBehavior(walls)

    var bounceTop = 1e9
    var lowest = 0.0
    var pausedAt = 0.0
    while animator.isRunning && animator.elapsedSeconds < 5 {
      try animator.advance(by: 1.0 / 60.0)
      let t = animator.elapsedSeconds
      #expect(square.center.x == 160)
      #expect(square.angle == 0)
      if firstContact == nil {
        // Resistance 0.1 takes 0.1 t / 3 of the fall away.
        let free = 500 * t * t * (1 - 0.1 * t / 3)
        #expect(isNear(square.center.y, 284 + free, 0.2), "y at \(t)")
      } else if t < firstTime + 0.4 {
        lowest = max(lowest, square.center.y)
        if t > firstTime + 0.05 { bounceTop = min(bounceTop, square.center.y) }
      }
      #expect(square.center.y + 15 <= 568.5)
      pausedAt = t
    }
    let contact = try #require(firstContact)
    #expect(isNear(firstTime, 0.74, 0.02))
    #expect(contact.boundary == nil)
    #expect(isNear(contact.point.y, 568, 0.5))
    #expect(contact.point.x >= 145 && contact.point.x <= 175)
    #expect(isNear(contact.approachSpeed, 718, 6))
    #expect(isNear(contact.normal.y, 1, 1e-6))
    #expect(isNear(553 - bounceTop, 10.8, 2))
    #expect(isNear(square.center.y, 553, 0.5))
    #expect(pausedAt > 1.3 && pausedAt < 2.2, "paused at \(pausedAt)")
    #expect(log.count("resume") == 1 && log.count("pause") == 1)
    #expect(log.lines.first == "resume" && log.lines.last == "pause")
    let touches = log.lines.filter { $0 == "began" || $0 == "ended" }
    #expect(touches.last == "began")
    for (index, line) in touches.enumerated() { #expect(line == (index % 2 == 0 ? "began" : "ended")) }
  }

  @Test("S1: without elasticity on item and boundary there is no rebound")
  func noRebound() throws {
    let square = try Item(center: Vector2(160, 284), size: Vector2(30, 30))
    let animator = try DynamicAnimator(referenceBounds: phone)
    try animator.addBehavior(GravityBehavior(items: [square]))
    let walls = CollisionBehavior(items: [square])
    walls.isTranslatingReferenceBounds = true
    try walls.setBoundaryMaterial(nil, elasticity: 0, friction: 0.2)
    let properties = DynamicItemBehavior(items: [square])
    properties.elasticity = 0
    try animator.addBehavior(walls)
    try animator.addBehavior(properties)
    var touched = false
    while animator.isRunning && animator.elapsedSeconds < 5 {
      try animator.advance(by: 1.0 / 60.0)
      if !animator.contacts.isEmpty { touched = true }
      if touched { #expect(square.center.y > 552.5) }
    }
    #expect(touched)
    #expect(isNear(square.center.y, 553, 0.5))
  }

  private struct Flick {
    let item: Item
    let animator: DynamicAnimator
    let walls: CollisionBehavior
    init() throws {
      item = try Item(center: Vector2(0, 0), size: Vector2(40, 40))
      animator = try DynamicAnimator(referenceBounds: phone)
      try animator.addBehavior(GravityBehavior(items: [item]))
      walls = CollisionBehavior(items: [item])
      walls.isTranslatingReferenceBounds = true
      try animator.addBehavior(walls)
      item.center = Vector2(160, 284)
      #expect(try animator.updateItem(item))
    }
  }

  @Test("S2: an attachment made early takes its length when it is added")
  func flickLength() throws {
    let flick = try Flick()
    let attachment = try AttachmentBehavior(item: flick.item, anchor: Vector2(0, 0))
    #expect(isNear(attachment.length, 325.96, 0.01))
    attachment.anchor = Vector2(170, 290)
    try flick.animator.addBehavior(attachment)
    #expect(isNear(attachment.length, 11.66, 0.01))
    // The anchor moves slowly, over two seconds; the item hangs below it at the same distance.
    for step in 1...120 {
      attachment.anchor = Vector2(170 + 100 * Double(step) / 120, 290)
      try flick.animator.advance(by: 1.0 / 60.0)
      let distance = (attachment.anchor - flick.item.center).length
      #expect(isNear(distance, 11.66, 0.3), "at step \(step)")
    }
    #expect(isNear(attachment.length, 11.66, 0.01))
  }

  @Test("S2: a flick gives half of the finger's speed and the item stays inside")
  func flickRelease() throws {
    let flick = try Flick()
    let speed = Vector2(600, -800)
    let push = PushBehavior(items: [flick.item], mode: .instantaneous)
    push.direction = speed
    push.magnitude = speed.length * 0.0008
    #expect(isNear(push.magnitude, 0.8, 1e-12))
    try flick.animator.addBehavior(push)
    #expect(push.isActive)
    try flick.animator.advance(by: 1.0 / 60.0)
    #expect(!push.isActive)
    let velocity = flick.item.velocity
    #expect(isNear(velocity.x, 300, 6))
    #expect(isNear(velocity.y - 1000.0 / 60.0, -400, 8))
    // Several such pushes pile up without effect.
    for _ in 0..<3 { try flick.animator.addBehavior(PushBehavior(items: [flick.item], mode: .instantaneous)) }
    while flick.animator.isRunning && flick.animator.elapsedSeconds < 30 {
      try flick.animator.advance(by: 1.0 / 60.0)
      let center = flick.item.center
      let (s, c) = (abs(sine(flick.item.angle)), abs(cosine(flick.item.angle)))
      let reach = 20 * (s + c)
      #expect(center.x - reach > -0.5 && center.x + reach < 320.5, "x \(center.x)")
      #expect(center.y - reach > -0.5 && center.y + reach < 568.5, "y \(center.y)")
    }
    #expect(!flick.animator.isRunning)
    #expect(flick.animator.behaviors.count == 6)
  }

  @Test("S7: a target's bounds swing with a position that is mapped to them")
  func positionToBounds() throws {
    final class Target: DynamicItem {
      var bounds = Vector2(300, 200)
      var calls: [String] = []
      var center: Vector2 {
        get {
          calls.append("get center")
          return bounds
        }
        set {
          calls.append("set center")
          bounds = newValue
        }
      }
      var size: Vector2 {
        calls.append("get size")
        return bounds
      }
      var angle: Double {
        get {
          calls.append("get angle")
          return 0
        }
        set { #expect(newValue == 0) }
      }
    }
    let target = Target()
    let item = try Item(driving: target)
    target.calls = []
    let animator = try DynamicAnimator()
    let attachment = try AttachmentBehavior(item: item, anchor: Vector2(300, 200))
    attachment.frequency = 2
    attachment.damping = 0.1
    try animator.addBehavior(attachment)
    #expect(attachment.length == 0)
    let push = PushBehavior(items: [item], mode: .instantaneous)
    try push.setAngle(.pi / 4, magnitude: 30)
    try animator.addBehavior(push)
    push.isActive = true
    #expect(target.calls == ["get center", "get size", "get angle"])

    var peak = 0.0
    var peakTime = 0.0
    var crossings: [Double] = []
    var extremes: [Double] = []
    var last = 0.0
    var lastSlope = 1.0
    for tick in 0..<180 {
      try animator.advance(by: 1.0 / 120.0)
      if tick == 0 { #expect(isNear(item.velocity.length, 500, 15)) }
      let x = (target.bounds.x - 300) * 2.0.squareRoot()
      #expect(isNear(target.bounds.x - target.bounds.y, 100, 0.5))
      let t = animator.elapsedSeconds
      if x > peak {
        peak = x
        peakTime = t
      }
      if (last > 0) != (x > 0) && tick > 5 { crossings.append(t) }
      if (x - last > 0) != (lastSlope > 0) { extremes.append(abs(last)) }
      lastSlope = x - last
      last = x
    }
    #expect(isNear(peak, 34.3, 1.5), "peak \(peak)")
    #expect(isNear(peakTime, 0.118, 0.02), "at \(peakTime)")
    if crossings.count > 2 { #expect(isNear(crossings[2] - crossings[0], 0.5025, 0.015)) }
    if extremes.count > 1 { #expect(isNear(extremes[1] / extremes[0], 0.73, 0.03)) }
    #expect(!target.calls.dropFirst(3).contains { $0.hasPrefix("get") })
    try animator.runUntilPaused()
    #expect(isNear(target.bounds.x, 300, 0.5) && isNear(target.bounds.y, 200, 0.5))
  }

  @Test("S7: an animator that is dropped in mid-flight stops writing")
  func dropInFlight() throws {
    final class Target: DynamicItem {
      var center = Vector2(200, 200)
      var size: Vector2 { Vector2(200, 200) }
      var angle = 0.0
    }
    let target = Target()
    var animator: DynamicAnimator? = try DynamicAnimator()
    var item: Item? = try Item(driving: target)
    try animator?.addBehavior(GravityBehavior(items: [item!]))
    item = nil
    try animator?.run(ticks: 10)
    let reached = target.center
    #expect(reached.y > 200)
    animator = nil
    let next = try DynamicAnimator()
    let again = try Item(driving: target)
    #expect(again.center == reached)
    let attachment = try AttachmentBehavior(item: again, anchor: reached)
    attachment.frequency = 2
    attachment.damping = 0.3
    let push = PushBehavior(items: [again], mode: .instantaneous)
    try push.setAngle(.pi / 4, magnitude: 2)
    try next.addBehavior(attachment)
    try next.addBehavior(push)
    var peak = 0.0
    for _ in 0..<60 {
      try next.advance(by: 1.0 / 120.0)
      peak = max(peak, (target.center - reached).length)
    }
    #expect(isNear(peak, 2.67, 0.15), "peak \(peak)")
  }

  @Test("S9: a falling label that is put elsewhere continues from there with its speed")
  func repositioning() throws {
    let label = try Item(center: Vector2(100, 50), size: Vector2(100, 20))
    let animator = try DynamicAnimator()
    try animator.addBehavior(GravityBehavior(items: [label]))
    try animator.run(ticks: 30)
    let speed = label.velocity.y
    #expect(isNear(speed, 490, 10))
    label.center = Vector2(100, 10)
    #expect(label.center.y == 10)
    #expect(try animator.updateItem(label))
    #expect(label.velocity.y == speed)
    try animator.advance(by: 1.0 / 60.0)
    #expect(isNear(label.center.y, 10 + speed / 60 + 500.0 / 3600, 0.5))
  }

  @Test("A center set without an update is overwritten by the next tick")
  func settingWithoutUpdate() throws {
    let label = try Item(center: Vector2(100, 50), size: Vector2(100, 20))
    let animator = try DynamicAnimator()
    try animator.addBehavior(GravityBehavior(items: [label]))
    try animator.run(ticks: 30)
    let before = label.center.y
    label.center = Vector2(100, 10)
    try animator.advance(by: 1.0 / 60.0)
    #expect(label.center.y > before)
  }
}

func sine(_ a: Double) -> Double { try! Item(angle: a).transform.b }
func cosine(_ a: Double) -> Double { try! Item(angle: a).transform.a }
