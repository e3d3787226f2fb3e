// Which behaviors hold an item, and what each of them keeps for it.
// SPDX-License-Identifier: MIT
import BagatelleCore
import CShims

/// One behavior that holds an item.
struct Membership: BitwiseCopyable {
  /// The behavior takes its memberships back before it dies.
  let behavior: Unmanaged<DynamicBehavior>
  /// Grows along the behavior's list of items.
  let sequence: UInt32

  init(behavior: Unmanaged<DynamicBehavior>, sequence: UInt32) {
    self.behavior = behavior
    self.sequence = sequence
  }

  func isIn(_ other: DynamicBehavior) -> Bool {
    behavior.toOpaque() == Unmanaged.passUnretained(other).toOpaque()
  }
}

/// What a behavior keeps for one of its items; most keep nothing.
struct MembershipNote: BitwiseCopyable {
  /// The behavior; not retained, as in its membership.
  let behavior: UnsafeMutableRawPointer
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
}

/// A list in order of addition. Most items are in one or two behaviors, which lie in the item itself.
struct MembershipList {
  /// Two behaviors and their numbers; or the address of a block and how many it has room for.
  private var words: (UInt64, UInt64, UInt32, UInt32) = (0, 0, 0, 0)
  /// Twice the number in use, and one while they lie in a block.
  private var state: UInt32 = 0

  private static var ownRoom: Int { 2 }
  private var hasBlock: Bool { state & 1 != 0 }
  private var block: UnsafeMutablePointer<Membership> {
    UnsafeMutablePointer(bitPattern: UInt(truncatingIfNeeded: words.0)).unsafelyUnwrapped
  }
  private(set) var count: Int {
    get { Int(state >> 1) }
    set { state = UInt32(truncatingIfNeeded: newValue) << 1 | state & 1 }
  }

  /// False: no memory, nothing changed.
  @_optimize(size)
  mutating func reserve(_ wanted: Int) -> Bool {
    let room = hasBlock ? Int(words.1) : MembershipList.ownRoom
    if wanted <= room { return true }
    let more = max(wanted, room + room / 2)
    guard more < 1 << 24, let raw = bgts_allocate_small(more * MemoryLayout<Membership>.stride) else {
      return false
    }
    let larger = raw.bindMemory(to: Membership.self, capacity: more)
    for index in 0..<count { (larger + index).initialize(to: self[index]) }
    if hasBlock { bgts_free_small(block) }
    words = (UInt64(UInt(bitPattern: larger)), UInt64(more), 0, 0)
    state |= 1
    return true
  }

  /// False: no memory, nothing changed.
  mutating func append(_ membership: Membership) -> Bool {
    guard reserve(count + 1) else { return false }
    count += 1
    put(membership, at: count - 1)
    return true
  }

  mutating func remove(at gone: Int) {
    for index in gone..<(count - 1) { put(self[index + 1], at: index) }
    count -= 1
  }

  /// Gives one of them another number.
  mutating func number(_ index: Int, _ sequence: UInt32) {
    put(Membership(behavior: self[index].behavior, sequence: sequence), at: index)
  }

  /// -1: in none. From the end: what was added last is asked for most.
  @inline(__always)
  func index(of behavior: DynamicBehavior) -> Int {
    var index = count - 1
    if hasBlock {
      let block = block
      while index >= 0 && !block[index].isIn(behavior) { index -= 1 }
    } else {
      while index >= 0 && !self[index].isIn(behavior) { index -= 1 }
    }
    return index
  }

  mutating func deallocate() {
    if hasBlock { bgts_free_small(block) }
    state = 0
  }

  private mutating func put(_ membership: Membership, at index: Int) {
    let behavior = UInt64(UInt(bitPattern: membership.behavior.toOpaque()))
    if hasBlock {
      block[index] = membership
    } else if index == 0 {
      (words.0, words.2) = (behavior, membership.sequence)
    } else {
      (words.1, words.3) = (behavior, membership.sequence)
    }
  }

  subscript(_ index: Int) -> Membership {
    assert(index >= 0 && index < count)
    if hasBlock { return block[index] }
    let address = UInt(truncatingIfNeeded: index == 0 ? words.0 : words.1)
    return Membership(
      behavior: Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped),
      sequence: index == 0 ? words.2 : words.3)
  }
}

extension Item {
  /// Index of the membership in a behavior, or -1.
  @_optimize(speed)
  func membershipIndex(_ behavior: DynamicBehavior) -> Int { memberships.index(of: behavior) }

  /// False: no memory.
  func addMembership(_ behavior: DynamicBehavior, sequence: UInt32) -> Bool {
    memberships.append(Membership(behavior: Unmanaged.passUnretained(behavior), sequence: sequence))
  }

  func removeMembership(_ behavior: DynamicBehavior) {
    let index = membershipIndex(behavior)
    guard index >= 0 else { return }
    memberships.remove(at: index)
    dropNote(of: behavior)
  }

  func dropNote(of behavior: DynamicBehavior) {
    let gone = noteIndex(of: behavior)
    guard gone >= 0, let extras else { return }
    let last = extras.notes.removeLast()
    if gone < extras.notes.count { extras.notes[gone] = last }
  }

  private func noteIndex(of behavior: DynamicBehavior) -> Int {
    guard let place = notePlace(of: behavior), let extras else { return -1 }
    return place - extras.notes.base
  }

  /// What the behavior keeps for the item, if anything; valid until another note is made.
  func notePlace(of behavior: DynamicBehavior) -> UnsafeMutablePointer<MembershipNote>? {
    guard let notes = extras?.notes else { return nil }
    let wanted = Unmanaged.passUnretained(behavior).toOpaque()
    for index in 0..<notes.count where notes[index].behavior == wanted { return notes.base + index }
    return nil
  }

  /// The same, copied.
  func note(of behavior: DynamicBehavior) -> MembershipNote? { notePlace(of: behavior)?.pointee }

  /// The same to be changed; made when there is none. Nil: no memory.
  func madeNote(of behavior: DynamicBehavior) -> UnsafeMutablePointer<MembershipNote>? {
    let extras = madeExtras
    var index = noteIndex(of: behavior)
    if index < 0 {
      let fresh = MembershipNote(behavior: Unmanaged.passUnretained(behavior).toOpaque())
      guard extras.notes.append(fresh) else { return nil }
      index = extras.notes.count - 1
    }
    return extras.notes.base + index
  }
}
