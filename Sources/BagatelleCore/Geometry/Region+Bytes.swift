// Regions as bytes and back. Any bytes may be read: what is no whole region is refused.
// SPDX-License-Identifier: MIT
//
// Little-endian: "BGTR", version 1 (32 bits each), depth, number of nodes, then 32 bytes per node (shape,
// count, exits, two numbers; or two corners), then a 64-bit FNV-1a sum over all bytes before it.

extension RegionProgram {
  private static var magic: UInt32 { 0x5254_4742 }
  private static var version: UInt32 { 1 }
  private static var headerBytes: Int { 16 }
  private static var nodeBytes: Int { 32 }

  /// How many bytes `write` fills.
  public var byteCount: Int {
    RegionProgram.headerBytes + RegionProgram.nodeBytes * nodes.count + 8
  }

  /// Writes `byteCount` bytes.
  @_optimize(size)
  public func write(to out: UnsafeMutableRawPointer) {
    var writer = RegionWriter(bytes: out)
    writer.put(RegionProgram.magic)
    writer.put(RegionProgram.version)
    writer.put(UInt32(bitPattern: depth))
    writer.put(UInt32(truncatingIfNeeded: nodes.count))
    var index = 0
    while index < nodes.count {
      let node = nodes[index]
      writer.put(UInt32(bitPattern: node.shape))
      writer.put(UInt32(bitPattern: node.count))
      writer.put(UInt32(bitPattern: node.ifInside))
      writer.put(UInt32(bitPattern: node.ifOutside))
      writer.put(node.a.bitPattern)
      writer.put(node.b.bitPattern)
      let corners = RegionProgram.corners(nodes.base, index)
      for corner in 0..<2 * node.cornerNodes {
        writer.put(corners[corner].x.bitPattern)
        writer.put(corners[corner].y.bitPattern)
      }
      index += 1 + node.cornerNodes
    }
    writer.put(checksum(UnsafeRawPointer(out), writer.at))
  }

  /// Makes a region from bytes that may be damaged, cut or foreign; takes at most a small multiple of their
  /// memory.
  @_optimize(size)
  public static func read(
    _ bytes: UnsafeRawBufferPointer, into out: inout RegionProgram
  ) -> RegionIssue {
    guard let base = bytes.baseAddress, bytes.count >= headerBytes + nodeBytes + 8 else { return .data }
    let reader = RegionReader(bytes: base)
    guard reader.word(0) == magic, reader.word(4) == version else { return .data }
    let depth = reader.word(8)
    let count = Int(reader.word(12))
    guard depth >= 1, depth <= UInt32(depthLimit), count >= 1, count <= nodeLimit,
      bytes.count == headerBytes + nodeBytes * count + 8,
      reader.long(bytes.count - 8) == checksum(base, bytes.count - 8)
    else { return .data }
    var nodes = Arena<RegionNode>()
    guard nodes.resize(count) else { return .outOfMemory }
    guard fill(nodes, reader), exitsAreShapes(nodes) else {
      nodes.deallocate()
      return .data
    }
    out = RegionProgram(checked: nodes, depth: Int32(truncatingIfNeeded: depth))
    return .none
  }

  @_optimize(size)
  private static func fill(_ nodes: Arena<RegionNode>, _ reader: RegionReader) -> Bool {
    let limit = Limits.coordinate
    var index = 0
    while index < nodes.count {
      let at = headerBytes + nodeBytes * index
      var node = RegionNode()
      node.shape = Int32(bitPattern: reader.word(at))
      node.count = Int32(bitPattern: reader.word(at + 4))
      node.ifInside = Int32(bitPattern: reader.word(at + 8))
      node.ifOutside = Int32(bitPattern: reader.word(at + 12))
      node.a = Double(bitPattern: reader.long(at + 16))
      node.b = Double(bitPattern: reader.long(at + 24))
      let isPath = node.shape == RegionShape.path
      guard node.shape >= RegionShape.infinite, node.shape <= RegionShape.path,
        node.a >= 0, node.a <= 1e300, node.b >= 0, node.b <= 1e300,
        isPath ? node.count >= 3 && Int(node.count) <= 2 * nodes.count : node.count == 0,
        index + 1 + node.cornerNodes <= nodes.count,
        leadsOn(node.ifInside, index, nodes.count), leadsOn(node.ifOutside, index, nodes.count)
      else { return false }
      nodes[index] = node
      let corners = RegionProgram.corners(nodes.base, index)
      for corner in 0..<2 * node.cornerNodes {
        let x = Double(bitPattern: reader.long(at + nodeBytes + 16 * corner))
        let y = Double(bitPattern: reader.long(at + nodeBytes + 16 * corner + 8))
        guard x >= -limit, x <= limit, y >= -limit, y <= limit else { return false }
        corners[corner] = Vector2(x, y)
      }
      index += 1 + node.cornerNodes
    }
    return true
  }

  /// Out, or to a later node: so every test ends.
  private static func leadsOn(_ exit: Int32, _ index: Int, _ count: Int) -> Bool {
    if exit < 0 { return exit >= RegionExit.outside }
    return Int(exit) > index && Int(exit) < count
  }

  /// Whether every exit leads to a shape, not into the corners of a path.
  @_optimize(size)
  private static func exitsAreShapes(_ nodes: Arena<RegionNode>) -> Bool {
    var isShape = Arena<UInt8>()
    guard isShape.resize(nodes.count) else { return false }
    defer { isShape.deallocate() }
    for index in 0..<nodes.count { isShape[index] = 0 }
    var index = 0
    while index < nodes.count {
      isShape[index] = 1
      index += 1 + nodes[index].cornerNodes
    }
    index = 0
    while index < nodes.count {
      let node = nodes[index]
      if node.ifInside >= 0 && isShape[Int(node.ifInside)] == 0 { return false }
      if node.ifOutside >= 0 && isShape[Int(node.ifOutside)] == 0 { return false }
      index += 1 + node.cornerNodes
    }
    return true
  }
}

/// FNV-1a (Fowler, Noll, Vo).
private func checksum(_ bytes: UnsafeRawPointer, _ count: Int) -> UInt64 {
  var sum: UInt64 = 0xcbf2_9ce4_8422_2325
  for index in 0..<count {
    sum = (sum ^ UInt64(bytes.load(fromByteOffset: index, as: UInt8.self))) &* 0x100_0000_01b3
  }
  return sum
}

private struct RegionWriter {
  let bytes: UnsafeMutableRawPointer
  var at = 0

  mutating func put(_ word: UInt32) {
    for shift in 0..<4 { put(byte: UInt64(word) >> UInt64(8 * shift)) }
  }
  mutating func put(_ word: UInt64) {
    for shift in 0..<8 { put(byte: word >> UInt64(8 * shift)) }
  }
  private mutating func put(byte: UInt64) {
    bytes.storeBytes(of: UInt8(truncatingIfNeeded: byte), toByteOffset: at, as: UInt8.self)
    at += 1
  }
  init(bytes: UnsafeMutableRawPointer) { self.bytes = bytes }
}

private struct RegionReader {
  let bytes: UnsafeRawPointer

  func word(_ at: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
  }
  func long(_ at: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
  }
}
