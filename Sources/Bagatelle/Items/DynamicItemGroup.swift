// Several items as one body: they keep their places to each other, and each keeps its shape.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Several items that move as one body, which may be concave. It serves wherever an item does.
///
/// The members keep their places to each other and collide with their own shapes; the center of mass is that of all
/// members, each of the group's density (where members overlap both count). Center and size are those of the smallest
/// rectangle around the members' frames, the angle begins at 0. Contacts tell of the group, not of its members. A member
/// cannot be in a behavior and its center and angle cannot be set; it moves with the group, which retains it and gives
/// it free when it dies. A changed size or shape of a member is taken up by `DynamicAnimator.updateItem(_:)` of the
/// group. The members of a group never change.
public final class DynamicItemGroup: Item {
  /// Where a member lies, from the center of the group and in its frame.
  private struct Place: BitwiseCopyable {
    var center: Vector2
    var angle: Double
  }

  private let list: [Item]
  private var places: [Place]
  /// While the group is where it was made its members are exactly where they were.
  private var madeCenter: Vector2?

  // Convenience, because a designated init that throws leaks the object in Embedded mode.
  /// Makes a group from items as they lie; one that is given twice counts once. Drivers of the items are asked.
  ///
  /// - Throws: `range` without items or when the rectangle around them is beyond the limits of an item; `groupMember`
  ///   for a group or an item that is in one; `state` for an item that is in a behavior; `invalidSize`, `range` for a
  ///   driver's values.
  @_optimize(size)
  public convenience init(items: [Item]) throws(BagatelleError) {
    var list: [Item] = []
    let stamp = BehaviorTree.newStamp()
    for item in items where item.stamp != stamp {
      item.stamp = stamp
      list.append(item)
    }
    try DynamicItemGroup.check(list)
    var read: [(center: Vector2, size: Vector2, angle: Double)] = []
    for item in list { read.append(try item.readDriver() ?? (item.center, item.size, item.angle)) }
    // A driver may have done anything.
    try DynamicItemGroup.check(list)
    var places: [Place] = []
    var sizes: [Vector2] = []
    for values in read {
      places.append(Place(center: values.center, angle: values.angle))
      sizes.append(values.size)
    }
    let frame = DynamicItemGroup.frame(places, sizes)
    let center = try DynamicItemGroup.middle(frame)
    self.init(valid: list, places, center, Vector2(frame.width, frame.height))
    for index in 0..<list.count {
      let item = list[index]
      item.limbo?.evict(item)
      item.storedCenter = read[index].center
      item.storedSize = read[index].size
      item.storedAngle = read[index].angle
      item.rememberShape()
    }
  }

  @_optimize(size)
  private init(valid items: [Item], _ places: [Place], _ center: Vector2, _ size: Vector2) {
    list = items
    self.places = places
    madeCenter = center
    super.init(validCenter: center, size: size, angle: 0, isGroup: true)
    for index in 0..<list.count {
      self.places[index].center = places[index].center - center
      list[index].holder = self
      list[index].indexInGroup = Int32(truncatingIfNeeded: index)
    }
  }

  deinit {
    retireID()
    for item in list {
      let pose = pose(of: item)
      item.storedCenter = pose.center
      item.storedAngle = pose.angle
      item.holder = nil
    }
  }

  private static func check(_ items: [Item]) throws(BagatelleError) {
    guard !items.isEmpty else { throw BagatelleError(.range, "count", 0) }
    for item in items {
      guard !item.isGroup, item.holder == nil else { throw BagatelleError(.groupMember, "items") }
      guard item.owner == nil, item.memberships.count == 0 else { throw BagatelleError(.state, "items") }
    }
  }

  /// The members, in the order in which they were given; a copy.
  public var items: [Item] { list }
  var members: [Item] { list }

  // MARK: Places

  /// Where a member is now. Never part of its callers: every getter of an item asks it for members alone.
  @inline(never)
  func pose(of item: Item) -> (center: Vector2, angle: Double) {
    let center = center
    let angle = angle
    let place = places[Int(item.indexInGroup)]
    if let madeCenter, angle == 0, center == madeCenter { return (item.storedCenter, place.angle) }
    let turn = Elementary.sinCos(angle)
    let p = place.center
    return (
      center + Vector2(turn.cos * p.x - turn.sin * p.y, turn.sin * p.x + turn.cos * p.y), angle + place.angle
    )
  }

  /// Velocity of a member's center, points/s.
  func velocity(of item: Item) -> Vector2 {
    guard let owner, body >= 0 else { return Vector2(0, 0) }
    return owner.world.velocity(body, at: pose(of: item).center)
  }

