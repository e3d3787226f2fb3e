// A number that is equal for equal states, on every platform and in every build.
// SPDX-License-Identifier: MIT

/// FNV-1a over 64-bit words (Fowler, Noll, Vo).
@inlinable
public func hashed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
  // A word at a time, with the high bits folded back, so that no bit is lost.
  let h = (hash ^ word) &* 0x100_0000_01b3
  return h ^ (h >> 32)
}

extension World {
  /// Mixes in poses, velocities and sleep of all bodies by index, and what the next step depends on besides.
  @export(interface)
  public func stateHash(into start: UInt64) -> UInt64 {
    var hash = start
    for index in 0..<s.pointee.bodies.count {
      let body = bodies[index]
      if body.flags & BodyFlag.alive == 0 { continue }
      hash = hashed(hash, UInt64(index))
      // -0 and 0 are the same state.
      hash = hashed(hash, (body.x + 0).bitPattern)
      hash = hashed(hash, (body.y + 0).bitPattern)
      hash = hashed(hash, (body.angle + 0).bitPattern)
      if body.awake >= 0 {
        let state = states[Int(body.awake)]
        hash = hashed(hash, UInt64((state.v.x + 0).bitPattern) << 32 | UInt64((state.v.y + 0).bitPattern))
        hash = hashed(hash, UInt64((state.w + 0).bitPattern) << 32 | UInt64(body.slowSeconds.bitPattern))
      }
      hash = hashed(hash, UInt64(body.flags & (BodyFlag.anchored | BodyFlag.quarantined)) | (body.awake >= 0 ? 1 << 32 : 0))
    }
    return hashed(hash, s.pointee.steps)
  }
}
