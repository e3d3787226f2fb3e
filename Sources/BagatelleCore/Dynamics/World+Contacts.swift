// The table of contacts: making and dropping pairs, and which of them touch.
// SPDX-License-Identifier: MIT
import BagatelleKernels

extension World {
  /// Key of two bodies.
  @inline(__always)
  func bodyKey(_ a: Int32, _ b: Int32) -> UInt64 {
    a < b
      ? UInt64(UInt32(bitPattern: a)) << 32 | UInt64(UInt32(bitPattern: b))
      : UInt64(UInt32(bitPattern: b)) << 32 | UInt64(UInt32(bitPattern: a))
  }
  /// Key of a segment (or a boundary) and a body.
  @inline(__always)
  func segmentKey(_ segment: Int32, _ body: Int32) -> UInt64 {
    1 << 63 | UInt64(UInt32(bitPattern: segment)) << 32 | UInt64(UInt32(bitPattern: body))
  }

  func mayCollide(_ contact: Int32) -> Bool {
    let c = contacts[Int(contact)]
    if c.segment >= 0 {
      let boundary = segments[Int(c.segment)].boundary
      return meetsBoundaryGroup(c.bodyB, s.pointee.boundaries[Int(boundary)].group)
    }
    return mayCollide(c.bodyA, c.bodyB)
  }

  @inline(__always)
  func sharesFilterGroup(_ a: Int32, _ b: Int32) -> Bool {
    let extrasA = bodies[Int(a)].extras
    let extrasB = bodies[Int(b)].extras
    // Both have some.
    if extrasA | extrasB < 0 { return false }
    let group = s.pointee.extras[Int(extrasA)].filterGroup
    return group != 0 && group == s.pointee.extras[Int(extrasB)].filterGroup
  }

  func mayCollide(_ a: Int32, _ b: Int32) -> Bool {
    if !groupsMeet(a, b) { return false }
    if bodies[Int(a)].flags & bodies[Int(b)].flags & BodyFlag.anchored != 0 { return false }
    if sharesFilterGroup(a, b) { return false }
    // Jointed bodies do not collide, unless every joint between them allows it.
    var edge = bodies[Int(a)].firstJoint
    while edge >= 0 {
      let joint = joints + Int(edge >> 1)
      let other = edge & 1 == 0 ? joint.pointee.bodyB : joint.pointee.bodyA
      if other == b && !joint.pointee.collideConnected { return false }
      edge = edge & 1 == 0 ? joint.pointee.nextA : joint.pointee.nextB
    }
    return true
  }

  /// Makes a contact of a segment or a body, and a body, by their names. False: no memory, nothing changed.
  @_optimize(size)
  func createContact(_ nameA: Int32, segment: Int32, _ nameB: Int32) -> Bool {
    guard s.pointee.contactTable.reserveOne(),
      s.pointee.active.reserve(Int(s.pointee.contactCount) + 1),
      s.pointee.starts.reserve(Int(s.pointee.contactCount) + 1),
      s.pointee.ends.reserve(Int(s.pointee.contactCount) + 1)
    else { return false }
    let index: Int32
    if s.pointee.freeContact >= 0 {
      index = s.pointee.freeContact
      s.pointee.freeContact = contacts[Int(index)].nextA
    } else {
      index = Int32(s.pointee.contacts.count)
      guard s.pointee.contacts.append(Contact()) else { return false }
    }
    s.pointee.contactCount += 1
    let bodyA = segment >= 0 ? none : bodyNamed(nameA)
    let bodyB = bodyNamed(nameB)
    var c = Contact()
    c.bodyA = bodyA
    c.segment = segment
    c.bodyB = bodyB
    if segment < 0 { c.pieceA = pieceNamed(nameA) }
    c.pieceB = pieceNamed(nameB)
    c.flags = ContactFlag.alive
    s.pointee.contactTable.insert(key(c), index)
    // Link both ends.
    let firstA = segment >= 0 ? segments[Int(segment)].firstContact : bodies[Int(bodyA)].firstContact
    c.nextA = firstA
    contacts[Int(index)] = c
    if firstA >= 0 { setPreviousContact(firstA, index * 2) }
    if segment >= 0 {
      segments[Int(segment)].firstContact = index * 2
    } else {
      bodies[Int(bodyA)].firstContact = index * 2
    }
    let firstB = bodies[Int(bodyB)].firstContact
    contacts[Int(index)].nextB = firstB
    if firstB >= 0 { setPreviousContact(firstB, index * 2 + 1) }
    bodies[Int(bodyB)].firstContact = index * 2 + 1
    if segment >= 0 {
      let boundary = segments[Int(segment)].boundary
      if comesFromOpenSide(segment, bodyB, previous: true) || (c.pieceB >= 0 && siblingPasses(bodyB, boundary: boundary)) {
        contacts[Int(index)].flags |= ContactFlag.passing
      }
    }
    if bodies[Int(bodyB)].awake >= 0 || (bodyA >= 0 && bodies[Int(bodyA)].awake >= 0) { activate(index) }
    return true
  }

