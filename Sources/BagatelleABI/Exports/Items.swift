// Header section "Items".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

@implementation @_cdecl("bgt_item_create")
public func bgt_item_create(
  _ def: UnsafePointer<bgt_item_def>?, _ out_item: UnsafeMutablePointer<bgt_item>?
) -> bgt_status {
  var call = Call()
  var values = Defaults.item(0)
  guard let out_item else {
    call.null("out_item")
    return call.status
  }
  if let def {
    guard let read = call.definition(def, values, least: 72) else { return call.status }
    values = read
  }
  guard let type = call.boundsType(values.bounds_type, "def", "bounds_type"),
    let path = call.path(values.path, values.path_count, "def.path")
  else { return call.status }
  do throws(BagatelleError) {
    let item = try Item(center: Vector2(values.center), size: Vector2(values.size), angle: values.angle)
    if path.count > 0 { try item.setPath(path.vectors) }
    try item.setBoundsType(type)
    item.userData = values.user_data
    let id = Registry.register(item, kind: Int32(BGT_KIND_ITEM), callers: 1)
    guard id != 0 else { throw BagatelleError(.outOfMemory) }
    out_item.pointee = id
  } catch {
    call.failed(error, "def", isDefinition: true)
  }
  return call.status
}

extension Call {
  fileprivate mutating func boundsType(
    _ value: bgt_bounds_type, _ argument: StaticString, _ part: StaticString? = nil
  ) -> BoundsType? {
    if let type = BoundsType(rawValue: value) { return type }
    fail(BGT_ERROR_RANGE, argument, part, integer: Int64(value), "pass a BGT_BOUNDS_ value")
    return nil
  }

