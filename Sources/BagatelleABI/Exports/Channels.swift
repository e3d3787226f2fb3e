// Header section "Property animation": channels of items, what is presented, lists and hit tests of a timeline.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

private let noValues = bgt_channel_values(x: 0, y: 0, z: 0, w: 0)
let noRect = bgt_rect(x: 0, y: 0, width: 0, height: 0)
let noTransform = bgt_transform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)

extension Rect {
  init(_ r: bgt_rect) { self.init(x: r.x, y: r.y, width: r.width, height: r.height) }
  var c: bgt_rect { bgt_rect(x: x, y: y, width: width, height: height) }
}
extension Transform {
  var record: bgt_transform { bgt_transform(a: a, b: b, c: c, d: d, tx: tx, ty: ty) }
}
extension ChannelValues {
  init(_ v: bgt_channel_values) { self.init(v.x, v.y, v.z, v.w) }
  var c: bgt_channel_values { bgt_channel_values(x: x, y: y, z: z, w: w) }
}

extension Call {
  /// A channel that the item has.
  @inline(never)
  mutating func channel(_ raw: bgt_channel, of item: Unmanaged<Item>) -> Channel? {
    do throws(BagatelleError) {
      let channel = try Channel(raw)
      if item._withUnsafeGuaranteedRef({ $0.hasChannel(channel) }) { return channel }
    } catch {
      failed(error, "channel")
      return nil
    }
    fail(BGT_ERROR_NOT_A_MEMBER, "channel", integer: Int64(raw), "the item has no such channel; add it first")
    return nil
  }
}

// MARK: Model values

@implementation @_cdecl("bgt_item_get_frame")
public func bgt_item_get_frame(_ id: bgt_item) -> bgt_rect {
  var call = Call()
  return call.get(id, .item, noRect) { $0.frame.c }
}

@implementation @_cdecl("bgt_item_set_frame")
public func bgt_item_set_frame(_ id: bgt_item, _ frame: bgt_rect) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item) else { return call.status }
  return call.run("frame", item) { (on) throws(BagatelleError) in try on.setFrame(Rect(frame)) }
}

@implementation @_cdecl("bgt_item_get_bounds")
public func bgt_item_get_bounds(_ id: bgt_item) -> bgt_rect {
  var call = Call()
  return call.get(id, .item, noRect) { $0.bounds.c }
}

@implementation @_cdecl("bgt_item_set_bounds")
public func bgt_item_set_bounds(_ id: bgt_item, _ bounds: bgt_rect) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item) else { return call.status }
  return call.run("bounds", item) { (on) throws(BagatelleError) in try on.setBounds(Rect(bounds)) }
}

@implementation @_cdecl("bgt_item_get_alpha")
public func bgt_item_get_alpha(_ id: bgt_item) -> Double {
  var call = Call()
  return call.get(id, .item, 0) { $0.alpha }
}

@implementation @_cdecl("bgt_item_set_alpha")
public func bgt_item_set_alpha(_ id: bgt_item, _ alpha: Double) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item) else { return call.status }
  return call.run("alpha", item) { (on) throws(BagatelleError) in try on.setAlpha(alpha) }
}

@implementation @_cdecl("bgt_item_get_display_transform")
public func bgt_item_get_display_transform(_ id: bgt_item) -> bgt_transform {
  var call = Call()
  return call.get(id, .item, noTransform) { $0.displayTransform.record }
}

@implementation @_cdecl("bgt_item_set_display_transform")
public func bgt_item_set_display_transform(_ id: bgt_item, _ transform: bgt_transform) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item) else { return call.status }
  let t = Transform(
    a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: transform.tx, ty: transform.ty)
  return call.run("transform", item) { (on) throws(BagatelleError) in try on.setDisplayTransform(t) }
}

@implementation @_cdecl("bgt_item_add_channel")
public func bgt_item_add_channel(
  _ id: bgt_item, _ value: Double, _ additive: Bool, _ out_channel: UnsafeMutablePointer<bgt_channel>?
) -> bgt_status {
  var call = Call()
  guard let item = call.item(id) else { return call.status }
  guard let out_channel else {
    call.null("out_channel")
    return call.status
  }
  return call.run("value") { () throws(BagatelleError) in
    out_channel.pointee = try item.addChannel(value: value, isAdditive: additive).rawValue
  }
}

