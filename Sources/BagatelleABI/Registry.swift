// Maps ids to objects: kind 8 bits, generation 24, slot 32. Look-ups take no lock; no hashing.
// SPDX-License-Identifier: MIT
import Bagatelle
import CBagatelle
import CShims

/// Slots lie in chunks that never move (shims.h); the lock guards only the list of free ones.
nonisolated(unsafe) private var used: UInt32 = 0
/// Index + 1 of the first free slot; 0 ends the list.
nonisolated(unsafe) private var firstFree: UInt32 = 0

typealias Slot = UnsafeMutablePointer<bgts_slot>

enum Registry {
  private static let generations: UInt64 = 0xff_ffff
  private static let callersMask: UInt64 = 0xffff_ffff

  // MARK: Names of objects

  /// Gives the object an id and, on request, a first reference of the caller; 0 when there is no memory. One that was named before, to an
  /// observer of its making, keeps its id.
  static func register(_ object: BagatelleObject, kind: Int32, callers: UInt64) -> bgt_id {
    if object.foreignID != 0 {
      if callers > 0 { _ = retain(object.foreignID) }
      return object.foreignID
    }
    guard let (slot, index) = takeSlot() else { return 0 }
    let generation = (slot.pointee.state >> 32 & generations) + 1
    let tag = UInt64(UInt32(bitPattern: kind)) << 24 | generation
    let id = tag << 32 | UInt64(index)
    let unmanaged = callers > 0 ? Unmanaged.passRetained(object) : Unmanaged.passUnretained(object)
    slot.pointee.object = unmanaged.toOpaque()
    slot.pointee.pending = 0
    slot.pointee.next = 0
    slot.pointee.thread = 0
    slot.pointee.deferred = 0
    let isHome = kind == Int32(BGT_KIND_ANIMATOR) || kind == Int32(BGT_KIND_TIMELINE)
    bgts_store64(&slot.pointee.home, isHome ? id : 0)
    object.foreignID = id
    if takeForeignIDBack == nil { takeForeignIDBack = { Registry.objectDied($0) } }
    bgts_store64(&slot.pointee.state, tag << 32 | callers)
    bgts_count_object(kind, 1)
    return id
  }

  /// The id of an object, which gets one when it has none yet; 0 for nil or when there is no memory.
  static func id(of object: BagatelleObject?) -> bgt_id {
    guard let object else { return 0 }
    return object.foreignID != 0 ? object.foreignID : firstID(of: object)
  }

  /// The same of what something else holds, without counting a reference, which would take longer than all the rest.
  @inline(__always)
  static func id<T: BagatelleObject>(of reference: Unmanaged<T>?) -> bgt_id {
    guard let reference else { return 0 }
    let known = reference._withUnsafeGuaranteedRef { $0.foreignID }
    return known != 0 ? known : firstID(of: reference.takeUnretainedValue())
  }

  @inline(never)
  private static func firstID(of object: BagatelleObject) -> bgt_id {
    let id = register(object, kind: kind(of: object), callers: 0)
    if let slot = bgts_find(id) { bgts_store64(&slot.pointee.home, Homes.place(of: object)) }
    return id
  }

  private static func kind(of object: BagatelleObject) -> Int32 {
    if object is DynamicItemGroup { return Int32(BGT_KIND_ITEM_GROUP) }
    if object is Item { return Int32(BGT_KIND_ITEM) }
    if let behavior = object as? DynamicBehavior { return behavior.kind.rawValue }
    if object is Timeline { return Int32(BGT_KIND_TIMELINE) }
    if object is PropertyAnimator { return Int32(BGT_KIND_PROPERTY_ANIMATOR) }
    if object is VelocityTracker { return Int32(BGT_KIND_VELOCITY_TRACKER) }
    if object is Timing { return Int32(BGT_KIND_TIMING) }
    if object is Region { return Int32(BGT_KIND_REGION) }
    if object is TransitionContainer { return Int32(BGT_KIND_TRANSITION_CONTAINER) }
    if object is Presentation { return Int32(BGT_KIND_PRESENTATION) }
    if object is TransitionContext { return Int32(BGT_KIND_TRANSITION) }
    if object is TransitionDelegate { return Int32(BGT_KIND_TRANSITION_DELEGATE) }
    if object is TransitionAnimation { return Int32(BGT_KIND_TRANSITION_ANIMATION) }
    if object is PercentDriver { return Int32(BGT_KIND_PERCENT_DRIVER) }
    if object is TransitionInteraction { return Int32(BGT_KIND_TRANSITION_INTERACTION) }
    return Int32(BGT_KIND_ANIMATOR)
  }

  private static func takeSlot() -> (Slot, UInt32)? {
    bgts_lock()
    defer { bgts_unlock() }
    if firstFree != 0, let slot = bgts_slot_at(firstFree - 1) {
      let index = firstFree - 1
      firstFree = slot.pointee.next
      return (slot, index)
    }
    let chunk = bgts_chunk_of(used)
    guard chunk < UInt32(BGTS_CHUNKS) else { return nil }
    if !bgts_has_chunk(chunk) {
      guard let memory = bgts_allocate_small(bgts_chunk_slots(chunk) * MemoryLayout<bgts_slot>.stride) else { return nil }
      bgts_set_chunk(chunk, used, memory)
    }
    guard let slot = bgts_slot_at(used) else { return nil }
    used += 1
    return (slot, used - 1)
  }

