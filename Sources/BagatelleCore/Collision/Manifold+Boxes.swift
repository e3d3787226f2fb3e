// Contact of two boxes, the commonest pair: four axes in closed form, then one clipped edge.
// SPDX-License-Identifier: MIT
//
// Source: S. Gottschalk et al., OBBTree, SIGGRAPH 1996 (axes of two boxes); clipping as in Manifold+Polygons.
// All is written in absolute values and half extents, so a mirrored pair gives the mirrored bits.

/// Axes along (`u`) and across (`w`) the reference face; the reference box is centred on the origin.
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
}

/// Number of the box corner on the given sides.
@inline(__always)
private func corner(_ isRight: Bool, _ isLow: Bool) -> Int {
  isLow ? (isRight ? 2 : 3) : (isRight ? 1 : 0)
}

/// The same as `collide` for two boxes by their half sizes.
func collideBoxes(_ a: Vec2f, _ b: Vec2f, _ t: Transform2, margin: Float, into m: inout Manifold) {
  m.count = 0
  let c = t.q.c
  let s = t.q.s
  let p = t.p
  let ac = abs(c)
  let as_ = abs(s)
  let ax = abs(p.x) - a.x - (ac * b.x + as_ * b.y)
  let ay = abs(p.y) - a.y - (as_ * b.x + ac * b.y)
  if !(ax <= margin) || !(ay <= margin) { return }
  let d = t.q.applyInverse(p)
  let bx = abs(d.x) - b.x - (ac * a.x + as_ * a.y)
  let by = abs(d.y) - b.y - (as_ * a.x + ac * a.y)
  if !(bx <= margin) || !(by <= margin) { return }

  let bestA = max(ax, ay)
  let bestB = max(bx, by)
  if bestB > bestA + faceTolerance(min(a.x + a.y, b.x + b.y), a.x + a.y + b.x + b.y) {
    // Seen from B, A lies at -d and is turned by -angle.
    if by >= bx {
      let sign: Float = d.y <= 0 ? 1 : -1
      let f = FaceFrame(
        halfU: b.x, halfW: b.y, centerU: -d.x, centerW: -sign * d.y, xu: c, xw: -sign * s, yu: s,
        yw: sign * c)
      clipBoxes(f, a, by, margin, isAcrossX: false, sign, isTurned: true, &m)
    } else {
      let sign: Float = d.x <= 0 ? 1 : -1
      let f = FaceFrame(
        halfU: b.y, halfW: b.x, centerU: -d.y, centerW: -sign * d.x, xu: -s, xw: sign * c, yu: c,
        yw: sign * s)
      clipBoxes(f, a, bx, margin, isAcrossX: true, sign, isTurned: true, &m)
    }
    m.turnAround(t)
  } else if ay >= ax {
    let sign: Float = p.y >= 0 ? 1 : -1
    let f = FaceFrame(
      halfU: a.x, halfW: a.y, centerU: p.x, centerW: sign * p.y, xu: c, xw: sign * s, yu: -s, yw: sign * c)
    clipBoxes(f, b, ay, margin, isAcrossX: false, sign, isTurned: false, &m)
  } else {
    let sign: Float = p.x >= 0 ? 1 : -1
    let f = FaceFrame(
      halfU: a.y, halfW: a.x, centerU: p.y, centerW: sign * p.x, xu: s, xw: sign * c, yu: c, yw: -sign * s)
    clipBoxes(f, b, ax, margin, isAcrossX: true, sign, isTurned: false, &m)
  }
  m.dropUnlessFinite()
}

