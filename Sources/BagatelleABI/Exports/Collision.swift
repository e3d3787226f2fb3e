// Header section "Collision".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

@implementation @_cdecl("bgt_collision_create")
public func bgt_collision_create(
  _ def: UnsafePointer<bgt_collision_def>?, _ out_collision: UnsafeMutablePointer<bgt_collision>?
) -> bgt_status {
  var call = Call()
  var values = Defaults.collision(0)
  guard let out_collision else {
    call.null("out_collision")
    return call.status
  }
  if let def {
    guard let read = call.definition(def, values, least: 8) else { return call.status }
    values = read
  }
  guard let mode = call.mode(values.mode, "def", "mode") else { return call.status }
  call.publish(CollisionBehavior(mode: mode), out_collision, "out_collision")
  return call.status
}

extension Call {
  fileprivate mutating func mode(
    _ value: bgt_collision_mode, _ argument: StaticString, _ part: StaticString? = nil
  ) -> CollisionBehavior.Mode? {
    if value & ~3 == 0 { return CollisionBehavior.Mode(rawValue: value) }
    fail(BGT_ERROR_RANGE, argument, part, integer: Int64(value), "pass a sum of BGT_COLLISION_MODE_ bits")
    return nil
  }
}

@implementation @_cdecl("bgt_collision_get_mode")
public func bgt_collision_get_mode(_ id: bgt_collision) -> bgt_collision_mode {
  var call = Call()
  return call.get(id, .collision, 0) { $0.mode.rawValue }
}

@implementation @_cdecl("bgt_collision_set_mode")
public func bgt_collision_set_mode(_ id: bgt_collision, _ mode: bgt_collision_mode) -> bgt_status {
  var call = Call()
  guard let collision = call.borrow(id, .collision), let mode = call.mode(mode, "mode") else { return call.status }
  return call.run("mode", collision) { (on) throws(BagatelleError) in try on.setMode(mode) }
}

@implementation @_cdecl("bgt_collision_add_boundary_segment")
public func bgt_collision_add_boundary_segment(
  _ id: bgt_collision, _ identifier: UnsafePointer<CChar>?, _ from: bgt_vec2, _ to: bgt_vec2
) -> bgt_status {
  var call = Call()
  guard let collision = call.collision(id), let bytes = call.text(identifier), call.point(from, "from"),
    call.point(to, "to")
  else { return call.status }
  do throws(BagatelleError) {
    try collision.addBoundary(bytes: bytes, from: Vector2(from), to: Vector2(to))
  } catch {
    if error.code == .invalidPath {
      call.fail(BGT_ERROR_INVALID_PATH, "to", text: "equals from; a segment needs two different ends")
    } else {
      call.failed(error, "from")
    }
  }
  return call.status
}

@implementation @_cdecl("bgt_collision_add_boundary_path")
public func bgt_collision_add_boundary_path(
  _ id: bgt_collision, _ identifier: UnsafePointer<CChar>?, _ points: UnsafePointer<bgt_vec2>?, _ count: UInt64,
  _ closed: Bool
) -> bgt_status {
  var call = Call()
  guard let collision = call.collision(id), let bytes = call.text(identifier),
    let points = call.array(points, count, "points", limit: UInt64(Limits.boundaryPoints))
  else { return call.status }
  return call.run("points") { () throws(BagatelleError) in
    try collision.addBoundary(bytes: bytes, points: points.vectors, isClosed: closed)
  }
}

@implementation @_cdecl("bgt_collision_get_boundary")
public func bgt_collision_get_boundary(
  _ id: bgt_collision, _ identifier: UnsafePointer<CChar>?, _ out_points: UnsafeMutablePointer<bgt_vec2>?,
  _ capacity: UInt64, _ out_count: UnsafeMutablePointer<UInt64>?, _ out_closed: UnsafeMutablePointer<Bool>?
) -> bgt_status {
  var call = Call()
  guard let collision = call.collision(id), let bytes = call.text(identifier),
    call.outputs(out_points, "out_points", capacity, out_count), let out_count
  else { return call.status }
  return call.run("identifier") { () throws(BagatelleError) in
    let boundary = try collision.boundary(bytes: bytes)
    copyPoints(boundary.points, out_points, capacity, out_count)
    out_closed?.pointee = boundary.isClosed
  }
}

