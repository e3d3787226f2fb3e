// Boundaries follow the reference bounds late: when the world is next looked at or changed.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension DynamicAnimator {
  /// The world as all calls made it. Setters of the reference bounds leave the boundaries to whoever comes next, so
  /// that a run of them replaces each boundary once.
  @inline(__always)
  var world: World {
    if hasOldBounds { followBounds() }
    return rawWorld
  }

  /// The reference bounds, or what one behavior makes of them, are about to change.
  ///
  /// Boundaries are replaced in the order of the calls: what another call left over is done before.
  func boundsChange(of collision: CollisionBehavior?) {
    let changing = collision.map { Unmanaged.passUnretained($0) }
    if hasOldBounds && changing?.toOpaque() != oldBounds?.toOpaque() { followBounds() }
    hasOldBounds = true
    oldBounds = changing
  }

  /// The behavior leaves with its boundaries.
  func forgetBounds(of collision: CollisionBehavior) {
    if oldBounds?.toOpaque() == Unmanaged.passUnretained(collision).toOpaque() { hasOldBounds = false }
  }

  /// Without memory it stays to be done; the next tick tells.
  @inline(never)
  func followBounds() { do { try placeBounds() } catch {} }

  /// - Throws: `outOfMemory`; then it stays to be done.
  @inline(never)
  func placeBounds() throws(BagatelleError) {
    guard hasOldBounds else { return }
    hasOldBounds = false
    do throws(BagatelleError) {
      if let one = oldBounds { return try one.takeUnretainedValue().placeReferenceBoundary() }
      for behavior in BehaviorTree.preorder(behaviors) where behavior.kind == .collision {
        let collision = unsafeDowncast(behavior, to: CollisionBehavior.self)
        if collision.isTranslatingReferenceBounds { try collision.placeReferenceBoundary() }
      }
    } catch {
      hasOldBounds = true
      throw error
    }
  }
}
