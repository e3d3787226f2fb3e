// Header section "Item properties".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

@implementation @_cdecl("bgt_item_behavior_create")
public func bgt_item_behavior_create(_ out_behavior: UnsafeMutablePointer<bgt_item_behavior>?) -> bgt_status {
  var call = Call()
  guard let out_behavior else {
    call.null("out_behavior")
    return call.status
  }
  call.publish(DynamicItemBehavior(), out_behavior, "out_behavior")
  return call.status
}

@implementation @_cdecl("bgt_item_behavior_get_elasticity")
public func bgt_item_behavior_get_elasticity(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.itemBehavior(id)?.elasticity ?? 0
}

@implementation @_cdecl("bgt_item_behavior_set_elasticity")
public func bgt_item_behavior_set_elasticity(_ id: bgt_item_behavior, _ elasticity: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.itemBehavior(id) else { return call.status }
  return call.run("elasticity") { () throws(BagatelleError) in try behavior.setElasticity(elasticity) }
}

@implementation @_cdecl("bgt_item_behavior_get_friction")
public func bgt_item_behavior_get_friction(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.itemBehavior(id)?.friction ?? 0
}

@implementation @_cdecl("bgt_item_behavior_set_friction")
public func bgt_item_behavior_set_friction(_ id: bgt_item_behavior, _ friction: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.itemBehavior(id) else { return call.status }
  return call.run("friction") { () throws(BagatelleError) in try behavior.setFriction(friction) }
}

@implementation @_cdecl("bgt_item_behavior_get_density")
public func bgt_item_behavior_get_density(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.itemBehavior(id)?.density ?? 0
}

@implementation @_cdecl("bgt_item_behavior_set_density")
public func bgt_item_behavior_set_density(_ id: bgt_item_behavior, _ density: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.itemBehavior(id) else { return call.status }
  return call.run("density") { () throws(BagatelleError) in try behavior.setDensity(density) }
}

@implementation @_cdecl("bgt_item_behavior_get_resistance")
public func bgt_item_behavior_get_resistance(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.itemBehavior(id)?.resistance ?? 0
}

@implementation @_cdecl("bgt_item_behavior_set_resistance")
public func bgt_item_behavior_set_resistance(_ id: bgt_item_behavior, _ resistance: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.itemBehavior(id) else { return call.status }
  return call.run("resistance") { () throws(BagatelleError) in try behavior.setResistance(resistance) }
}

@implementation @_cdecl("bgt_item_behavior_get_angular_resistance")
public func bgt_item_behavior_get_angular_resistance(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.itemBehavior(id)?.angularResistance ?? 0
}

@implementation @_cdecl("bgt_item_behavior_set_angular_resistance")
public func bgt_item_behavior_set_angular_resistance(_ id: bgt_item_behavior, _ resistance: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.itemBehavior(id) else { return call.status }
  return call.run("resistance") { () throws(BagatelleError) in try behavior.setAngularResistance(resistance) }
}

@implementation @_cdecl("bgt_item_behavior_get_charge")
public func bgt_item_behavior_get_charge(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.itemBehavior(id)?.charge ?? 0
}

@implementation @_cdecl("bgt_item_behavior_set_charge")
public func bgt_item_behavior_set_charge(_ id: bgt_item_behavior, _ charge: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.itemBehavior(id) else { return call.status }
  return call.run("charge") { () throws(BagatelleError) in try behavior.setCharge(charge) }
}

@implementation @_cdecl("bgt_item_behavior_is_anchored")
public func bgt_item_behavior_is_anchored(_ id: bgt_item_behavior) -> Bool {
  var call = Call()
  return call.itemBehavior(id)?.isAnchored ?? false
}

@implementation @_cdecl("bgt_item_behavior_set_anchored")
public func bgt_item_behavior_set_anchored(_ id: bgt_item_behavior, _ anchored: Bool) -> bgt_status {
  var call = Call()
  call.itemBehavior(id)?.isAnchored = anchored
  return call.status
}

@implementation @_cdecl("bgt_item_behavior_is_allowing_rotation")
public func bgt_item_behavior_is_allowing_rotation(_ id: bgt_item_behavior) -> Bool {
  var call = Call()
  return call.itemBehavior(id)?.allowsRotation ?? false
}

@implementation @_cdecl("bgt_item_behavior_set_allowing_rotation")
public func bgt_item_behavior_set_allowing_rotation(_ id: bgt_item_behavior, _ allow: Bool) -> bgt_status {
  var call = Call()
  call.itemBehavior(id)?.allowsRotation = allow
  return call.status
}

@implementation @_cdecl("bgt_item_behavior_get_surface_speed")
public func bgt_item_behavior_get_surface_speed(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.itemBehavior(id)?.surfaceSpeed ?? 0
}

