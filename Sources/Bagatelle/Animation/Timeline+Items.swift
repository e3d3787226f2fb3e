// The items a timeline lists: in order from bottom to top, for drawing them and for finding them at a point.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// What is to be drawn of one item. 128 bytes.
@frozen public struct PresentedState: BitwiseCopyable, Sendable {
  /// The item's id in the C API; 0 if it has none.
  public var id: UInt64 = 0
  /// Bits: 1 an animation acts on it.
  public var flags: UInt32 = 0
  public var reserved: UInt32 = 0
  public var center = Vector2(0, 0)
  public var bounds = Rect(x: 0, y: 0, width: 0, height: 0)
  /// Radians, unwrapped.
  public var angle = 0.0
  public var transform = Transform.identity
  /// 0 to 1.
  public var alpha = 1.0
  public init() {}
}

extension Timeline {
  // MARK: The list

  /// Lists an item on top of the others, or at a position from the bottom; the timeline retains it. An item
  /// that is
  /// listed already moves there.
  ///
  /// - Throws: `otherAnimator` if another timeline has it; `range` for a position above the count;
  ///   `outOfMemory`.
  @_optimize(size)
  public func addItem(_ item: Item, at position: Int? = nil) throws(BagatelleError) {
    let presence = item.presence
    guard presence.timeline == nil || presence.timeline === self else {
      throw BagatelleError(.otherAnimator, "item")
    }
    let isNew = presence.index < 0
    let count = listed.count
    let place = position ?? (isNew ? count : count - 1)
    guard place >= 0, place <= (isNew ? count : count - 1) else {
      throw BagatelleError(.range, "position", Double(place))
    }
    if isNew {
      guard listed.append(Unmanaged.passUnretained(item).toOpaque()) else {
        throw BagatelleError(.outOfMemory, "item")
      }
      _ = Unmanaged.passRetained(item)
      presence.timeline = self
      presence.index = Int32(truncatingIfNeeded: count)
    }
    move(Int(presence.index), to: place)
  }

  /// Takes an item from the list; its animations go on. Not listed: no effect, false.
  @discardableResult
  public func removeItem(_ item: Item) -> Bool {
    guard let presence = item.presentation, presence.timeline === self, presence.index >= 0 else {
      return false
    }
    move(Int(presence.index), to: listed.count - 1)
    _ = listed.removeLast()
    presence.index = -1
    if presence.trackCount == 0 { presence.timeline = nil }
    Unmanaged.passUnretained(item).release()
    return true
  }

  public func removeAllItems() {
    while listed.count > 0 {
      removeItem(Unmanaged<Item>.fromOpaque(listed[listed.count - 1]).takeUnretainedValue())
    }
  }

  public var itemCount: Int { listed.count }

  /// - Throws: `range`.
  public func item(at position: Int) throws(BagatelleError) -> Item {
    guard position >= 0, position < listed.count else {
      throw BagatelleError(.range, "position", Double(position))
    }
    return listedItem(position)
  }

  /// Position from the bottom, or nil.
  public func position(of item: Item) -> Int? {
    guard let presence = item.presentation, presence.timeline === self, presence.index >= 0 else {
      return nil
    }
    return Int(presence.index)
  }

  private func listedItem(_ index: Int) -> Item {
    Unmanaged<Item>.fromOpaque(listed[index]).takeUnretainedValue()
  }

  private func move(_ from: Int, to place: Int) {
    guard from != place else { return }
    let moved = listed[from]
    let step = place > from ? 1 : -1
    var index = from
    while index != place {
      listed[index] = listed[index + step]
      listedItem(index).presence.index = Int32(truncatingIfNeeded: index)
      index += step
    }
    listed[place] = moved
    listedItem(place).presence.index = Int32(truncatingIfNeeded: place)
  }

  // MARK: Presented states

  /// Writes the presented states of the listed items, bottom first, up to a capacity; returns how many there
  /// are.
  @_optimize(speed)
  public func copyPresentedStates(into target: UnsafeMutableBufferPointer<PresentedState>) -> Int {
    guard let base = target.baseAddress else { return listed.count }
    let count = min(listed.count, target.count)
    for index in 0..<count { base[index] = presentedState(of: listedItem(index)) }
    return listed.count
  }

  /// The same in memory of the timeline, as of this call; outdated, never dangling, after the next one.
  ///
  /// - Throws: `outOfMemory`.
  @_optimize(speed)
  public func presentedStates() throws(BagatelleError) -> UnsafeBufferPointer<PresentedState> {
    guard states.reserve(listed.count) else { throw BagatelleError(.outOfMemory, "timeline") }
    while states.count < listed.count { guard states.append(PresentedState()) else { break } }
    states.shorten(to: listed.count)
    _ = copyPresentedStates(into: UnsafeMutableBufferPointer(start: states.base, count: states.count))
    return states.view
  }

