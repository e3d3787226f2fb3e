// Steps in parts: where a crowd is driven on faster than contacts are found, they are found several times in a step.
// SPDX-License-Identifier: MIT
//
// Contacts are found once in a step, of what is near then. What is hit so hard that it goes farther in the step than to the next one stops there
// by a sweep, without handing anything on, while what drives it comes on: a plate that is told to go by more than half a body in a step gathers a
// crowd faster than the front of the crowd, a row a step, gets away, and presses it into one place. Shorter steps have the answer. It is not more
// solving that is needed but more looking, so a step is taken in parts that share its sub-steps, from the step on after many were put back by sweeps who
// had been put back just before, and lost much of their way by it. In a gas few are: who was stopped by a hit bounces off in the next step.
// (That contacts are found once for all sub-steps is taken from M. Macklin et al., "Small Steps in Physics Simulation", 2019.)
import BagatelleKernels
import CShims

/// Whom sweeps put back in a part of a step.
struct PressedCrowd: BitwiseCopyable {
  var stopped: Int32 = 0
  /// Those of them that had been put back in the part before.
  var stoppedAgain: Int32 = 0
  /// Ways of those, and what of these was taken from them, by their sizes.
  var way: Float = 0
  var lost: Float = 0
}

extension World {
  /// Most parts of a step.
  private static var mostParts: Int32 { 8 }
  /// Items that are stopped again and again, below which a step stays whole.
  private static var leastPressed: Int32 { 16 }
  /// Sizes, outer radii mostly, that an awake item loses in the mean in a second, from which on steps are taken in parts.
  private static var leastLost: Float { 1.8 }
  /// Sizes that a pressed item goes in the mean in a part at most.
  private static var partWay: Float { 0.8 }
  /// By how much the outer radius of who is counted may be more than the inner one.
  private static var mostSlender: Float { 8 }
  /// Inner radii that an item of one shape counts as at most: long ones come down in rows as thick as they are.
  private static var mostDepth: Float { 1.5 }
  /// Steps after which a crowd that is pressed no more has half as many parts.
  private static var stepsInParts: Int32 { 10 }

  /// Takes one step of `stepSeconds`. Without memory it runs with fewer contacts and says so in `ranOutOfMemory`.
  @export(interface)
  public func step() {
    if s.pointee.parts == 1 {
      takePart(isLast: true)
      if isPressed(1) { split() } else { s.pointee.pressedSeconds = 0 }
    } else {
      stepInParts()
    }
    s.pointee.steps += 1
    s.pointee.stepOfTick += 1
  }

  @inline(never)
  @_optimize(size)
  private func stepInParts() {
    let parts = s.pointee.parts
    let (seconds, substeps) = (s.pointee.stepSeconds, s.pointee.substeps)
    s.pointee.stepSeconds = seconds / Double(parts)
    s.pointee.substeps = World.substeps(ofPart: parts, substeps)
    var pressed = PressedCrowd()
    for part in 0..<parts {
      s.pointee.secondsBefore = Double(part) * s.pointee.stepSeconds
      takePart(isLast: part == parts - 1)
      if isPressed(parts) { pressed = s.pointee.pressed }
    }
    s.pointee.secondsBefore = 0
    s.pointee.stepSeconds = seconds
    s.pointee.substeps = substeps
    if pressed.stopped > 0 {
      s.pointee.pressed = pressed
      split()
      return
    }
    s.pointee.pressedSeconds = 0
    s.pointee.partsLeft -= 1
    if s.pointee.partsLeft == 0 { setParts(parts / 2) }
  }

  private static func substeps(ofPart parts: Int32, _ substeps: Int32) -> Int32 { (substeps + parts - 1) / parts }

  /// Whether the latest part of so many pressed a crowd.
  @inline(__always)
  private func isPressed(_ parts: Int32) -> Bool {
    let crowd = s.pointee.pressed
    if crowd.stoppedAgain < World.leastPressed || 2 * crowd.stoppedAgain < crowd.stopped { return false }
    return Float(parts) * crowd.lost >= World.leastLost * Float(s.pointee.wholeSeconds) * Float(s.pointee.awake.count)
  }