@implementation @_cdecl("bgt_collision_remove_boundary")
public func bgt_collision_remove_boundary(_ id: bgt_collision, _ identifier: UnsafePointer<CChar>?) -> bgt_status {
  var call = Call()
  guard let collision = call.collision(id), let bytes = call.text(identifier) else { return call.status }
  return call.run("identifier") { () throws(BagatelleError) in try collision.removeBoundary(bytes: bytes) }
}

@implementation @_cdecl("bgt_collision_remove_all_boundaries")
public func bgt_collision_remove_all_boundaries(_ id: bgt_collision) -> bgt_status {
  var call = Call()
  call.collision(id)?.removeAllBoundaries()
  return call.status
}

@implementation @_cdecl("bgt_collision_get_boundary_identifiers")
public func bgt_collision_get_boundary_identifiers(
  _ id: bgt_collision, _ out_names: UnsafeMutablePointer<bgt_name>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let collision = call.collision(id), call.outputs(out_names, "out_names", capacity, out_count),
    let out_count
  else { return call.status }
  let count = collision.boundaryCount
  let fitting = capacity < UInt64(count) ? Int(capacity) : count
  if let out_names {
    var index = 0
    while index < fitting {
      out_names[index] = collision.boundaryName(index)
      index += 1
    }
  }
  out_count.pointee = UInt64(count)
  return call.status
}

@implementation @_cdecl("bgt_collision_is_translating_reference_bounds")
public func bgt_collision_is_translating_reference_bounds(_ id: bgt_collision) -> Bool {
  var call = Call()
  return call.get(id, .collision, false) { $0.isTranslatingReferenceBounds }
}

@implementation @_cdecl("bgt_collision_set_translating_reference_bounds")
public func bgt_collision_set_translating_reference_bounds(_ id: bgt_collision, _ translate: Bool) -> bgt_status {
  var call = Call()
  guard let collision = call.borrow(id, .collision) else { return call.status }
  return call.run("translate", collision) { (on) throws(BagatelleError) in
    try on.setTranslatingReferenceBounds(translate)
  }
}

