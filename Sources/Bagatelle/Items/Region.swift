// An area of the plane: a shape, or shapes put together by set operations. Immutable.
// SPDX-License-Identifier: MIT
import BagatelleCore
import CShims

/// An area in its own coordinates, about the origin; of a field, about the field's position.
///
/// Regions never change, so one may be shared by any number of fields, animators and threads.
public final class Region: BagatelleObject {
  var program: RegionProgram

  private init(made program: RegionProgram) {
    self.program = program
    super.init()
  }

  deinit {
    retireID()
    program.deallocate()
  }

  // MARK: Shapes

  /// The whole plane.
  ///
  /// - Throws: `outOfMemory`.
  public static func infinite() throws(BagatelleError) -> Region {
    guard let program = RegionProgram.infinite() else { throw BagatelleError(.outOfMemory, "region") }
    return Region(made: program)
  }

  /// A disk about the origin; its border belongs to it.
  ///
  /// - Parameter radius: Points, within 1e9; a negative one counts as positive.
  /// - Throws: `range`, `outOfMemory`.
  public convenience init(radius: Double) throws(BagatelleError) {
    try Check.range(radius, -Limits.coordinate, Limits.coordinate, "radius")
    guard let program = RegionProgram.disk(radius: abs(radius)) else {
      throw BagatelleError(.outOfMemory, "region")
    }
    self.init(made: program)
  }

  /// A rectangle about the origin; its border belongs to it.
  ///
  /// - Parameter size: Points, each side within 1e9; negative ones count as positive.
  /// - Throws: `range`, `outOfMemory`.
  public convenience init(size: Vector2) throws(BagatelleError) {
    try Check.vector(size, within: Limits.coordinate, "size.x", "size.y")
    guard let program = RegionProgram.rectangle(width: abs(size.x), height: abs(size.y)) else {
      throw BagatelleError(.outOfMemory, "region")
    }
    self.init(made: program)
  }

  /// The inside of a closed polygon with its border, of either winding. It may be concave or cross itself:
  /// all points that it goes round belong to it (non-zero winding). Not in UIKit.
  ///
  /// - Throws: `range` beyond 1e9; `invalidPath` with fewer than 3 points or without area; `limit` beyond
  /// 131,070 points; `outOfMemory`.
  public convenience init(path: UnsafeBufferPointer<Vector2>) throws(BagatelleError) {
    var program = RegionProgram()
    try Region.check(RegionProgram.path(path, into: &program), "path")
    self.init(made: program)
  }

  /// The same for an array.
  public convenience init(path: [Vector2]) throws(BagatelleError) {
    var program = RegionProgram()
    let issue = path.withUnsafeBufferPointer { RegionProgram.path($0, into: &program) }
    try Region.check(issue, "path")
    self.init(made: program)
  }

  // MARK: Operations

  /// All points that are not in the region, its border excluded. The inverse of the whole plane is empty.
  ///
  /// - Throws: `limit` when operations are nested deeper than 256; `outOfMemory`.
  public func inverse() throws(BagatelleError) -> Region {
    var result = RegionProgram()
    try Region.check(RegionProgram.inverse(program, into: &result), "region")
    return Region(made: result)
  }

  /// Points in either region.
  ///
  /// - Throws: `limit` beyond a depth of 256 or 65,536 shapes and pairs of corners; `outOfMemory`.
  public func union(_ other: Region) throws(BagatelleError) -> Region {
    var result = RegionProgram()
    try Region.check(RegionProgram.union(program, other.program, into: &result), "region")
    return Region(made: result)
  }

  /// Points in both regions. Throws as `union(_:)`.
  public func intersection(_ other: Region) throws(BagatelleError) -> Region {
    var result = RegionProgram()
    try Region.check(RegionProgram.intersection(program, other.program, into: &result), "region")
    return Region(made: result)
  }

  /// Points in this region but not in the other, whose border is taken away too. Throws as `union(_:)`.
  public func difference(_ other: Region) throws(BagatelleError) -> Region {
    var result = RegionProgram()
    try Region.check(RegionProgram.difference(program, other.program, into: &result), "region")
    return Region(made: result)
  }

  /// Whether the point lies in the region or on its border. False when a coordinate is no number.
  public func contains(_ point: Vector2) -> Bool { program.contains(point) }

  /// Whether both were made in the same way from equal shapes.
  public func isEqual(to other: Region) -> Bool {
    if other === self { return true }
    let count = program.nodes.count
    guard other.program.nodes.count == count else { return false }
    let size = count * MemoryLayout<RegionNode>.stride
    let a = UnsafeRawPointer(program.nodes.base)
    let b = UnsafeRawPointer(other.program.nodes.base)
    for at in 0..<size
    where a.load(fromByteOffset: at, as: UInt8.self) != b.load(fromByteOffset: at, as: UInt8.self) {
      return false
    }
    return true
  }

  // MARK: Bytes

  /// Number of bytes that `write(to:)` fills.
  public var byteCount: Int { program.byteCount }

  /// Writes the region as bytes, equal on every platform.
  ///
  /// - Parameter out: Room for `byteCount` bytes.
  public func write(to out: UnsafeMutableRawPointer) { program.write(to: out) }

  /// The region as bytes, equal on every platform.
  public func bytes() -> [UInt8] {
    var out = [UInt8](repeating: 0, count: byteCount)
    out.withUnsafeMutableBytes { if let base = $0.baseAddress { program.write(to: base) } }
    return out
  }

  /// Makes a region from its bytes.
  ///
  /// - Throws: `data` for bytes that are damaged, cut short or foreign; `outOfMemory`.
  public convenience init(bytes: UnsafeRawBufferPointer) throws(BagatelleError) {
    var program = RegionProgram()
    try Region.check(RegionProgram.read(bytes, into: &program), "bytes")
    self.init(made: program)
  }

  /// The same for an array.
  public convenience init(bytes: [UInt8]) throws(BagatelleError) {
    var program = RegionProgram()
    let issue = bytes.withUnsafeBytes { RegionProgram.read($0, into: &program) }
    try Region.check(issue, "bytes")
    self.init(made: program)
  }

  private static func check(_ issue: RegionIssue, _ name: StaticString) throws(BagatelleError) {
    switch issue {
    case .none: return
    case .outOfMemory: throw BagatelleError(.outOfMemory, name)
    case .range: throw BagatelleError(.range, name, .infinity)
    case .invalidPath: throw BagatelleError(.invalidPath, name)
    case .limit: throw BagatelleError(.limit, name)
    case .data: throw BagatelleError(.data, name)
    }
  }
}
