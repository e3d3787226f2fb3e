// The first moment at which two moving shapes come within a distance of each other.
// SPDX-License-Identifier: MIT
//
// Conservative advancement (B. Mirtich, "Impulse-based dynamic simulation", 1996) along the direction of the
// closest points, with root finding on a separating axis (E. Catto, GDC 2013 "Continuous Collision"). In
// place of one speed bound, each vertex is followed by its true velocity less the most that its curved path
// can bend in: with vertices x_i, velocities x_i' and radii r under the angular velocity w,
//   n . x_i(t + h) >= n . (x_i + h x_i') - w^2 r h^2 / 2.
// The least of these over the vertices is a concave function of h that never exceeds the separation, so every
// step up to its root is safe, however far the shapes turn, and steps get short only where shapes graze.

/// The motion of a shape's origin on a straight line while it turns evenly.
public struct Sweep: BitwiseCopyable, Sendable {
  /// Origin at fractions 0 and 1, in a frame common to both shapes, points.
  public var p0: Vec2f
  public var p1: Vec2f
  /// Angle at fractions 0 and 1, radians; whole turns count.
  public var angle0: Float
  public var angle1: Float
  @inline(__always)
  public init(p0: Vec2f, p1: Vec2f, angle0: Float, angle1: Float) {
    self.p0 = p0
    self.p1 = p1
    self.angle0 = angle0
    self.angle1 = angle1
  }
}

public enum ImpactState: UInt8, BitwiseCopyable, Sendable {
  /// They come within the target distance at the fraction.
  case hit = 0
  /// They stay farther apart; the fraction is 1.
  case separated = 1
  /// They overlap at fraction 0.
  case overlapped = 2
  /// Not decided within the allowed rounds; up to the fraction they are known to stay apart.
  case failed = 3
}

/// One shape on its way.
private struct Motion {
  let shape: ShapeView
  let start: Vector2
  let velocity: Vector2
  let angle: Double
  let spin: Double
  /// Most that any vertex's path bends in per squared fraction, times a half.
  let bend: Double

  init(_ shape: ShapeView, _ sweep: Sweep) {
    self.shape = shape
    start = sweep.p0.widened
    velocity = sweep.p1.widened - start
    // How a point turns does not matter.
    let isPoint = shape.count == 1 && shape.vertices[0] == .zero
    angle = isPoint ? 0 : Double(sweep.angle0)
    spin = isPoint ? 0 : Double(sweep.angle1) - angle
    var reach = 0.0
    if spin != 0 {
      var i = 0
      while i < Int(shape.count) {
        reach = max(reach, shape.vertices[i].widened.lengthSquared)
        i &+= 1
      }
    }
    bend = 0.5 * spin * spin * squareRoot(reach)
  }

  func placement(_ t: Double) -> Placement {
    let turned = angle + t * spin
    let r = turned == 0 ? (sin: 0, cos: 1) : Elementary.sinCos(turned)
    return Placement(p: start + t * velocity, c: r.cos, s: r.sin)
  }

  /// Lower bound of n . x over the shape's core at `h` after the placement, relative to `origin`.
  func low(_ at: Placement, _ n: Vector2, _ origin: Vector2, _ h: Double) -> Double {
    // n . R v and n . (w x R v) in the shape's own frame.
    let nx = at.c * n.x + at.s * n.y
    let ny = at.c * n.y - at.s * n.x
    let turn = h * spin
    let kx = nx + turn * ny
    let ky = ny - turn * nx
    var least = Double.infinity
    var i = 0
    while i < Int(shape.count) {
      let v = shape.vertices[i]
      least = min(least, kx * Double(v.x) + ky * Double(v.y))
      i &+= 1
    }
    return least + n.dot(at.p - origin) + h * n.dot(velocity) - bend * h * h
  }
}

/// First fraction in [0, 1] at which the distance of two moving shapes falls to `target`, within `tolerance`.
///
/// Both are in points; `target` should be above `tolerance`. A pair that starts nearer than the target, but
/// not overlapping, is hit at 0. Chains' neighbours and the order of the shapes do not matter.
public func timeOfImpact(
  _ a: ShapeView, _ sa: Sweep, _ b: ShapeView, _ sb: Sweep, target: Float, tolerance: Float
) -> (state: ImpactState, fraction: Float) {
  let moverA = Motion(a, sa)
  let moverB = Motion(b, sb)
  let radii = Double(a.radius) + Double(b.radius)
  let wanted = Double(target)
  let slack = max(Double(tolerance), 1e-9)
  var t = 0.0
  var rounds = 0
  while rounds < 96 {
    rounds &+= 1
    let placeA = moverA.placement(t)
    let placeB = moverB.placement(t)
    let core = coreDistance(a, placeA, b, placeB)
    let gap = core.distance - radii
    if !(gap < .infinity) { return (.failed, Float(t)) }
    if gap <= 0 { return (t == 0 ? .overlapped : .hit, Float(t)) }
    if gap <= wanted + slack { return (.hit, Float(t)) }

    // B beyond A along the closest points' direction, as far as is certain at h from here.
    let n = (1 / core.distance) * (core.b - core.a)
    @inline(__always)
    func excess(_ h: Double) -> Double {
      moverB.low(placeB, n, core.a, h) + moverA.low(placeA, -n, core.a, h) - radii - wanted
    }
    var lo = 0.0
    var excessLo = excess(0)
    if !(excessLo > 0) { return (.hit, Float(t)) }  // Only by rounding, near the target.
    var hi = 1 - t
    var excessHi = excess(hi)
    if excessHi > 0 { return (.separated, 1) }
    // A concave function lies above its chord, so the chord's root is still on the safe side.
    var tries = 0
    while tries < 24 && excessLo > 0.25 * slack {
      tries &+= 1
      let isChord = tries & 1 == 1
      let h = isChord ? lo + (hi - lo) * (excessLo / (excessLo - excessHi)) : 0.5 * (lo + hi)
      let e = excess(h)
      if e > 0 {
        lo = h
        excessLo = e
      } else if e <= 0 {
        hi = h
        excessHi = e
      } else {
        return (.failed, Float(t))
      }
      if hi - lo <= 1e-6 * hi { break }
    }
    if !(lo > 0) { return (.hit, Float(t)) }
    t += lo
  }
  return (.failed, Float(t))
}
