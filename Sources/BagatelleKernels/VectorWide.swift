// As many floats as a register holds: eight with AVX2, else four. For kernels whose code is long; what has eight lanes takes two
// turns there.
// SPDX-License-Identifier: MIT
import Builtin

#if BGT_AVX2
  /// Eight floats, one register.
  @frozen public struct Wide: BitwiseCopyable {
    public var v: Builtin.Vec8xFPIEEE32
    @_transparent public init(_ v: Builtin.Vec8xFPIEEE32) { self.v = v }
    @_transparent public init(repeating x: Float) {
      let first = Builtin.insertelement_Vec8xFPIEEE32_FPIEEE32_Int32(Builtin.zeroInitializer(), x._value, Builtin.zeroInitializer())
      v = Builtin.shufflevector_Vec8xFPIEEE32_Vec8xInt32(first, Builtin.zeroInitializer(), Builtin.zeroInitializer())
    }
    @_transparent static func + (a: Wide, b: Wide) -> Wide { Wide(Builtin.fadd_Vec8xFPIEEE32(a.v, b.v)) }
    @_transparent static func - (a: Wide, b: Wide) -> Wide { Wide(Builtin.fsub_Vec8xFPIEEE32(a.v, b.v)) }
    @_transparent static func * (a: Wide, b: Wide) -> Wide { Wide(Builtin.fmul_Vec8xFPIEEE32(a.v, b.v)) }
    @_transparent static func / (a: Wide, b: Wide) -> Wide { Wide(Builtin.fdiv_Vec8xFPIEEE32(a.v, b.v)) }
    @_transparent static prefix func - (a: Wide) -> Wide { Wide(Builtin.fneg_Vec8xFPIEEE32(a.v)) }
    @_transparent static func .> (a: Wide, b: Wide) -> Truth { Truth(Builtin.fcmp_ogt_Vec8xFPIEEE32(a.v, b.v)) }
    @_transparent static func .< (a: Wide, b: Wide) -> Truth { Truth(Builtin.fcmp_olt_Vec8xFPIEEE32(a.v, b.v)) }
    @_transparent static func .>= (a: Wide, b: Wide) -> Truth { Truth(Builtin.fcmp_oge_Vec8xFPIEEE32(a.v, b.v)) }
    @_transparent static func .<= (a: Wide, b: Wide) -> Truth { Truth(Builtin.fcmp_ole_Vec8xFPIEEE32(a.v, b.v)) }
    @_transparent static func .== (a: Wide, b: Wide) -> Truth { Truth(Builtin.fcmp_oeq_Vec8xFPIEEE32(a.v, b.v)) }
    @_transparent static func .!= (a: Wide, b: Wide) -> Truth { Truth(Builtin.fcmp_une_Vec8xFPIEEE32(a.v, b.v)) }
    @_transparent var low: F4 { lowHalf(F8(v)) }
    @_transparent var high: F4 { highHalf(F8(v)) }
    @_transparent var size: Wide { Wide(Builtin.int_fabs_Vec8xFPIEEE32(v)) }
    @_transparent var root: Wide { Wide(Builtin.int_sqrt_Vec8xFPIEEE32(v)) }
    /// The bits of whole numbers.
    @_transparent var wholeBits: Wide { Wide(Builtin.bitcast_Vec8xInt32_Vec8xFPIEEE32(Builtin.fptosi_Vec8xFPIEEE32_Vec8xInt32(v))) }
  }

  /// Eight truth values: the highest bits. As single bits the compiler would pack them to half a register and back.
  struct Truth {
    var v: Builtin.Vec8xInt32
    @_transparent private init(_ v: Builtin.Vec8xInt32) { self.v = v }
    @_transparent init(_ m: Builtin.Vec8xInt1) {
      let minus = Builtin.bitcast_Vec8xFPIEEE32_Vec8xInt32(Wide(repeating: -1).v)
      v = Builtin.select_Vec8xInt1_Vec8xInt32(m, minus, Builtin.zeroInitializer())
    }
    /// Where a lane has a bit that is set.
    @_transparent init(isSet w: Wide) {
      self.init(Builtin.cmp_ne_Vec8xInt32(Builtin.bitcast_Vec8xFPIEEE32_Vec8xInt32(w.v), Builtin.zeroInitializer()))
    }
    @_transparent var wide: Wide { Wide(Builtin.bitcast_Vec8xInt32_Vec8xFPIEEE32(v)) }
    /// The first in the lowest bit.
    @_transparent var bits: UInt32 { UInt32(Builtin.zext_Int8_Int32(Builtin.bitcast_Vec8xInt1_Int8(m))) }
    @_transparent var m: Builtin.Vec8xInt1 { Builtin.cmp_slt_Vec8xInt32(v, Builtin.zeroInitializer()) }
    @_transparent static func & (a: Truth, b: Truth) -> Truth { Truth(Builtin.and_Vec8xInt32(a.v, b.v)) }
    @_transparent static func | (a: Truth, b: Truth) -> Truth { Truth(Builtin.or_Vec8xInt32(a.v, b.v)) }
    @_transparent static func ^ (a: Truth, b: Truth) -> Truth { Truth(Builtin.xor_Vec8xInt32(a.v, b.v)) }
  }

  @_transparent func select(_ m: Truth, _ t: Wide, _ f: Wide) -> Wide { Wide(Builtin.select_Vec8xInt1_Vec8xFPIEEE32(m.m, t.v, f.v)) }

  // Shuffles within each half.
  @_transparent func interleavedLow(_ a: Wide, _ b: Wide) -> Wide { Wide(interleavedLow(F8(a.v), F8(b.v)).v) }
  @_transparent func interleavedHigh(_ a: Wide, _ b: Wide) -> Wide { Wide(interleavedHigh(F8(a.v), F8(b.v)).v) }
  @_transparent func pairsLow(_ a: Wide, _ b: Wide) -> Wide { Wide(pairsLow(F8(a.v), F8(b.v)).v) }
  @_transparent func pairsHigh(_ a: Wide, _ b: Wide) -> Wide { Wide(pairsHigh(F8(a.v), F8(b.v)).v) }
