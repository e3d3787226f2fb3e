// Header section "Property animation": settings, state machine, blocks and callbacks of an animator.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

extension Call {
  mutating func propertyAnimator(_ id: bgt_property_animator) -> PropertyAnimator? {
    guard let slot = slot(id, "animator", kind: Int(BGT_KIND_PROPERTY_ANIMATOR)), let object = slot.pointee.object
    else { return nil }
    return unsafeDowncast(
      Unmanaged<BagatelleObject>.fromOpaque(object).takeUnretainedValue(), to: PropertyAnimator.self)
  }

  /// The timing of an id, or nil for 0, which stands for a default.
  mutating func optionalTiming(_ id: bgt_timing, _ out: inout Timing?) -> Bool {
    out = nil
    if id == 0 { return true }
    out = timing(id)
    return out != nil
  }

  /// A call that may run foreign code; false of the body: without effect here.
  mutating func change(
    _ id: bgt_property_animator, _ argument: StaticString,
    _ body: (PropertyAnimator) throws(BagatelleError) -> Bool
  ) -> bgt_status {
    guard let animator = propertyAnimator(id) else { return status }
    // Blocks and observers may release either.
    let own = Unmanaged.passRetained(animator)
    let line = animator.timeline.map { Unmanaged.passRetained($0) }
    var hadEffect = true
    do throws(BagatelleError) {
      hadEffect = try body(animator)
    } catch {
      failed(error, argument)
    }
    own.release()
    line?.release()
    return hadEffect ? status : bgt_status(BGT_IGNORED)
  }

  /// The same for a call that runs foreign code only where somebody observes.
  @inline(__always)
  mutating func changeSetting(
    _ id: bgt_property_animator, _ argument: StaticString,
    _ body: (PropertyAnimator) throws(BagatelleError) -> Bool
  ) -> bgt_status {
    guard let animator = borrow(id, .propertyAnimator) else { return status }
    if animator._withUnsafeGuaranteedRef({ $0.isObserved }) { return change(id, argument, body) }
    return runOrIgnore(argument, animator, body)
  }

  /// Gives a new animator its id, in its timeline's group.
  mutating func publish(
    _ animator: PropertyAnimator, _ timeline: bgt_timeline, _ out: UnsafeMutablePointer<bgt_property_animator>
  ) -> Bool {
    let id = Registry.register(animator, kind: Int32(BGT_KIND_PROPERTY_ANIMATOR), callers: 1)
    guard id != 0 else { return noMemory("out_animator") }
    Homes.enter(animator, timeline)
    out.pointee = id
    return true
  }
}

@implementation @_cdecl("bgt_property_animator_create")
public func bgt_property_animator_create(
  _ timeline_id: bgt_timeline, _ duration: Double, _ timing_id: bgt_timing,
  _ out_animator: UnsafeMutablePointer<bgt_property_animator>?
) -> bgt_status {
  var call = Call()
  var timing: Timing?
  guard let timeline = call.timeline(timeline_id), call.duration(duration), call.optionalTiming(timing_id, &timing)
  else { return call.status }
  guard let out_animator else {
    call.null("out_animator")
    return call.status
  }
  do throws(BagatelleError) {
    let animator = try PropertyAnimator(timeline: timeline, duration: duration, timing: timing ?? .easeInOut)
    _ = call.publish(animator, timeline_id, out_animator)
  } catch {
    call.failed(error, "animator")
  }
  return call.status
}

@implementation @_cdecl("bgt_property_animator_create_copy")
public func bgt_property_animator_create_copy(
  _ id: bgt_property_animator, _ out_animator: UnsafeMutablePointer<bgt_property_animator>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.propertyAnimator(id) else { return call.status }
  guard let out_animator else {
    call.null("out_animator")
    return call.status
  }
  do throws(BagatelleError) {
    let copy = try animator.copy()
    _ = call.publish(copy, copy.timeline?.foreignID ?? 0, out_animator)
  } catch {
    call.failed(error, "animator", id: id)
  }
  return call.status
}

