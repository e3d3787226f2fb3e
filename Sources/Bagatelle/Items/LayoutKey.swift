// What a layout calls an item: the key by which an animator finds it again.
// SPDX-License-Identifier: MIT

/// What an item stands for in a layout, as UIKit's layout attributes do.
public enum LayoutKind: UInt32, Sendable { case cell = 1, supplementary = 2, decoration = 3 }

/// A kind and the caller's number.
public struct LayoutKey: Equatable, Sendable {
  public var kind: LayoutKind
  /// Any number that means something to the caller, as an index path or a hash of an element kind with it.
  public var number: UInt64

  public init(_ kind: LayoutKind, _ number: UInt64) {
    self.kind = kind
    self.number = number
  }

  /// A number made of a section and an index in it.
  public init(_ kind: LayoutKind, section: UInt32, index: UInt32) {
    self.init(kind, UInt64(section) << 32 | UInt64(index))
  }
}
