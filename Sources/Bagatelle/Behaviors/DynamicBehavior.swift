// A node of the tree of behaviors: children, action, hook; and the base of those that hold a list of items.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// A plain composite behavior, and the base of all others. It acts while it is in an animator.
///
/// Subclass it to bundle behaviors: add children in the initializer, override `willMove(to:)` if needed.
open class DynamicBehavior: BagatelleObject {
  /// What the object is, without a cast.
  package enum Kind: Int32, Sendable {
    case composite = 16, gravity, collision, attachment, snap, push, itemProperties, field
  }
  package let kind: Kind

  /// The children, in order of addition; a copy.
  public internal(set) final var children: [DynamicBehavior] = []
  /// The behavior above it; nil at the top.
  public final var parent: DynamicBehavior? { above }
  /// The animator it acts in, also for nested children.
  public final var animator: DynamicAnimator? { owner }

  unowned(unsafe) final var above: DynamicBehavior?
  final var owner: DynamicAnimator? {
    get { ownerReference?.takeUnretainedValue() }
    set {
      ownerReference = newValue.map { Unmanaged.passUnretained($0) }
      changeTime = 0
    }
  }
  /// Not retained. What is called often goes through this, without counting references.
  package private(set) final var ownerReference: Unmanaged<DynamicAnimator>?
  /// When a change last marked and woke what the behavior acts on: see `DynamicAnimator.changeTime`.
  final var changeTime: UInt64 = 0
  /// The animator that is just taking in the tree of which this is the root.
  unowned(unsafe) final var entering: DynamicAnimator?
  final var isLeaving = false
  /// Marks that the hook was called for one operation.
  final var stamp: UInt64 = 0
  /// Position in the pre-order walk of the animator's tree; valid while the animator says so.
  final var ordinal: Int32 = 0

  /// Called once per tick, after contacts were reported, parents before children. Setting it does not wake.
  public final var action: (() -> Void)? {
    didSet { if (oldValue == nil) != (action == nil) { owner?.actionChanged(set: action != nil) } }
  }
  /// The same as the hook `willMove(to:)`, for those who do not subclass.
  public final var onWillMove: ((DynamicAnimator?) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }

  /// Makes a composite without children.
  public override init() {
    kind = .composite
    super.init()
  }

  init(kind: Kind) {
    self.kind = kind
    super.init()
  }

  deinit {
    retireID()
    for child in children { child.above = nil }
  }

  /// Called before the behavior enters an animator, or leaves it (nil), parents before children.
  ///
  /// `animator` still gives the old one. It may add children. The inherited one does nothing.
  open func willMove(to animator: DynamicAnimator?) {}

  /// The items it holds, in order of addition; a copy.
  package var heldItems: [Item] { [] }

  // MARK: Children

  /// Adds a child at the end; the same child twice has no effect.
  ///
  /// - Throws: `hierarchy` if it already has another place in a tree or a cycle would arise; `otherAnimator`;
  ///   `limit` beyond a depth of 256; and what `DynamicAnimator.addBehavior(_:)` throws for its items.
  @_optimize(size)
  public final func addChild(_ child: DynamicBehavior) throws(BagatelleError) {
    if child.above === self { return }
    guard child !== self else { throw BagatelleError(.hierarchy, "child") }
    try owner?.checkOutsideStep()
    if let theirs = child.owner, let owner, theirs !== owner { throw BagatelleError(.otherAnimator, "child") }
    guard child.entering == nil else { throw BagatelleError(.hierarchy, "child") }
    try BehaviorTree.checkCanJoin(child, under: self)
    if let owner {
      try owner.attach(child, under: self)
    } else {
      child.above = self
      children.append(child)
    }
  }

  /// Takes a direct child out.
  ///
  /// - Throws: `notAMember` if it is no direct child.
  public final func removeChild(_ child: DynamicBehavior) throws(BagatelleError) {
    guard child.above === self else { throw BagatelleError(.notAMember, "child") }
    if let owner {
      try owner.checkOutsideStep()
      owner.detach(child)
    } else {
      unlink(child)
    }
  }

  final func unlink(_ child: DynamicBehavior) {
    guard let index = children.firstIndex(where: { $0 === child }) else { return }
    child.above = nil
    children.remove(at: index)
  }

  // MARK: For the animator

  /// Whether nothing that a change marks and wakes was marked and woken by one already; it is from now on.
  @inline(__always)
  final func isFirstChange(of owner: DynamicAnimator) -> Bool {
    if changeTime == owner.changeTime { return false }
    changeTime = owner.changeTime
    return true
  }

  /// As `owner === animator`, without counting references.
  @inline(__always)
  final func isIn(_ animator: DynamicAnimator) -> Bool {
    ownerReference?.toOpaque() == Unmanaged.passUnretained(animator).toOpaque()
  }

  /// Takes part in the world of `owner`, which is set already. Undoes itself when it fails.
  func associate() throws(BagatelleError) {}
  /// After the whole tree was associated.
  func didAssociate() {}
  /// Ends its part in the world of `owner`, which is set still.
  func dissociate() {}
  /// The world of `owner` is going away with all that is in it.
  func forgetWorld() {}
  /// A detached item leaves.
  func releaseDetached(_ item: Item) {}
}