  /// The rectangle around the frames of items.
  private static func frame(_ places: [Place], _ sizes: [Vector2]) -> Rect {
    var low = Vector2(.infinity, .infinity)
    var high = Vector2(-.infinity, -.infinity)
    for index in 0..<places.count {
      let turn = Elementary.sinCos(places[index].angle)
      let size = 0.5 * sizes[index]
      let half = Vector2(
        abs(turn.cos) * size.x + abs(turn.sin) * size.y, abs(turn.sin) * size.x + abs(turn.cos) * size.y)
      let center = places[index].center
      low = Vector2(min(low.x, center.x - half.x), min(low.y, center.y - half.y))
      high = Vector2(max(high.x, center.x + half.x), max(high.y, center.y + half.y))
    }
    return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  // MARK: For the animator

  /// No point of a member is farther from the center.
  var reachOfMembers: Double {
    var reach = 0.0
    for index in 0..<list.count { reach = max(reach, places[index].center.length + list[index].reach) }
    return reach
  }

  /// Gives the body the shapes of the members, where they lie. False: no memory, nothing changed.
  func layPieces(_ world: World, _ body: Int32) -> Bool {
    var defs = Arena<PieceDef>()
    defer { defs.deallocate() }
    guard defs.reserve(list.count) else { return false }
    for index in 0..<list.count {
      var def = PieceDef()
      def.center = places[index].center
      def.angle = places[index].angle
      def.size = list[index].storedSize
      def.type = list[index].storedBoundsType
      def.path = list[index].shapePath.baseAddress
      def.pathCount = list[index].shapePath.count
      _ = defs.append(def)
    }
    return world.setPieces(body, UnsafeBufferPointer(start: UnsafePointer(defs.base), count: defs.count))
  }

  /// Takes up the members' present sizes: center and size follow, the members stay where they are.
  ///
  /// - Throws: `range`: nothing was changed.
  @_optimize(size)
  func remeasure() throws(BagatelleError) {
    let frame = DynamicItemGroup.frame(places, list.map { $0.storedSize })
    let shift = try DynamicItemGroup.middle(frame)
    let turn = Elementary.sinCos(angle)
    let new =
      center + Vector2(turn.cos * shift.x - turn.sin * shift.y, turn.sin * shift.x + turn.cos * shift.y)
    try Check.center(new)
    for index in 0..<places.count { places[index].center = places[index].center - shift }
    storedSize = Vector2(frame.width, frame.height)
    storeCenter(new)
    madeCenter = nil
  }

  /// Reads the members' sizes and shapes anew, and gives them to the body.
  ///
  /// - Throws: `invalidSize`, `range`, `outOfMemory`: nothing was changed.
  @_optimize(size)
  func updateMembers(in animator: DynamicAnimator) throws(BagatelleError) {
    var sizes: [Vector2] = []
    for item in list { sizes.append(try item.readDriver()?.size ?? item.storedSize) }
    guard owner === animator else { return }  // A driver may have done anything.
    let oldSizes = list.map { $0.storedSize }
    let old = (places: places, size: storedSize, center: center, made: madeCenter)
    for index in 0..<list.count { list[index].storedSize = sizes[index] }
    guard isShapeOutdated else { return }
    do throws(BagatelleError) {
      try remeasure()
      animator.endContacts(of: self)
      guard layPieces(animator.world, body) else { throw BagatelleError(.outOfMemory, "item") }
    } catch {
      places = old.places
      storedSize = old.size
      storeCenter(old.center)
      madeCenter = old.made
      for index in 0..<list.count { list[index].storedSize = oldSizes[index] }
      throw error
    }
    rememberShape()
  }

  /// The middle of a frame that an item may have.
  private static func middle(_ frame: Rect) throws(BagatelleError) -> Vector2 {
    let center = Vector2(frame.x + 0.5 * frame.width, frame.y + 0.5 * frame.height)
    try Check.vector(center, within: Limits.coordinate, "items", "items")
    try Check.range(frame.width, Limits.minimumSide, Limits.maximumSide, "items")
    try Check.range(frame.height, Limits.minimumSide, Limits.maximumSide, "items")
    return center
  }
}

extension Item {
  /// The group that the item is a member of; not retained by the item.
  public var group: DynamicItemGroup? { holder }

  var asGroup: DynamicItemGroup? { isGroup ? unsafeDowncast(self, to: DynamicItemGroup.self) : nil }

  /// Refuses what a member cannot do on its own.
  func checkIsFree(_ argument: StaticString = "item") throws(BagatelleError) {
    if holder != nil { throw BagatelleError(.groupMember, argument) }
  }

  /// Refuses to change what members make of a group.
  func checkOwnShape(_ argument: StaticString) throws(BagatelleError) {
    if isGroup { throw BagatelleError(.state, argument) }
  }
}

extension DynamicAnimator {
  /// Makes the body's shape that of the item. False: no memory, nothing changed.
  func layShape(of item: Item) -> Bool {
    if let group = item.asGroup { return group.layPieces(world, item.body) }
    return world.setShape(
      item.body, size: item.storedSize, type: item.storedBoundsType, path: item.shapePath)
  }

  /// The item's contacts are about to be made anew: what still touches then is not told.
  func endContacts(of item: Item) {
    for index in 0..<item.memberships.count {
      let behavior = item.memberships[index].behavior.takeUnretainedValue()
      guard behavior.kind == .collision, behavior.owner === self else { continue }
      endContacts(of: item, in: unsafeDowncast(behavior, to: CollisionBehavior.self), with: .everything)
    }
    mark(item, Marks.groups)
  }
}
