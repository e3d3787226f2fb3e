// The simulation of one animator: bodies, boundaries, joints, and the step. Plain memory behind one pointer.
// SPDX-License-Identifier: MIT
import BagatelleKernels
import CShims

/// Shape an item has in collisions.
public enum BoundsType: Int32, Sendable, BitwiseCopyable { case rectangle = 0, ellipse = 1, path = 2 }

/// Merged properties of a body, in the units of the API.
public struct BodyProperties: BitwiseCopyable, Equatable {
  public var elasticity = 0.2
  public var friction = 0.2
  public var density = 1.0
  /// 1/s.
  public var resistance = 0.1
  /// 1/s.
  public var angularResistance = 0.1
  public var charge = 0.0
  /// Points/s, clockwise around the shape.
  public var surfaceSpeed = 0.0
  /// How fast its own time runs.
  public var timeScale = 1.0
  /// Range of the unwrapped angle.
  public var angleFrom = -Double.infinity
  public var angleTo = Double.infinity
  /// Whether the center of mass keeps its x, its y.
  public var locksX = false
  public var locksY = false
  public var isAnchored = false
  public var allowsRotation = true
  public init() {}
}

/// From which side bodies pass a boundary, as seen along it from its first point to its last.
public enum BoundaryPass: Int32, Sendable, BitwiseCopyable { case never = 0, fromLeft, fromRight }

/// What acts on a body with the same strength over a whole step: the sum of its gravities and continuous pushes.
public struct BodyForces: BitwiseCopyable, Equatable {
  /// Points/s².
  public var acceleration = Vector2(0, 0)
  /// Mass points/s² (100 per UIKit newton), in reference coordinates.
  public var force = Vector2(0, 0)
  /// Sums over pushes of r x F and r . F (same unit times points), r in the body's frame from the item's center:
  /// the moment at angle θ is cos θ · cross - sin θ · dot.
  public var momentCross = 0.0
  public var momentDot = 0.0
  public init() {}
}

/// A distance attachment. Offsets are from the item's center in its own frame.
public struct DistanceDef: BitwiseCopyable {
  public var bodyA: Int32 = -1
  /// -1: the other end is `anchor`.
  public var bodyB: Int32 = -1
  public var offsetA = Vector2(0, 0)
  public var offsetB = Vector2(0, 0)
  public var anchor = Vector2(0, 0)
  public var length = 0.0
  /// Hz; 0 is rigid.
  public var frequency = 0.0
  /// Ratio; 1 is critical.
  public var damping = 0.0
  public var collideConnected = false
  public init() {}
}

/// Draws a body to a point and upright.
public struct SnapDef: BitwiseCopyable {
  public var body: Int32 = -1
  public var point = Vector2(0, 0)
  public var frequency = 3.8
  /// The effective damping ratio.
  public var ratio = 0.64
  public init() {}
}

/// One change of touch, at body level: all edges of one boundary count as one.
public struct ContactRecord: BitwiseCopyable {
  /// Always an item's body.
  public var bodyA: Int32 = -1
  /// The other body, or -1 for a boundary.
  public var bodyB: Int32 = -1
  /// The boundary, or -1.
  public var boundary: Int32 = -1
  /// The pair in the touch table; `pairData` keeps a number for the caller while the pair touches.
  public var pair: Int32 = -1
  public var point = Vector2(0, 0)
  /// From A to the other side.
  public var normal = Vector2(0, 0)
  public var impulse = 0.0
  public var approachSpeed = 0.0
  public var step: UInt32 = 0
  public init() {}
}

/// Settings that may change between steps.
public struct WorldSettings: BitwiseCopyable {
  /// Points/s; pairs that something presses together do not bounce below it.
  public var bounceThreshold = 30.0
  /// Points/s.
  public var restSpeed = 1.5
  /// Radians/s.
  public var restAngularSpeed = 0.0349
  public var restSeconds = 0.5
  /// Multiplies every built-in length and speed threshold.
  public var lengthScale = 1.0
  /// Points per meter in the quantities of fields.
  public var fieldUnitScale = 150.0
  /// Adds pi f/60 to the damping ratio of spring attachments, as a device shows them.
  public var uikitSpringFeel = false
  public init() {}
}

