// Header section "Animator": default material, thresholds, scales.
// SPDX-License-Identifier: MIT
import Bagatelle
import CBagatelle

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

@implementation @_cdecl("bgt_animator_set_default_material")
public func bgt_animator_set_default_material(
  _ id: bgt_animator, _ material: UnsafePointer<bgt_material>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
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
  return call.run("material") { () throws(BagatelleError) in try animator.setDefaultMaterial(new) }
}

@implementation @_cdecl("bgt_animator_is_using_documented_defaults")
public func bgt_animator_is_using_documented_defaults(_ id: bgt_animator) -> Bool {
  var call = Call()
  return call.animator(id)?.isUsingDocumentedDefaults ?? false
}

@implementation @_cdecl("bgt_animator_set_using_documented_defaults")
public func bgt_animator_set_using_documented_defaults(_ id: bgt_animator, _ use: Bool) -> bgt_status {
  var call = Call()
  call.animator(id)?.isUsingDocumentedDefaults = use
  return call.status
}

@implementation @_cdecl("bgt_animator_is_using_device_springs")
public func bgt_animator_is_using_device_springs(_ id: bgt_animator) -> Bool {
  var call = Call()
  return call.animator(id)?.isUsingDeviceSprings ?? false
}

@implementation @_cdecl("bgt_animator_set_using_device_springs")
public func bgt_animator_set_using_device_springs(_ id: bgt_animator, _ use: Bool) -> bgt_status {
  var call = Call()
  call.animator(id)?.isUsingDeviceSprings = use
  return call.status
}

@implementation @_cdecl("bgt_animator_get_bounce_threshold")
public func bgt_animator_get_bounce_threshold(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.animator(id)?.bounceThreshold ?? 0
}

@implementation @_cdecl("bgt_animator_set_bounce_threshold")
public func bgt_animator_set_bounce_threshold(_ id: bgt_animator, _ speed: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  return call.run("speed") { () throws(BagatelleError) in try animator.setBounceThreshold(speed) }
}

@implementation @_cdecl("bgt_animator_get_rest_speed")
public func bgt_animator_get_rest_speed(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.animator(id)?.restSpeed ?? 0
}

@implementation @_cdecl("bgt_animator_set_rest_speed")
public func bgt_animator_set_rest_speed(_ id: bgt_animator, _ speed: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  return call.run("speed") { () throws(BagatelleError) in try animator.setRestSpeed(speed) }
}

@implementation @_cdecl("bgt_animator_get_rest_angular_speed")
public func bgt_animator_get_rest_angular_speed(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.animator(id)?.restAngularSpeed ?? 0
}

@implementation @_cdecl("bgt_animator_set_rest_angular_speed")
public func bgt_animator_set_rest_angular_speed(_ id: bgt_animator, _ speed: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  return call.run("speed") { () throws(BagatelleError) in try animator.setRestAngularSpeed(speed) }
}

@implementation @_cdecl("bgt_animator_get_rest_seconds")
public func bgt_animator_get_rest_seconds(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.animator(id)?.restSeconds ?? 0
}

@implementation @_cdecl("bgt_animator_set_rest_seconds")
public func bgt_animator_set_rest_seconds(_ id: bgt_animator, _ seconds: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  return call.run("seconds") { () throws(BagatelleError) in try animator.setRestSeconds(seconds) }
}

@implementation @_cdecl("bgt_animator_get_length_scale")
public func bgt_animator_get_length_scale(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.animator(id)?.lengthScale ?? 0
}

@implementation @_cdecl("bgt_animator_set_length_scale")
public func bgt_animator_set_length_scale(_ id: bgt_animator, _ scale: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  return call.run("scale") { () throws(BagatelleError) in try animator.setLengthScale(scale) }
}

@implementation @_cdecl("bgt_animator_get_pixel_scale")
public func bgt_animator_get_pixel_scale(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.animator(id)?.pixelScale ?? 0
}

@implementation @_cdecl("bgt_animator_set_pixel_scale")
public func bgt_animator_set_pixel_scale(_ id: bgt_animator, _ scale: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  return call.run("scale") { () throws(BagatelleError) in try animator.setPixelScale(scale) }
}
