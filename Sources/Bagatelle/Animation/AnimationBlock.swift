// While a block of an animator runs, the setters of items record animations instead of jumping.
// SPDX-License-Identifier: MIT
import BagatelleCore
import CShims

/// A block that is running. The innermost one of the thread takes the changes.
final class AnimationBlock {
  unowned(unsafe) let timeline: Timeline
  let animator: PropertyAnimator
  private let segment: Int32
  private let activation: UInt32
  /// Number of channels that the block animates.
  private(set) var trackCount = 0

  init(_ animator: PropertyAnimator, _ timeline: Timeline, segment: Int32) {
    self.animator = animator
    self.timeline = timeline
    self.segment = segment
    activation = animator.activation
  }

  static var current: AnimationBlock? {
    guard let raw = bgts_block() else { return nil }
    return Unmanaged<AnimationBlock>.fromOpaque(raw).takeUnretainedValue()
  }

  func run(_ body: () -> Void) {
    let outer = bgts_enter_block(Unmanaged.passUnretained(self).toOpaque())
    body()
    bgts_leave_block(outer)
    withExtendedLifetime(self) {}
  }

  // MARK: Changes

  /// Makes room for two channels of an item.
  ///
  /// - Throws: `state` if the animator was stopped meanwhile; `otherAnimator`, `outOfMemory`.
  func prepare(_ item: Item) throws(BagatelleError) {
    guard animator.activation == activation, animator.drive >= 0 else {
      throw BagatelleError(.state, "animator")
    }
    let presence = item.presence
    guard presence.timeline == nil || presence.timeline === timeline else {
      throw BagatelleError(.otherAnimator, "item")
    }
    guard timeline.prepareTracks(2) else { throw BagatelleError(.outOfMemory, "item") }
  }

  /// The model takes the new value at once; what is presented travels.
  @_optimize(size)
  func set(_ item: Item, _ channel: Channel, _ value: ChannelValues) throws(BagatelleError) {
    // Who is told of misuse may let go of the item, to which the caller may hold no reference.
    let own = Unmanaged.passRetained(item)
    defer { own.release() }
    try prepare(item)
    let presence = item.presence
    // Who is told may also stop the animator.
    if channel == .center || channel == .rotation, tellSharing(item, presence) { try prepare(item) }
    let model = presence.model(channel)
    if let index = ownTrack(presence, channel) {
      let track = timeline.tracks.base + Int(index)
      track.pointee.to = value
      track.pointee.start = track.pointee.from - value
      setKick(track)
      presence.setModel(channel, value)
      return
    }
    let shape = timeline.segments[segment].motion.shape
    if model == value && !(shape.isAbsolute && shape.isSpring) { return }
    var from = model
    if !isAdditive(presence, channel) {
      from = timeline.presented(presence, channel, model)
      timeline.clearChannel(presence, channel, keeping: animator.drive)
      // What its own animator still adds stays: the new track starts where the model was.
      from = from - (timeline.presented(presence, channel, model) - model)
    }
    guard let index = addTrack(item, presence, channel, from, value) else {
      throw BagatelleError(.outOfMemory, "item")
    }
    setKick(timeline.tracks.base + Int(index))
    presence.setModel(channel, value)
  }

  @_optimize(size)
  func setTransform(_ item: Item, _ t: Transform) throws(BagatelleError) {
    try prepare(item)
    let presence = item.presence
    let model = presence.transform
    if let index = ownTrack(presence, .transform) {
      let track = timeline.tracks.base + Int(index)
      if track.pointee.isAffine {
        timeline.pairs.base[Int(track.pointee.extra)].to = t
        presence.transform = t
        return
      }
      if t.isTranslation {
        track.pointee.to = ChannelValues(t.tx, t.ty)
        track.pointee.start = track.pointee.from - track.pointee.to
        setKick(track)
        presence.transform = t
        return
      }
    }
    if model == t { return }
    if model.isTranslation && t.isTranslation && !hasAffine(presence) {
      let to = ChannelValues(t.tx, t.ty)
      guard let index = addTrack(item, presence, .transform, ChannelValues(model.tx, model.ty), to) else {
        throw BagatelleError(.outOfMemory, "item")
      }
      setKick(timeline.tracks.base + Int(index))
      presence.transform = t
      return
    }
    // Keyframes of one animator that have not begun start where the one before them ends.
    let waits =
      timeline.segments[segment].motion.start > 0
      && timeline.hasTrack(presence, .transform, of: animator.drive)
    let from = waits ? model : timeline.presentedTransform(presence)
    timeline.clearChannel(presence, .transform, keeping: animator.drive)
    timeline.unlinkTranslations(presence)
    guard let pair = timeline.pairs.add(AffinePair(from: from, to: t)) else {
      throw BagatelleError(.outOfMemory, "item")
    }
    guard let index = addTrack(item, presence, .transform, .zero, .zero) else {
      timeline.pairs.remove(pair)
      throw BagatelleError(.outOfMemory, "item")
    }
    timeline.tracks.base[Int(index)].isAffine = true
    timeline.tracks.base[Int(index)].extra = pair
    presence.transform = t
  }

