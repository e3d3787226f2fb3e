// Header section "Transitions": delegate, animation, interaction and the percent driver.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

/// The id of an object, for functions that are made before it has one.
final class Receiver {
  var id: bgt_id = 0
}

extension Call {
  /// Gives a new object its id; 0, with the caller keeping its context, when there is no memory.
  mutating func register(
    _ object: BagatelleObject, _ kind: Int, _ keeper: Context, _ out: UnsafeMutablePointer<bgt_id>,
    _ argument: StaticString
  ) -> bgt_id {
    let id = Registry.register(object, kind: Int32(kind), callers: 1)
    if id == 0 {
      keeper.disarm()
      noMemory(argument)
    } else {
      out.pointee = id
    }
    return id
  }

  mutating func interaction(_ id: bgt_transition_interaction) -> TransitionInteraction? {
    guard let object = object(id, "interaction", BGT_KIND_TRANSITION_INTERACTION) else { return nil }
    return unsafeDowncast(object, to: TransitionInteraction.self)
  }

  fileprivate mutating func driver(_ id: bgt_percent_driver) -> PercentDriver? {
    guard let object = object(id, "driver", BGT_KIND_PERCENT_DRIVER) else { return nil }
    return unsafeDowncast(object, to: PercentDriver.self)
  }

  fileprivate mutating func completionCurve(_ curve: bgt_curve, _ argument: StaticString) -> Timing.Curve? {
    if let named = Timing.Curve(rawValue: curve) { return named }
    fail(BGT_ERROR_RANGE, argument, integer: Int64(curve), "pass one of UIKit's four named curves")
    return nil
  }
}

/// The object of an id that a callback returned; a bad one is told and counts as none.
private func given<T: BagatelleObject>(_ id: bgt_id, _ kind: Int, _ type: T.Type) -> T? {
  guard id != 0 else { return nil }
  var call = Call("bgt_transition_delegate")
  guard let object = call.object(id, "returned id", kind) else { return nil }
  return unsafeDowncast(object, to: type)
}

// MARK: Delegate

@implementation @_cdecl("bgt_transition_delegate_create")
@_optimize(size)
public func bgt_transition_delegate_create(
  _ def: UnsafePointer<bgt_transition_delegate_def>?,
  _ out_delegate: UnsafeMutablePointer<bgt_transition_delegate>?
) -> bgt_status {
  var call = Call()
  var values = Defaults.delegate(0)
  if let def {
    guard let given = call.definition(def, values, least: 64) else { return call.status }
    values = given
  }
  guard call.reserved(values.reserved) else { return call.status }
  guard let out_delegate else {
    call.null("out_delegate")
    return call.status
  }
  let made = TransitionDelegate()
  let keeper = Context(values.context, values.release)
  let name = Receiver()
  if let fn = values.presentation {
    made.onPresentation = {
      let id = fn(name.id, Registry.id(of: $0), Registry.id(of: $1), Registry.id(of: $2), keeper.pointer)
      return given(id, BGT_KIND_PRESENTATION, Presentation.self)
    }
  }
  if let fn = values.animation_for_present {
    made.onAnimationForPresent = {
      let id = fn(name.id, Registry.id(of: $0), Registry.id(of: $1), Registry.id(of: $2), keeper.pointer)
      return given(id, BGT_KIND_TRANSITION_ANIMATION, TransitionAnimation.self)
    }
  }
  if let fn = values.animation_for_dismiss {
    made.onAnimationForDismiss = {
      let id = fn(name.id, Registry.id(of: $0), keeper.pointer)
      return given(id, BGT_KIND_TRANSITION_ANIMATION, TransitionAnimation.self)
    }
  }
  made.onInteractionForPresent = asking(values.interaction_for_present, name, keeper)
  made.onInteractionForDismiss = asking(values.interaction_for_dismiss, name, keeper)
  made.foreignCompanion = keeper
  name.id = call.register(made, BGT_KIND_TRANSITION_DELEGATE, keeper, out_delegate, "out_delegate")
  return call.status
}

private func asking(
  _ fn: bgt_delegate_interaction_fn?, _ name: Receiver, _ keeper: Context
) -> ((TransitionAnimation) -> TransitionInteraction?)? {
  guard let fn else { return nil }
  return {
    let id = fn(name.id, Registry.id(of: $0), keeper.pointer)
    return given(id, BGT_KIND_TRANSITION_INTERACTION, TransitionInteraction.self)
  }
}

// MARK: Animation

