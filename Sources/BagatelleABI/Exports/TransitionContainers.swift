// Header section "Transitions": the container, and present and dismiss.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

extension Call {
  mutating func container(_ id: bgt_transition_container) -> TransitionContainer? {
    guard let object = object(id, "container", BGT_KIND_TRANSITION_CONTAINER) else { return nil }
    return unsafeDowncast(object, to: TransitionContainer.self)
  }

  /// 0 is no object; false when the id is bad.
  mutating func optionalObject(
    _ id: bgt_id, _ argument: StaticString, _ kind: Int, _ out: inout BagatelleObject?
  ) -> Bool {
    out = nil
    if id == 0 { return true }
    out = object(id, argument, kind)
    return out != nil
  }

  /// Runs a call on a container whose callbacks may release it, or its timeline.
  fileprivate mutating func change(
    _ container: TransitionContainer, _ argument: StaticString, _ body: () throws(BagatelleError) -> Void
  ) -> bgt_status {
    let own = Unmanaged.passRetained(container)
    let line = Unmanaged.passRetained(container.timeline)
    do throws(BagatelleError) {
      try body()
    } catch {
      failed(error, argument)
    }
    own.release()
    line.release()
    return status
  }
}

@implementation @_cdecl("bgt_transition_container_create")
public func bgt_transition_container_create(
  _ timeline_id: bgt_timeline, _ bounds: bgt_rect, _ out_container: UnsafeMutablePointer<bgt_transition_container>?
) -> bgt_status {
  var call = Call()
  guard let timeline = call.timeline(timeline_id) else { return call.status }
  guard let out_container else {
    call.null("out_container")
    return call.status
  }
  do throws(BagatelleError) {
    let container = try TransitionContainer(timeline: timeline, bounds: Rect(bounds))
    let id = Registry.register(container, kind: Int32(BGT_KIND_TRANSITION_CONTAINER), callers: 1)
    guard id != 0 else { throw BagatelleError(.outOfMemory) }
    Homes.enter(container, timeline_id)
    out_container.pointee = id
  } catch {
    call.failed(error, "bounds")
  }
  return call.status
}

@implementation @_cdecl("bgt_transition_container_get_timeline")
public func bgt_transition_container_get_timeline(_ id: bgt_transition_container) -> bgt_timeline {
  var call = Call()
  return call.get(id, .container, 0) { Registry.id(of: $0.timeline) }
}

@implementation @_cdecl("bgt_transition_container_get_bounds")
public func bgt_transition_container_get_bounds(_ id: bgt_transition_container) -> bgt_rect {
  var call = Call()
  return call.get(id, .container, noRect) { $0.bounds.c }
}

@implementation @_cdecl("bgt_transition_container_set_bounds")
public func bgt_transition_container_set_bounds(_ id: bgt_transition_container, _ bounds: bgt_rect) -> bgt_status {
  var call = Call()
  guard let borrowed = call.borrow(id, .container) else { return call.status }
  // A presentation may tell foreign code.
  if !borrowed._withUnsafeGuaranteedRef({ $0.tellsLayout }) {
    return call.run("bounds", borrowed) { (on) throws(BagatelleError) in try on.setBounds(Rect(bounds)) }
  }
  let container = borrowed.takeUnretainedValue()
  return call.change(container, "bounds") { () throws(BagatelleError) in try container.setBounds(Rect(bounds)) }
}

// MARK: Items

@implementation @_cdecl("bgt_transition_container_add_item")
public func bgt_transition_container_add_item(_ id: bgt_transition_container, _ item_id: bgt_item) -> bgt_status {
  var call = Call()
  guard let container = call.container(id), let item = call.item(item_id) else { return call.status }
  return call.change(container, "item") { () throws(BagatelleError) in try container.insert(item) }
}

@implementation @_cdecl("bgt_transition_container_insert_item")
public func bgt_transition_container_insert_item(
  _ id: bgt_transition_container, _ item_id: bgt_item, _ position: UInt64
) -> bgt_status {
  var call = Call()
  guard let container = call.container(id), let item = call.item(item_id) else { return call.status }
  let last = container.items.count - (container.contains(item) ? 1 : 0)
  guard position <= UInt64(last) else {
    call.fail(BGT_ERROR_RANGE, "position", count: position, "pass 0 to the number of the other items")
    return call.status
  }
  return call.change(container, "item") { () throws(BagatelleError) in
    try container.insert(item, at: Int(position))
  }
}

