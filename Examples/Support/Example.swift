// What the examples share: numbers that must hold, and the hash as the last line.
// SPDX-License-Identifier: MIT
import Bagatelle

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The numbers of one example, each with the range in which it must lie.
public struct Report {
  private var failures: Int32 = 0
  public init() {}

  /// Prints a number and whether it lies in its range.
  public mutating func expect(_ what: String, _ value: Double, _ least: Double, _ greatest: Double) {
    let good = value >= least && value <= greatest
    let padding = String(repeating: " ", count: max(0, 44 - what.count))
    let number = fixed(value)
    let indent = String(repeating: " ", count: max(0, 10 - number.count))
    let range = "(\(short(least)) to \(short(greatest)))"
    print("\(what)\(padding) \(indent)\(number)  \(range)\(good ? "" : "  WRONG")")
    if !good { failures += 1 }
  }

  public mutating func expect(_ what: String, _ value: Int, _ least: Int, _ greatest: Int) {
    expect(what, Double(value), Double(least), Double(greatest))
  }

  /// Prints the hash that the same program reaches in every language; the result is the exit code.
  public func finish(_ animator: DynamicAnimator) -> Int32 {
    let digits = String(animator.stateHash, radix: 16)
    print("hash \(String(repeating: "0", count: 16 - digits.count))\(digits)")
    return failures == 0 ? 0 : 1
  }

  /// Three decimals, as printf's %.3f but for ties.
  private func fixed(_ value: Double) -> String {
    let thousandths = (value.magnitude * 1000).rounded(.toNearestOrEven)
    let digits = String(Int64(thousandths))
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return (value.sign == .minus ? "-" : "") + padded.dropLast(3) + "." + padded.suffix(3)
  }

  /// A bound without a needless ".0".
  private func short(_ value: Double) -> String {
    value == value.rounded() ? String(Int64(value)) : String(value)
  }
}

/// A number with some decimals, as printf writes it.
public func fixed(_ value: Double, _ decimals: Int = 2) -> String {
  var text = [CChar](repeating: 0, count: 400)
  return withVaList([value]) { list in
    let count = vsnprintf(&text, text.count, "%.\(decimals)f", list)
    return String(decoding: text[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The time an animator has come to.
public func seconds(_ animator: DynamicAnimator) -> String { "\(fixed(animator.elapsedSeconds)) s" }

/// A point, with two decimals.
public func place(_ point: Vector2) -> String { "(\(fixed(point.x)), \(fixed(point.y)))" }

/// Prints the hash that the same program reaches in every language.
public func printHash(_ hash: UInt64) {
  let digits = String(hash, radix: 16)
  print("hash \(String(repeating: "0", count: 16 - digits.count))\(digits)")
}

public func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
