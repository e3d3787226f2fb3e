// Velocity and spin of a body, or its way and turn, in one register.
// SPDX-License-Identifier: MIT
import BagatelleKernels
import Builtin

/// Three numbers of a body and a fourth that lies beside them and means nothing here. Sums and products are those of single
/// numbers, bit by bit.
struct MotionRow: BitwiseCopyable {
  private let v: Builtin.Vec4xFPIEEE32

  @inline(__always)
  private init(_ v: Builtin.Vec4xFPIEEE32) { self.v = v }

  @inline(__always)
  init(_ x: Float, _ y: Float, _ angle: Float, _ fourth: Float) {
    v = F4(x, y, angle, fourth).v
  }

  /// The four floats from there on.
  @inline(__always)
  init(at place: UnsafeRawPointer) { v = place.loadUnaligned(as: F4.self).v }

  /// The first two.
  var way: Vec2f {
    Vec2f(
      Float(Builtin.extractelement_Vec4xFPIEEE32_Int32(v, (0 as Int32)._value)),
      Float(Builtin.extractelement_Vec4xFPIEEE32_Int32(v, (1 as Int32)._value)))
  }

  @inline(__always)
  func store(at place: UnsafeMutableRawPointer) { place.storeBytes(of: F4(v), as: F4.self) }

  @inline(__always)
  static func + (a: MotionRow, b: MotionRow) -> MotionRow { MotionRow(Builtin.fadd_Vec4xFPIEEE32(a.v, b.v)) }
  @inline(__always)
  static func - (a: MotionRow, b: MotionRow) -> MotionRow { MotionRow(Builtin.fsub_Vec4xFPIEEE32(a.v, b.v)) }
  @inline(__always)
  static func * (a: MotionRow, b: MotionRow) -> MotionRow { MotionRow(Builtin.fmul_Vec4xFPIEEE32(a.v, b.v)) }

  /// Of a factor, another, and both for the angle: the first ones.
  @inline(__always)
  var firstOfPairs: MotionRow { MotionRow(Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(v, v, mask4(0, 0, 2, 2))) }
  /// And the second ones.
  @inline(__always)
  var secondOfPairs: MotionRow { MotionRow(Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(v, v, mask4(1, 1, 3, 3))) }

  /// Angle, x, y: as the turn and the way lie in a body's state.
  @inline(__always)
  var angleFirst: MotionRow { MotionRow(Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(v, v, mask4(2, 0, 1, 3))) }

  /// Of turn and way as they lie there: x, y, angle.
  @inline(__always)
  var angleLast: MotionRow { MotionRow(Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(v, v, mask4(1, 2, 0, 3))) }

  /// The first three, and another fourth.
  @inline(__always)
  func beside(fourthOf other: MotionRow) -> MotionRow {
    MotionRow(Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(v, other.v, mask4(0, 1, 2, 7)))
  }

  /// None larger than that one of `limits`, either way.
  @inline(__always)
  func cut(_ limits: MotionRow) -> MotionRow {
    let low = Builtin.fneg_Vec4xFPIEEE32(limits.v)
    let cut = Builtin.select_Vec4xInt1_Vec4xFPIEEE32(Builtin.fcmp_olt_Vec4xFPIEEE32(v, limits.v), v, limits.v)
    return MotionRow(Builtin.select_Vec4xInt1_Vec4xFPIEEE32(Builtin.fcmp_ogt_Vec4xFPIEEE32(cut, low), cut, low))
  }

  /// Whether none of the four is larger than that one of `limits`, either way; false for NaN.
  @inline(__always)
  func isWithin(_ limits: MotionRow) -> Bool {
    let most = Int32.max
    let bits = Builtin.and_Vec4xInt32(Builtin.bitcast_Vec4xFPIEEE32_Vec4xInt32(v), mask4(most, most, most, most))
    let isNot = Builtin.fcmp_ugt_Vec4xFPIEEE32(Builtin.bitcast_Vec4xInt32_Vec4xFPIEEE32(bits), limits.v)
    return Bool(Builtin.cmp_eq_Int4(Builtin.bitcast_Vec4xInt1_Int4(isNot), Builtin.zeroInitializer()))
  }
}