  @inline(__always)
  func setPreviousContact(_ edge: Int32, _ value: Int32) {
    if edge & 1 == 0 {
      contacts[Int(edge >> 1)].previousA = value
    } else {
      contacts[Int(edge >> 1)].previousB = value
    }
  }
  @inline(__always)
  private func setNext(_ edge: Int32, _ value: Int32) {
    if edge & 1 == 0 {
      contacts[Int(edge >> 1)].nextA = value
    } else {
      contacts[Int(edge >> 1)].nextB = value
    }
  }

  /// Drops a contact. `silent`: the caller knows, so no ended event is recorded.
  @_optimize(size)
  func destroyContact(_ index: Int32, silent: Bool) {
    let c = contacts[Int(index)]
    if c.lane >= 0 { leaveLane(index) }
    if c.flags & ContactFlag.touching != 0 { endTouch(index, silent: silent) }
    if c.previousA >= 0 {
      setNext(c.previousA, c.nextA)
    } else if c.segment >= 0 {
      segments[Int(c.segment)].firstContact = c.nextA
    } else {
      bodies[Int(c.bodyA)].firstContact = c.nextA
    }
    if c.nextA >= 0 { setPreviousContact(c.nextA, c.previousA) }
    if c.previousB >= 0 {
      setNext(c.previousB, c.nextB)
    } else {
      bodies[Int(c.bodyB)].firstContact = c.nextB
    }
    if c.nextB >= 0 { setPreviousContact(c.nextB, c.previousB) }
    s.pointee.contactTable.remove(key(c))
    if c.active >= 0 { deactivate(index) }
    contacts[Int(index)] = Contact()
    contacts[Int(index)].nextA = s.pointee.freeContact
    s.pointee.freeContact = index
    s.pointee.contactCount -= 1
  }

  /// Puts a contact among the active ones; room was reserved when it was made.
  func activate(_ index: Int32) {
    if contacts[Int(index)].active >= 0 { return }
    contacts[Int(index)].active = Int32(s.pointee.active.count)
    let c = contacts[Int(index)]
    _ = s.pointee.active.append(
      ActiveContact(index: index, bodyA: c.bodyA, bodyB: c.bodyB, gap: c.lane >= 0 ? -1 : 0))
  }

  func deactivate(_ index: Int32) {
    let at = contacts[Int(index)].active
    if at < 0 { return }
    let last = s.pointee.active.removeLast()
    if last.index != index {
      s.pointee.active[Int(at)] = last
      contacts[Int(last.index)].active = at
    }
    contacts[Int(index)].active = none
  }

