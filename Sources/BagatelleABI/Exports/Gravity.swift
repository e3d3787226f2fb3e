// Header section "Gravity".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

@implementation @_cdecl("bgt_gravity_create")
public func bgt_gravity_create(
  _ def: UnsafePointer<bgt_gravity_def>?, _ out_gravity: UnsafeMutablePointer<bgt_gravity>?
) -> bgt_status {
  var call = Call()
  var values = Defaults.gravity(0)
  guard let out_gravity else {
    call.null("out_gravity")
    return call.status
  }
  if let def {
    guard let read = call.definition(def, values, least: 24) else { return call.status }
    values = read
  }
  guard call.reserved(values.reserved), call.vector(values.direction, "def.direction") else { return call.status }
  do throws(BagatelleError) {
    let gravity = try GravityBehavior(direction: Vector2(values.direction))
    call.publish(gravity, out_gravity, "out_gravity")
  } catch {
    call.failed(error, "def", isDefinition: true)
  }
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_gravity_get_direction")
public func bgt_gravity_get_direction(_ id: bgt_gravity) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .gravity, bgt_vec2(x: 0, y: 0)) { $0.direction.c }
}

@_optimize(speed)
@implementation @_cdecl("bgt_gravity_set_direction")
public func bgt_gravity_set_direction(_ id: bgt_gravity, _ direction: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let gravity = call.borrow(id, .gravity), call.vector(direction, "direction") else { return call.status }
  return call.run("direction", gravity) { (on) throws(BagatelleError) in try on.setDirection(Vector2(direction)) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_gravity_get_angle")
public func bgt_gravity_get_angle(_ id: bgt_gravity) -> Double {
  var call = Call()
  return call.get(id, .gravity, 0) { $0.angle }
}

@_optimize(speed)
@implementation @_cdecl("bgt_gravity_set_angle")
public func bgt_gravity_set_angle(_ id: bgt_gravity, _ angle: Double) -> bgt_status {
  var call = Call()
  guard let gravity = call.borrow(id, .gravity), call.angle(angle) else { return call.status }
  return call.run("angle", gravity) { (on) throws(BagatelleError) in try on.setAngle(angle) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_gravity_get_magnitude")
public func bgt_gravity_get_magnitude(_ id: bgt_gravity) -> Double {
  var call = Call()
  return call.get(id, .gravity, 0) { $0.magnitude }
}

@_optimize(speed)
@implementation @_cdecl("bgt_gravity_set_magnitude")
public func bgt_gravity_set_magnitude(_ id: bgt_gravity, _ magnitude: Double) -> bgt_status {
  var call = Call()
  guard let gravity = call.borrow(id, .gravity), call.magnitude(magnitude, "magnitude") else { return call.status }
  return call.run("magnitude", gravity) { (on) throws(BagatelleError) in try on.setMagnitude(magnitude) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_gravity_set_angle_and_magnitude")
public func bgt_gravity_set_angle_and_magnitude(_ id: bgt_gravity, _ angle: Double, _ magnitude: Double) -> bgt_status {
  var call = Call()
  guard let gravity = call.borrow(id, .gravity), call.angle(angle), call.magnitude(magnitude, "magnitude")
  else { return call.status }
  return call.run("angle", gravity) { (on) throws(BagatelleError) in try on.setAngle(angle, magnitude: magnitude) }
}
