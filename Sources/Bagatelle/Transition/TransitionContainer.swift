// The stage of transitions: a rectangle with items in order, what is presented in it, and present and
// dismiss.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// A rectangle with an ordered list of items, in which one item at a time can be presented over another.
///
/// Adding and removing items is left to the animations; only the end of a transition removes what was
/// presented, its
/// dimming, or the presenter. Confined to one thread together with its timeline, which it retains.
public final class TransitionContainer: BagatelleObject {
  public let timeline: Timeline
  /// Origin 0, 0 for most.
  public private(set) var bounds: Rect
  /// Bottom first; a copy.
  public private(set) var items: [Item] = []
  /// What is presented, or being presented or dismissed.
  public internal(set) var presentation: Presentation?
  /// The transition that is under way.
  public internal(set) var context: TransitionContext?
  /// Called after an item was inserted (true) or removed.
  public var onItem: ((Item, Bool) -> Void)?

  private init(_ timeline: Timeline, valid bounds: Rect) {
    self.timeline = timeline
    self.bounds = bounds
    super.init()
  }

  deinit {
    retireID()
    context?.abandon()
    presentation?.end()
  }

  // Convenience, because a designated init that throws leaks the object in Embedded mode.
  /// - Parameter bounds: Sides 0.01 to 1e7, coordinates within 1e9.
  /// - Throws: `range`, `invalidSize`.
  public convenience init(timeline: Timeline, bounds: Rect) throws(BagatelleError) {
    self.init(timeline, valid: try TransitionContainer.checked(bounds))
  }

  /// Changes the bounds; a presentation lays itself out anew.
  ///
  /// - Throws: `range`, `invalidSize`.
  @_optimize(speed)
  public func setBounds(_ new: Rect) throws(BagatelleError) {
    let valid = try TransitionContainer.checked(new)
    guard valid != bounds else { return }
    bounds = valid
    if presentationReference?._withUnsafeGuaranteedRef({ $0.hasLayout }) == true {
      presentation?.layOut()  // Held: it may run foreign code.
    }
  }

  /// For use without counting references.
  @inline(__always)
  private var presentationReference: Unmanaged<Presentation>? { presentation.map { Unmanaged.passUnretained($0) } }

  /// Whether new bounds run foreign code.
  package var tellsLayout: Bool { presentationReference?._withUnsafeGuaranteedRef { $0.tellsLayout } ?? false }

  private static func checked(_ rect: Rect) throws(BagatelleError) -> Rect {
    let r = rect.normalized
    try Check.vector(Vector2(r.x, r.y), within: Limits.coordinate, "bounds.x", "bounds.y")
    try Check.size(Vector2(r.width, r.height))
    return r
  }

  // MARK: Items

  /// Inserts an item at a position from the bottom, nil: on top. One that is here already moves.
  ///
  /// - Throws: `range`; `otherAnimator` if the item is animated by another timeline.
  public func insert(_ item: Item, at position: Int? = nil) throws(BagatelleError) {
    guard item.timeline == nil || item.timeline === timeline else {
      throw BagatelleError(.otherAnimator, "item")
    }
    let old = index(of: item)
    let last = old == nil ? items.count : items.count - 1
    let place = position ?? last
    guard place >= 0, place <= last else { throw BagatelleError(.range, "position", Double(place)) }
    if let old { items.remove(at: old) }
    items.insert(item, at: place)
    if old == nil, let onItem { onItem(item, true) }
  }

  /// Removes an item; not here: no effect, false.
  @discardableResult
  public func remove(_ item: Item) -> Bool {
    guard let index = index(of: item) else { return false }
    items.remove(at: index)
    if let onItem { onItem(item, false) }
    return true
  }

  public func contains(_ item: Item) -> Bool { index(of: item) != nil }

  private func index(of item: Item) -> Int? {
    for index in 0..<items.count where items[index] === item { return index }
    return nil
  }

  // MARK: Present and dismiss

  /// Presents an item over another.
  ///
  /// - Parameters:
  ///   - delegate: Gives the presentation, the animation and the interaction; nil: none of them.
  ///   - source: Handed through to the delegate.
  ///   - completion: Called last, with whether the item stayed presented.
  /// - Throws: `state` while something is presented or a transition is under way; `otherAnimator`.
  @_optimize(size)
  public func present(
    _ presented: Item, over presenting: Item, delegate: TransitionDelegate? = nil, source: Item? = nil,
    style: TransitionContext.Style = .custom, isAnimated: Bool = true, completion: ((Bool) -> Void)? = nil
  ) throws(BagatelleError) {
    guard presentation == nil, context == nil else { throw BagatelleError(.state, "container") }
    for item in [presented, presenting] {
      guard item.timeline == nil || item.timeline === timeline else {
        throw BagatelleError(.otherAnimator, "item")
      }
    }
    let found = delegate?.onPresentation.flatMap { $0(presented, presenting, source) }
    guard presentation == nil, context == nil else { throw BagatelleError(.state, "container") }
    if let found, found.container != nil { throw BagatelleError(.state, "presentation") }
    let presentation = found ?? Presentation()
    presentation.begin(self, presented, presenting, delegate)
    self.presentation = presentation
    let animation =
      isAnimated || style == .custom
      ? delegate?.onAnimationForPresent.flatMap { $0(presented, presenting, source) } : nil
    let interaction =
      isAnimated
      ? animation.flatMap { animation in
        delegate?.onInteractionForPresent.flatMap { $0(animation) }
      } : nil
    let made = TransitionContext(
      self, presentation, isPresenting: true, style, isAnimated, animation, interaction, completion)
    // The callbacks, that for the frame among them, may have presented or dismissed, and the interaction may be at work elsewhere.
    guard context == nil, self.presentation === presentation, interaction?.context == nil else {
      if context == nil, self.presentation === presentation {
        self.presentation = nil
        presentation.end()
      }
      throw BagatelleError(.state, interaction?.context == nil ? "container" : "interaction")
    }
    context = made
    made.run()
  }

  /// Dismisses what is presented.
  ///
  /// - Parameter completion: Called last, with whether the item is gone.
  /// - Throws: `state` with nothing presented, or while a transition is under way.
  @_optimize(size)
  public func dismiss(isAnimated: Bool = true, completion: ((Bool) -> Void)? = nil) throws(BagatelleError) {
    guard let presentation, context == nil, let presented = presentation.presentedItem else {
      throw BagatelleError(.state, "container")
    }
    let style = presentation.style
    let delegate = presentation.delegate
    let animation =
      isAnimated || style == .custom
      ? delegate?.onAnimationForDismiss.flatMap { $0(presented) } : nil
    let interaction =
      isAnimated
      ? animation.flatMap { animation in
        delegate?.onInteractionForDismiss.flatMap { $0(animation) }
      } : nil
    guard context == nil, self.presentation === presentation, interaction?.context == nil else {
      throw BagatelleError(.state, interaction?.context == nil ? "container" : "interaction")
    }
    let made = TransitionContext(
      self, presentation, isPresenting: false, style, isAnimated, animation, interaction, completion)
    context = made
    made.run()
  }
}
