// Fluid motion of one channel: springs that take over position and velocity, and values that coast to rest.
// SPDX-License-Identifier: MIT
//
// Unlike UIKit. Both absorb whatever animates the channel, start at the presented value, and are animators
// like any
// other: to be paused, stopped, reversed and asked for their completion.
import BagatelleCore

/// How a value coasts.
public struct DecaySettings {
  /// Units per second; x alone but for centers.
  public var velocity: Vector2
  /// Part of the velocity that is left after a millisecond, 0.5 to 0.99999. 0.998 is normal, 0.99 fast.
  public var rate = 0.998
  /// Lowest and highest values, within 1e9; infinite: none. x alone but for centers.
  public var low = Vector2(-.infinity, -.infinity)
  public var high = Vector2(.infinity, .infinity)
  /// The spring at a bound, physical.
  public var spring: SpringTiming
  /// Way from the end at which the motion counts as done, above 0. Default 0.5.
  public var threshold = 0.5
  /// Gets where the value would come to rest and returns where it shall; the pace is fitted to that.
  public var snap: ((Vector2) -> Vector2)?

  public init(velocity: Vector2) {
    self.velocity = velocity
    spring = SpringTiming.bound
  }
}

extension SpringTiming {
  /// Critically damped, 0.4 s of response: what a value meets at a bound unless told otherwise.
  static var bound: SpringTiming {
    do { return try SpringTiming(response: 0.4, dampingRatio: 1) } catch { return SpringTiming() }
  }
}

extension Timeline {
  /// Way left at which a spring counts as done, by channel: 0.05 points, a tenth of 1/256, 0.001 radians.
  private static func threshold(_ channel: Channel) -> Double {
    switch channel.rawValue {
    case 0, 1: return 0.05
    case 4: return 0.1 / 256
    default: return 0.001
    }
  }

  /// Sends a channel to a new target with a spring, from where it is presented and with the velocity it has.
  ///
  /// - Parameters:
  ///   - target: Model value from now on; as `Item.setValue`.
  ///   - spring: Physical, by mass or by duration or response; its own velocity is not used.
  ///   - velocity: Instead of the present one, units per second within 1e9.
  /// - Returns: the running animator; retargeted itself it ends at `current`.
  /// - Throws: `range`, `invalidSize`, `notAMember`; `state` for the transform and for springs by ratio;
  ///   `otherAnimator` if another timeline has the item; `outOfMemory`.
  @discardableResult
  @_optimize(size)
  public func retarget(
    _ item: Item, _ channel: Channel, to target: ChannelValues, spring: SpringTiming,
    velocity: ChannelValues? = nil, completion: ((PropertyAnimator.Position) -> Void)? = nil
  ) throws(BagatelleError) -> PropertyAnimator {
    try retarget(item, channel, target, spring, velocity, preparing: nil, completion)
  }

  /// - Parameter prepare: Called with the animator before anybody is told of it.
  @_optimize(size)
  package func retarget(
    _ item: Item, _ channel: Channel, _ target: ChannelValues, _ spring: SpringTiming, _ velocity: ChannelValues?,
    preparing prepare: ((PropertyAnimator) throws(BagatelleError) -> Void)?, _ completion: ((PropertyAnimator.Position) -> Void)?
  ) throws(BagatelleError) -> PropertyAnimator {
    guard spring.kind == .physical else { throw BagatelleError(.state, "spring") }
    try item.checkValue(target, of: channel)
    if let velocity {
      try Check.vector(velocity.vector, within: Limits.magnitude, "velocity.x", "velocity.y")
      try Check.vector(Vector2(velocity.z, velocity.w), within: Limits.magnitude, "velocity.z", "velocity.w")
    }
    try checkFree(item)
    let used = target.trimmed(channel)
    let from = item.presentedValue(of: channel)
    let rate = (velocity ?? item.presentedVelocity(of: channel)).trimmed(channel)
    let motion = spring.motion(seconds: 0, velocity: 0)
    let way = from - used
    let limit = Timeline.threshold(channel)
    var seconds = motion.settlingSeconds(displacement: way.x, velocity: rate.x, epsilon: limit)
    seconds = max(seconds, motion.settlingSeconds(displacement: way.y, velocity: rate.y, epsilon: limit))
    seconds = max(seconds, motion.settlingSeconds(displacement: way.z, velocity: rate.z, epsilon: limit))
    seconds = max(seconds, motion.settlingSeconds(displacement: way.w, velocity: rate.w, epsilon: limit))
    let timing = Timing(spring: spring.with(fixedDuration: seconds))
    let animator = try PropertyAnimator(timeline: self, duration: 0, timing: timing)
    if let prepare { try prepare(animator) }
    if let completion { animator.addCompletion(completion) }
    try run(animator, item, channel, from, used, kick: rate, decay: nil)
    return animator
  }

