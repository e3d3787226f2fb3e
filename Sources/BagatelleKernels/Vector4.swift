// Four 64-bit numbers, and pairs of them, over Builtin vectors.
// SPDX-License-Identifier: MIT
import Builtin

/// Four doubles, 32 bytes; two SSE registers or one AVX register.
@frozen public struct D4: BitwiseCopyable {
  public var v: Builtin.Vec4xFPIEEE64

  @_transparent public init(_ v: Builtin.Vec4xFPIEEE64) { self.v = v }
  @_transparent public init(repeating x: Double) {
    let first = Builtin.insertelement_Vec4xFPIEEE64_FPIEEE64_Int32(
      Builtin.zeroInitializer(), x._value, Builtin.zeroInitializer())
    v = Builtin.shufflevector_Vec4xFPIEEE64_Vec4xInt32(
      first, Builtin.zeroInitializer(), Builtin.zeroInitializer())
  }
  @_transparent public static var zero: D4 { D4(Builtin.zeroInitializer()) }

  /// Lane by number, 0 to 3; unchecked.
  public subscript(_ lane: Int) -> Double {
    @_transparent get {
      Double(Builtin.extractelement_Vec4xFPIEEE64_Int32(v, Int32(truncatingIfNeeded: lane)._value))
    }
    @inline(__always) set {
      // In memory, where lanes of records are set.
      withUnsafeMutablePointer(to: &self) {
        UnsafeMutableRawPointer($0).storeBytes(of: newValue, toByteOffset: 8 &* lane, as: Double.self)
      }
    }
  }

  @_transparent public static func + (a: D4, b: D4) -> D4 { D4(Builtin.fadd_Vec4xFPIEEE64(a.v, b.v)) }
  @_transparent public static func - (a: D4, b: D4) -> D4 { D4(Builtin.fsub_Vec4xFPIEEE64(a.v, b.v)) }
  @_transparent public static func * (a: D4, b: D4) -> D4 { D4(Builtin.fmul_Vec4xFPIEEE64(a.v, b.v)) }
  @_transparent public static func / (a: D4, b: D4) -> D4 { D4(Builtin.fdiv_Vec4xFPIEEE64(a.v, b.v)) }
  @_transparent public static prefix func - (a: D4) -> D4 { D4(Builtin.fneg_Vec4xFPIEEE64(a.v)) }
  @_transparent public static func .> (a: D4, b: D4) -> M4 { M4(Builtin.fcmp_ogt_Vec4xFPIEEE64(a.v, b.v)) }
  @_transparent public static func .< (a: D4, b: D4) -> M4 { M4(Builtin.fcmp_olt_Vec4xFPIEEE64(a.v, b.v)) }
}

/// Four truth values.
@frozen public struct M4 {
  public var v: Builtin.Vec4xInt1
  @_transparent public init(_ v: Builtin.Vec4xInt1) { self.v = v }
  @_transparent public static func & (a: M4, b: M4) -> M4 { M4(Builtin.and_Vec4xInt1(a.v, b.v)) }
  @_transparent public static func | (a: M4, b: M4) -> M4 { M4(Builtin.or_Vec4xInt1(a.v, b.v)) }
  /// Whether one is true.
  @_transparent var isAny: Bool { Bool(Builtin.cmp_ne_Int4(Builtin.bitcast_Vec4xInt1_Int4(v), Builtin.zeroInitializer())) }
}

@_transparent public func select(_ m: M4, _ t: D4, _ f: D4) -> D4 {
  D4(Builtin.select_Vec4xInt1_Vec4xFPIEEE64(m.v, t.v, f.v))
}
@_transparent public func maximum(_ a: D4, _ b: D4) -> D4 { select(a .> b, a, b) }
@_transparent public func minimum(_ a: D4, _ b: D4) -> D4 { select(a .< b, a, b) }
@_transparent public func squareRoot(_ a: D4) -> D4 { D4(Builtin.int_sqrt_Vec4xFPIEEE64(a.v)) }

