// Header section "Gestures": arithmetic between a finger and an animation.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

extension Call {
  /// Part of a velocity that is left after a millisecond.
  fileprivate mutating func rate(_ rate: Double) -> Bool {
    number(rate, "rate", nil, 1e-9, 0.999999999, "pass a part above 0 and below 1, such as 0.998")
  }
  fileprivate mutating func above(_ value: Double, _ argument: StaticString) -> Bool {
    number(value, argument, nil, 1e-9, Limits.magnitude, "pass a value above 0, to 1e9")
  }
  fileprivate mutating func tracker(_ id: bgt_velocity_tracker) -> VelocityTracker? {
    guard let slot = slot(id, "tracker", kind: Int(BGT_KIND_VELOCITY_TRACKER)), let object = slot.pointee.object
    else { return nil }
    return unsafeDowncast(
      Unmanaged<BagatelleObject>.fromOpaque(object).takeUnretainedValue(), to: VelocityTracker.self)
  }
}

@implementation @_cdecl("bgt_gesture_project")
public func bgt_gesture_project(_ velocity: Double, _ rate: Double) -> Double {
  var call = Call()
  guard call.magnitude(velocity, "velocity"), call.rate(rate) else { return 0 }
  return Gesture.project(velocity: velocity, rate: rate)
}

@implementation @_cdecl("bgt_gesture_rubber_band")
public func bgt_gesture_rubber_band(_ distance: Double, _ dimension: Double, _ coefficient: Double) -> Double {
  var call = Call()
  guard call.magnitude(distance, "distance"), call.above(dimension, "dimension"),
    call.above(coefficient, "coefficient")
  else { return 0 }
  return Gesture.rubberBand(distance, dimension: dimension, coefficient: coefficient)
}

@implementation @_cdecl("bgt_gesture_rubber_band_inverse")
public func bgt_gesture_rubber_band_inverse(_ shown: Double, _ dimension: Double, _ coefficient: Double) -> Double {
  var call = Call()
  guard call.magnitude(shown, "shown"), call.above(dimension, "dimension"), call.above(coefficient, "coefficient")
  else { return 0 }
  guard shown.magnitude < dimension else {
    call.fail(BGT_ERROR_RANGE, "shown", number: shown, "pass less than the dimension, which is never reached")
    return 0
  }
  return Gesture.rubberBandInverse(shown, dimension: dimension, coefficient: coefficient)
}

@implementation @_cdecl("bgt_gesture_relative_velocity")
public func bgt_gesture_relative_velocity(_ velocity: bgt_vec2, _ from: bgt_vec2, _ to: bgt_vec2) -> bgt_vec2 {
  var call = Call()
  guard call.vector(velocity, "velocity"), call.vector(from, "from"), call.vector(to, "to") else {
    return bgt_vec2(x: 0, y: 0)
  }
  return Gesture.relativeVelocity(Vector2(velocity), from: Vector2(from), to: Vector2(to)).c
}

@implementation @_cdecl("bgt_gesture_decay_velocity")
public func bgt_gesture_decay_velocity(_ velocity: Double, _ seconds: Double, _ rate: Double) -> Double {
  var call = Call()
  guard call.magnitude(velocity, "velocity"), call.notNegative(seconds, "seconds"), call.rate(rate) else { return 0 }
  return Gesture.decayVelocity(velocity, after: seconds, rate: rate)
}

@implementation @_cdecl("bgt_gesture_decay_distance")
public func bgt_gesture_decay_distance(_ velocity: Double, _ seconds: Double, _ rate: Double) -> Double {
  var call = Call()
  guard call.magnitude(velocity, "velocity"), call.notNegative(seconds, "seconds"), call.rate(rate) else { return 0 }
  return Gesture.decayDistance(velocity, after: seconds, rate: rate)
}

@implementation @_cdecl("bgt_gesture_decay_seconds")
public func bgt_gesture_decay_seconds(_ velocity: Double, _ threshold: Double, _ rate: Double) -> Double {
  var call = Call()
  guard call.magnitude(velocity, "velocity"), call.above(threshold, "threshold"), call.rate(rate) else { return 0 }
  return Gesture.decaySeconds(velocity, threshold: threshold, rate: rate)
}

@implementation @_cdecl("bgt_velocity_tracker_create")
public func bgt_velocity_tracker_create(_ out_tracker: UnsafeMutablePointer<bgt_velocity_tracker>?) -> bgt_status {
  var call = Call()
  guard let out_tracker else {
    call.null("out_tracker")
    return call.status
  }
  let tracker = VelocityTracker()
  let id = Registry.register(tracker, kind: Int32(BGT_KIND_VELOCITY_TRACKER), callers: 1)
  if id == 0 { call.noMemory("out_tracker") } else { out_tracker.pointee = id }
  return call.status
}

@implementation @_cdecl("bgt_velocity_tracker_add")
public func bgt_velocity_tracker_add(_ id: bgt_velocity_tracker, _ time: Double, _ place: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let tracker = call.tracker(id) else { return call.status }
  return call.run("time") { () throws(BagatelleError) in try tracker.add(Vector2(place), at: time) }
}

@implementation @_cdecl("bgt_velocity_tracker_reset")
public func bgt_velocity_tracker_reset(_ id: bgt_velocity_tracker) -> bgt_status {
  var call = Call()
  call.tracker(id)?.reset()
  return call.status
}

@implementation @_cdecl("bgt_velocity_tracker_get_velocity")
public func bgt_velocity_tracker_get_velocity(_ id: bgt_velocity_tracker) -> bgt_vec2 {
  var call = Call()
  return call.tracker(id)?.velocity.c ?? bgt_vec2(x: 0, y: 0)
}

@implementation @_cdecl("bgt_velocity_tracker_get_velocity_at")
public func bgt_velocity_tracker_get_velocity_at(_ id: bgt_velocity_tracker, _ time: Double) -> bgt_vec2 {
  var call = Call()
  guard let tracker = call.tracker(id), call.number(time, "time", nil, -1e12, 1e12, "pass a time within 1e12 s")
  else { return bgt_vec2(x: 0, y: 0) }
  return tracker.velocity(at: time).c
}