  /// Friction and elasticity of a contact, of both sides.
  @inline(__always)
  func materials(_ contact: UnsafeMutablePointer<Contact>) -> (friction: Float, restitution: Float) {
    let b = bodies + Int(contact.pointee.bodyB)
    var friction = kind(b).pointee.friction
    var restitution = kind(b).pointee.restitution
    if contact.pointee.segment >= 0 {
      let boundary = s.pointee.boundaries.base + Int(segments[Int(contact.pointee.segment)].boundary)
      friction *= boundary.pointee.friction
      restitution = max(restitution, boundary.pointee.restitution)
    } else {
      let a = bodies + Int(contact.pointee.bodyA)
      friction *= kind(a).pointee.friction
      restitution = max(restitution, kind(a).pointee.restitution)
    }
    return (squareRoot(friction), restitution)
  }

  /// A side has another material: so has the contact's lane, if it owns one.
  @_optimize(size)
  func mixMaterials(_ contact: UnsafeMutablePointer<Contact>) {
    if contact.pointee.lane < 0 { return }
    let f = laneFloats(contact.pointee.color, contact.pointee.lane)
    (f[ContactLane.friction * 8], f[ContactLane.restitution * 8]) = materials(contact)
    let n = Vec2f(f[ContactLane.nx * 8], f[ContactLane.ny * 8])
    f[ContactLane.surface * 8] = surfaceSpeed(contact, normal: n)
  }

  // MARK: Touch pairs

  func pairKey(_ c: Contact) -> UInt64 {
    c.segment >= 0 ? segmentKey(segments[Int(c.segment)].boundary, c.bodyB) : bodyKey(c.bodyA, c.bodyB)
  }

  /// The pair of a contact that touches.
  private func pair(of c: Contact) -> Int32 {
    let key = pairKey(c)
    if s.pointee.isCleared && s.pointee.pairTable.isEmpty && !restorePairTable() { return pairWithoutTable(key) }
    return s.pointee.pairTable.find(key)
  }

  private func markDirty(_ pair: Int32) {
    if pairs[Int(pair)].has(TouchPair.dirty) { return }
    // Room for every pair was reserved when it was made.
    pairs[Int(pair)].set(TouchPair.dirty)
    _ = s.pointee.dirtyPairs.append(pair)
  }

  /// Room for so many new touch pairs at once; without memory they are made one by one, as far as it goes.
  func reserveTouches(more: Int) {
    if more < 64 { return }
    _ = s.pointee.pairTable.reserve(more: more)
    _ = s.pointee.pairs.reserve(s.pointee.pairs.count + more) && s.pointee.dirtyPairs.reserve(s.pointee.pairs.count + more)
    _ = s.pointee.rawBegan.reserve(s.pointee.rawBegan.count + more)
  }

  /// A contact began to touch in this step. Without memory it is tried again in the next step.
  @_optimize(size)
  func beginTouch(_ index: Int32, _ record: ContactRecord) {
    let c = contacts[Int(index)]
    let key = pairKey(c)
    var pair = s.pointee.pairTable.find(key)
    if pair < 0 {
      guard s.pointee.pairTable.reserveOne(), s.pointee.dirtyPairs.reserve(s.pointee.pairs.count + 1),
        s.pointee.rawBegan.reserve(s.pointee.rawBegan.count + 1)
      else {
        s.pointee.outOfMemory = true
        return
      }
      if s.pointee.freePair >= 0 {
        pair = s.pointee.freePair
        s.pointee.freePair = pairs[Int(pair)].data
      } else {
        pair = Int32(s.pointee.pairs.count)
        guard s.pointee.pairs.append(TouchPair()) else {
          s.pointee.outOfMemory = true
          return
        }
      }
      var fresh = TouchPair()
      if c.segment >= 0 {
        fresh.bodyA = c.bodyB
        fresh.boundary = segments[Int(c.segment)].boundary
      } else {
        fresh.bodyA = c.bodyA
        fresh.bodyB = c.bodyB
      }
      pairs[Int(pair)] = fresh
      s.pointee.pairTable.insert(key, pair)
    }
    let p = pairs + Int(pair)
    if !p.pointee.touches {
      guard s.pointee.rawBegan.reserve(s.pointee.rawBegan.count + 1) else {
        s.pointee.outOfMemory = true
        return
      }
      markDirty(pair)
      // What ends and begins anew within a tick is no event.
      if !p.pointee.has(TouchPair.before) {
        p.pointee.set(TouchPair.before)
        var event = record
        event.pair = pair
        event.bodyA = p.pointee.bodyA
        event.bodyB = p.pointee.bodyB
        event.boundary = p.pointee.boundary
        _ = s.pointee.rawBegan.append(event)
      }
    }
    p.pointee.addContact()
    contacts[Int(index)].flags |= ContactFlag.touching
    s.pointee.touchingCount += 1
  }

