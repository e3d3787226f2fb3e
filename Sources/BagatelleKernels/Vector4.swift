// The 4-lane vector type, for kernels that take two turns where a register holds four lanes.
// SPDX-License-Identifier: MIT
import Builtin

extension F4 {
  @_transparent init(repeating x: Float) {
    let first = Builtin.insertelement_Vec4xFPIEEE32_FPIEEE32_Int32(
      Builtin.zeroInitializer(), x._value, Builtin.zeroInitializer())
    self.init(Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(first, Builtin.zeroInitializer(), Builtin.zeroInitializer()))
  }
  @_transparent static func + (a: F4, b: F4) -> F4 { F4(Builtin.fadd_Vec4xFPIEEE32(a.v, b.v)) }
  @_transparent static func - (a: F4, b: F4) -> F4 { F4(Builtin.fsub_Vec4xFPIEEE32(a.v, b.v)) }
  @_transparent static func * (a: F4, b: F4) -> F4 { F4(Builtin.fmul_Vec4xFPIEEE32(a.v, b.v)) }
  @_transparent static func / (a: F4, b: F4) -> F4 { F4(Builtin.fdiv_Vec4xFPIEEE32(a.v, b.v)) }
  @_transparent static prefix func - (a: F4) -> F4 { F4(Builtin.fneg_Vec4xFPIEEE32(a.v)) }
  @_transparent static func .> (a: F4, b: F4) -> M4 { M4(Builtin.fcmp_ogt_Vec4xFPIEEE32(a.v, b.v)) }
  @_transparent static func .< (a: F4, b: F4) -> M4 { M4(Builtin.fcmp_olt_Vec4xFPIEEE32(a.v, b.v)) }
  @_transparent static func .>= (a: F4, b: F4) -> M4 { M4(Builtin.fcmp_oge_Vec4xFPIEEE32(a.v, b.v)) }
  @_transparent static func .<= (a: F4, b: F4) -> M4 { M4(Builtin.fcmp_ole_Vec4xFPIEEE32(a.v, b.v)) }
  @_transparent static func .== (a: F4, b: F4) -> M4 { M4(Builtin.fcmp_oeq_Vec4xFPIEEE32(a.v, b.v)) }
  @_transparent static func .!= (a: F4, b: F4) -> M4 { M4(Builtin.fcmp_une_Vec4xFPIEEE32(a.v, b.v)) }
}

/// Four truth values.
struct M4 {
  var v: Builtin.Vec4xInt1
  @_transparent init(_ v: Builtin.Vec4xInt1) { self.v = v }
  @_transparent static func & (a: M4, b: M4) -> M4 { M4(Builtin.and_Vec4xInt1(a.v, b.v)) }
  @_transparent static func | (a: M4, b: M4) -> M4 { M4(Builtin.or_Vec4xInt1(a.v, b.v)) }
  @_transparent static func ^ (a: M4, b: M4) -> M4 { M4(Builtin.xor_Vec4xInt1(a.v, b.v)) }
  @_transparent func without(_ b: M4) -> M4 { self & (self ^ b) }
}

@_transparent func select(_ m: M4, _ t: F4, _ f: F4) -> F4 { F4(Builtin.select_Vec4xInt1_Vec4xFPIEEE32(m.v, t.v, f.v)) }
@_transparent func select(_ m: M4, _ t: M4, _ f: M4) -> M4 { M4(Builtin.select_Vec4xInt1_Vec4xInt1(m.v, t.v, f.v)) }
@_transparent func maximum(_ a: F4, _ b: F4) -> F4 { select(a .> b, a, b) }
@_transparent func minimum(_ a: F4, _ b: F4) -> F4 { select(a .< b, a, b) }
@_transparent func squareRoot(_ a: F4) -> F4 { F4(Builtin.int_sqrt_Vec4xFPIEEE32(a.v)) }
@_transparent func abs(_ a: F4) -> F4 { F4(Builtin.int_fabs_Vec4xFPIEEE32(a.v)) }
/// The bits of whole numbers.
@_transparent func wholeBits(_ a: F4) -> F4 {
  F4(Builtin.bitcast_Vec4xInt32_Vec4xFPIEEE32(Builtin.fptosi_Vec4xFPIEEE32_Vec4xInt32(a.v)))
}
