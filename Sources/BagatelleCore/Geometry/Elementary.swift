// Sine, cosine, arc tangent, exponential and logarithm with the same bits on every platform.
// SPDX-License-Identifier: MIT
//
// Only correctly rounded + - * / are used, in a fixed order. Minimax coefficients: K. C. Ng, fdlibm 5.3
// (Sun Microsystems, 1993). Reduction below 2^20 * pi/2: W. Cody and W. Waite, "Software Manual for the
// Elementary Functions" (1980), pi/2 in three 33-bit parts and a tail. Above: M. Payne and R. Hanek,
// "Radian Reduction for Trigonometric Functions" (1983), on a 192-bit window of 2/pi. Products of two
// doubles without loss: T. J. Dekker, "A floating-point technique" (1971).

/// Elementary functions with less than 2 units in the last place of error; no argument traps.
public enum Elementary {
  /// The sine; NaN for what is not finite.
  @_optimize(size)
  public static func sin(_ x: Double) -> Double { sinCos(x).sin }

  /// The cosine; NaN for what is not finite.
  @_optimize(size)
  public static func cos(_ x: Double) -> Double { sinCos(x).cos }

  /// Sine and cosine with one reduction.
  public static func sinCos(_ x: Double) -> (sin: Double, cos: Double) {
    guard x.isFinite else { return (.nan, .nan) }
    let r = reduce(x)
    let c = cosKernel(r.high, r.low)
    let s = x == 0 ? x : sinKernel(r.high, r.low)
    switch r.quadrant {
    case 0: return (s, c)
    case 1: return (c, -s)
    case 2: return (-s, -c)
    default: return (-c, s)
    }
  }

  /// The angle of the vector (x, y) in [-pi, pi]; signs of zeros count, as in C; NaN only for NaN.
  public static func atan2(_ y: Double, _ x: Double) -> Double {
    let left = x.sign == .minus
    let below = y.sign == .minus
    let width = x.magnitude
    let height = y.magnitude
    guard width > 0x1p-500 && width < 0x1p500 && height > width * 0x1p-27 && height < width * 0x1p66 else {
      return rareAngle(y, x)
    }
    let angle = atan(height, width)
    let size = left ? piHigh - (angle - piLow) : angle
    return below ? -size : size
  }

  @inline(never)
  @_optimize(size)
  private static func rareAngle(_ y: Double, _ x: Double) -> Double {
    if x.isNaN || y.isNaN { return .nan }
    let left = x.sign == .minus
    let below = y.sign == .minus
    let size: Double
    if y == 0 {
      size = left ? piHigh : 0
    } else if x == 0 {
      size = halfPiHigh
    } else if y.isInfinite {
      size = x.isFinite ? halfPiHigh : left ? 3 * quarterPi : quarterPi
    } else if x.isInfinite {
      size = left ? piHigh : 0
    } else {
      let ratio = y.magnitude / x.magnitude
      let angle = ratio < 0x1p-27 ? ratio : ratio >= 0x1p66 ? halfPiHigh : atan(ratio, 1)
      size = left ? piHigh - (angle - piLow) : angle
    }
    return below ? -size : size
  }

  /// e to the power x; infinity beyond 709.78, zero below -745.13.
  public static func exp(_ x: Double) -> Double {
    if x.isNaN { return .nan }
    if x > 709.782712893383973096 { return .infinity }
    if x < -745.13321910194110842 { return 0 }
    if x.magnitude < 0x1p-28 { return 1 + x }
    let k = nearestInteger(x * 1.44269504088896338700)
    let high = x - k * ln2High
    let low = k * ln2Low
    let r = high - low
    let t = r * r
    let p45 = -1.65339022054652515390e-06 + t * 4.13813679705723846039e-08
    let p = -2.77777777770155933842e-03 + t * (6.61375632143793436117e-05 + t * p45)
    let c = r - t * (1.66666666666666019037e-01 + t * p)
    let y = 1 + ((r * c) / (2 - c) - low + high)
    let n = Int(k)
    if n > 1023 { return y * 2 * power(1023) }
    if n >= -1022 { return y * power(n) }
    return y * power(n + 1000) * 0x1p-1000
  }

