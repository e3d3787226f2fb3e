// Attaching a dynamic animator to a timeline, which then advances it.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension DynamicAnimator: Ticking {
  func tick(by seconds: Double) throws(BagatelleError) { _ = try run(seconds) }
}

extension Timeline {
  /// Attaches an animator: the timeline alone advances it from now on, and retains it. Attached already: no
  /// effect.
  ///
  /// It keeps its own steps and its clip of 0.25 s per advance.
  /// - Throws: `otherAnimator` if another timeline has it.
  public func addAnimator(_ animator: DynamicAnimator) throws(BagatelleError) {
    if animator.timeline === self { return }
    guard animator.timeline == nil else { throw BagatelleError(.otherAnimator, "animator") }
    animator.timeline = self
    followers.append(animator)
  }

  /// Lets an animator go; its owner advances it again.
  ///
  /// - Throws: `notAMember`.
  public func removeAnimator(_ animator: DynamicAnimator) throws(BagatelleError) {
    guard animator.timeline === self else { throw BagatelleError(.notAMember, "animator") }
    animator.timeline = nil
    for index in 0..<followers.count where followers[index] === animator {
      followers.remove(at: index)
      break
    }
  }

  /// Number of attached animators.
  public var animatorCount: Int { followers.count }
}
