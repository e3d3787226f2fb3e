// Header section "Animator": creation, behaviors, the tick, time, bounds, items, callbacks.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

@implementation @_cdecl("bgt_animator_create")
public func bgt_animator_create(
  _ def: UnsafePointer<bgt_animator_def>?, _ out_animator: UnsafeMutablePointer<bgt_animator>?
) -> bgt_status {
  var call = Call()
  var values = Defaults.animator(0)
  guard let out_animator else {
    call.null("out_animator")
    return call.status
  }
  if let def {
    guard let read = call.definition(def, values, least: 24) else { return call.status }
    values = read
  }
  guard values.substeps >= 1, values.substeps <= 64 else {
    call.fail(BGT_ERROR_RANGE, "def", "substeps", integer: Int64(values.substeps), "pass 1 to 64")
    return call.status
  }
  guard values.workers >= 1, values.workers <= 64 else {
    call.fail(BGT_ERROR_RANGE, "def", "workers", integer: Int64(values.workers), "pass 1 to 64")
    return call.status
  }
  guard call.reserved(values.reserved) else { return call.status }
  guard
    call.number(
      values.step_seconds, "def", "step_seconds", 1.0 / 1000.0, DynamicAnimator.mostStepSeconds, "pass 1/1000 to 1/30 seconds")
  else { return call.status }
  do throws(BagatelleError) {
    let animator = try DynamicAnimator(
      stepSeconds: values.step_seconds, substeps: Int(values.substeps), workers: Int(values.workers))
    animator.onQuarantine = {
      bgts_log("bagatelle: an item left the range of finite motion, was put back and stopped; item", $0.foreignID)
    }
    animator.onIgnoredForce = {
      bgts_log("bagatelle: a custom field gave a force that is not finite or beyond 1e9, which was ignored; field", $0.foreignID)
    }
    let id = Registry.register(animator, kind: Int32(BGT_KIND_ANIMATOR), callers: 1)
    guard id != 0 else { throw BagatelleError(.outOfMemory) }
    out_animator.pointee = id
  } catch {
    call.failed(error, "def", isDefinition: true)
  }
  return call.status
}

// MARK: Behaviors

@implementation @_cdecl("bgt_animator_add_behavior")
public func bgt_animator_add_behavior(_ id: bgt_animator, _ behavior_id: bgt_behavior) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id), let behavior = call.behavior(behavior_id) else { return call.status }
  let status = call.run("behavior", id: behavior_id) { () throws(BagatelleError) in
    try animator.addBehavior(behavior)
  }
  if status >= 0 { Homes.refresh(behavior) }
  return status
}

@implementation @_cdecl("bgt_animator_remove_behavior")
public func bgt_animator_remove_behavior(_ id: bgt_animator, _ behavior_id: bgt_behavior) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id), let behavior = call.behavior(behavior_id) else { return call.status }
  let kept = Registry.keep(behavior)
  let status = call.run("behavior", id: behavior_id) { () throws(BagatelleError) in
    try animator.removeBehavior(behavior)
  }
  if !kept { Homes.refresh(behavior) }
  return status
}

@implementation @_cdecl("bgt_animator_remove_all_behaviors")
public func bgt_animator_remove_all_behaviors(_ id: bgt_animator) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  let leaving = animator.behaviors
  var kept = false
  for behavior in leaving { kept = Registry.keep(behavior) || kept }
  animator.removeAllBehaviors()
  if !kept { for behavior in leaving { Homes.refresh(behavior) } }
  return call.status
}

@implementation @_cdecl("bgt_animator_get_behaviors")
public func bgt_animator_get_behaviors(
  _ id: bgt_animator, _ out_behaviors: UnsafeMutablePointer<bgt_behavior>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id), call.outputs(out_behaviors, "out_behaviors", capacity, out_count),
    let out_count
  else { return call.status }
  if !copyIDs(animator.behaviors, out_behaviors, capacity, out_count) { call.noMemory("out_behaviors") }
  return call.status
}

// MARK: Time

@implementation @_cdecl("bgt_animator_advance")
public func bgt_animator_advance(
  _ id: bgt_animator, _ seconds: Double, _ out_steps: UnsafeMutablePointer<UInt32>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id), let slot = bgts_find(id) else { return call.status }
  guard
    call.number(seconds, "seconds", nil, 0, .greatestFiniteMagnitude, "pass the elapsed time: finite and not negative")
  else { return call.status }
  guard Registry.beginAdvance(slot) else {
    call.fail(BGT_ERROR_BUSY, "animator", id: id, "is advancing already; call this when that advance has returned")
    return call.status
  }
  // The callbacks may release the animator; it dies after the others.
  withExtendedLifetime(animator) {
    do throws(BagatelleError) {
      let steps = try animator.advance(by: seconds)
      Registry.endAdvance(slot)
      out_steps?.pointee = UInt32(truncatingIfNeeded: steps)
    } catch {
      Registry.endAdvance(slot)
      call.failed(error, "animator", id: id)
    }
  }
  return call.status
}

@implementation @_cdecl("bgt_animator_is_running")
public func bgt_animator_is_running(_ id: bgt_animator) -> Bool {
  var call = Call()
  return call.get(id, .animator, false) { $0.isRunning }
}

@implementation @_cdecl("bgt_animator_get_elapsed_seconds")
public func bgt_animator_get_elapsed_seconds(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.get(id, .animator, 0) { $0.elapsedSeconds }
}