@implementation @_cdecl("bgt_item_get_value")
public func bgt_item_get_value(_ id: bgt_item, _ channel: bgt_channel) -> bgt_channel_values {
  var call = Call()
  guard let item = call.borrow(id, .item), let channel = call.channel(channel, of: item) else { return noValues }
  return item._withUnsafeGuaranteedRef { $0.value(of: channel).c }
}

@implementation @_cdecl("bgt_item_set_value")
public func bgt_item_set_value(_ id: bgt_item, _ channel: bgt_channel, _ values: bgt_channel_values) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item), let channel = call.channel(channel, of: item) else { return call.status }
  guard values.x.isFinite, values.y.isFinite, values.z.isFinite, values.w.isFinite else {
    call.fail(BGT_ERROR_RANGE, "values", text: "are not all finite; leave unused ones at 0")
    return call.status
  }
  return call.run("values", item) { (on) throws(BagatelleError) in try on.setValue(ChannelValues(values), of: channel) }
}

// MARK: Presented values

@implementation @_cdecl("bgt_item_get_presented_value")
public func bgt_item_get_presented_value(_ id: bgt_item, _ channel: bgt_channel) -> bgt_channel_values {
  var call = Call()
  guard let item = call.borrow(id, .item), let channel = call.channel(channel, of: item) else { return noValues }
  return item._withUnsafeGuaranteedRef { $0.presentedValue(of: channel).c }
}

@implementation @_cdecl("bgt_item_get_presented_velocity")
public func bgt_item_get_presented_velocity(_ id: bgt_item, _ channel: bgt_channel) -> bgt_channel_values {
  var call = Call()
  guard let item = call.borrow(id, .item), let channel = call.channel(channel, of: item) else { return noValues }
  return item._withUnsafeGuaranteedRef { $0.presentedVelocity(of: channel).c }
}

@implementation @_cdecl("bgt_item_get_presented_center")
public func bgt_item_get_presented_center(_ id: bgt_item) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .item, bgt_vec2(x: 0, y: 0)) { $0.presentedCenter.c }
}

@implementation @_cdecl("bgt_item_get_presented_angle")
public func bgt_item_get_presented_angle(_ id: bgt_item) -> Double {
  var call = Call()
  return call.get(id, .item, 0) { $0.presentedAngle }
}

@implementation @_cdecl("bgt_item_get_presented_bounds")
public func bgt_item_get_presented_bounds(_ id: bgt_item) -> bgt_rect {
  var call = Call()
  return call.get(id, .item, noRect) { $0.presentedBounds.c }
}

@implementation @_cdecl("bgt_item_get_presented_frame")
public func bgt_item_get_presented_frame(_ id: bgt_item) -> bgt_rect {
  var call = Call()
  return call.get(id, .item, noRect) { $0.presentedFrame.c }
}

@implementation @_cdecl("bgt_item_get_presented_alpha")
public func bgt_item_get_presented_alpha(_ id: bgt_item) -> Double {
  var call = Call()
  return call.get(id, .item, 0) { $0.presentedAlpha }
}

@implementation @_cdecl("bgt_item_get_presented_transform")
public func bgt_item_get_presented_transform(_ id: bgt_item) -> bgt_transform {
  var call = Call()
  return call.get(id, .item, noTransform) { $0.presentedTransform.record }
}

@implementation @_cdecl("bgt_item_is_animating")
public func bgt_item_is_animating(_ id: bgt_item, _ channel: bgt_channel) -> Bool {
  var call = Call()
  guard let item = call.borrow(id, .item), let channel = call.channel(channel, of: item) else { return false }
  return item._withUnsafeGuaranteedRef { $0.isAnimating(channel) }
}

@implementation @_cdecl("bgt_item_get_timeline")
public func bgt_item_get_timeline(_ id: bgt_item) -> bgt_timeline {
  var call = Call()
  return call.get(id, .item, 0) { Registry.id(of: $0.timeline) }
}

// MARK: The timeline's items

@implementation @_cdecl("bgt_timeline_add_item")
public func bgt_timeline_add_item(_ id: bgt_timeline, _ item_id: bgt_item) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(id), let item = call.item(item_id) else { return call.status }
  let status = call.run("item", id: item_id) { () throws(BagatelleError) in try timeline.addItem(item) }
  if status >= 0 { Homes.refresh(item) }
  return status
}

@implementation @_cdecl("bgt_timeline_insert_item")
public func bgt_timeline_insert_item(_ id: bgt_timeline, _ item_id: bgt_item, _ position: UInt64) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(id), let item = call.item(item_id) else { return call.status }
  let status = call.run("position") { () throws(BagatelleError) in
    try timeline.addItem(item, at: Int(clamping: position))
  }
  if status >= 0 { Homes.refresh(item) }
  return status
}