/// Published limits of the engine.
public enum Limits {
  public static let minimumSide = 0.01
  public static let maximumSide = 1e7
  public static let coordinate = 1e9
  public static let angle = 1e6
  public static let speed = 100_000.0
  /// What a step shows, radians.
  public static let turnPerStep = Double.pi
  /// How much faster what hangs on nothing may spin than a step shows: cutting it off there would take the energy of every
  /// hard hit.
  public static let spinPerTurn = 3.2
  public static let pathPointsMinimum = 3
  public static let pathPointsMaximum = 64
  public static let boundaryPoints = 1_000_000
  public static let treeDepth = 256
  public static let secondsPerCall = 0.25
  public static let identifierBytes = 1024
  public static let magnitude = 1e9
  public static let workers = 64
}

/// One simulation: a handle of one pointer to plain memory. Confined to one thread at a time.
///
/// Arguments are valid already: layer 5 checks what comes from outside. Methods that need memory say so when there
/// is none and then have changed nothing.
public struct World {
  let s: UnsafeMutablePointer<WorldState>

  /// Nil when there is no memory.
  @_optimize(size)
  public static func make(stepSeconds: Double, substeps: Int32) -> World? {
    guard let raw = bgts_allocate(MemoryLayout<WorldState>.size) else { return nil }
    let state = raw.bindMemory(to: WorldState.self, capacity: 1)
    state.initialize(to: WorldState(stepSeconds: stepSeconds, substeps: substeps))
    let world = World(s: state)
    guard state.pointee.states.reserve(2), state.pointee.shifts.reserve(2), state.pointee.colors.resize(World.colorCount) else {
      world.destroy()
      return nil
    }
    for color in 0..<World.colorCount { state.pointee.colors[color] = ContactColor() }
    return world
  }

  @_optimize(size)
  @export(interface)
  public func destroy() {
    bgts_pool_destroy(s.pointee.pool)
    s.pointee.marks.deallocate()
    s.pointee.boxes.deallocate()
    s.pointee.paces.deallocate()
    s.pointee.rows.deallocate()
    s.pointee.bodies.deallocate()
    s.pointee.states.deallocate()
    s.pointee.motions.deallocate()
    s.pointee.tracks.deallocate()
    s.pointee.awake.deallocate()
    s.pointee.vertices.deallocate()
    s.pointee.normals.deallocate()
    s.pointee.blockUsers.deallocate()
    s.pointee.groups.deallocate()
    s.pointee.pieces.deallocate()
    s.pointee.segments.deallocate()
    s.pointee.boundaries.deallocate()
    s.pointee.contacts.deallocate()
    s.pointee.packed.deallocate()
    s.pointee.active.deallocate()
    s.pointee.contactTable.deallocate()
    s.pointee.pairs.deallocate()
    s.pointee.pairTable.deallocate()
    s.pointee.dirtyPairs.deallocate()
    s.pointee.joints.deallocate()
    s.pointee.fields.deallocate()
    s.pointee.fieldMembers.deallocate()
    s.pointee.regionNodes.deallocate()
    s.pointee.fieldBodies.deallocate()
    s.pointee.bodyTree.deallocate()
    s.pointee.segmentTree.deallocate()
    s.pointee.movedBuffer.deallocate()
    s.pointee.moved.deallocate()
    s.pointee.fellAsleep.deallocate()
    s.pointee.places.deallocate()
    s.pointee.quarantined.deallocate()
    s.pointee.rawBegan.deallocate()
    s.pointee.rawEnded.deallocate()
    s.pointee.began.deallocate()
    s.pointee.ended.deallocate()
    s.pointee.hits.deallocate()
    s.pointee.strays.deallocate()
    s.pointee.overlaps.deallocate()
    s.pointee.newPairs.deallocate()
    s.pointee.approaches.deallocate()
    s.pointee.pushSpeeds.deallocate()
    s.pointee.sortScratch.deallocate()
    for color in 0..<s.pointee.colors.count {
      s.pointee.colors.base[color].blocks.deallocate()
      s.pointee.colors.base[color].owners.deallocate()
      s.pointee.colors.base[color].touching.deallocate()
      s.pointee.colors.base[color].marks.deallocate()
    }
    s.pointee.colors.deallocate()
    s.pointee.extras.deallocate()
    s.pointee.kinds.deallocate()
    s.pointee.recentKinds.deallocate()
    s.pointee.fresh.deallocate()
    s.pointee.shifts.deallocate()
    s.pointee.jointWork.deallocate()
    s.pointee.notes.deallocate()
    s.pointee.unsettled.deallocate()
    s.pointee.impacts.deallocate()
    s.pointee.pauses.deallocate()
    s.pointee.startVelocities.deallocate()
    s.pointee.starts.deallocate()
    s.pointee.ends.deallocate()
    s.pointee.stack.deallocate()
    s.pointee.continuous.deallocate()
    bgts_free(s)
  }

