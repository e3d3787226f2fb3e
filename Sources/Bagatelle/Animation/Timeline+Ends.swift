// Which animations end in an advance, in which order, and who is told.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// A drive that comes to its goal.
struct DueEnd: BitwiseCopyable {
  var end: Double
  var order: UInt64
  var drive: Int32

  func isBefore(_ other: DueEnd) -> Bool { end != other.end ? end < other.end : order < other.order }
}

extension Timeline {
  /// Brings everything that ends up to the present time to its end, then calls completions and observers.
  func finishDue() {
    guard earliestEnd <= time else { return }
    collectDue()
    sortDue()
    // All values first: no callback sees an animation between its end and its completion.
    var finished: [(PropertyAnimator, PropertyAnimator.Ending)] = []
    for index in 0..<due.count {
      // What dies with an animation may have stopped another one.
      let drive = drives[due[index].drive]
      guard let raw = drive.animator, drive.order == due[index].order else { continue }
      let animator = Unmanaged<PropertyAnimator>.fromOpaque(raw).takeUnretainedValue()
      let ending = animator.reachGoal()
      finished.append((animator, ending))
    }
    due.count = 0
    for (animator, ending) in finished { animator.tell(ending) }
  }

  private func collectDue() {
    due.count = 0
    var earliest = Double.infinity
    for index in 0..<moving.count {
      let end = ends[index]
      if end <= time {
        let drive = moving[index]
        _ = due.append(DueEnd(end: end, order: drives[drive].order, drive: drive))
      } else if end < earliest {
        earliest = end
      }
    }
    earliestEnd = earliest
  }

  /// Merges runs of doubling length; the room was made when the drives were.
  private func sortDue() {
    let count = due.count
    guard count > 1, dueScratch.reserve(count) else { return }
    var source = due.base
    var target = dueScratch.base
    var width = 1
    while width < count {
      var low = 0
      while low < count {
        let middle = min(low + width, count)
        let high = min(low + 2 * width, count)
        var left = low
        var right = middle
        for place in low..<high {
          let takesRight = left >= middle || (right < high && source[right].isBefore(source[left]))
          if takesRight {
            target[place] = source[right]
            right += 1
          } else {
            target[place] = source[left]
            left += 1
          }
        }
        low += 2 * width
      }
      (source, target) = (target, source)
      width *= 2
    }
    if source != due.base { due.base.update(from: source, count: count) }
  }
}