  /// The natural logarithm; -infinity at zero, NaN below.
  public static func log(_ x: Double) -> Double {
    if x == 0 { return -.infinity }
    guard x > 0 else { return .nan }
    if x == .infinity { return x }
    var bits = x.bitPattern
    var exponent = 0
    if bits < 0x0010_0000_0000_0000 {
      bits = (x * 0x1p54).bitPattern
      exponent = -54
    }
    // x = 2^exponent * (1 + f) with 1 + f between sqrt(1/2) and sqrt(2).
    bits += 0x3ff0_0000_0000_0000 - 0x3fe6_a09e_0000_0000
    exponent += Int(bits >> 52) - 1023
    bits = (bits & 0x000f_ffff_ffff_ffff) + 0x3fe6_a09e_0000_0000
    let f = Double(bitPattern: bits) - 1
    let s = f / (2 + f)
    let z = s * s
    let w = z * z
    let even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
    let odd67 = 1.818357216161805012e-01 + w * 1.479819860511658591e-01
    let odd = z * (6.666666666666735130e-01 + w * (2.857142874366239149e-01 + w * odd67))
    let half = 0.5 * f * f
    let k = Double(exponent)
    return s * (half + (even + odd)) + k * ln2Low - half + f + k * ln2High
  }

  /// The same direction in (-pi, pi]; angles in that range keep their bits; NaN for what is not finite.
  public static func wrapAngle(_ a: Double) -> Double {
    guard a.isFinite else { return .nan }
    if a > -piHigh && a <= piHigh { return a }
    let r = reduce(a)
    let wrapped: Double
    switch r.quadrant {
    case 0: wrapped = r.high + r.low
    case 1: wrapped = halfPiHigh + (r.high + (halfPiLow + r.low))
    case 3: wrapped = -halfPiHigh + (r.high + (r.low - halfPiLow))
    default:
      wrapped = r.high > 0 ? -piHigh + (r.high + (r.low - piLow)) : piHigh + (r.high + (r.low + piLow))
    }
    return wrapped > -piHigh ? min(wrapped, piHigh) : piHigh
  }

  // MARK: Parts

  private static var piHigh: Double { 3.14159265358979311600e+00 }
  private static var piLow: Double { 1.22464679914735317720e-16 }
  private static var halfPiHigh: Double { 1.57079632679489655800e+00 }
  private static var halfPiLow: Double { 6.12323399573676588600e-17 }
  private static var quarterPi: Double { 7.85398163397448278999e-01 }
  private static var ln2High: Double { 6.93147180369123816490e-01 }
  private static var ln2Low: Double { 1.90821492927058770002e-10 }

  /// To the nearest, ties to even; for sizes below 2^51.
  @inline(__always) private static func nearestInteger(_ x: Double) -> Double { (x + 0x1.8p52) - 0x1.8p52 }

  /// 2^n for n from -1022 to 1023.
  @inline(__always) private static func power(_ n: Int) -> Double {
    Double(bitPattern: UInt64(truncatingIfNeeded: n + 1023) << 52)
  }

  /// Of high + low, within [-pi/4, pi/4].
  @inline(__always) private static func sinKernel(_ high: Double, _ low: Double) -> Double {
    let z = high * high
    let v = z * high
    let p56 = -2.50507602534068634195e-08 + z * 1.58969099521155010221e-10
    let p46 = -1.98412698298579493134e-04 + z * (2.75573137070700676789e-06 + z * p56)
    let p = 8.33333333332248946124e-03 + z * p46
    return high - ((z * (0.5 * low - v * p) - low) - v * -1.66666666666666324348e-01)
  }