/// Four points or vectors.
@frozen public struct Pair4: BitwiseCopyable {
  public var x: D4
  public var y: D4
  @_transparent public init(_ x: D4, _ y: D4) {
    self.x = x
    self.y = y
  }
  @_transparent public static var zero: Pair4 { Pair4(D4.zero, D4.zero) }
  @_transparent public static func + (a: Pair4, b: Pair4) -> Pair4 { Pair4(a.x + b.x, a.y + b.y) }
  @_transparent public static func - (a: Pair4, b: Pair4) -> Pair4 { Pair4(a.x - b.x, a.y - b.y) }
  @_transparent public static func * (k: D4, a: Pair4) -> Pair4 { Pair4(k * a.x, k * a.y) }
  @_transparent public func dot(_ b: Pair4) -> D4 { x * b.x + y * b.y }
  /// Turned by a quarter: (x, y) to (-y, x).
  @_transparent public var turned: Pair4 { Pair4(-y, x) }
}
@_transparent public func select(_ m: M4, _ t: Pair4, _ f: Pair4) -> Pair4 {
  Pair4(select(m, t.x, f.x), select(m, t.y, f.y))
}

// MARK: Rows of bodies

/// What four rows of states hold: `turned` as it is, to be written back.
struct Rows4 {
  var v: Pair4
  var w: D4
  var turned: F4
  var shift: Pair4
}

@_transparent func wide(_ a: F4) -> D4 { D4(Builtin.fpext_Vec4xFPIEEE32_Vec4xFPIEEE64(a.v)) }
@_transparent private func narrow(_ a: D4) -> F4 { F4(Builtin.fptrunc_Vec4xFPIEEE64_Vec4xFPIEEE32(a.v)) }

/// a0 b0 a1 b1
@_transparent private func interleavedLow(_ a: F4, _ b: F4) -> F4 {
  F4(Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(a.v, b.v, mask4(0, 4, 1, 5)))
}
/// a2 b2 a3 b3
@_transparent private func interleavedHigh(_ a: F4, _ b: F4) -> F4 {
  F4(Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(a.v, b.v, mask4(2, 6, 3, 7)))
}
/// a0 a1 b0 b1
@_transparent private func pairsLow(_ a: F4, _ b: F4) -> F4 {
  F4(Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(a.v, b.v, mask4(0, 1, 4, 5)))
}
/// a2 a3 b2 b3
@_transparent private func pairsHigh(_ a: F4, _ b: F4) -> F4 {
  F4(Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(a.v, b.v, mask4(2, 3, 6, 7)))
}
@_transparent
private func half(_ states: UnsafeRawPointer, _ index: Int32, _ offset: Int) -> F4 {
  states.advanced(by: Int(index) &* 32 &+ offset).load(as: F4.self)
}

@inline(__always)
func gather4(_ states: UnsafeRawPointer, _ index: UnsafePointer<Int32>) -> Rows4 {
  let a0 = half(states, index[0], 0)
  let a1 = half(states, index[1], 0)
  let a2 = half(states, index[2], 0)
  let a3 = half(states, index[3], 0)
  let low01 = interleavedLow(a0, a1)
  let low23 = interleavedLow(a2, a3)
  let high01 = interleavedHigh(a0, a1)
  let high23 = interleavedHigh(a2, a3)
  let far01 = interleavedLow(half(states, index[0], 16), half(states, index[1], 16))
  let far23 = interleavedLow(half(states, index[2], 16), half(states, index[3], 16))
  return Rows4(
    v: Pair4(wide(pairsLow(low01, low23)), wide(pairsHigh(low01, low23))), w: wide(pairsLow(high01, high23)),
    turned: pairsHigh(high01, high23), shift: Pair4(wide(pairsLow(far01, far23)), wide(pairsHigh(far01, far23))))
}

/// Writes velocities back.
@inline(__always)
func scatter4(_ states: UnsafeMutableRawPointer, _ index: UnsafePointer<Int32>, _ v: Pair4, _ w: D4, _ turned: F4) {
  let vx = narrow(v.x)
  let vy = narrow(v.y)
  let rate = narrow(w)
  let xyLow = interleavedLow(vx, vy)
  let xyHigh = interleavedHigh(vx, vy)
  let wtLow = interleavedLow(rate, turned)
  let wtHigh = interleavedHigh(rate, turned)
  states.advanced(by: Int(index[0]) &* 32).storeBytes(of: pairsLow(xyLow, wtLow), as: F4.self)
  states.advanced(by: Int(index[1]) &* 32).storeBytes(of: pairsHigh(xyLow, wtLow), as: F4.self)
  states.advanced(by: Int(index[2]) &* 32).storeBytes(of: pairsLow(xyHigh, wtHigh), as: F4.self)
  states.advanced(by: Int(index[3]) &* 32).storeBytes(of: pairsHigh(xyHigh, wtHigh), as: F4.self)
}
