// A sparse symmetric system of bodies and joints, factored without search: chains, trees and small loops in linear time.
// SPDX-License-Identifier: MIT
//
// The system [M J^T; J -G] of bodies (mass matrix M) and joint rows (give G) is quasi-definite, so L D L^T exists in any
// order (Vanderbei, "Symmetric quasidefinite matrices", 1995). Nodes are bodies and joints, blocks 3 x 3; in the order of
// least degree a tree fills nothing in (Baraff, "Linear-time dynamics using Lagrange multipliers", 1996), and each loop a
// few blocks. A rigid joint comes after one of its bodies, so that its pivot is its own effective mass. The order depends
// on which bodies hang together alone and is kept while that stays.

struct GraphNode: BitwiseCopyable {
  /// Neighbors not yet eliminated, in the list of neighbors.
  var start: Int32 = 0
  var count: Int32 = 0
  var room: Int32 = 0
  /// Place in the order, or -1.
  var place: Int32 = -1
  /// Its column: first entry and number of entries below the diagonal, and the first of their targets.
  var column: Int32 = 0
  var entries: Int32 = 0
  var targets: Int32 = 0
  /// A joint that must wait for a body.
  var waits = false
  var next: Int32 = -1
  var previous: Int32 = -1
  var bucket: Int32 = -1
}

/// Where a joint's block against a body lies.
struct GraphBlock: BitwiseCopyable {
  var entry: Int32 = -1
  /// The body is the row.
  var turned = false
}

struct JointGraph {
  var nodes = Arena<GraphNode>()
  var neighbors = Arena<Int32>()
  var order = Arena<Int32>()
  /// Row nodes of all columns, by place.
  var rows = Arena<Int32>()
  /// Per column and pair of its rows: the block that the pair changes.
  var targets = Arena<Int32>()
  /// Two per joint.
  var sides = Arena<GraphBlock>()
  var blocks = Arena<Double>()
  var diagonals = Arena<Double>()
  var inverses = Arena<Double>()
  var right = Arena<Double>()
  /// What the order was made for.
  var key = Arena<Int32>()
  var isMade = false

  mutating func deallocate() {
    nodes.deallocate()
    neighbors.deallocate()
    order.deallocate()
    rows.deallocate()
    targets.deallocate()
    sides.deallocate()
    blocks.deallocate()
    diagonals.deallocate()
    inverses.deallocate()
    right.deallocate()
    key.deallocate()
  }

  var bytes: Int {
    nodes.capacity * MemoryLayout<GraphNode>.stride + (neighbors.capacity + rows.capacity + targets.capacity) * 4
      + (blocks.capacity + diagonals.capacity + inverses.capacity + right.capacity) * 8
  }

  private static let bucketCount = 9

  // MARK: Order

  /// Starts a graph of `bodyCount` bodies and `jointCount` joints without edges. False: no memory.
  @_optimize(size)
  mutating func begin(bodyCount: Int, jointCount: Int) -> Bool {
    let count = bodyCount + jointCount
    isMade = false
    guard nodes.resize(count), order.reserve(count), sides.resize(2 * jointCount) else { return false }
    for at in 0..<count { nodes[at] = GraphNode() }
    for at in 0..<(2 * jointCount) { sides[at] = GraphBlock() }
    neighbors.count = 0
    order.count = 0
    rows.count = 0
    targets.count = 0
    return true
  }

  mutating func connect(_ a: Int32, _ b: Int32) -> Bool { add(b, to: a) && add(a, to: b) }

  @_optimize(size)
  private mutating func add(_ other: Int32, to node: Int32) -> Bool {
    let n = nodes.base + Int(node)
    if n.pointee.count == n.pointee.room {
      let room = max(2 * n.pointee.room, 4)
      let start = neighbors.count
      guard neighbors.resize(start + Int(room)) else { return false }
      for at in 0..<Int(n.pointee.count) { neighbors[start + at] = neighbors[Int(n.pointee.start) + at] }
      n.pointee.start = Int32(start)
      n.pointee.room = room
    }
    neighbors[Int(n.pointee.start + n.pointee.count)] = other
    n.pointee.count += 1
    return true
  }

