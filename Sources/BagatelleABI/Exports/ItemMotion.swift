// Header section "Items": forces for a moment, and why an item is awake.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

@implementation @_cdecl("bgt_item_apply_impulse")
public func bgt_item_apply_impulse(_ id: bgt_item, _ impulse: bgt_vec2, _ offset: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item), call.vector(impulse, "impulse"), call.point(offset, "offset")
  else { return call.status }
  return call.runOrIgnore("impulse", item) { (on) throws(BagatelleError) in
    try on.applyImpulse(checked: Vector2(impulse), at: Vector2(offset))
  }
}

@implementation @_cdecl("bgt_item_apply_force")
public func bgt_item_apply_force(_ id: bgt_item, _ force: bgt_vec2, _ offset: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let item = call.borrow(id, .item), call.vector(force, "force"), call.point(offset, "offset")
  else { return call.status }
  return call.runOrIgnore("force", item) { (on) throws(BagatelleError) in
    try on.applyForce(checked: Vector2(force), at: Vector2(offset))
  }
}

@implementation @_cdecl("bgt_item_why_awake")
public func bgt_item_why_awake(_ id: bgt_item) -> UnsafePointer<CChar>? {
  var call = Call()
  guard let item = call.item(id) else { return nil }
  return chars(item.whyAwake)
}
