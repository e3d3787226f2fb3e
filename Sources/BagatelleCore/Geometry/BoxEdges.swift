// The four edges of a box in one register.
// SPDX-License-Identifier: MIT
import BagatelleKernels
import Builtin

/// The edges of a box with the high ones negated: low x, low y, -high x, -high y. All are the less, the larger the box.
struct BoxEdges: BitwiseCopyable {
  private let v: Builtin.Vec4xFPIEEE32

  @inline(__always)
  private init(_ v: Builtin.Vec4xFPIEEE32) { self.v = v }

  @inline(__always)
  init(_ lowX: Float, _ lowY: Float, _ minusHighX: Float, _ minusHighY: Float) {
    v = F4(lowX, lowY, minusHighX, minusHighY).v
  }

  @inline(__always)
  init(_ box: UnsafePointer<Box>) {
    self.init(BoxEdges.turned(UnsafeRawPointer(box).loadUnaligned(as: F4.self).v))
  }

  @inline(__always)
  init(_ box: Box) { self.init(box.minX, box.minY, -box.maxX, -box.maxY) }

  /// The largest 32-bit numbers that are not above these; infinities keep their sign, NaN stays NaN. Without branches: which
  /// way a number is rounded cannot be foreseen.
  @inline(__always)
  init(outward lowX: Double, _ lowY: Double, _ minusHighX: Double, _ minusHighY: Double) {
    self.init(outward: BoxEdges.wide(lowX, lowY, minusHighX, minusHighY))
  }

  @inline(__always)
  private init(outward edges: Builtin.Vec4xFPIEEE64) {
    let near = Builtin.fptrunc_Vec4xFPIEEE64_Vec4xFPIEEE32(edges)
    let isAbove = Builtin.fcmp_ogt_Vec4xFPIEEE64(Builtin.fpext_Vec4xFPIEEE32_Vec4xFPIEEE64(near), edges)
    let bits = Builtin.bitcast_Vec4xFPIEEE32_Vec4xInt32(near)
    let one = mask4(1, 1, 1, 1)
    let step = Builtin.or_Vec4xInt32(one, Builtin.ashr_Vec4xInt32(bits, mask4(31, 31, 31, 31)))
    let isZero = Builtin.fcmp_oeq_Vec4xFPIEEE32(near, Builtin.zeroInitializer())
    let least = mask4(Int32.min &+ 1, Int32.min &+ 1, Int32.min &+ 1, Int32.min &+ 1)
    let below = Builtin.select_Vec4xInt1_Vec4xInt32(isZero, least, Builtin.sub_Vec4xInt32(bits, step))
    v = Builtin.bitcast_Vec4xInt32_Vec4xFPIEEE32(Builtin.select_Vec4xInt1_Vec4xInt32(isAbove, below, bits))
  }

  /// The same of edges about a place, and with a radius around them.
  @inline(__always)
  init(outward edges: BoxEdges, about x: Double, _ y: Double, radius: Double) {
    let place = BoxEdges.wide(x, y, -x, -y)
    let placed = Builtin.fadd_Vec4xFPIEEE64(place, Builtin.fpext_Vec4xFPIEEE32_Vec4xFPIEEE64(edges.v))
    self.init(outward: Builtin.fsub_Vec4xFPIEEE64(placed, BoxEdges.wide(radius, radius, radius, radius)))
  }