@implementation @_cdecl("bgt_property_animator_create_running")
@_optimize(size)
public func bgt_property_animator_create_running(
  _ timeline_id: bgt_timeline, _ duration: Double, _ delay: Double, _ timing_id: bgt_timing,
  _ override_inherited: Bool, _ fn: bgt_animations_fn?, _ completion: bgt_completion_fn?,
  _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?,
  _ out_animator: UnsafeMutablePointer<bgt_property_animator>?
) -> bgt_status {
  var call = Call()
  var timing: Timing?
  guard let timeline = call.timeline(timeline_id), call.duration(duration), call.duration(delay, "delay"),
    call.optionalTiming(timing_id, &timing)
  else { return call.status }
  guard let fn else {
    call.null("fn")
    return call.status
  }
  guard let out_animator else {
    call.null("out_animator")
    return call.status
  }
  call.makeRunning(timeline_id, completion, context, release, out_animator, "animator") {
    (made: Made) throws(BagatelleError) in
    try PropertyAnimator.running(
      timeline: timeline, duration: duration, delay: delay, timing: timing ?? .easeInOut,
      overridesInherited: override_inherited, prepare: made.name,
      animations: { fn(made.id, made.keeper.pointer) }, completion: made.tell)
  }
  return call.status
}

/// An animator that is made running. It has its id before blocks, completions and observers hear of it.
final class Made {
  private(set) var id: bgt_property_animator = 0
  let keeper: Context
  private let timeline: bgt_timeline
  private let completion: bgt_completion_fn?

  init(_ timeline: bgt_timeline, _ completion: bgt_completion_fn?, _ keeper: Context) {
    self.timeline = timeline
    self.completion = completion
    self.keeper = keeper
  }

  func name(_ animator: PropertyAnimator) throws(BagatelleError) {
    id = Registry.register(animator, kind: Int32(BGT_KIND_PROPERTY_ANIMATOR), callers: 1)
    guard id != 0 else { throw BagatelleError(.outOfMemory) }
    Homes.enter(animator, timeline)
  }

  func tell(_ position: PropertyAnimator.Position) {
    if let completion { completion(id, position.rawValue, keeper.pointer) }
  }
}

extension Call {
  /// Runs a body that makes a running animator with a completion; it holds the timeline.
  mutating func makeRunning(
    _ timeline: bgt_timeline, _ completion: bgt_completion_fn?, _ context: UnsafeMutableRawPointer?,
    _ release: bgt_release_fn?, _ out: UnsafeMutablePointer<bgt_property_animator>, _ argument: StaticString,
    _ body: (Made) throws(BagatelleError) -> PropertyAnimator
  ) {
    let made = Made(timeline, completion, Context(context, release))
    do throws(BagatelleError) {
      out.pointee = try body(made).foreignID
    } catch {
      made.keeper.disarm()
      if made.id != 0 { _ = Registry.release(made.id) }
      failed(error, argument)
    }
  }
}

// MARK: Readings

@implementation @_cdecl("bgt_property_animator_get_timeline")
public func bgt_property_animator_get_timeline(_ id: bgt_property_animator) -> bgt_timeline {
  var call = Call()
  return call.get(id, .propertyAnimator, 0) { Registry.id(of: $0.timelineReference) }
}

@implementation @_cdecl("bgt_property_animator_get_timing")
public func bgt_property_animator_get_timing(_ id: bgt_property_animator) -> bgt_timing {
  var call = Call()
  return call.get(id, .propertyAnimator, 0) { Registry.id(of: $0.timing) }
}

@implementation @_cdecl("bgt_property_animator_get_duration")
public func bgt_property_animator_get_duration(_ id: bgt_property_animator) -> Double {
  var call = Call()
  return call.get(id, .propertyAnimator, 0) { $0.duration }
}

@implementation @_cdecl("bgt_property_animator_get_delay")
public func bgt_property_animator_get_delay(_ id: bgt_property_animator) -> Double {
  var call = Call()
  return call.get(id, .propertyAnimator, 0) { $0.delay }
}

