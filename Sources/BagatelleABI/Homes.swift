// Which animator's group an object belongs to: it tells a call from a second thread, and who lets the object die.
// SPDX-License-Identifier: MIT
import Bagatelle
import CBagatelle
import CShims

/// The home of an object is kept in its slot, where any thread can read it without touching the object. Only objects
/// that have an id have one; an id that is given later takes the home from the object's animator.
enum Homes {
  private static func set(_ object: BagatelleObject, _ home: bgt_id) {
    guard object.foreignID != 0, let slot = bgts_find(object.foreignID) else { return }
    bgts_store64(&slot.pointee.home, home)
  }

  static func of(_ object: BagatelleObject) -> bgt_id {
    guard object.foreignID != 0, let slot = bgts_find(object.foreignID) else { return 0 }
    return bgts_load64(&slot.pointee.home)
  }

  /// The home that an object has by its present place.
  static func place(of object: BagatelleObject) -> bgt_id {
    if let item = object as? Item { return item.animator?.foreignID ?? 0 }
    if let animator = object as? DynamicAnimator { return animator.foreignID }
    guard let behavior = object as? DynamicBehavior else { return 0 }
    if let animator = behavior.animator { return animator.foreignID }
    // A behavior outside any animator whose items are in one belongs to them: its death touches them.
    return behavior.heldItems.first?.animator?.foreignID ?? 0
  }

  /// Sets the homes of an object and all below it by their present places.
  static func refresh(_ object: BagatelleObject) {
    guard let behavior = object as? DynamicBehavior else {
      set(object, place(of: object))
      return
    }
    var stack = [behavior]
    while let node = stack.popLast() {
      set(node, place(of: node))
      for item in node.heldItems { set(item, item.animator?.foreignID ?? 0) }
      stack.append(contentsOf: node.children)
    }
  }

  /// One item came to a behavior.
  static func joined(_ item: Item, _ behavior: DynamicBehavior) {
    if let animator = item.animator {
      set(item, animator.foreignID)
      if behavior.animator == nil { set(behavior, animator.foreignID) }
    }
  }

  /// Attachments and snaps that act on an item.
  static func jointsHolding(_ item: Item) -> [DynamicBehavior] {
    guard let animator = item.animator else { return [] }
    var found: [DynamicBehavior] = []
    var stack = animator.behaviors
    while let node = stack.popLast() {
      if node.kind == .attachment || node.kind == .snap {
        for held in node.heldItems where held === item { found.append(node) }
      }
      stack.append(contentsOf: node.children)
    }
    return found
  }
}
