// Header section "Fluid motion": what UIKit's animator has not: repeats, rate, keyframes, retargeting, decay.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

@implementation @_cdecl("bgt_property_animator_get_iterations")
public func bgt_property_animator_get_iterations(_ id: bgt_property_animator) -> Double {
  var call = Call()
  let count = call.get(id, .propertyAnimator, 0) { $0.iterations }
  return count.isFinite ? count : 0
}

@implementation @_cdecl("bgt_property_animator_is_alternating")
public func bgt_property_animator_is_alternating(_ id: bgt_property_animator) -> Bool {
  var call = Call()
  return call.get(id, .propertyAnimator, false) { $0.isAlternating }
}

@implementation @_cdecl("bgt_property_animator_set_iterations")
public func bgt_property_animator_set_iterations(
  _ id: bgt_property_animator, _ iterations: Double, _ alternating: Bool
) -> bgt_status {
  var call = Call()
  guard call.borrow(id, .propertyAnimator) != nil,
    call.number(iterations, "iterations", nil, 0, 1e9, "pass 1 to 1e9, or 0 for ever")
  else { return call.status }
  return call.changeSetting(id, "iterations") { (animator: PropertyAnimator) throws(BagatelleError) in
    try animator.setIterations(iterations == 0 ? .infinity : iterations, alternating: alternating)
    return true
  }
}

@implementation @_cdecl("bgt_property_animator_get_clamp")
public func bgt_property_animator_get_clamp(_ id: bgt_property_animator) -> bgt_clamp {
  var call = Call()
  return call.get(id, .propertyAnimator, 0) { $0.clamp.rawValue }
}

@implementation @_cdecl("bgt_property_animator_set_clamp")
public func bgt_property_animator_set_clamp(_ id: bgt_property_animator, _ clamp: bgt_clamp) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .propertyAnimator) else { return call.status }
  guard let chosen = PropertyAnimator.Clamp(rawValue: clamp) else {
    call.fail(BGT_ERROR_RANGE, "clamp", integer: Int64(clamp), "pass a BGT_CLAMP_ value")
    return call.status
  }
  animator._withUnsafeGuaranteedRef { $0.clamp = chosen }
  return call.status
}

@implementation @_cdecl("bgt_timeline_set_observer")
public func bgt_timeline_set_observer(
  _ id: bgt_timeline, _ fn: bgt_changes_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(id) else { return call.status }
  if let fn {
    let keeper = Context(context, release)
    timeline.onChange = { fn(Registry.id(of: $0), $1.rawValue, keeper.pointer) }
  } else {
    timeline.onChange = nil
    giveBack(context, release)
  }
  return call.status
}

@implementation @_cdecl("bgt_property_animator_get_rate")
public func bgt_property_animator_get_rate(_ id: bgt_property_animator) -> Double {
  var call = Call()
  return call.get(id, .propertyAnimator, 0) { $0.rate }
}

@implementation @_cdecl("bgt_property_animator_set_rate")
public func bgt_property_animator_set_rate(_ id: bgt_property_animator, _ rate: Double) -> bgt_status {
  var call = Call()
  return call.changeSetting(id, "rate") { (animator: PropertyAnimator) throws(BagatelleError) in
    try animator.setRate(rate)
    return true
  }
}

@implementation @_cdecl("bgt_property_animator_continue_to")
public func bgt_property_animator_continue_to(
  _ id: bgt_property_animator, _ fraction: Double, _ timing_id: bgt_timing, _ duration_factor: Double
) -> bgt_status {
  var call = Call()
  var timing: Timing?
  guard call.propertyAnimator(id) != nil, call.optionalTiming(timing_id, &timing) else { return call.status }
  return call.change(id, "fraction") { (animator: PropertyAnimator) throws(BagatelleError) in
    try animator.continueAnimation(toFraction: fraction, timing: timing, durationFactor: duration_factor)
    return true
  }
}

@implementation @_cdecl("bgt_property_animator_add_keyframe")
public func bgt_property_animator_add_keyframe(
  _ id: bgt_property_animator, _ start: Double, _ length: Double, _ timing_id: bgt_timing,
  _ fn: bgt_animations_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  var timing: Timing?
  guard call.propertyAnimator(id) != nil, call.optionalTiming(timing_id, &timing) else { return call.status }
  guard let fn else {
    call.null("fn")
    return call.status
  }
  let keeper = Context(context, release)
  let status = call.change(id, "start") { (animator: PropertyAnimator) throws(BagatelleError) in
    let frame = Keyframe(start: start, length: length, timing: timing) { fn(id, keeper.pointer) }
    try animator.addKeyframes([frame])
    return true
  }
  if status < 0 { keeper.disarm() }
  return status
}