  // MARK: Parts

  /// Allowed and useful, but often a mistake: the physics writes the model below the animation. Told once; false: there was nobody to tell.
  private func tellSharing(_ item: Item, _ presence: ItemPresentation) -> Bool {
    guard item.animator != nil, !presence.hasToldSharing else { return false }
    presence.hasToldSharing = true
    guard let tell = timeline.onMisuse else { return false }
    tell(animator, "channel shared with a dynamic animator")
    return true
  }

  private func isAdditive(_ presence: ItemPresentation, _ channel: Channel) -> Bool {
    if let forced = animator.isAdditive { return forced }
    if channel == .alpha { return false }
    return !channel.isOwn || presence.own[Int(channel.rawValue) - Channel.builtinCount].isAdditive
  }

  private func hasAffine(_ presence: ItemPresentation) -> Bool {
    var t = presence.lane(.transform).first
    while t >= 0 {
      if timeline.tracks[t].isAffine { return true }
      t = timeline.tracks[t].next
    }
    return false
  }

  /// The track this block made already for a channel.
  private func ownTrack(_ presence: ItemPresentation, _ channel: Channel) -> Int32? {
    var t = presence.lane(channel).last
    while t >= 0 {
      if timeline.tracks[t].segment == segment && timeline.tracks[t].drive == animator.drive { return t }
      t = timeline.tracks[t].previous
    }
    return nil
  }

  private func addTrack(
    _ item: Item, _ presence: ItemPresentation, _ channel: Channel, _ from: ChannelValues, _ to: ChannelValues
  ) -> Int32? {
    var track = Track(
      start: from - to, item: Unmanaged.passUnretained(item).toOpaque(), channel: channel, segment: segment,
      drive: animator.drive, from: from, to: to)
    track.clamp = UInt8(truncatingIfNeeded: animator.clamp.rawValue)
    guard let index = timeline.addTrack(track, presence) else { return nil }
    trackCount += 1
    return index
  }

  /// The initial velocity that the segment's spring gives.
  private func setKick(_ track: UnsafeMutablePointer<Track>) {
    let shape = timeline.segments[segment].motion.shape
    guard shape.isSpring else { return }
    track.pointee.kick = Timeline.kick(shape, track.pointee.channel, toward: track.pointee.start)
  }
}

extension Timeline {
  /// Rate of a contribution that a spring's initial velocity gives, for a displacement from the goal.
  static func kick(_ shape: CurveShape, _ channel: Channel, toward d: ChannelValues) -> ChannelValues {
    let v = shape.velocity
    if shape.isAbsolute {
      // Sizes have no direction: only centers and single numbers take a velocity in their own units.
      if channel == .center { return ChannelValues(v.x, v.y) }
      return channel == .bounds || channel == .transform ? .zero : ChannelValues(v.x)
    }
    if channel == .center { return ChannelValues(-d.x * v.x, -d.y * v.y) }
    return -v.x * d
  }

  func hasTrack(_ presence: ItemPresentation, _ channel: Channel, of drive: Int32) -> Bool {
    var t = presence.lane(channel).first
    while t >= 0 {
      if tracks[t].drive == drive { return true }
      t = tracks[t].next
    }
    return false
  }

  /// A transform that is taken apart holds the translations before it.
  func unlinkTranslations(_ presence: ItemPresentation) {
    var t = presence.lane(.transform).first
    while t >= 0 {
      let next = tracks[t].next
      if !tracks[t].isAffine {
        tracks.base[Int(t)].isLost = true
        unlink(t)
      }
      t = next
    }
  }
}
