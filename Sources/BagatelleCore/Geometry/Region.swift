// Areas of the plane made from disks, rectangles and paths by set operations: flat, immutable programs.
// SPDX-License-Identifier: MIT
//
// A program is a list of shapes. Each shape says where to go on when the point lies in it, and where when it
// does not: to a shape further down, or out with the answer. Set operations only join lists and set these
// exits, so a test needs no stack, visits a shape at most once, and always ends. (Short-circuit evaluation of
// Boolean expressions by jumps; Aho, Sethi, Ullman, "Compilers", 1986, section 8.4.)

/// What the exits of a program mean.
public enum RegionExit {
  public static var inside: Int32 { -1 }
  public static var outside: Int32 { -2 }
}

public enum RegionShape {
  public static var infinite: Int32 { 0 }
  public static var disk: Int32 { 1 }
  public static var rectangle: Int32 { 2 }
  public static var path: Int32 { 3 }
}

/// One shape of a region program. The corners of a path follow it, two to a node.
public struct RegionNode: BitwiseCopyable {
  public var shape: Int32 = 0
  /// Corners of a path, else 0.
  public var count: Int32 = 0
  /// Index of the next shape, or an exit.
  public var ifInside: Int32 = -1
  public var ifOutside: Int32 = -2
  /// Squared radius; or half of the width and of the height.
  public var a = 0.0
  public var b = 0.0
  public init() {}

  /// Nodes that hold its corners.
  @inline(__always) var cornerNodes: Int { (Int(count) + 1) / 2 }
}

/// Why a region cannot be made.
public enum RegionIssue: Sendable {
  case none
  case outOfMemory
  /// A coordinate that is not finite or beyond 1e9.
  case range
  /// Fewer than 3 corners, or no area.
  case invalidPath
  /// Operations nested deeper than 256, or more than 65,536 nodes.
  case limit
  /// Bytes that are no region, or damaged.
  case data
}

/// The memory of one region; freed by its owner with `deallocate()`.
public struct RegionProgram {
  public static var depthLimit: Int32 { 256 }
  public static var nodeLimit: Int { 65_536 }
  /// Two points are one node; one more closes the path.
  public static var pointLimit: Int { 2 * (nodeLimit - 1) }

  public private(set) var nodes = Arena<RegionNode>()
  /// 1 for a shape, one more for each operation above it.
  public private(set) var depth: Int32 = 1

  public init() {}
  public mutating func deallocate() { nodes.deallocate() }

  /// The same as `RegionProgram.contains`, of this program.
  public func contains(_ p: Vector2) -> Bool { RegionProgram.contains(nodes.base, nodes.count, p) }

  // MARK: Shapes

  /// The whole plane. Nil: no memory.
  public static func infinite() -> RegionProgram? {
    var node = RegionNode()
    node.shape = RegionShape.infinite
    return single(node)
  }

  /// Points at most `radius` from the origin.
  public static func disk(radius: Double) -> RegionProgram? {
    var node = RegionNode()
    node.shape = RegionShape.disk
    node.a = radius * radius
    return single(node)
  }

  /// A rectangle about the origin.
  public static func rectangle(width: Double, height: Double) -> RegionProgram? {
    var node = RegionNode()
    node.shape = RegionShape.rectangle
    node.a = 0.5 * width
    node.b = 0.5 * height
    return single(node)
  }

  private static func single(_ node: RegionNode) -> RegionProgram? {
    var program = RegionProgram()
    return program.nodes.append(node) ? program : nil
  }

  /// The inside of a closed polygon of either winding, concave or crossing itself: all points that it goes
  /// round, as paths are filled by default (non-zero winding).
  @_optimize(size)
  public static func path(_ points: UnsafeBufferPointer<Vector2>, into out: inout RegionProgram)
    -> RegionIssue
  {
    guard points.count >= Limits.pathPointsMinimum else { return .invalidPath }
    guard points.count <= pointLimit else { return .limit }
    let limit = Limits.coordinate
    for point in points {
      guard point.x >= -limit, point.x <= limit, point.y >= -limit, point.y <= limit else { return .range }
    }
    guard isSpread(points) else { return .invalidPath }
    var node = RegionNode()
    node.shape = RegionShape.path
    node.count = Int32(truncatingIfNeeded: points.count)
    var program = RegionProgram()
    guard program.nodes.resize(1 + node.cornerNodes) else { return .outOfMemory }
    program.nodes[0] = node
    let corners = RegionProgram.corners(program.nodes.base, 0)
    for index in 0..<points.count { corners[index] = points[index] }
    if points.count & 1 == 1 { corners[points.count] = .zero }
    out = program
    return .none
  }

  /// Whether the points do not all lie on one line.
  private static func isSpread(_ points: UnsafeBufferPointer<Vector2>) -> Bool {
    let first = points[0]
    var axis = Vector2.zero
    for point in points where (point - first).lengthSquared > axis.lengthSquared { axis = point - first }
    for point in points where axis.cross(point - first) != 0 { return true }
    return false
  }

  // MARK: Operations

  /// All points that are not in it.
  @_optimize(size)
  public static func inverse(_ a: RegionProgram, into out: inout RegionProgram) -> RegionIssue {
    guard a.depth < depthLimit else { return .limit }
    var program = RegionProgram()
    guard program.nodes.reserve(a.nodes.count) else { return .outOfMemory }
    program.append(a, inside: RegionExit.outside, outside: RegionExit.inside)
    program.depth = a.depth + 1
    out = program
    return .none
  }

  /// Points in either.
  public static func union(_ a: RegionProgram, _ b: RegionProgram, into out: inout RegionProgram)
    -> RegionIssue
  {
    join(a, b, &out, first: (RegionExit.inside, next(a)), second: (RegionExit.inside, RegionExit.outside))
  }

