// The vetoes of collision behaviors: from a pair of bodies that is about to touch to those who may refuse it.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension DynamicAnimator {
  /// A collision behavior with a veto came or went.
  func vetoersChanged(by change: Int) {
    let had = vetoerCount > 0
    vetoerCount += change
    guard had != (vetoerCount > 0) else { return }
    guard vetoerCount > 0 else { return world.setVeto(nil, context: nil) }
    world.setVeto(
      { context, record in
        guard let context else { return false }
        let touch = record.assumingMemoryBound(to: ContactRecord.self).pointee
        return Unmanaged<DynamicAnimator>.fromOpaque(context).takeUnretainedValue().refuses(touch)
      }, context: Unmanaged.passUnretained(self).toOpaque())
  }

  /// Whether a behavior that lets the pair meet refuses it; one is enough.
  @_optimize(size)
  private func refuses(_ touch: ContactRecord) -> Bool {
    guard let a = member(ofBody: touch.bodyA) else { return false }
    if touch.boundary >= 0 {
      guard let boundary = boundary(at: touch.boundary), let collision = boundary.collision else {
        return false
      }
      return refuses(touch, collision, a, nil, boundary.name)
    }
    guard let b = member(ofBody: touch.bodyB) else { return false }
    // The list may change while a veto runs.
    var index = 0
    while index < a.memberships.count {
      let membership = a.memberships[index]
      let behavior = membership.behavior.takeUnretainedValue()
      index += 1
      guard behavior.kind == .collision, behavior.owner === self else { continue }
      let collision = unsafeDowncast(behavior, to: CollisionBehavior.self)
      guard collision.veto != nil, collision.mode.contains(.items) else { continue }
      let theirs = b.membershipIndex(collision)
      guard theirs >= 0 else { continue }
      var turned = touch
      turned.normal = -touch.normal
      let isRefused =
        membership.sequence < b.memberships[theirs].sequence
        ? refuses(touch, collision, a, b, 0) : refuses(turned, collision, b, a, 0)
      if isRefused { return true }
    }
    return false
  }

  private func refuses(
    _ touch: ContactRecord, _ collision: CollisionBehavior, _ item: Item, _ other: Item?, _ name: UInt64
  ) -> Bool {
    guard let veto = collision.veto else { return false }
    let event = event(.began, collision, item, other, name, touch)
    return withUnsafePointer(to: event) {
      veto(
        Contact(
          behavior: collision, item: item, other: other, boundaryName: name, phase: .began,
          point: touch.point,
          normal: touch.normal, impulse: 0, approachSpeed: touch.approachSpeed, step: Int(touch.step),
          record: $0))
    }
  }
}
