// Header section "Fields".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

@implementation @_cdecl("bgt_field_create")
@_optimize(size)
public func bgt_field_create(
  _ def: UnsafePointer<bgt_field_def>?, _ out_field: UnsafeMutablePointer<bgt_field>?
) -> bgt_status {
  var call = Call()
  guard let out_field else {
    call.null("out_field")
    return call.status
  }
  guard let def else {
    call.null("def")
    return call.status
  }
  guard let values = call.definition(def, Defaults.field(0), least: 96) else { return call.status }
  guard let kind = FieldKind(rawValue: values.kind) else {
    call.fail(BGT_ERROR_RANGE, "def", "kind", integer: Int64(values.kind), "pass a BGT_FIELD_ value")
    return call.status
  }
  var region: Region?
  if values.region != 0 {
    region = call.region(values.region, "def.region")
    guard region != nil else { return call.status }
  }
  let field = FieldBehavior(kind)
  do throws(BagatelleError) {
    try field.setPosition(Vector2(values.position))
    try field.setStrength(values.strength)
    try field.setFalloff(values.falloff)
    try field.setMinimumRadius(values.minimum_radius)
    try field.setDirection(Vector2(values.direction))
    try field.setSmoothness(values.smoothness)
    try field.setAnimationSpeed(values.animation_speed)
    try field.setRegion(region)
    field.seed = values.seed
    call.publish(field, out_field, "out_field")
  } catch {
    call.failed(error, "def", isDefinition: true)
  }
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_get_kind")
public func bgt_field_get_kind(_ id: bgt_field) -> bgt_field_kind {
  var call = Call()
  return call.get(id, .field, 0) { $0.fieldKind.rawValue }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_get_position")
public func bgt_field_get_position(_ id: bgt_field) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .field, bgt_vec2(x: 0, y: 0)) { $0.position.c }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_set_position")
public func bgt_field_set_position(_ id: bgt_field, _ position: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let field = call.borrow(id, .field) else { return call.status }
  return call.run("position", field) { (on) throws(BagatelleError) in try on.setPosition(Vector2(position)) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_get_strength")
public func bgt_field_get_strength(_ id: bgt_field) -> Double {
  var call = Call()
  return call.get(id, .field, 0) { $0.strength }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_set_strength")
public func bgt_field_set_strength(_ id: bgt_field, _ strength: Double) -> bgt_status {
  var call = Call()
  guard let field = call.borrow(id, .field) else { return call.status }
  return call.run("strength", field) { (on) throws(BagatelleError) in try on.setStrength(strength) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_get_falloff")
public func bgt_field_get_falloff(_ id: bgt_field) -> Double {
  var call = Call()
  return call.get(id, .field, 0) { $0.falloff }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_set_falloff")
public func bgt_field_set_falloff(_ id: bgt_field, _ falloff: Double) -> bgt_status {
  var call = Call()
  guard let field = call.borrow(id, .field) else { return call.status }
  return call.run("falloff", field) { (on) throws(BagatelleError) in try on.setFalloff(falloff) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_get_minimum_radius")
public func bgt_field_get_minimum_radius(_ id: bgt_field) -> Double {
  var call = Call()
  return call.get(id, .field, 0) { $0.minimumRadius }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_set_minimum_radius")
public func bgt_field_set_minimum_radius(_ id: bgt_field, _ radius: Double) -> bgt_status {
  var call = Call()
  guard let field = call.borrow(id, .field) else { return call.status }
  return call.run("radius", field) { (on) throws(BagatelleError) in try on.setMinimumRadius(radius) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_get_direction")
public func bgt_field_get_direction(_ id: bgt_field) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .field, bgt_vec2(x: 0, y: 0)) { $0.direction.c }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_set_direction")
public func bgt_field_set_direction(_ id: bgt_field, _ direction: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let field = call.borrow(id, .field) else { return call.status }
  return call.runOrIgnore("direction", field) { (on) throws(BagatelleError) in try on.setDirection(Vector2(direction)) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_get_smoothness")
public func bgt_field_get_smoothness(_ id: bgt_field) -> Double {
  var call = Call()
  return call.get(id, .field, 0) { $0.smoothness }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_set_smoothness")
public func bgt_field_set_smoothness(_ id: bgt_field, _ smoothness: Double) -> bgt_status {
  var call = Call()
  guard let field = call.borrow(id, .field) else { return call.status }
  return call.runOrIgnore("smoothness", field) { (on) throws(BagatelleError) in try on.setSmoothness(smoothness) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_get_animation_speed")
public func bgt_field_get_animation_speed(_ id: bgt_field) -> Double {
  var call = Call()
  return call.get(id, .field, 0) { $0.animationSpeed }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_set_animation_speed")
public func bgt_field_set_animation_speed(_ id: bgt_field, _ speed: Double) -> bgt_status {
  var call = Call()
  guard let field = call.borrow(id, .field) else { return call.status }
  return call.runOrIgnore("speed", field) { (on) throws(BagatelleError) in try on.setAnimationSpeed(speed) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_get_seed")
public func bgt_field_get_seed(_ id: bgt_field) -> UInt64 {
  var call = Call()
  return call.get(id, .field, 0) { $0.seed }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_set_seed")
public func bgt_field_set_seed(_ id: bgt_field, _ seed: UInt64) -> bgt_status {
  var call = Call()
  return call.set(id, .field) { $0.seed = seed }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_get_region")
public func bgt_field_get_region(_ id: bgt_field) -> bgt_region {
  var call = Call()
  return call.get(id, .field, 0) { Registry.id(of: $0.region) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_set_region")
public func bgt_field_set_region(_ id: bgt_field, _ region_id: bgt_region) -> bgt_status {
  var call = Call()
  guard let field = call.borrow(id, .field) else { return call.status }
  if region_id == 0 {
    return call.run("region", field) { (on) throws(BagatelleError) in try on.setRegion(nil) }
  }
  guard let region = call.borrow(region_id, .region) else { return call.status }
  return call.run("region", id: region_id, field) { (on) throws(BagatelleError) in
    try region.use { (region) throws(BagatelleError) in try on.setRegion(region) }
  }
}

// MARK: Custom fields

@_optimize(speed)
@implementation @_cdecl("bgt_field_set_function")
public func bgt_field_set_function(
  _ id: bgt_field, _ fn: bgt_field_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let field = call.field(id) else { return call.status }
  guard field.fieldKind == .custom else {
    giveBack(context, release)
    return bgt_status(BGT_IGNORED)
  }
  guard let fn else {
    field.evaluation = nil
    giveBack(context, release)
    return call.status
  }
  let keeper = Context(context, release)
  field.evaluation = { _, position, velocity, mass, charge, seconds in
    var force = bgt_vec2(x: 0, y: 0)
    bgts_enter_reading()
    fn(id, position.x, position.y, velocity.x, velocity.y, mass, charge, seconds, &force, keeper.pointer)
    bgts_leave_reading()
    return Vector2(force)
  }
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_get_ignored_forces")
public func bgt_field_get_ignored_forces(_ id: bgt_field) -> UInt64 {
  var call = Call()
  return call.get(id, .field, 0) { $0.ignoredForces }
}

// MARK: Values at a point

extension Call {
  fileprivate mutating func sample(
    _ position: bgt_vec2, _ velocity: bgt_vec2, _ mass: Double, _ charge: Double
  ) -> Bool {
    point(position, "position") && vector(velocity, "velocity")
      && number(mass, "mass", nil, 1e-12, 1e24, "pass a mass from 1e-12 to 1e24")
      && magnitude(charge, "charge")
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_field_get_value")
public func bgt_field_get_value(
  _ id: bgt_field, _ position: bgt_vec2, _ velocity: bgt_vec2, _ mass: Double, _ charge: Double,
  _ out_value: UnsafeMutablePointer<bgt_vec2>?
) -> bgt_status {
  var call = Call()
  guard let field = call.field(id), call.sample(position, velocity, mass, charge) else { return call.status }
  guard let out_value else {
    call.null("out_value")
    return call.status
  }
  return call.run("field", id: id) { () throws(BagatelleError) in
    let value = try field.value(
      at: Vector2(position), velocity: Vector2(velocity), mass: mass, charge: charge)
    out_value.pointee = value.c
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_field_value")
public func bgt_animator_get_field_value(
  _ id: bgt_animator, _ position: bgt_vec2, _ velocity: bgt_vec2, _ mass: Double, _ charge: Double,
  _ out_value: UnsafeMutablePointer<bgt_vec2>?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id), call.sample(position, velocity, mass, charge)
  else { return call.status }
  guard let out_value else {
    call.null("out_value")
    return call.status
  }
  return call.run("animator", id: id) { () throws(BagatelleError) in
    let value = try animator.fieldValue(
      at: Vector2(position), velocity: Vector2(velocity), mass: mass, charge: charge)
    out_value.pointee = value.c
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_get_field_unit_scale")
public func bgt_animator_get_field_unit_scale(_ id: bgt_animator) -> Double {
  var call = Call()
  return call.get(id, .animator, 0) { $0.fieldUnitScale }
}

@_optimize(speed)
@implementation @_cdecl("bgt_animator_set_field_unit_scale")
public func bgt_animator_set_field_unit_scale(_ id: bgt_animator, _ scale: Double) -> bgt_status {
  var call = Call()
  guard let animator = call.borrow(id, .animator) else { return call.status }
  return call.run("scale", animator) { (on) throws(BagatelleError) in try on.setFieldUnitScale(scale) }
}
