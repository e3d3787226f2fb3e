// One contact that began or ended, as a value and as the record of the C API.
// SPDX-License-Identifier: MIT
import BagatelleCore

/// One contact that began or ended in the latest tick. 88 bytes, laid out as `bgt_contact_event`.
package struct ContactEvent: BitwiseCopyable {
  package var behavior: UInt64 = 0
  package var item: UInt64 = 0
  package var other: UInt64 = 0
  package var boundary: UInt64 = 0
  package var point = Vector2(0, 0)
  package var normal = Vector2(0, 0)
  package var impulse = 0.0
  package var approachSpeed = 0.0
  package var phase: UInt32 = 0
  package var step: UInt32 = 0
  package init() {}
}

/// A contact between an item and another item, or a boundary, as a collision behavior tells it.
public struct Contact {
  public enum Phase: UInt32, Sendable { case began = 0, ended = 1 }

  public let behavior: CollisionBehavior
  /// With two items, the one that comes first in the behavior.
  public let item: Item
  /// Nil when the contact is with a boundary.
  public let other: Item?
  /// 0 for the reference bounds, or when the contact is with an item.
  package let boundaryName: UInt64
  public let phase: Phase
  /// Deepest point, reference coordinates; of a flat contact its middle. Zero at the end.
  public let point: Vector2
  /// Unit vector from `item` toward the other side. Zero at the end.
  public let normal: Vector2
  /// Normal impulse of its first step, mass points/s; 0 at the end.
  public let impulse: Double
  /// Closing speed along the normal before it, points/s; 0 at the end.
  public let approachSpeed: Double
  /// Which step of the tick, from 0.
  public let step: Int
  /// The record in the animator's list; valid during a callback.
  package let record: UnsafePointer<ContactEvent>
}
