import Testing
@testable import BagatelleCore

@Test func anArenaGrows() {
  var arena = Arena<Int32>()
  defer { arena.deallocate() }
  var grown = true
  for index in 0..<1000 { grown = arena.append(Int32(index)) && grown }
  #expect(grown)
  #expect(arena.count == 1000 && arena[999] == 999)
}