  @_optimize(speed)
  private func presentedState(of item: Item) -> PresentedState {
    var state = PresentedState()
    let presence = item.presence
    state.id = item.foreignID
    state.flags = presence.trackCount > 0 ? 1 : 0
    state.center = item.center
    state.angle = item.angle
    state.bounds = Rect(
      x: presence.origin.x, y: presence.origin.y, width: item.storedSize.x, height: item.storedSize.y)
    state.transform = presence.transform
    state.alpha = presence.alpha
    guard presence.trackCount > 0 else { return state }
    // Most animations move one or two channels: the others cost a comparison.
    if presence.lanes.0.first >= 0 { state.center = state.center + sum(presence.lanes.0.first).vector }
    if presence.lanes.1.first >= 0 {
      let c = sum(presence.lanes.1.first)
      state.bounds.x += c.x
      state.bounds.y += c.y
      state.bounds.width += c.z
      state.bounds.height += c.w
    }
    if presence.lanes.2.first >= 0 { state.angle += sum(presence.lanes.2.first).x }
    if presence.lanes.3.first >= 0 { state.transform = presentedTransform(presence) }
    if presence.lanes.4.first >= 0 {
      state.alpha = max(0, min(1, state.alpha + sum(presence.lanes.4.first).x))
    }
    return state
  }

  /// Equal runs give equal hashes on every platform: clock, what is presented of the listed items, and the
  /// attached animators.
  public var stateHash: UInt64 {
    var hash = Timeline.mix(0xcbf2_9ce4_8422_2325, time.bitPattern)
    hash = Timeline.mix(hash, UInt64(moving.count))
    for index in 0..<listed.count {
      let s = presentedState(of: listedItem(index))
      hash = Timeline.mix(Timeline.mix(hash, s.center.x.bitPattern), s.center.y.bitPattern)
      hash = Timeline.mix(Timeline.mix(hash, s.bounds.x.bitPattern), s.bounds.y.bitPattern)
      hash = Timeline.mix(Timeline.mix(hash, s.bounds.width.bitPattern), s.bounds.height.bitPattern)
      hash = Timeline.mix(Timeline.mix(hash, s.angle.bitPattern), s.alpha.bitPattern)
      hash = Timeline.mix(Timeline.mix(hash, s.transform.a.bitPattern), s.transform.b.bitPattern)
      hash = Timeline.mix(Timeline.mix(hash, s.transform.c.bitPattern), s.transform.d.bitPattern)
      hash = Timeline.mix(Timeline.mix(hash, s.transform.tx.bitPattern), s.transform.ty.bitPattern)
    }
    for follower in followers { hash = Timeline.mix(hash, follower.stateHash) }
    return hash
  }

  /// FNV-1a over the bytes of a word, the lowest first.
  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    var hash = hash
    var rest = word
    for _ in 0..<8 {
      hash = (hash ^ (rest & 0xff)) &* 0x100_0000_01b3  // Wraps by definition.
      rest >>= 8
    }
    return hash
  }

  // MARK: Hit test

  /// The topmost listed item at a point, nil without one.
  ///
  /// An animated item is found where it is presented; where its model is, if an animator of it has
  /// `isManualHitTestingEnabled`; nowhere while an active animator of it has user interaction disabled.
  public func item(atPoint point: Vector2) -> Item? {
    guard point.isFinite else { return nil }
    var index = listed.count - 1
    while index >= 0 {
      let item = listedItem(index)
      if hits(item, point) { return item }
      index -= 1
    }
    return nil
  }

  private func hits(_ item: Item, _ point: Vector2) -> Bool {
    let presence = item.presence
    var usesModel = false
    if presence.trackCount > 0 {
      for raw in 0..<(Channel.builtinCount + presence.own.count) {
        var t = presence.lane(Channel(unchecked: Int32(truncatingIfNeeded: raw))).first
        while t >= 0 {
          let drive = drives.base + Int(tracks[t].drive)
          if drive.pointee.blocksHits { return false }
          if drive.pointee.hitsModel { usesModel = true }
          t = tracks[t].next
        }
      }
    }
    let center = usesModel ? item.center : item.presentedCenter
    let angle = usesModel ? item.angle : item.presentedAngle
    let bounds = usesModel ? item.bounds : item.presentedBounds
    let transform = usesModel ? item.displayTransform : item.presentedTransform
    // From outside inward: center, angle, transform.
    let turned = rotate(point - center, by: -angle)
    guard let inverse = transform.inverse else { return false }
    let place = inverse.apply(turned)
    return place.x.magnitude <= 0.5 * bounds.width && place.y.magnitude <= 0.5 * bounds.height
  }
}