  /// Of high + low, within [-pi/4, pi/4].
  @inline(__always) private static func cosKernel(_ high: Double, _ low: Double) -> Double {
    let z = high * high
    let w = z * z
    let p23 = -1.38888888888741095749e-03 + z * 2.48015872894767294178e-05
    let p = z * (4.16666666666666019037e-02 + z * p23)
    let q56 = 2.08757232129817482790e-09 + z * -1.13596475577881948265e-11
    let q = w * w * (-2.75573143513906633035e-07 + z * q56)
    let half = 0.5 * z
    let near = 1 - half
    return near + (((1 - near) - half) + (z * (p + q) - high * low))
  }

  /// The angle of (x, y), both positive and not so large that sums of them overflow. One division: which addend of the
  /// tangent applies is asked of y and x, not of their ratio. Differences below are exact but for that with 1.5 x.
  @inline(__always)
  private static func atan(_ y: Double, _ x: Double) -> Double {
    var above = y
    var below = x
    var high = 0.0
    var low = 0.0
    if y >= 0.4375 * x {
      if y < 0.6875 * x {
        above = 2 * y - x
        below = 2 * x + y
        high = 4.63647609000806093515e-01
        low = 2.26987774529616870924e-17
      } else if y < 1.1875 * x {
        above = y - x
        below = x + y
        high = quarterPi
        low = 3.06161699786838301793e-17
      } else if y < 2.4375 * x {
        above = y - 1.5 * x
        below = x + 1.5 * y
        high = 9.82793723247329054082e-01
        low = 1.39033110312309984516e-17
      } else {
        above = -x
        below = y
        high = halfPiHigh
        low = 6.12323399573676603587e-17
      }
    }
    let t = above / below
    let z = t * t
    let w = z * z
    let w2 = w * w
    let q0 = (3.33333333333329318027e-01 + z * -1.99999999998764832476e-01)
      + w * (1.42857142725034663711e-01 + z * -1.11111104054623557880e-01)
    let q1 = (9.09088713343650656196e-02 + z * -7.69187620504482999495e-02)
      + w * (6.66107313738753120669e-02 + z * -5.83357013379057348645e-02)
    let q2 = (4.97687799461593236017e-02 + z * -3.65315727442169155270e-02) + w * 1.62858201153657823623e-02
    let sum = z * (q0 + w2 * (q1 + w2 * q2))
    if high == 0 { return t - t * sum }
    return high - ((t * sum - low) - t)
  }

  private struct Reduced {
    /// Multiples of pi/2 taken away, modulo 4.
    var quadrant: Int
    var high: Double
    var low: Double
  }

  /// x less a multiple of pi/2, as an unevaluated sum within [-pi/4, pi/4]. x is finite.
  @inline(__always) private static func reduce(_ x: Double) -> Reduced {
    let size = x.magnitude
    if size <= quarterPi { return Reduced(quadrant: 0, high: x, low: 0) }
    if size >= 1_647_000 { return reduceHuge(x) }
    let k = nearestInteger(x * 6.36619772367581382433e-01)
    // k has 20 bits and each part 33, so the products are exact, and so is the first difference.
    let a = x - k * 1.57079632673412561417e+00
    let part = k * 6.07710050630396597660e-11
    let b = a - part
    let back = b - a
    let error = (a - (b - back)) - (part + back)
    let part3 = k * 2.02226624871116645580e-21
    let tail = k * 8.47842766036889956997e-32
    let c = b - part3
    let back3 = c - b
    let error3 = (b - (c - back3)) - (part3 + back3)
    let rest = error + (error3 - tail)
    let high = c + rest
    return Reduced(quadrant: Int(k) & 3, high: high, low: rest - (high - c))
  }

