// The elementary functions against the C library's, at their special values, and against a stored hash.
// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import BagatelleCore

/// Distance in representable numbers; the reference itself may be half a unit off.
private func steps(_ a: Double, _ b: Double) -> UInt64 {
  if a == b || (a.isNaN && b.isNaN) { return 0 }
  if a.isNaN || b.isNaN { return .max }
  func order(_ x: Double) -> Int64 {
    let bits = Int64(bitPattern: x.bitPattern)
    return bits < 0 ? Int64.min &- bits : bits
  }
  return UInt64(bitPattern: order(a) > order(b) ? order(a) &- order(b) : order(b) &- order(a))
}

@Test func `sine and cosine are within two units in the last place`() {
  var random = TestRandom(1)
  var worst: UInt64 = 0
  var differing = 0
  for round in 0..<1_000_000 {
    let range = round % 2 == 0 ? 1e6 : 8.0
    let x = random.between(-range, range)
    let both = Elementary.sinCos(x)
    worst = max(worst, steps(both.sin, Foundation.sin(x)), steps(both.cos, Foundation.cos(x)))
    if both.sin != Elementary.sin(x) || both.cos != Elementary.cos(x) { differing += 1 }
  }
  #expect(worst <= 1)
  #expect(differing == 0)
}

@Test func `sine and cosine stay accurate beside multiples of a quarter turn`() {
  var worst: UInt64 = 0
  for k in stride(from: -700_000, through: 700_000, by: 7) {
    let x = Double(k) * (Double.pi / 2)
    for near in [x, x.nextUp, x.nextDown] {
      worst = max(worst, steps(Elementary.sin(near), Foundation.sin(near)))
      worst = max(worst, steps(Elementary.cos(near), Foundation.cos(near)))
    }
  }
  #expect(worst <= 1)
  // Of all doubles the nearest to a multiple of pi/2, from Kahan's search; some C libraries are 8 units off.
  #expect(Elementary.cos(6381956970095103.0 * 0x1p797) == -4.68716592425462761112e-19)
}

@Test func `sine and cosine accept every angle`() {
  var random = TestRandom(2)
  var worst: UInt64 = 0
  var outside = 0
  for _ in 0..<100_000 {
    let x = Double(bitPattern: random.bits())
    let s = Elementary.sin(x)
    let c = Elementary.cos(x)
    guard x.isFinite else {
      if !s.isNaN || !c.isNaN { outside += 1 }
      continue
    }
    if !(s.magnitude <= 1 && c.magnitude <= 1) { outside += 1 }
    worst = max(worst, steps(s, Foundation.sin(x)), steps(c, Foundation.cos(x)))
  }
  #expect(outside == 0)
  #expect(worst <= 1)
  for x in [1e18, -1e18, 0x1p20, 1_647_000, 1_646_999.9, Double.greatestFiniteMagnitude] {
    #expect(steps(Elementary.sin(x), Foundation.sin(x)) <= 1)
    #expect(steps(Elementary.cos(x), Foundation.cos(x)) <= 1)
  }
}

@Test func `sines and cosines of two angles side by side have the bits of one`() {
  var random = TestRandom(11)
  var differing = 0
  for round in 0..<300_000 {
    let range = [0.5, 8, 1000, Elementary.pairLimit][round % 4]
    let quarter = Double(random.index(2001) - 1000) * (Double.pi / 2)
    let x = random.between(-range, range)
    let y = round % 3 == 0 ? quarter : round % 3 == 1 ? 0 : random.between(-range, range)
    let both = Elementary.sinCos(Pair64(x, y))
    for (one, sine, cosine) in [(x, both.sin.first, both.cos.first), (y, both.sin.second, both.cos.second)] {
      let expected = Elementary.sinCos(one)
      if sine != expected.sin || cosine.bitPattern != expected.cos.bitPattern { differing += 1 }
    }
  }
  #expect(differing == 0)
}

@Test func `sine and cosine have their special values`() {
  #expect(Elementary.sin(0).sign == .plus && Elementary.sin(-0.0).sign == .minus)
  #expect(Elementary.sinCos(-0.0).sin.sign == .minus && Elementary.sinCos(-0.0).sin == 0)
  #expect(Elementary.cos(0) == 1 && Elementary.cos(-0.0) == 1)
  #expect(Elementary.sin(.pi / 2) == 1 && Elementary.cos(.pi) == -1)
  #expect(Elementary.sin(.leastNonzeroMagnitude) == .leastNonzeroMagnitude)
  for x in [Double.nan, .infinity, -.infinity] {
    #expect(Elementary.sin(x).isNaN && Elementary.cos(x).isNaN)
    #expect(Elementary.sinCos(x).sin.isNaN && Elementary.sinCos(x).cos.isNaN)
    #expect(Elementary.wrapAngle(x).isNaN)
  }
}

