// Header section "Behaviors in common".
// SPDX-License-Identifier: MIT
import Bagatelle
import CBagatelle

extension Call {
  /// Gives a new behavior its id.
  mutating func publish(
    _ behavior: DynamicBehavior, _ out: UnsafeMutablePointer<bgt_behavior>, _ argument: StaticString
  ) {
    let id = Registry.register(behavior, kind: behavior.kind.rawValue, callers: 1)
    if id == 0 { noMemory(argument) } else { out.pointee = id }
  }

  /// A behavior that holds a list of items.
  fileprivate mutating func list(_ id: bgt_behavior) -> ListBehavior? {
    guard let behavior = behavior(id) else { return nil }
    switch behavior.kind {
    case .gravity, .collision, .push, .itemProperties, .field: return unsafeDowncast(behavior, to: ListBehavior.self)
    default:
      fail(
        BGT_ERROR_WRONG_KIND, "behavior", id: id,
        "holds no list of items; pass a gravity, collision, push, field or item behavior")
      return nil
    }
  }
}

@implementation @_cdecl("bgt_behavior_create")
public func bgt_behavior_create(_ out_behavior: UnsafeMutablePointer<bgt_behavior>?) -> bgt_status {
  var call = Call()
  guard let out_behavior else {
    call.null("out_behavior")
    return call.status
  }
  call.publish(DynamicBehavior(), out_behavior, "out_behavior")
  return call.status
}

@implementation @_cdecl("bgt_behavior_add_child")
public func bgt_behavior_add_child(_ id: bgt_behavior, _ child_id: bgt_behavior) -> bgt_status {
  var call = Call()
  guard let behavior = call.behavior(id), let child = call.behavior(child_id, "child") else { return call.status }
  let status = call.run("child", id: child_id) { () throws(BagatelleError) in try behavior.addChild(child) }
  if status >= 0, behavior.animator != nil { Homes.refresh(child) }
  return status
}

@implementation @_cdecl("bgt_behavior_remove_child")
public func bgt_behavior_remove_child(_ id: bgt_behavior, _ child_id: bgt_behavior) -> bgt_status {
  var call = Call()
  guard let behavior = call.behavior(id), let child = call.behavior(child_id, "child") else { return call.status }
  let kept = Registry.keep(child)
  let status = call.run("child", id: child_id) { () throws(BagatelleError) in try behavior.removeChild(child) }
  if !kept { Homes.refresh(child) }
  return status
}

@implementation @_cdecl("bgt_behavior_get_children")
public func bgt_behavior_get_children(
  _ id: bgt_behavior, _ out_children: UnsafeMutablePointer<bgt_behavior>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let behavior = call.behavior(id), call.outputs(out_children, "out_children", capacity, out_count),
    let out_count
  else { return call.status }
  if !copyIDs(behavior.children, out_children, capacity, out_count) { call.noMemory("out_children") }
  return call.status
}

@implementation @_cdecl("bgt_behavior_get_parent")
public func bgt_behavior_get_parent(_ id: bgt_behavior) -> bgt_behavior {
  var call = Call()
  return call.get(id, .behavior, 0) { Registry.id(of: $0.parent) }
}

@implementation @_cdecl("bgt_behavior_get_animator")
public func bgt_behavior_get_animator(_ id: bgt_behavior) -> bgt_animator {
  var call = Call()
  return call.get(id, .behavior, 0) { Registry.id(of: $0.ownerReference) }
}

@implementation @_cdecl("bgt_behavior_add_item")
public func bgt_behavior_add_item(_ id: bgt_behavior, _ item_id: bgt_item) -> bgt_status {
  var call = Call()
  guard let behavior = call.list(id), let item = call.item(item_id) else { return call.status }
  let status = call.run("item", id: item_id) { () throws(BagatelleError) in try behavior.addItem(item) }
  if status >= 0 { Homes.joined(item, behavior) }
  return status
}

@implementation @_cdecl("bgt_behavior_remove_item")
public func bgt_behavior_remove_item(_ id: bgt_behavior, _ item_id: bgt_item) -> bgt_status {
  var call = Call()
  guard let behavior = call.list(id), let item = call.item(item_id) else { return call.status }
  let kept = Registry.keep(item)
  let status = call.run("item", id: item_id) { () throws(BagatelleError) in try behavior.removeItem(item) }
  if !kept { Homes.refresh(item) }
  return status
}

@implementation @_cdecl("bgt_behavior_get_items")
public func bgt_behavior_get_items(
  _ id: bgt_behavior, _ out_items: UnsafeMutablePointer<bgt_item>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let behavior = call.behavior(id), call.outputs(out_items, "out_items", capacity, out_count),
    let out_count
  else { return call.status }
  if !copyIDs(behavior.heldItems, out_items, capacity, out_count) { call.noMemory("out_items") }
  return call.status
}

@implementation @_cdecl("bgt_behavior_set_action")
public func bgt_behavior_set_action(
  _ id: bgt_behavior, _ fn: bgt_action_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let behavior = call.behavior(id) else { return call.status }
  guard let fn else {
    behavior.action = nil
    giveBack(context, release)
    return call.status
  }
  let keeper = Context(context, release)
  behavior.action = { fn(id, keeper.pointer) }
  return call.status
}

@implementation @_cdecl("bgt_behavior_set_will_move")
public func bgt_behavior_set_will_move(
  _ id: bgt_behavior, _ fn: bgt_will_move_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let behavior = call.behavior(id) else { return call.status }
  guard let fn else {
    behavior.onWillMove = nil
    giveBack(context, release)
    return call.status
  }
  let keeper = Context(context, release)
  behavior.onWillMove = { fn(id, Registry.id(of: $0), keeper.pointer) }
  return call.status
}
