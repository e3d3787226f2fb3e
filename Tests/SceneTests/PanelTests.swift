// The panel over half the screen: numbers of seed scene 003.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

@testable import example_panel

@Suite struct PanelTests {
  private func shown() throws -> PanelScreen {
    let screen = try PanelScreen(width: 375, height: 812)
    try screen.present()
    try screen.timeline.advance(by: 1)
    return screen
  }

  /// Height of the center and dimming, within 0.01 points and 1e-4.
  private func isAt(_ screen: PanelScreen, _ y: Double, _ dim: Double) -> Bool {
    isNear(screen.panel.presentedCenter.y, y, 0.01)
      && isNear(screen.presentation.dimming?.item.presentedAlpha ?? -1, dim, 1e-4)
  }

  @Test("It slides in along the curve, with the dimming, and out again")
  func slides() throws {
    let screen = try PanelScreen(width: 375, height: 812)
    try screen.present()
    let way = [(0.03, 0.160572), (0.075, 0.378138), (0.15, 0.684643), (0.225, 0.906535), (0.3, 1)]
    #expect(isAt(screen, 1015, 0))
    for (time, p) in way {
      try screen.timeline.advance(to: time)
      #expect(isAt(screen, 1015 - 406 * p, p), "\(time)")
      #expect(screen.panel.center.y == 609)
    }
    #expect(screen.container.context == nil && screen.container.items.count == 3)
    try screen.timeline.advance(to: 1)
    try screen.dismiss()
    for (time, p) in way.dropLast() {
      try screen.timeline.advance(to: 1 + time)
      #expect(isAt(screen, 609 + 406 * p, 1 - p), "\(time)")
    }
    try screen.timeline.advance(to: 1.301)
    #expect(screen.container.presentation == nil && screen.container.items.count == 1)
    try screen.present()
    try screen.timeline.advance(by: 1)
    #expect(isAt(screen, 609, 1))
  }

  @Test("A finger scrubs it; where the throw would carry decides", arguments: [300.0, 100])
  func pulls(velocity: Double) throws {
    let screen = try shown()
    try screen.panBegan()
    try screen.panMoved(by: 101.5)
    #expect(isAt(screen, 710.5, 0.75) && screen.container.context?.isInteractive == true)
    try screen.panMoved(by: 101.5)
    #expect(isAt(screen, 812, 0.5))
    try screen.panEnded(at: 100, velocity: velocity)
    #expect(screen.container.context?.transitionWasCancelled == (velocity == 100))
    try screen.timeline.advance(by: 0.075)
    #expect(isNear(screen.panel.presentedCenter.y, velocity == 300 ? 950.983 : 673.017, 0.01))
    try screen.timeline.advance(by: 0.08)
    #expect((screen.container.presentation == nil) == (velocity == 300))
    #expect(screen.panel.presentedCenter.y == (velocity == 300 ? 1015 : 609))
  }

  @Test("With a spring instead of the curve it ends exactly, too")
  func springs() throws {
    let screen = try PanelScreen(width: 375, height: 812)
    screen.timing = Timing(spring: try SpringTiming(dampingRatio: 1))
    try screen.present()
    for (time, y) in [(0.05, 830.226), (0.1, 685.257), (0.15, 631.542), (0.2, 615.163)] {
      try screen.timeline.advance(to: time)
      #expect(isNear(screen.panel.presentedCenter.y, y, 0.01))
    }
    try screen.timeline.advance(to: 0.3)
    #expect(screen.panel.presentedCenter.y == 609 && screen.container.context == nil)
  }

  @Test("Let go early it goes back, and can be dismissed again; twice the speed takes half the time")
  func cancels() throws {
    for speed in [1.0, 2] {
      let screen = try shown()
      try screen.panBegan()
      try screen.panMoved(by: 101.5)
      screen.driver.completionSpeed = speed
      try screen.panEnded(at: 100, velocity: 0)
      try screen.timeline.advance(by: 0.0749 / speed)
      #expect(screen.container.context?.transitionWasCancelled == true)
      try screen.timeline.advance(by: 0.0002)
      #expect(isAt(screen, 609, 1) && screen.container.context == nil && screen.container.items.count == 3)
      try screen.dismiss()
      try screen.timeline.advance(by: 1)
      #expect(screen.container.presentation == nil)
    }
  }

  @Test("Caught while it closes, moved back, and let go; then caught again")
  func interrupts() throws {
    for velocity in [-100.0, 400] {
      let screen = try shown()
      try screen.dismiss()
      try screen.timeline.advance(by: 0.15)
      try screen.panBegan()
      #expect(isNear(screen.driver.percentComplete, 0.684643, 1e-6) && isAt(screen, 886.965, 1 - 0.684643))
      try screen.panMoved(by: -101.5)
      #expect(isAt(screen, 785.465, 0.565357))
      try screen.panEnded(at: 100, velocity: velocity)
      let rest = velocity < 0 ? 0.130393 : 0.169607
      try screen.timeline.advance(by: rest / 2)
      #expect(isNear(screen.panel.presentedCenter.y, velocity < 0 ? 664.649 : 942.615, 0.01))
      if velocity < 0 {
        try screen.panBegan()
        #expect(screen.container.context?.transitionWasCancelled == false)
        #expect(isNear(screen.driver.percentComplete, (664.649 - 609) / 406, 1e-4))
        try screen.panEnded(at: 100, velocity: 300)
      }
      try screen.timeline.advance(by: 1)
      #expect(screen.container.presentation == nil)
    }
  }

  @Test("Caught while it appears, and sent back")
  func catchesAppearing() throws {
    let screen = try PanelScreen(width: 375, height: 812)
    try screen.present()
    try screen.timeline.advance(to: 0.1)
    try screen.panBegan()
    #expect(isAt(screen, 816.730, 0.488349))
    try screen.panMoved(by: 40.6)
    #expect(isAt(screen, 857.330, 0.388349))
    try screen.panEnded(at: 300, velocity: 100)
    try screen.timeline.advance(by: 0.1166)
    #expect(screen.container.presentation == nil && screen.container.items.count == 1)
  }
}
