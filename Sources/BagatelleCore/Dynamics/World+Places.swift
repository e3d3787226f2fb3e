// Who trembles without getting anywhere rests.
// SPDX-License-Identifier: MIT
//
// Speed alone does not tell: what attachments and contacts pull to several places at once trembles for ever, by a tenth of a point at some points a second,
// or stands still with a velocity that something takes from it again in each sub-step. Nobody sees it, but the animator would never pause. So in a world
// that has been awake for long it is noted where bodies are, and who has stayed there for eight times as long as slow ones may rest. What is
// driven out of its place by a slight force, or swings there by right so that one could see it, has left it before.

/// Where a body was, and since when it has stayed there.
struct BodyPlace: BitwiseCopyable {
  var at = Vector2(0, 0)
  var angle: Float = 0
  /// Seconds.
  var since: Float = 0
}

extension World {
  /// Each step asks every so many of the bodies.
  private static var turns: Int { 5 }
  /// Of the time of rest: so long somebody has to stay where it is, and a second at least.
  private static var patience: Float { 8 }
  /// Of the way at the greatest speed at rest in the time of rest: so far it may go there and back.
  private static var share: Float { 0.5 }

  private var longest: Float { max(World.patience * Float(s.pointee.settings.restSeconds), 1) }

  /// Whether it has stayed where it is for so long that it rests.
  @inline(__always)
  func keepsPlace(_ index: Int32) -> Bool {
    Int(index) < s.pointee.places.count && s.pointee.places[Int(index)].since >= longest
  }

  /// It begins anew to stay where it is.
  @inline(__always)
  func forgetPlace(_ index: Int32) {
    if Int(index) < s.pointee.places.count { s.pointee.places[Int(index)].since = 0 }
  }

  /// Notes who stays where it is; true when somebody has for long enough, who then may sleep as if it had been slow for `seconds`.
  @inline(never)
  @_optimize(size)
  func notePlaces(_ rest: RestSpeeds, _ seconds: Float) -> Bool {
    let dt = Float(s.pointee.stepSeconds)
    s.pointee.restlessSeconds += dt
    let known = s.pointee.places.count
    if s.pointee.restlessSeconds < longest || !s.pointee.places.resize(s.pointee.bodies.count) { return false }
    for index in known..<max(known, s.pointee.bodies.count) { s.pointee.places[index] = BodyPlace() }
    let limits = rest.times(World.share * Float(s.pointee.settings.restSeconds))
    var ready = false
    for at in stride(from: Int(s.pointee.steps % UInt64(World.turns)), to: s.pointee.awake.count, by: World.turns) {
      let index = s.pointee.awake[at]
      let body = bodies + Int(index)
      let place = s.pointee.places.base + Int(index)
      let center = Vector2(body.pointee.x, body.pointee.y)
      let turned = Float(body.pointee.angle) - place.pointee.angle
      // A small item's rim may go as far as its center.
      let most = RestSpeeds(speed: limits.speed, turning: max(limits.turning, limits.speed / body.pointee.outerRadius))
      let stays = isSlow(BodyState(v: (center - place.pointee.at).narrowed, w: turned), most)
      // Where there is nothing that could hold it, a slight force may only have begun to move it.
      let isDrawn = body.pointee.firstContact & body.pointee.firstJoint < 0 && isDrawn(motions[at])
      if !stays || isDrawn || body.pointee.flags & BodyFlag.kinematic != 0 {
        place.pointee = BodyPlace(at: center, angle: Float(body.pointee.angle))
        continue
      }
      place.pointee.since += Float(World.turns) * dt
      if place.pointee.since >= longest && body.pointee.slowSeconds >= 0 {
        body.pointee.slowSeconds = seconds
        ready = true
      }
    }
    return ready
  }
}