@implementation @_cdecl("bgt_animator_get_real_elapsed_seconds")
public func bgt_animator_get_real_elapsed_seconds(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.get(id, .animator, 0) { $0.realElapsedSeconds }
}

@implementation @_cdecl("bgt_animator_get_dropped_seconds")
public func bgt_animator_get_dropped_seconds(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.get(id, .animator, 0) { $0.droppedSeconds }
}

@implementation @_cdecl("bgt_animator_get_speed")
public func bgt_animator_get_speed(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.get(id, .animator, 0) { $0.speed }
}

@implementation @_cdecl("bgt_animator_set_speed")
public func bgt_animator_set_speed(_ id: bgt_animator, _ speed: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .animator) else { return call.status }
  return call.run("speed", animator) { (on) throws(BagatelleError) in try on.setSpeed(speed) }
}

// MARK: Reference bounds

@implementation @_cdecl("bgt_animator_get_reference_bounds")
public func bgt_animator_get_reference_bounds(
  _ id: bgt_animator, _ out_bounds: UnsafeMutablePointer<bgt_rect>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .animator) else { return call.status }
  guard let out_bounds else {
    call.null("out_bounds")
    return call.status
  }
  guard let bounds = animator._withUnsafeGuaranteedRef({ $0.referenceBounds }) else {
    call.fail(BGT_ERROR_STATE, "animator", id: id, "has no reference bounds; set them first")
    return call.status
  }
  out_bounds.pointee = bgt_rect(x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height)
  return call.status
}

@implementation @_cdecl("bgt_animator_set_reference_bounds")
public func bgt_animator_set_reference_bounds(_ id: bgt_animator, _ bounds: bgt_rect) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .animator) else { return call.status }
  let rect = Rect(x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height)
  return call.run("bounds", animator) { (on) throws(BagatelleError) in try on.setReferenceBounds(rect) }
}

@implementation @_cdecl("bgt_animator_clear_reference_bounds")
public func bgt_animator_clear_reference_bounds(_ id: bgt_animator) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  return call.run("animator", id: id) { () throws(BagatelleError) in try animator.setReferenceBounds(nil) }
}

// MARK: Items

@implementation @_cdecl("bgt_animator_get_items")
public func bgt_animator_get_items(
  _ id: bgt_animator, _ out_items: UnsafeMutablePointer<bgt_item>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id), call.outputs(out_items, "out_items", capacity, out_count),
    let out_count
  else { return call.status }
  if !copyIDs(animator.items, out_items, capacity, out_count) { call.noMemory("out_items") }
  return call.status
}

@implementation @_cdecl("bgt_animator_get_awake_items")
public func bgt_animator_get_awake_items(
  _ id: bgt_animator, _ out_items: UnsafeMutablePointer<bgt_item>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id), call.outputs(out_items, "out_items", capacity, out_count),
    let out_count
  else { return call.status }
  if !copyIDs(animator.awakeItems, out_items, capacity, out_count) { call.noMemory("out_items") }
  return call.status
}

@implementation @_cdecl("bgt_animator_get_items_in_rect")
public func bgt_animator_get_items_in_rect(
  _ id: bgt_animator, _ rect: bgt_rect, _ out_items: UnsafeMutablePointer<bgt_item>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id), call.outputs(out_items, "out_items", capacity, out_count),
    let out_count
  else { return call.status }
  let area = Rect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  do throws(BagatelleError) {
    let items = try animator.items(in: area)
    if !copyIDs(items, out_items, capacity, out_count) { call.noMemory("out_items") }
  } catch {
    call.failed(error, "rect")
  }
  return call.status
}

extension Call {
  fileprivate mutating func update(
    _ id: bgt_animator, _ item_id: bgt_item, keepingShape: Bool
  ) -> bgt_status {
    guard let animator = animator(id), let item = item(item_id) else { return status }
    do throws(BagatelleError) {
      if try !animator.updateItem(item, keepingShape: keepingShape) { return bgt_status(BGT_IGNORED) }
    } catch {
      failed(error, "item", id: item_id)
    }
    return status
  }
}

@implementation @_cdecl("bgt_animator_update_item")
public func bgt_animator_update_item(_ id: bgt_animator, _ item_id: bgt_item) -> bgt_status {
  var call = Call()
  return call.update(id, item_id, keepingShape: false)
}

@implementation @_cdecl("bgt_animator_update_item_pose")
public func bgt_animator_update_item_pose(_ id: bgt_animator, _ item_id: bgt_item) -> bgt_status {
  var call = Call()
  return call.update(id, item_id, keepingShape: true)
}

// MARK: Callbacks

@implementation @_cdecl("bgt_animator_set_will_resume")
public func bgt_animator_set_will_resume(
  _ id: bgt_animator, _ fn: bgt_animator_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  if let fn {
    let keeper = Context(context, release)
    animator.onWillResume = { fn($0.foreignID, keeper.pointer) }
  } else {
    animator.onWillResume = nil
    giveBack(context, release)
  }
  return call.status
}

@implementation @_cdecl("bgt_animator_set_did_pause")
public func bgt_animator_set_did_pause(
  _ id: bgt_animator, _ fn: bgt_animator_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  if let fn {
    let keeper = Context(context, release)
    animator.onDidPause = { fn($0.foreignID, keeper.pointer) }
  } else {
    animator.onDidPause = nil
    giveBack(context, release)
  }
  return call.status
}