#else
  /// Four floats, one register.
  @frozen public struct Wide: BitwiseCopyable {
    public var v: Builtin.Vec4xFPIEEE32
    @_transparent public init(_ v: Builtin.Vec4xFPIEEE32) { self.v = v }
    @_transparent public init(repeating x: Float) {
      let first = Builtin.insertelement_Vec4xFPIEEE32_FPIEEE32_Int32(Builtin.zeroInitializer(), x._value, Builtin.zeroInitializer())
      v = Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(first, Builtin.zeroInitializer(), Builtin.zeroInitializer())
    }
    @_transparent static func + (a: Wide, b: Wide) -> Wide { Wide(Builtin.fadd_Vec4xFPIEEE32(a.v, b.v)) }
    @_transparent static func - (a: Wide, b: Wide) -> Wide { Wide(Builtin.fsub_Vec4xFPIEEE32(a.v, b.v)) }
    @_transparent static func * (a: Wide, b: Wide) -> Wide { Wide(Builtin.fmul_Vec4xFPIEEE32(a.v, b.v)) }
    @_transparent static func / (a: Wide, b: Wide) -> Wide { Wide(Builtin.fdiv_Vec4xFPIEEE32(a.v, b.v)) }
    @_transparent static prefix func - (a: Wide) -> Wide { Wide(Builtin.fneg_Vec4xFPIEEE32(a.v)) }
    @_transparent static func .> (a: Wide, b: Wide) -> Truth { Truth(Builtin.fcmp_ogt_Vec4xFPIEEE32(a.v, b.v)) }
    @_transparent static func .< (a: Wide, b: Wide) -> Truth { Truth(Builtin.fcmp_olt_Vec4xFPIEEE32(a.v, b.v)) }
    @_transparent static func .>= (a: Wide, b: Wide) -> Truth { Truth(Builtin.fcmp_oge_Vec4xFPIEEE32(a.v, b.v)) }
    @_transparent static func .<= (a: Wide, b: Wide) -> Truth { Truth(Builtin.fcmp_ole_Vec4xFPIEEE32(a.v, b.v)) }
    @_transparent static func .== (a: Wide, b: Wide) -> Truth { Truth(Builtin.fcmp_oeq_Vec4xFPIEEE32(a.v, b.v)) }
    @_transparent static func .!= (a: Wide, b: Wide) -> Truth { Truth(Builtin.fcmp_une_Vec4xFPIEEE32(a.v, b.v)) }
    @_transparent var low: F4 { F4(v) }
    @_transparent var size: Wide { Wide(Builtin.int_fabs_Vec4xFPIEEE32(v)) }
    @_transparent var root: Wide { Wide(Builtin.int_sqrt_Vec4xFPIEEE32(v)) }
    /// The bits of whole numbers.
    @_transparent var wholeBits: Wide { Wide(Builtin.bitcast_Vec4xInt32_Vec4xFPIEEE32(Builtin.fptosi_Vec4xFPIEEE32_Vec4xInt32(v))) }
  }

  /// Four truth values: the highest bits. Kept as single bits they are written as half a byte and read as more where nothing is optimized.
  struct Truth {
    var v: Builtin.Vec4xInt32
    @_transparent private init(_ v: Builtin.Vec4xInt32) { self.v = v }
    @_transparent init(_ m: Builtin.Vec4xInt1) {
      let minus = Builtin.bitcast_Vec4xFPIEEE32_Vec4xInt32(Wide(repeating: -1).v)
      v = Builtin.select_Vec4xInt1_Vec4xInt32(m, minus, Builtin.zeroInitializer())
    }
    /// Where a lane has a bit that is set.
    @_transparent init(isSet w: Wide) {
      self.init(Builtin.cmp_ne_Vec4xInt32(Builtin.bitcast_Vec4xFPIEEE32_Vec4xInt32(w.v), Builtin.zeroInitializer()))
    }
    @_transparent var wide: Wide { Wide(Builtin.bitcast_Vec4xInt32_Vec4xFPIEEE32(v)) }
    /// The first in the lowest bit.
    @_transparent var bits: UInt32 { UInt32(Builtin.zext_Int4_Int32(Builtin.bitcast_Vec4xInt1_Int4(m))) }
    @_transparent var m: Builtin.Vec4xInt1 { Builtin.cmp_slt_Vec4xInt32(v, Builtin.zeroInitializer()) }
    @_transparent static func & (a: Truth, b: Truth) -> Truth { Truth(Builtin.and_Vec4xInt32(a.v, b.v)) }
    @_transparent static func | (a: Truth, b: Truth) -> Truth { Truth(Builtin.or_Vec4xInt32(a.v, b.v)) }
    @_transparent static func ^ (a: Truth, b: Truth) -> Truth { Truth(Builtin.xor_Vec4xInt32(a.v, b.v)) }
  }

  @_transparent func select(_ m: Truth, _ t: Wide, _ f: Wide) -> Wide { Wide(Builtin.select_Vec4xInt1_Vec4xFPIEEE32(m.m, t.v, f.v)) }

  @_transparent func interleavedLow(_ a: Wide, _ b: Wide) -> Wide { Wide(interleavedLow(F4(a.v), F4(b.v)).v) }
  @_transparent func interleavedHigh(_ a: Wide, _ b: Wide) -> Wide { Wide(interleavedHigh(F4(a.v), F4(b.v)).v) }
  @_transparent func pairsLow(_ a: Wide, _ b: Wide) -> Wide { Wide(pairsLow(F4(a.v), F4(b.v)).v) }
  @_transparent func pairsHigh(_ a: Wide, _ b: Wide) -> Wide { Wide(pairsHigh(F4(a.v), F4(b.v)).v) }