@implementation @_cdecl("bgt_item_behavior_set_surface_speed")
public func bgt_item_behavior_set_surface_speed(_ id: bgt_item_behavior, _ speed: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.itemBehavior(id) else { return call.status }
  return call.run("speed") { () throws(BagatelleError) in try behavior.setSurfaceSpeed(speed) }
}

extension Call {
  /// A member of an item behavior; velocities are told of members only.
  fileprivate mutating func member(_ id: bgt_item, of behavior: DynamicItemBehavior) -> Item? {
    guard let item = item(id) else { return nil }
    if behavior.contains(item) { return item }
    fail(BGT_ERROR_NOT_A_MEMBER, "item", id: id, "is not held by the behavior; add it first")
    return nil
  }

  /// The status of a change that an anchored item ignores.
  fileprivate mutating func change(_ body: () throws(BagatelleError) -> Bool) -> bgt_status {
    do throws(BagatelleError) {
      if try !body() { return bgt_status(BGT_IGNORED) }
    } catch {
      failed(error, "velocity")
    }
    return status
  }
}

@implementation @_cdecl("bgt_item_behavior_add_linear_velocity")
public func bgt_item_behavior_add_linear_velocity(
  _ id: bgt_item_behavior, _ velocity: bgt_vec2, _ item_id: bgt_item
) -> bgt_status {
  var call = Call()
  guard let behavior = call.itemBehavior(id), call.vector(velocity, "velocity"),
    let item = call.member(item_id, of: behavior)
  else { return call.status }
  return call.change { () throws(BagatelleError) in
    try behavior.addLinearVelocity(Vector2(velocity), to: item)
  }
}

@implementation @_cdecl("bgt_item_behavior_set_linear_velocity")
public func bgt_item_behavior_set_linear_velocity(
  _ id: bgt_item_behavior, _ velocity: bgt_vec2, _ item_id: bgt_item
) -> bgt_status {
  var call = Call()
  guard let behavior = call.itemBehavior(id), call.vector(velocity, "velocity"),
    let item = call.member(item_id, of: behavior)
  else { return call.status }
  return call.change { () throws(BagatelleError) in
    try behavior.setLinearVelocity(Vector2(velocity), of: item)
  }
}

@implementation @_cdecl("bgt_item_behavior_get_linear_velocity")
public func bgt_item_behavior_get_linear_velocity(_ id: bgt_item_behavior, _ item_id: bgt_item) -> bgt_vec2 {
  var call = Call()
  guard let behavior = call.itemBehavior(id), let item = call.member(item_id, of: behavior)
  else { return bgt_vec2(x: 0, y: 0) }
  return behavior.linearVelocity(of: item).c
}

@implementation @_cdecl("bgt_item_behavior_add_angular_velocity")
public func bgt_item_behavior_add_angular_velocity(
  _ id: bgt_item_behavior, _ velocity: Double, _ item_id: bgt_item
) -> bgt_status {
  var call = Call()
  guard let behavior = call.itemBehavior(id), call.magnitude(velocity, "velocity"),
    let item = call.member(item_id, of: behavior)
  else { return call.status }
  return call.change { () throws(BagatelleError) in
    try behavior.addAngularVelocity(velocity, to: item)
  }
}

@implementation @_cdecl("bgt_item_behavior_set_angular_velocity")
public func bgt_item_behavior_set_angular_velocity(
  _ id: bgt_item_behavior, _ velocity: Double, _ item_id: bgt_item
) -> bgt_status {
  var call = Call()
  guard let behavior = call.itemBehavior(id), call.magnitude(velocity, "velocity"),
    let item = call.member(item_id, of: behavior)
  else { return call.status }
  return call.change { () throws(BagatelleError) in
    try behavior.setAngularVelocity(velocity, of: item)
  }
}

@implementation @_cdecl("bgt_item_behavior_get_angular_velocity")
public func bgt_item_behavior_get_angular_velocity(_ id: bgt_item_behavior, _ item_id: bgt_item) -> Double {
  var call = Call()
  guard let behavior = call.itemBehavior(id), let item = call.member(item_id, of: behavior) else { return 0 }
  return behavior.angularVelocity(of: item)
}

@implementation @_cdecl("bgt_item_behavior_set_target")
public func bgt_item_behavior_set_target(
  _ id: bgt_item_behavior, _ center: bgt_vec2, _ angle: Double, _ item_id: bgt_item
) -> bgt_status {
  var call = Call()
  guard let behavior = call.itemBehavior(id), call.point(center, "center"), call.angle(angle, "angle"),
    let item = call.member(item_id, of: behavior)
  else { return call.status }
  return call.change { () throws(BagatelleError) in
    try behavior.setTarget(Vector2(center), angle: angle, of: item)
  }
}