  /// An item's path, empty or null with count 0.
  fileprivate mutating func path(
    _ points: UnsafePointer<bgt_vec2>?, _ count: UInt64, _ argument: StaticString
  ) -> UnsafeBufferPointer<bgt_vec2>? {
    guard count <= UInt64(Limits.pathPointsMaximum) else {
      fail(BGT_ERROR_LIMIT, "count", count: count, "pass a path of 3 to 64 points")
      return nil
    }
    return array(points, count, argument)
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_get_center")
public func bgt_item_get_center(_ id: bgt_item) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .item, bgt_vec2(x: 0, y: 0)) { $0.center.c }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_set_center")
public func bgt_item_set_center(_ id: bgt_item, _ center: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item), call.point(center, "center") else { return call.status }
  return call.run("center", item) { (on) throws(BagatelleError) in try on.setCenter(Vector2(center)) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_get_size")
public func bgt_item_get_size(_ id: bgt_item) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .item, bgt_vec2(x: 0, y: 0)) { $0.size.c }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_set_size")
public func bgt_item_set_size(_ id: bgt_item, _ size: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item), call.size(size, "size") else { return call.status }
  return call.run("size", item) { (on) throws(BagatelleError) in try on.setSize(Vector2(size)) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_get_angle")
public func bgt_item_get_angle(_ id: bgt_item) -> Double {
  var call = Call()
  return call.get(id, .item, 0) { $0.angle }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_set_angle")
public func bgt_item_set_angle(_ id: bgt_item, _ angle: Double) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item), call.angle(angle) else { return call.status }
  return call.run("angle", item) { (on) throws(BagatelleError) in try on.setAngle(angle) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_get_transform")
public func bgt_item_get_transform(_ id: bgt_item) -> bgt_transform {
  var call = Call()
  let t = call.get(id, .item, Transform(a: 0, b: 0, c: 0, d: 0)) { $0.transform }
  return bgt_transform(a: t.a, b: t.b, c: t.c, d: t.d, tx: t.tx, ty: t.ty)
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_set_transform")
public func bgt_item_set_transform(_ id: bgt_item, _ transform: bgt_transform) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item) else { return call.status }
  let t = Transform(
    a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: transform.tx, ty: transform.ty)
  return call.run("transform", item) { (on) throws(BagatelleError) in try on.setTransform(t) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_is_preserving_scale")
public func bgt_item_is_preserving_scale(_ id: bgt_item) -> Bool {
  var call = Call()
  return call.get(id, .item, false) { $0.isPreservingScale }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_set_preserving_scale")
public func bgt_item_set_preserving_scale(_ id: bgt_item, _ preserve: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .item) { $0.isPreservingScale = preserve }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_get_bounds_type")
public func bgt_item_get_bounds_type(_ id: bgt_item) -> bgt_bounds_type {
  var call = Call()
  return call.get(id, .item, 0) { $0.boundsType.rawValue }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_set_bounds_type")
public func bgt_item_set_bounds_type(_ id: bgt_item, _ bounds_type: bgt_bounds_type) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item), let type = call.boundsType(bounds_type, "bounds_type") else { return call.status }
  return call.run("bounds_type", item) { (on) throws(BagatelleError) in try on.setBoundsType(type) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_set_path")
public func bgt_item_set_path(
  _ id: bgt_item, _ points: UnsafePointer<bgt_vec2>?, _ count: UInt64
) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item) else { return call.status }
  guard let points = call.path(points, count, "points") else { return call.status }
  return call.run("points", item) { (on) throws(BagatelleError) in try on.setPath(points.vectors) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_get_path")
public func bgt_item_get_path(
  _ id: bgt_item, _ out_points: UnsafeMutablePointer<bgt_vec2>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let item = call.item(id), call.outputs(out_points, "out_points", capacity, out_count), let out_count
  else { return call.status }
  copyPoints(item.pathPoints, out_points, capacity, out_count)
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_get_filter_group")
public func bgt_item_get_filter_group(_ id: bgt_item) -> Int32 {
  var call = Call()
  return call.get(id, .item, 0) { $0.filterGroup }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_set_filter_group")
public func bgt_item_set_filter_group(_ id: bgt_item, _ filter_group: Int32) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item) else { return call.status }
  return call.run("filter_group", item) { (on) throws(BagatelleError) in try on.setFilterGroup(filter_group) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_get_user_data")
public func bgt_item_get_user_data(_ id: bgt_item) -> UnsafeMutableRawPointer? {
  var call = Call()
  return call.get(id, .item, nil) { $0.userData }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_set_user_data")
public func bgt_item_set_user_data(_ id: bgt_item, _ user_data: UnsafeMutableRawPointer?) -> bgt_status {
  var call = Call()
  return call.set(id, .item) { $0.userData = user_data }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_get_animator")
public func bgt_item_get_animator(_ id: bgt_item) -> bgt_animator {
  var call = Call()
  return call.get(id, .item, 0) { Registry.id(of: $0.animatorReference) }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_get_velocity")
public func bgt_item_get_velocity(_ id: bgt_item) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .item, bgt_vec2(x: 0, y: 0)) { $0.velocity.c }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_get_angular_velocity")
public func bgt_item_get_angular_velocity(_ id: bgt_item) -> Double {
  var call = Call()
  return call.get(id, .item, 0) { $0.angularVelocity }
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_is_resting")
public func bgt_item_is_resting(_ id: bgt_item) -> Bool {
  var call = Call()
  return call.get(id, .item, false) { $0.isResting }
}

@implementation @_cdecl("bgt_item_detach")
public func bgt_item_detach(_ id: bgt_item) -> bgt_status {
  var call = Call()
  guard let item = call.item(id) else { return call.status }
  // Attachments and snaps leave their animator with it.
  let leaving = Homes.jointsHolding(item)
  for behavior in leaving { _ = Registry.keep(behavior) }
  let kept = Registry.keep(item)
  item.detach()
  if !kept { Homes.refresh(item) }
  for behavior in leaving { Homes.refresh(behavior) }
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_set_driver")
public func bgt_item_set_driver(
  _ id: bgt_item, _ read: bgt_item_read_fn?, _ write: bgt_item_write_fn?, _ context: UnsafeMutableRawPointer?,
  _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let item = call.item(id) else { return call.status }
  guard read != nil || write != nil else {
    item.setDriver(read: nil, write: nil)
    giveBack(context, release)
    return call.status
  }
  let keeper = Context(context, release)
  var reads: Item.Read?
  var writes: Item.Write?
  if let read {
    reads = { item, center, size, angle in
      var c = center.c
      var s = size.c
      read(item.foreignID, &c, &s, &angle, keeper.pointer)
      center = Vector2(c)
      size = Vector2(s)
    }
  }
  if let write {
    writes = { item, center, angle in write(item.foreignID, center.x, center.y, angle, keeper.pointer) }
  }
  item.setDriver(read: reads, write: writes)
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_item_set_rest_callback")
public func bgt_item_set_rest_callback(
  _ id: bgt_item, _ fn: bgt_item_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let item = call.item(id) else { return call.status }
  guard let fn else {
    item.onRest = nil
    giveBack(context, release)
    return call.status
  }
  let keeper = Context(context, release)
  item.onRest = { fn($0.foreignID, keeper.pointer) }
  return call.status
}

extension Call {
  /// Whether none of the items is a member of a group.
  fileprivate mutating func free(_ ids: UnsafeBufferPointer<bgt_item>) -> Bool {
    for id in ids where item(id, "items")?.group != nil {
      return fail(BGT_ERROR_GROUP_MEMBER, "items", id: id, "is inside a group; use the group")
    }
    return true
  }

  /// Whether all ids name items; the first that does not is told with its place.
  mutating func items(_ ids: UnsafeBufferPointer<bgt_item>) -> Bool {
    var index = 0
    while index < ids.count {
      if item(ids[index], "items") == nil {
        describeElement("items", index, ids[index])
        return false
      }
      index += 1
    }
    return true
  }
}

@_optimize(speed)
@implementation @_cdecl("bgt_items_set_centers")
public func bgt_items_set_centers(
  _ items: UnsafePointer<bgt_item>?, _ centers: UnsafePointer<bgt_vec2>?, _ count: UInt64
) -> bgt_status {
  var call = Call()
  guard let items = call.array(items, count, "items"), let centers = call.array(centers, count, "centers"),
    call.items(items), call.free(items)
  else { return call.status }
  for center in centers { guard call.point(center, "centers") else { return call.status } }
  var index = 0
  while index < items.count, let item = call.item(items[index], "items") {
    item.center = Vector2(centers[index])
    index += 1
  }
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_items_set_angles")
public func bgt_items_set_angles(
  _ items: UnsafePointer<bgt_item>?, _ angles: UnsafePointer<Double>?, _ count: UInt64
) -> bgt_status {
  var call = Call()
  guard let items = call.array(items, count, "items"), let angles = call.array(angles, count, "angles"),
    call.items(items), call.free(items)
  else { return call.status }
  for angle in angles { guard call.angle(angle, "angles") else { return call.status } }
  var index = 0
  while index < items.count, let item = call.item(items[index], "items") {
    item.angle = angles[index]
    index += 1
  }
  return call.status
}

@_optimize(speed)
@implementation @_cdecl("bgt_items_get_centers")
public func bgt_items_get_centers(
  _ items: UnsafePointer<bgt_item>?, _ out_centers: UnsafeMutablePointer<bgt_vec2>?, _ count: UInt64
) -> bgt_status {
  var call = Call()
  guard let items = call.array(items, count, "items"),
    call.array(UnsafePointer(out_centers), count, "out_centers") != nil, call.items(items)
  else { return call.status }
  guard let out_centers else { return call.status }
  var index = 0
  while index < items.count, let item = call.item(items[index], "items") {
    out_centers[index] = item.center.c
    index += 1
  }
  return call.status
}
