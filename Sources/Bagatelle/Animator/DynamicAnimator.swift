// The animator: behaviors at the top level, settings, queries. Its tick is in DynamicAnimator+Tick.swift.
// SPDX-License-Identifier: MIT
import BagatelleCore
import CShims

/// Steps the behaviors added to it and publishes the motion of their items.
///
/// Confined to one thread at a time together with its behaviors and items; different animators may run in
/// parallel. Everything may be called from its callbacks, except advancing.
public final class DynamicAnimator: BagatelleObject {
  public static var defaultStepSeconds: Double { 1.0 / 120.0 }
  /// The longest step: 1/30, in single precision too, which is a little more.
  public static var mostStepSeconds: Double { Double(Float(1) / 30) }
  public static var defaultSubsteps: Int { 2 }

  /// The behaviors at the top level, in the order they were added; a copy.
  public internal(set) var behaviors: [DynamicBehavior] = []
  // What a closure held dies after the property was set: foreign code may run then.
  /// Called at the start of the first step after a pause, before anything moves. Setting it does not wake.
  public var onWillResume: ((DynamicAnimator) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// Called at the end of the tick in which everything came to rest. The animator may be released in it.
  public var onDidPause: ((DynamicAnimator) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// Gives the size of a layout's content, points: asked at the start of each advance, it makes (0, 0, width, height) the
  /// reference bounds. An advance that gets a value that is negative or beyond 1e9 throws `range` and does nothing.
  public var onContentSize: ((DynamicAnimator) -> Vector2)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// Called near the end of each tick in which items were awake, so for the last time in the one in which
  /// everything came to rest; there before `onDidPause`. A layout reads its items' states here.
  public var onInvalidate: ((DynamicAnimator) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }
  /// Called when an item's motion left the documented range and was undone.
  package var onQuarantine: ((Item) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }

  /// Boundaries may still be where the reference bounds were: for settings, velocities and inside a tick.
  let rawWorld: World
  /// Whether boundaries have to follow the reference bounds, see DynamicAnimator+Bounds.swift.
  var hasOldBounds = false
  /// The behavior whose boundary that is; nil: of all.
  var oldBounds: Unmanaged<CollisionBehavior>?
  let busy: UnsafeMutablePointer<UInt8>
  public let stepSeconds: Double
  public let substeps: Int
  /// Threads that a step may use, the caller's among them; results do not depend on it.
  public let workers: Int

  /// The timeline that alone advances it; nil: its owner does.
  public internal(set) unowned(unsafe) var timeline: Timeline?
  /// Called once in a tick in which a custom field gave a force that was ignored.
  package var onIgnoredForce: ((FieldBehavior) -> Void)? {
    didSet { withExtendedLifetime(oldValue) {} }
  }
  var fieldsWithIgnoredForce: [FieldBehavior] = []
  /// Inside a step, where only custom fields and vetoes run: nothing may be added or removed.
  package internal(set) var isInStep = false

  // Time and rest, see DynamicAnimator+Tick.swift and Rest.swift.
  var clock: StepClock
  var stepCount: UInt64 = 0
  var realSeconds = 0.0
  var lostSeconds = 0.0
  var timing = Profile()
  var isAwake = false
  /// Made when it first drives a transition.
  var mark: AnimatorMark?
  /// Counts whatever may undo what changes of behaviors did: marks taken up, steps, pauses. Never 0.
  var changeTime: UInt64 = 1
  /// Whether willResume was told for the present run.
  var isResumed = false
  /// Whether something asked for a step since the present tick began.
  var wasWoken = false
  var waitingPushes: [PushBehavior] = []
  var actionCount = 0
  var ordinalsAreValid = false
  // Collected in a tick, told after the world's lists were read.
  var quarantinedItems: [Item] = []
  var restingItems: [Item] = []
  var brokenAttachments: [AttachmentBehavior] = []
  /// Counts up with each attachment that enters.
  var lastBreakNumber: Int32 = 0
  var hasMovedWriters = false
  // Empty between ticks; kept for their room.
  var walk: [DynamicBehavior] = []
  var acting: [DynamicBehavior] = []
  var writers: [Item] = []
  /// Whether items were awake in this tick.
  var hasMoved = false

  // Items in order of joining, see ItemTable.swift. Three arrays with one index.
  var records = PublishedArena<ItemState>()
  /// Retained; nil where an item left since the last compaction.
  var members = Arena<UnsafeMutableRawPointer?>()
  var memberFlags = Arena<UInt8>()
  /// What the latest body was given; equal ones of others share it.
  var latestMerged: MergedProperties?
  var holes = 0
  /// While behaviors enter: items that join from here on leave without a trace when it fails.
  var firstUndone = Int.max
  /// Items that no behavior holds any more; their bodies last until the next tick. Not retained: an item that
  /// dies leaves the list.
  var limbo = Arena<LimboPlace>()
  /// Records of items to be worked out anew.
  var dirtyRecords = Arena<Int32>()
  /// That list could not grow: look at all.
  var isAllDirty = false

  // Collisions, see DynamicAnimator+Events.swift.
  var groupsInUse = Arena<UInt8>()
  var groupScratch = Arena<Int32>()
  var boundaryGroupScratch = Arena<Int32>()
  /// By index in the world, not retained: their collisions hold them.
  var boundaryTable = Arena<UnsafeMutableRawPointer?>()
  var episodes = Arena<Episode>()
  var firstFreeEpisode: Int32 = 0
  var pendingEnds: [PendingEnd] = []
  /// Bodies whose groups changed: pairs that touch already may now count.
  var regrouped = Arena<Int32>()
  var touchScratch = Arena<ContactRecord>()
  /// Collision behaviors here that have a veto.
  var vetoerCount = 0
  var events = PublishedArena<ContactEvent>()
  var eventObjects: [EventObjects] = []
  /// Empty; room for the next tick.
  var spareEventObjects: [EventObjects] = []

  // Settings.
  private var bounds: Rect?
  private var speedFactor = 1.0
  private var material = Material()
  private var usesDocumentedDefaults = false
  /// Whether boundaries have to follow a change of that.
  private var hasOldBoundaryDefaults = false
  /// When defaults last marked all items, and when all last woke: see `changeTime`.
  private var defaultsTime: UInt64 = 0
  private var wakeTime: UInt64 = 0
  var pixels = 0.0

  private init(
    valid stepSeconds: Double, _ substeps: Int, _ workers: Int, _ world: World, _ busy: UnsafeMutablePointer<UInt8>
  ) {
    self.stepSeconds = stepSeconds
    self.substeps = substeps
    self.workers = workers
    rawWorld = world
    self.busy = busy
    clock = StepClock(stepSeconds: stepSeconds)
    super.init()
  }

  // Convenience, because a designated init that throws leaks the object in Embedded mode.
  /// Makes an animator.
  ///
  /// - Parameters:
  ///   - referenceBounds: A rectangle that collision behaviors may use as a boundary. Default none.
  ///   - stepSeconds: Length of a step, 1/1000 to 1/30.
  ///   - substeps: Solver sub-steps per step, 1 to 64. Where crowds are driven on by more than half their items' size in a step, steps
  ///     are taken in up to eight parts that share them.
  ///   - workers: Threads that a step may use, 1 to 64, the caller's among them; the others are made when a step is first
  ///     worth it, and sleep between ticks. More than there are processors cost time.
  /// - Throws: `range`, `outOfMemory`.
  public convenience init(
    referenceBounds: Rect? = nil, stepSeconds: Double = defaultStepSeconds, substeps: Int = defaultSubsteps,
    workers: Int = 1
  ) throws(BagatelleError) {
    try Check.range(stepSeconds, 1.0 / 1000.0, DynamicAnimator.mostStepSeconds, "step_seconds")
    guard substeps >= 1, substeps <= 64 else {
      throw BagatelleError(.range, "substeps", Double(substeps))
    }
    guard workers >= 1, workers <= Limits.workers else {
      throw BagatelleError(.range, "workers", Double(workers))
    }
    if let referenceBounds { try DynamicAnimator.check(referenceBounds) }
    guard let memory = bgts_allocate(1) else { throw BagatelleError(.outOfMemory) }
    guard let world = World.make(stepSeconds: stepSeconds, substeps: Int32(truncatingIfNeeded: substeps))
    else {
      bgts_free(memory)
      throw BagatelleError(.outOfMemory)
    }
    if workers > 1 { world.setWorkers(workers) }
    self.init(valid: stepSeconds, substeps, workers, world, memory.assumingMemoryBound(to: UInt8.self))
    bounds = referenceBounds?.normalized
  }

  deinit {
    retireID()
    detachEverything()
    clearEvents()
    rawWorld.destroy()
    bgts_free(busy)
    records.deallocate()
    members.deallocate()
    limbo.deallocate()
    memberFlags.deallocate()
    dirtyRecords.deallocate()
    groupsInUse.deallocate()
    groupScratch.deallocate()
    boundaryGroupScratch.deallocate()
    boundaryTable.deallocate()
    episodes.deallocate()
    regrouped.deallocate()
    touchScratch.deallocate()
    events.deallocate()
  }

  // MARK: Behaviors

  /// Adds a behavior at the top level, which acts from the next step and is retained until removed.
  ///
  /// One that is there already: no effect.
  /// - Throws: `hierarchy` if it is a child elsewhere in a tree; `otherAnimator` if it or an item of it
  ///   belongs to another animator; `invalidSize` or `range` if a driven item gives bad values;
  ///   `outOfMemory`.
  public func addBehavior(_ behavior: DynamicBehavior) throws(BagatelleError) {
    try checkOutsideStep()
    if behavior.owner === self && behavior.above == nil { return }
    if behavior.entering === self { return }
    if let theirs = behavior.owner, theirs !== self { throw BagatelleError(.otherAnimator, "behavior") }
    guard behavior.above == nil, behavior.entering == nil else {
      throw BagatelleError(.hierarchy, "behavior")
    }
    try attach(behavior, under: nil)
  }

  /// Ends the behavior's influence; velocities stay.
  ///
  /// - Throws: `notAMember` unless it is at the top level here.
  public func removeBehavior(_ behavior: DynamicBehavior) throws(BagatelleError) {
    guard behavior.owner === self, behavior.above == nil else {
      throw BagatelleError(.notAMember, "behavior")
    }
    try checkOutsideStep()
    detach(behavior)
  }

  public func removeAllBehaviors() {
    let all = behaviors
    for behavior in all where behavior.owner === self && behavior.above == nil { detach(behavior) }
  }

  // MARK: Time

  /// Whether something moves or is about to. False again once everything rests.
  public var isRunning: Bool { isAwake }
  /// Simulated seconds while running, in whole steps; never reset.
  public var elapsedSeconds: Double { Double(stepCount) * stepSeconds }
  /// Sum of all seconds ever given to advance, dropped and paused time included.
  public var realElapsedSeconds: Double { realSeconds }
  /// Sum of the seconds that the 0.25 s clip dropped.
  public var droppedSeconds: Double { lostSeconds }

  /// Factor on the seconds given to advance; slow motion below 1. Default 1. A value out of range is ignored.
  public var speed: Double {
    get { speedFactor }
    set { do { try setSpeed(newValue) } catch {} }
  }

  /// 0 to 100.
  public func setSpeed(_ speed: Double) throws(BagatelleError) {
    try Check.range(speed, 0, 100, "speed")
    speedFactor = speed
  }

  // MARK: Reference bounds

  /// A rectangle that collision behaviors may use as a boundary; nil without. A value out of range is
  /// ignored.
  public var referenceBounds: Rect? {
    get { bounds }
    set { do { try setReferenceBounds(newValue) } catch {} }
  }

  /// Sets the reference bounds, within 1e9; boundaries made from them move and the animator wakes.
  @_optimize(speed)
  public func setReferenceBounds(_ new: Rect?) throws(BagatelleError) {
    try checkOutsideStep()
    if let new { try DynamicAnimator.check(new) }
    let normalized = new?.normalized
    guard normalized != bounds else { return }
    boundsChange(of: nil)
    bounds = normalized
    wake()
  }

  private static func check(_ rect: Rect) throws(BagatelleError) {
    let limit = Limits.coordinate
    try Check.range(rect.x, -limit, limit, "bounds.x")
    try Check.range(rect.y, -limit, limit, "bounds.y")
    try Check.range(rect.width, -2 * limit, 2 * limit, "bounds.width")
    try Check.range(rect.height, -2 * limit, 2 * limit, "bounds.height")
    try Check.range(rect.x + rect.width, -limit, limit, "bounds.width")
    try Check.range(rect.y + rect.height, -limit, limit, "bounds.height")
  }

  // MARK: Defaults and thresholds

  /// What items have when no item behavior sets it. A value out of range is ignored.
  public var defaultMaterial: Material {
    get { material }
    set { do { try setDefaultMaterial(newValue) } catch {} }
  }

  public func setDefaultMaterial(_ new: Material) throws(BagatelleError) {
    try new.check()
    guard new != material else { return }
    material = new
    if !usesDocumentedDefaults { defaultsChanged() }
  }

  /// Whether unset properties of items and boundaries are UIKit's documented zeros (density 1). Default
  /// false.
  public var isUsingDocumentedDefaults: Bool {
    get { usesDocumentedDefaults }
    set {
      guard newValue != usesDocumentedDefaults else { return }
      usesDocumentedDefaults = newValue
      hasOldBoundaryDefaults = true
      defaultsChanged()
    }
  }

  var actingDefault: Material { usesDocumentedDefaults ? Material.documented : material }
  var boundaryDefault: Double { usesDocumentedDefaults ? 0 : 0.2 }

  /// Marks and wakes all items, once between two ticks.
  private func defaultsChanged() {
    if defaultsTime != changeTime {
      defaultsTime = changeTime
      markAll(Marks.properties)
    }
    wakeEverything()
  }

  /// Before steps: the boundaries follow the defaults.
  @_optimize(size)
  func refreshBoundaryDefaults() {
    guard hasOldBoundaryDefaults else { return }
    hasOldBoundaryDefaults = false
    for behavior in BehaviorTree.preorder(behaviors) where behavior.kind == .collision {
      unsafeDowncast(behavior, to: CollisionBehavior.self).refreshMaterials()
    }
  }

  /// Wakes all items, once between two ticks.
  @_optimize(speed)
  @inline(never)
  private func wakeEverything() {
    if wakeTime != changeTime {
      wakeTime = changeTime
      world.wakeAll()
    }
    wake()
  }

  /// Whether spring attachments show the damping a device adds, pi f/60 to the ratio at f Hz. Default false.
  public var isUsingDeviceSprings: Bool {
    get { rawWorld.settings.uikitSpringFeel }
    set {
      guard newValue != rawWorld.settings.uikitSpringFeel else { return }
      var settings = rawWorld.settings
      settings.uikitSpringFeel = newValue
      restChanged(settings)
    }
  }

  /// Closing speed below which a contact that something presses together does not bounce, points/s. Default
  /// 30.
  public var bounceThreshold: Double {
    get { rawWorld.settings.bounceThreshold }
    set { do { try setBounceThreshold(newValue) } catch {} }
  }

  /// 0 to 1e5. Box2D's value is 150.
  public func setBounceThreshold(_ speed: Double) throws(BagatelleError) {
    try Check.range(speed, 0, 1e5, "speed")
    var settings = rawWorld.settings
    settings.bounceThreshold = speed
    rawWorld.settings = settings
  }

  /// Points/s. Default 1.5.
  public var restSpeed: Double {
    get { rawWorld.settings.restSpeed }
    set { do { try setRestSpeed(newValue) } catch {} }
  }

  /// Speed below which an item may fall asleep, 0 to 1e5; 0 keeps everything awake.
  public func setRestSpeed(_ speed: Double) throws(BagatelleError) {
    try Check.range(speed, 0, 1e5, "speed")
    guard speed != rawWorld.settings.restSpeed else { return }
    var settings = rawWorld.settings
    settings.restSpeed = speed
    restChanged(settings)
  }

  /// Radians/s. Default 0.0349.
  public var restAngularSpeed: Double {
    get { rawWorld.settings.restAngularSpeed }
    set { do { try setRestAngularSpeed(newValue) } catch {} }
  }

  /// 0 to 1e5.
  public func setRestAngularSpeed(_ speed: Double) throws(BagatelleError) {
    try Check.range(speed, 0, 1e5, "speed")
    guard speed != rawWorld.settings.restAngularSpeed else { return }
    var settings = rawWorld.settings
    settings.restAngularSpeed = speed
    restChanged(settings)
  }

  /// How long an item must be slow before it falls asleep. Default 0.5.
  public var restSeconds: Double {
    get { rawWorld.settings.restSeconds }
    set { do { try setRestSeconds(newValue) } catch {} }
  }

  /// 0 to 3,600 s.
  public func setRestSeconds(_ seconds: Double) throws(BagatelleError) {
    try Check.range(seconds, 0, 3600, "seconds")
    guard seconds != rawWorld.settings.restSeconds else { return }
    var settings = rawWorld.settings
    settings.restSeconds = seconds
    restChanged(settings)
  }

  @inline(never)
  private func restChanged(_ settings: WorldSettings) {
    rawWorld.settings = settings
    wakeEverything()
  }

  /// Multiplies every built-in threshold that is a length or a speed. Default 1.
  public var lengthScale: Double {
    get { rawWorld.settings.lengthScale }
    set { do { try setLengthScale(newValue) } catch {} }
  }

  /// 1e-3 to 1e3.
  ///
  /// - Throws: `state` once it has items.
  public func setLengthScale(_ scale: Double) throws(BagatelleError) {
    try Check.range(scale, 1e-3, 1e3, "scale")
    guard scale != rawWorld.settings.lengthScale else { return }
    guard itemCount == 0, limbo.count == 0 else { throw BagatelleError(.state, "animator") }
    var settings = rawWorld.settings
    settings.lengthScale = scale
    rawWorld.settings = settings
  }

  /// Points per meter in the quantities of fields. Default 150. A value out of range is ignored.
  public var fieldUnitScale: Double {
    get { rawWorld.settings.fieldUnitScale }
    set { do { try setFieldUnitScale(newValue) } catch {} }
  }

  /// 1e-3 to 1e6. Wakes all items.
  public func setFieldUnitScale(_ scale: Double) throws(BagatelleError) {
    try Check.range(scale, 1e-3, 1e6, "scale")
    guard scale != rawWorld.settings.fieldUnitScale else { return }
    var settings = rawWorld.settings
    settings.fieldUnitScale = scale
    restChanged(settings)
  }

  /// Rounds written centers to 1/scale points; bodies keep full precision. Default 0: no rounding.
  public var pixelScale: Double {
    get { pixels }
    set { do { try setPixelScale(newValue) } catch {} }
  }

  /// 0 to 1,000.
  public func setPixelScale(_ scale: Double) throws(BagatelleError) {
    try Check.range(scale, 0, 1000, "scale")
    pixels = scale
  }
}
