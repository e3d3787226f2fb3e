// A small seeded generator, so that every random test repeats itself.
// SPDX-License-Identifier: MIT

/// Marsaglia's xorshift (2003).
struct TestRandom {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func bits() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
  mutating func unit() -> Double { Double(bits() >> 11) * 0x1p-53 }
  mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }
  mutating func index(_ count: Int) -> Int { Int(bits() >> 33) % count }
}

/// FNV-1a over the bytes of 64-bit words.
struct TestHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325
  mutating func add(_ word: UInt64) {
    var rest = word
    for _ in 0..<8 {
      value = (value ^ (rest & 0xff)) &* 0x100_0000_01b3
      rest >>= 8
    }
  }
}