  /// Lets a channel coast from where it is presented, and spring back where it meets a bound.
  ///
  /// The model takes the value at which it will come to rest at once.
  /// - Parameter channel: A center, a rotation, or an own channel.
  /// - Throws: `range`; `state` for other channels and springs by ratio; `notAMember`; `otherAnimator`;
  ///   `outOfMemory`.
  @discardableResult
  @_optimize(size)
  public func decay(
    _ item: Item, _ channel: Channel, _ settings: DecaySettings,
    completion: ((PropertyAnimator.Position) -> Void)? = nil
  ) throws(BagatelleError) -> PropertyAnimator {
    try decay(item, channel, settings, preparing: nil, completion)
  }

  /// - Parameter prepare: Called with the animator before anybody is told of it.
  @_optimize(size)
  package func decay(
    _ item: Item, _ channel: Channel, _ settings: DecaySettings,
    preparing prepare: ((PropertyAnimator) throws(BagatelleError) -> Void)?, _ completion: ((PropertyAnimator.Position) -> Void)?
  ) throws(BagatelleError) -> PropertyAnimator {
    guard channel == .center || channel == .rotation || channel.isOwn else {
      throw BagatelleError(.state, "channel", Double(channel.rawValue))
    }
    guard !channel.isOwn || item.presentation?.has(channel) == true else {
      throw BagatelleError(.notAMember, "channel", Double(channel.rawValue))
    }
    guard settings.spring.kind == .physical else { throw BagatelleError(.state, "spring") }
    try Check.vector(settings.velocity, within: Limits.magnitude, "velocity.x", "velocity.y")
    try Check.range(settings.rate, 0.5, 0.99999, "rate")
    try Check.range(settings.threshold, 1e-9, 1e9, "threshold")
    guard settings.low.x <= settings.high.x else { throw BagatelleError(.range, "low.x", settings.low.x) }
    guard settings.low.y <= settings.high.y else { throw BagatelleError(.range, "low.y", settings.low.y) }
    let from = item.presentedValue(of: channel)
    let k = Gesture.decayConstant(settings.rate)
    var target: Vector2?
    if let snap = settings.snap {
      let rest = snap(Vector2(from.x + settings.velocity.x / k, from.y + settings.velocity.y / k))
      try Check.vector(rest, within: Limits.magnitude, "snap.x", "snap.y")
      target = rest
    }
    try checkFree(item)  // Only now: who was asked may have listed it elsewhere.
    // The bounds of the channel hold as well.
    let limit =
      channel == .center ? Limits.coordinate : channel == .rotation ? Limits.angle : Limits.magnitude
    let spring = settings.spring.motion(seconds: 0, velocity: 0)
    let x = DecayAxis(
      from: from.x, velocity: settings.velocity.x, rate: k, low: max(settings.low.x, -limit),
      high: min(settings.high.x, limit), target: target?.x, spring: spring)
    let y =
      channel == .center
      ? DecayAxis(
        from: from.y, velocity: settings.velocity.y, rate: k, low: max(settings.low.y, -limit),
        high: min(settings.high.y, limit), target: target?.y, spring: spring) : DecayAxis()
    let seconds = max(x.seconds(threshold: settings.threshold), y.seconds(threshold: settings.threshold))
    let animator = try PropertyAnimator(timeline: self, duration: min(seconds, 1e9), timing: .easeOut)
    if let prepare { try prepare(animator) }
    if let completion { animator.addCompletion(completion) }
    let end = ChannelValues(x.end, channel == .center ? y.end : 0)
    try run(animator, item, channel, from, end, kick: .zero, decay: Decay(x: x, y: y))
    return animator
  }

  private func checkFree(_ item: Item) throws(BagatelleError) {
    guard item.timeline == nil || item.timeline === self else { throw BagatelleError(.otherAnimator, "item") }
  }

  /// Starts an animator with one track that takes the channel over.
  @_optimize(size)
  private func run(
    _ animator: PropertyAnimator, _ item: Item, _ channel: Channel, _ from: ChannelValues,
    _ to: ChannelValues,
    kick: ChannelValues, decay: Decay?
  ) throws(BagatelleError) {
    guard prepareTracks(1), segments.prepare(2) else { throw BagatelleError(.outOfMemory, "animator") }
    try animator.activate(self)
    animator.isTransient = false
    animator.hasOneChannel = true
    let presence = item.presence
    clearChannel(presence, channel, keeping: animator.drive)
    // Room was made above.
    guard
      let segment = openSegment(animator.drive, AnimationEntry {}, animator.timing, isFresh: true)
    else { return }
    var track = Track(
      start: from - to, item: Unmanaged.passUnretained(item).toOpaque(), channel: channel, segment: segment,
      drive: animator.drive, from: from, to: to)
    track.kick = kick
    if let decay, let extra = decays.add(decay) {
      track.isDecay = true
      track.extra = extra
    }
    _ = addTrack(track, presence)
    presence.setModel(channel, to)
    animator.begin(self, after: 0)
    animator.tellChanges()
  }
}

extension ChannelValues {
  /// Without the numbers that a channel does not use.
  func trimmed(_ channel: Channel) -> ChannelValues {
    switch channel.rawValue {
    case 0, 3: return ChannelValues(x, y)
    case 1: return self
    default: return ChannelValues(x)
    }
  }
}