  private func has(_ node: Int32, _ other: Int32) -> Bool {
    let n = nodes.base + Int(node)
    let list = neighbors.base + Int(n.pointee.start)
    for at in 0..<Int(n.pointee.count) where list[at] == other { return true }
    return false
  }

  private func drop(_ other: Int32, from node: Int32) {
    let n = nodes.base + Int(node)
    let list = neighbors.base + Int(n.pointee.start)
    for at in 0..<Int(n.pointee.count) where list[at] == other {
      n.pointee.count -= 1
      list[at] = list[Int(n.pointee.count)]
      return
    }
  }

  /// Finds the order and the columns. `bodyCount` first nodes are bodies; of the others those with `waits` come after a
  /// body of theirs. False: no memory.
  @_optimize(size)
  mutating func arrange(bodyCount: Int) -> Bool {
    var heads: (Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32, Int32) = (-1, -1, -1, -1, -1, -1, -1, -1, -1)
    let count = nodes.count
    return withUnsafeMutablePointer(to: &heads) { raw -> Bool in
      raw.withMemoryRebound(to: Int32.self, capacity: JointGraph.bucketCount) { heads -> Bool in
        // The last enters first, so that equal degrees go in the order of numbers.
        for at in stride(from: count - 1, through: 0, by: -1) where !nodes[at].waits { enter(Int32(at), heads) }
        while order.count < count {
          var chosen: Int32 = -1
          for bucket in 0..<(JointGraph.bucketCount - 1) where heads[bucket] >= 0 {
            chosen = heads[bucket]
            break
          }
          if chosen < 0 {
            var at = heads[JointGraph.bucketCount - 1]
            while at >= 0 {
              if chosen < 0 || nodes[Int(at)].count < nodes[Int(chosen)].count { chosen = at }
              at = nodes[Int(at)].next
            }
          }
          if chosen < 0 { return false }
          guard eliminate(chosen, heads, bodyCount) else { return false }
        }
        return finishColumns()
      }
    }
  }

  private func enter(_ node: Int32, _ heads: UnsafeMutablePointer<Int32>) {
    let n = nodes.base + Int(node)
    let bucket = min(Int(n.pointee.count), JointGraph.bucketCount - 1)
    n.pointee.bucket = Int32(bucket)
    n.pointee.previous = -1
    n.pointee.next = heads[bucket]
    if heads[bucket] >= 0 { nodes.base[Int(heads[bucket])].previous = node }
    heads[bucket] = node
  }

  private func leave(_ node: Int32, _ heads: UnsafeMutablePointer<Int32>) {
    let n = nodes.base + Int(node)
    if n.pointee.bucket < 0 { return }
    if n.pointee.previous >= 0 {
      nodes.base[Int(n.pointee.previous)].next = n.pointee.next
    } else {
      heads[Int(n.pointee.bucket)] = n.pointee.next
    }
    if n.pointee.next >= 0 { nodes.base[Int(n.pointee.next)].previous = n.pointee.previous }
    n.pointee.bucket = -1
  }