#endif

extension Wide {
  /// How many a register holds.
  @_transparent static var lanes: Int { MemoryLayout<Wide>.size / 4 }
  @_transparent static var zero: Wide { Wide(repeating: 0) }
}
extension Truth {
  @_transparent var isAny: Bool { bits != 0 }
  @_transparent func without(_ b: Truth) -> Truth { self & (self ^ b) }
}
@_transparent func select(_ m: Truth, _ t: Truth, _ f: Truth) -> Truth { f ^ (m & (t ^ f)) }
@_transparent func squareRoot(_ a: Wide) -> Wide { a.root }
@_transparent func maximum(_ a: Wide, _ b: Wide) -> Wide { select(a .> b, a, b) }
@_transparent func minimum(_ a: Wide, _ b: Wide) -> Wide { select(a .< b, a, b) }
// As `min` and `max` of the standard library where there is no number, too.
@_transparent func least(_ x: Wide, _ y: Wide) -> Wide { select(y .< x, y, x) }
@_transparent func largest(_ x: Wide, _ y: Wide) -> Wide { select(y .>= x, y, x) }

// MARK: Rows of four

/// Rows of all lanes to four fields, a lane each.
@inline(__always)
func columns(_ row: (Int) -> F4) -> (Wide, Wide, Wide, Wide) {
  #if BGT_AVX2
    let r0 = Wide(joined(row(0), row(4)).v)
    let r1 = Wide(joined(row(1), row(5)).v)
    let r2 = Wide(joined(row(2), row(6)).v)
    let r3 = Wide(joined(row(3), row(7)).v)
  #else
    let r0 = Wide(row(0).v)
    let r1 = Wide(row(1).v)
    let r2 = Wide(row(2).v)
    let r3 = Wide(row(3).v)
  #endif
  let low01 = interleavedLow(r0, r1)
  let low23 = interleavedLow(r2, r3)
  let high01 = interleavedHigh(r0, r1)
  let high23 = interleavedHigh(r2, r3)
  return (pairsLow(low01, low23), pairsHigh(low01, low23), pairsLow(high01, high23), pairsHigh(high01, high23))
}

