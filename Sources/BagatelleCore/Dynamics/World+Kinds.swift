// What bodies share: a thousand boxes in a pile differ in where they are, not in density, gravity or groups.
// SPDX-License-Identifier: MIT

extension World {
  /// What a body has in common with others.
  @inline(__always)
  func kind(_ body: UnsafeMutablePointer<Body>) -> UnsafeMutablePointer<BodyKind> {
    s.pointee.kinds.base + Int(body.pointee.kind)
  }

  /// Room for one more, so that a body can be given another. False: no memory.
  @inline(never)
  func reserveKind() -> Bool {
    s.pointee.recentKinds.reserve(World.recentKinds) && (s.pointee.freeKind >= 0 || s.pointee.kinds.reserve(s.pointee.kinds.count + 1))
  }
  private static var recentKinds: Int { 16 }

  /// Gives a body another kind: one that was given lately and is the same, or its own, changed, or a new one. False: no memory,
  /// nothing changed.
  @inline(never)
  @_optimize(size)
  func setKind(_ body: UnsafeMutablePointer<Body>, _ wanted: BodyKind) -> Bool {
    var wanted = wanted
    let old = body.pointee.kind
    if old >= 0 && isSame(&wanted, old) { return true }
    var found = none
    for at in 0..<s.pointee.recentKinds.count {
      let recent = s.pointee.recentKinds[at]
      if s.pointee.kinds[Int(recent)].users > 0 && isSame(&wanted, recent) {
        found = recent
        break
      }
    }
    if found < 0 {
      guard old >= 0 && s.pointee.kinds[Int(old)].users == 1 || reserveKind() else { return false }
      leaveKind(body)
      wanted.users = 0
      found = s.pointee.freeKind
      if found >= 0 {
        s.pointee.freeKind = s.pointee.kinds[Int(found)].moreGroups
        s.pointee.kinds[Int(found)] = wanted
      } else {
        found = Int32(truncatingIfNeeded: s.pointee.kinds.count)
        _ = s.pointee.kinds.append(wanted)
      }
      s.pointee.recentKinds[s.pointee.recentKind] = found
      s.pointee.recentKinds.count = max(s.pointee.recentKinds.count, s.pointee.recentKind + 1)
      s.pointee.recentKind = (s.pointee.recentKind + 1) % World.recentKinds
    } else {
      leaveKind(body)
    }
    s.pointee.kinds.base[Int(found)].users += 1
    body.pointee.kind = found
    return true
  }

  /// A kind that nobody has any more is free.
  @inline(never)
  func leaveKind(_ body: UnsafeMutablePointer<Body>) {
    let index = body.pointee.kind
    if index < 0 { return }
    body.pointee.kind = none
    let kind = s.pointee.kinds.base + Int(index)
    kind.pointee.users -= 1
    if kind.pointee.users > 0 { return }
    kind.pointee.moreGroups = s.pointee.freeKind
    s.pointee.freeKind = index
  }

  /// But for the number of users.
  @inline(never)
  private func isSame(_ a: UnsafePointer<BodyKind>, _ index: Int32) -> Bool {
    let b = s.pointee.kinds.base + Int(index)
    let words = UnsafeRawPointer(a).assumingMemoryBound(to: UInt64.self)
    let others = UnsafeRawPointer(b).assumingMemoryBound(to: UInt64.self)
    for at in 0..<(MemoryLayout<BodyKind>.size / 8 - 1) where words[at] != others[at] { return false }
    return a.pointee.moreGroups == b.pointee.moreGroups
  }
}
