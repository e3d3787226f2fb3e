// Islands against a graph search: random graphs of touches and springs between bodies, some of them anchored, some kept
// moving; and heaps that fall, where the graph is what the events tell.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

/// Bodies and what joins them. Anchored ones are met, and join nothing.
private struct Graph {
  var anchored: [Bool]
  var isJoined: [[Bool]]
  var count: Int { anchored.count }

  init(anchored: [Bool]) {
    self.anchored = anchored
    isJoined = anchored.map { _ in [Bool](repeating: false, count: anchored.count) }
  }

  mutating func set(_ a: Int, _ b: Int, _ on: Bool) {
    isJoined[a][b] = on
    isJoined[b][a] = on
  }

  /// Depth-first, never through an anchored body.
  func reached(from starts: [Int]) -> [Bool] {
    var found = [Bool](repeating: false, count: count)
    var waiting = starts.filter { !anchored[$0] }
    for start in waiting { found[start] = true }
    while let at = waiting.popLast() {
      for next in 0..<count where isJoined[at][next] && !found[next] && !anchored[next] {
        found[next] = true
        waiting.append(next)
      }
    }
    return found
  }
}

/// A square or a disc on a grid of 40 points. Sizes are such that two big ones side by side overlap by 0.06 points,
/// which contacts leave alone, and all others are three quarters of a point or more apart.
private struct Cell {
  var x: Double
  var y: Double
  var halfX: Double
  var halfY: Double
  var isDisc: Bool
  var isAnchored: Bool

  init(column: Int, row: Int, _ random: inout CollisionRandom) {
    x = Double(column) * 40
    y = Double(row) * 40
    isDisc = random.below(3) == 0
    halfX = random.below(3) > 0 ? 20.03 : 19.2
    halfY = isDisc ? halfX : random.below(3) > 0 ? 20.03 : 19.2
    isAnchored = random.below(6) == 0
  }

  /// Distance of the outlines, below 0 an overlap.
  func separation(_ b: Cell) -> Double {
    let dx = abs(x - b.x)
    let dy = abs(y - b.y)
    if isDisc && b.isDisc { return Vector2(dx, dy).length - halfX - b.halfX }
    if !isDisc && !b.isDisc { return max(dx - halfX - b.halfX, dy - halfY - b.halfY) }
    let (box, disc) = isDisc ? (b, self) : (self, b)
    let out = Vector2(max(dx - box.halfX, 0), max(dy - box.halfY, 0))
    return out == .zero ? max(dx - box.halfX, dy - box.halfY) - disc.halfX : out.length - disc.halfX
  }
}

/// Cells with their world: nothing moves, but what is told to.
private struct Grid {
  let bench = Bench()
  var cells: [Cell] = []
  var bodies: [Int32] = []
  var graph = Graph(anchored: [])
  /// Discs that are turned in every step; without friction they move nobody else.
  var movers: [Int] = []

  init(_ random: inout CollisionRandom) {
    var settings = WorldSettings()
    if random.below(4) > 0 { settings.restSeconds = 0.1 }
    bench.world.settings = settings
    let columns = 2 + random.below(5)
    for row in 0..<1 + random.below(4) {
      for column in 0..<columns where random.below(8) > 0 { cells.append(Cell(column: column, row: row, &random)) }
    }
    for cell in cells {
      var p = BodyProperties()
      p.friction = 0
      p.elasticity = 0
      p.isAnchored = cell.isAnchored
      bodies.append(
        bench.box(
          cell.x, cell.y, 2 * cell.halfX, 2 * cell.halfY, type: cell.isDisc ? .ellipse : .rectangle, gravity: 0,
          properties: p))
    }
    graph = Graph(anchored: cells.map(\.isAnchored))
    for a in 0..<cells.count {
      for b in 0..<a where cells[a].separation(cells[b]) < -0.01 { graph.set(a, b, true) }
    }
    let discs = (0..<cells.count).filter { cells[$0].isDisc && !cells[$0].isAnchored }
    if !discs.isEmpty { movers = (0..<random.below(3)).map { _ in discs[random.below(discs.count)] } }
  }

  mutating func addSprings(_ random: inout CollisionRandom) {
    for _ in 0..<random.below(1 + cells.count / 3) {
      let a = random.below(cells.count)
      let b = random.below(cells.count)
      if a == b || (cells[a].isAnchored && cells[b].isAnchored) { continue }
      let way = Vector2(cells[b].x - cells[a].x, cells[b].y - cells[a].y)
      _ = bench.spring(bodies[a], bodies[b], length: way.length, frequency: 1, damping: 1)
      graph.set(a, b, true)
    }
  }

  /// Runs until all that may sleep does. What is wrong with when and who, or nil.
  func settle() -> String? {
    var asleepAt = cells.map { _ in -1 }
    let steps = Int(bench.world.settings.restSeconds * 120) + 8
    bench.run(steps) { step in
      for mover in movers { bench.world.setAngularVelocity(bodies[mover], 1) }
      for body in bench.world.fellAsleep { asleepAt[bodies.firstIndex(of: body)!] = step }
    }
    let moving = graph.reached(from: movers)
    for at in 0..<cells.count where !cells[at].isAnchored {
      if bench.world.isAwake(bodies[at]) != moving[at] { return "body \(at) should \(moving[at] ? "not " : "")sleep" }
      let island = graph.reached(from: [at])
      for other in 0..<at where island[other] && asleepAt[other] != asleepAt[at] {
        return "bodies \(other) and \(at) fell asleep in steps \(asleepAt[other]) and \(asleepAt[at])"
      }
    }
    return nil
  }