  public var settings: WorldSettings {
    get { s.pointee.settings }
    nonmutating set {
      noteJointsChanged()
      s.pointee.settings = newValue
    }
  }
  public var stepSeconds: Double { s.pointee.stepSeconds }
  /// Whether a step ever went without memory it wanted; it then ran with fewer contacts.
  public var ranOutOfMemory: Bool { s.pointee.outOfMemory }

  // Shorter paths to the arenas.
  @inline(__always) var bodies: UnsafeMutablePointer<Body> { s.pointee.bodies.base }
  /// What few bodies have, if it has any of that.
  @inline(__always)
  func extras(_ body: UnsafeMutablePointer<Body>) -> UnsafeMutablePointer<BodyExtras>? {
    body.pointee.extras < 0 ? nil : s.pointee.extras.base + Int(body.pointee.extras)
  }
  /// By awake index; -1 is a row that never moves, for the fixed side of a constraint.
  @inline(__always) var states: UnsafeMutablePointer<BodyState> { s.pointee.states.base + 1 }
  @inline(__always) var shifts: UnsafeMutablePointer<BodyShift> { s.pointee.shifts.base + 1 }
  @inline(__always) var motions: UnsafeMutablePointer<BodyMotion> { s.pointee.motions.base }
  @inline(__always) var tracks: UnsafeMutablePointer<BodyTrack> { s.pointee.tracks.base }
  @inline(__always) var contacts: UnsafeMutablePointer<Contact> { s.pointee.contacts.base }
  @inline(__always) var segments: UnsafeMutablePointer<Segment> { s.pointee.segments.base }
  @inline(__always) var joints: UnsafeMutablePointer<Joint> { s.pointee.joints.base }
  @inline(__always) var pairs: UnsafeMutablePointer<TouchPair> { s.pointee.pairs.base }
  @inline(__always) var lengthScale: Float { Float(s.pointee.settings.lengthScale) }

  @_optimize(size)
  public var counters: (contacts: Int, touching: Int, joints: Int, segments: Int, steps: UInt64, bytes: UInt64) {
    let w = s.pointee
    var bytes = w.bodies.capacity * MemoryLayout<Body>.stride + w.extras.capacity * MemoryLayout<BodyExtras>.stride
    bytes += w.states.capacity * (MemoryLayout<BodyState>.stride + MemoryLayout<BodyMotion>.stride + 4)
    bytes += w.tracks.capacity * MemoryLayout<BodyTrack>.stride
    bytes += w.vertices.capacity * 17 + w.groups.capacity * 4
    bytes += w.pieces.capacity * MemoryLayout<Piece>.stride
    bytes += w.segments.capacity * MemoryLayout<Segment>.stride
    bytes += w.boundaries.capacity * MemoryLayout<Boundary>.stride
    bytes += w.contacts.capacity * MemoryLayout<Contact>.stride + w.active.capacity * MemoryLayout<ActiveContact>.stride
    bytes += w.packed.capacity + w.contactTable.bytes + w.pairTable.bytes
    bytes += w.pairs.capacity * MemoryLayout<TouchPair>.stride
    bytes += w.joints.capacity * MemoryLayout<Joint>.stride
    bytes += (Int(w.bodyTree.count) + Int(w.segmentTree.count)) * 64
    for color in 0..<w.colors.count {
      bytes += w.colors[color].blocks.capacity * MemoryLayout<ContactBlock>.stride
      bytes += w.colors[color].owners.capacity * 4
    }
    bytes += w.jointWork.bytes
    return (
      Int(w.contactCount), Int(w.touchingCount), Int(w.jointCount), Int(w.segmentCount), w.steps, UInt64(bytes)
    )
  }
}
