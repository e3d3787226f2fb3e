// What an object of the caller offers so that an item can move it.
// SPDX-License-Identifier: MIT

/// An object that behaviors can move through `Item(driving:)`. Conform your own class, or use `Item` alone.
public protocol DynamicItem: AnyObject {
  /// The center in the reference coordinate system, in points.
  var center: Vector2 { get set }
  /// The untransformed size around the center, in points. Read when the item joins an animator and at
  /// updates.
  var size: Vector2 { get }
  /// The rotation in radians, clockwise.
  var angle: Double { get set }
}
