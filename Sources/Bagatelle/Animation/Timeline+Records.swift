// Making and dropping the records of running animations, and their lists.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension Timeline {
  // MARK: Drives and segments

  /// Nil: no memory.
  func addDrive(_ drive: Drive) -> Int32? {
    // Room in the list of what moves is made now, so that starting cannot fail.
    let wanted = drives.records.count + 1
    guard moving.reserve(wanted), ends.reserve(wanted), due.reserve(wanted), dueScratch.reserve(wanted)
    else { return nil }
    return drives.add(drive)
  }

  func addSegment(_ segment: Segment) -> Int32? {
    guard let index = segments.add(segment) else { return nil }
    let drive = drives.base + Int(segment.drive)
    if drive.pointee.lastSegment >= 0 {
      segments.base[Int(drive.pointee.lastSegment)].next = index
    } else {
      drive.pointee.firstSegment = index
    }
    drive.pointee.lastSegment = index
    return index
  }

  /// Drops a drive with all that hangs on it; its contributions end.
  func removeDrive(_ index: Int32) {
    stopMoving(index)
    var s = drives[index].firstSegment
    while s >= 0 {
      var t = segments[s].firstTrack
      while t >= 0 {
        let next = tracks[t].nextInSegment
        unlink(t)
        removeTrack(t)
        t = next
      }
      let next = segments[s].next
      segments.remove(s)
      s = next
    }
    drives.base[Int(index)].animator = nil
    drives.remove(index)
  }

  /// Weights were worked out for another state of the drive.
  func invalidate(_ index: Int32) {
    var s = drives[index].firstSegment
    while s >= 0 {
      segments.base[Int(s)].weightsTime = .nan
      s = segments[s].next
    }
  }

  // MARK: Moving

  /// The drive's end is worked out anew; it moves from now on if its pace is not 0.
  @_optimize(speed)
  func startMoving(_ index: Int32) {
    let drive = drives.base + Int(index)
    invalidate(index)
    guard drive.pointee.pace != 0 else { return stopMoving(index) }
    let end = drive.pointee.endTime
    drive.pointee.isMoving = true
    if drive.pointee.slot < 0 {
      drive.pointee.slot = Int32(truncatingIfNeeded: moving.count)
      _ = moving.append(index)
      _ = ends.append(end)
      if let animator = drive.pointee.animator {
        _ = Unmanaged<PropertyAnimator>.fromOpaque(animator).retain()
      }
    } else {
      ends[Int(drive.pointee.slot)] = end
    }
    if end < earliestEnd { earliestEnd = end }
  }

  /// The timeline lets the animator go: the caller must hold it.
  func stopMoving(_ index: Int32) {
    let drive = drives.base + Int(index)
    drive.pointee.isMoving = false
    let slot = Int(drive.pointee.slot)
    guard slot >= 0 else { return }
    drive.pointee.slot = -1
    let last = moving.removeLast()
    let lastEnd = ends.removeLast()
    if last != index {
      moving[slot] = last
      ends[slot] = lastEnd
      drives.base[Int(last)].slot = Int32(truncatingIfNeeded: slot)
    }
    if let animator = drive.pointee.animator { Unmanaged<PropertyAnimator>.fromOpaque(animator).release() }
  }

  // MARK: Tracks

  /// Room for the tracks of one more change; false: no memory.
  func prepareTracks(_ count: Int) -> Bool {
    tracks.prepare(count) && pairs.prepare(count) && decays.prepare(count)
  }

  /// Adds a track at the end of its segment and of its channel; the item is retained. Nil: no memory.
  func addTrack(_ new: Track, _ presence: ItemPresentation) -> Int32? {
    guard let index = tracks.add(new) else { return nil }
    let track = tracks.base + Int(index)
    _ = Unmanaged<Item>.fromOpaque(track.pointee.item).retain()
    presence.timeline = self
    presence.trackCount += 1
    let segment = segments.base + Int(track.pointee.segment)
    if segment.pointee.lastTrack >= 0 {
      tracks.base[Int(segment.pointee.lastTrack)].nextInSegment = index
    } else {
      segment.pointee.firstTrack = index
    }
    segment.pointee.lastTrack = index

    var lane = presence.lane(track.pointee.channel)
    lane.serial &+= 1  // Only compared for equality with the newest.
    track.pointee.serial = lane.serial
    var other = lane.first
    while other >= 0 {
      if tracks[other].drive == track.pointee.drive { track.pointee.isFirst = false }
      other = tracks[other].next
    }
    track.pointee.previous = lane.last
    if lane.last >= 0 { tracks.base[Int(lane.last)].next = index } else { lane.first = index }
    lane.last = index
    presence.setLane(track.pointee.channel, lane)
    return index
  }

  /// Takes a track out of its channel; its contribution ends.
  @inline(never)
  func unlink(_ index: Int32) {
    let track = tracks.base + Int(index)
    guard track.pointee.isLinked else { return }
    track.pointee.isLinked = false
    let presence = Unmanaged<Item>.fromOpaque(track.pointee.item).takeUnretainedValue().presence
    var lane = presence.lane(track.pointee.channel)
    let previous = track.pointee.previous
    let next = track.pointee.next
    if previous >= 0 { tracks.base[Int(previous)].next = next } else { lane.first = next }
    if next >= 0 { tracks.base[Int(next)].previous = previous } else { lane.last = previous }
    presence.setLane(track.pointee.channel, lane)
  }

  /// Forgets an unlinked track, which its segment is about to forget too, and lets its item go.
  private func removeTrack(_ index: Int32) {
    let track = tracks[index]
    if track.extra >= 0 {
      if track.isDecay { decays.remove(track.extra) } else { pairs.remove(track.extra) }
    }
    let item = Unmanaged<Item>.fromOpaque(track.item)
    if let presence = item.takeUnretainedValue().presentation {
      presence.trackCount -= 1
      if presence.trackCount == 0 && presence.index < 0 { presence.timeline = nil }
    }
    tracks.remove(index)
    item.release()
  }

  /// Takes a channel away from all animators but one; they go on without it.
  func clearChannel(_ presence: ItemPresentation, _ channel: Channel, keeping drive: Int32) {
    var t = presence.lane(channel).first
    while t >= 0 {
      let next = tracks[t].next
      if tracks[t].drive != drive {
        tracks.base[Int(t)].isLost = true
        markRetargeted(tracks[t].drive)
        unlink(t)
      }
      t = next
    }
  }

  private func markRetargeted(_ drive: Int32) {
    guard let animator = drives[drive].animator else { return }
    let owner = Unmanaged<PropertyAnimator>.fromOpaque(animator).takeUnretainedValue()
    owner.wasRetargeted = true
    let record = drives.base + Int(drive)
    guard owner.hasOneChannel, record.pointee.slot >= 0 else { return }
    record.pointee.isAbandoned = true
    ends[Int(record.pointee.slot)] = time
    earliestEnd = min(earliestEnd, time)
  }

  // MARK: End of the timeline

  /// Everything that refers to the timeline is told that it is gone; models stay as they are.
  func forgetAll() {
    while animators.count > 0 {
      Unmanaged<PropertyAnimator>.fromOpaque(animators[animators.count - 1]).takeUnretainedValue()
        .leaveTimeline()
    }
    for follower in followers { follower.timeline = nil }
    followers = []
    removeAllItems()
  }
}