  @inline(__always)
  private static func wide(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Builtin.Vec4xFPIEEE64 {
    var wide: Builtin.Vec4xFPIEEE64 = Builtin.zeroInitializer()
    wide = Builtin.insertelement_Vec4xFPIEEE64_FPIEEE64_Int32(wide, a._value, (0 as Int32)._value)
    wide = Builtin.insertelement_Vec4xFPIEEE64_FPIEEE64_Int32(wide, b._value, (1 as Int32)._value)
    wide = Builtin.insertelement_Vec4xFPIEEE64_FPIEEE64_Int32(wide, c._value, (2 as Int32)._value)
    return Builtin.insertelement_Vec4xFPIEEE64_FPIEEE64_Int32(wide, d._value, (3 as Int32)._value)
  }

  /// The edges of a point that is turned.
  struct Turning {
    private let x: BoxEdges
    private let y: BoxEdges

    @inline(__always)
    init(_ q: Rotation) {
      x = BoxEdges(q.c, q.s, -q.c, -q.s)
      y = BoxEdges(-q.s, q.c, q.s, -q.c)
    }

    @inline(__always)
    func callAsFunction(_ p: Vec2f) -> BoxEdges {
      BoxEdges(
        Builtin.fadd_Vec4xFPIEEE32(
          Builtin.fmul_Vec4xFPIEEE32(x.v, F4(p.x, p.x, p.x, p.x).v), Builtin.fmul_Vec4xFPIEEE32(y.v, F4(p.y, p.y, p.y, p.y).v)))
    }
  }

  @inline(__always)
  static func + (a: BoxEdges, b: BoxEdges) -> BoxEdges { BoxEdges(Builtin.fadd_Vec4xFPIEEE32(a.v, b.v)) }
  @inline(__always)
  static func - (a: BoxEdges, b: Float) -> BoxEdges { BoxEdges(Builtin.fsub_Vec4xFPIEEE32(a.v, BoxEdges(b, b, b, b).v)) }

  /// How far a way moves each, one that is negated the other way; times a factor.
  @inline(__always)
  init(along way: Vec2f, _ factor: Float) {
    let x = way.x * factor
    let y = way.y * factor
    self.init(x, y, -x, -y)
  }

  /// Only where they go outward.
  @inline(__always)
  var outward: BoxEdges { union(BoxEdges(0, 0, 0, 0)) }

  /// Half of each, but no more than a number either way.
  @inline(__always)
  func half(atMost most: Float) -> BoxEdges {
    let half = BoxEdges(Builtin.fmul_Vec4xFPIEEE32(v, BoxEdges(0.5, 0.5, 0.5, 0.5).v)).union(BoxEdges(most, most, most, most))
    let least = BoxEdges(-most, -most, -most, -most)
    return BoxEdges(Builtin.select_Vec4xInt1_Vec4xFPIEEE32(Builtin.fcmp_ogt_Vec4xFPIEEE32(half.v, least.v), half.v, least.v))
  }

  /// Of the box around both.
  @inline(__always)
  func union(_ b: BoxEdges) -> BoxEdges {
    BoxEdges(Builtin.select_Vec4xInt1_Vec4xFPIEEE32(Builtin.fcmp_olt_Vec4xFPIEEE32(v, b.v), v, b.v))
  }

  /// Whether all of `b` lies inside; equal edges do.
  @inline(__always)
  func contains(_ b: BoxEdges) -> Bool { isAtMost(b.v) }

  /// What the edges of a box are at most that meets it.
  @inline(__always)
  var limits: BoxEdges {
    let turned = Builtin.fneg_Vec4xFPIEEE32(v)
    return BoxEdges(Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(turned, turned, mask4(2, 3, 0, 1)))
  }

  /// Whether the box shares a point with the one that has these limits; touching edges do.
  @inline(__always)
  func meets(_ limits: BoxEdges) -> Bool { isAtMost(limits.v) }

  @inline(__always)
  var box: Box { unsafeBitCast(F4(BoxEdges.turned(v)), to: Box.self) }

  @inline(__always)
  private func isAtMost(_ b: Builtin.Vec4xFPIEEE32) -> Bool {
    let isNot = Builtin.fcmp_ugt_Vec4xFPIEEE32(v, b)
    return Bool(Builtin.cmp_eq_Int4(Builtin.bitcast_Vec4xInt1_Int4(isNot), Builtin.zeroInitializer()))
  }

  /// With the signs of the last two turned.
  @inline(__always)
  private static func turned(_ v: Builtin.Vec4xFPIEEE32) -> Builtin.Vec4xFPIEEE32 {
    let bits = Builtin.bitcast_Vec4xFPIEEE32_Vec4xInt32(v)
    return Builtin.bitcast_Vec4xInt32_Vec4xFPIEEE32(Builtin.xor_Vec4xInt32(bits, mask4(0, 0, Int32.min, Int32.min)))
  }
}
