// The table of pairs against a dictionary, through growth, removal and trims.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

@Suite struct PairTableTests {
  @Test("Random keys come, go and are found, in tables that are as full as they may be")
  func random() {
    for seed in 1...12 {
      var random = UInt64(seed)
      func next(_ count: Int) -> Int {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((random >> 33) % UInt64(count))
      }
      var table = PairTable()
      defer { table.deallocate() }
      var known: [UInt64: Int32] = [:]
      let span = [40, 300, 3000][seed % 3]
      for turn in 0..<20_000 {
        let key = UInt64(next(span) + 1) << 32 | UInt64(next(3))
        if let value = known[key] {
          #expect(table.find(key) == value)
          if next(2) == 0 {
            table.remove(key)
            known[key] = nil
          }
        } else {
          #expect(table.find(key) == -1 && !table.contains(key))
          table.remove(key)
          if next(3) > 0 {
            let hasRoom = table.reserveOne()
            #expect(hasRoom)
            table.insert(key, Int32(turn))
            known[key] = Int32(turn)
          }
        }
        if turn % 500 == 0 { table.trim(isBusy: turn % 1000 == 0, least: next(200)) }
        if turn % 700 == 0 {
          let hasRoom = table.reserve(more: next(50))
          #expect(hasRoom)
        }
      }
      #expect(table.count == known.count && table.isEmpty == known.isEmpty)
      for (key, value) in known { #expect(table.find(key) == value) }
    }
  }
}