@implementation @_cdecl("bgt_property_animator_get_state")
public func bgt_property_animator_get_state(_ id: bgt_property_animator) -> bgt_animation_state {
  var call = Call()
  return call.get(id, .propertyAnimator, 0) { $0.state.rawValue }
}

@implementation @_cdecl("bgt_property_animator_is_running")
public func bgt_property_animator_is_running(_ id: bgt_property_animator) -> Bool {
  var call = Call()
  return call.get(id, .propertyAnimator, false) { $0.isRunning }
}

@implementation @_cdecl("bgt_property_animator_is_retargeted")
public func bgt_property_animator_is_retargeted(_ id: bgt_property_animator) -> Bool {
  var call = Call()
  return call.get(id, .propertyAnimator, false) { $0.wasRetargeted }
}

@implementation @_cdecl("bgt_property_animator_get_progress")
public func bgt_property_animator_get_progress(_ id: bgt_property_animator) -> Double {
  var call = Call()
  return call.get(id, .propertyAnimator, 0) { $0.progress }
}

@implementation @_cdecl("bgt_property_animator_get_remaining_seconds")
public func bgt_property_animator_get_remaining_seconds(_ id: bgt_property_animator) -> Double {
  var call = Call()
  return call.get(id, .propertyAnimator, 0) { $0.remainingSeconds }
}

@implementation @_cdecl("bgt_property_animator_get_misuse_count")
public func bgt_property_animator_get_misuse_count(_ id: bgt_property_animator) -> UInt64 {
  var call = Call()
  return call.get(id, .propertyAnimator, 0) { UInt64(clamping: $0.misuseCount) }
}

@implementation @_cdecl("bgt_property_animator_get_fraction_complete")
public func bgt_property_animator_get_fraction_complete(_ id: bgt_property_animator) -> Double {
  var call = Call()
  return call.get(id, .propertyAnimator, 0) { $0.fractionComplete }
}

@implementation @_cdecl("bgt_property_animator_set_fraction_complete")
public func bgt_property_animator_set_fraction_complete(_ id: bgt_property_animator, _ fraction: Double) -> bgt_status {
  var call = Call()
  return call.change(id, "fraction") { (animator: PropertyAnimator) throws(BagatelleError) in
    try animator.setFractionComplete(fraction)
  }
}

@implementation @_cdecl("bgt_property_animator_is_reversed")
public func bgt_property_animator_is_reversed(_ id: bgt_property_animator) -> Bool {
  var call = Call()
  return call.get(id, .propertyAnimator, false) { $0.isReversed }
}

@implementation @_cdecl("bgt_property_animator_set_reversed")
public func bgt_property_animator_set_reversed(_ id: bgt_property_animator, _ reversed: Bool) -> bgt_status {
  var call = Call()
  return call.changeSetting(id, "animator") { (animator: PropertyAnimator) throws(BagatelleError) in
    try animator.setReversed(reversed)
  }
}

// MARK: Settings

@implementation @_cdecl("bgt_property_animator_is_interruptible")
public func bgt_property_animator_is_interruptible(_ id: bgt_property_animator) -> Bool {
  var call = Call()
  return call.get(id, .propertyAnimator, false) { $0.isInterruptible }
}

@implementation @_cdecl("bgt_property_animator_set_interruptible")
public func bgt_property_animator_set_interruptible(_ id: bgt_property_animator, _ interruptible: Bool) -> bgt_status {
  var call = Call()
  return call.changeSetting(id, "animator") { (animator: PropertyAnimator) throws(BagatelleError) in
    try animator.setInterruptible(interruptible)
    return true
  }
}

@implementation @_cdecl("bgt_property_animator_is_user_interaction_enabled")
public func bgt_property_animator_is_user_interaction_enabled(_ id: bgt_property_animator) -> Bool {
  var call = Call()
  return call.get(id, .propertyAnimator, false) { $0.isUserInteractionEnabled }
}

@implementation @_cdecl("bgt_property_animator_set_user_interaction_enabled")
public func bgt_property_animator_set_user_interaction_enabled(
  _ id: bgt_property_animator, _ enabled: Bool
) -> bgt_status {
  var call = Call()
  return call.changeSetting(id, "animator") { (animator: PropertyAnimator) throws(BagatelleError) in
    try animator.setUserInteractionEnabled(enabled)
    return true
  }
}

