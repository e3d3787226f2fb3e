// Header section "Items": forces for a moment, and why an item is awake.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

extension Call {
  /// The status of a change that an item may ignore: without an animator, or anchored.
  fileprivate mutating func apply(
    _ argument: StaticString, _ body: () throws(BagatelleError) -> Bool
  ) -> bgt_status {
    do throws(BagatelleError) {
      if try !body() { return bgt_status(BGT_IGNORED) }
    } catch {
      failed(error, argument)
    }
    return status
  }
}

@implementation @_cdecl("bgt_item_apply_impulse")
public func bgt_item_apply_impulse(_ id: bgt_item, _ impulse: bgt_vec2, _ offset: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let item = call.item(id), call.vector(impulse, "impulse"), call.point(offset, "offset")
  else { return call.status }
  return call.apply("impulse") { () throws(BagatelleError) in
    try item.applyImpulse(Vector2(impulse), at: Vector2(offset))
  }
}

@implementation @_cdecl("bgt_item_apply_force")
public func bgt_item_apply_force(_ id: bgt_item, _ force: bgt_vec2, _ offset: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let item = call.item(id), call.vector(force, "force"), call.point(offset, "offset")
  else { return call.status }
  return call.apply("force") { () throws(BagatelleError) in
    try item.applyForce(Vector2(force), at: Vector2(offset))
  }
}

@implementation @_cdecl("bgt_item_why_awake")
public func bgt_item_why_awake(_ id: bgt_item) -> UnsafePointer<CChar>? {
  var call = Call()
  guard let item = call.item(id) else { return nil }
  return chars(item.whyAwake)
}
