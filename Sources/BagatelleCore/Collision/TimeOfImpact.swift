// The first moment at which two moving shapes come within a distance of each other.
// SPDX-License-Identifier: MIT
//
// Conservative advancement (B. Mirtich, "Impulse-based dynamic simulation", 1996) along the direction of the
// closest points, with root finding on a separating axis (E. Catto, GDC 2013 "Continuous Collision"). In
// place of one speed bound, each vertex is followed by its true velocity less the most that its curved path
// can bend in: with vertices x_i, velocities x_i' and radii r under the angular velocity w,
//   n . x_i(t + h) >= n . (x_i + h x_i') - w^2 r h^2 / 2.
// The least of these over the vertices is a concave function of h that never exceeds the separation, so every
// step up to its root is safe, however far the shapes turn, and steps get short only where shapes graze. The vertices
// that are least at a point beyond the root have a root of their own, no earlier than it: going from one to the next
// ends at the root after one or two. Of what turns far in the time, the circle around it is the better bound; where the
// circles around both meet for the first time, the search begins.

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
  /// The circle around its origin that holds its core.
  let reach: Double
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
    var square = shape.isBox ? shape.halfSize.widened.lengthSquared : 0
    var i = shape.isBox ? Int(shape.count) : 0
    while i < Int(shape.count) {
      square = max(square, shape.vertices[i].widened.lengthSquared)
      i &+= 1
    }
    reach = squareRoot(square)
    bend = 0.5 * spin * spin * reach
  }

  func placement(_ t: Double) -> Placement {
    let turned = angle + t * spin
    let r = turned == 0 ? (sin: 0, cos: 1) : Elementary.sinCos(turned)
    return Placement(p: start + t * velocity, c: r.cos, s: r.sin)
  }

  /// Its placement and that of another; their sines side by side.
  @inline(__always)
  func placements(with other: Motion, _ t: Double) -> (Placement, Placement) {
    let turned = angle + t * spin
    let otherTurned = other.angle + t * other.spin
    if !(max(abs(turned), abs(otherTurned)) < Elementary.pairLimit) || (turned == 0 && otherTurned == 0) {
      return (placement(t), other.placement(t))
    }
    let r = Elementary.sinCos(Pair64(turned, otherTurned))
    return (
      Placement(p: start + t * velocity, c: r.cos.first, s: r.sin.first),
      Placement(p: other.start + t * other.velocity, c: r.cos.second, s: r.sin.second)
    )
  }

  /// The vertex whose bound along n is the least at `h` after the placement: n . R v and n . (w x R v).
  @inline(__always)
  func least(_ at: Placement, _ n: Vector2, _ h: Double) -> (reach: Double, speed: Double) {
    let nx = at.c * n.x + at.s * n.y
    let ny = at.c * n.y - at.s * n.x
    if shape.isBox {
      let turn = h * spin
      let x = Double(nx + turn * ny > 0 ? -shape.halfSize.x : shape.halfSize.x)
      let y = Double(ny - turn * nx > 0 ? -shape.halfSize.y : shape.halfSize.y)
      return (nx * x + ny * y, spin * (ny * x - nx * y))
    }
    if shape.count == 1 {
      let v = shape.vertices[0].widened
      return (nx * v.x + ny * v.y, spin * (ny * v.x - nx * v.y))
    }
    var least = Double.infinity
    var found = (reach: Double.infinity, speed: 0.0)
    var i = 0
    while i < Int(shape.count) {
      let v = shape.vertices[i]
      let x = Double(v.x)
      let y = Double(v.y)
      let reach = nx * x + ny * y
      let speed = spin * (ny * x - nx * y)
      let low = reach + h * speed
      if low < least {
        least = low
        found = (reach, speed)
      }
      i &+= 1
    }
    return found
  }
}

/// What is left of the way along an axis: vertices that are in front, and how their distance shrinks.
private struct Approach {
  var gap: Double
  var speed: Double
  let bend: Double

  @inline(__always)
  func callAsFunction(_ h: Double) -> Double { gap + h * (speed - bend * h) }

  /// Where it ends; there is a gap at 0, and none somewhere later.
  @inline(__always)
  var root: Double {
    let width = squareRoot(speed * speed + 4 * bend * gap)
    return speed < 0 ? 2 * gap / (width - speed) : (speed + width) / (2 * bend)
  }
}

