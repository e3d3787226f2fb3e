// What few items have, kept apart so that the others stay small.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// A path, a driver, a kept scale, a layout's key, a callback, what behaviors keep for the item.
final class ItemExtras {
  /// Empty, or a clean convex polygon.
  var cleanPath = Arena<Vector2>()
  /// The path as it was given.
  var givenPath = Arena<Vector2>()
  /// Squares of the kept scale; the roots are for whoever asks.
  var squaredScale = Vector2(1, 1)
  var read: Item.Read?
  var write: Item.Write?
  var layoutKey: LayoutKey?
  var filterGroup: Int32 = 0
  var onRest: ((Item) -> Void)?
  var notes = Arena<MembershipNote>()
  /// Size of the shape that the body has, where the item was given another one since.
  var bodySize: Vector2?
  /// Marks that the item's driver was read for one operation.
  var stamp: UInt64 = 0
  /// The group of which it is a member, which retains it, and its place there.
  unowned(unsafe) var holder: DynamicItemGroup?
  var indexInGroup: Int32 = 0
  /// 1 + index of its first contact end that waits for the next tick.
  var firstPendingEnd: Int32 = 0

  deinit {
    cleanPath.deallocate()
    givenPath.deallocate()
    notes.deallocate()
  }
}

/// Merged properties as they were given to bodies.
final class MergedProperties {
  let value: BodyProperties
  init(_ value: BodyProperties) { self.value = value }
}

extension Item {
  /// Makes them if need be.
  final var madeExtras: ItemExtras { makeExtras().takeUnretainedValue() }
  /// Not retained.
  @inline(never)
  private final func makeExtras() -> Unmanaged<ItemExtras> {
    if let extras { return Unmanaged.passUnretained(extras) }
    let made = ItemExtras()
    extras = made
    return Unmanaged.passUnretained(made)
  }

  final var stamp: UInt64 {
    get { extras?.stamp ?? 0 }
    set { madeExtras.stamp = newValue }
  }
  final var holder: DynamicItemGroup? {
    get { extras?.holder }
    set { if extras != nil || newValue != nil { madeExtras.holder = newValue } }
  }
  final var indexInGroup: Int32 {
    get { extras?.indexInGroup ?? 0 }
    set { madeExtras.indexInGroup = newValue }
  }
  final var firstPendingEnd: Int32 {
    get { extras?.firstPendingEnd ?? 0 }
    set { if extras != nil || newValue != 0 { madeExtras.firstPendingEnd = newValue } }
  }
  @inline(never)
  final func sizeChanged(from old: Vector2) { if extras?.bodySize == nil { madeExtras.bodySize = old } }

  final var scale: Vector2 {
    guard let squares = extras?.squaredScale else { return Vector2(1, 1) }
    return Vector2(squareRoot(squares.x), squareRoot(squares.y))
  }
  final var read: Read? {
    get { extras?.read }
    set { if extras != nil || newValue != nil { madeExtras.read = newValue } }
  }
  final var write: Write? {
    get { extras?.write }
    set { if extras != nil || newValue != nil { madeExtras.write = newValue } }
  }

  /// What a layout calls the item; `DynamicAnimator.item(for:)` finds it by this. Default nil.
  public final var layoutKey: LayoutKey? {
    get { extras?.layoutKey }
    set { if extras != nil || newValue != nil { makeExtras()._withUnsafeGuaranteedRef { $0.layoutKey = newValue } } }
  }

  /// Items of the same filter group other than 0 never collide with each other, whatever collision behaviors they share: the
  /// limbs of a figure, the links of a rope. They collide with everything else as ever. Default 0. Of a member of a
  /// group of items that group's counts.
  public final var filterGroup: Int32 {
    get { extras?.filterGroup ?? 0 }
    set { do { try setFilterGroup(newValue) } catch {} }
  }

  /// Sets the filter group; what is now left out ends to touch with the next tick.
  ///
  /// - Throws: `busy` inside a step.
  @_optimize(speed)
  public final func setFilterGroup(_ group: Int32) throws(BagatelleError) {
    guard group != filterGroup else { return }
    try ownerReference?.use { (owner) throws(BagatelleError) in
      try owner.checkOutsideStep()
      if owner.episodes.count > 0 { owner.endContacts(of: self) }
      owner.mark(self, Marks.groups)
      owner.wake(self)
    }
    makeExtras()._withUnsafeGuaranteedRef { $0.filterGroup = group }
  }

  /// Called at the end of the tick in which the item came to rest.
  public final var onRest: ((Item) -> Void)? {
    get { extras?.onRest }
    set {
      let old = extras?.onRest
      if extras != nil || newValue != nil { madeExtras.onRest = newValue }
      withExtendedLifetime(old) { tellCallbacksChanged() }
    }
  }

  /// What the body was last given.
  final var bodyProperties: BodyProperties { merged?.value ?? BodyProperties() }
  final var isAnchored: Bool { merged?.value.isAnchored ?? false }
}