@implementation @_cdecl("bgt_transition_container_remove_item")
public func bgt_transition_container_remove_item(_ id: bgt_transition_container, _ item_id: bgt_item) -> bgt_status {
  var call = Call()
  guard let container = call.container(id), let item = call.item(item_id) else { return call.status }
  _ = Registry.keep(item)
  var isHere = false
  let status = call.change(container, "item") { () throws(BagatelleError) in isHere = container.remove(item) }
  return isHere ? status : bgt_status(BGT_IGNORED)
}

@implementation @_cdecl("bgt_transition_container_get_items")
public func bgt_transition_container_get_items(
  _ id: bgt_transition_container, _ out_items: UnsafeMutablePointer<bgt_item>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let container = call.container(id), call.outputs(out_items, "out_items", capacity, out_count), let out_count
  else { return call.status }
  if !copyIDs(container.items, out_items, capacity, out_count) { call.noMemory("out_items") }
  return call.status
}

@implementation @_cdecl("bgt_transition_container_set_item_callback")
public func bgt_transition_container_set_item_callback(
  _ id: bgt_transition_container, _ fn: bgt_container_item_fn?, _ context: UnsafeMutableRawPointer?,
  _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let container = call.container(id) else { return call.status }
  if let fn {
    let keeper = Context(context, release)
    container.onItem = { fn(id, Registry.id(of: $0), $1, keeper.pointer) }
  } else {
    container.onItem = nil
    giveBack(context, release)
  }
  return call.status
}

// MARK: Present and dismiss

@implementation @_cdecl("bgt_transition_container_get_presentation")
public func bgt_transition_container_get_presentation(_ id: bgt_transition_container) -> bgt_presentation {
  var call = Call()
  return call.get(id, .container, 0) { Registry.id(of: $0.presentation) }
}

@implementation @_cdecl("bgt_transition_container_get_transition")
public func bgt_transition_container_get_transition(_ id: bgt_transition_container) -> bgt_transition {
  var call = Call()
  return call.get(id, .container, 0) { Registry.id(of: $0.context) }
}

@implementation @_cdecl("bgt_transition_container_present")
@_optimize(size)
public func bgt_transition_container_present(
  _ id: bgt_transition_container, _ presented_id: bgt_item, _ presenting_id: bgt_item, _ source_id: bgt_item,
  _ delegate_id: bgt_transition_delegate, _ style: bgt_presentation_style, _ animated: Bool,
  _ completion: bgt_transition_completion_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  var source: BagatelleObject?
  var delegate: BagatelleObject?
  guard let container = call.container(id), let presented = call.item(presented_id, "presented"),
    let presenting = call.item(presenting_id, "presenting"),
    call.optionalObject(source_id, "source", BGT_KIND_ITEM, &source),
    call.optionalObject(delegate_id, "delegate", BGT_KIND_TRANSITION_DELEGATE, &delegate)
  else { return call.status }
  guard let kind = TransitionContext.Style(rawValue: style) else {
    call.fail(BGT_ERROR_RANGE, "style", integer: Int64(style), "pass a BGT_PRESENTATION_ value")
    return call.status
  }
  let keeper = Context(context, release)
  let told = tell(completion, id, keeper)
  let status = call.change(container, "container") { () throws(BagatelleError) in
    try container.present(
      presented, over: presenting, delegate: delegate.map { unsafeDowncast($0, to: TransitionDelegate.self) },
      source: source.map { unsafeDowncast($0, to: Item.self) }, style: kind, isAnimated: animated, completion: told)
  }
  if status < 0 { keeper.disarm() }
  return status
}

@implementation @_cdecl("bgt_transition_container_dismiss")
public func bgt_transition_container_dismiss(
  _ id: bgt_transition_container, _ animated: Bool, _ completion: bgt_transition_completion_fn?,
  _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let container = call.container(id) else { return call.status }
  let keeper = Context(context, release)
  let told = tell(completion, id, keeper)
  let status = call.change(container, "container") { () throws(BagatelleError) in
    try container.dismiss(isAnimated: animated, completion: told)
  }
  if status < 0 { keeper.disarm() }
  return status
}

/// The completion that keeps the context to the transition's end, also without a function.
private func tell(
  _ fn: bgt_transition_completion_fn?, _ id: bgt_transition_container, _ keeper: Context
) -> (Bool) -> Void {
  { completed in
    if let fn { fn(id, completed, keeper.pointer) }
    withExtendedLifetime(keeper) {}
  }
}
