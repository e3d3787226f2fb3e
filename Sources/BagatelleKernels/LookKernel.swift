// Which contacts of bodies on their way are worth a closer look, eight at a time. Compiled twice.
// SPDX-License-Identifier: MIT
//
// What `World.staysApart`, `World.comesNear` and `World.listSwept` of BagatelleCore tell contact by contact, in the same order of
// operations, so with the same bits; explanations are there. Bodies lie in rows of 64 bytes (`BodyPace` or `BodyWay`): two doubles,
// then floats
//
//     shift.x shift.y d.x     d.y   | v.x v.y w turned | pull.x pull.y shiftTurned radius     of a pace
//     moved.x moved.y turned  outer | inner plain limit swing                                 of a way
//
// The first row is that of what does not move. As A it is a segment, wherever B is, and has an infinite radius.
import Builtin

/// Up to 64 contacts: where the rows of their bodies begin, in bytes, and how far they are known to be apart. In place of the first the
/// highest bit is left set for who is done with; not where B has the first row. And a byte that the caller keeps for each.
@frozen public struct LookBlock {
  let base: UnsafeMutableRawPointer
  @inline(__always)
  public init(_ memory: UnsafeMutableRawPointer) { base = memory }
  @inline(__always)
  public var rowsA: UnsafeMutablePointer<UInt32> { base.assumingMemoryBound(to: UInt32.self) }
  @inline(__always)
  public var rowsB: UnsafeMutablePointer<UInt32> { (base + 256).assumingMemoryBound(to: UInt32.self) }
  @inline(__always)
  public var gaps: UnsafeMutablePointer<Float> { (base + 512).assumingMemoryBound(to: Float.self) }
  @inline(__always)
  public var places: UnsafeMutablePointer<UInt8> { (base + 768).assumingMemoryBound(to: UInt8.self) }
}

/// Constants of a look. 1 KB of scratch follows the block.
@frozen public struct LookParameters {
  public var rows: UnsafeRawPointer
  /// What counts as apart, points.
  public var slack: Float
  /// The step, seconds; or the share of the inner radius that is the core.
  public var scale: Float
  /// How far a body may have turned from its reference, radians; below 0, it is not asked how far two move against each other.
  public var turn: Float = 0.01
  /// Bytes of a row that are read behind the doubles: 48 of paces, 32 of ways.
  public var bytes: Int32
  public var isSwept: Bool
  public init(rows: UnsafeRawPointer, slack: Float, scale: Float, isSwept: Bool) {
    self.rows = rows
    self.slack = slack
    self.scale = scale
    bytes = isSwept ? 32 : 48
    self.isSwept = isSwept
  }
}

private enum Pace {
  static var shiftX: Int { 0 }
  static var shiftY: Int { 1 }
  static var dX: Int { 2 }
  static var dY: Int { 3 }
  static var vX: Int { 4 }
  static var vY: Int { 5 }
  static var w: Int { 6 }
  static var turned: Int { 7 }
  static var pullX: Int { 8 }
  static var pullY: Int { 9 }
  static var shiftTurned: Int { 10 }
  static var radius: Int { 11 }
  static var count: Int { 12 }
}
private enum Way {
  static var movedX: Int { 0 }
  static var movedY: Int { 1 }
  static var turned: Int { 2 }
  static var outer: Int { 3 }
  static var inner: Int { 4 }
  static var plain: Int { 5 }
  static var limit: Int { 6 }
  static var swing: Int { 7 }
  static var count: Int { 8 }
}

/// Two doubles.
private struct Place: BitwiseCopyable {
  var v: Builtin.Vec2xFPIEEE64
  /// From here to there, twice.
  @_transparent func to(_ b: Place) -> F4 { twice(Builtin.fptrunc_Vec2xFPIEEE64_Vec2xFPIEEE32(Builtin.fsub_Vec2xFPIEEE64(b.v, v))) }
}

/// Looks at the first contacts of a block; what lies behind them up to a multiple of eight is looked at too, so it is to have rows.
@inline(__always)
func lookClosely(_ memory: UnsafeMutableRawPointer, _ count: Int, _ p: UnsafePointer<LookParameters>) {
  let fields = (memory + 1024).assumingMemoryBound(to: Wide.self)
  let rows = p.pointee.rows
  var at = memory.assumingMemoryBound(to: UInt32.self)
  let end = at + count
  while at < end {
    var to = fields
    var names = at
    for _ in 0..<2 {
      var part = rows + 16
      while part <= rows + Int(p.pointee.bytes) {
        spread(to) { part.load(fromByteOffset: Int(names[$0]), as: F4.self) }
        part += 16
        to += 4
      }
      names += 64
    }
    let a = at
    spread(to) {
      rows.load(fromByteOffset: Int(a[$0]), as: Place.self).to(rows.load(fromByteOffset: Int(a[64 &+ $0]), as: Place.self))
    }
    let gap = UnsafeMutableRawPointer(at + 128).assumingMemoryBound(to: Wide.self)
    let isBody = Truth(isSet: wide(at))
    let isKnown = Truth(isSet: wide(at + 64))
    let isDone =
      p.pointee.isSwept ? isBody & isKnown & staysBeyond(fields, to, gap.pointee, p) : staysApart(fields, to, gap, isBody, isKnown, p)
    UnsafeMutableRawPointer(at).storeBytes(of: isDone.wide, as: Wide.self)
    at += MemoryLayout<Wide>.size / 4
  }
}

@_transparent
private func wide(_ at: UnsafeMutablePointer<UInt32>) -> Wide { UnsafeRawPointer(at).load(as: Wide.self) }