  /// Takes the steps to come in as many parts as the pressed ones need.
  @inline(never)
  @_optimize(size)
  private func split() {
    let crowd = s.pointee.pressed
    s.pointee.pressedSeconds += Float(s.pointee.wholeSeconds)
    var parts = s.pointee.parts
    var way = crowd.way / Float(crowd.stoppedAgain)
    if s.pointee.pressedSeconds > World.mostPressed { way *= 2 } // These parts do not part them.
    // Some are always pressed where crowds are driven on, and each split doubles what a step costs.
    if crowd.lost < World.leastLost * Float(s.pointee.wholeSeconds) * Float(s.pointee.awake.count) { way = 0 }
    while way > World.partWay && parts < World.mostParts {
      way *= 0.5
      parts *= 2
    }
    setParts(parts)
  }

  @inline(never)
  @_optimize(size)
  private func setParts(_ parts: Int32) {
    let before = s.pointee.parts * World.substeps(ofPart: s.pointee.parts, s.pointee.substeps)
    let now = parts * World.substeps(ofPart: parts, s.pointee.substeps)
    s.pointee.parts = parts
    s.pointee.partsLeft = World.stepsInParts
    if now == before { return }
    // What contacts give in a sub-step is less in a shorter one.
    let scale = Float(before) / Float(now)
    for number in 0..<Int32(World.colorCount) {
      let set = color(number)
      for block in 0..<set.pointee.blocks.count {
        let f = UnsafeMutableRawPointer(set.pointee.blocks.base + block).assumingMemoryBound(to: Float.self)
        for row in ContactLane.load0 * 8..<(ContactLane.impulseT + 1) * 8 { f[row] *= scale }
      }
    }
    if s.pointee.jointCount == 0 { return }
    noteJointsChanged() // Trees start anew.
    for at in 0..<s.pointee.joints.count {
      joints[at].warm0 *= Double(scale)
      joints[at].warm1 *= Double(scale)
      joints[at].warm2 *= Double(scale)
      joints[at].spring.frequency = -1
    }
  }

  /// Seconds after which those that have been stopped all the while are not stopped any more by what they touch.
  private static var mostPressed: Float { 0.25 }

  /// Whether a body that a contact of this step holds off another may go on: many hold each other in one place by their sweeps, each stopped by some other
  /// one in every part of a step, and the solver alone can part them.
  @inline(__always)
  func mayGoOn(_ body: UnsafeMutablePointer<Body>, _ o: UnsafeMutablePointer<Body>) -> Bool {
    s.pointee.pressedSeconds > World.mostPressed && body.pointee.flags & BodyFlag.putBackBefore != 0 && o.pointee.invMass > 0
      && max(body.pointee.outerRadius, o.pointee.outerRadius) <= World.carrierTimes * min(body.pointee.outerRadius, o.pointee.outerRadius)
  }

  /// Counts a body that a sweep is about to put back to a fraction of its way, once in a part.
  @inline(never)
  @_optimize(size)
  func notePressed(_ body: UnsafeMutablePointer<Body>, _ moved: Vec2f, to first: Float) {
    let flags = body.pointee.flags
    // Bars would creep through each other in short parts.
    if flags & BodyFlag.putBack != 0 || body.pointee.outerRadius > World.mostSlender * body.pointee.innerRadius { return }
    body.pointee.flags = flags | BodyFlag.putBack
    s.pointee.pressed.stopped += 1
    if flags & BodyFlag.putBackBefore == 0 { return }
    var size = body.pointee.outerRadius
    if body.pointee.firstPiece < 0 { size = min(size, World.mostDepth * body.pointee.innerRadius) }
    let way = moved.length / size
    s.pointee.pressed.stoppedAgain += 1
    s.pointee.pressed.way += way
    s.pointee.pressed.lost += (1 - first) * way
  }
}