  @_optimize(size)
  private mutating func eliminate(_ node: Int32, _ heads: UnsafeMutablePointer<Int32>, _ bodyCount: Int) -> Bool {
    leave(node, heads)
    let entries = Int(nodes[Int(node)].count)
    let column = rows.count
    guard rows.resize(column + entries) else { return false }
    let start = Int(nodes[Int(node)].start)
    for at in 0..<entries { rows[column + at] = neighbors[start + at] }
    nodes.base[Int(node)].place = Int32(order.count)
    nodes.base[Int(node)].column = Int32(column)
    nodes.base[Int(node)].entries = Int32(entries)
    guard order.append(node) else { return false }
    for at in 0..<entries {
      let one = rows[column + at]
      drop(node, from: one)
      leave(one, heads)
      if Int(node) < bodyCount { nodes.base[Int(one)].waits = false }
    }
    for at in 0..<entries {
      for other in (at + 1)..<max(entries, at + 1) {
        let one = rows[column + at]
        let two = rows[column + other]
        if !has(one, two) { guard connect(one, two) else { return false } }
      }
    }
    for at in stride(from: entries - 1, through: 0, by: -1) {
      let one = rows[column + at]
      if !nodes[Int(one)].waits { enter(one, heads) }
    }
    return true
  }

  /// Sorts the rows of each column by their place and finds what each pair of them changes.
  @_optimize(size)
  private mutating func finishColumns() -> Bool {
    let count = nodes.count
    for at in 0..<count {
      let node = nodes[Int(order[at])]
      let list = rows.base + Int(node.column)
      for i in 1..<max(Int(node.entries), 1) {
        let value = list[i]
        let place = nodes[Int(value)].place
        var j = i
        while j > 0 && nodes[Int(list[j - 1])].place > place {
          list[j] = list[j - 1]
          j -= 1
        }
        list[j] = value
      }
    }
    for at in 0..<count {
      let node = order[at]
      let entries = Int(nodes[Int(node)].entries)
      let list = rows.base + Int(nodes[Int(node)].column)
      nodes.base[Int(node)].targets = Int32(targets.count)
      for i in 0..<entries {
        for j in (i + 1)..<max(entries, i + 1) { guard targets.append(entry(of: list[j], in: list[i])) else { return false } }
      }
    }
    guard blocks.reserve(9 * rows.count), diagonals.reserve(9 * count), inverses.reserve(9 * count),
      right.reserve(3 * count)
    else { return false }
    isMade = true
    return true
  }

  /// The block of a row in the column of an earlier node, or -1.
  func entry(of row: Int32, in column: Int32) -> Int32 {
    let node = nodes.base + Int(column)
    let list = rows.base + Int(node.pointee.column)
    for at in 0..<Int(node.pointee.entries) where list[at] == row { return node.pointee.column + Int32(at) }
    return -1
  }

  /// Where the block of a joint against a body lies.
  func side(joint: Int32, body: Int32) -> GraphBlock {
    if nodes[Int(body)].place < nodes[Int(joint)].place { return GraphBlock(entry: entry(of: joint, in: body), turned: false) }
    return GraphBlock(entry: entry(of: body, in: joint), turned: true)
  }

  // MARK: Numbers

  func clear() {
    for at in 0..<(9 * rows.count) { blocks.base[at] = 0 }
    for at in 0..<(9 * nodes.count) { diagonals.base[at] = 0 }
  }