@implementation @_cdecl("bgt_timeline_remove_item")
public func bgt_timeline_remove_item(_ id: bgt_timeline, _ item_id: bgt_item) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(id), let item = call.item(item_id) else { return call.status }
  guard timeline.position(of: item) != nil else {
    call.fail(BGT_ERROR_NOT_A_MEMBER, "item", id: item_id, "is not listed here")
    return call.status
  }
  let kept = Registry.keep(item)
  timeline.removeItem(item)
  if !kept { Homes.refresh(item) }
  return call.status
}

@implementation @_cdecl("bgt_timeline_remove_all_items")
public func bgt_timeline_remove_all_items(_ id: bgt_timeline) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(id) else { return call.status }
  timeline.removeAllItems()
  return call.status
}

@implementation @_cdecl("bgt_timeline_get_items")
public func bgt_timeline_get_items(
  _ id: bgt_timeline, _ out_items: UnsafeMutablePointer<bgt_item>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(id), call.outputs(out_items, "out_items", capacity, out_count), let out_count
  else { return call.status }
  do throws(BagatelleError) {
    var items: [Item] = []
    for position in 0..<timeline.itemCount { items.append(try timeline.item(at: position)) }
    if !copyIDs(items, out_items, capacity, out_count) { call.noMemory("out_items") }
  } catch {
    call.failed(error, "timeline")
  }
  return call.status
}

@implementation @_cdecl("bgt_timeline_get_item_at_point")
public func bgt_timeline_get_item_at_point(_ id: bgt_timeline, _ point: bgt_vec2) -> bgt_item {
  var call = Call()
  guard let timeline = call.timeline(id), call.magnitude(point.x, "point", "x"), call.magnitude(point.y, "point", "y")
  else { return 0 }
  return Registry.id(of: timeline.item(atPoint: Vector2(point)))
}

@implementation @_cdecl("bgt_timeline_get_presented_states")
public func bgt_timeline_get_presented_states(
  _ id: bgt_timeline, _ out_states: UnsafeMutablePointer<UnsafePointer<bgt_presented_state>?>?,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(id) else { return call.status }
  guard let out_states else {
    call.null("out_states")
    return call.status
  }
  guard let out_count else {
    call.null("out_count")
    return call.status
  }
  return call.run("timeline") { () throws(BagatelleError) in
    let view = try timeline.presentedStates()
    let base = view.count > 0 ? view.baseAddress : nil
    out_states.pointee = base.map { UnsafeRawPointer($0).assumingMemoryBound(to: bgt_presented_state.self) }
    out_count.pointee = UInt64(view.count)
  }
}

@implementation @_cdecl("bgt_timeline_copy_presented_states")
public func bgt_timeline_copy_presented_states(
  _ id: bgt_timeline, _ out_states: UnsafeMutablePointer<bgt_presented_state>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(id), call.outputs(out_states, "out_states", capacity, out_count), let out_count
  else { return call.status }
  let fitting = capacity < UInt64(timeline.itemCount) ? Int(capacity) : timeline.itemCount
  let base = out_states.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: PresentedState.self) }
  _ = timeline.copyPresentedStates(into: UnsafeMutableBufferPointer(start: base, count: base == nil ? 0 : fitting))
  out_count.pointee = UInt64(timeline.itemCount)
  return call.status
}

@implementation @_cdecl("bgt_timeline_get_running_count")
public func bgt_timeline_get_running_count(_ id: bgt_timeline) -> UInt64 {
  var call = Call()
  return call.get(id, .timeline, 0) { UInt64(clamping: $0.runningCount) }
}

@implementation @_cdecl("bgt_timeline_get_misuse_count")
public func bgt_timeline_get_misuse_count(_ id: bgt_timeline) -> UInt64 {
  var call = Call()
  return call.get(id, .timeline, 0) { UInt64(clamping: $0.misuseCount) }
}

@implementation @_cdecl("bgt_timeline_set_misuse_callback")
public func bgt_timeline_set_misuse_callback(
  _ id: bgt_timeline, _ fn: bgt_misuse_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(id) else { return call.status }
  if let fn {
    let keeper = Context(context, release)
    timeline.onMisuse = { animator, rule in fn(id, animator?.foreignID ?? 0, chars(rule), keeper.pointer) }
  } else {
    timeline.onMisuse = nil
    giveBack(context, release)
  }
  return call.status
}
