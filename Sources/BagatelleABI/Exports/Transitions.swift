// Header section "Transitions": facts and reports of one transition, what goes alongside, physics as the driver.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

extension Call {
  fileprivate mutating func transition(_ id: bgt_transition) -> TransitionContext? {
    guard let object = object(id, "transition", BGT_KIND_TRANSITION) else { return nil }
    return unsafeDowncast(object, to: TransitionContext.self)
  }

  fileprivate mutating func side(
    _ id: bgt_transition, _ key: bgt_transition_key
  ) -> (Unmanaged<TransitionContext>, TransitionContext.Key)? {
    guard let transition = borrow(id, .transition) else { return nil }
    guard let side = TransitionContext.Key(rawValue: key) else {
      fail(BGT_ERROR_RANGE, "key", integer: Int64(key), "pass a BGT_TRANSITION_ key")
      return nil
    }
    return (transition, side)
  }

  /// A call whose callbacks may release the transition and all around it; false of the body: without effect.
  fileprivate mutating func report(
    _ id: bgt_transition, _ argument: StaticString, _ body: (TransitionContext) throws(BagatelleError) -> Bool
  ) -> bgt_status {
    guard let transition = transition(id) else { return status }
    let own = Unmanaged.passRetained(transition)
    let container = transition.container
    var hadEffect = true
    do throws(BagatelleError) {
      hadEffect = try body(transition)
    } catch {
      failed(error, argument)
    }
    withExtendedLifetime((container, container?.timeline)) { own.release() }
    return hadEffect ? status : bgt_status(BGT_IGNORED)
  }
}

// MARK: Facts

@implementation @_cdecl("bgt_transition_get_container")
public func bgt_transition_get_container(_ id: bgt_transition) -> bgt_transition_container {
  var call = Call()
  return call.get(id, .transition, 0) { Registry.id(of: $0.containerReference) }
}

@implementation @_cdecl("bgt_transition_get_presentation")
public func bgt_transition_get_presentation(_ id: bgt_transition) -> bgt_presentation {
  var call = Call()
  return call.get(id, .transition, 0) { Registry.id(of: $0.presentation) }
}

@implementation @_cdecl("bgt_transition_is_presenting")
public func bgt_transition_is_presenting(_ id: bgt_transition) -> Bool {
  var call = Call()
  return call.get(id, .transition, false) { $0.isPresenting }
}

@implementation @_cdecl("bgt_transition_get_style")
public func bgt_transition_get_style(_ id: bgt_transition) -> bgt_presentation_style {
  var call = Call()
  return call.get(id, .transition, 0) { $0.style.rawValue }
}

@implementation @_cdecl("bgt_transition_is_animated")
public func bgt_transition_is_animated(_ id: bgt_transition) -> Bool {
  var call = Call()
  return call.get(id, .transition, false) { $0.isAnimated }
}

@implementation @_cdecl("bgt_transition_get_phase")
public func bgt_transition_get_phase(_ id: bgt_transition) -> bgt_transition_phase {
  var call = Call()
  return call.get(id, .transition, 0) { $0.phase.rawValue }
}

@implementation @_cdecl("bgt_transition_is_interactive")
public func bgt_transition_is_interactive(_ id: bgt_transition) -> Bool {
  var call = Call()
  return call.get(id, .transition, false) { $0.isInteractive }
}

@implementation @_cdecl("bgt_transition_is_initially_interactive")
public func bgt_transition_is_initially_interactive(_ id: bgt_transition) -> Bool {
  var call = Call()
  return call.get(id, .transition, false) { $0.initiallyInteractive }
}

@implementation @_cdecl("bgt_transition_is_interruptible")
public func bgt_transition_is_interruptible(_ id: bgt_transition) -> Bool {
  var call = Call()
  return call.get(id, .transition, false) { $0.isInterruptible }
}

@implementation @_cdecl("bgt_transition_is_cancelled")
public func bgt_transition_is_cancelled(_ id: bgt_transition) -> Bool {
  var call = Call()
  return call.get(id, .transition, false) { $0.transitionWasCancelled }
}

