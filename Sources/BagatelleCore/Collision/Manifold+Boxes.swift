// Contact of two boxes, the commonest pair: four axes in closed form, then one clipped edge.
// SPDX-License-Identifier: MIT
//
// Source: S. Gottschalk et al., OBBTree, SIGGRAPH 1996 (axes of two boxes); clipping as in Manifold+Polygons.
// All is written in absolute values and half extents, so a mirrored pair gives the mirrored bits.

/// The reference face seen along (`u`) and across (`w`) it, from the centre of its box.
private struct FaceFrame {
  /// Half extents of the reference box.
  var halfU: Float
  var halfW: Float
  /// Centre and axes of the other box.
  var centerU: Float
  var centerW: Float
  var xu: Float
  var xw: Float
  var yu: Float
  var yw: Float
  /// The face is at +w or -w, and w is y or x.
  var sign: Float
  var isAcrossX: Bool
  var separation: Float
}

/// Vertices at both ends of a box's side, that of the lower coordinate first: (1, 2), (0, 3), (3, 2), (0, 1).
@inline(__always)
private func sideEnds(isSideOfX: Bool, isPositive: Bool) -> (lo: Int, hi: Int) {
  isSideOfX ? (isPositive ? (1, 2) : (0, 3)) : (isPositive ? (3, 2) : (0, 1))
}

/// Two ways out of a deep overlap about as short as each other: whether the one along y is taken. What pulls tells, so that
/// nothing is lifted that can go aside, and a scene that is turned with its gravity goes the same way.
@inline(never)
private func leavesAlongY(_ x: Float, _ y: Float, _ half: Vec2f, _ other: Vec2f, _ pull: Vec2f) -> Bool {
  let inner = min(min(half.x, half.y), min(other.x, other.y))
  if max(x, y) > -0.25 * inner || abs(x - y) > 0.05 * inner || abs(pull.x) == abs(pull.y) { return y >= x }
  return abs(pull.y) < abs(pull.x)
}

/// The same as `collide` for two boxes by their half sizes. `pull` is the acceleration of what may move, in the frame of A.
@_optimize(size)
func collideBoxes(
  _ a: Vec2f, _ b: Vec2f, _ t: Transform2, margin: Float, pull: Vec2f = .zero, into m: inout Manifold
) {
  m.count = 0
  let c = t.q.c
  let s = t.q.s
  let p = t.p
  let ac = abs(c)
  let as_ = abs(s)
  let ax = abs(p.x) - a.x - (ac * b.x + as_ * b.y)
  let ay = abs(p.y) - a.y - (as_ * b.x + ac * b.y)
  if !(ax <= margin) || !(ay <= margin) {
    m.gap = max(ax, ay)
    return
  }
  let d = t.q.applyInverse(p)
  let bx = abs(d.x) - b.x - (ac * a.x + as_ * a.y)
  let by = abs(d.y) - b.y - (as_ * a.x + ac * a.y)
  if !(bx <= margin) || !(by <= margin) {
    m.gap = max(bx, by)
    return
  }
  // With the tests above this bounds all that follows.
  let size = a.x + a.y + b.x + b.y
  if !(size < 1e18) { return }

  let bestA = max(ax, ay)
  let bestB = max(bx, by)
  let isTurned = bestB > bestA + faceTolerance(min(a.x + a.y, b.x + b.y), size)
  // Seen from B, A lies at -d and is turned by the opposite angle. Along y or x the same holds with both axes exchanged.
  let center = isTurned ? -d : p
  let sine = isTurned ? -s : s
  let face = isTurned ? b : a
  let x = isTurned ? bx : ax
  let y = isTurned ? by : ay
  let isAlongY = leavesAlongY(x, y, a, b, isTurned ? t.q.applyInverse(pull) : pull)
  let across = isAlongY ? center.y : center.x
  let sign: Float = across >= 0 ? 1 : -1
  let f = FaceFrame(
    halfU: isAlongY ? face.x : face.y, halfW: isAlongY ? face.y : face.x, centerU: isAlongY ? center.x : center.y,
    centerW: sign * across, xu: isAlongY ? c : sine, xw: sign * (isAlongY ? sine : c), yu: isAlongY ? -sine : c,
    yw: sign * (isAlongY ? c : -sine), sign: sign, isAcrossX: !isAlongY, separation: isAlongY ? y : x)
  clipBoxes(f, isTurned ? a : b, size, margin, isTurned, &m)
  if isTurned { m.turnAround(t) }
}

