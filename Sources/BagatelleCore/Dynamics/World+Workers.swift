// Loops of a step whose turns do not depend on each other, shared out among workers.
// SPDX-License-Identifier: MIT
//
// A turn reads what no other turn writes, and writes to places of its own. What a loop finds and lists, it marks, and the
// marks are read in order afterwards by one thread. So it makes no difference who takes which turn, or how many there are
// to take them. Turns ask for no memory.
import BagatelleKernels
import CShims

/// What the turns of a loop need to know.
struct Loop {
  let world: World
  let context: StepContext
  var first = 0
  var flag = false
  /// Set by any turn.
  var found: UInt32 = 0
  /// The same.
  var pushed: UInt32 = 0
  /// The same.
  var fast: UInt32 = 0
}

/// A pass over blocks of contacts.
struct ContactLoop {
  let world: World
  let context: StepContext
  let phase: Int32
  let set: UnsafeMutablePointer<ContactColor>
  let parameters: UnsafePointer<ContactParameters>
}

extension World {
  /// Makes room for the workers of the steps to come, the caller's thread among them. Before the first step.
  @export(interface)
  public func setWorkers(_ count: Int) {
    s.pointee.pool = bgts_pool_create(UInt32(truncatingIfNeeded: count))
  }

  /// The steps of a tick are over: workers sleep.
  @export(interface)
  public func rest() {
    if let pool = s.pointee.pool { bgts_pool_rest(pool) }
  }

  /// Threads that were made for it.
  public var threadCount: Int {
    guard let pool = s.pointee.pool else { return 0 }
    return Int(bgts_pool_threads(pool))
  }

  /// Runs all turns for the bodies that moved in a tick, before `rest`; each has turns of its own.
  public func shareMoved(_ data: UnsafeMutableRawPointer, _ turns: @convention(c) (UnsafeMutableRawPointer, Int, Int) -> Void) {
    share(s.pointee.moved.count, 256, data, turns)
  }

  /// Runs all turns; ranges of less than `least` are not worth a thread. Whether another thread took some: what they wrote is not
  /// in the caller's cache, and is better fetched ahead.
  @inline(__always)
  @discardableResult
  func share<Data>(_ count: Int, least: Int, _ data: inout Data, _ turns: bgts_range_fn) -> Bool {
    withUnsafeMutablePointer(to: &data) { share(count, least, UnsafeMutableRawPointer($0), turns) }
  }

  @inline(never)
  @discardableResult
  private func share(_ count: Int, _ least: Int, _ data: UnsafeMutableRawPointer, _ turns: bgts_range_fn) -> Bool {
    if let pool = s.pointee.pool { return bgts_pool_run(pool, turns, data, count, least) }
    if count > 0 { turns(data, 0, count) }
    return false
  }

  /// Bodies that are worth a thread: the same for all loops over them, so that each thread meets its own again.
  static var leastBodies: Int { 64 }
}

extension UnsafeMutableRawPointer {
  @inline(__always) var loop: UnsafeMutablePointer<Loop> { assumingMemoryBound(to: Loop.self) }
  @inline(__always) var contactLoop: UnsafeMutablePointer<ContactLoop> { assumingMemoryBound(to: ContactLoop.self) }
}

// MARK: Contacts

/// Points of a contact that came so fast that they bounce, in the marks of a block, one bit for each lane; and whether friction of a hit acts,
/// of those that bounce too.
enum Bounce {
  static var first: UInt32 { 1 }
  static var second: UInt32 { 256 }
  static var rubs: UInt32 { 65_536 }
}

extension World {
  /// Blocks of eight contacts that are worth a thread: about a microsecond, as sharing them costs.
  private static var leastBlocks: Int { 24 }

  /// One phase of some blocks of a color.
  @inline(__always)
  private func run(
    _ phase: Int32, _ set: UnsafeMutablePointer<ContactColor>, _ first: Int, _ end: Int, _ rows: UnsafeMutableRawPointer,
    _ parameters: UnsafePointer<ContactParameters>
  ) {
    s.pointee.kernel(phase, set.pointee.blocks.base + first, end - first, rows, parameters, set.pointee.marks.base + first)
  }

