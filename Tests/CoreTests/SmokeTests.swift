import Testing
@testable import BagatelleCore

@Test func anArenaGrows() {
  var arena = Arena<Int32>()
  defer { arena.deallocate() }
  for index in 0..<1000 { #expect(arena.append(Int32(index))) }
  #expect(arena.count == 1000 && arena[999] == 999)
}
