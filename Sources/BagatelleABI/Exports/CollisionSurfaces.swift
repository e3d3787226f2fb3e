// Header section "Collision": one-way boundaries, surface speeds, veto.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

/// Identifier null means the reference bounds. Nil: it was refused.
private enum BoundaryName {
  case referenceBounds
  case bytes(UnsafeBufferPointer<UInt8>)
  var bytes: UnsafeBufferPointer<UInt8>? {
    if case .bytes(let bytes) = self { return bytes }
    return nil
  }
}

extension Call {
  fileprivate mutating func boundaryName(_ identifier: UnsafePointer<CChar>?) -> BoundaryName? {
    if identifier == nil { return .referenceBounds }
    return text(identifier).map { .bytes($0) }
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_collision_set_boundary_passing")
public func bgt_collision_set_boundary_passing(
  _ id: bgt_collision, _ identifier: UnsafePointer<CChar>?, _ passing: bgt_passing
) -> bgt_status {
  var call = Call()
  guard let collision = call.borrow(id, .collision), let name = call.boundaryName(identifier) else { return call.status }
  guard let passing = CollisionBehavior.Passing(rawValue: passing) else {
    call.fail(BGT_ERROR_RANGE, "passing", integer: Int64(passing), "pass a BGT_PASSING_ value")
    return call.status
  }
  return call.run("identifier", collision) { (on) throws(BagatelleError) in
    try on.setBoundaryPassing(bytes: name.bytes, passing)
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_collision_get_boundary_passing")
public func bgt_collision_get_boundary_passing(
  _ id: bgt_collision, _ identifier: UnsafePointer<CChar>?
) -> bgt_passing {
  var call = Call()
  guard let collision = call.collision(id), let name = call.boundaryName(identifier) else { return 0 }
  var passing = CollisionBehavior.Passing.never
  _ = call.run("identifier") { () throws(BagatelleError) in
    passing = try collision.boundaryPassing(bytes: name.bytes)
  }
  return passing.rawValue
}

@_optimize(speed)
@implementation @_cdecl("bgt_collision_set_boundary_surface_speed")
public func bgt_collision_set_boundary_surface_speed(
  _ id: bgt_collision, _ identifier: UnsafePointer<CChar>?, _ speed: Double
) -> bgt_status {
  var call = Call()
  guard let collision = call.borrow(id, .collision), let name = call.boundaryName(identifier) else { return call.status }
  return call.run("identifier", collision) { (on) throws(BagatelleError) in
    try on.setBoundarySurfaceSpeed(bytes: name.bytes, speed)
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_collision_get_boundary_surface_speed")
public func bgt_collision_get_boundary_surface_speed(
  _ id: bgt_collision, _ identifier: UnsafePointer<CChar>?
) -> Double {
  var call = Call()
  guard let collision = call.collision(id), let name = call.boundaryName(identifier) else { return 0 }
  var speed = 0.0
  _ = call.run("identifier") { () throws(BagatelleError) in
    speed = try collision.boundarySurfaceSpeed(bytes: name.bytes)
  }
  return speed
}

@_optimize(speed)
@implementation @_cdecl("bgt_collision_set_veto")
public func bgt_collision_set_veto(
  _ id: bgt_collision, _ fn: bgt_veto_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let collision = call.collision(id) else { return call.status }
  guard let fn else {
    collision.veto = nil
    giveBack(context, release)
    return call.status
  }
  let keeper = Context(context, release)
  collision.veto = { contact in
    let event = UnsafeRawPointer(contact.record).assumingMemoryBound(to: bgt_contact_event.self)
    bgts_enter_reading()
    let isRefused = fn(contact.behavior.foreignID, event, keeper.pointer)
    bgts_leave_reading()
    return isRefused
  }
  return call.status
}
