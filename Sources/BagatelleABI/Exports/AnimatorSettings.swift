// Header section "Animator": default material, thresholds, scales.
// SPDX-License-Identifier: MIT
import Bagatelle
import CBagatelle

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_default_material")
public func bgt_animator_get_default_material(_ id: bgt_animator) -> bgt_material {
  var call = Call()
  guard let material = call.animator(id)?.defaultMaterial else {
    return bgt_material(elasticity: 0, friction: 0, density: 0, resistance: 0, angular_resistance: 0)
  }
  return bgt_material(
    elasticity: material.elasticity, friction: material.friction, density: material.density,
    resistance: material.resistance, angular_resistance: material.angularResistance)
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_set_default_material")
public func bgt_animator_set_default_material(
  _ id: bgt_animator, _ material: UnsafePointer<bgt_material>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .animator) else { return call.status }
  guard let material = material?.pointee else {
    call.null("material")
    return call.status
  }
  var new = Material()
  new.elasticity = material.elasticity
  new.friction = material.friction
  new.density = material.density
  new.resistance = material.resistance
  new.angularResistance = material.angular_resistance
  return call.run("material", animator) { (on) throws(BagatelleError) in try on.setDefaultMaterial(new) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_is_using_documented_defaults")
public func bgt_animator_is_using_documented_defaults(_ id: bgt_animator) -> Bool {
  var call = Call()
  return call.get(id, .animator, false) { $0.isUsingDocumentedDefaults }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_set_using_documented_defaults")
public func bgt_animator_set_using_documented_defaults(_ id: bgt_animator, _ use: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .animator) { $0.isUsingDocumentedDefaults = use }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_is_using_device_springs")
public func bgt_animator_is_using_device_springs(_ id: bgt_animator) -> Bool {
  var call = Call()
  return call.get(id, .animator, false) { $0.isUsingDeviceSprings }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_set_using_device_springs")
public func bgt_animator_set_using_device_springs(_ id: bgt_animator, _ use: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .animator) { $0.isUsingDeviceSprings = use }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_bounce_threshold")
public func bgt_animator_get_bounce_threshold(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.get(id, .animator, 0) { $0.bounceThreshold }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_set_bounce_threshold")
public func bgt_animator_set_bounce_threshold(_ id: bgt_animator, _ speed: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .animator) else { return call.status }
  return call.run("speed", animator) { (on) throws(BagatelleError) in try on.setBounceThreshold(speed) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_rest_speed")
public func bgt_animator_get_rest_speed(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.get(id, .animator, 0) { $0.restSpeed }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_set_rest_speed")
public func bgt_animator_set_rest_speed(_ id: bgt_animator, _ speed: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .animator) else { return call.status }
  return call.run("speed", animator) { (on) throws(BagatelleError) in try on.setRestSpeed(speed) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_rest_angular_speed")
public func bgt_animator_get_rest_angular_speed(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.get(id, .animator, 0) { $0.restAngularSpeed }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_set_rest_angular_speed")
public func bgt_animator_set_rest_angular_speed(_ id: bgt_animator, _ speed: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .animator) else { return call.status }
  return call.run("speed", animator) { (on) throws(BagatelleError) in try on.setRestAngularSpeed(speed) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_rest_seconds")
public func bgt_animator_get_rest_seconds(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.get(id, .animator, 0) { $0.restSeconds }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_set_rest_seconds")
public func bgt_animator_set_rest_seconds(_ id: bgt_animator, _ seconds: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .animator) else { return call.status }
  return call.run("seconds", animator) { (on) throws(BagatelleError) in try on.setRestSeconds(seconds) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_length_scale")
public func bgt_animator_get_length_scale(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.get(id, .animator, 0) { $0.lengthScale }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_set_length_scale")
public func bgt_animator_set_length_scale(_ id: bgt_animator, _ scale: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .animator) else { return call.status }
  return call.run("scale", animator) { (on) throws(BagatelleError) in try on.setLengthScale(scale) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_pixel_scale")
public func bgt_animator_get_pixel_scale(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.get(id, .animator, 0) { $0.pixelScale }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_set_pixel_scale")
public func bgt_animator_set_pixel_scale(_ id: bgt_animator, _ scale: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .animator) else { return call.status }
  return call.run("scale", animator) { (on) throws(BagatelleError) in try on.setPixelScale(scale) }
}
