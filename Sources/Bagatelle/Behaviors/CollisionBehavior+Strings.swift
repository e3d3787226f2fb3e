// Boundary identifiers as strings. Not in the shipped library, which takes them as bytes.
// SPDX-License-Identifier: MIT
import BagatelleCore

#if !hasFeature(Embedded)
  extension CollisionBehavior {
    /// Adds or replaces the boundary of that identifier: a segment, which collides on both sides.
    ///
    /// - Parameter identifier: 1 to 1,024 bytes of UTF-8.
    /// - Throws: `invalidPath` if both ends are equal; `range` beyond 1e9 or for an empty identifier;
    ///   `limit`.
    public func addBoundary(_ identifier: String, from: Vector2, to: Vector2) throws(BagatelleError) {
      let bytes = try IdentifierBytes(identifier)
      defer { withExtendedLifetime(bytes) {} }
      try addBoundary(bytes: bytes.buffer, from: from, to: to)
    }

    /// Adds or replaces the boundary of that identifier: a run of joined segments.
    ///
    /// - Parameters:
    ///   - path: 2 to 1,000,000 points (3 if closed) within 1e9; equal neighbours are dropped.
    ///   - isClosed: Joins the last point to the first. The inside stays hollow.
    public func addBoundary(_ identifier: String, path: [Vector2], isClosed: Bool) throws(BagatelleError) {
      let bytes = try IdentifierBytes(identifier)
      defer { withExtendedLifetime(bytes) {} }
      var points = Arena<Vector2>()
      defer { points.deallocate() }
      guard points.reserve(path.count) else { throw BagatelleError(.outOfMemory, "points") }
      for point in path { _ = points.append(point) }
      try addBoundary(
        bytes: bytes.buffer,
        points: UnsafeBufferPointer(start: UnsafePointer(points.base), count: points.count),
        isClosed: isClosed)
    }

    /// The points of a boundary as they were given, and whether it is closed; nil without one of that
    /// identifier.
    public func boundary(_ identifier: String) -> (points: [Vector2], isClosed: Bool)? {
      do throws(BagatelleError) {
        let bytes = try IdentifierBytes(identifier)
        defer { withExtendedLifetime(bytes) {} }
        let found = try boundary(bytes: bytes.buffer)
        return (Array(found.points), found.isClosed)
      } catch {
        return nil
      }
    }

    /// - Throws: `notAMember` if there is none of that identifier.
    public func removeBoundary(_ identifier: String) throws(BagatelleError) {
      let bytes = try IdentifierBytes(identifier)
      defer { withExtendedLifetime(bytes) {} }
      try removeBoundary(bytes: bytes.buffer)
    }

    /// Identifiers of the added boundaries, in order of addition.
    public var boundaryIdentifiers: [String] {
      boundaries.map { NameTable.string($0.name).map { String(cString: $0) } ?? "" }
    }

    /// Sets what a boundary is made of; nil means the reference bounds.
    ///
    /// - Parameters:
    ///   - elasticity: 0 to 1,000. Default 0.2.
    ///   - friction: 0 to 1e6. Default 0.2.
    public func setBoundaryMaterial(
      _ identifier: String?, elasticity: Double, friction: Double
    ) throws(BagatelleError) {
      guard let identifier else {
        return try setBoundaryMaterial(bytes: nil, elasticity: elasticity, friction: friction)
      }
      let bytes = try IdentifierBytes(identifier)
      defer { withExtendedLifetime(bytes) {} }
      try setBoundaryMaterial(bytes: bytes.buffer, elasticity: elasticity, friction: friction)
    }

    /// - Throws: `notAMember` if there is none of that identifier.
    public func boundaryMaterial(
      _ identifier: String?
    ) throws(BagatelleError) -> (elasticity: Double, friction: Double) {
      guard let identifier else { return try boundaryMaterial(bytes: nil) }
      let bytes = try IdentifierBytes(identifier)
      defer { withExtendedLifetime(bytes) {} }
      return try boundaryMaterial(bytes: bytes.buffer)
    }

    /// Lets items pass a boundary from one side; nil means the reference bounds.
    ///
    /// An item passes while its center of mass is on that side, and after it until it overlaps no more.
    /// - Throws: `notAMember` if there is none of that identifier.
    public func setBoundaryPassing(_ identifier: String?, _ passing: Passing) throws(BagatelleError) {
      guard let identifier else { return try setBoundaryPassing(bytes: nil, passing) }
      let bytes = try IdentifierBytes(identifier)
      defer { withExtendedLifetime(bytes) {} }
      try setBoundaryPassing(bytes: bytes.buffer, passing)
    }

    public func boundaryPassing(_ identifier: String?) throws(BagatelleError) -> Passing {
      guard let identifier else { return try boundaryPassing(bytes: nil) }
      let bytes = try IdentifierBytes(identifier)
      defer { withExtendedLifetime(bytes) {} }
      return try boundaryPassing(bytes: bytes.buffer)
    }

    /// Sets how fast the surface of a boundary runs from its first point toward its last, as of a conveyor; nil means
    /// the reference bounds.
    ///
    /// - Parameter speed: Points/s within 1e5. Default 0.
    /// - Throws: `notAMember` if there is none of that identifier; `range`.
    public func setBoundarySurfaceSpeed(_ identifier: String?, _ speed: Double) throws(BagatelleError) {
      guard let identifier else { return try setBoundarySurfaceSpeed(bytes: nil, speed) }
      let bytes = try IdentifierBytes(identifier)
      defer { withExtendedLifetime(bytes) {} }
      try setBoundarySurfaceSpeed(bytes: bytes.buffer, speed)
    }

    public func boundarySurfaceSpeed(_ identifier: String?) throws(BagatelleError) -> Double {
      guard let identifier else { return try boundarySurfaceSpeed(bytes: nil) }
      let bytes = try IdentifierBytes(identifier)
      defer { withExtendedLifetime(bytes) {} }
      return try boundarySurfaceSpeed(bytes: bytes.buffer)
    }
  }

  extension Contact {
    /// Identifier of the boundary; nil for the reference bounds, or when the contact is with an item.
    public var boundary: String? {
      NameTable.string(boundaryName).map { String(cString: $0) }
    }
  }

  /// UTF-8 of a string in memory that lasts during a call.
  private final class IdentifierBytes {
    private var memory = Arena<UInt8>()
    private init() {}
    deinit { memory.deallocate() }

    convenience init(_ string: String) throws(BagatelleError) {
      self.init()
      for byte in string.utf8 {
        guard memory.append(byte) else { throw BagatelleError(.outOfMemory, "identifier") }
      }
    }

    var buffer: UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(start: UnsafePointer(memory.base), count: memory.count)
    }
  }
#endif
