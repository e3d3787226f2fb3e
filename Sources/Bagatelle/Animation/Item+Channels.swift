// The channels of an item: model values beyond those of the physics, and what is to be drawn.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension Item {
  /// Made on first need.
  var presence: ItemPresentation {
    if let presentation { return presentation }
    return makePresence()
  }

  /// The slow half, once.
  @inline(never)
  private func makePresence() -> ItemPresentation {
    let made = ItemPresentation(self)
    presentation = made
    return made
  }

  /// The timeline in which the item is animated or listed.
  public var timeline: Timeline? { presentation?.timeline }

  // MARK: Model values

  /// Model rectangle around the center, without rotation and transform. A value out of range is ignored.
  public var frame: Rect {
    get {
      let c = center
      let s = size
      return Rect(x: c.x - 0.5 * s.x, y: c.y - 0.5 * s.y, width: s.x, height: s.y)
    }
    set { do { try setFrame(newValue) } catch {} }
  }

  /// Sets center and size in one.
  ///
  /// - Throws: `range`, `invalidSize`; `groupMember` for a member of a group, `state` for a group; in an animation block also `otherAnimator`, `outOfMemory`.
  @_optimize(speed)
  public func setFrame(_ frame: Rect) throws(BagatelleError) {
    let r = frame.normalized
    let newCenter = Vector2(r.x + 0.5 * r.width, r.y + 0.5 * r.height)
    let newSize = Vector2(r.width, r.height)
    try Check.center(newCenter)
    try Check.size(newSize)
    try checkIsFree()
    try checkOwnShape("size")
    if let block = AnimationBlock.current {
      let own = Unmanaged.passRetained(self)
      defer { own.release() }
      // Both or none: room for both is made first.
      try block.prepare(self)
      try block.set(self, .center, ChannelValues(newCenter.x, newCenter.y))
      try block.set(self, .bounds, presence.model(.bounds).replacingSize(newSize))
      return
    }
    storeCenter(newCenter)
    storedSize = newSize
  }

  /// Model bounds: origin of the content and size. A value out of range is ignored.
  public var bounds: Rect {
    get {
      Rect(x: presentation?.origin.x ?? 0, y: presentation?.origin.y ?? 0, width: size.x, height: size.y)
    }
    set { do { try setBounds(newValue) } catch {} }
  }

  /// Origin within 1e9, sides as of `setSize`.
  @_optimize(speed)
  public func setBounds(_ bounds: Rect) throws(BagatelleError) {
    try Check.vector(Vector2(bounds.x, bounds.y), within: Limits.coordinate, "bounds.x", "bounds.y")
    try Check.size(Vector2(bounds.width, bounds.height))
    try checkOwnShape("size")
    if let block = AnimationBlock.current {
      try block.set(self, .bounds, ChannelValues(bounds.x, bounds.y, bounds.width, bounds.height))
      return
    }
    if presentation == nil { _ = makePresence() }
    presentation?.origin = Vector2(bounds.x, bounds.y)
    storedSize = Vector2(bounds.width, bounds.height)
  }

  /// Model opacity, 0 to 1, default 1. A value out of range is ignored.
  public var alpha: Double {
    get { presentation?.alpha ?? 1 }
    set { do { try setAlpha(newValue) } catch {} }
  }

  @_optimize(speed)
  public func setAlpha(_ alpha: Double) throws(BagatelleError) {
    try Check.range(alpha, 0, 1, "alpha")
    if let block = AnimationBlock.current { return try block.set(self, .alpha, ChannelValues(alpha)) }
    if presentation == nil { _ = makePresence() }
    presentation?.alpha = alpha
  }

  /// Affine map for drawing, about the center and before the angle; no part of the physics. Default identity.
  public var displayTransform: Transform {
    get { presentation?.transform ?? .identity }
    set { do { try setDisplayTransform(newValue) } catch {} }
  }

  /// - Throws: `range` for an entry beyond 1e9.
  @_optimize(speed)
  public func setDisplayTransform(_ t: Transform) throws(BagatelleError) {
    let limit = Limits.magnitude
    try Check.vector(Vector2(t.a, t.b), within: limit, "transform.a", "transform.b")
    try Check.vector(Vector2(t.c, t.d), within: limit, "transform.c", "transform.d")
    try Check.vector(Vector2(t.tx, t.ty), within: limit, "transform.tx", "transform.ty")
    if let block = AnimationBlock.current { return try block.setTransform(self, t) }
    if presentation == nil { _ = makePresence() }
    presentation?.transform = t
  }

  /// Gives the item one more channel with a number of its own, within 1e9.
  ///
  /// - Parameter isAdditive: Whether animations of it add up; else a new one starts from what is presented.
  /// - Throws: `range`, `limit` above 1,024 channels, `outOfMemory`.
  public func addChannel(value: Double = 0, isAdditive: Bool = true) throws(BagatelleError) -> Channel {
    try Check.range(value, -Limits.magnitude, Limits.magnitude, "value")
    let presence = presence
    guard presence.own.count < 1024 else {
      throw BagatelleError(.limit, "channel", Double(presence.own.count))
    }
    guard presence.own.append(OwnChannel(value: value, isAdditive: isAdditive)) else {
      throw BagatelleError(.outOfMemory, "channel")
    }
    return .own(presence.own.count - 1)
  }

  /// Whether the item has a channel.
  public func hasChannel(_ channel: Channel) -> Bool {
    !channel.isOwn || presentation?.has(channel) == true
  }

  /// Model values of any channel; of the transform its translation; 0 for a channel that the item lacks.
  public func value(of channel: Channel) -> ChannelValues {
    switch channel.rawValue {
    case 0: return ChannelValues(center.x, center.y)
    case 1:
      let bounds = bounds
      return ChannelValues(bounds.x, bounds.y, bounds.width, bounds.height)
    case 2: return ChannelValues(angle)
    default:
      guard let held = presentation.map({ Unmanaged.passUnretained($0) }) else {
        return channel.isOwn ? .zero : presence.model(channel)
      }
      return held._withUnsafeGuaranteedRef { !channel.isOwn || $0.has(channel) ? $0.model(channel) : .zero }
    }
  }

  /// Sets the model value of a channel, as its own setter would; of own channels within 1e9.
  ///
  /// - Throws: `range`, `invalidSize`, `notAMember` for a channel that the item lacks; `state` for the
  ///   transform.
  public func setValue(_ v: ChannelValues, of channel: Channel) throws(BagatelleError) {
    try checkValue(v, of: channel)
    switch channel.rawValue {
    case 0: try setCenter(v.vector)
    case 1: try setBounds(v.rect)
    case 2: try setAngle(v.x)
    case 4: try setAlpha(v.x)
    default:
      if let block = AnimationBlock.current { return try block.set(self, channel, ChannelValues(v.x)) }
      presence.setModel(channel, ChannelValues(v.x))
    }
  }

  /// What `setValue` refuses, without setting.
  @_optimize(speed)
  func checkValue(_ v: ChannelValues, of channel: Channel) throws(BagatelleError) {
    switch channel.rawValue {
    case 0:
      try Check.center(v.vector)
      try checkIsFree()
    case 1:
      try checkOwnShape("size")
      try Check.vector(v.vector, within: Limits.coordinate, "bounds.x", "bounds.y")
      try Check.size(Vector2(v.z, v.w))
    case 2:
      try Check.angle(v.x)
      try checkIsFree()
    case 3: throw BagatelleError(.state, "channel", 3)
    case 4: try Check.range(v.x, 0, 1, "alpha")
    default:
      guard let presentation, presentation.has(channel) else {
        throw BagatelleError(.notAMember, "channel", Double(channel.rawValue))
      }
      try Check.range(v.x, -Limits.magnitude, Limits.magnitude, "value")
    }
  }

  // MARK: Presented values

  /// What is to be drawn now: the model and what its animations add. Of the transform its translation.
  @_optimize(speed)
  public func presentedValue(of channel: Channel) -> ChannelValues {
    guard isAnimating(channel), let held = presentation.map({ Unmanaged.passUnretained($0) }) else {
      return value(of: channel)
    }
    if channel == .transform {
      let t = presentedTransform
      return ChannelValues(t.tx, t.ty)
    }
    return held._withUnsafeGuaranteedRef { presentation in
      let model = presentation.model(channel)
      guard let timeline = presentation.timelineReference else { return model }
      return timeline._withUnsafeGuaranteedRef { $0.presented(presentation, channel, model) }
    }
  }

  public var presentedCenter: Vector2 { presentedValue(of: .center).vector }
  public var presentedAngle: Double { presentedValue(of: .rotation).x }
  public var presentedBounds: Rect { presentedValue(of: .bounds).rect }
  /// 0 to 1, also while the animation overshoots.
  public var presentedAlpha: Double { max(0, min(1, presentedValue(of: .alpha).x)) }
  @_optimize(speed)
  public var presentedTransform: Transform {
    guard isAnimating(.transform), let presentation, let timeline = presentation.timelineReference else {
      return displayTransform
    }
    return timeline._withUnsafeGuaranteedRef { $0.presentedTransform(presentation) }
  }

  /// The presented rectangle around the presented center, without rotation and transform.
  public var presentedFrame: Rect {
    let c = presentedCenter
    let b = presentedBounds
    return Rect(x: c.x - 0.5 * b.width, y: c.y - 0.5 * b.height, width: b.width, height: b.height)
  }

  /// How fast the presented value changes, units per second: its animations and, for center and rotation, the
  /// physics. 0 for the transform.
  @_optimize(speed)
  public func presentedVelocity(of channel: Channel) -> ChannelValues {
    var v = ChannelValues.zero
    if channel == .center { v = ChannelValues(velocity.x, velocity.y) }
    if channel == .rotation { v = ChannelValues(angularVelocity) }
    guard channel != .transform, isAnimating(channel), let presentation, let timeline = presentation.timeline
    else { return v }
    return v + timeline.contributedVelocity(presentation, channel)
  }

  /// Whether an animation acts on the channel.
  public func isAnimating(_ channel: Channel) -> Bool {
    guard let presentation, presentation.trackCount > 0, presentation.has(channel) else { return false }
    return presentation.lane(channel).first >= 0
  }
}

extension ChannelValues {
  func replacingSize(_ size: Vector2) -> ChannelValues { ChannelValues(x, y, size.x, size.y) }
}
