// A damped spring with a constant load, followed exactly over a time.
// SPDX-License-Identifier: MIT
//
// x'' = -k x - c x' + g from (x, v) to (xx x + xv v + xg g, vx x + vv v + vg g): the transition matrix of the
// linear equation, and the integrals of its second column. k = 0 is a body with drag only, k < 0 one that is
// pushed away.

struct LinearMotion: BitwiseCopyable {
  var xx = 1.0
  var xv = 0.0
  var xg = 0.0
  var vx = 0.0
  var vv = 1.0
  var vg = 0.0

  init() {}

  /// k in 1/s², c in 1/s. Beyond what numbers can hold both are cut.
  init(stiffness: Double, drag: Double, seconds t: Double) {
    // Growth by more than e⁵⁰ per sub-step means nothing; the speed limit acts anyway.
    let c = drag * t < -50 ? -50 / t : (drag * t > 1e12 ? 1e12 / t : drag)
    let k =
      stiffness * t * t < -625 ? -625 / (t * t) : (stiffness * t * t > 1e12 ? 1e12 / (t * t) : stiffness)
    let z = c * t
    let fade = Elementary.exp(-z)
    // Integrals of the fading velocity.
    var once = (1 - fade) / c
    var twice = (t - once) / c
    if z < 0.02 && z > -0.02 {
      once = t * (1 - z * (0.5 - z * (1.0 / 6 - z * (1.0 / 24 - z / 120))))
      twice = t * t * (0.5 - z * (1.0 / 6 - z * (1.0 / 24 - z * (1.0 / 120 - z / 720))))
    }
    let stretch = k * t * t
    if stretch < 1e-8 && stretch > -1e-8 {
      xx = 1 - k * twice
      xv = once
      xg = twice
    } else {
      // x = e^(-ct/2) (cos, sin) of the square root of k - c²/4, or cosh and sinh where that is negative.
      let square = k - 0.25 * c * c
      let y = square * t * t
      var even: Double
      var odd: Double
      if y < 0.01 && y > -0.01 {
        let half = Elementary.exp(-0.5 * z)
        even = half * (1 - y * (0.5 - y * (1.0 / 24 - y / 720)))
        odd = half * t * (1 - y * (1.0 / 6 - y * (1.0 / 120 - y / 5040)))
      } else if y > 0 {
        let half = Elementary.exp(-0.5 * z)
        let root = squareRoot(square)
        let (sine, cosine) = Elementary.sinCos(root * t)
        even = half * cosine
        odd = half * sine / root
      } else {
        let root = squareRoot(-square)
        // Of two roots of one sign the smaller one from the product, without cancellation.
        let fast = c > 0 ? -0.5 * c - root : -0.5 * c + root
        let slow = k / fast
        let high = Elementary.exp(slow * t)
        let low = Elementary.exp(fast * t)
        even = 0.5 * (high + low)
        odd = c > 0 ? (high - low) / (2 * root) : (low - high) / (2 * root)
      }
      xx = even + 0.5 * c * odd
      xv = odd
      xg = (1 - xx) / k
    }
    vx = -k * xv
    vg = xv
    // The determinant is e^(-ct) exactly: no energy comes from rounding.
    vv = xx > 0.1 || xx < -0.1 ? (fade + xv * vx) / xx : xx - c * xv
  }
}

/// The same motion in the form of a semi-implicit step, v := keep v + load (g - k x) and then x := x + h v,
/// for bodies whose velocity contacts and attachments change in between. Its map has the determinant and the
/// trace of the exact one, and its rest point is g/k.
struct LinearStep: BitwiseCopyable {
  var keep = 1.0
  var load = 0.0

  init() {}

  init(stiffness: Double, drag: Double, seconds h: Double) {
    // Faster than the sub-steps can show: kept at the fastest that is well-behaved beside other constraints.
    let k = stiffness * h * h > 4 ? 4 / (h * h) : stiffness
    let m = LinearMotion(stiffness: k, drag: drag, seconds: h)
    keep = m.xx * m.vv - m.xv * m.vx
    load = (m.xg * (1 - m.vv) + m.xv * m.xv) / h
  }
}
