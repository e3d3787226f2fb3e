// What animation adds to an item: more model values, and the lists of its running animations by channel.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// An own channel of an item.
struct OwnChannel: BitwiseCopyable {
  var value: Double
  var isAdditive: Bool
  var lane = ChannelLane()
}

/// The running animations of one channel.
struct ChannelLane: BitwiseCopyable {
  /// First and last track of the channel in order of creation, or -1.
  var first: Int32 = -1
  var last: Int32 = -1
  /// Grows with each animated change.
  var serial: UInt32 = 0
}

/// Made at the first use of anything that animation adds; lives and dies with its item.
final class ItemPresentation {
  /// The item, which owns this.
  unowned(unsafe) let item: Item
  /// Where its animations run; nil while it has none and was not added to one.
  var timeline: Timeline? {
    get { timelineReference?.takeUnretainedValue() }
    set { timelineReference = newValue.map { Unmanaged.passUnretained($0) } }
  }
  private(set) var timelineReference: Unmanaged<Timeline>?
  /// Position in the timeline's list of items, or -1.
  var index: Int32 = -1
  /// Number of tracks in the timeline, linked or waiting for the end of a stopped animator.
  var trackCount: Int32 = 0

  /// That physics and animations share a channel was told.
  var hasToldSharing = false

  var origin = Vector2(0, 0)
  var transform = Transform.identity
  var alpha = 1.0
  var lanes: (ChannelLane, ChannelLane, ChannelLane, ChannelLane, ChannelLane) = (
    ChannelLane(), ChannelLane(), ChannelLane(), ChannelLane(), ChannelLane()
  )
  var own = Arena<OwnChannel>()

  init(_ item: Item) { self.item = item }
  deinit { own.deallocate() }

  func lane(_ channel: Channel) -> ChannelLane {
    switch channel.rawValue {
    case 0: return lanes.0
    case 1: return lanes.1
    case 2: return lanes.2
    case 3: return lanes.3
    case 4: return lanes.4
    default: return own[Int(channel.rawValue) - Channel.builtinCount].lane
    }
  }

  func setLane(_ channel: Channel, _ lane: ChannelLane) {
    switch channel.rawValue {
    case 0: lanes.0 = lane
    case 1: lanes.1 = lane
    case 2: lanes.2 = lane
    case 3: lanes.3 = lane
    case 4: lanes.4 = lane
    default: own.base[Int(channel.rawValue) - Channel.builtinCount].lane = lane
    }
  }

  func has(_ channel: Channel) -> Bool { Int(channel.rawValue) < Channel.builtinCount + own.count }

  /// Nothing runs any more: the timeline died or let the item go.
  func forgetTimeline() {
    timeline = nil
    index = -1
    trackCount = 0
    for raw in 0..<(Channel.builtinCount + own.count) {
      let channel = Channel(unchecked: Int32(truncatingIfNeeded: raw))
      var lane = lane(channel)
      lane.first = -1
      lane.last = -1
      setLane(channel, lane)
    }
  }

  // MARK: Model values, apart from transforms

  func model(_ channel: Channel) -> ChannelValues {
    switch channel.rawValue {
    case 0:
      let center = item.center
      return ChannelValues(center.x, center.y)
    case 1: return ChannelValues(origin.x, origin.y, item.size.x, item.size.y)
    case 2: return ChannelValues(item.angle)
    case 3: return ChannelValues(transform.tx, transform.ty)
    case 4: return ChannelValues(alpha)
    default: return ChannelValues(own[Int(channel.rawValue) - Channel.builtinCount].value)
    }
  }

  /// Stores what animations made, held within the limits of the item.
  @_optimize(speed)
  func setModel(_ channel: Channel, _ v: ChannelValues) {
    // An item may have joined a group while it was animated.
    if item.holder != nil && (channel == .center || channel == .rotation) { return }
    let limit = Limits.coordinate
    switch channel.rawValue {
    case 0: item.storeCenter(Vector2(held(v.x, limit), held(v.y, limit)))
    case 1:
      origin = Vector2(held(v.x, limit), held(v.y, limit))
      if !item.isGroup { item.storedSize = Vector2(heldSide(v.z), heldSide(v.w)) }
    case 2: item.storeAngle(held(v.x, Limits.angle))
    case 3:
      transform.tx = v.x
      transform.ty = v.y
    case 4: alpha = v.x > 0 ? (v.x < 1 ? v.x : 1) : 0
    default: own.base[Int(channel.rawValue) - Channel.builtinCount].value = held(v.x, 1e300)
    }
  }

  private func held(_ x: Double, _ limit: Double) -> Double { x > limit ? limit : x > -limit ? x : -limit }
  private func heldSide(_ x: Double) -> Double {
    x > Limits.maximumSide ? Limits.maximumSide : x > Limits.minimumSide ? x : Limits.minimumSide
  }
}