@implementation @_cdecl("bgt_collision_get_reference_bounds_insets")
public func bgt_collision_get_reference_bounds_insets(_ id: bgt_collision) -> bgt_insets {
  var call = Call()
  guard let insets = call.collision(id)?.referenceBoundsInsets
  else { return bgt_insets(top: 0, left: 0, bottom: 0, right: 0) }
  return bgt_insets(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
}

extension Call {
  @inline(__always)
  fileprivate mutating func insets(_ value: bgt_insets) -> Bool {
    let most = Limits.coordinate
    if value.top.magnitude <= most, value.left.magnitude <= most, value.bottom.magnitude <= most,
      value.right.magnitude <= most
    {
      return true
    }
    return tooFar(value)
  }

  @inline(never)
  private mutating func tooFar(_ value: bgt_insets) -> Bool {
    coordinate(value.top, "insets", "top") && coordinate(value.left, "insets", "left")
      && coordinate(value.bottom, "insets", "bottom") && coordinate(value.right, "insets", "right")
  }
}

@implementation @_cdecl("bgt_collision_set_reference_bounds_insets")
public func bgt_collision_set_reference_bounds_insets(_ id: bgt_collision, _ insets: bgt_insets) -> bgt_status {
  var call = Call()
  guard let collision = call.borrow(id, .collision), call.insets(insets) else { return call.status }
  let new = Insets(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  return call.run("insets", collision) { (on) throws(BagatelleError) in try on.setReferenceBoundsInsets(new) }
}

@implementation @_cdecl("bgt_collision_set_boundary_material")
public func bgt_collision_set_boundary_material(
  _ id: bgt_collision, _ identifier: UnsafePointer<CChar>?, _ elasticity: Double, _ friction: Double
) -> bgt_status {
  var call = Call()
  guard let collision = call.borrow(id, .collision) else { return call.status }
  var bytes: UnsafeBufferPointer<UInt8>?
  if identifier != nil {
    bytes = call.text(identifier)
    if bytes == nil { return call.status }
  }
  return call.run("identifier", collision) { (on) throws(BagatelleError) in
    try on.setBoundaryMaterial(bytes: bytes, elasticity: elasticity, friction: friction)
  }
}

@implementation @_cdecl("bgt_collision_get_boundary_material")
public func bgt_collision_get_boundary_material(
  _ id: bgt_collision, _ identifier: UnsafePointer<CChar>?, _ out_elasticity: UnsafeMutablePointer<Double>?,
  _ out_friction: UnsafeMutablePointer<Double>?
) -> bgt_status {
  var call = Call()
  guard let collision = call.collision(id) else { return call.status }
  var bytes: UnsafeBufferPointer<UInt8>?
  if identifier != nil {
    bytes = call.text(identifier)
    if bytes == nil { return call.status }
  }
  return call.run("identifier") { () throws(BagatelleError) in
    let material = try collision.boundaryMaterial(bytes: bytes)
    out_elasticity?.pointee = material.elasticity
    out_friction?.pointee = material.friction
  }
}

@implementation @_cdecl("bgt_collision_get_touched_items")
public func bgt_collision_get_touched_items(
  _ id: bgt_collision, _ item_id: bgt_item, _ out_items: UnsafeMutablePointer<bgt_item>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let collision = call.collision(id), let item = call.item(item_id),
    call.outputs(out_items, "out_items", capacity, out_count), let out_count
  else { return call.status }
  do throws(BagatelleError) {
    let items = try collision.touchedItems(of: item)
    if !copyIDs(items, out_items, capacity, out_count) { call.noMemory("out_items") }
  } catch {
    call.failed(error, "item", id: item_id)
  }
  return call.status
}

@implementation @_cdecl("bgt_collision_get_touched_boundaries")
public func bgt_collision_get_touched_boundaries(
  _ id: bgt_collision, _ item_id: bgt_item, _ out_names: UnsafeMutablePointer<bgt_name>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let collision = call.collision(id), let item = call.item(item_id),
    call.outputs(out_names, "out_names", capacity, out_count), let out_count
  else { return call.status }
  do throws(BagatelleError) {
    let names = try collision.touchedBoundaryNames(of: item)
    var index = 0
    while let out_names, index < names.count, UInt64(index) < capacity {
      out_names[index] = names[index]
      index += 1
    }
    out_count.pointee = UInt64(names.count)
  } catch {
    call.failed(error, "item", id: item_id)
  }
  return call.status
}

/// Sets one of the contact callbacks; the event is the animator's own record.
@inline(never)
private func setContactCallback(
  _ begun: Call, _ id: bgt_collision, _ fn: bgt_contact_fn?, _ context: UnsafeMutableRawPointer?,
  _ release: bgt_release_fn?, _ set: (CollisionBehavior, ((Contact) -> Void)?) -> Void
) -> bgt_status {
  var call = begun
  guard let collision = call.collision(id) else { return call.status }
  guard let fn else {
    set(collision, nil)
    giveBack(context, release)
    return call.status
  }
  let keeper = Context(context, release)
  set(collision) { contact in
    let event = UnsafeRawPointer(contact.record).assumingMemoryBound(to: bgt_contact_event.self)
    fn(contact.behavior.foreignID, event, keeper.pointer)
  }
  return call.status
}

@implementation @_cdecl("bgt_collision_set_items_began")
public func bgt_collision_set_items_began(
  _ id: bgt_collision, _ fn: bgt_contact_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  setContactCallback(Call(), id, fn, context, release) { $0.onItemsBegan = $1 }
}

@implementation @_cdecl("bgt_collision_set_items_ended")
public func bgt_collision_set_items_ended(
  _ id: bgt_collision, _ fn: bgt_contact_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  setContactCallback(Call(), id, fn, context, release) { $0.onItemsEnded = $1 }
}

@implementation @_cdecl("bgt_collision_set_boundary_began")
public func bgt_collision_set_boundary_began(
  _ id: bgt_collision, _ fn: bgt_contact_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  setContactCallback(Call(), id, fn, context, release) { $0.onBoundaryBegan = $1 }
}

@implementation @_cdecl("bgt_collision_set_boundary_ended")
public func bgt_collision_set_boundary_ended(
  _ id: bgt_collision, _ fn: bgt_contact_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  setContactCallback(Call(), id, fn, context, release) { $0.onBoundaryEnded = $1 }
}
