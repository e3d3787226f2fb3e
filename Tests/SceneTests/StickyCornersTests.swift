// Scene S3: an item in spring fields, in two halves and in four quarters.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@testable import example_sticky_corners

@Suite struct StickyCornersTests {
  private func settle(_ scene: StickyCorners) throws -> Int {
    var ticks = 0
    while scene.animator.isRunning && ticks < 600 {
      try scene.animator.advance(by: 1.0 / 60.0)
      ticks += 1
    }
    return ticks
  }

  private func away(_ scene: StickyCorners, _ point: Vector2) -> Double { (scene.item.center - point).length }

  private func place(_ scene: StickyCorners, _ point: Vector2) throws {
    scene.item.center = point
    try scene.animator.updateItem(scene.item)
  }

  @Test("S3: it rests on the border, and sticks to the part it is thrown into")
  func throwsStick() throws {
    let throwing: [(Int, Vector2, Vector2)] = [
      (1, Vector2(0, -200), Vector2(160, 142)), (1, Vector2(0, 200), Vector2(160, 426)),
      (2, Vector2(-200, -200), Vector2(80, 142)), (2, Vector2(200, -200), Vector2(240, 142)),
      (2, Vector2(-200, 200), Vector2(80, 426)), (2, Vector2(200, 200), Vector2(240, 426)),
    ]
    for (columns, velocity, middle) in throwing {
      let scene = try StickyCorners(columns: columns)
      #expect(try settle(scene) < 60)
      #expect(away(scene, Vector2(160, 284)) < 0.5)
      try scene.panBegan(Vector2(165, 280))
      try scene.animator.advance(by: 1.0 / 60.0)
      try scene.panEnded(velocity: velocity)
      let ticks = try settle(scene)
      #expect(ticks > 30 && ticks < 180)
      #expect(away(scene, middle) < 0.5 && scene.item.angle == 0)
    }
  }

  @Test("S3: from rest it overshoots by 65 percent; held or outside it feels nothing")
  func overshoots() throws {
    let scene = try StickyCorners()
    try place(scene, Vector2(100, 200))
    let way = Vector2(60, 58).length
    var most = 0.0
    var settled = 0.0
    while scene.animator.isRunning {
      try scene.animator.advance(by: 1.0 / 120.0)
      let d = scene.item.center - Vector2(160, 142)
      most = max(most, (d.x * 60 - d.y * 58) / way)
      if d.length > 0.02 * way { settled = scene.animator.elapsedSeconds }
    }
    #expect(isNear(100 * most / way, 65, 5) && isNear(settled, 0.75, 0.1))
    #expect(away(scene, Vector2(160, 142)) < 0.5 && scene.item.angle == 0)

    try place(scene, Vector2(100, 200))
    try scene.panBegan(Vector2(110, 215))
    for _ in 0..<120 {
      try scene.animator.advance(by: 1.0 / 60.0)
      #expect(isNear(away(scene, Vector2(110, 215)), 325.0.squareRoot(), 0.5))
    }
    try scene.panEnded(velocity: Vector2(0, 0))

    for field in scene.behavior.fields { field.region = try Region(radius: 50) }
    try place(scene, Vector2(40, 284))
    #expect(try settle(scene) < 600)
    #expect(scene.item.velocity == Vector2(0, 0))
  }
}
