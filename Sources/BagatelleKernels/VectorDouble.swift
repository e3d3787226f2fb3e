// 64-bit numbers side by side, and pairs of them, over Builtin vectors: four where a register holds four, otherwise two.
// SPDX-License-Identifier: MIT
import Builtin

/// What one register holds: four doubles of AVX, or two.
@frozen public struct Lanes: BitwiseCopyable {
  #if BGT_AVX2
    public typealias Vector = Builtin.Vec4xFPIEEE64
  #else
    public typealias Vector = Builtin.Vec2xFPIEEE64
  #endif
  public var v: Vector
  @_transparent public init(_ v: Vector) { self.v = v }
  @_transparent public static var zero: Lanes { Lanes(Builtin.zeroInitializer()) }

  #if BGT_AVX2
    @_transparent public init(repeating x: Double) {
      let first = Builtin.insertelement_Vec4xFPIEEE64_FPIEEE64_Int32(
        Builtin.zeroInitializer(), x._value, Builtin.zeroInitializer())
      v = Builtin.shufflevector_Vec4xFPIEEE64_Vec4xInt32(
        first, Builtin.zeroInitializer(), Builtin.zeroInitializer())
    }
    @_transparent public static func + (a: Lanes, b: Lanes) -> Lanes { Lanes(Builtin.fadd_Vec4xFPIEEE64(a.v, b.v)) }
    @_transparent public static func - (a: Lanes, b: Lanes) -> Lanes { Lanes(Builtin.fsub_Vec4xFPIEEE64(a.v, b.v)) }
    @_transparent public static func * (a: Lanes, b: Lanes) -> Lanes { Lanes(Builtin.fmul_Vec4xFPIEEE64(a.v, b.v)) }
    @_transparent public static func / (a: Lanes, b: Lanes) -> Lanes { Lanes(Builtin.fdiv_Vec4xFPIEEE64(a.v, b.v)) }
    @_transparent public static prefix func - (a: Lanes) -> Lanes { Lanes(Builtin.fneg_Vec4xFPIEEE64(a.v)) }
    @_transparent public static func .> (a: Lanes, b: Lanes) -> LaneMask { LaneMask(Builtin.fcmp_ogt_Vec4xFPIEEE64(a.v, b.v)) }
    @_transparent public static func .< (a: Lanes, b: Lanes) -> LaneMask { LaneMask(Builtin.fcmp_olt_Vec4xFPIEEE64(a.v, b.v)) }
  #else
    @_transparent public init(repeating x: Double) {
      let first = Builtin.insertelement_Vec2xFPIEEE64_FPIEEE64_Int32(
        Builtin.zeroInitializer(), x._value, (0 as Int32)._value)
      v = Builtin.insertelement_Vec2xFPIEEE64_FPIEEE64_Int32(first, x._value, (1 as Int32)._value)
    }
    @_transparent public static func + (a: Lanes, b: Lanes) -> Lanes { Lanes(Builtin.fadd_Vec2xFPIEEE64(a.v, b.v)) }
    @_transparent public static func - (a: Lanes, b: Lanes) -> Lanes { Lanes(Builtin.fsub_Vec2xFPIEEE64(a.v, b.v)) }
    @_transparent public static func * (a: Lanes, b: Lanes) -> Lanes { Lanes(Builtin.fmul_Vec2xFPIEEE64(a.v, b.v)) }
    @_transparent public static func / (a: Lanes, b: Lanes) -> Lanes { Lanes(Builtin.fdiv_Vec2xFPIEEE64(a.v, b.v)) }
    @_transparent public static prefix func - (a: Lanes) -> Lanes { Lanes(Builtin.fneg_Vec2xFPIEEE64(a.v)) }
    @_transparent public static func .> (a: Lanes, b: Lanes) -> LaneMask { LaneMask(Builtin.fcmp_ogt_Vec2xFPIEEE64(a.v, b.v)) }
    @_transparent public static func .< (a: Lanes, b: Lanes) -> LaneMask { LaneMask(Builtin.fcmp_olt_Vec2xFPIEEE64(a.v, b.v)) }
  #endif
}

/// As many truth values.
@frozen public struct LaneMask {
  #if BGT_AVX2
    public typealias Vector = Builtin.Vec4xInt1
    @_transparent public static func & (a: LaneMask, b: LaneMask) -> LaneMask { LaneMask(Builtin.and_Vec4xInt1(a.v, b.v)) }
    @_transparent public static func | (a: LaneMask, b: LaneMask) -> LaneMask { LaneMask(Builtin.or_Vec4xInt1(a.v, b.v)) }
    /// Whether one is true.
    @_transparent var isAny: Bool { Bool(Builtin.cmp_ne_Int4(Builtin.bitcast_Vec4xInt1_Int4(v), Builtin.zeroInitializer())) }
  #else
    public typealias Vector = Builtin.Vec2xInt1
    @_transparent public static func & (a: LaneMask, b: LaneMask) -> LaneMask { LaneMask(Builtin.and_Vec2xInt1(a.v, b.v)) }
    @_transparent public static func | (a: LaneMask, b: LaneMask) -> LaneMask { LaneMask(Builtin.or_Vec2xInt1(a.v, b.v)) }
    /// Whether one is true.
    @_transparent var isAny: Bool { Bool(Builtin.cmp_ne_Int2(Builtin.bitcast_Vec2xInt1_Int2(v), Builtin.zeroInitializer())) }
  #endif
  public var v: Vector
  @_transparent public init(_ v: Vector) { self.v = v }
}

