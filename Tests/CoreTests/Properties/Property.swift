// Properties: statements about random cases, each case from a seed of its own that is told when it fails.
// SPDX-License-Identifier: MIT
//
// BAGATELLE_SEED=<number> draws other cases, BAGATELLE_SEED=random new ones in every run; without it they are always the
// same. BAGATELLE_CASE=<number> takes this one case of each property, BAGATELLE_CASES=<factor> that many times as many.
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(ucrt)
  import ucrt
#endif

enum Property {
  /// Seed of this run.
  static let seed: UInt64 = {
    guard let text = setting("BAGATELLE_SEED") else { return 20_261_121 }
    if text == "random" { return .random(in: 0..<1 << 48) }
    guard let number = UInt64(text) else { fatalError("BAGATELLE_SEED is a number or the word random") }
    return number
  }()

  /// The one case that is wanted, and how many times as many cases as usual.
  private static let only = setting("BAGATELLE_CASE").flatMap { Int($0) }
  private static let factor = setting("BAGATELLE_CASES").flatMap { Double($0) } ?? 1

  private static func setting(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The seed of one case, by FNV-1a over the property's name.
  private static func seed(_ name: String, _ number: Int) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var random = CollisionRandom(hash ^ (seed &* 0x9e37_79b9_7f4a_7c15))
    return random.bits() &+ UInt64(number) &* 0xd134_2543_de82_ef95
  }

  /// Draws cases until one breaks the statement: `check` tells what is wrong with it, or nil. Prints one line with the
  /// number of cases and the seed. A debug build, several times slower, takes fewer cases.
  static func holds(
    _ name: String, cases: Int, debug: Int, at location: SourceLocation = #_sourceLocation,
    _ check: (inout CollisionRandom) -> String?
  ) {
    #if DEBUG
      let usual = debug
    #else
      let usual = cases
    #endif
    let count = max(1, Int(Double(usual) * factor))
    for number in only.map({ $0..<$0 + 1 }) ?? 0..<count {
      var random = CollisionRandom(seed(name, number))
      guard let wrong = check(&random) else { continue }
      Issue.record(
        "\(name): \(wrong)\nAgain with BAGATELLE_SEED=\(seed) BAGATELLE_CASE=\(number)", sourceLocation: location)
      print("property \(name): case \(number) of \(count) fails, seed \(seed)")
      return
    }
    print("property \(name): \(only == nil ? count : 1) cases, seed \(seed)")
  }
}