  /// A contact ended to touch, or is being dropped while it touches.
  func endTouch(_ index: Int32, silent: Bool) {
    let pair = pair(of: contacts[Int(index)])
    contacts[Int(index)].flags &= ~ContactFlag.touching
    s.pointee.touchingCount -= 1
    let p = pairs + Int(pair)
    p.pointee.dropContact()
    if p.pointee.touches { return }
    markDirty(pair)
    if silent {
      // Forget what this tick has seen of it; the next touch is a new episode.
      dropPair(pair)
      return
    }
    var event = ContactRecord()
    event.pair = pair
    event.bodyA = p.pointee.bodyA
    event.bodyB = p.pointee.bodyB
    event.boundary = p.pointee.boundary
    event.step = s.pointee.stepOfTick
    if !s.pointee.rawEnded.append(event) { s.pointee.outOfMemory = true }
  }

  /// Takes a pair out of the table; its place is free again from the next tick on.
  private func dropPair(_ pair: Int32) {
    let p = pairs + Int(pair)
    if p.pointee.bodyA < 0 { return }
    s.pointee.pairTable.remove(pairKey(p.pointee))
    p.pointee.bodyA = none
    p.pointee.data = 0
  }

  /// Starts a tick of so many steps: forgets the events of the one before.
  @export(interface)
  @_optimize(size)
  public func beginTick(steps: Int = 1) {
    s.pointee.jointWork.broken.count = 0
    for at in 0..<s.pointee.dirtyPairs.count {
      let pair = s.pointee.dirtyPairs[at]
      let p = pairs + Int(pair)
      if p.pointee.touches {
        p.pointee.clear(TouchPair.dirty)
        p.pointee.set(TouchPair.before)
      } else {
        dropPair(pair)
        p.pointee = TouchPair()
        p.pointee.data = s.pointee.freePair
        s.pointee.freePair = pair
      }
    }
    s.pointee.dirtyPairs.count = 0
    s.pointee.rawBegan.count = 0
    s.pointee.rawEnded.count = 0
    s.pointee.began.count = 0
    s.pointee.ended.count = 0
    s.pointee.moved.count = 0
    s.pointee.fellAsleep.count = 0
    s.pointee.quarantined.count = 0
    s.pointee.tick &+= 1
    if s.pointee.tick == 0 { s.pointee.tick = 1 }
    s.pointee.stepOfTick = 0
    s.pointee.stepsOfTick = UInt32(truncatingIfNeeded: steps)
  }

  /// Ends a tick: makes the lists of what began and ended, net of what came and went within the tick.
  @export(interface)
  @_optimize(size)
  public func endTick() {
    if s.pointee.rawBegan.count > 64 { _ = s.pointee.began.reserve(s.pointee.rawBegan.count) }
    for at in 0..<s.pointee.rawBegan.count {
      let event = s.pointee.rawBegan[at]
      if pairs[Int(event.pair)].bodyA < 0 { continue }
      if !s.pointee.began.append(event) { s.pointee.outOfMemory = true }
    }
    // Of several ends of a pair the last one counts.
    let raw = s.pointee.rawEnded
    for back in 1..<(raw.count + 1) {
      let p = pairs + Int(raw[raw.count - back].pair)
      if p.pointee.has(TouchPair.listed) { raw.base[raw.count - back].pair = none } else { p.pointee.set(TouchPair.listed) }
    }
    for at in 0..<raw.count where raw[at].pair >= 0 {
      let p = pairs + Int(raw[at].pair)
      p.pointee.clear(TouchPair.listed)
      if p.pointee.bodyA < 0 || p.pointee.touches { continue }
      if !s.pointee.ended.append(raw[at]) { s.pointee.outOfMemory = true }
    }
  }

