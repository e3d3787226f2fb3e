// Lets items collide with each other and with boundaries, and tells of contacts.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// Lets its items collide with each other and with its boundaries.
public final class CollisionBehavior: ListBehavior {
  /// Who meets whom.
  public struct Mode: OptionSet, Sendable, BitwiseCopyable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Items meet items of the same behavior.
    public static var items: Mode { Mode(rawValue: 1) }
    /// Items meet the behavior's boundaries.
    public static var boundaries: Mode { Mode(rawValue: 2) }
    public static var everything: Mode { Mode(rawValue: 3) }
  }

  private var storedMode = Mode.everything
  private(set) var boundaries: [Boundary] = []
  /// Made from the animator's reference bounds; exists from its first use on.
  private(set) var referenceBoundary: Boundary?
  private var translates = false
  private var insets = Insets()
  /// Number among the collision behaviors of the animator, or -1.
  private(set) var group: Int32 = -1

  /// Two items began to touch. Called after positions were written, began before ended.
  public var onItemsBegan: ((Contact) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// Two items parted, or one of them left.
  public var onItemsEnded: ((Contact) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// An item began to touch a boundary.
  public var onBoundaryBegan: ((Contact) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// An item left a boundary, or one of them was removed.
  public var onBoundaryEnded: ((Contact) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }

  /// Asked before two items of the behavior, or an item and a boundary of it, touch: true leaves the pair out of this
  /// step, without response and event. Nil, the default, lets everything touch.
  ///
  /// It is asked inside of a step, when the two are about to touch or within a few points of it, for each edge of a
  /// boundary. What it lets touch is not asked about again until it has parted; what it refuses is asked about in
  /// every step. Setting it asks again about what touches already. If several behaviors let a pair meet, one veto is
  /// enough. It may read everything, but change nothing: calls that add or remove throw `busy`, other changes act
  /// from the next step. The contact's impulse is 0.
  public var veto: ((Contact) -> Bool)? {
    didSet {
      withExtendedLifetime(oldValue) {
        guard let owner, group >= 0 else { return }
        owner.vetoersChanged(by: (veto == nil ? 0 : 1) - (oldValue == nil ? 0 : 1))
        for item in list where item.body >= 0 { owner.world.askAgain(item.body) }
        owner.wake()
      }
    }
  }

  var tellsContacts: Bool {
    onItemsBegan != nil || onItemsEnded != nil || onBoundaryBegan != nil || onBoundaryEnded != nil
  }

  public init(items: [Item] = [], mode: Mode = .everything) {
    storedMode = mode.intersection(.everything)
    super.init(kind: .collision)
    for item in items { do { try addItem(item) } catch {} }
  }

  deinit {
    retireID()
    for boundary in boundaries { boundary.collision = nil }
    referenceBoundary?.collision = nil
  }

  /// Default everything. Unknown bits are ignored.
  public var mode: Mode {
    get { storedMode }
    set { do { try setMode(newValue.intersection(.everything)) } catch {} }
  }

  /// - Throws: `range` for bits beyond `everything`.
  public func setMode(_ mode: Mode) throws(BagatelleError) {
    guard mode.subtracting(.everything).rawValue == 0 else {
      throw BagatelleError(.range, "mode", Double(mode.rawValue))
    }
    guard mode != storedMode else { return }
    try ownerReference?.use { (owner) throws(BagatelleError) in
      try owner.checkOutsideStep()
      let lost = storedMode.subtracting(mode)
      if !lost.isEmpty && owner.episodes.count > 0 { for item in list { owner.endContacts(of: item, in: self, with: lost) } }
    }
    storedMode = mode
    changed()
  }

  // MARK: Boundaries

  /// Adds or replaces the boundary of that identifier: a run of joined segments, or a single one.
  ///
  /// - Parameters:
  ///   - identifier: UTF-8, 1 to 1,024 bytes, copied.
  ///   - points: 2 to 1,000,000 points (3 if closed) within 1e9, copied; equal neighbours are dropped.
  ///   - isClosed: Joins the last point to the first. The inside stays hollow.
  /// - Throws: `range` for an empty identifier or a point out of range, `limit`, `invalidPath`,
  ///   `outOfMemory`.
  package func addBoundary(
    bytes identifier: UnsafeBufferPointer<UInt8>, points: UnsafeBufferPointer<Vector2>, isClosed: Bool
  ) throws(BagatelleError) {
    try owner?.checkOutsideStep()
    try CollisionBehavior.check(identifier)
    let name = NameTable.intern(identifier, isConstant: false)
    guard name != 0 else { throw BagatelleError(.outOfMemory, "identifier") }
    let boundary = Boundary(name: name)
    try boundary.setPoints(points, isClosed: isClosed)
    let old = index(of: name)
    if old >= 0 {
      boundary.elasticity = boundaries[old].elasticity
      boundary.friction = boundaries[old].friction
      boundary.takeSurface(of: boundaries[old])
    }
    boundary.collision = self
    try install(boundary)
    if old >= 0 {
      let replaced = boundaries[old]
      boundaries[old] = boundary
      uninstall(replaced)
      replaced.collision = nil
    } else {
      boundaries.append(boundary)
    }
    owner?.wakeNear(boundary, list)
    owner?.wake()
  }

  /// A segment, which collides on both sides.
  package func addBoundary(
    bytes identifier: UnsafeBufferPointer<UInt8>, from: Vector2, to: Vector2
  ) throws(BagatelleError) {
    try Check.vector(from, within: Limits.coordinate, "from.x", "from.y")
    try Check.vector(to, within: Limits.coordinate, "to.x", "to.y")
    var ends = Arena<Vector2>()
    defer { ends.deallocate() }
    guard ends.append(from), ends.append(to) else { throw BagatelleError(.outOfMemory, "from") }
    try addBoundary(
      bytes: identifier, points: UnsafeBufferPointer(start: UnsafePointer(ends.base), count: 2),
      isClosed: false)
  }

  /// Points as they were given, valid until the boundary changes, and whether it is closed.
  package func boundary(
    bytes identifier: UnsafeBufferPointer<UInt8>
  ) throws(BagatelleError) -> (points: UnsafeBufferPointer<Vector2>, isClosed: Bool) {
    let boundary = boundaries[try find(identifier)]
    return (
      UnsafeBufferPointer(start: UnsafePointer(boundary.points.base), count: boundary.points.count),
      boundary.isClosed
    )
  }

  /// - Throws: `notAMember` if there is none of that identifier.
  package func removeBoundary(bytes identifier: UnsafeBufferPointer<UInt8>) throws(BagatelleError) {
    try owner?.checkOutsideStep()
    let index = try find(identifier)
    let boundary = boundaries.remove(at: index)
    uninstall(boundary)
    boundary.collision = nil
    owner?.wake()
  }

  /// Removes all but the reference bounds.
  public func removeAllBoundaries() {
    guard !boundaries.isEmpty, owner?.isInStep != true else { return }
    let old = boundaries
    boundaries = []
    for boundary in old {
      uninstall(boundary)
      boundary.collision = nil
    }
    owner?.wake()
  }

  /// Number of added boundaries, and their names in order of addition.
  package var boundaryCount: Int { boundaries.count }
  package func boundaryName(_ index: Int) -> UInt64 { boundaries[index].name }

  private static func check(_ identifier: UnsafeBufferPointer<UInt8>) throws(BagatelleError) {
    guard identifier.count > 0 else { throw BagatelleError(.range, "identifier") }
    guard identifier.count <= Limits.identifierBytes else {
      throw BagatelleError(.limit, "identifier", Double(identifier.count))
    }
  }

  private func find(_ identifier: UnsafeBufferPointer<UInt8>) throws(BagatelleError) -> Int {
    try CollisionBehavior.check(identifier)
    let name = NameTable.find(identifier)
    let index = name == 0 ? -1 : index(of: name)
    guard index >= 0 else { throw BagatelleError(.notAMember, "identifier") }
    return index
  }

  private func index(of name: UInt64) -> Int {
    for index in boundaries.indices where boundaries[index].name == name { return index }
    return -1
  }

  // MARK: Reference bounds

  /// Whether the animator's reference bounds are a boundary too. Default false.
  ///
  /// True uses zero insets; false removes that boundary and forgets the insets.
  public var isTranslatingReferenceBounds: Bool {
    get { translates }
    set { do { try setTranslatingReferenceBounds(newValue) } catch {} }
  }

  @_optimize(speed)
  public func setTranslatingReferenceBounds(_ translate: Bool) throws(BagatelleError) {
    guard translate != translates || insets != Insets() else { return }
    try translateReferenceBounds(translate, Insets())
  }

  /// Insets of that boundary; zero without one.
  public var referenceBoundsInsets: Insets {
    get { insets }
    set { do { try setReferenceBoundsInsets(newValue) } catch {} }
  }

  /// Sets the insets, each within 1e9, and switches the boundary on.
  public func setReferenceBoundsInsets(_ new: Insets) throws(BagatelleError) {
    try Check.vector(Vector2(new.top, new.left), within: Limits.coordinate, "insets.top", "insets.left")
    try Check.vector(Vector2(new.bottom, new.right), within: Limits.coordinate, "insets.bottom", "insets.right")
    guard !translates || new != insets else { return }
    try translateReferenceBounds(true, new)
  }

  @_optimize(speed)
  private func translateReferenceBounds(_ translate: Bool, _ new: Insets) throws(BagatelleError) {
    try ownerReference?.use { (owner) throws(BagatelleError) in
      try owner.checkOutsideStep()
      owner.boundsChange(of: self)
      owner.wake()
    }
    translates = translate
    insets = new
  }

  /// Puts the boundary of the reference bounds where they are now.
  func placeReferenceBoundary() throws(BagatelleError) {
    let new = Boundary(name: 0)
    new.elasticity = referenceBoundary?.elasticity
    new.friction = referenceBoundary?.friction
    if let old = referenceBoundary { new.takeSurface(of: old) }
    new.collision = self
    var rect: Rect?
    if translates, let bounds = owner?.referenceBounds {
      rect = Rect(
        x: bounds.x + insets.left, y: bounds.y + insets.top, width: bounds.width - insets.left - insets.right,
        height: bounds.height - insets.top - insets.bottom)
    }
    try new.setRectangle(rect)
    try install(new)
    if let old = referenceBoundary {
      uninstall(old)
      old.collision = nil
    }
    referenceBoundary = new
    owner?.wakeNear(new, list)
  }

  // MARK: Material

  /// Sets what a boundary is made of; no identifier means the reference bounds.
  ///
  /// - Parameters:
  ///   - elasticity: 0 to 1,000.
  ///   - friction: 0 to 1e6.
  package func setBoundaryMaterial(
    bytes identifier: UnsafeBufferPointer<UInt8>?, elasticity: Double, friction: Double
  ) throws(BagatelleError) {
    try Check.range(elasticity, 0, 1e3, "elasticity")
    try Check.range(friction, 0, 1e6, "friction")
    guard let boundary = try settableBoundary(identifier) else { return }
    let old = material(of: boundary)
    boundary.elasticity = elasticity
    boundary.friction = friction
    guard old.elasticity != elasticity || old.friction != friction, let owner else { return }
    refreshMaterial(of: boundary)
    owner.wakeTouching(boundary)
    owner.wake()
  }

  /// The boundary of that identifier; that of the reference bounds is made for it.
  func settableBoundary(_ identifier: UnsafeBufferPointer<UInt8>?) throws(BagatelleError) -> Boundary? {
    try owner?.checkOutsideStep()
    if let identifier { return boundaries[try find(identifier)] }
    try owner?.placeBounds()
    if referenceBoundary == nil { try placeReferenceBoundary() }
    return referenceBoundary
  }

  /// The same without making it.
  func knownBoundary(_ identifier: UnsafeBufferPointer<UInt8>?) throws(BagatelleError) -> Boundary? {
    if let identifier { return boundaries[try find(identifier)] }
    return referenceBoundary
  }

  package func boundaryMaterial(
    bytes identifier: UnsafeBufferPointer<UInt8>?
  ) throws(BagatelleError) -> (elasticity: Double, friction: Double) {
    material(of: try knownBoundary(identifier))
  }

  private func material(of boundary: Boundary?) -> (elasticity: Double, friction: Double) {
    let standard = owner?.boundaryDefault ?? 0.2
    return (boundary?.elasticity ?? standard, boundary?.friction ?? standard)
  }

  private func refreshMaterial(of boundary: Boundary) {
    guard let owner, boundary.place >= 0 else { return }
    let material = material(of: boundary)
    owner.world.setBoundaryMaterial(
      boundary.place, elasticity: material.elasticity, friction: material.friction)
  }

  /// The animator's default changed.
  func refreshMaterials() {
    for boundary in boundaries { refreshMaterial(of: boundary) }
    if let referenceBoundary { refreshMaterial(of: referenceBoundary) }
  }

  // MARK: For the animator

  override var marks: UInt8 { Marks.groups }

  private func install(_ boundary: Boundary) throws(BagatelleError) {
    guard let owner, group >= 0 else { return }
    let material = material(of: boundary)
    try owner.install(boundary, group: group, elasticity: material.elasticity, friction: material.friction)
    refreshSurface(of: boundary)
  }

  private func uninstall(_ boundary: Boundary) { owner?.uninstall(boundary) }

  @_optimize(size)
  override func associate() throws(BagatelleError) {
    guard let owner else { return }
    group = owner.takeGroup()
    guard group >= 0 else { throw BagatelleError(.outOfMemory, "behavior") }
    do throws(BagatelleError) {
      for boundary in boundaries { try install(boundary) }
      if translates { try placeReferenceBoundary() }
      try super.associate()
    } catch {
      leaveWorld(owner)
      throw error
    }
    for boundary in boundaries { owner.wakeNear(boundary, list) }
    if veto != nil { owner.vetoersChanged(by: 1) }
  }

  override func dissociate() {
    guard let owner else { return }
    super.dissociate()
    if veto != nil { owner.vetoersChanged(by: -1) }
    leaveWorld(owner)
  }

  override func forgetWorld() {
    group = -1
    for boundary in boundaries { boundary.place = -1 }
    referenceBoundary?.place = -1
  }

  private func leaveWorld(_ owner: DynamicAnimator) {
    owner.forgetBounds(of: self)
    for boundary in boundaries { owner.uninstall(boundary) }
    if let referenceBoundary { owner.uninstall(referenceBoundary) }
    owner.giveBackGroup(group)
    group = -1
  }

  override func willDissociate(_ item: Item) {
    owner?.endContacts(of: item, in: self, with: .everything)
    super.willDissociate(item)
  }
}
