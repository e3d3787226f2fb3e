// Noise: bounded, of mean zero, smooth, and the same for a seed.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

@Test func `noise is bounded by 1, of mean 0 and equal strength in both components`() {
  var random = TestRandom(11)
  var sum = Vector2.zero
  var squares = Vector2.zero
  var product = 0.0
  var greatest = 0.0
  let count = 200_000
  for _ in 0..<count {
    let n = Noise.vector(
      random.between(-1e4, 1e4), random.between(-1e4, 1e4), random.between(-1e3, 1e3), seed: 1)
    sum = sum + n
    squares = squares + Vector2(n.x * n.x, n.y * n.y)
    product += n.x * n.y
    greatest = max(greatest, n.length)
  }
  let each = 1 / Double(count)
  #expect(greatest <= 1 && greatest > 0.8)
  #expect(abs(sum.x * each) < 0.005 && abs(sum.y * each) < 0.005)
  #expect(abs(squares.x - squares.y) * each < 0.003 && squares.x * each > 0.02)
  #expect(abs(product * each) < 0.003)
}

@Test func `noise and its slope change steadily everywhere`() {
  var random = TestRandom(12)
  let e = 1e-4
  for _ in 0..<20_000 {
    let x = random.between(-50, 50)
    let y = random.between(-50, 50)
    let z = random.between(-50, 50)
    let a = Noise.vector(x - e, y, z, seed: 9)
    let b = Noise.vector(x, y, z, seed: 9)
    let c = Noise.vector(x + e, y, z, seed: 9)
    // First difference at most 10 per unit, second at most 60 per unit squared.
    #expect((c - b).length < 10 * e)
    #expect((a + c - 2 * b).length < 60 * e * e)
  }
}

@Test func `the same seed gives the same noise, another seed another, and far places none`() {
  let here = Noise.vector(1.5, -2.25, 0.75, seed: 42)
  #expect(here == Noise.vector(1.5, -2.25, 0.75, seed: 42))
  #expect(here != Noise.vector(1.5, -2.25, 0.75, seed: 43))
  #expect(here.length > 0)
  for bad in [Double.nan, .infinity, -.infinity, 1e300] {
    #expect(Noise.vector(bad, 0, 0, seed: 1) == .zero && Noise.vector(0, 0, bad, seed: 1) == .zero)
  }
}