@Test func `the arc tangent is within two units in the last place`() {
  var random = TestRandom(3)
  var worst: UInt64 = 0
  for round in 0..<1_000_000 {
    let small = round % 3 == 0 ? 1e-6 : 10
    let y = random.between(-small, small)
    let x = random.between(-10, 10)
    worst = max(worst, steps(Elementary.atan2(y, x), Foundation.atan2(y, x)))
  }
  for _ in 0..<50_000 {
    let y = Double(bitPattern: random.bits())
    let x = Double(bitPattern: random.bits())
    worst = max(worst, steps(Elementary.atan2(y, x), Foundation.atan2(y, x)))
  }
  #expect(worst <= 2)
}

@Test func `the arc tangent agrees with C in all special cases, signs of zeros included`() {
  let values: [Double] = [
    0, -0.0, 1, -1, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e-300, -1e-300, .nan,
  ]
  for y in values {
    for x in values {
      let own = Elementary.atan2(y, x)
      let reference = Foundation.atan2(y, x)
      #expect(steps(own, reference) <= 1, "atan2(\(y), \(x))")
      if !reference.isNaN { #expect(own.sign == reference.sign, "atan2(\(y), \(x))") }
    }
  }
}

@Test func `exponential and logarithm are within two units in the last place`() {
  var random = TestRandom(4)
  var worstExp: UInt64 = 0
  var worstLog: UInt64 = 0
  for round in 0..<1_000_000 {
    let range = round % 2 == 0 ? 750.0 : 2.0
    let x = random.between(-range, range)
    worstExp = max(worstExp, steps(Elementary.exp(x), Foundation.exp(x)))
    let p = round % 2 == 0 ? Double(bitPattern: random.bits() >> 1) : random.between(0, 3)
    worstLog = max(worstLog, steps(Elementary.log(p), Foundation.log(p)))
  }
  #expect(worstExp <= 1)
  #expect(worstLog <= 1)
}

@Test func `exponential and logarithm have their special values`() {
  #expect(Elementary.exp(0) == 1 && Elementary.exp(-0.0) == 1)
  #expect(Elementary.exp(.infinity) == .infinity && Elementary.exp(-.infinity) == 0)
  #expect(Elementary.exp(710) == .infinity && Elementary.exp(1e300) == .infinity)
  #expect(Elementary.exp(-746) == 0 && Elementary.exp(-1e300) == 0)
  #expect(Elementary.exp(709.78).isFinite)
  #expect(Elementary.exp(-745) == .leastNonzeroMagnitude)
  #expect(steps(Elementary.exp(-740.5), Foundation.exp(-740.5)) <= 1)
  #expect(Elementary.exp(.nan).isNaN)
  #expect(Elementary.log(1) == 0 && Elementary.log(1).sign == .plus)
  #expect(Elementary.log(0) == -.infinity && Elementary.log(-0.0) == -.infinity)
  #expect(Elementary.log(.infinity) == .infinity)
  #expect(Elementary.log(-1).isNaN && Elementary.log(-.infinity).isNaN && Elementary.log(.nan).isNaN)
  #expect(Elementary.log(.leastNonzeroMagnitude) == Foundation.log(Double.leastNonzeroMagnitude))
}

@Test func `wrapping an angle keeps the direction and the half-open range`() {
  let low = -Double.pi
  #expect(Elementary.wrapAngle(.pi) == .pi)
  #expect(Elementary.wrapAngle(low) == .pi)
  #expect(Elementary.wrapAngle(low.nextUp) == low.nextUp)
  #expect(Elementary.wrapAngle(-0.0).sign == .minus)
  #expect(Elementary.wrapAngle(1.25) == 1.25)
  var random = TestRandom(5)
  var bad = 0
  for round in 0..<100_000 {
    let range = round % 3 == 0 ? 1e17 : round % 3 == 1 ? 1e6 : 10
    let a = random.between(-range, range)
    let w = Elementary.wrapAngle(a)
    let inside = w > low && w <= .pi
    let same = (sin(w) - sin(a)).magnitude < 1e-15 && (cos(w) - cos(a)).magnitude < 1e-15
    if !inside || !same { bad += 1 }
  }
  #expect(bad == 0)
  for k in -1000...1000 {
    let w = Elementary.wrapAngle(Double(k) * .pi)
    #expect(w > low && w <= .pi)
  }
}

@Test func `a hundred thousand evaluations give the stored bits`() {
  var random = TestRandom(6)
  var hash = TestHash()
  for _ in 0..<12_500 {
    let x = random.between(-1e6, 1e6)
    let y = random.between(-20, 20)
    let both = Elementary.sinCos(x)
    hash.add(both.sin.bitPattern)
    hash.add(both.cos.bitPattern)
    hash.add(Elementary.sin(y).bitPattern)
    hash.add(Elementary.cos(x * 1e9).bitPattern)
    hash.add(Elementary.atan2(y, random.between(-20, 20)).bitPattern)
    hash.add(Elementary.exp(y).bitPattern)
    hash.add(Elementary.log(y * y).bitPattern)
    hash.add(Elementary.wrapAngle(x).bitPattern)
  }
  #expect(hash.value == 9_131_127_337_700_615_447)
}