/// Clips the other box's incident edge; `sign` says on which side of the reference box the face is.
@inline(__always)
private func clipBoxes(
  _ f: FaceFrame, _ other: Vec2f, _ separation: Float, _ margin: Float, isAcrossX: Bool, _ sign: Float,
  isTurned: Bool, _ m: inout Manifold
) {
  // The incident edge: its middle, and half of it pointing along +u.
  let isSideOfX = abs(f.xw) > abs(f.yw)
  var midU: Float
  var midW: Float
  var alongU: Float
  var alongW: Float
  let isFacePositive: Bool
  if isSideOfX {
    isFacePositive = f.xw <= 0
    let k = isFacePositive ? other.x : -other.x
    midU = f.centerU + k * f.xu
    midW = f.centerW + k * f.xw
    alongU = other.y * f.yu
    alongW = other.y * f.yw
  } else {
    isFacePositive = f.yw <= 0
    let k = isFacePositive ? other.y : -other.y
    midU = f.centerU + k * f.yu
    midW = f.centerW + k * f.yw
    alongU = other.x * f.xu
    alongW = other.x * f.xw
  }
  let isHiPositive = alongU >= 0
  if !isHiPositive {
    alongU = -alongU
    alongW = -alongW
  }
  let pair = EdgePair(
    faceLo: isAcrossX ? corner(sign > 0, false) : corner(false, sign > 0),
    faceHi: isAcrossX ? corner(sign > 0, true) : corner(true, sign > 0),
    lo: isSideOfX ? corner(isFacePositive, !isHiPositive) : corner(!isHiPositive, isFacePositive),
    hi: isSideOfX ? corner(isFacePositive, isHiPositive) : corner(isHiPositive, isFacePositive),
    isTurned: isTurned)

  let half = f.halfU
  let heightMid = midW - f.halfW
  let uLo = midU - alongU
  let uHi = midU + alongU
  let wLo = heightMid - alongW
  let wHi = heightMid + alongW
  m.normal = isAcrossX ? Vec2f(sign, 0) : Vec2f(0, sign)

  let isOutside = uLo > half || uHi < -half
  if separation > 1e-6 * (half + f.halfW + other.x + other.y) {
    let u = wLo <= wHi ? uLo : uHi
    if abs(u) > half {
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
        if !(distance <= margin) { return }
        let nu = distance > 0 ? du / distance : 0
        let nw = distance > 0 ? nearW / distance : 1
        m.normal = isAcrossX ? Vec2f(sign * nw, nu) : Vec2f(nu, sign * nw)
        let w = sign * (f.halfW + 0.5 * nearW)
        let mid = endU + 0.5 * du
        m.append(
          isAcrossX ? Vec2f(w, mid) : Vec2f(mid, w), distance,
          pair.id(isStart ? pair.faceLo : pair.faceHi, k < 0 ? pair.lo : pair.hi))
        return
      }
    }
  }
  if isOutside {
    let isLo = wLo <= wHi
    let w = sign * (f.halfW + 0.5 * (isLo ? wLo : wHi))
    let u = isLo ? uLo : uHi
    m.append(isAcrossX ? Vec2f(w, u) : Vec2f(u, w), isLo ? wLo : wHi, isLo ? pair.idLo : pair.idHi)
    return
  }

  var lu = uLo
  var lw = wLo
  var hu = uHi
  var hw = wHi
  let span = uHi - uLo
  if uLo < -half && span > 0 {
    lw = wLo + (-half - uLo) / span * (wHi - wLo)
    lu = -half
  }
  if uHi > half && span > 0 {
    hw = wHi + (uHi - half) / span * (wLo - wHi)
    hu = half
  }
  if hu - lu < 1e-5 * half && abs(lw - hw) < 1e-5 * half {
    let isLo = lw <= hw
    let w = sign * (f.halfW + 0.5 * (isLo ? lw : hw))
    let u = isLo ? lu : hu
    if min(lw, hw) <= margin {
      m.append(isAcrossX ? Vec2f(w, u) : Vec2f(u, w), isLo ? lw : hw, isLo ? pair.idLo : pair.idHi)
    }
    return
  }
  if lw <= margin {
    let w = sign * (f.halfW + 0.5 * lw)
    m.append(isAcrossX ? Vec2f(w, lu) : Vec2f(lu, w), lw, pair.idLo)
  }
  if hw <= margin {
    let w = sign * (f.halfW + 0.5 * hw)
    m.append(isAcrossX ? Vec2f(w, hu) : Vec2f(hu, w), hw, pair.idHi)
  }
}