  /// Called from deinit, on any thread: the id is stale from here on.
  private static func objectDied(_ id: bgt_id) {
    guard let slot = bgts_find(id) else { return }
    let generation = id >> 32 & generations
    bgts_store64(&slot.pointee.state, generation << 32)
    slot.pointee.object = nil
    bgts_count_object(Int32(truncatingIfNeeded: id >> 56), -1)
    // A slot whose generations are used up is retired.
    guard generation < generations else { return }
    bgts_lock()
    slot.pointee.next = firstFree
    firstFree = UInt32(truncatingIfNeeded: id) + 1
    bgts_unlock()
  }

  // MARK: References of callers

  enum Outcome { case done, stale, refused }

  static func retain(_ id: bgt_id) -> Outcome {
    guard let slot = bgts_find(id) else { return .stale }
    while true {
      let state = bgts_load64(&slot.pointee.state)
      guard state >> 32 == id >> 32 else { return .stale }
      if state & callersMask == 0 {
        // The first reference to a borrowed id: a container holds the object meanwhile.
        guard let object = slot.pointee.object else { return .stale }
        let unmanaged = Unmanaged<BagatelleObject>.fromOpaque(object)
        _ = unmanaged.retain()
        if bgts_replace64(&slot.pointee.state, state, state + 1) { return .done }
        unmanaged.release()
      } else {
        guard state & callersMask < callersMask else { return .refused }
        if bgts_replace64(&slot.pointee.state, state, state + 1) { return .done }
      }
    }
  }

  /// `refused` when the caller owns no reference.
  static func release(_ id: bgt_id) -> Outcome {
    guard let slot = bgts_find(id) else { return .stale }
    while true {
      let state = bgts_load64(&slot.pointee.state)
      guard state >> 32 == id >> 32 else { return .stale }
      guard state & callersMask > 0 else { return .refused }
      guard bgts_replace64(&slot.pointee.state, state, state - 1) else { continue }
      if state & callersMask == 1, !putOff(slot, UInt32(truncatingIfNeeded: id)), let object = slot.pointee.object {
        // May run deinit, which comes back through objectDied, and foreign code.
        Unmanaged<BagatelleObject>.fromOpaque(object).release()
      }
      return .done
    }
  }

  // MARK: Advancing

  /// Marks the animator as advancing on this thread; false when it is already.
  static func beginAdvance(_ animator: Slot) -> Bool {
    guard bgts_replace32(&animator.pointee.deferred, 0, 1) else { return false }
    bgts_count_advance(1)
    bgts_store32(&animator.pointee.thread, bgts_thread_token())
    return true
  }

  /// Lets what lost its last reference meanwhile die, here on the advancing thread.
  static func endAdvance(_ animator: Slot) {
    while true {
      var link = bgts_exchange32(&animator.pointee.deferred, 1)
      while link > 1, let slot = bgts_slot_at(link - 2) {
        link = slot.pointee.next
        if let object = slot.pointee.object {
          let unmanaged = Unmanaged<BagatelleObject>.fromOpaque(object)
          Homes.refresh(unmanaged.takeUnretainedValue())
          releasePending(slot, unmanaged)
        }
      }
      bgts_store32(&animator.pointee.thread, 0)
      if bgts_replace32(&animator.pointee.deferred, 1, 0) {
        bgts_count_advance(-1)
        return
      }
      bgts_store32(&animator.pointee.thread, bgts_thread_token())
    }
  }

  /// Takes over one Swift reference until the advance of the object's group ends; false when none is under way.
  private static func putOff(_ slot: Slot, _ index: UInt32) -> Bool {
    guard let animator = bgts_find(bgts_load64(&slot.pointee.home)),
      bgts_load32(&animator.pointee.deferred) != 0
    else { return false }
    if bgts_add32(&slot.pointee.pending, 1) != 0 { return true }  // In the list already.
    while true {
      let head = bgts_load32(&animator.pointee.deferred)
      if head == 0 {  // The advance ended just now.
        if let object = slot.pointee.object { releasePending(slot, Unmanaged<BagatelleObject>.fromOpaque(object)) }
        return true
      }
      slot.pointee.next = head
      if bgts_replace32(&animator.pointee.deferred, head, index + 2) { return true }
    }
  }

  private static func releasePending(_ slot: Slot, _ object: Unmanaged<BagatelleObject>) {
    // From the exchange on another thread may put the slot into a list again.
    var pending = bgts_exchange32(&slot.pointee.pending, 0)
    while pending > 0 {
      object.release()
      pending -= 1
    }
  }

  /// Keeps an object that is leaving its containers alive to the end of its group's advance, if one is under way.
  /// Returns whether it does; otherwise the object's home is to be refreshed once it has left.
  static func keep(_ object: BagatelleObject) -> Bool {
    guard let slot = bgts_find(object.foreignID) else { return false }
    let unmanaged = Unmanaged.passRetained(object)
    if putOff(slot, UInt32(truncatingIfNeeded: object.foreignID)) { return true }
    unmanaged.release()
    return false
  }
}