/// Base of the behaviors that hold a list of items: gravity, collision, push, item properties, field.
public class ListBehavior: DynamicBehavior {
  final var list: [Item] = []
  private final var nextSequence: UInt32 = 1

  override init(kind: Kind) { super.init(kind: kind) }

  deinit {
    retireID()
    for item in list { item.removeMembership(self) }
  }

  /// The items, in order of addition; a copy.
  public final var items: [Item] { list }
  package override final var heldItems: [Item] { list }

  public final func contains(_ item: Item) -> Bool { item.membershipIndex(self) >= 0 }

  /// Adds an item at the end; twice has no effect.
  ///
  /// - Throws: `groupMember` for a member of a group; when the behavior is in an animator, `otherAnimator`, and for a
  ///   driven item `invalidSize`, `range`; `outOfMemory`.
  @_optimize(speed)
  public final func addItem(_ item: Item) throws(BagatelleError) {
    if contains(item) { return }
    try item.checkIsFree()
    if let owner {
      try owner.checkOutsideStep()
      try owner.prepareToJoin(item)
    }
    if contains(item) { return }  // A driver's callback may have added it, or put it into a group.
    try item.checkIsFree()
    guard item.addMembership(self, sequence: nextSequence) else {
      throw BagatelleError(.outOfMemory, "item")
    }
    if let owner {
      var isHeld = false
      do throws(BagatelleError) {
        try owner.hold(item)
        isHeld = true
        try willAssociate(item)
      } catch {
        if isHeld { owner.unhold(item) }
        item.removeMembership(self)
        throw error
      }
    }
    nextSequence += 1
    list.append(item)
    if nextSequence == .max { renumber() }
    if let owner {
      didAssociate(item)
      owner.wake(item)
    }
  }

  /// Takes an item out; its velocity stays.
  ///
  /// - Throws: `notAMember` if the behavior does not hold it.
  public final func removeItem(_ item: Item) throws(BagatelleError) {
    let membership = item.membershipIndex(self)
    guard membership >= 0 else { throw BagatelleError(.notAMember, "item") }
    try owner?.checkOutsideStep()
    let index = position(of: item.memberships[membership].sequence)
    let owner = owner
    if let owner {
      owner.wakeBody(of: item)
      willDissociate(item)
    }
    item.removeMembership(self)
    list.remove(at: index)
    owner?.unhold(item)
    owner?.wake()
  }

  /// Billions were added and most of them taken out again.
  @inline(never)
  private final func renumber() {
    nextSequence = 1
    for item in list {
      item.memberships.number(item.membershipIndex(self), nextSequence)
      nextSequence += 1
    }
  }

  /// Binary search in the ascending numbers of the items' memberships.
  private final func position(of sequence: UInt32) -> Int {
    var low = 0
    var high = list.count - 1
    while low < high {
      let middle = (low + high) / 2
      let item = list[middle]
      if item.memberships[item.membershipIndex(self)].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Gives back the room beyond the items, if it is worth it.
  @inline(never)
  @_optimize(size)
  final func trim() {
    if list.capacity <= list.count + list.count / 16 + 64 { return }
    var exact: [Item] = []
    exact.reserveCapacity(list.count)
    for item in list { exact.append(item) }
    list = exact
  }

  // MARK: For the animator

  /// What the animator has to work out anew for an item when this behavior changes.
  var marks: UInt8 { 0 }

  /// One item is about to enter while the behavior is in an animator; it has a body already.
  func willAssociate(_ item: Item) throws(BagatelleError) {}
  /// One item entered while the behavior is in an animator.
  func didAssociate(_ item: Item) { owner?.mark(item, marks) }
  /// One item is about to leave while the behavior is in an animator.
  func willDissociate(_ item: Item) { owner?.mark(item, marks) }

  /// A property changed: its items are worked out anew and wake, once between two ticks.
  @inline(never)
  final func changed() {
    ownerReference?._withUnsafeGuaranteedRef { owner in
      if isFirstChange(of: owner) { takeUpChange(owner) }
    }
  }

  @inline(never)
  private final func takeUpChange(_ owner: DynamicAnimator) {
    for item in list {
      owner.mark(item, marks)
      owner.wakeBody(of: item)
    }
    owner.wake()
  }

  @_optimize(size)
  override func associate() throws(BagatelleError) {
    guard let owner else { return }
    try owner.checkRoom()
    let items = list
    var done = 0
    do throws(BagatelleError) {
      for item in items {
        try owner.hold(item)
        done += 1
      }
    } catch {
      for item in items.prefix(done) { owner.unhold(item) }
      throw error
    }
    for item in items {
      didAssociate(item)
      owner.wakeBody(of: item)
    }
  }

  override func dissociate() {
    guard let owner else { return }
    for item in list {
      owner.wakeBody(of: item)
      willDissociate(item)
      owner.unhold(item)
    }
  }

  override func releaseDetached(_ item: Item) { do { try removeItem(item) } catch {} }
}