  /// Factors in place. A pivot that cannot be inverted counts as infinitely stiff.
  func factor() {
    for at in 0..<order.count {
      let k = Int(order[at])
      let node = nodes.base + k
      let inverse = inverses.base + 9 * k
      JointGraph.invert(diagonals.base + 9 * k, inverse)
      let column = Int(node.pointee.column)
      let entries = Int(node.pointee.entries)
      var target = Int(node.pointee.targets)
      for i in 0..<entries {
        let block = blocks.base + 9 * (column + i)
        var scaled: (Double, Double, Double, Double, Double, Double, Double, Double, Double) = (0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutablePointer(to: &scaled) {
          $0.withMemoryRebound(to: Double.self, capacity: 9) { t in
            for r in 0..<3 {
              let x = block[3 * r]
              let y = block[3 * r + 1]
              let z = block[3 * r + 2]
              t[3 * r] = x * inverse[0] + y * inverse[3] + z * inverse[6]
              t[3 * r + 1] = x * inverse[1] + y * inverse[4] + z * inverse[7]
              t[3 * r + 2] = x * inverse[2] + y * inverse[5] + z * inverse[8]
            }
            JointGraph.subtract(diagonals.base + 9 * Int(rows[column + i]), block, t)
            for j in (i + 1)..<max(entries, i + 1) {
              JointGraph.subtract(blocks.base + 9 * Int(targets[target]), blocks.base + 9 * (column + j), t)
              target += 1
            }
            for n in 0..<9 { block[n] = t[n] }
          }
        }
      }
    }
  }

  /// c := c - a b^T.
  @inline(__always)
  private static func subtract(
    _ c: UnsafeMutablePointer<Double>, _ a: UnsafeMutablePointer<Double>, _ b: UnsafeMutablePointer<Double>
  ) {
    for r in 0..<3 {
      let x = a[3 * r]
      let y = a[3 * r + 1]
      let z = a[3 * r + 2]
      c[3 * r] -= x * b[0] + y * b[1] + z * b[2]
      c[3 * r + 1] -= x * b[3] + y * b[4] + z * b[5]
      c[3 * r + 2] -= x * b[6] + y * b[7] + z * b[8]
    }
  }

  @inline(__always)
  private static func invert(_ m: UnsafeMutablePointer<Double>, _ out: UnsafeMutablePointer<Double>) {
    let c0 = m[4] * m[8] - m[5] * m[7]
    let c1 = m[5] * m[6] - m[3] * m[8]
    let c2 = m[3] * m[7] - m[4] * m[6]
    let determinant = m[0] * c0 + m[1] * c1 + m[2] * c2
    if determinant == 0 || !(determinant - determinant == 0) {
      for n in 0..<9 { out[n] = 0 }
      return
    }
    let k = 1 / determinant
    out[0] = k * c0
    out[1] = k * (m[2] * m[7] - m[1] * m[8])
    out[2] = k * (m[1] * m[5] - m[2] * m[4])
    out[3] = out[1]
    out[4] = k * (m[0] * m[8] - m[2] * m[6])
    out[5] = k * (m[2] * m[3] - m[0] * m[5])
    out[6] = out[2]
    out[7] = out[5]
    out[8] = k * (m[0] * m[4] - m[1] * m[3])
  }

  /// Solves for the right side, three numbers per node, in place.
  func solve() {
    let b = right.base
    for at in 0..<order.count {
      let k = Int(order[at])
      let node = nodes.base + k
      let x = b[3 * k]
      let y = b[3 * k + 1]
      let z = b[3 * k + 2]
      let column = Int(node.pointee.column)
      for i in 0..<Int(node.pointee.entries) {
        let l = blocks.base + 9 * (column + i)
        let row = b + 3 * Int(rows[column + i])
        row[0] -= l[0] * x + l[1] * y + l[2] * z
        row[1] -= l[3] * x + l[4] * y + l[5] * z
        row[2] -= l[6] * x + l[7] * y + l[8] * z
      }
    }
    for at in stride(from: order.count - 1, through: 0, by: -1) {
      let k = Int(order[at])
      let node = nodes.base + k
      let inverse = inverses.base + 9 * k
      let own = b + 3 * k
      var x = inverse[0] * own[0] + inverse[1] * own[1] + inverse[2] * own[2]
      var y = inverse[3] * own[0] + inverse[4] * own[1] + inverse[5] * own[2]
      var z = inverse[6] * own[0] + inverse[7] * own[1] + inverse[8] * own[2]
      let column = Int(node.pointee.column)
      for i in 0..<Int(node.pointee.entries) {
        let l = blocks.base + 9 * (column + i)
        let row = b + 3 * Int(rows[column + i])
        x -= l[0] * row[0] + l[3] * row[1] + l[6] * row[2]
        y -= l[1] * row[0] + l[4] * row[1] + l[7] * row[2]
        z -= l[2] * row[0] + l[5] * row[1] + l[8] * row[2]
      }
      own[0] = x
      own[1] = y
      own[2] = z
    }
  }
}
