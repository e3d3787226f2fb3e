// The simulation of one animator: bodies, boundaries, joints, and the step. Plain memory behind one pointer.
// SPDX-License-Identifier: MIT
import CShims

/// Shape an item has in collisions.
public enum BoundsType: Int32, Sendable { case rectangle = 0, ellipse = 1, path = 2 }

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
  public var isAnchored = false
  public var allowsRotation = true
  public init() {}
}

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
  public init() {}
}

/// Published limits of the engine.
public enum Limits {
  public static let minimumSide = 0.01
  public static let maximumSide = 1e7
  public static let coordinate = 1e7
  public static let angle = 1e6
  public static let speed = 100_000.0
  public static let turnPerStep = Double.pi
  public static let pathPointsMinimum = 3
  public static let pathPointsMaximum = 64
  public static let boundaryPoints = 1_000_000
  public static let treeDepth = 256
  public static let secondsPerCall = 0.25
  public static let identifierBytes = 1024
  public static let magnitude = 1e9
}
