// Gives memory back that only the making and settling of a scene needed.
// SPDX-License-Identifier: MIT
import BagatelleKernels

extension World {
  /// Bodies came: once they have settled a little, and again some seconds later, their arenas are cut to size. Then no
  /// more, so that a steady step asks for no memory.
  func scheduleTrims() {
    if s.pointee.trimsLeft == 0 { s.pointee.trimStep = s.pointee.steps + 60 }
    s.pointee.trimsLeft = 3
  }

  /// Bodies fell asleep: one trim.
  func scheduleTrim() {
    if s.pointee.trimsLeft > 0 { return }
    s.pointee.trimStep = s.pointee.steps + 60
    s.pointee.trimsLeft = 1
  }

  /// Between two ticks, whose lists go: whether it is time for a trim, which is then made. At rest it is made at once.
  @export(interface)
  public func trimIfDue() -> Bool {
    let rests = s.pointee.awake.count == 0
    if s.pointee.trimsLeft == 0 || (!rests && s.pointee.steps < s.pointee.trimStep) { return false }
    s.pointee.trimsLeft = rests ? 0 : s.pointee.trimsLeft - 1
    s.pointee.trimStep = s.pointee.steps + (s.pointee.trimsLeft == 2 ? 120 : 240)
    trim()
    return true
  }

  @_optimize(size)
  private func trim() {
    s.pointee.isCleared = s.pointee.awake.count == 0
    trimBodies()
    trimContacts()
    s.pointee.vertices.trim(to: s.pointee.vertices.count)
    s.pointee.normals.trim(to: s.pointee.normals.count)
    s.pointee.blockUsers.trim(to: s.pointee.blockUsers.count)
    s.pointee.groups.trim(to: s.pointee.groups.count)
    s.pointee.pieces.trim(to: s.pointee.pieces.count)
    s.pointee.segments.trim(to: s.pointee.segments.count)
    s.pointee.boundaries.trim(to: s.pointee.boundaries.count)
    s.pointee.joints.trim(to: s.pointee.joints.count)
    s.pointee.fieldMembers.trim(to: s.pointee.fieldMembers.count)
    s.pointee.bodyTree.trim(rests: s.pointee.isCleared)
    s.pointee.segmentTree.trim(rests: true)
    // Lists of one step or tick.
    keepRoomIfBusy(&s.pointee.rawBegan)
    keepRoomIfBusy(&s.pointee.rawEnded)
    keepRoomIfBusy(&s.pointee.began)
    keepRoomIfBusy(&s.pointee.ended)
    keepRoom(&s.pointee.overlaps, times: 4)
    keepRoom(&s.pointee.newPairs, times: 4)
    if s.pointee.isCleared { s.pointee.approaches.count = 0 }
    s.pointee.approaches.trim(to: s.pointee.approaches.count)
    s.pointee.pushSpeeds.trim(to: 0)
    keepRoom(&s.pointee.sortScratch, least: isBusy ? 2 * s.pointee.active.capacity : 0)
    keepRoom(&s.pointee.hits, times: 4)
    keepRoom(&s.pointee.strays)
    // Who is fast, or strays, is so now or later.
    if isBusy { _ = reserveRows(more: s.pointee.awake.count / 3 + 1) }
    s.pointee.fieldBodies.trim(to: s.pointee.fieldBodies.count)
  }

  /// Room for listing every body stays, and while one is awake for waking all.
  @_optimize(size)
  private func trimBodies() {
    let wanted = Int(s.pointee.bodyCount) + 2
    s.pointee.bodies.trim(to: s.pointee.bodies.count)
    s.pointee.extras.trim(to: s.pointee.extras.count)
    s.pointee.kinds.trim(to: s.pointee.kinds.count)
    let room = s.pointee.isCleared ? 0 : wanted
    s.pointee.states.trim(to: s.pointee.isCleared ? 0 : wanted + 1)
    s.pointee.shifts.trim(to: s.pointee.isCleared ? 0 : wanted + 1)
    s.pointee.motions.trim(to: room)
    s.pointee.tracks.trim(to: room)
    s.pointee.awake.trim(to: room)
    s.pointee.fresh.trim(to: wanted)
    s.pointee.movedBuffer.trim(to: wanted)
    s.pointee.moved.trim(to: room)
    s.pointee.fellAsleep.trim(to: 0)
    if s.pointee.isCleared {
      s.pointee.restlessSeconds = 0
      s.pointee.places.count = 0
    }
    s.pointee.places.trim(to: s.pointee.places.count)
    s.pointee.quarantined.trim(to: s.pointee.quarantined.count)
    s.pointee.stack.trim(to: wanted)
    s.pointee.continuous.trim(to: room)
    s.pointee.marks.trim(to: room)
    s.pointee.boxes.trim(to: room)
    s.pointee.startVelocities.trim(to: room)
    s.pointee.paces.trim(to: 0)
    s.pointee.rows.trim(to: 0)
  }

