// Header section "Timeline".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

/// The animators attached through the C API. Goes with its timeline: their groups are their own again.
private final class Attached {
  var animators: [DynamicAnimator] = []

  deinit { for animator in animators { Homes.refresh(animator) } }
}

extension Timeline {
  fileprivate var attached: Attached {
    if let companion = foreignCompanion { return unsafeDowncast(companion, to: Attached.self) }
    let made = Attached()
    foreignCompanion = made
    return made
  }
}

extension Call {
  mutating func timeline(_ id: bgt_timeline, _ argument: StaticString = "timeline") -> Timeline? {
    guard let slot = slot(id, argument, kind: Int(BGT_KIND_TIMELINE)), let object = slot.pointee.object else {
      return nil
    }
    return unsafeDowncast(Unmanaged<BagatelleObject>.fromOpaque(object).takeUnretainedValue(), to: Timeline.self)
  }
}

@implementation @_cdecl("bgt_timeline_create")
public func bgt_timeline_create(_ out_timeline: UnsafeMutablePointer<bgt_timeline>?) -> bgt_status {
  var call = Call()
  guard let out_timeline else {
    call.null("out_timeline")
    return call.status
  }
  do throws(BagatelleError) {
    let timeline = try Timeline()
    let id = Registry.register(timeline, kind: Int32(BGT_KIND_TIMELINE), callers: 1)
    guard id != 0 else { throw BagatelleError(.outOfMemory) }
    out_timeline.pointee = id
  } catch {
    call.failed(error, "out_timeline")
  }
  return call.status
}

// MARK: Time

extension Call {
  fileprivate mutating func advance(
    _ id: bgt_timeline, _ value: Double, _ argument: StaticString, _ least: Double,
    _ body: (Timeline) throws(BagatelleError) -> Void
  ) -> bgt_status {
    guard let timeline = timeline(id), let slot = bgts_find(id),
      number(value, argument, nil, least, 1e12, "pass a finite value, not negative, before 1e12 s")
    else { return status }
    guard Registry.beginAdvance(slot) else {
      fail(BGT_ERROR_BUSY, "timeline", id: id, "is advancing already; call this when that advance has returned")
      return status
    }
    // The callbacks may release the timeline; it dies after the others.
    withExtendedLifetime(timeline) {
      do throws(BagatelleError) {
        try body(timeline)
      } catch {
        failed(error, argument)
      }
      Registry.endAdvance(slot)
    }
    return status
  }
}

@implementation @_cdecl("bgt_timeline_advance")
public func bgt_timeline_advance(_ id: bgt_timeline, _ seconds: Double) -> bgt_status {
  var call = Call()
  return call.advance(id, seconds, "seconds", 0) { (timeline: Timeline) throws(BagatelleError) in
    try timeline.advance(by: seconds)
  }
}

@implementation @_cdecl("bgt_timeline_advance_to")
public func bgt_timeline_advance_to(_ id: bgt_timeline, _ time: Double) -> bgt_status {
  var call = Call()
  return call.advance(id, time, "time", 0) { (timeline: Timeline) throws(BagatelleError) in
    try timeline.advance(to: time)
  }
}

@implementation @_cdecl("bgt_timeline_get_time")
public func bgt_timeline_get_time(_ id: bgt_timeline) -> Double {
  var call = Call()
  return call.get(id, .timeline, 0) { $0.time }
}

@implementation @_cdecl("bgt_timeline_get_state_hash")
public func bgt_timeline_get_state_hash(_ id: bgt_timeline) -> UInt64 {
  var call = Call()
  return call.get(id, .timeline, 0) { $0.stateHash }
}

@implementation @_cdecl("bgt_timeline_get_rate")
public func bgt_timeline_get_rate(_ id: bgt_timeline) -> Double {
  var call = Call()
  return call.get(id, .timeline, 0) { $0.rate }
}

@implementation @_cdecl("bgt_timeline_set_rate")
public func bgt_timeline_set_rate(_ id: bgt_timeline, _ rate: Double) -> bgt_status {
  var call = Call()
  guard let timeline = call.borrow(id, .timeline) else { return call.status }
  return call.run("rate", timeline) { (on) throws(BagatelleError) in try on.setRate(rate) }
}

@implementation @_cdecl("bgt_timeline_is_running")
public func bgt_timeline_is_running(_ id: bgt_timeline) -> Bool {
  var call = Call()
  return call.get(id, .timeline, false) { $0.isRunning }
}

// MARK: Attached animators

@implementation @_cdecl("bgt_timeline_add_animator")
public func bgt_timeline_add_animator(_ id: bgt_timeline, _ animator_id: bgt_animator) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(id), let animator = call.animator(animator_id),
    let slot = bgts_find(animator_id)
  else { return call.status }
  if animator.timeline === timeline { return bgt_status(BGT_IGNORED) }
  guard bgts_load32(&slot.pointee.deferred) == 0 else {
    call.fail(BGT_ERROR_BUSY, "animator", id: animator_id, "is advancing; attach it when that advance has returned")
    return call.status
  }
  let status = call.run("animator", id: animator_id) { () throws(BagatelleError) in try timeline.addAnimator(animator) }
  if status >= 0 {
    timeline.attached.animators.append(animator)
    Homes.refresh(animator)
  }
  return status
}

@implementation @_cdecl("bgt_timeline_remove_animator")
public func bgt_timeline_remove_animator(_ id: bgt_timeline, _ animator_id: bgt_animator) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(id), let animator = call.animator(animator_id) else { return call.status }
  let kept = Registry.keep(animator)
  let status = call.run("animator", id: animator_id) { () throws(BagatelleError) in
    try timeline.removeAnimator(animator)
  }
  if status >= 0 {
    let list = timeline.attached
    for index in 0..<list.animators.count where list.animators[index] === animator {
      list.animators.remove(at: index)
      break
    }
  }
  if !kept { Homes.refresh(animator) }
  return status
}

@implementation @_cdecl("bgt_timeline_get_animators")
public func bgt_timeline_get_animators(
  _ id: bgt_timeline, _ out_animators: UnsafeMutablePointer<bgt_animator>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(id), call.outputs(out_animators, "out_animators", capacity, out_count),
    let out_count
  else { return call.status }
  if !copyIDs(timeline.attached.animators, out_animators, capacity, out_count) { call.noMemory("out_animators") }
  return call.status
}
