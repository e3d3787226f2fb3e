// Header sections "Events and state" and "Diagnostics".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

/// The animator's records in place; null when there are none.
private func records<T, R>(_ view: UnsafeBufferPointer<T>, as type: R.Type) -> UnsafePointer<R>? {
  guard view.count > 0, let base = view.baseAddress else { return nil }
  return UnsafeRawPointer(base).assumingMemoryBound(to: R.self)
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_states")
public func bgt_animator_get_states(
  _ id: bgt_animator, _ out_states: UnsafeMutablePointer<UnsafePointer<bgt_item_state>?>?,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  guard let out_states else {
    call.null("out_states")
    return call.status
  }
  guard let out_count else {
    call.null("out_count")
    return call.status
  }
  let view = animator.statesView
  out_states.pointee = records(view, as: bgt_item_state.self)
  out_count.pointee = UInt64(view.count)
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_copy_states")
public func bgt_animator_copy_states(
  _ id: bgt_animator, _ out_states: UnsafeMutablePointer<bgt_item_state>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id), call.outputs(out_states, "out_states", capacity, out_count),
    let out_count
  else { return call.status }
  let view = animator.statesView
  let fitting = capacity < UInt64(view.count) ? Int(capacity) : view.count
  if let out_states, let states = records(view, as: bgt_item_state.self), fitting > 0 {
    out_states.update(from: states, count: fitting)
  }
  out_count.pointee = UInt64(view.count)
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_copy_presented_states")
public func bgt_animator_copy_presented_states(
  _ id: bgt_animator, _ out_states: UnsafeMutablePointer<bgt_item_state>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id), call.outputs(out_states, "out_states", capacity, out_count),
    let out_count
  else { return call.status }
  let count = animator.statesView.count
  let fitting = capacity < UInt64(count) ? Int(capacity) : count
  if let out_states {
    var index = 0
    while index < fitting {
      out_states[index] = record(animator.presentedState(index))
      index += 1
    }
  }
  out_count.pointee = UInt64(count)
  return call.status
}

private func record(_ state: ItemState) -> bgt_item_state {
  bgt_item_state(
    item: state.id, center: state.center.c, angle: state.angle, velocity: state.velocity.c,
    angular_velocity: state.angularVelocity, flags: state.flags, reserved: 0)
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_item_state")
public func bgt_animator_get_item_state(
  _ id: bgt_animator, _ item_id: bgt_item, _ out_state: UnsafeMutablePointer<bgt_item_state>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .animator), let item = call.borrow(item_id, .item) else { return call.status }
  guard let out_state else {
    call.null("out_state")
    return call.status
  }
  return call.run("item", id: item_id, animator) { (on) throws(BagatelleError) in
    out_state.pointee = record(
      try item.use { (item) throws(BagatelleError) in try on.state(of: item) })
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_contacts")
public func bgt_animator_get_contacts(
  _ id: bgt_animator, _ out_events: UnsafeMutablePointer<UnsafePointer<bgt_contact_event>?>?,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  guard let out_events else {
    call.null("out_events")
    return call.status
  }
  guard let out_count else {
    call.null("out_count")
    return call.status
  }
  let view = animator.contactsView
  out_events.pointee = records(view, as: bgt_contact_event.self)
  out_count.pointee = UInt64(view.count)
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_state_hash")
public func bgt_animator_get_state_hash(_ id: bgt_animator) -> UInt64 {
  var call = Call()
  return call.get(id, .animator, 0) { $0.stateHash }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_counters")
public func bgt_animator_get_counters(
  _ id: bgt_animator, _ out_counters: UnsafeMutablePointer<bgt_counters>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  guard let out_counters else {
    call.null("out_counters")
    return call.status
  }
  let size = out_counters.pointee.struct_size
  guard size == 48 else {
    call.fail(
      BGT_ERROR_INCOMPATIBLE, "out_counters", "struct_size", integer: Int64(size), "set it to sizeof(bgt_counters)")
    return call.status
  }
  let counters = animator.counters
  out_counters.pointee = bgt_counters(
    struct_size: size, items: word(counters.items), awake_items: word(counters.awakeItems),
    boundary_segments: word(counters.boundarySegments), contacts: word(counters.contacts),
    touching_contacts: word(counters.touchingContacts), joints: word(counters.joints), reserved: 0,
    steps: counters.steps, bytes: counters.bytes)
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_profile")
public func bgt_animator_get_profile(
  _ id: bgt_animator, _ out_profile: UnsafeMutablePointer<bgt_profile>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  guard let out_profile else {
    call.null("out_profile")
    return call.status
  }
  let size = out_profile.pointee.struct_size
  guard size == 224 else {
    call.fail(
      BGT_ERROR_INCOMPATIBLE, "out_profile", "struct_size", integer: Int64(size), "set it to sizeof(bgt_profile)")
    return call.status
  }
  let profile = animator.profile
  out_profile.pointee = bgt_profile(
    struct_size: size, steps: word(profile.steps), all_steps: profile.allSteps, latest: times(profile.latest),
    all: times(profile.all))
  return call.status
}

private func times(_ t: PhaseTimes) -> bgt_phase_times {
  bgt_phase_times(
    total: t.total, structure: t.structure, pairs: t.pairs, narrow_phase: t.narrowPhase, joints: t.joints,
    solver: t.solver, integration: t.integration, restitution: t.restitution, finalize: t.finalize,
    continuous: t.continuous, tree: t.tree, sleep: t.sleep, events: t.events)
}

private func word(_ value: Int) -> UInt32 { UInt32(clamping: value) }