@implementation @_cdecl("bgt_transition_get_percent_complete")
public func bgt_transition_get_percent_complete(_ id: bgt_transition) -> Double {
  var call = Call()
  return call.get(id, .transition, 0) { $0.percentComplete }
}

@implementation @_cdecl("bgt_transition_get_duration")
public func bgt_transition_get_duration(_ id: bgt_transition) -> Double {
  var call = Call()
  return call.get(id, .transition, 0) { $0.transitionDuration }
}

@implementation @_cdecl("bgt_transition_get_completion_speed")
public func bgt_transition_get_completion_speed(_ id: bgt_transition) -> Double {
  var call = Call()
  return call.get(id, .transition, 0) { $0.coordinator.completionVelocity }
}

@implementation @_cdecl("bgt_transition_get_completion_curve")
public func bgt_transition_get_completion_curve(_ id: bgt_transition) -> bgt_curve {
  var call = Call()
  return call.get(id, .transition, 0) { $0.coordinator.completionCurve.rawValue }
}

@implementation @_cdecl("bgt_transition_get_target_transform")
public func bgt_transition_get_target_transform(_ id: bgt_transition) -> bgt_transform {
  var call = Call()
  return call.get(id, .transition, noTransform) { $0.targetTransform.record }
}

@implementation @_cdecl("bgt_transition_get_item")
public func bgt_transition_get_item(_ id: bgt_transition, _ key: bgt_transition_key) -> bgt_item {
  var call = Call()
  guard let (transition, side) = call.side(id, key) else { return 0 }
  return transition._withUnsafeGuaranteedRef { Registry.id(of: $0.itemReference(side)) }
}

@implementation @_cdecl("bgt_transition_get_animatable_item")
public func bgt_transition_get_animatable_item(_ id: bgt_transition, _ key: bgt_transition_key) -> bgt_item {
  var call = Call()
  guard let (transition, side) = call.side(id, key) else { return 0 }
  return transition._withUnsafeGuaranteedRef { Registry.id(of: $0.animatableReference(side)) }
}

@implementation @_cdecl("bgt_transition_get_initial_frame")
public func bgt_transition_get_initial_frame(_ id: bgt_transition, _ key: bgt_transition_key) -> bgt_rect {
  var call = Call()
  guard let (transition, side) = call.side(id, key) else { return noRect }
  return transition._withUnsafeGuaranteedRef { $0.initialFrame(side).c }
}

@implementation @_cdecl("bgt_transition_get_final_frame")
public func bgt_transition_get_final_frame(_ id: bgt_transition, _ key: bgt_transition_key) -> bgt_rect {
  var call = Call()
  guard let (transition, side) = call.side(id, key) else { return noRect }
  return transition._withUnsafeGuaranteedRef { $0.finalFrame(side).c }
}

@implementation @_cdecl("bgt_transition_get_interruptible_animator")
public func bgt_transition_get_interruptible_animator(_ id: bgt_transition) -> bgt_property_animator {
  var call = Call()
  return call.get(id, .transition, 0) { Registry.id(of: $0.interruptibleAnimator) }
}

// MARK: Reports

@implementation @_cdecl("bgt_transition_set_update_callback")
public func bgt_transition_set_update_callback(
  _ id: bgt_transition, _ fn: bgt_transition_update_fn?, _ context: UnsafeMutableRawPointer?,
  _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let transition = call.transition(id) else { return call.status }
  if let fn {
    let keeper = Context(context, release)
    transition.onUpdate = { fn(id, $0, keeper.pointer) }
  } else {
    transition.onUpdate = nil
    giveBack(context, release)
  }
  return call.status
}

@implementation @_cdecl("bgt_transition_update")
public func bgt_transition_update(_ id: bgt_transition, _ percent: Double) -> bgt_status {
  var call = Call()
  return call.report(id, "transition") { (transition: TransitionContext) throws(BagatelleError) in
    try transition.update(percent)
  }
}

@implementation @_cdecl("bgt_transition_pause")
public func bgt_transition_pause(_ id: bgt_transition) -> bgt_status {
  var call = Call()
  return call.report(id, "transition") { (transition: TransitionContext) throws(BagatelleError) in
    try transition.pause()
  }
}

