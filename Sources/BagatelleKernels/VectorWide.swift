// As many floats as a register holds: eight with AVX2, else four. For kernels whose code is long; what has eight lanes takes two
// turns there.
// SPDX-License-Identifier: MIT
import Builtin

#if BGT_AVX2
  /// Eight floats, one register.
  struct Wide: BitwiseCopyable {
    var v: Builtin.Vec8xFPIEEE32
    @_transparent init(_ v: Builtin.Vec8xFPIEEE32) { self.v = v }
    @_transparent init(repeating x: Float) {
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
    @_transparent var m: Builtin.Vec8xInt1 { Builtin.cmp_slt_Vec8xInt32(v, Builtin.zeroInitializer()) }
    @_transparent static func & (a: Truth, b: Truth) -> Truth { Truth(Builtin.and_Vec8xInt32(a.v, b.v)) }
    @_transparent static func | (a: Truth, b: Truth) -> Truth { Truth(Builtin.or_Vec8xInt32(a.v, b.v)) }
    @_transparent static func ^ (a: Truth, b: Truth) -> Truth { Truth(Builtin.xor_Vec8xInt32(a.v, b.v)) }
  }

  @_transparent func select(_ m: Truth, _ t: Wide, _ f: Wide) -> Wide { Wide(Builtin.select_Vec8xInt1_Vec8xFPIEEE32(m.m, t.v, f.v)) }
#else
  /// Four floats, one register.
  struct Wide: BitwiseCopyable {
    var v: Builtin.Vec4xFPIEEE32
    @_transparent init(_ v: Builtin.Vec4xFPIEEE32) { self.v = v }
    @_transparent init(repeating x: Float) {
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
    @_transparent var m: Builtin.Vec4xInt1 { Builtin.cmp_slt_Vec4xInt32(v, Builtin.zeroInitializer()) }
    @_transparent static func & (a: Truth, b: Truth) -> Truth { Truth(Builtin.and_Vec4xInt32(a.v, b.v)) }
    @_transparent static func | (a: Truth, b: Truth) -> Truth { Truth(Builtin.or_Vec4xInt32(a.v, b.v)) }
    @_transparent static func ^ (a: Truth, b: Truth) -> Truth { Truth(Builtin.xor_Vec4xInt32(a.v, b.v)) }
  }

  @_transparent func select(_ m: Truth, _ t: Wide, _ f: Wide) -> Wide { Wide(Builtin.select_Vec4xInt1_Vec4xFPIEEE32(m.m, t.v, f.v)) }
#endif

extension Truth {
  @_transparent func without(_ b: Truth) -> Truth { self & (self ^ b) }
}
@_transparent func select(_ m: Truth, _ t: Truth, _ f: Truth) -> Truth { f ^ (m & (t ^ f)) }
@_transparent func maximum(_ a: Wide, _ b: Wide) -> Wide { select(a .> b, a, b) }
@_transparent func minimum(_ a: Wide, _ b: Wide) -> Wide { select(a .< b, a, b) }
// As `min` and `max` of the standard library where there is no number, too.
@_transparent func least(_ x: Wide, _ y: Wide) -> Wide { select(y .< x, y, x) }
@_transparent func largest(_ x: Wide, _ y: Wide) -> Wide { select(y .>= x, y, x) }