  /// The same for sizes from 2^20 up to the largest double.
  @_optimize(size)
  private static func reduceHuge(_ x: Double) -> Reduced {
    let bits = x.bitPattern
    let mantissa = (bits & 0x000f_ffff_ffff_ffff) | 0x0010_0000_0000_0000
    let exponent = Int((bits >> 52) & 0x7ff) - 1075
    // Bits of 2/pi that weigh a multiple of 4 after the product are left out; a zero word stands before it.
    let start = exponent - 2 + 64
    let word = start >> 6
    let shift = UInt64(start & 63)
    let w0 = twoOverPi(word, shift)
    let w1 = twoOverPi(word + 1, shift)
    let w2 = twoOverPi(word + 2, shift)
    // (w0 w1 w2) * mantissa modulo 2^192: two bits of quadrant, then the fraction.
    let low = w2.multipliedFullWidth(by: mantissa)
    let middle = w1.multipliedFullWidth(by: mantissa)
    var p2 = low.low
    let (p1Sum, carry) = middle.low.addingReportingOverflow(low.high)
    var p1 = p1Sum
    var p0 = w0 &* mantissa &+ middle.high &+ (carry ? 1 : 0)
    var quadrant = Int(p0 >> 62)
    p0 = p0 << 2 | p1 >> 62
    p1 = p1 << 2 | p2 >> 62
    p2 = p2 << 2
    var negative = false
    if p0 >> 63 == 1 {
      quadrant += 1
      negative = true
      p2 = ~p2 &+ 1
      p1 = ~p1 &+ (p2 == 0 ? 1 : 0)
      p0 = ~p0 &+ (p2 == 0 && p1 == 0 ? 1 : 0)
    }
    // No double comes so near to a multiple of pi/2 that p0 is zero; if it were, the loop still ends.
    var zeros = 0
    while zeros < 128 && p0 >> 63 == 0 {
      p0 = p0 << 1 | p1 >> 63
      p1 = p1 << 1 | p2 >> 63
      p2 <<= 1
      zeros += 1
    }
    let scale = power(-53 - zeros)
    let high = Double(p0 >> 11) * scale
    let rest = Double((p0 & 0x7ff) << 42 | p1 >> 22) * (scale * 0x1p-53)
    // (high + rest) * pi/2
    let product = high * halfPiHigh
    let a = split(high)
    let b = split(halfPiHigh)
    let error = ((a.high * b.high - product) + a.high * b.low + a.low * b.high) + a.low * b.low
    let tail = error + (high * halfPiLow + rest * halfPiHigh)
    let sum = product + tail
    let remainder = tail - (sum - product)
    let flip = negative != (x < 0)
    let turns = x < 0 ? -quadrant : quadrant
    return Reduced(quadrant: turns & 3, high: flip ? -sum : sum, low: flip ? -remainder : remainder)
  }

  /// Two halves of 26 bits whose sum is exact.
  @inline(__always) private static func split(_ x: Double) -> (high: Double, low: Double) {
    let t = x * 134_217_729
    let high = t - (t - x)
    return (high, x - high)
  }

  @inline(__always) private static func twoOverPi(_ word: Int, _ shift: UInt64) -> UInt64 {
    let first = twoOverPiWord(word) << shift
    return shift == 0 ? first : first | twoOverPiWord(word + 1) >> (64 - shift)
  }

  /// The binary digits of 2/pi by 64, after a word of zeros.
  private static func twoOverPiWord(_ index: Int) -> UInt64 {
    switch index {
    case 1: return 0xa2f9_836e_4e44_1529
    case 2: return 0xfc27_57d1_f534_ddc0
    case 3: return 0xdb62_9599_3c43_9041
    case 4: return 0xfe51_63ab_debb_c561
    case 5: return 0xb724_6e3a_424d_d2e0
    case 6: return 0x0649_2eea_09d1_921c
    case 7: return 0xfe1d_eb1c_b129_a73e
    case 8: return 0xe882_35f5_2ebb_4484
    case 9: return 0xe99c_7026_b45f_7e41
    case 10: return 0x3991_d639_8353_39f4
    case 11: return 0x9c84_5f8b_bdf9_283b
    case 12: return 0x1ff8_97ff_de05_980f
    case 13: return 0xef2f_118b_5a0a_6d1f
    case 14: return 0x6d36_7ecf_27cb_09b7
    case 15: return 0x4f46_3f66_9e5f_ea2d
    case 16: return 0x7527_bac7_ebe5_f17b
    case 17: return 0x3d07_39f7_8a52_92ea
    case 18: return 0x6bfb_5fb1_1f8d_5d08
    case 19: return 0x5603_3046_fc7b_6bab
    default: return 0
    }
  }
}
