// Header section "Layouts".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

extension Call {
  /// Nil: refused. The inner nil: no kind.
  fileprivate mutating func layoutKind(_ value: bgt_layout_kind) -> LayoutKind?? {
    if value == bgt_layout_kind(BGT_LAYOUT_NONE) { return .some(nil) }
    if let kind = LayoutKind(rawValue: value) { return .some(kind) }
    fail(BGT_ERROR_RANGE, "kind", integer: Int64(value), "pass a BGT_LAYOUT_ value")
    return nil
  }
}

@implementation @_cdecl("bgt_item_set_layout_key")
public func bgt_item_set_layout_key(_ id: bgt_item, _ kind: bgt_layout_kind, _ key: UInt64) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item), let kind = call.layoutKind(kind) else { return call.status }
  item._withUnsafeGuaranteedRef { $0.layoutKey = kind.map { LayoutKey($0, key) } }
  return call.status
}

@implementation @_cdecl("bgt_item_get_layout_kind")
public func bgt_item_get_layout_kind(_ id: bgt_item) -> bgt_layout_kind {
  var call = Call()
  return call.get(id, .item, 0) { $0.layoutKey?.kind.rawValue ?? 0 }
}

@implementation @_cdecl("bgt_item_get_layout_key")
public func bgt_item_get_layout_key(_ id: bgt_item) -> UInt64 {
  var call = Call()
  return call.get(id, .item, 0) { $0.layoutKey?.number ?? 0 }
}

@implementation @_cdecl("bgt_animator_get_item_for_key")
public func bgt_animator_get_item_for_key(
  _ id: bgt_animator, _ kind: bgt_layout_kind, _ key: UInt64
) -> bgt_item {
  var call = Call()
  guard let animator = call.animator(id), let kind = call.layoutKind(kind), let kind else { return 0 }
  guard let item = animator.item(for: LayoutKey(kind, key)) else { return 0 }
  let found = Registry.id(of: item)
  if found == 0 { call.noMemory("animator") }
  return found
}

@implementation @_cdecl("bgt_animator_set_content_size")
public func bgt_animator_set_content_size(
  _ id: bgt_animator, _ fn: bgt_content_size_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  guard let fn else {
    animator.onContentSize = nil
    giveBack(context, release)
    return call.status
  }
  let keeper = Context(context, release)
  animator.onContentSize = { animator in
    let bounds = animator.referenceBounds
    var size = bgt_vec2(x: bounds?.width ?? 0, y: bounds?.height ?? 0)
    fn(animator.foreignID, &size, keeper.pointer)
    return Vector2(size)
  }
  return call.status
}

@implementation @_cdecl("bgt_animator_set_invalidate")
public func bgt_animator_set_invalidate(
  _ id: bgt_animator, _ fn: bgt_animator_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let animator = call.animator(id) else { return call.status }
  if let fn {
    let keeper = Context(context, release)
    animator.onInvalidate = { fn($0.foreignID, keeper.pointer) }
  } else {
    animator.onInvalidate = nil
    giveBack(context, release)
  }
  return call.status
}