  /// One pass over all colors, one after the other; the blocks of a color share no body that can move. In the overflow
  /// color they may.
  @inline(never)
  func contacts(_ phase: ContactPhase, _ parameters: UnsafePointer<ContactParameters>, _ context: StepContext) {
    for number in 0..<World.colorCount {
      let set = s.pointee.colors.base + number
      let count = set.pointee.blocks.count
      if count == 0 { continue }
      // The first of the blocks that a kernel gets tells whether something turns as told (`isFixed` in ContactKernel.swift). Of bodies with very
      // many contacts those with what is fixed and others may share a color: it must be the first of the color then, whoever works.
      if number == 0 || set.pointee.hasFixed {
        run(phase.rawValue, set, 0, count, UnsafeMutableRawPointer(states), parameters)
        continue
      }
      var loop = ContactLoop(
        world: self, context: context, phase: phase.rawValue, set: set, parameters: parameters)
      share(count, least: World.leastBlocks, &loop) { data, first, end in
        let l = data.contactLoop.pointee
        l.world.run(l.phase, l.set, first, end, UnsafeMutableRawPointer(l.world.states), l.parameters)
      }
    }
  }

  /// Lets the geometry of all lanes follow the bodies, which are not touched by it.
  @inline(never)
  func rebaseContacts(_ parameters: UnsafePointer<ContactParameters>, _ context: StepContext) {
    var loop = ContactLoop(
      world: self, context: context, phase: ContactPhase.rebase.rawValue, set: s.pointee.colors.base,
      parameters: parameters)
    share(blockCount, least: World.leastBlocks, &loop) { data, first, end in
      let l = data.contactLoop.pointee
      l.world.eachColor(first, end) { color, first, end in
        let blocks = l.world.color(color).pointee.blocks.base + first
        l.world.s.pointee.kernel(
          l.phase, blocks, end - first, UnsafeMutableRawPointer(l.world.shifts), l.parameters,
          UnsafeMutableRawPointer(l.world.states).assumingMemoryBound(to: UInt32.self))
        l.world.findWorn(color, first, end)
      }
    }
  }

  /// Bodies with contacts do not fly freely in this step. Who may be moved by one has its color; what moves as told has none, but is met
  /// in colors that are known for it, or in the overflow color. (Along the contacts each body would be met some five times, anywhere.)
  func markHeld(_ context: StepContext) {
    var loop = Loop(world: self, context: context)
    share(s.pointee.awake.count, least: World.leastBodies, &loop) { data, first, end in
      let world = data.loop.pointee.world
      for at in first..<end where world.bodies[Int(world.s.pointee.awake[at])].colors != 0 { world.motions[at].free = 0 }
    }
    for number in 0..<Int32(World.colorCount) where number == 0 || color(number).pointee.hasFixed { markMet(number) }
  }

  /// All who are in contacts of a color.
  @_optimize(size)
  private func markMet(_ number: Int32) {
    for block in 0..<color(number).pointee.blocks.count {
      let index = UnsafeRawPointer(color(number).pointee.blocks.base + block).assumingMemoryBound(to: Int32.self)
      for lane in 0..<16 where index[lane] >= 0 { motions[Int(index[lane])].free = 0 }
    }
  }

  /// Where contacts ended, and which began and ended to touch, noted per lane. Nothing that moves is changed, so all
  /// colors go at once.
  @inline(never)
  func measureContacts(_ parameters: UnsafePointer<ContactParameters>, _ context: StepContext) {
    var loop = ContactLoop(
      world: self, context: context, phase: ContactPhase.measure.rawValue, set: s.pointee.colors.base,
      parameters: parameters)
    share(blockCount, least: World.leastBlocks, &loop) { data, first, end in
      let l = data.contactLoop.pointee
      l.world.eachColor(first, end) { color, first, end in
        l.world.run(
          l.phase, l.world.color(color), first, end, UnsafeMutableRawPointer(l.world.states), l.parameters)
        l.world.findTouching(color, first, end, l.context)
      }
    }
  }

  private static var bouncePasses: Int32 { 32 }

