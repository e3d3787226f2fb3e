// Two 64-bit numbers in one register.
// SPDX-License-Identifier: MIT
import Builtin

/// A vector whose halves are always loaded, stored and computed together, which `Vector2`'s are only if the compiler sees it.
struct Double2: BitwiseCopyable {
  var v: Builtin.Vec2xFPIEEE64

  @_transparent init(_ v: Builtin.Vec2xFPIEEE64) { self.v = v }
  @_transparent init(_ x: Double, _ y: Double) {
    let first = Builtin.insertelement_Vec2xFPIEEE64_FPIEEE64_Int32(
      Builtin.zeroInitializer(), x._value, (0 as Int32)._value)
    v = Builtin.insertelement_Vec2xFPIEEE64_FPIEEE64_Int32(first, y._value, (1 as Int32)._value)
  }
  @_transparent init(_ a: Vector2) { self.init(a.x, a.y) }
  @_transparent init(_ a: Vec2f) { self.init(Double(a.x), Double(a.y)) }
  @_transparent init(repeating x: Double) { self.init(x, x) }
  @_transparent static var zero: Double2 { Double2(0, 0) }

  @_transparent var x: Double { Double(Builtin.extractelement_Vec2xFPIEEE64_Int32(v, (0 as Int32)._value)) }
  @_transparent var y: Double { Double(Builtin.extractelement_Vec2xFPIEEE64_Int32(v, (1 as Int32)._value)) }
  @_transparent var narrowed: Vec2f { Vec2f(Float(x), Float(y)) }

  @_transparent static func + (a: Double2, b: Double2) -> Double2 { Double2(Builtin.fadd_Vec2xFPIEEE64(a.v, b.v)) }
  @_transparent static func - (a: Double2, b: Double2) -> Double2 { Double2(Builtin.fsub_Vec2xFPIEEE64(a.v, b.v)) }
  @_transparent static func * (a: Double2, b: Double2) -> Double2 { Double2(Builtin.fmul_Vec2xFPIEEE64(a.v, b.v)) }
  @_transparent static func * (k: Double, a: Double2) -> Double2 { Double2(repeating: k) * a }

  @_transparent func dot(_ b: Double2) -> Double {
    let product = self * b
    return product.x + product.y
  }
  @_transparent var length: Double { squareRoot(dot(self)) }
  /// Turned by a quarter: (x, y) to (-y, x).
  @_transparent var turned: Double2 { Double2(-y, x) }
  @_transparent var isFinite: Bool { x - x == 0 && y - y == 0 }
}