@implementation @_cdecl("bgt_transition_finish")
public func bgt_transition_finish(_ id: bgt_transition) -> bgt_status {
  var call = Call()
  return call.report(id, "transition") { (transition: TransitionContext) throws(BagatelleError) in
    try transition.finish()
  }
}

@implementation @_cdecl("bgt_transition_cancel")
public func bgt_transition_cancel(_ id: bgt_transition) -> bgt_status {
  var call = Call()
  return call.report(id, "transition") { (transition: TransitionContext) throws(BagatelleError) in
    try transition.cancel()
  }
}

@implementation @_cdecl("bgt_transition_complete")
public func bgt_transition_complete(_ id: bgt_transition, _ completed: Bool) -> bgt_status {
  var call = Call()
  return call.report(id, "transition") { (transition: TransitionContext) throws(BagatelleError) in
    try transition.complete(completed)
  }
}

// MARK: Alongside

@implementation @_cdecl("bgt_transition_animate_alongside")
public func bgt_transition_animate_alongside(
  _ id: bgt_transition, _ fn: bgt_transition_fn?, _ completion: bgt_transition_fn?,
  _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  let keeper = Context(context, release)
  let status = call.report(id, "transition") { (transition: TransitionContext) throws(BagatelleError) in
    transition.coordinator.animateAlongside(
      fn.map { (run: bgt_transition_fn) in { (_: TransitionCoordinator) in run(id, keeper.pointer) } },
      completion: completion.map { (run: bgt_transition_fn) in
        { (_: TransitionCoordinator) in run(id, keeper.pointer) }
      })
  }
  if status < 0 { keeper.disarm() }
  return status
}

extension Call {
  fileprivate mutating func notify(
    _ id: bgt_transition, _ fn: bgt_transition_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?,
    _ add: (TransitionCoordinator, @escaping TransitionCoordinator.Callback) -> Void
  ) -> bgt_status {
    guard let transition = transition(id) else { return status }
    guard let fn else {
      null("fn")
      return status
    }
    guard transition.phase != .done else {
      giveBack(context, release)
      return bgt_status(BGT_IGNORED)
    }
    let keeper = Context(context, release)
    add(transition.coordinator) { _ in fn(id, keeper.pointer) }
    return status
  }
}

@implementation @_cdecl("bgt_transition_notify_interaction_changes")
public func bgt_transition_notify_interaction_changes(
  _ id: bgt_transition, _ fn: bgt_transition_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  return call.notify(id, fn, context, release) { $0.notifyInteractionChanges($1) }
}

@implementation @_cdecl("bgt_transition_notify_interaction_ends")
public func bgt_transition_notify_interaction_ends(
  _ id: bgt_transition, _ fn: bgt_transition_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  return call.notify(id, fn, context, release) { $0.notifyInteractionEnds($1) }
}

// MARK: Physics as the driver

@implementation @_cdecl("bgt_transition_drive")
@_optimize(size)
public func bgt_transition_drive(
  _ id: bgt_transition, _ animator_id: bgt_animator, _ behavior_id: bgt_behavior,
  _ def: UnsafePointer<bgt_transition_drive_def>?
) -> bgt_status {
  var call = Call()
  guard call.transition(id) != nil, let animator = call.animator(animator_id),
    let behavior = call.behavior(behavior_id)
  else { return call.status }
  var values = Defaults.drive(0)
  if let def {
    guard let given = call.definition(def, values, least: 56) else { return call.status }
    values = given
  }
  guard call.reserved(values.reserved) else { return call.status }
  let keeper = Context(values.context, values.release)
  var options = DynamicsDriverOptions()
  options.timeLimit = values.time_limit
  if let fn = values.progress { options.progress = { fn(id, keeper.pointer) } }
  if let fn = values.finish_when { options.finishWhen = { fn(id, keeper.pointer) } }
  let end = values.end
  options.end = { end?(id, keeper.pointer) ?? true }
  let status = call.report(id, "def") { (transition: TransitionContext) throws(BagatelleError) in
    try transition.drive(animator, behavior, options)
    return true
  }
  if status < 0 { keeper.disarm() } else { Homes.refresh(behavior) }
  return status
}
