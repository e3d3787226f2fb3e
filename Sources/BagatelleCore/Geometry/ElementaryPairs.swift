// Sines and cosines of two angles side by side.
// SPDX-License-Identifier: MIT
import Builtin

/// Two 64-bit numbers in one register.
struct Pair64: BitwiseCopyable {
  var v: Builtin.Vec2xFPIEEE64

  @inline(__always)
  init(_ v: Builtin.Vec2xFPIEEE64) { self.v = v }
  @inline(__always)
  init(_ first: Double, _ second: Double) {
    var both: Builtin.Vec2xFPIEEE64 = Builtin.zeroInitializer()
    both = Builtin.insertelement_Vec2xFPIEEE64_FPIEEE64_Int32(both, first._value, (0 as Int32)._value)
    v = Builtin.insertelement_Vec2xFPIEEE64_FPIEEE64_Int32(both, second._value, (1 as Int32)._value)
  }
  @inline(__always)
  init(_ x: Double) { self.init(x, x) }

  var first: Double { @inline(__always) get { Double(Builtin.extractelement_Vec2xFPIEEE64_Int32(v, (0 as Int32)._value)) } }
  var second: Double { @inline(__always) get { Double(Builtin.extractelement_Vec2xFPIEEE64_Int32(v, (1 as Int32)._value)) } }

  @inline(__always)
  static func + (a: Pair64, b: Pair64) -> Pair64 { Pair64(Builtin.fadd_Vec2xFPIEEE64(a.v, b.v)) }
  @inline(__always)
  static func - (a: Pair64, b: Pair64) -> Pair64 { Pair64(Builtin.fsub_Vec2xFPIEEE64(a.v, b.v)) }
  @inline(__always)
  static func * (a: Pair64, b: Pair64) -> Pair64 { Pair64(Builtin.fmul_Vec2xFPIEEE64(a.v, b.v)) }

  var magnitude: Pair64 {
    @inline(__always) get {
      let sign = Builtin.bitcast_Vec2xFPIEEE64_Vec2xInt64(Pair64(-0.0).v)
      let bits = Builtin.bitcast_Vec2xFPIEEE64_Vec2xInt64(v)
      return Pair64(Builtin.bitcast_Vec2xInt64_Vec2xFPIEEE64(Builtin.xor_Vec2xInt64(bits, Builtin.and_Vec2xInt64(bits, sign))))
    }
  }

  /// With 0 in place of what is below; NaN stays.
  var replacingNegatives: Pair64 {
    @inline(__always) get {
      let zero: Builtin.Vec2xFPIEEE64 = Builtin.zeroInitializer()
      return Pair64(Builtin.select_Vec2xInt1_Vec2xFPIEEE64(Builtin.fcmp_olt_Vec2xFPIEEE64(v, zero), zero, v))
    }
  }
}

extension Elementary {
  /// Angles that `sinCos` of pairs takes are smaller.
  static var pairLimit: Double { 1_647_000 }

  /// `sinCos`, once in the library.
  @inline(never)
  static func sinCosOfPair(_ x: Pair64) -> (sin: Pair64, cos: Pair64) { sinCos(x) }

  /// The same operations in the same order as for one angle, so the same bits, but for the sign of a zero. Which quadrant an
  /// angle is in is no branch.
  @inline(__always)
  static func sinCos(_ x: Pair64) -> (sin: Pair64, cos: Pair64) {
    // See `reduce`; what is within the first quadrant loses nothing by it.
    let shifted = x * Pair64(6.36619772367581382433e-01) + Pair64(0x1.8p52)
    let k = shifted - Pair64(0x1.8p52)
    let a = x - k * Pair64(1.57079632673412561417e+00)
    let part = k * Pair64(6.07710050630396597660e-11)
    let b = a - part
    let back = b - a
    let error = (a - (b - back)) - (part + back)
    let part3 = k * Pair64(2.02226624871116645580e-21)
    let tail = k * Pair64(8.47842766036889956997e-32)
    let c = b - part3
    let back3 = c - b
    let error3 = (b - (c - back3)) - (part3 + back3)
    let rest = error + (error3 - tail)
    let high = c + rest
    let low = rest - (high - c)
    let sine = sinKernel(high, low)
    let cosine = cosKernel(high, low)
    // The quadrant lies in the lowest bits: (s, c), (c, -s), (-s, -c) or (-c, s).
    let bits = Builtin.bitcast_Vec2xFPIEEE64_Vec2xInt64(shifted.v)
    let s = Builtin.bitcast_Vec2xFPIEEE64_Vec2xInt64(sine.v)
    let n = Builtin.bitcast_Vec2xFPIEEE64_Vec2xInt64(cosine.v)
    let one = whole(1)
    let two = whole(2)
    let isOdd = Builtin.sub_Vec2xInt64(Builtin.zeroInitializer(), Builtin.and_Vec2xInt64(bits, one))
    let exchange = Builtin.and_Vec2xInt64(Builtin.xor_Vec2xInt64(s, n), isOdd)
    let signS = Builtin.shl_Vec2xInt64(Builtin.and_Vec2xInt64(bits, two), whole(62))
    let signN = Builtin.shl_Vec2xInt64(Builtin.and_Vec2xInt64(Builtin.add_Vec2xInt64(bits, one), two), whole(62))
    return (
      Pair64(Builtin.bitcast_Vec2xInt64_Vec2xFPIEEE64(Builtin.xor_Vec2xInt64(Builtin.xor_Vec2xInt64(s, exchange), signS))),
      Pair64(Builtin.bitcast_Vec2xInt64_Vec2xFPIEEE64(Builtin.xor_Vec2xInt64(Builtin.xor_Vec2xInt64(n, exchange), signN)))
    )
  }

  @inline(__always)
  private static func whole(_ x: Int64) -> Builtin.Vec2xInt64 {
    var both: Builtin.Vec2xInt64 = Builtin.zeroInitializer()
    both = Builtin.insertelement_Vec2xInt64_Int64_Int32(both, x._value, (0 as Int32)._value)
    return Builtin.insertelement_Vec2xInt64_Int64_Int32(both, x._value, (1 as Int32)._value)
  }

  @inline(__always)
  private static func sinKernel(_ high: Pair64, _ low: Pair64) -> Pair64 {
    let z = high * high
    let v = z * high
    let p56 = Pair64(-2.50507602534068634195e-08) + z * Pair64(1.58969099521155010221e-10)
    let p46 = Pair64(-1.98412698298579493134e-04) + z * (Pair64(2.75573137070700676789e-06) + z * p56)
    let p = Pair64(8.33333333332248946124e-03) + z * p46
    return high - ((z * (Pair64(0.5) * low - v * p) - low) - v * Pair64(-1.66666666666666324348e-01))
  }

  @inline(__always)
  private static func cosKernel(_ high: Pair64, _ low: Pair64) -> Pair64 {
    let z = high * high
    let w = z * z
    let p23 = Pair64(-1.38888888888741095749e-03) + z * Pair64(2.48015872894767294178e-05)
    let p = z * (Pair64(4.16666666666666019037e-02) + z * p23)
    let q56 = Pair64(2.08757232129817482790e-09) + z * Pair64(-1.13596475577881948265e-11)
    let q = w * w * (Pair64(-2.75573143513906633035e-07) + z * q56)
    let half = Pair64(0.5) * z
    let near = Pair64(1) - half
    return near + (((Pair64(1) - near) - half) + (z * (p + q) - high * low))
  }
}