  public var moved: UnsafeBufferPointer<Int32> {
    UnsafeBufferPointer(start: s.pointee.moved.base, count: s.pointee.moved.count)
  }
  public var fellAsleep: UnsafeBufferPointer<Int32> {
    UnsafeBufferPointer(start: s.pointee.fellAsleep.base, count: s.pointee.fellAsleep.count)
  }
  public var quarantined: UnsafeBufferPointer<Int32> {
    UnsafeBufferPointer(start: s.pointee.quarantined.base, count: s.pointee.quarantined.count)
  }
  /// In the order detected.
  public var began: UnsafeBufferPointer<ContactRecord> {
    UnsafeBufferPointer(start: s.pointee.began.base, count: s.pointee.began.count)
  }
  /// In the order detected.
  public var ended: UnsafeBufferPointer<ContactRecord> {
    UnsafeBufferPointer(start: s.pointee.ended.base, count: s.pointee.ended.count)
  }

  /// Who touches: two bodies, or body A and a boundary.
  public func bodies(ofPair pair: Int32) -> (a: Int32, b: Int32, boundary: Int32) {
    (pairs[Int(pair)].bodyA, pairs[Int(pair)].bodyB, pairs[Int(pair)].boundary)
  }

  /// 0 while the caller has set nothing in this episode.
  public func pairData(_ pair: Int32) -> Int32 { pairs[Int(pair)].data }
  public func setPairData(_ pair: Int32, _ data: Int32) { pairs[Int(pair)].data = data }

  /// Appends the pairs that touch the body. False: no memory.
  @inline(never)
  @_optimize(size)
  @export(interface)
  public func touching(_ body: Int32, into out: inout Arena<ContactRecord>) -> Bool {
    if !hasContacts() { return false }
    let start = out.count
    var edge = bodies[Int(body)].firstContact
    while edge >= 0 {
      let c = contacts[Int(edge >> 1)]
      if c.flags & ContactFlag.touching != 0 && !appendPair(pair(of: c), from: start, &out) { return false }
      edge = edge & 1 == 0 ? c.nextA : c.nextB
    }
    unmark(out, from: start)
    return true
  }

  /// Appends the pairs that touch the boundary. False: no memory.
  @inline(never)
  @_optimize(size)
  @export(interface)
  public func touchingBoundary(_ boundary: Int32, into out: inout Arena<ContactRecord>) -> Bool {
    if !hasContacts() { return false }
    let start = out.count
    var segment = s.pointee.boundaries[Int(boundary)].firstSegment
    while segment >= 0 {
      var edge = segments[Int(segment)].firstContact
      while edge >= 0 {
        let c = contacts[Int(edge >> 1)]
        if c.flags & ContactFlag.touching != 0 && !appendPair(pair(of: c), from: start, &out) { return false }
        edge = c.nextA
      }
      segment = segments[Int(segment)].next
    }
    unmark(out, from: start)
    return true
  }

  private func appendPair(_ pair: Int32, from start: Int, _ out: inout Arena<ContactRecord>) -> Bool {
    if pairs[Int(pair)].has(TouchPair.listed) { return true }
    var record = ContactRecord()
    record.pair = pair
    record.bodyA = pairs[Int(pair)].bodyA
    record.bodyB = pairs[Int(pair)].bodyB
    record.boundary = pairs[Int(pair)].boundary
    guard out.append(record) else {
      unmark(out, from: start)
      return false
    }
    pairs[Int(pair)].set(TouchPair.listed)
    return true
  }

  private func unmark(_ out: Arena<ContactRecord>, from start: Int) {
    for at in start..<out.count { pairs[Int(out[at].pair)].clear(TouchPair.listed) }
  }
}