  /// Wakes one that sleeps. What is wrong with who woke, or nil.
  func wake(_ random: inout CollisionRandom) -> String? {
    let moving = graph.reached(from: movers)
    let sleepers = (0..<cells.count).filter { !moving[$0] && !cells[$0].isAnchored }
    if sleepers.isEmpty { return nil }
    let sleeper = sleepers[random.below(sleepers.count)]
    bench.world.wake(bodies[sleeper])
    let awake = graph.reached(from: movers + [sleeper])
    for at in 0..<cells.count where !cells[at].isAnchored && bench.world.isAwake(bodies[at]) != awake[at] {
      return "body \(sleeper) was woken, and \(at) is \(awake[at] ? "still asleep" : "awake too")"
    }
    return nil
  }
}

@Suite struct IslandTests {
  @Test func islandsOfTouchingBodies() {
    Property.holds("islands of contacts", cases: 12_000, debug: 300) { random in
      let grid = Grid(&random)
      defer { grid.bench.world.destroy() }
      return grid.settle() ?? grid.wake(&random) ?? grid.settle()
    }
  }

  @Test func islandsOfContactsAndSprings() {
    Property.holds("islands of contacts and springs", cases: 12_000, debug: 300) { random in
      var grid = Grid(&random)
      defer { grid.bench.world.destroy() }
      grid.addSprings(&random)
      return grid.settle() ?? grid.wake(&random) ?? grid.settle()
    }
  }

  /// The graph follows the events of touch. Between steps all of an island sleeps, or nobody.
  @Test func heapsSleepAndWakeAsAWhole() {
    var slept = 0
    var halfAsleep = 0
    Property.holds("islands of heaps that fall", cases: 1_500, debug: 40) { random in
      let bench = Bench()
      defer { bench.world.destroy() }
      _ = bench.floor(y: 300, from: -200, to: 200)
      let count = 4 + random.below(14)
      var graph = Graph(anchored: (0..<count).map { _ in random.below(6) == 0 })
      var bodies: [Int32] = []
      for at in 0..<count {
        var p = BodyProperties()
        p.isAnchored = graph.anchored[at]
        p.elasticity = 0
        p.friction = random.between(0, 1)
        bodies.append(
          bench.box(
            random.between(-150, 150), random.between(0, 290), random.between(10, 50), random.between(10, 50),
            angle: random.below(2) == 0 ? 0 : random.angle(), type: random.below(3) == 0 ? .ellipse : .rectangle,
            properties: p))
      }
      for _ in 0..<random.below(4) {
        let a = random.below(count)
        let b = random.below(count)
        if a == b || graph.isJoined[a][b] || (graph.anchored[a] && graph.anchored[b]) { continue }
        let way = bench.world.center(bodies[b]) - bench.world.center(bodies[a])
        _ = bench.spring(bodies[a], bodies[b], length: way.length, frequency: random.between(1, 5), damping: 1)
        graph.set(a, b, true)
      }
      let joints = graph.isJoined
      var wrong: String?
      bench.run(300) { step in
        if wrong != nil { return }
        for event in bench.world.ended where event.bodyB >= 0 {
          let (a, b) = (bodies.firstIndex(of: event.bodyA)!, bodies.firstIndex(of: event.bodyB)!)
          graph.set(a, b, joints[a][b])
        }
        for event in bench.world.began where event.bodyB >= 0 {
          graph.set(bodies.firstIndex(of: event.bodyA)!, bodies.firstIndex(of: event.bodyB)!, true)
        }
        let awake = bodies.map { bench.world.isAwake($0) }
        for a in 0..<count where !graph.anchored[a] {
          for b in 0..<a where graph.isJoined[a][b] && !graph.anchored[b] && awake[a] != awake[b] {
            wrong = "step \(step): bodies \(b) and \(a) are joined, and one of them sleeps"
          }
        }
        let sleeping = (0..<count).filter { !graph.anchored[$0] && !awake[$0] }
        if !sleeping.isEmpty && bench.world.awakeCount > 0 { halfAsleep += 1 }
        if !sleeping.isEmpty && random.below(40) == 0 {
          slept += 1
          let sleeper = sleeping[random.below(sleeping.count)]
          bench.world.wake(bodies[sleeper])
          let expected = graph.reached(from: [sleeper])
          for at in 0..<count where !graph.anchored[at] {
            if bench.world.isAwake(bodies[at]) != (awake[at] || expected[at]) {
              wrong = "step \(step): \(sleeper) was woken, and \(at) is \(awake[at]), before \(expected[at])"
            }
          }
          bench.world.applyImpulse(
            bodies[sleeper], impulse: Vector2(random.between(-5, 5), random.between(-20, 0)), offset: .zero)
        }
      }
      return wrong
    }
    #expect(slept > 0 && halfAsleep > 0)
  }
}