  /// Points in both.
  public static func intersection(
    _ a: RegionProgram, _ b: RegionProgram, into out: inout RegionProgram
  ) -> RegionIssue {
    join(a, b, &out, first: (next(a), RegionExit.outside), second: (RegionExit.inside, RegionExit.outside))
  }

  /// Points in the first but not in the second.
  public static func difference(
    _ a: RegionProgram, _ b: RegionProgram, into out: inout RegionProgram
  ) -> RegionIssue {
    join(a, b, &out, first: (next(a), RegionExit.outside), second: (RegionExit.outside, RegionExit.inside))
  }

  private static func next(_ a: RegionProgram) -> Int32 { Int32(truncatingIfNeeded: a.nodes.count) }

  @_optimize(size)
  private static func join(
    _ a: RegionProgram, _ b: RegionProgram, _ out: inout RegionProgram,
    first: (inside: Int32, outside: Int32), second: (inside: Int32, outside: Int32)
  ) -> RegionIssue {
    let depth = max(a.depth, b.depth)
    guard depth < depthLimit, a.nodes.count + b.nodes.count <= nodeLimit else { return .limit }
    var program = RegionProgram()
    guard program.nodes.reserve(a.nodes.count + b.nodes.count) else { return .outOfMemory }
    program.append(a, inside: first.inside, outside: first.outside)
    program.append(b, inside: second.inside, outside: second.outside)
    program.depth = depth + 1
    out = program
    return .none
  }

  /// Copies another program to the end, where room is reserved, and leads its exits elsewhere.
  @_optimize(size)
  private mutating func append(_ other: RegionProgram, inside: Int32, outside: Int32) {
    let start = nodes.count
    let shift = Int32(truncatingIfNeeded: start)
    var index = 0
    while index < other.nodes.count {
      var node = other.nodes[index]
      let corners = node.cornerNodes
      node.ifInside = lead(node.ifInside, shift, inside, outside)
      node.ifOutside = lead(node.ifOutside, shift, inside, outside)
      nodes[start + index] = node
      for corner in 0..<corners { nodes[start + index + 1 + corner] = other.nodes[index + 1 + corner] }
      index += 1 + corners
    }
    nodes.count = start + other.nodes.count
  }

  private func lead(_ exit: Int32, _ shift: Int32, _ inside: Int32, _ outside: Int32) -> Int32 {
    if exit >= 0 { return exit + shift }
    return exit == RegionExit.inside ? inside : outside
  }

  public func copy() -> RegionProgram? {
    var program = RegionProgram()
    guard program.nodes.reserve(nodes.count) else { return nil }
    program.append(self, inside: RegionExit.inside, outside: RegionExit.outside)
    program.depth = depth
    return program
  }

  // MARK: Test

  /// Whether the region holds the point; its border belongs to every shape. Of a difference or an inverse,
  /// the border belongs to what was taken away. False when a coordinate is no number.
  public static func contains(_ nodes: UnsafePointer<RegionNode>, _ count: Int, _ p: Vector2) -> Bool {
    guard p.x - p.x == 0, p.y - p.y == 0 else { return false }
    var index = 0
    while index < count {
      let node = nodes + index
      let isInside: Bool
      if node.pointee.shape == RegionShape.disk {
        isInside = p.x * p.x + p.y * p.y <= node.pointee.a
      } else if node.pointee.shape == RegionShape.rectangle {
        isInside = p.x.magnitude <= node.pointee.a && p.y.magnitude <= node.pointee.b
      } else if node.pointee.shape == RegionShape.path {
        isInside = goesRound(corners(nodes, index), Int(node.pointee.count), p)
      } else {
        isInside = true
      }
      let exit = isInside ? node.pointee.ifInside : node.pointee.ifOutside
      if exit < 0 { return exit == RegionExit.inside }
      index = Int(exit)
    }
    return false
  }

  @inline(__always)
  static func corners(_ nodes: UnsafePointer<RegionNode>, _ index: Int) -> UnsafeMutablePointer<Vector2> {
    let raw = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(nodes + (index + 1)))
    return raw.assumingMemoryBound(to: Vector2.self)
  }

  /// Winding number not zero, or on an edge. (D. Sunday, "Inclusion of a Point in a Polygon", 2001.)
  @_optimize(size)
  private static func goesRound(_ corners: UnsafePointer<Vector2>, _ count: Int, _ p: Vector2) -> Bool {
    var winding = 0
    var a = corners[count - 1]
    for index in 0..<count {
      let b = corners[index]
      if a.y <= p.y {
        if b.y >= p.y {
          let side = (b - a).cross(p - a)
          if side == 0 && isBetween(a, b, p) { return true }
          if b.y > p.y && side > 0 { winding += 1 }
        }
      } else if b.y <= p.y {
        let side = (b - a).cross(p - a)
        if side == 0 && isBetween(a, b, p) { return true }
        if side < 0 { winding -= 1 }
      }
      a = b
    }
    return winding != 0
  }

  /// For a point on the line through a and b.
  private static func isBetween(_ a: Vector2, _ b: Vector2, _ p: Vector2) -> Bool {
    let acrossX = a.x <= b.x ? p.x >= a.x && p.x <= b.x : p.x >= b.x && p.x <= a.x
    return acrossX && (a.y <= b.y ? p.y >= a.y && p.y <= b.y : p.y >= b.y && p.y <= a.y)
  }

  /// For the bytes reader: takes over nodes that were checked.
  init(checked nodes: Arena<RegionNode>, depth: Int32) {
    self.nodes = nodes
    self.depth = depth
  }
}
