// Header section "Items": groups.
// SPDX-License-Identifier: MIT
import Bagatelle
import CBagatelle

@implementation @_cdecl("bgt_item_group_create")
public func bgt_item_group_create(
  _ items: UnsafePointer<bgt_item>?, _ count: UInt64, _ out_group: UnsafeMutablePointer<bgt_item_group>?
) -> bgt_status {
  var call = Call()
  guard let out_group else {
    call.null("out_group")
    return call.status
  }
  guard let ids = call.array(items, count, "items"), call.items(ids) else { return call.status }
  var members: [Item] = []
  for id in ids { if let item = call.item(id, "items") { members.append(item) } }
  do throws(BagatelleError) {
    let group = try DynamicItemGroup(items: members)
    let id = Registry.register(group, kind: Int32(BGT_KIND_ITEM_GROUP), callers: 1)
    guard id != 0 else { throw BagatelleError(.outOfMemory, "out_group") }
    out_group.pointee = id
  } catch {
    call.failed(error, "items")
  }
  return call.status
}

@implementation @_cdecl("bgt_item_group_get_items")
public func bgt_item_group_get_items(
  _ id: bgt_item_group, _ out_items: UnsafeMutablePointer<bgt_item>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let group = call.itemGroup(id), call.outputs(out_items, "out_items", capacity, out_count),
    let out_count
  else { return call.status }
  if !copyIDs(group.items, out_items, capacity, out_count) { call.noMemory("out_items") }
  return call.status
}

@implementation @_cdecl("bgt_item_get_group")
public func bgt_item_get_group(_ id: bgt_item) -> bgt_item_group {
  var call = Call()
  return call.get(id, .item, 0) { Registry.id(of: $0.group) }
}
