// Smooth random vectors over the plane and time: the same for a seed, on every platform.
// SPDX-License-Identifier: MIT
//
// Simplex noise in three dimensions (K. Perlin, "Noise hardware", 2001; S. Gustavson, "Simplex noise
// demystified", 2005). Each corner of the lattice has two unit gradients at right angles, one per component of
// the result: so the vector, not only each component, is bounded by 1. The kernel (1/2 - r²)⁴ is zero on the
// far sides of the simplexes that share a corner, so value and slope are continuous. Gradients come from a
// hash of corner and seed, turned any way alike, which makes the mean zero.

public enum Noise {
  /// 1 over the greatest sum of (1/2 - r²)⁴ r over the four corners, found numerically (107.653), rounded
  /// down.
  private static var scale: Double { 107.6 }

  /// |n| <= 1, mean 0, changes over a distance of about 1 in x, y and z. Zero when a coordinate is beyond
  /// 2⁴⁰.
  @_optimize(size)
  public static func vector(_ x: Double, _ y: Double, _ z: Double, seed: UInt64) -> Vector2 {
    let limit = 0x1p40
    guard x > -limit, x < limit, y > -limit, y < limit, z > -limit, z < limit else { return .zero }
    // The corner of the skewed cell.
    let skew = (x + y + z) / 3
    let i = floor(x + skew)
    let j = floor(y + skew)
    let k = floor(z + skew)
    let unskew = (i + j + k) / 6
    let dx = x - (i - unskew)
    let dy = y - (j - unskew)
    let dz = z - (k - unskew)
    // The order of the offsets names the simplex; one or two axes are stepped on first.
    let xy = dx >= dy
    let yz = dy >= dz
    let xz = dx >= dz
    let i1 = xy && xz ? 1.0 : 0.0
    let j1 = !xy && yz ? 1.0 : 0.0
    let k1 = !yz && !xz ? 1.0 : 0.0
    let i2 = xy || xz ? 1.0 : 0.0
    let j2 = !xy || yz ? 1.0 : 0.0
    let k2 = !yz || !xz ? 1.0 : 0.0
    var sum = Vector2.zero
    add(&sum, i, j, k, dx, dy, dz, seed)
    add(&sum, i + i1, j + j1, k + k1, dx - i1 + 1.0 / 6, dy - j1 + 1.0 / 6, dz - k1 + 1.0 / 6, seed)
    add(&sum, i + i2, j + j2, k + k2, dx - i2 + 1.0 / 3, dy - j2 + 1.0 / 3, dz - k2 + 1.0 / 3, seed)
    add(&sum, i + 1, j + 1, k + 1, dx - 0.5, dy - 0.5, dz - 0.5, seed)
    return scale * sum
  }

  @inline(never)
  private static func add(
    _ sum: inout Vector2, _ i: Double, _ j: Double, _ k: Double, _ x: Double, _ y: Double, _ z: Double,
    _ seed: UInt64
  ) {
    var t = 0.5 - (x * x + y * y + z * z)
    if t <= 0 { return }
    t = t * t
    t = t * t
    // Two rows of the rotation by a quaternion of four 16-bit numbers, which need not have length 1.
    let bits = mixed(i, j, k, seed)
    let a = part(bits)
    let b = part(bits >> 16)
    let c = part(bits >> 32)
    let d = part(bits >> 48)
    let weight = t / (a * a + b * b + c * c + d * d)
    let u = (a * a + b * b - c * c - d * d) * x + 2 * (b * c - a * d) * y + 2 * (b * d + a * c) * z
    let v = 2 * (b * c + a * d) * x + (a * a - b * b + c * c - d * d) * y + 2 * (c * d - a * b) * z
    sum.x += weight * u
    sum.y += weight * v
  }

  /// An odd whole number from -65535 to 65535, so never 0.
  @inline(__always) private static func part(_ bits: UInt64) -> Double {
    2 * Double(Int32(truncatingIfNeeded: bits & 0xffff)) - 65535
  }

  /// Finalizer of SplitMix64 (Steele, Lea, Flood, 2014) over corner and seed.
  private static func mixed(_ i: Double, _ j: Double, _ k: Double, _ seed: UInt64) -> UInt64 {
    var bits = seed
    bits = finish(bits &+ UInt64(bitPattern: Int64(i)) &* 0x9e37_79b9_7f4a_7c15)
    bits = finish(bits &+ UInt64(bitPattern: Int64(j)) &* 0xd6e8_feb8_6659_fd93)
    return finish(bits &+ UInt64(bitPattern: Int64(k)) &* 0xa076_1d64_78bd_642f)
  }

  @inline(__always) private static func finish(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9e37_79b9_7f4a_7c15
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// For numbers within 2⁴².
  @inline(__always) private static func floor(_ x: Double) -> Double {
    let whole = Double(Int64(x))
    return whole > x ? whole - 1 : whole
  }
}
