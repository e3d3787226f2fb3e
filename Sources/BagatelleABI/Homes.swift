// Which animator's or timeline's group an object belongs to: it tells a call from a second thread, and who lets the object die.
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

  /// Also of the members of a group.
  private static func set(item: Item, _ home: bgt_id) {
    set(item, home)
    if let group = item as? DynamicItemGroup { for member in group.items { set(member, home) } }
  }

  static func of(_ object: BagatelleObject) -> bgt_id {
    guard object.foreignID != 0, let slot = bgts_find(object.foreignID) else { return 0 }
    return bgts_load64(&slot.pointee.home)
  }

  /// An animator's group: its own, or that of the timeline which advances it.
  private static func root(_ animator: DynamicAnimator?) -> bgt_id {
    guard let animator else { return 0 }
    return animator.timeline?.foreignID ?? animator.foreignID
  }

  /// The home that an object has by its present place.
  static func place(of object: BagatelleObject) -> bgt_id {
    if let item = object as? Item { return item.animator != nil ? root(item.animator) : item.timeline?.foreignID ?? 0 }
    if let animator = object as? DynamicAnimator { return root(animator) }
    if let timeline = object as? Timeline { return timeline.foreignID }
    if let animator = object as? PropertyAnimator { return animator.timeline?.foreignID ?? 0 }
    if let container = object as? TransitionContainer { return container.timeline.foreignID }
    if let transition = object as? TransitionContext { return transition.timeline?.foreignID ?? 0 }
    guard let behavior = object as? DynamicBehavior else { return 0 }
    if let animator = behavior.animator { return root(animator) }
    // A behavior outside any animator whose items are in one belongs to them: its death touches them.
    return root(behavior.heldItems.first?.animator)
  }

  /// Sets the homes of an object and all below it by their present places.
  static func refresh(_ object: BagatelleObject) {
    guard let behavior = object as? DynamicBehavior else {
      if let item = object as? Item { set(item: item, place(of: item)) } else { set(object, place(of: object)) }
      if let animator = object as? DynamicAnimator { for behavior in animator.behaviors { refresh(behavior) } }
      return
    }
    var stack = [behavior]
    while let node = stack.popLast() {
      set(node, place(of: node))
      for item in node.heldItems { set(item: item, place(of: item)) }
      stack.append(contentsOf: node.children)
    }
  }

  /// A new object of a timeline.
  static func enter(_ object: BagatelleObject, _ timeline: bgt_id) { set(object, timeline) }

  /// One item came to a behavior.
  @inline(never)
  static func joined(_ item: Item, _ behavior: DynamicBehavior) {
    if let animator = item.animator {
      set(item: item, root(animator))
      if behavior.animator == nil { set(behavior, root(animator)) }
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