@implementation @_cdecl("bgt_transition_animation_create")
public func bgt_transition_animation_create(
  _ def: UnsafePointer<bgt_transition_animation_def>?,
  _ out_animation: UnsafeMutablePointer<bgt_transition_animation>?
) -> bgt_status {
  var call = Call()
  var values = Defaults.animation(0)
  if let def {
    guard let given = call.definition(def, values, least: 56) else { return call.status }
    values = given
  }
  guard call.reserved(values.reserved) else { return call.status }
  guard let out_animation else {
    call.null("out_animation")
    return call.status
  }
  let made = TransitionAnimation()
  let keeper = Context(values.context, values.release)
  let name = Receiver()
  if let fn = values.duration { made.duration = { fn(Registry.id(of: $0), keeper.pointer) } }
  if let fn = values.animate { made.animate = { fn(Registry.id(of: $0), keeper.pointer) } }
  if let fn = values.interruptible_animator {
    made.interruptibleAnimator = {
      given(fn(Registry.id(of: $0), keeper.pointer), BGT_KIND_PROPERTY_ANIMATOR, PropertyAnimator.self)
    }
  }
  if let fn = values.ended { made.ended = { fn(name.id, $0, keeper.pointer) } }
  made.foreignCompanion = keeper
  name.id = call.register(made, BGT_KIND_TRANSITION_ANIMATION, keeper, out_animation, "out_animation")
  return call.status
}

// MARK: Interaction

extension Call {
  /// Fills a new interaction from a definition, and gives it its id.
  fileprivate mutating func make(
    _ made: TransitionInteraction, _ kind: Int, _ def: UnsafePointer<bgt_transition_interaction_def>?,
    _ out: UnsafeMutablePointer<bgt_id>?, _ argument: StaticString
  ) -> bgt_status {
    var values = Defaults.interaction(0)
    if let def {
      guard let given = definition(def, values, least: 48) else { return status }
      values = given
    }
    guard flag(values.wants_interactive_start, "def", "wants_interactive_start"), reserved(values.reserved),
      let curve = completionCurve(values.completion_curve, "def.completion_curve"),
      number(values.completion_speed, "def", "completion_speed", 1e-3, 1e3, "pass 1e-3 to 1e3")
    else { return status }
    guard let out else {
      null(argument)
      return status
    }
    made.wantsInteractiveStart = values.wants_interactive_start == 1
    made.completionSpeed = values.completion_speed
    made.completionCurve = curve
    let keeper = Context(values.context, values.release)
    if let fn = values.start { made.start = { fn(Registry.id(of: $0), keeper.pointer) } }
    made.foreignCompanion = keeper
    _ = register(made, kind, keeper, out, argument)
    return status
  }
}

@implementation @_cdecl("bgt_transition_interaction_create")
public func bgt_transition_interaction_create(
  _ def: UnsafePointer<bgt_transition_interaction_def>?,
  _ out_interaction: UnsafeMutablePointer<bgt_transition_interaction>?
) -> bgt_status {
  var call = Call()
  return call.make(TransitionInteraction(), BGT_KIND_TRANSITION_INTERACTION, def, out_interaction, "out_interaction")
}

@implementation @_cdecl("bgt_transition_interaction_get_transition")
public func bgt_transition_interaction_get_transition(_ id: bgt_transition_interaction) -> bgt_transition {
  var call = Call()
  return call.get(id, .interaction, 0) { Registry.id(of: $0.context) }
}

@implementation @_cdecl("bgt_transition_interaction_is_wanting_interactive_start")
public func bgt_transition_interaction_is_wanting_interactive_start(_ id: bgt_transition_interaction) -> Bool {
  var call = Call()
  return call.get(id, .interaction, false) { $0.wantsInteractiveStart }
}

@implementation @_cdecl("bgt_transition_interaction_set_wanting_interactive_start")
public func bgt_transition_interaction_set_wanting_interactive_start(
  _ id: bgt_transition_interaction, _ wants: Bool
) -> bgt_status {
  var call = Call()
  return call.set(id, .interaction) { $0.wantsInteractiveStart = wants }
}

@implementation @_cdecl("bgt_transition_interaction_get_completion_speed")
public func bgt_transition_interaction_get_completion_speed(_ id: bgt_transition_interaction) -> Double {
  var call = Call()
  return call.get(id, .interaction, 0) { $0.completionSpeed }
}

@implementation @_cdecl("bgt_transition_interaction_set_completion_speed")
public func bgt_transition_interaction_set_completion_speed(
  _ id: bgt_transition_interaction, _ speed: Double
) -> bgt_status {
  var call = Call()
  guard let interaction = call.borrow(id, .interaction) else { return call.status }
  return call.run("speed", interaction) { (on) throws(BagatelleError) in try on.setCompletionSpeed(speed) }
}

