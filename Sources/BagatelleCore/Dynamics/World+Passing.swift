// Pairs whose boxes meet, because what is fast has long ones, while the bodies pass each other at a distance.
// SPDX-License-Identifier: MIT
//
// Where much is fast most new pairs are such: a contact would be made, looked at and dropped for each, step by step. They have none in the
// step at whose start their ways are far enough apart. At its end they are looked at where they went: who came nearer than was foreseen, as
// by a hit, is swept against whatever its way meets; and the next search for pairs tells of them again.
import CShims

extension World {
  private var passing: UnsafeMutablePointer<UInt64> { s.pointee.newPairs.base }

  @inline(__always)
  private func names(_ key: UInt64) -> (Int32, Int32) { (Int32(truncatingIfNeeded: key >> 32), Int32(truncatingIfNeeded: key & 0xffff_ffff)) }

  /// Whether two bodies, both of one shape, pass each other in a step as they move at its start: one of them, which is fast, another or what
  /// does not move.
  func willPass(_ first: Int32, _ second: Int32, _ context: StepContext) -> Bool {
    if max(first, second) >= World.firstPieceName { return false }
    let a = bodies + Int(first)
    let b = bodies + Int(second)
    if (a.pointee.awake < 0 && a.pointee.flags & BodyFlag.anchored == 0) || (b.pointee.awake < 0 && b.pointee.flags & BodyFlag.anchored == 0)
      || (a.pointee.flags | b.pointee.flags) & BodyFlag.entered != 0
    {
      return false
    }
    let wayA = a.pointee.awake < 0 ? Vec2f.zero : context.dt * states[Int(a.pointee.awake)].v
    let wayB = b.pointee.awake < 0 ? Vec2f.zero : context.dt * states[Int(b.pointee.awake)].v
    let least = min(a.pointee.innerRadius, b.pointee.innerRadius)
    if (wayA - wayB).lengthSquared < least * least { return false }
    let p0 = Vec2f(Float(b.pointee.x - a.pointee.x), Float(b.pointee.y - a.pointee.y))
    return pass(first, second, p0, wayB - wayA, context)
  }

  /// Of B's way against A.
  private func pass(_ a: Int32, _ b: Int32, _ p0: Vec2f, _ way: Vec2f, _ context: StepContext) -> Bool {
    let slack = StepContext.speculativeDistance * context.scale
    let radiusA = bodies[Int(a)].outerRadius
    let radiusB = bodies[Int(b)].outerRadius
    return staysBeyond(p0, way, radiusA + radiusB + slack)
      || bodies[Int(a)].awake < 0 && passes(a, p0, way, radiusB + slack) || bodies[Int(b)].awake < 0 && passes(b, -p0, -way, radiusA + slack)
  }

  /// Lists those as strays that came nearer than was foreseen, and are swept.
  @_optimize(size)
  func findDeviated(_ context: StepContext) {
    for at in 0..<s.pointee.newPairs.count {
      let (first, second) = names(passing[at])
      let a = bodies + Int(first)
      let b = bodies + Int(second)
      let p0 = Vec2f(Float(b.pointee.previousX - a.pointee.previousX), Float(b.pointee.previousY - a.pointee.previousY))
      let wayA = a.pointee.awake < 0 ? Vec2f.zero : moved(a)
      let wayB = b.pointee.awake < 0 ? Vec2f.zero : moved(b)
      if pass(first, second, p0, wayB - wayA, context) { continue }
      addDeviated(first, context)
      addDeviated(second, context)
    }
  }

  private func addDeviated(_ index: Int32, _ context: StepContext) {
    let awake = Int(bodies[Int(index)].awake)
    if awake < 0 || sweepMark(awake) == SweepMark.none || sweepMark(awake) == SweepMark.anything { return }
    addStray(index, context)
  }

  /// The next search for pairs tells of all that are listed again: by the box of one of them, a new one or, marked as such, the old one.
  @_optimize(size)
  func noteReturning() {
    for at in 0..<s.pointee.newPairs.count {
      let (first, second) = names(passing[at])
      if (bodies[Int(first)].flags | bodies[Int(second)].flags) & BodyFlag.moved != 0 { continue }
      s.pointee.bodyTree.markChanged(bodies[Int(first)].leaf)
      bodies[Int(first)].flags |= BodyFlag.moved
      _ = s.pointee.movedBuffer.append(first)
    }
    s.pointee.newPairs.count = 0
  }
}
