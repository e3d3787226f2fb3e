// What the examples print.
// SPDX-License-Identifier: MIT
import Bagatelle

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A number with two decimals, as printf writes it.
public func fixed(_ value: Double) -> String {
  var text = [CChar](repeating: 0, count: 400)
  return withVaList([value]) { list in
    let count = vsnprintf(&text, text.count, "%.2f", list)
    return String(decoding: text[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The time an animator or a timeline has come to.
public func seconds(_ animator: DynamicAnimator) -> String { "\(fixed(animator.elapsedSeconds)) s" }
public func seconds(_ timeline: Timeline) -> String { "\(fixed(timeline.time)) s" }

/// A point, with two decimals.
public func place(_ point: Vector2) -> String { "(\(fixed(point.x)), \(fixed(point.y)))" }

/// Prints the hash that the same program reaches in every language.
public func printHash(_ hash: UInt64) {
  let digits = String(hash, radix: 16)
  print("hash \(String(repeating: "0", count: 16 - digits.count))\(digits)")
}

/// Folds the hashes of all ticks into one.
public struct RunHash {
  private var value: UInt64 = 0xcbf2_9ce4_8422_2325
  public init() {}
  public mutating func add(_ hash: UInt64) { value = (value ^ hash) &* 0x100_0000_01b3 }
  public func print() { printHash(value) }
}
