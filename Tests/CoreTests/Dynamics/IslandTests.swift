// Islands against a graph search: random graphs of bodies and springs, some bodies kept moving.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

/// The bodies that hang together with the given ones, by following edges until nothing is added.
private func reached(from starts: [Int], _ edges: [(Int, Int)], count: Int) -> [Bool] {
  var found = [Bool](repeating: false, count: count)
  for start in starts { found[start] = true }
  var grows = true
  while grows {
    grows = false
    for (a, b) in edges where found[a] != found[b] {
      found[a] = true
      found[b] = true
      grows = true
    }
  }
  return found
}

@Test func `islands sleep and wake as a graph search tells`() {
  let seed: UInt64 = 20_261
  var random = TestRandom(seed)
  let count = 14
  var asleep = 0
  for round in 0..<250 {
    let bench = Bench()
    defer { bench.world.destroy() }
    let bodies = (0..<count).map { bench.box(Double($0 % 7) * 200, Double($0 / 7) * 200 - 1000, gravity: 0) }
    var edges: [(Int, Int)] = []
    for _ in 0..<random.index(count) {
      let a = random.index(count)
      let b = random.index(count)
      if a == b { continue }
      edges.append((a, b))
      let way = bench.world.center(bodies[b]) - bench.world.center(bodies[a])
      _ = bench.spring(bodies[a], bodies[b], length: way.length, frequency: 1, damping: 1)
    }
    let movers = (0..<random.index(4)).map { _ in random.index(count) }
    bench.run(90) { _ in
      for mover in movers { bench.world.setVelocity(bodies[mover], Vector2(0, 20)) }
    }
    let moving = reached(from: movers, edges, count: count)
    for at in 0..<count {
      #expect(bench.world.isAwake(bodies[at]) == moving[at], "seed \(seed), round \(round), body \(at)")
      if !moving[at] { asleep += 1 }
    }
    // One of those that sleep wakes with all that hangs on it, and nothing else.
    guard let sleeper = (0..<count).first(where: { !moving[$0] }) else { continue }
    bench.world.wake(bodies[sleeper])
    let awake = reached(from: movers + [sleeper], edges, count: count)
    for at in 0..<count {
      #expect(bench.world.isAwake(bodies[at]) == awake[at], "seed \(seed), round \(round), body \(at), woken")
    }
  }
  // Some of both were there.
  #expect(asleep > 250 && asleep < 250 * count)
}