  /// Lists of one step that are short now may be longer in any later one: there is room for every other awake body, and where much
  /// moves for so many times as many, and twice as many as there were, so that steady motion never asks for memory.
  private func keepRoom<Element>(_ list: inout Arena<Element>, times: Int = 1, least: Int = 0) {
    let awake = s.pointee.awake.count
    let room = max(isBusy ? max(times * awake, 2 * list.count) : awake / 2, least)
    list.trim(to: room)
    _ = list.reserve(room)
  }

  /// The same where much moves; where little does there is room for a few that begin or end to touch.
  private func keepRoomIfBusy<Element>(_ list: inout Arena<Element>) {
    if isBusy {
      keepRoom(&list)
    } else {
      let few = s.pointee.isCleared ? 0 : 8
      list.trim(to: few)
      _ = list.reserve(few)
    }
  }

  /// Whether many bodies have just left their boxes.
  public var isBusy: Bool { 16 * s.pointee.movedBuffer.count > s.pointee.awake.count }

  /// A little room for more of what comes and goes, so that the next one need not make an arena half as large again; a quarter where much moves.
  private func withSlack(_ count: Int) -> Int { s.pointee.isCleared ? count : count + count / (isBusy ? 4 : 32) }

  /// Room for activating and ending every contact stays while a body is awake, and in large worlds for contacts of each color.
  @_optimize(size)
  private func trimContacts() {
    // What flies about has few contacts, now and then half as many more; what rests has more than this.
    let least = s.pointee.isCleared ? 0 : (isBusy ? 2 : 1) * s.pointee.awake.count
    let wanted = s.pointee.isCleared ? 0 : max(withSlack(Int(s.pointee.contactCount)), least)
    let pairs = max(withSlack(s.pointee.pairs.count), least)
    s.pointee.contacts.trim(to: max(withSlack(s.pointee.contacts.count), least))
    s.pointee.active.trim(to: wanted)
    s.pointee.starts.trim(to: wanted)
    s.pointee.ends.trim(to: wanted)
    if isBusy { _ = s.pointee.unsettled.reserve(unsettledRoom) } else { s.pointee.unsettled.trim(to: s.pointee.isCleared ? 0 : 8) }
    s.pointee.pairs.trim(to: pairs)
    s.pointee.dirtyPairs.trim(to: pairs)
    _ = s.pointee.contacts.reserve(least) && s.pointee.active.reserve(least) && s.pointee.starts.reserve(least)
      && s.pointee.ends.reserve(least) && s.pointee.pairs.reserve(least) && s.pointee.dirtyPairs.reserve(least)
    if s.pointee.isCleared {
      packContacts()
      s.pointee.contactTable.deallocate()
      s.pointee.pairTable.deallocate()
    } else {
      // Whoever left a box will be looked for.
      s.pointee.contactTable.trim(isBusy: isBusy, least: least)
      s.pointee.pairTable.trim(isBusy: isBusy, least: least)
    }
    for number in 0..<s.pointee.colors.count {
      let set = s.pointee.colors.base + number
      // A body takes the first free color, so later ones have few contacts.
      let rank = number == 0 ? 3 : (number - 1) % 15
      let few = s.pointee.awake.count >= 256 ? 8 : 0
      let first = isBusy ? max(few, s.pointee.awake.count / 32) : few
      let least = max(few > 0 || isBusy && rank < 4 ? 1 : 0, first >> rank)
      let blocks = max(withSlack(set.pointee.blocks.count), least)
      set.pointee.blocks.trim(to: blocks)
      set.pointee.owners.trim(to: blocks * 8)
      set.pointee.touching.trim(to: blocks)
      set.pointee.marks.trim(to: blocks)
      _ = set.pointee.blocks.reserve(blocks) && set.pointee.owners.reserve(blocks * 8)
        && set.pointee.touching.reserve(blocks) && set.pointee.marks.reserve(blocks)
    }
  }
}
