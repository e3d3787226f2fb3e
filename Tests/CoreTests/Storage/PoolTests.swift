// What runs beside the owner of a pool of threads.
// SPDX-License-Identifier: MIT
import CShims
import Testing

/// What loops and what runs beside them count.
private struct Counts {
  var turns: UInt32 = 0
  var before: UInt32 = 0
  var sum: UInt32 = 0
  var calls = 0
}

@Test func `what runs aside is called once and sees all that came before it`() {
  guard let pool = bgts_pool_create(2) else { return }
  defer { bgts_pool_destroy(pool) }
  var counts = Counts()
  var started = 0
  var isRight = true
  withUnsafeMutablePointer(to: &counts) { counts in
    let loop: bgts_range_fn = { data, first, end in
      _ = bgts_add32(&data.assumingMemoryBound(to: Counts.self).pointee.turns, UInt32(end - first))
    }
    // Fewer steps than come before the first trial, so that help is asked for in all of them.
    for round in 1...100 {
      bgts_pool_begin_step(pool)
      bgts_pool_run(pool, loop, counts, 640, 16)
      counts.pointee.before = UInt32(round)
      let isStarted = bgts_pool_start_aside(
        pool,
        { data in
          let counts = data.assumingMemoryBound(to: Counts.self)
          counts.pointee.sum += counts.pointee.before
          counts.pointee.calls += 1
        }, counts)
      started += isStarted ? 1 : 0
      if !isStarted {
        counts.pointee.sum += UInt32(round)
        counts.pointee.calls += 1
      }
      // Loops go on meanwhile, and either call waits for it.
      bgts_pool_run(pool, loop, counts, 640, 16)
      if round % 2 == 0 { bgts_pool_finish_aside(pool) } else { bgts_pool_rest(pool) }
      isRight = isRight && counts.pointee.calls == round && counts.pointee.turns == UInt32(1280 * round)
    }
  }
  #expect(isRight && counts.sum == 5050)
  #expect(started > 0)
}

@Test func `ranges of a shared loop are about as large, and no smaller than is worth a thread`() {
  guard let pool = bgts_pool_create(2) else { return }
  defer { bgts_pool_destroy(pool) }
  for (count, least, wanted) in [(348, 80, [87, 87, 87, 87]), (500, 64, [84, 84, 84, 84, 84, 80])] {
    // At the first turn of each range how many it has.
    var sizes = [UInt32](repeating: 0, count: count)
    sizes.withUnsafeMutableBufferPointer { sizes in
      bgts_pool_begin_step(pool)
      _ = bgts_pool_run(
        pool, { data, first, end in bgts_store32(data.assumingMemoryBound(to: UInt32.self) + first, UInt32(end - first)) },
        sizes.baseAddress!, count, least)
    }
    if bgts_pool_threads(pool) > 0 { #expect(sizes.filter { $0 > 0 }.map(Int.init) == wanted) }
  }
}
