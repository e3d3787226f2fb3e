// A range of numbers that may be unlimited on either side.
// SPDX-License-Identifier: MIT

/// From a minimum to a maximum, both included; either may be infinite.
@frozen public struct FloatRange: Equatable, Sendable, BitwiseCopyable {
  public var minimum: Double
  public var maximum: Double
  @inlinable public init(minimum: Double, maximum: Double) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// From 0 to 0.
  public static var zero: FloatRange { FloatRange(minimum: 0, maximum: 0) }
  /// Unlimited on both sides.
  public static var infinite: FloatRange { FloatRange(minimum: -.infinity, maximum: .infinity) }
  public var isInfinite: Bool { minimum == -.infinity && maximum == .infinity }
}
