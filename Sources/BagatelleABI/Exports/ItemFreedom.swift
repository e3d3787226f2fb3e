// Header section "Item properties": locks, limits of the angle, and time.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_is_locking_x")
public func bgt_item_behavior_is_locking_x(_ id: bgt_item_behavior) -> Bool {
  var call = Call()
  return call.get(id, .itemBehavior, false) { $0.isLockingX }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_locking_x")
public func bgt_item_behavior_set_locking_x(_ id: bgt_item_behavior, _ lock: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .itemBehavior) { $0.isLockingX = lock }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_is_locking_y")
public func bgt_item_behavior_is_locking_y(_ id: bgt_item_behavior) -> Bool {
  var call = Call()
  return call.get(id, .itemBehavior, false) { $0.isLockingY }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_locking_y")
public func bgt_item_behavior_set_locking_y(_ id: bgt_item_behavior, _ lock: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .itemBehavior) { $0.isLockingY = lock }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_get_angle_limits")
public func bgt_item_behavior_get_angle_limits(
  _ id: bgt_item_behavior, _ out_minimum: UnsafeMutablePointer<Double>?,
  _ out_maximum: UnsafeMutablePointer<Double>?
) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior) else { return call.status }
  guard let out_minimum else {
    call.null("out_minimum")
    return call.status
  }
  guard let out_maximum else {
    call.null("out_maximum")
    return call.status
  }
  let limits = behavior._withUnsafeGuaranteedRef { $0.angleLimits }
  out_minimum.pointee = max(limits.minimum, -unlimited)
  out_maximum.pointee = min(limits.maximum, unlimited)
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_angle_limits")
public func bgt_item_behavior_set_angle_limits(_ id: bgt_item_behavior, _ minimum: Double, _ maximum: Double)
  -> bgt_status
{
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior),
    call.number(
      minimum, "minimum", nil, -.greatestFiniteMagnitude, maximum,
      "pass a finite value not above the maximum; -BGT_UNLIMITED is none"),
    call.number(
      maximum, "maximum", nil, minimum, .greatestFiniteMagnitude,
      "pass a finite value not below the minimum; BGT_UNLIMITED is none")
  else { return call.status }
  return call.run("minimum", behavior) { (on) throws(BagatelleError) in
    try on.setAngleLimits(range(minimum, maximum))
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_get_time_scale")
public func bgt_item_behavior_get_time_scale(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.get(id, .itemBehavior, 0) { $0.timeScale }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_time_scale")
public func bgt_item_behavior_set_time_scale(_ id: bgt_item_behavior, _ scale: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior) else { return call.status }
  return call.run("scale", behavior) { (on) throws(BagatelleError) in try on.setTimeScale(scale) }
}
