// Which behaviors hold an item, and what each of them keeps for it.
// SPDX-License-Identifier: MIT
import BagatelleCore
import CShims

/// One behavior that holds an item, with what that behavior keeps for the item.
struct Membership: BitwiseCopyable {
  /// The behavior takes its memberships back before it dies.
  let behavior: Unmanaged<DynamicBehavior>
  /// Grows along the behavior's list of items.
  let sequence: UInt64
  /// Pushes: point of application. Item behaviors: velocity that waits for an animator.
  var vector = Vector2(0, 0)
  /// Item behaviors: angular velocity that waits for an animator.
  var scalar = 0.0
  /// Item behaviors: bits `waiting…`.
  var flags: UInt32 = 0

  static var waitingToAdd: UInt32 { 1 }
  static var waitingToSet: UInt32 { 2 }
  static var waitingToAddAngular: UInt32 { 4 }
  static var waitingToSetAngular: UInt32 { 8 }

  init(behavior: Unmanaged<DynamicBehavior>, sequence: UInt64) {
    self.behavior = behavior
    self.sequence = sequence
  }

  func isIn(_ other: DynamicBehavior) -> Bool {
    behavior.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }
}

/// A list in order of addition. Most items are in two or three behaviors, so it starts smaller than an `Arena`.
struct MembershipList {
  private(set) var base = UnsafeMutablePointer<Membership>(bitPattern: 64).unsafelyUnwrapped
  private var capacity = 0
  var count = 0

  /// False: no memory, nothing changed.
  mutating func reserve(_ wanted: Int) -> Bool {
    if wanted <= capacity { return true }
    let room = max(wanted, capacity * 2, 2)
    guard room < 1 << 24, let raw = bgts_allocate(room * MemoryLayout<Membership>.stride) else {
      return false
    }
    let larger = raw.bindMemory(to: Membership.self, capacity: room)
    larger.update(from: base, count: count)
    if capacity > 0 { bgts_free(base) }
    base = larger
    capacity = room
    return true
  }

  /// False: no memory, nothing changed.
  mutating func append(_ membership: Membership) -> Bool {
    guard reserve(count + 1) else { return false }
    base[count] = membership
    count += 1
    return true
  }

  mutating func deallocate() {
    if capacity > 0 { bgts_free(base) }
    capacity = 0
    count = 0
  }

  subscript(_ index: Int) -> Membership {
    get {
      assert(index >= 0 && index < count)
      return base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      base[index] = newValue
    }
  }
}

extension Item {
  /// Index of the membership in a behavior, or -1.
  func membershipIndex(_ behavior: DynamicBehavior) -> Int {
    // From the end: what was added last is asked for most.
    var index = memberships.count - 1
    while index >= 0 {
      if memberships[index].isIn(behavior) { return index }
      index -= 1
    }
    return -1
  }

  /// False: no memory.
  func addMembership(_ behavior: DynamicBehavior, sequence: UInt64) -> Bool {
    memberships.append(Membership(behavior: Unmanaged.passUnretained(behavior), sequence: sequence))
  }

  func removeMembership(_ behavior: DynamicBehavior) {
    let index = membershipIndex(behavior)
    guard index >= 0 else { return }
    let place = memberships.base + index
    place.update(from: place + 1, count: memberships.count - 1 - index)
    memberships.count -= 1
  }
}