@_transparent func select(_ m: LaneMask, _ t: Lanes, _ f: Lanes) -> Lanes {
  #if BGT_AVX2
    Lanes(Builtin.select_Vec4xInt1_Vec4xFPIEEE64(m.v, t.v, f.v))
  #else
    Lanes(Builtin.select_Vec2xInt1_Vec2xFPIEEE64(m.v, t.v, f.v))
  #endif
}
@_transparent func squareRoot(_ a: Lanes) -> Lanes {
  #if BGT_AVX2
    Lanes(Builtin.int_sqrt_Vec4xFPIEEE64(a.v))
  #else
    Lanes(Builtin.int_sqrt_Vec2xFPIEEE64(a.v))
  #endif
}
/// Lanes 0 and 1 in each other's place, 2 and 3 too.
@_transparent func swapped(_ a: Lanes) -> Lanes {
  #if BGT_AVX2
    return Lanes(Builtin.shufflevector_Vec4xFPIEEE64_Vec4xInt32(a.v, a.v, mask4(1, 0, 3, 2)))
  #else
    let first: Builtin.Vec2xInt32 = Builtin.zeroInitializer()
    let mask = Builtin.insertelement_Vec2xInt32_Int32_Int32(first, (1 as Int32)._value, (0 as Int32)._value)
    return Lanes(Builtin.shufflevector_Vec2xFPIEEE64_Vec2xInt32(a.v, a.v, mask))
  #endif
}
@_transparent func maximum(_ a: Lanes, _ b: Lanes) -> Lanes { select(a .> b, a, b) }
@_transparent func minimum(_ a: Lanes, _ b: Lanes) -> Lanes { select(a .< b, a, b) }

/// Points or vectors in lanes.
@frozen public struct LanePoints: BitwiseCopyable {
  public var x: Lanes
  public var y: Lanes
  @_transparent public init(_ x: Lanes, _ y: Lanes) {
    self.x = x
    self.y = y
  }
  @_transparent static var zero: LanePoints { LanePoints(Lanes.zero, Lanes.zero) }
  @_transparent static func + (a: LanePoints, b: LanePoints) -> LanePoints { LanePoints(a.x + b.x, a.y + b.y) }
  @_transparent static func - (a: LanePoints, b: LanePoints) -> LanePoints { LanePoints(a.x - b.x, a.y - b.y) }
  @_transparent static func * (k: Lanes, a: LanePoints) -> LanePoints { LanePoints(k * a.x, k * a.y) }
  @_transparent func dot(_ b: LanePoints) -> Lanes { x * b.x + y * b.y }
  /// Turned by a quarter: (x, y) to (-y, x).
  @_transparent var turned: LanePoints { LanePoints(-y, x) }
}
@_transparent func select(_ m: LaneMask, _ t: LanePoints, _ f: LanePoints) -> LanePoints {
  LanePoints(select(m, t.x, f.x), select(m, t.y, f.y))
}

// MARK: In memory

/// Four doubles in memory, 32 bytes. Where a register holds two, a kernel runs twice, for the second time 16 bytes farther on, so
/// that `wide` is the other half.
@frozen public struct Four: BitwiseCopyable {
  public var wide: Lanes
  #if !BGT_AVX2
    public var rest: Lanes
  #endif

  @inline(__always) public init(repeating x: Double) {
    wide = Lanes(repeating: x)
    #if !BGT_AVX2
      rest = Lanes(repeating: x)
    #endif
  }
  @inline(__always) public static var zero: Four { Four(repeating: 0) }

  /// A lane by its number, 0 to 3; unchecked.
  public subscript(_ lane: Int) -> Double {
    @inline(__always) get {
      withUnsafePointer(to: self) { UnsafeRawPointer($0).load(fromByteOffset: 8 &* lane, as: Double.self) }
    }
    @inline(__always) set {
      withUnsafeMutablePointer(to: &self) {
        UnsafeMutableRawPointer($0).storeBytes(of: newValue, toByteOffset: 8 &* lane, as: Double.self)
      }
    }
  }
}