/// First fraction in [0, 1] at which the distance of two moving shapes falls to `target`, within `tolerance`.
///
/// Both are in points; `target` should be above `tolerance`. A pair that starts nearer than the target, but
/// not overlapping, is hit at 0. Chains' neighbours and the order of the shapes do not matter. What comes after the
/// fraction `end` is not looked for: `separated`.
@_optimize(size)
public func timeOfImpact(
  _ a: ShapeView, _ sa: Sweep, _ b: ShapeView, _ sb: Sweep, target: Float, tolerance: Float, end: Float = 1
) -> (state: ImpactState, fraction: Float) {
  let moverA = Motion(a, sa)
  let moverB = Motion(b, sb)
  let radii = Double(a.radius) + Double(b.radius)
  let wanted = Double(target)
  let slack = max(Double(tolerance), 1e-9)
  let bend = moverA.bend + moverB.bend
  let velocity = moverB.velocity - moverA.velocity
  let last = Double(end)
  var t = 0.0
  let offset = moverB.start - moverA.start
  let around = moverA.reach + moverB.reach + radii + wanted
  let beyond = offset.lengthSquared - around * around
  if beyond > 0 {
    let toward = -offset.dot(velocity)
    let square = toward * toward - velocity.lengthSquared * beyond
    if !(toward > 0) || square < 0 { return (.separated, 1) }
    t = beyond / (toward + squareRoot(square))
    if t > last { return (.separated, 1) }
    if !(t >= 0) { t = 0 }  // No number.
  }
  var rounds = 0
  while rounds < 96 {
    rounds &+= 1
    let (placeA, placeB) = moverA.placements(with: moverB, t)
    let core = coreDistance(a, placeA, b, placeB)
    let gap = core.distance - radii
    if !(gap < .infinity) { return (.failed, Float(t)) }
    if gap <= 0 { return (t == 0 ? .overlapped : .hit, Float(t)) }
    if gap <= wanted + slack { return (.hit, Float(t)) }

    // B beyond A along the closest points' direction, as far as is certain from here.
    let n = (1 / core.distance) * (core.b - core.a)
    let between = n.dot(placeB.p - placeA.p) - radii - wanted
    let closing = n.dot(velocity)
    let rest = last - t
    @inline(__always)
    func approach(_ backA: (reach: Double, speed: Double), _ backB: (reach: Double, speed: Double)) -> Approach {
      Approach(gap: between + backA.reach + backB.reach, speed: closing + backA.speed + backB.speed, bend: bend)
    }
    let nowA = moverA.least(placeA, -n, 0)
    let nowB = moverB.least(placeB, n, 0)
    let now = approach(nowA, nowB)
    if !(now.gap > 0) { return (.hit, Float(t)) }  // Only by rounding, near the target.
    if bend == 0 && now.speed == closing {
      // Neither turns: what is in front stays so.
      let left = now.gap + rest * closing
      if left > 0 { return (.separated, 1) }
      if left != left { return (.failed, Float(t)) }
      t += min(rest, now.gap / -closing)
      continue
    }
    var circles = 0.0
    if bend > 0 {
      let apart = between + (moverA.spin != 0 ? -moverA.reach : nowA.reach) + (moverB.spin != 0 ? -moverB.reach : nowB.reach)
      if apart > 0 {
        if apart + rest * closing > 0 { return (.separated, 1) }
        circles = -apart / closing
      }
    }
    var h = rest
    var left: Double
    var tries = 0
    while true {
      let front = approach(moverA.least(placeA, -n, h), moverB.least(placeB, n, h))
      left = front(h)
      if tries == 0 {
        if left > 0 { return (.separated, 1) }
        if left != left { return (.failed, Float(t)) }
      } else if left > -1e-3 * slack || tries == 16 {
        break
      }
      h = min(h, front.root)
      tries &+= 1
    }
    // A concave function lies above its chord.
    if left < -1e-3 * slack { h *= now.gap / (now.gap - left) }
    h = max(h, circles)
    if h != h { return (.failed, Float(t)) }
    if h <= 0 { return (.hit, Float(t)) }
    t += h
  }
  return (.failed, Float(t))
}

/// The distance of two moving shapes at fraction 0, points; 0 when they overlap.
func distanceAtStart(_ a: ShapeView, _ sa: Sweep, _ b: ShapeView, _ sb: Sweep) -> Float {
  let core = coreDistance(a, Motion(a, sa).placement(0), b, Motion(b, sb).placement(0))
  return Float(max(0, core.distance - Double(a.radius) - Double(b.radius)))
}
