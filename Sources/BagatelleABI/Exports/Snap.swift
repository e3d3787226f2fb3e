// Header section "Snap".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

@implementation @_cdecl("bgt_snap_create")
public func bgt_snap_create(
  _ def: UnsafePointer<bgt_snap_def>?, _ out_snap: UnsafeMutablePointer<bgt_snap>?
) -> bgt_status {
  var call = Call()
  guard let out_snap else {
    call.null("out_snap")
    return call.status
  }
  guard let def else {
    call.null("def")
    return call.status
  }
  guard let values = call.definition(def, Defaults.snap(0), least: 48), call.reserved(values.reserved),
    let item = call.item(values.item, "def.item"), call.point(values.point, "def.point")
  else { return call.status }
  do throws(BagatelleError) {
    let snap = try SnapBehavior(item: item, point: Vector2(values.point))
    try snap.setDamping(values.damping)
    try snap.setFrequency(values.frequency)
    call.publish(snap, out_snap, "out_snap")
    Homes.joined(item, snap)
  } catch {
    call.failed(error, "def", isDefinition: true)
  }
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_snap_get_point")
public func bgt_snap_get_point(_ id: bgt_snap) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .snap, bgt_vec2(x: 0, y: 0)) { $0.point.c }
}

@_optimize(speed)
@implementation @_cdecl("bgt_snap_set_point")
public func bgt_snap_set_point(_ id: bgt_snap, _ point: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let snap = call.borrow(id, .snap), call.point(point, "point") else { return call.status }
  return call.run("point", snap) { (on) throws(BagatelleError) in try on.setPoint(Vector2(point)) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_snap_get_damping")
public func bgt_snap_get_damping(_ id: bgt_snap) -> Double {
  var call = Call()
  return call.get(id, .snap, 0) { $0.damping }
}

@_optimize(speed)
@implementation @_cdecl("bgt_snap_set_damping")
public func bgt_snap_set_damping(_ id: bgt_snap, _ damping: Double) -> bgt_status {
  var call = Call()
  guard let snap = call.borrow(id, .snap) else { return call.status }
  return call.run("damping", snap) { (on) throws(BagatelleError) in try on.setDamping(damping) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_snap_get_frequency")
public func bgt_snap_get_frequency(_ id: bgt_snap) -> Double {
  var call = Call()
  return call.get(id, .snap, 0) { $0.frequency }
}

@_optimize(speed)
@implementation @_cdecl("bgt_snap_set_frequency")
public func bgt_snap_set_frequency(_ id: bgt_snap, _ frequency: Double) -> bgt_status {
  var call = Call()
  guard let snap = call.borrow(id, .snap) else { return call.status }
  return call.run("frequency", snap) { (on) throws(BagatelleError) in try on.setFrequency(frequency) }
}