@implementation @_cdecl("bgt_property_animator_add_staggered")
public func bgt_property_animator_add_staggered(
  _ id: bgt_property_animator, _ count: UInt64, _ seconds: Double, _ origin: bgt_stagger,
  _ fn: bgt_staggered_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard call.propertyAnimator(id) != nil else { return call.status }
  guard let order = PropertyAnimator.StaggerOrigin(rawValue: origin) else {
    call.fail(BGT_ERROR_RANGE, "origin", integer: Int64(origin), "pass a BGT_STAGGER_ value")
    return call.status
  }
  guard let fn else {
    call.null("fn")
    return call.status
  }
  let keeper = Context(context, release)
  let status = call.change(id, "seconds") { (animator: PropertyAnimator) throws(BagatelleError) in
    try animator.addStaggered(count: Int(clamping: count), every: seconds, from: order) {
      fn(id, UInt64(clamping: $0), keeper.pointer)
    }
    return true
  }
  if status < 0 { keeper.disarm() }
  return status
}

// MARK: One channel

extension Call {
  /// The spring of a timing that has one by its physics.
  fileprivate mutating func spring(_ id: bgt_timing) -> SpringTiming? {
    guard let timing = timing(id, "spring") else { return nil }
    guard let spring = timing.spring, spring.kind == .physical else {
      fail(BGT_ERROR_STATE, "spring", id: id, "is no spring by its physics, bounce or response")
      return nil
    }
    return spring
  }
}

@implementation @_cdecl("bgt_property_animator_create_retarget")
@_optimize(size)
public func bgt_property_animator_create_retarget(
  _ timeline_id: bgt_timeline, _ item_id: bgt_item, _ channel: bgt_channel, _ target: bgt_channel_values,
  _ spring_id: bgt_timing, _ velocity: bgt_channel_values, _ override_velocity: Bool,
  _ completion: bgt_completion_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?,
  _ out_animator: UnsafeMutablePointer<bgt_property_animator>?
) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(timeline_id), let item = call.item(item_id),
    let channel = call.channel(channel, of: Unmanaged.passUnretained(item)), let spring = call.spring(spring_id),
    call.finite(target, "target"), call.finite(velocity, "velocity")
  else { return call.status }
  guard let out_animator else {
    call.null("out_animator")
    return call.status
  }
  call.makeRunning(timeline_id, completion, context, release, out_animator, "target") {
    (made: Made) throws(BagatelleError) in
    try timeline.retarget(
      item, channel, ChannelValues(target), spring, override_velocity ? ChannelValues(velocity) : nil,
      preparing: made.name, made.tell)
  }
  return call.status
}

@implementation @_cdecl("bgt_property_animator_create_decay")
@_optimize(size)
public func bgt_property_animator_create_decay(
  _ timeline_id: bgt_timeline, _ item_id: bgt_item, _ channel: bgt_channel,
  _ def: UnsafePointer<bgt_decay_def>?, _ completion: bgt_completion_fn?, _ context: UnsafeMutableRawPointer?,
  _ release: bgt_release_fn?, _ out_animator: UnsafeMutablePointer<bgt_property_animator>?
) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(timeline_id), let item = call.item(item_id),
    let channel = call.channel(channel, of: Unmanaged.passUnretained(item))
  else { return call.status }
  guard let def else {
    call.null("def")
    return call.status
  }
  guard let out_animator else {
    call.null("out_animator")
    return call.status
  }
  guard let values = call.definition(def, Defaults.decay(0), least: 96), call.reserved(values.reserved),
    call.vector(values.velocity, "def.velocity"), call.vector(values.low, "def.low"),
    call.vector(values.high, "def.high")
  else { return call.status }
  var settings = DecaySettings(velocity: Vector2(values.velocity))
  settings.rate = values.rate
  settings.threshold = values.threshold
  settings.low = Vector2(values.low)
  settings.high = Vector2(values.high)
  if values.spring != 0 {
    guard let spring = call.spring(values.spring) else { return call.status }
    settings.spring = spring
  }
  if let snap = values.snap {
    settings.snap = {
      var rest = $0.c
      snap(item_id, &rest, values.context)
      return Vector2(rest)
    }
  }
  call.makeRunning(timeline_id, completion, context, release, out_animator, "def") {
    (made: Made) throws(BagatelleError) in
    try timeline.decay(item, channel, settings, preparing: made.name, made.tell)
  }
  return call.status
}

extension Call {
  mutating func finite(_ v: bgt_channel_values, _ argument: StaticString) -> Bool {
    if v.x.isFinite && v.y.isFinite && v.z.isFinite && v.w.isFinite { return true }
    return fail(BGT_ERROR_RANGE, argument, text: "is not finite in all parts; leave unused ones at 0")
  }
}
