// Header section "Push".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

@implementation @_cdecl("bgt_push_create")
public func bgt_push_create(
  _ def: UnsafePointer<bgt_push_def>?, _ out_push: UnsafeMutablePointer<bgt_push>?
) -> bgt_status {
  var call = Call()
  var values = Defaults.push(0)
  guard let out_push else {
    call.null("out_push")
    return call.status
  }
  if let def {
    guard let read = call.definition(def, values, least: 32) else { return call.status }
    values = read
  }
  guard let mode = PushBehavior.Mode(rawValue: values.mode) else {
    call.fail(BGT_ERROR_RANGE, "def", "mode", integer: Int64(values.mode), "pass a BGT_PUSH_ value")
    return call.status
  }
  guard call.flag(values.active, "def", "active"), call.reserved(values.reserved),
    call.vector(values.direction, "def.direction")
  else { return call.status }
  do throws(BagatelleError) {
    let push = try PushBehavior(mode: mode, direction: Vector2(values.direction), isActive: values.active != 0)
    call.publish(push, out_push, "out_push")
  } catch {
    call.failed(error, "def", isDefinition: true)
  }
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_push_get_mode")
public func bgt_push_get_mode(_ id: bgt_push) -> bgt_push_mode {
  var call = Call()
  return call.get(id, .push, 0) { $0.mode.rawValue }
}

@_optimize(speed)
@implementation @_cdecl("bgt_push_is_active")
public func bgt_push_is_active(_ id: bgt_push) -> Bool {
  var call = Call()
  return call.get(id, .push, false) { $0.isActive }
}

@_optimize(speed)
@implementation @_cdecl("bgt_push_set_active")
public func bgt_push_set_active(_ id: bgt_push, _ active: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .push) { $0.setActive(active) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_push_get_direction")
public func bgt_push_get_direction(_ id: bgt_push) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .push, bgt_vec2(x: 0, y: 0)) { $0.direction.c }
}

@_optimize(speed)
@implementation @_cdecl("bgt_push_set_direction")
public func bgt_push_set_direction(_ id: bgt_push, _ direction: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let push = call.borrow(id, .push), call.vector(direction, "direction") else { return call.status }
  return call.run("direction", push) { (on) throws(BagatelleError) in try on.setDirection(Vector2(direction)) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_push_get_angle")
public func bgt_push_get_angle(_ id: bgt_push) -> Double {
  var call = Call()
  return call.get(id, .push, 0) { $0.angle }
}

@_optimize(speed)
@implementation @_cdecl("bgt_push_set_angle")
public func bgt_push_set_angle(_ id: bgt_push, _ angle: Double) -> bgt_status {
  var call = Call()
  guard let push = call.borrow(id, .push), call.angle(angle) else { return call.status }
  return call.run("angle", push) { (on) throws(BagatelleError) in try on.setAngle(angle) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_push_get_magnitude")
public func bgt_push_get_magnitude(_ id: bgt_push) -> Double {
  var call = Call()
  return call.get(id, .push, 0) { $0.magnitude }
}

@_optimize(speed)
@implementation @_cdecl("bgt_push_set_magnitude")
public func bgt_push_set_magnitude(_ id: bgt_push, _ magnitude: Double) -> bgt_status {
  var call = Call()
  guard let push = call.borrow(id, .push), call.magnitude(magnitude, "magnitude") else { return call.status }
  return call.run("magnitude", push) { (on) throws(BagatelleError) in try on.setMagnitude(magnitude) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_push_set_angle_and_magnitude")
public func bgt_push_set_angle_and_magnitude(_ id: bgt_push, _ angle: Double, _ magnitude: Double) -> bgt_status {
  var call = Call()
  guard let push = call.borrow(id, .push), call.angle(angle), call.magnitude(magnitude, "magnitude")
  else { return call.status }
  return call.run("angle", push) { (on) throws(BagatelleError) in try on.setAngle(angle, magnitude: magnitude) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_push_get_target_offset")
public func bgt_push_get_target_offset(_ id: bgt_push, _ item_id: bgt_item) -> bgt_vec2 {
  var call = Call()
  var offset = Vector2(0, 0)
  guard let push = call.borrow(id, .push), let item = call.borrow(item_id, .item) else { return offset.c }
  _ = call.run("item", id: item_id, push) { (on) throws(BagatelleError) in
    offset = try item.use { (item) throws(BagatelleError) in try on.targetOffset(ofMember: item) }
  }
  return offset.c
}

@_optimize(speed)
@implementation @_cdecl("bgt_push_set_target_offset")
public func bgt_push_set_target_offset(_ id: bgt_push, _ item_id: bgt_item, _ offset: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let push = call.borrow(id, .push), let item = call.borrow(item_id, .item), call.point(offset, "offset")
  else { return call.status }
  return call.run("item", id: item_id, push) { (on) throws(BagatelleError) in
    try item.use { (item) throws(BagatelleError) in
      try on.setTargetOffset(checked: Vector2(offset), of: item)
    }
  }
}