@implementation @_cdecl("bgt_transition_interaction_get_completion_curve")
public func bgt_transition_interaction_get_completion_curve(_ id: bgt_transition_interaction) -> bgt_curve {
  var call = Call()
  return call.get(id, .interaction, 0) { $0.completionCurve.rawValue }
}

@implementation @_cdecl("bgt_transition_interaction_set_completion_curve")
public func bgt_transition_interaction_set_completion_curve(
  _ id: bgt_transition_interaction, _ curve: bgt_curve
) -> bgt_status {
  var call = Call()
  guard let interaction = call.borrow(id, .interaction), let named = call.completionCurve(curve, "curve") else {
    return call.status
  }
  interaction._withUnsafeGuaranteedRef { $0.completionCurve = named }
  return call.status
}

// MARK: Percent driver

@implementation @_cdecl("bgt_percent_driver_create")
public func bgt_percent_driver_create(
  _ def: UnsafePointer<bgt_transition_interaction_def>?, _ out_driver: UnsafeMutablePointer<bgt_percent_driver>?
) -> bgt_status {
  var call = Call()
  return call.make(PercentDriver(), BGT_KIND_PERCENT_DRIVER, def, out_driver, "out_driver")
}

@implementation @_cdecl("bgt_percent_driver_get_duration")
public func bgt_percent_driver_get_duration(_ id: bgt_percent_driver) -> Double {
  var call = Call()
  return call.get(id, .driver, 0) { $0.duration }
}

@implementation @_cdecl("bgt_percent_driver_get_percent_complete")
public func bgt_percent_driver_get_percent_complete(_ id: bgt_percent_driver) -> Double {
  var call = Call()
  return call.get(id, .driver, 0) { $0.percentComplete }
}

@implementation @_cdecl("bgt_percent_driver_get_timing")
public func bgt_percent_driver_get_timing(_ id: bgt_percent_driver) -> bgt_timing {
  var call = Call()
  return call.get(id, .driver, 0) { Registry.id(of: $0.timingCurve) }
}

@implementation @_cdecl("bgt_percent_driver_set_timing")
public func bgt_percent_driver_set_timing(_ id: bgt_percent_driver, _ timing_id: bgt_timing) -> bgt_status {
  var call = Call()
  guard let driver = call.borrow(id, .driver) else { return call.status }
  var timing: Unmanaged<Timing>?
  if timing_id != 0 {
    timing = call.borrow(timing_id, .timing)
    if timing == nil { return call.status }
  }
  // It may be the driver's own, and nobody else's: the new one is retained before the old one is let go.
  driver._withUnsafeGuaranteedRef { $0.timingCurve = timing?.takeUnretainedValue() }
  return call.status
}

extension Call {
  /// A call on a driver whose callbacks may release it and all it drives.
  fileprivate mutating func drive(
    _ id: bgt_percent_driver, _ argument: StaticString, _ body: (PercentDriver) throws(BagatelleError) -> Bool
  ) -> bgt_status {
    guard let driver = driver(id) else { return status }
    let own = Unmanaged.passRetained(driver)
    let transition = driver.context
    let container = transition?.container
    var hadEffect = true
    do throws(BagatelleError) {
      hadEffect = try body(driver)
    } catch {
      failed(error, argument)
    }
    withExtendedLifetime((transition, container, container?.timeline)) { own.release() }
    return hadEffect ? status : bgt_status(BGT_IGNORED)
  }
}

@implementation @_cdecl("bgt_percent_driver_update")
public func bgt_percent_driver_update(_ id: bgt_percent_driver, _ percent: Double) -> bgt_status {
  var call = Call()
  return call.drive(id, "percent") { (driver: PercentDriver) throws(BagatelleError) in try driver.update(percent) }
}

@implementation @_cdecl("bgt_percent_driver_finish")
public func bgt_percent_driver_finish(_ id: bgt_percent_driver) -> bgt_status {
  var call = Call()
  return call.drive(id, "driver") { (driver: PercentDriver) throws(BagatelleError) in try driver.finish() }
}

@implementation @_cdecl("bgt_percent_driver_cancel")
public func bgt_percent_driver_cancel(_ id: bgt_percent_driver) -> bgt_status {
  var call = Call()
  return call.drive(id, "driver") { (driver: PercentDriver) throws(BagatelleError) in try driver.cancel() }
}

@implementation @_cdecl("bgt_percent_driver_pause")
public func bgt_percent_driver_pause(_ id: bgt_percent_driver) -> bgt_status {
  var call = Call()
  return call.drive(id, "driver") { (driver: PercentDriver) throws(BagatelleError) in try driver.pause() }
}