@implementation @_cdecl("bgt_property_animator_is_manual_hit_testing_enabled")
public func bgt_property_animator_is_manual_hit_testing_enabled(_ id: bgt_property_animator) -> Bool {
  var call = Call()
  return call.get(id, .propertyAnimator, false) { $0.isManualHitTestingEnabled }
}

@implementation @_cdecl("bgt_property_animator_set_manual_hit_testing_enabled")
public func bgt_property_animator_set_manual_hit_testing_enabled(
  _ id: bgt_property_animator, _ enabled: Bool
) -> bgt_status {
  var call = Call()
  return call.set(id, .propertyAnimator) { $0.isManualHitTestingEnabled = enabled }
}

@implementation @_cdecl("bgt_property_animator_is_scrubbing_linearly")
public func bgt_property_animator_is_scrubbing_linearly(_ id: bgt_property_animator) -> Bool {
  var call = Call()
  return call.get(id, .propertyAnimator, false) { $0.scrubsLinearly }
}

@implementation @_cdecl("bgt_property_animator_set_scrubbing_linearly")
public func bgt_property_animator_set_scrubbing_linearly(_ id: bgt_property_animator, _ linearly: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .propertyAnimator) { $0.scrubsLinearly = linearly }
}

@implementation @_cdecl("bgt_property_animator_is_pausing_on_completion")
public func bgt_property_animator_is_pausing_on_completion(_ id: bgt_property_animator) -> Bool {
  var call = Call()
  return call.get(id, .propertyAnimator, false) { $0.pausesOnCompletion }
}

@implementation @_cdecl("bgt_property_animator_set_pausing_on_completion")
public func bgt_property_animator_set_pausing_on_completion(_ id: bgt_property_animator, _ pause: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .propertyAnimator) { $0.pausesOnCompletion = pause }
}

@implementation @_cdecl("bgt_property_animator_is_completing_if_empty")
public func bgt_property_animator_is_completing_if_empty(_ id: bgt_property_animator) -> Bool {
  var call = Call()
  return call.get(id, .propertyAnimator, false) { $0.completesIfEmpty }
}

@implementation @_cdecl("bgt_property_animator_set_completing_if_empty")
public func bgt_property_animator_set_completing_if_empty(_ id: bgt_property_animator, _ complete: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .propertyAnimator) { $0.completesIfEmpty = complete }
}

@implementation @_cdecl("bgt_property_animator_get_additive")
public func bgt_property_animator_get_additive(_ id: bgt_property_animator) -> bgt_additive {
  var call = Call()
  guard let isAdditive = call.get(id, .propertyAnimator, nil, { $0.isAdditive }) else {
    return bgt_additive(BGT_ADDITIVE_BY_CHANNEL)
  }
  return bgt_additive(isAdditive ? BGT_ADDITIVE_ALWAYS : BGT_ADDITIVE_NEVER)
}

@implementation @_cdecl("bgt_property_animator_set_additive")
public func bgt_property_animator_set_additive(_ id: bgt_property_animator, _ additive: bgt_additive) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .propertyAnimator) else { return call.status }
  switch Int(additive) {
  case BGT_ADDITIVE_BY_CHANNEL: animator._withUnsafeGuaranteedRef { $0.isAdditive = nil }
  case BGT_ADDITIVE_ALWAYS: animator._withUnsafeGuaranteedRef { $0.isAdditive = true }
  case BGT_ADDITIVE_NEVER: animator._withUnsafeGuaranteedRef { $0.isAdditive = false }
  default: call.fail(BGT_ERROR_RANGE, "additive", integer: Int64(additive), "pass a BGT_ADDITIVE_ value")
  }
  return call.status
}

// MARK: State machine

@implementation @_cdecl("bgt_property_animator_start")
public func bgt_property_animator_start(_ id: bgt_property_animator) -> bgt_status {
  var call = Call()
  return call.change(id, "animator") { (animator: PropertyAnimator) throws(BagatelleError) in try animator.start() }
}