  /// After the sub-steps: gives bouncing contacts the speed that they had at impact, times their restitution. Who is hit in
  /// several places needs some passes until all of them have it; then no energy has come from nowhere.
  @inline(never)
  @_optimize(size)
  func applyRestitution(_ context: StepContext) {
    var loop = Loop(world: self, context: context)
    share(blockCount, least: 2 * World.leastBlocks, &loop) { data, first, end in
      let l = data.loop.pointee
      l.world.eachColor(first, end) { l.world.findBounces($0, $1, $2, l.context) }
    }
    rubHits()
    s.pointee.starts.count = 0
    listBounces(isElastic: true)
    let count = s.pointee.starts.count
    // Hits of elasticity 0 have nothing to give each other, but joints.
    listBounces(isElastic: false)
    if s.pointee.starts.count == 0 { return }
    guard s.pointee.sortScratch.reserve(count) else {
      s.pointee.outOfMemory = true
      s.pointee.starts.count = 0
      return
    }
    let isJoined = s.pointee.jointCount > 0 && keepImpacts()
    for at in count..<s.pointee.starts.count {
      let place = s.pointee.starts[at]
      _ = bounce(laneFloats(at: place), bouncingPoints(place) & Bounce.rubs)
    }
    if count > 0 { passBouncesOn(context) }
    // The pass in which the velocity of an awake body last changed; that of what is fixed never does. The two of a contact lie side by
    // side, in place of what is fixed the other: most have nothing to do in most passes.
    let changed = s.pointee.continuous.base
    for at in 0..<s.pointee.awake.count { changed[at] = 0 }
    let rows = UnsafeMutableRawPointer(s.pointee.sortScratch.base).assumingMemoryBound(to: SIMD2<Int32>.self)
    for at in 0..<count {
      let f = laneFloats(at: s.pointee.starts[at])
      let a = Int32(truncatingIfNeeded: row(f, ContactLane.indexA))
      let b = Int32(truncatingIfNeeded: row(f, ContactLane.indexB))
      rows[at] = SIMD2(a < 0 ? b : a, b < 0 ? a : b)
    }
    for pass in 1...World.bouncePasses {
      var found = false
      for at in 0..<count {
        let (a, b) = (Int(rows[at].x), Int(rows[at].y))
        if max(changed[a], changed[b]) < pass - 1 { continue }
        let place = s.pointee.starts[at]
        if !bounce(laneFloats(at: place), bouncingPoints(place)) { continue }
        found = true
        changed[a] = pass
        changed[b] = pass
      }
      if !found { break }
    }
    if isJoined { bounceThroughJoints(context) }
    s.pointee.starts.count = 0
  }

  /// Adds the places of contacts that bounce, or else of other hits on attachments, to `starts`, which is not in use and has room for every contact.
  @inline(never)
  @_optimize(size)
  private func listBounces(isElastic: Bool) {
    for number in 0..<Int32(World.colorCount) {
      let set = color(number)
      for block in 0..<set.pointee.blocks.count where set.pointee.marks[block] != 0 {
        var lanes = (set.pointee.marks[block] | set.pointee.marks[block] >> 8) & 255
        while lanes != 0 {
          let lane = Int32(truncatingIfNeeded: block * 8 + lanes.trailingZeroBitCount)
          lanes &= lanes &- 1
          if (laneFloats(number, lane)[ContactLane.restitution * 8] > 0) == isElastic { _ = s.pointee.starts.append(Contact.place(number, lane)) }
        }
      }
    }
  }

  /// Blocks of all colors.
  private var blockCount: Int {
    var count = 0
    for number in 0..<World.colorCount { count += s.pointee.colors[number].blocks.count }
    return count
  }

  /// Cuts a range of the blocks of all colors, one color behind the other, by colors.
  @inline(__always)
  private func eachColor(_ first: Int, _ end: Int, _ turn: (Int32, Int, Int) -> Void) {
    var start = 0
    for number in 0..<World.colorCount {
      let count = s.pointee.colors[number].blocks.count
      let low = max(first - start, 0)
      let high = min(end - start, count)
      if low < high { turn(Int32(number), low, high) }
      start += count
    }
  }
}