/// Four points or vectors in memory.
@frozen public struct FourPoints: BitwiseCopyable {
  public var x: Four
  public var y: Four
  @inline(__always) public static var zero: FourPoints { FourPoints(x: .zero, y: .zero) }
  public var wide: LanePoints {
    @_transparent get { LanePoints(x.wide, y.wide) }
    @_transparent set {
      x.wide = newValue.x
      y.wide = newValue.y
    }
  }
}

// MARK: Rows of bodies

/// What rows of states hold: `turned` as it is, to be written back.
struct LaneRows {
  var v: LanePoints
  var w: Lanes
  var turned: F4
  var shift: LanePoints
}

@_transparent
private func half(_ states: UnsafeRawPointer, _ index: Int32, _ offset: Int) -> F4 {
  states.advanced(by: Int(index) &* 32 &+ offset).load(as: F4.self)
}
@_transparent
private func put(_ row: F4, _ states: UnsafeMutableRawPointer, _ index: Int32) {
  states.advanced(by: Int(index) &* 32).storeBytes(of: row, as: F4.self)
}

// Indices of lanes 0 and 1 lie at numbers 0 and 1, those of lanes 2 and 3 sixteen bytes farther on.

#if BGT_AVX2
  @_transparent func wide(_ a: F4) -> Lanes { Lanes(Builtin.fpext_Vec4xFPIEEE32_Vec4xFPIEEE64(a.v)) }
  @_transparent private func narrow(_ a: Lanes) -> F4 { F4(Builtin.fptrunc_Vec4xFPIEEE64_Vec4xFPIEEE32(a.v)) }

  @inline(__always)
  func gatherLanes(_ states: UnsafeRawPointer, _ index: UnsafePointer<Int32>) -> LaneRows {
    let a0 = half(states, index[0], 0)
    let a1 = half(states, index[1], 0)
    let a2 = half(states, index[4], 0)
    let a3 = half(states, index[5], 0)
    let low01 = interleavedLow(a0, a1)
    let low23 = interleavedLow(a2, a3)
    let high01 = interleavedHigh(a0, a1)
    let high23 = interleavedHigh(a2, a3)
    let far01 = interleavedLow(half(states, index[0], 16), half(states, index[1], 16))
    let far23 = interleavedLow(half(states, index[4], 16), half(states, index[5], 16))
    return LaneRows(
      v: LanePoints(wide(pairsLow(low01, low23)), wide(pairsHigh(low01, low23))), w: wide(pairsLow(high01, high23)),
      turned: pairsHigh(high01, high23), shift: LanePoints(wide(pairsLow(far01, far23)), wide(pairsHigh(far01, far23))))
  }

  /// Writes velocities back.
  @inline(__always)
  func scatterLanes(
    _ states: UnsafeMutableRawPointer, _ index: UnsafePointer<Int32>, _ v: LanePoints, _ w: Lanes, _ turned: F4
  ) {
    let vx = narrow(v.x)
    let vy = narrow(v.y)
    let rate = narrow(w)
    let xyLow = interleavedLow(vx, vy)
    let xyHigh = interleavedHigh(vx, vy)
    let wtLow = interleavedLow(rate, turned)
    let wtHigh = interleavedHigh(rate, turned)
    put(pairsLow(xyLow, wtLow), states, index[0])
    put(pairsHigh(xyLow, wtLow), states, index[1])
    put(pairsLow(xyHigh, wtHigh), states, index[4])
    put(pairsHigh(xyHigh, wtHigh), states, index[5])
  }
#else
  /// The first two.
  @_transparent func wide(_ a: F4) -> Lanes {
    Lanes(Builtin.fpext_Vec2xFPIEEE32_Vec2xFPIEEE64(firstTwo(a)))
  }
  @_transparent private func narrow(_ a: Lanes) -> F4 {
    twice(Builtin.fptrunc_Vec2xFPIEEE64_Vec2xFPIEEE32(a.v))
  }

  @inline(__always)
  func gatherLanes(_ states: UnsafeRawPointer, _ index: UnsafePointer<Int32>) -> LaneRows {
    let a0 = half(states, index[0], 0)
    let a1 = half(states, index[1], 0)
    let low = interleavedLow(a0, a1)
    let high = interleavedHigh(a0, a1)
    let far = interleavedLow(half(states, index[0], 16), half(states, index[1], 16))
    return LaneRows(
      v: LanePoints(wide(low), wide(pairsHigh(low, low))), w: wide(high), turned: pairsHigh(high, high),
      shift: LanePoints(wide(far), wide(pairsHigh(far, far))))
  }

  /// Writes velocities back.
  @inline(__always)
  func scatterLanes(
    _ states: UnsafeMutableRawPointer, _ index: UnsafePointer<Int32>, _ v: LanePoints, _ w: Lanes, _ turned: F4
  ) {
    let xy = interleavedLow(narrow(v.x), narrow(v.y))
    let wt = interleavedLow(narrow(w), turned)
    put(pairsLow(xy, wt), states, index[0])
    put(pairsHigh(xy, wt), states, index[1])
  }
#endif