@implementation @_cdecl("bgt_property_animator_start_after_delay")
public func bgt_property_animator_start_after_delay(_ id: bgt_property_animator, _ delay: Double) -> bgt_status {
  var call = Call()
  return call.change(id, "delay") { (animator: PropertyAnimator) throws(BagatelleError) in
    try animator.start(afterDelay: delay)
    return true
  }
}

@implementation @_cdecl("bgt_property_animator_pause")
public func bgt_property_animator_pause(_ id: bgt_property_animator) -> bgt_status {
  var call = Call()
  return call.change(id, "animator") { (animator: PropertyAnimator) throws(BagatelleError) in try animator.pause() }
}

@implementation @_cdecl("bgt_property_animator_continue")
public func bgt_property_animator_continue(
  _ id: bgt_property_animator, _ timing_id: bgt_timing, _ duration_factor: Double, _ keep_velocity: Bool
) -> bgt_status {
  var call = Call()
  var timing: Timing?
  guard call.propertyAnimator(id) != nil, call.optionalTiming(timing_id, &timing) else { return call.status }
  return call.change(id, "duration_factor") { (animator: PropertyAnimator) throws(BagatelleError) in
    try animator.continueAnimation(timing: timing, durationFactor: duration_factor, keepsVelocity: keep_velocity)
    return true
  }
}

@implementation @_cdecl("bgt_property_animator_stop")
public func bgt_property_animator_stop(_ id: bgt_property_animator, _ without_finishing: Bool) -> bgt_status {
  var call = Call()
  return call.change(id, "animator") { (animator: PropertyAnimator) throws(BagatelleError) in
    try animator.stop(withoutFinishing: without_finishing)
  }
}

@implementation @_cdecl("bgt_property_animator_finish")
public func bgt_property_animator_finish(_ id: bgt_property_animator, _ position: bgt_position) -> bgt_status {
  var call = Call()
  guard call.propertyAnimator(id) != nil else { return call.status }
  guard let place = PropertyAnimator.Position(rawValue: position) else {
    call.fail(BGT_ERROR_RANGE, "position", integer: Int64(position), "pass a BGT_POSITION_ value")
    return call.status
  }
  return call.change(id, "animator") { (animator: PropertyAnimator) throws(BagatelleError) in
    try animator.finish(at: place)
    return true
  }
}

// MARK: Blocks and callbacks

@implementation @_cdecl("bgt_property_animator_add_animations")
public func bgt_property_animator_add_animations(
  _ id: bgt_property_animator, _ delay_factor: Double, _ fn: bgt_animations_fn?,
  _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard call.propertyAnimator(id) != nil else { return call.status }
  guard let fn else {
    call.null("fn")
    return call.status
  }
  let keeper = Context(context, release)
  let status = call.change(id, "delay_factor") { (animator: PropertyAnimator) throws(BagatelleError) in
    try animator.addAnimations(delayFactor: delay_factor) { fn(id, keeper.pointer) }
    return true
  }
  if status < 0 { keeper.disarm() }
  return status
}

@implementation @_cdecl("bgt_property_animator_add_completion")
public func bgt_property_animator_add_completion(
  _ id: bgt_property_animator, _ fn: bgt_completion_fn?, _ context: UnsafeMutableRawPointer?,
  _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let animator = call.propertyAnimator(id) else { return call.status }
  guard let fn else {
    call.null("fn")
    return call.status
  }
  let keeper = Context(context, release)
  animator.addCompletion { fn(id, $0.rawValue, keeper.pointer) }
  return call.status
}

@implementation @_cdecl("bgt_property_animator_set_observer")
public func bgt_property_animator_set_observer(
  _ id: bgt_property_animator, _ fn: bgt_changes_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let animator = call.propertyAnimator(id) else { return call.status }
  if let fn {
    let keeper = Context(context, release)
    animator.onChange = { fn($0.foreignID, $1.rawValue, keeper.pointer) }
  } else {
    animator.onChange = nil
    giveBack(context, release)
  }
  return call.status
}