/// Whether shapes without points have not come near each other. How far apart they are now is put in the place of the gap.
@inline(__always)
private func staysApart(
  _ fields: UnsafeMutablePointer<Wide>, _ between: UnsafeMutablePointer<Wide>, _ gap: UnsafeMutablePointer<Wide>, _ isBody: Truth,
  _ isKnown: Truth, _ p: UnsafePointer<LookParameters>
) -> Truth {
  let zero = Wide(repeating: 0)
  let one = Wide(repeating: 1)
  let half = Wide(repeating: 0.5)
  let dt = Wide(repeating: p.pointee.scale)
  let b = fields + Pace.count
  let swaps = b[Pace.radius] .> fields[Pace.radius]
  // Of the smaller body, and of the larger one.
  @inline(__always) func small(_ field: Int) -> Wide { select(swaps, fields[field], b[field]) }
  @inline(__always) func large(_ field: Int) -> Wide { select(swaps, b[field], fields[field]) }
  let dX = select(isBody, select(swaps, -between[0], between[0]), zero)
  let dY = select(isBody, select(swaps, -between[1], between[1]), zero)
  let radius = small(Pace.radius)
  let turn = large(Pace.shiftTurned)
  let square = turn * turn
  let sine = turn * (one - square * Wide(repeating: 1 / 6))
  let cosine = one - half * square
  let movedX = cosine * dX + sine * dY - dX + small(Pace.shiftX) - large(Pace.shiftX)
  let movedY = cosine * dY - sine * dX - dY + small(Pace.shiftY) - large(Pace.shiftY)
  let worn = gap.pointee - root(movedX, movedY) - (small(Pace.shiftTurned) - turn).size * radius
  let left = largest(worn, zero)
  let follows = (isKnown & (gap.pointee .> zero)).without(square .> Wide(repeating: 0.01))
  gap.pointee = select(follows, left, gap.pointee)
  let spin = large(Pace.turned) + dt * large(Pace.w)
  let aheadX = small(Pace.dX) - large(Pace.dX) + dt * (small(Pace.vX) - large(Pace.vX)) + spin * dY
  let aheadY = small(Pace.dY) - large(Pace.dY) + dt * (small(Pace.vY) - large(Pace.vY)) - spin * dX
  let pull = root(small(Pace.pullX) - large(Pace.pullX), small(Pace.pullY) - large(Pace.pullY))
  let bend = dt * dt * pull + half * spin * spin * root(dX, dY)
  let swing = (small(Pace.turned) + dt * small(Pace.w) - spin).size * radius
  return follows & (left .> Wide(repeating: p.pointee.slack) + root(aheadX, aheadY) + bend + swing)
}

/// Whether two bodies keep apart on their ways, or move so little against each other that neither need be swept.
@inline(__always)
private func staysBeyond(
  _ a: UnsafeMutablePointer<Wide>, _ between: UnsafeMutablePointer<Wide>, _ gap: Wide, _ p: UnsafePointer<LookParameters>
) -> Truth {
  let zero = Wide(repeating: 0)
  let one = Wide(repeating: 1)
  let share = Wide(repeating: p.pointee.scale)
  let b = a + Way.count
  let cores = largest(a[Way.outer] + share * b[Way.inner], b[Way.outer] + share * a[Way.inner])
  let isCore = (gap .< zero) & (a[Way.plain] .> zero) & (b[Way.plain] .> zero)
  let distance = select(isCore, cores, a[Way.outer] + b[Way.outer]) + Wide(repeating: p.pointee.slack)
  let x = between[0]
  let y = between[1]
  let wayX = b[Way.movedX] - a[Way.movedX]
  let wayY = b[Way.movedY] - a[Way.movedY]
  let square = wayX * wayX + wayY * wayY
  let part = select(square .> zero, largest(zero, least(one, -(x * wayX + y * wayY) / square)), zero)
  let nearX = x + part * wayX
  let nearY = y + part * wayY
  let isBeyond = nearX * nearX + nearY * nearY .> distance * distance
  if p.pointee.turn < 0 { return isBeyond }
  let off = Wide(repeating: p.pointee.turn)
  let slack = Wide(repeating: p.pointee.slack)
  let reach =
    square.root + (a[Way.turned].size + off) * root(x + wayX, y + wayY) + ((b[Way.turned] - a[Way.turned]).size + (off + off)) * b[Way.outer]
  let isFar = (gap .> slack) & (gap .> slack + slack + reach)
  return isBeyond | isFar | staysNear(a, b, -x, -y) & staysNear(b, a, x, y)
}

/// Whether a body that begins its way at a place, seen from another, need not be swept against it.
@inline(__always)
private func staysNear(_ body: UnsafeMutablePointer<Wide>, _ other: UnsafeMutablePointer<Wide>, _ x: Wide, _ y: Wide) -> Truth {
  let turn = other[Way.turned]
  let angle = turn.size
  let endX = x + body[Way.movedX] - other[Way.movedX]
  let endY = y + body[Way.movedY] - other[Way.movedY]
  let cosine = Wide(repeating: 1) - Wide(repeating: 0.5) * turn * turn
  let way = root(cosine * endX + turn * endY - x, cosine * endY - turn * endX - y)
  let bend = angle * (way + angle * root(endX, endY))
  let isNear = way + bend + (body[Way.turned] - turn).size * body[Way.swing] .<= body[Way.limit]
  return isNear.without(angle .> Wide(repeating: 0.25))
}

@inline(__always)
private func root(_ x: Wide, _ y: Wide) -> Wide { (x * x + y * y).root }