/// Clips the other box's incident edge to the reference face, in the frame of the reference box.
@inline(__always)
private func clipBoxes(
  _ f: FaceFrame, _ other: Vec2f, _ size: Float, _ margin: Float, _ isTurned: Bool, _ m: inout Manifold
) {
  // The incident edge: its middle, and half of it pointing along +u.
  let isSideOfX = abs(f.xw) > abs(f.yw)
  let across = isSideOfX ? f.xw : f.yw
  let isFacePositive = across <= 0
  let outward = isSideOfX ? other.x : other.y
  let reach = isFacePositive ? outward : -outward
  let midU = f.centerU + reach * (isSideOfX ? f.xu : f.yu)
  let heightMid = f.centerW + reach * across - f.halfW
  let length = isSideOfX ? other.y : other.x
  let sideU = length * (isSideOfX ? f.yu : f.xu)
  let sideW = length * (isSideOfX ? f.yw : f.xw)
  let isHiPositive = sideU >= 0
  let alongU = abs(sideU)
  let alongW = isHiPositive ? sideW : -sideW

  let ends = sideEnds(isSideOfX: f.isAcrossX, isPositive: f.sign > 0)
  let otherEnds = sideEnds(isSideOfX: isSideOfX, isPositive: isFacePositive)
  let pair = EdgePair(
    faceLo: ends.lo, faceHi: ends.hi, lo: isHiPositive ? otherEnds.lo : otherEnds.hi,
    hi: isHiPositive ? otherEnds.hi : otherEnds.lo, isTurned: isTurned)

  let half = f.halfU
  let uLo = midU - alongU
  let uHi = midU + alongU
  let wLo = heightMid - alongW
  let wHi = heightMid + alongW
  let sign = f.sign
  let isAcrossX = f.isAcrossX
  m.normal = isAcrossX ? Vec2f(sign, 0) : Vec2f(0, sign)

  /// Midway between the face and a point of the edge.
  @inline(__always)
  func place(_ u: Float, _ w: Float) -> Vec2f {
    let v = sign * (f.halfW + 0.5 * w)
    return isAcrossX ? Vec2f(v, u) : Vec2f(u, v)
  }

  let isOutside = uLo > half || uHi < -half
  if f.separation > 1e-6 * size {
    let u = wLo <= wHi ? uLo : uHi
    // Along a face that is parallel no corner is deeper than the other but by rounding.
    if abs(u) > half && (isOutside || abs(wHi - wLo) > 1e-5 * half) {
      // The deepest corner is beside the face: perhaps corner against corner.
      let isStart = u < 0
      let endU = isStart ? -half : half
      // Where on the edge, from -1 to 1, the point closest to the face's end is.
      let square = alongU * alongU + alongW * alongW
      let k = square > 0 ? ((endU - midU) * alongU - heightMid * alongW) / square : 0
      let isLo = k <= -1
      let isHi = k >= 1
      let uNear = isLo ? uLo : uHi
      if isOutside || ((isLo || isHi) && (isStart ? uNear < -half : uNear > half)) {
        let nearU = isLo ? uLo : isHi ? uHi : midU + k * alongU
        let nearW = isLo ? wLo : isHi ? wHi : heightMid + k * alongW
        let du = nearU - endU
        let distance = squareRoot(du * du + nearW * nearW)
        if !(distance <= margin) {
          m.gap = distance
          return
        }
        let nu = distance > 0 ? du / distance : 0
        let nw = distance > 0 ? nearW / distance : 1
        m.normal = isAcrossX ? Vec2f(sign * nw, nu) : Vec2f(nu, sign * nw)
        m.append(
          place(endU + 0.5 * du, nearW), distance,
          pair.id(isStart ? pair.faceLo : pair.faceHi, k < 0 ? pair.lo : pair.hi))
        return
      }
    }
  }
  if isOutside {
    let isLo = wLo < wHi || (wLo == wHi && abs(uLo) < abs(uHi))
    let w = isLo ? wLo : wHi
    m.append(place(isLo ? uLo : uHi, w), w, isLo ? pair.idLo : pair.idHi)
    return
  }

  // Without branches: which end is cut off is a coin toss.
  let span = uHi - uLo
  let slope = span > 0 ? (wHi - wLo) / span : 0
  let lw = wLo + max(-half - uLo, 0) * slope
  let hw = wHi - max(uHi - half, 0) * slope
  let lu = max(uLo, -half)
  let hu = min(uHi, half)
  if hu - lu < 1e-5 * half && abs(lw - hw) < 1e-5 * half {
    // The edge only just reaches the face: one point, not two in one place.
    let isLo = lw <= hw
    let w = isLo ? lw : hw
    if w <= margin { m.append(place(isLo ? lu : hu, w), w, isLo ? pair.idLo : pair.idHi) }
    return
  }
  if lw <= margin { m.append(place(lu, lw), lw, pair.idLo) }
  if hw <= margin { m.append(place(hu, hw), hw, pair.idHi) }
}
