// Reads and sets a property of the object of an id, without a reference to it.
// SPDX-License-Identifier: MIT
import Bagatelle
import CBagatelle
import CShims

extension Call {
  /// The object of an id for a call that runs no foreign code, so that nothing can let it die meanwhile: taking a
  /// reference and giving it back would cost as much as all the rest.
  @inline(__always)
  mutating func borrow<T: BagatelleObject>(_ id: bgt_id, _ kind: Named<T>) -> Unmanaged<T>? {
    guard let object = bgts_object(id, UInt32(kind.number)) ?? look(id, kind.argument, kind.number) else { return nil }
    return Unmanaged<T>.fromOpaque(object)
  }

  /// Where the quick look failed: a subclass, a call inside of a step, or a bad id, which is recorded.
  @inline(never)
  private mutating func look(_ id: bgt_id, _ argument: StaticString, _ kind: Int) -> UnsafeMutableRawPointer? {
    slot(id, argument, kind: kind)?.pointee.object
  }

  /// What a property of the object is; the other value for a bad id.
  @inline(__always)
  mutating func get<T: BagatelleObject, Value>(
    _ id: bgt_id, _ kind: Named<T>, _ none: @autoclosure () -> Value, _ body: (T) -> Value
  ) -> Value {
    guard let object = borrow(id, kind) else { return none() }
    return object._withUnsafeGuaranteedRef { body($0) }
  }

  /// A change that cannot fail.
  @inline(__always)
  mutating func set<T: BagatelleObject>(_ id: bgt_id, _ kind: Named<T>, _ body: (T) -> Void) -> bgt_status {
    if let object = borrow(id, kind) { object._withUnsafeGuaranteedRef { body($0) } }
    return status
  }

  /// As `run`, on an object without a reference.
  @inline(__always)
  mutating func run<T: BagatelleObject>(
    _ argument: StaticString, id: bgt_id = 0, _ object: Unmanaged<T>, _ body: (T) throws(BagatelleError) -> Void
  ) -> bgt_status {
    do throws(BagatelleError) {
      try object.use(body)
    } catch {
      failed(error, argument, id: id)
    }
    return status
  }

  /// The same for a change that an object's state or kind may ignore: false of the body.
  @inline(__always)
  mutating func runOrIgnore<T: BagatelleObject>(
    _ argument: StaticString, _ object: Unmanaged<T>, _ body: (T) throws(BagatelleError) -> Bool
  ) -> bgt_status {
    do throws(BagatelleError) {
      return try object.use(body) ? status : bgt_status(BGT_IGNORED)
    } catch {
      failed(error, argument)
      return status
    }
  }
}

/// A kind of objects with the Swift class of all its objects and the name of its arguments.
struct Named<T: BagatelleObject> {
  let number: Int
  let argument: StaticString
}
extension Named where T == Item { static var item: Named { Named(number: BGT_KIND_ITEM, argument: "item") } }
extension Named where T == DynamicAnimator {
  static var animator: Named { Named(number: BGT_KIND_ANIMATOR, argument: "animator") }
}
extension Named where T == DynamicBehavior {
  static var behavior: Named { Named(number: BGT_KIND_BEHAVIOR, argument: "behavior") }
}
extension Named where T == GravityBehavior {
  static var gravity: Named { Named(number: BGT_KIND_GRAVITY, argument: "gravity") }
}
extension Named where T == CollisionBehavior {
  static var collision: Named { Named(number: BGT_KIND_COLLISION, argument: "collision") }
}
extension Named where T == AttachmentBehavior {
  static var attachment: Named { Named(number: BGT_KIND_ATTACHMENT, argument: "attachment") }
}
extension Named where T == SnapBehavior { static var snap: Named { Named(number: BGT_KIND_SNAP, argument: "snap") } }
extension Named where T == PushBehavior { static var push: Named { Named(number: BGT_KIND_PUSH, argument: "push") } }
extension Named where T == DynamicItemBehavior {
  static var itemBehavior: Named { Named(number: BGT_KIND_ITEM_BEHAVIOR, argument: "behavior") }
}
extension Named where T == FieldBehavior { static var field: Named { Named(number: BGT_KIND_FIELD, argument: "field") } }
extension Named where T == Region { static var region: Named { Named(number: BGT_KIND_REGION, argument: "region") } }
extension Named where T == Timing { static var timing: Named { Named(number: BGT_KIND_TIMING, argument: "timing") } }
extension Named where T == Timeline {
  static var timeline: Named { Named(number: BGT_KIND_TIMELINE, argument: "timeline") }
}
extension Named where T == PropertyAnimator {
  static var propertyAnimator: Named { Named(number: BGT_KIND_PROPERTY_ANIMATOR, argument: "animator") }
}
extension Named where T == TransitionContainer {
  static var container: Named { Named(number: BGT_KIND_TRANSITION_CONTAINER, argument: "container") }
}
extension Named where T == Presentation {
  static var presentation: Named { Named(number: BGT_KIND_PRESENTATION, argument: "presentation") }
}
extension Named where T == TransitionContext {
  static var transition: Named { Named(number: BGT_KIND_TRANSITION, argument: "transition") }
}
extension Named where T == TransitionInteraction {
  static var interaction: Named { Named(number: BGT_KIND_TRANSITION_INTERACTION, argument: "interaction") }
}
extension Named where T == PercentDriver {
  static var driver: Named { Named(number: BGT_KIND_PERCENT_DRIVER, argument: "driver") }
}
