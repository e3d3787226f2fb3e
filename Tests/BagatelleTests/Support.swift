// Shared by the tests of the Swift API.
// SPDX-License-Identifier: MIT
import Bagatelle
import Testing

let phone = Rect(x: 0, y: 0, width: 320, height: 568)

extension DynamicAnimator {
  /// Ticks of 1/60 s.
  func run(ticks: Int) throws { for _ in 0..<ticks { try advance(by: 1.0 / 60.0) } }
  func run(seconds: Double) throws { try run(ticks: Int(seconds * 60 + 0.5)) }

  /// Ticks until it pauses; fails after a limit. Returns the ticks.
  @discardableResult
  func runUntilPaused(limit: Int = 1200) throws -> Int {
    var ticks = 0
    while isRunning && ticks < limit {
      try advance(by: 1.0 / 60.0)
      ticks += 1
    }
    #expect(!isRunning, "did not come to rest within \(limit) ticks")
    return ticks
  }
}

/// Collects what happened, in order.
final class Log {
  var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
  func count(_ line: String) -> Int { lines.filter { $0 == line }.count }
}

/// What a call throws, or nil.
func code(_ body: () throws -> Void) -> BagatelleError.Code? {
  do {
    try body()
    return nil
  } catch let error as BagatelleError {
    return error.code
  } catch {
    return nil
  }
}

func isNear(_ a: Double, _ b: Double, _ tolerance: Double) -> Bool { abs(a - b) <= tolerance }

/// Tells when an object dies.
final class Mark {
  let log: Log
  let name: String
  init(_ log: Log, _ name: String) {
    self.log = log
    self.name = name
  }
  deinit { log.add("\(name) died") }
}