/// And back: rows of lanes 0 to 3, and of 4 to 7 in the high halves.
@_transparent
func rowsOf(_ x: Wide, _ y: Wide, _ z: Wide, _ w: Wide) -> (Wide, Wide, Wide, Wide) {
  let lowXY = interleavedLow(x, y)
  let highXY = interleavedHigh(x, y)
  let lowZW = interleavedLow(z, w)
  let highZW = interleavedHigh(z, w)
  return (pairsLow(lowXY, lowZW), pairsHigh(lowXY, lowZW), pairsLow(highXY, highZW), pairsHigh(highXY, highZW))
}

// MARK: In memory

/// Eight floats in memory, 32 bytes. Where a register holds four, a kernel goes through a block twice, for the second time 16 bytes
/// farther on, so that `wide` is the other half.
@frozen public struct Eight: BitwiseCopyable {
  public var wide: Wide
  #if !BGT_AVX2
    public var rest: Wide
  #endif

  @inline(__always) public init(repeating x: Float) {
    wide = Wide(repeating: x)
    #if !BGT_AVX2
      rest = Wide(repeating: x)
    #endif
  }
  @inline(__always) public static var zero: Eight { Eight(repeating: 0) }
}

/// A way through blocks of eight lanes: one after the other, or half of one after the other half.
struct LaneWalk<Block: BitwiseCopyable> {
  private var at: UnsafeMutableRawPointer
  private let end: UnsafeMutableRawPointer
  #if !BGT_AVX2
    /// 16 in the second half of a block.
    private var offset = 16
  #endif

  @inline(__always)
  init(_ blocks: UnsafeMutablePointer<Block>, _ count: Int) {
    at = UnsafeMutableRawPointer(blocks)
    end = UnsafeMutableRawPointer(blocks + count)
  }

  /// The lanes that are next; fields of a block that are one for all its lanes are in `block`.
  @inline(__always)
  mutating func next() -> UnsafeMutablePointer<Block>? {
    if at >= end { return nil }
    #if BGT_AVX2
      let lanes = at
      at = at.advanced(by: MemoryLayout<Block>.stride)
    #else
      offset ^= 16
      let lanes = at.advanced(by: offset)
      if offset != 0 { at = at.advanced(by: MemoryLayout<Block>.stride) }
    #endif
    return lanes.assumingMemoryBound(to: Block.self)
  }

  /// The block that lanes of `next` are of.
  @_transparent
  func block(_ lanes: UnsafeMutablePointer<Block>) -> UnsafeMutablePointer<Block> {
    #if BGT_AVX2
      lanes
    #else
      UnsafeMutableRawPointer(lanes).advanced(by: -offset).assumingMemoryBound(to: Block.self)
    #endif
  }

  /// The lanes of another record that belong to those of `next`.
  @_transparent
  func lanes<Other>(_ record: UnsafeMutablePointer<Other>) -> UnsafeMutablePointer<Other> {
    #if BGT_AVX2
      record
    #else
      UnsafeMutableRawPointer(record).advanced(by: offset).assumingMemoryBound(to: Other.self)
    #endif
  }

  /// Puts truth values of lanes into eight bits of a block, and goes on to the next ones when they are complete.
  @_transparent
  func note(_ bits: UInt32, _ mark: inout UnsafeMutablePointer<UInt32>) {
    #if BGT_AVX2
      mark.pointee = bits
      mark += 1
    #else
      mark.pointee = offset == 0 ? bits : mark.pointee | bits << 4
      mark += offset >> 4
    #endif
  }
}
