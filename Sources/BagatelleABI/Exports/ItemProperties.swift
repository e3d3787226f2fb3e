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

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_get_elasticity")
public func bgt_item_behavior_get_elasticity(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.get(id, .itemBehavior, 0) { $0.elasticity }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_elasticity")
public func bgt_item_behavior_set_elasticity(_ id: bgt_item_behavior, _ elasticity: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior) else { return call.status }
  return call.run("elasticity", behavior) { (on) throws(BagatelleError) in try on.setElasticity(elasticity) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_get_friction")
public func bgt_item_behavior_get_friction(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.get(id, .itemBehavior, 0) { $0.friction }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_friction")
public func bgt_item_behavior_set_friction(_ id: bgt_item_behavior, _ friction: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior) else { return call.status }
  return call.run("friction", behavior) { (on) throws(BagatelleError) in try on.setFriction(friction) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_get_density")
public func bgt_item_behavior_get_density(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.get(id, .itemBehavior, 0) { $0.density }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_density")
public func bgt_item_behavior_set_density(_ id: bgt_item_behavior, _ density: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior) else { return call.status }
  return call.run("density", behavior) { (on) throws(BagatelleError) in try on.setDensity(density) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_get_resistance")
public func bgt_item_behavior_get_resistance(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.get(id, .itemBehavior, 0) { $0.resistance }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_resistance")
public func bgt_item_behavior_set_resistance(_ id: bgt_item_behavior, _ resistance: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior) else { return call.status }
  return call.run("resistance", behavior) { (on) throws(BagatelleError) in try on.setResistance(resistance) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_get_angular_resistance")
public func bgt_item_behavior_get_angular_resistance(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.get(id, .itemBehavior, 0) { $0.angularResistance }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_angular_resistance")
public func bgt_item_behavior_set_angular_resistance(_ id: bgt_item_behavior, _ resistance: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior) else { return call.status }
  return call.run("resistance", behavior) { (on) throws(BagatelleError) in try on.setAngularResistance(resistance) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_get_charge")
public func bgt_item_behavior_get_charge(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.get(id, .itemBehavior, 0) { $0.charge }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_charge")
public func bgt_item_behavior_set_charge(_ id: bgt_item_behavior, _ charge: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior) else { return call.status }
  return call.run("charge", behavior) { (on) throws(BagatelleError) in try on.setCharge(charge) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_is_anchored")
public func bgt_item_behavior_is_anchored(_ id: bgt_item_behavior) -> Bool {
  var call = Call()
  return call.get(id, .itemBehavior, false) { $0.isAnchored }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_anchored")
public func bgt_item_behavior_set_anchored(_ id: bgt_item_behavior, _ anchored: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .itemBehavior) { $0.isAnchored = anchored }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_is_allowing_rotation")
public func bgt_item_behavior_is_allowing_rotation(_ id: bgt_item_behavior) -> Bool {
  var call = Call()
  return call.get(id, .itemBehavior, false) { $0.allowsRotation }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_allowing_rotation")
public func bgt_item_behavior_set_allowing_rotation(_ id: bgt_item_behavior, _ allow: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .itemBehavior) { $0.allowsRotation = allow }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_get_surface_speed")
public func bgt_item_behavior_get_surface_speed(_ id: bgt_item_behavior) -> Double {
  var call = Call()
  return call.get(id, .itemBehavior, 0) { $0.surfaceSpeed }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_surface_speed")
public func bgt_item_behavior_set_surface_speed(_ id: bgt_item_behavior, _ speed: Double) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior) else { return call.status }
  return call.run("speed", behavior) { (on) throws(BagatelleError) in try on.setSurfaceSpeed(speed) }
}

extension Call {
  /// A member of an item behavior; velocities are told of members only.
  @inline(never)
  fileprivate mutating func member(_ id: bgt_item, of behavior: Unmanaged<DynamicItemBehavior>) -> Unmanaged<Item>? {
    guard let item = borrow(id, .item) else { return nil }
    let isMember = behavior._withUnsafeGuaranteedRef { behavior in
      item._withUnsafeGuaranteedRef { behavior.contains($0) }
    }
    if isMember { return item }
    fail(BGT_ERROR_NOT_A_MEMBER, "item", id: id, "is not held by the behavior; add it first")
    return nil
  }

  /// A change of a member that an anchored item ignores.
  @inline(__always)
  fileprivate mutating func change(
    _ behavior: Unmanaged<DynamicItemBehavior>, _ item: Unmanaged<Item>, _ id: bgt_item,
    _ body: (DynamicItemBehavior, Item) throws(BagatelleError) -> Bool
  ) -> bgt_status {
    do throws(BagatelleError) {
      let hadEffect = try behavior.use { (on) throws(BagatelleError) in
        try item.use { (item) throws(BagatelleError) in try body(on, item) }
      }
      return hadEffect ? status : bgt_status(BGT_IGNORED)
    } catch {
      refused(error, id)
      return status
    }
  }

  @inline(never)
  private mutating func refused(_ error: BagatelleError, _ item: bgt_item) {
    if error.code == .notAMember {
      fail(BGT_ERROR_NOT_A_MEMBER, "item", id: item, "is not held by the behavior; add it first")
    } else {
      failed(error, "velocity")
    }
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_add_linear_velocity")
public func bgt_item_behavior_add_linear_velocity(
  _ id: bgt_item_behavior, _ velocity: bgt_vec2, _ item_id: bgt_item
) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior), call.vector(velocity, "velocity"),
    let item = call.borrow(item_id, .item)
  else { return call.status }
  return call.change(behavior, item, item_id) { (on, item) throws(BagatelleError) in
    try on.change(of: item, byChecked: Vector2(velocity), sets: false)
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_linear_velocity")
public func bgt_item_behavior_set_linear_velocity(
  _ id: bgt_item_behavior, _ velocity: bgt_vec2, _ item_id: bgt_item
) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior), call.vector(velocity, "velocity"),
    let item = call.borrow(item_id, .item)
  else { return call.status }
  return call.change(behavior, item, item_id) { (on, item) throws(BagatelleError) in
    try on.change(of: item, byChecked: Vector2(velocity), sets: true)
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_get_linear_velocity")
public func bgt_item_behavior_get_linear_velocity(_ id: bgt_item_behavior, _ item_id: bgt_item) -> bgt_vec2 {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior), let item = call.member(item_id, of: behavior)
  else { return bgt_vec2(x: 0, y: 0) }
  return behavior._withUnsafeGuaranteedRef { on in item._withUnsafeGuaranteedRef { on.linearVelocity(of: $0).c } }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_add_angular_velocity")
public func bgt_item_behavior_add_angular_velocity(
  _ id: bgt_item_behavior, _ velocity: Double, _ item_id: bgt_item
) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior), call.magnitude(velocity, "velocity"),
    let item = call.borrow(item_id, .item)
  else { return call.status }
  return call.change(behavior, item, item_id) { (on, item) throws(BagatelleError) in
    try on.change(of: item, byChecked: velocity, sets: false)
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_angular_velocity")
public func bgt_item_behavior_set_angular_velocity(
  _ id: bgt_item_behavior, _ velocity: Double, _ item_id: bgt_item
) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior), call.magnitude(velocity, "velocity"),
    let item = call.borrow(item_id, .item)
  else { return call.status }
  return call.change(behavior, item, item_id) { (on, item) throws(BagatelleError) in
    try on.change(of: item, byChecked: velocity, sets: true)
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_get_angular_velocity")
public func bgt_item_behavior_get_angular_velocity(_ id: bgt_item_behavior, _ item_id: bgt_item) -> Double {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior), let item = call.member(item_id, of: behavior) else { return 0 }
  return behavior._withUnsafeGuaranteedRef { on in item._withUnsafeGuaranteedRef { on.angularVelocity(of: $0) } }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_behavior_set_target")
public func bgt_item_behavior_set_target(
  _ id: bgt_item_behavior, _ center: bgt_vec2, _ angle: Double, _ item_id: bgt_item
) -> bgt_status {
  var call = Call()
  guard let behavior = call.borrow(id, .itemBehavior), call.point(center, "center"), call.angle(angle, "angle"),
    let item = call.borrow(item_id, .item)
  else { return call.status }
  return call.change(behavior, item, item_id) { (on, item) throws(BagatelleError) in
    try on.setTarget(checked: Vector2(center), angle, of: item)
  }
}
