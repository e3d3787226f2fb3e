// Boundaries whose surface runs like a belt, and boundaries that items pass from one side.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension Boundary {
  func takeSurface(of other: Boundary) {
    surfaceSpeed = other.surfaceSpeed
    pass = other.pass
  }
}

extension CollisionBehavior {
  /// From which side items pass a boundary, as seen along it from its first point to its last. The points of the
  /// reference bounds run clockwise on screen, so their left is outside.
  public enum Passing: Int32, Sendable { case never = 0, fromLeft = 1, fromRight = 2 }

  /// Lets items pass from one side; no identifier means the reference bounds.
  ///
  /// An item passes while its center of mass is on that side, and after it until it overlaps no more.
  package func setBoundaryPassing(
    bytes identifier: UnsafeBufferPointer<UInt8>?, _ passing: Passing
  ) throws(BagatelleError) {
    guard let boundary = try settableBoundary(identifier) else { return }
    let pass: BoundaryPass = passing == .never ? .never : passing == .fromLeft ? .fromLeft : .fromRight
    guard boundary.pass != pass else { return }
    boundary.pass = pass
    surfaceChanged(boundary)
  }

  package func boundaryPassing(bytes identifier: UnsafeBufferPointer<UInt8>?) throws(BagatelleError) -> Passing {
    switch try knownBoundary(identifier)?.pass ?? .never {
    case .never: return .never
    case .fromLeft: return .fromLeft
    case .fromRight: return .fromRight
    }
  }

  /// Sets how fast the surface of a boundary runs from its first point toward its last, points/s within 1e5.
  package func setBoundarySurfaceSpeed(
    bytes identifier: UnsafeBufferPointer<UInt8>?, _ speed: Double
  ) throws(BagatelleError) {
    try Check.range(speed, -1e5, 1e5, "speed")
    guard let boundary = try settableBoundary(identifier), boundary.surfaceSpeed != speed else { return }
    boundary.surfaceSpeed = speed
    surfaceChanged(boundary)
  }

  package func boundarySurfaceSpeed(bytes identifier: UnsafeBufferPointer<UInt8>?) throws(BagatelleError) -> Double {
    try knownBoundary(identifier)?.surfaceSpeed ?? 0
  }

  private func surfaceChanged(_ boundary: Boundary) {
    guard let owner else { return }
    refreshSurface(of: boundary)
    owner.wakeTouching(boundary)
    owner.wake()
  }

  func refreshSurface(of boundary: Boundary) {
    guard let owner, boundary.place >= 0 else { return }
    owner.world.setBoundarySurface(boundary.place, speed: boundary.surfaceSpeed, pass: boundary.pass)
  }
}
