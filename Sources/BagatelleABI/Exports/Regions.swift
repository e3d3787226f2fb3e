// Header section "Regions".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

/// Header, nodes and checksum of the greatest region.
private let mostBytes: UInt64 = 24 + 32 * 65_536

extension Call {
  /// Gives the caller a new region.
  fileprivate mutating func publish(
    _ out_region: UnsafeMutablePointer<bgt_region>?, _ argument: StaticString, id: bgt_id = 0,
    _ make: () throws(BagatelleError) -> Region
  ) -> bgt_status {
    guard let out_region else {
      null("out_region")
      return status
    }
    do throws(BagatelleError) {
      publish(try make(), out_region)
    } catch {
      failed(error, argument, region: id)
    }
    return status
  }

  // Once, not in each function that makes a region.
  @inline(never)
  private mutating func publish(_ region: Region, _ out: UnsafeMutablePointer<bgt_region>) {
    let id = Registry.register(region, kind: Int32(BGT_KIND_REGION), callers: 1)
    if id == 0 { noMemory("out_region") } else { out.pointee = id }
  }

  @inline(never)
  private mutating func failed(_ error: BagatelleError, _ argument: StaticString, region id: bgt_id) {
    switch error.code {
    case .limit:
      fail(
        BGT_ERROR_LIMIT, argument,
        text: "would nest more than 256 operations or hold more than 65,536 shapes")
    case .data:
      fail(BGT_ERROR_DATA, argument, text: "are not those of a region, or are damaged or cut short")
    case .invalidPath:
      fail(BGT_ERROR_INVALID_PATH, argument, text: "has fewer than 3 points or no area")
    default: failed(error, argument, id: id)
    }
  }
}

@implementation @_cdecl("bgt_region_create_infinite")
public func bgt_region_create_infinite(_ out_region: UnsafeMutablePointer<bgt_region>?) -> bgt_status {
  var call = Call()
  return call.publish(out_region, "out_region") { () throws(BagatelleError) in try Region.infinite() }
}

@implementation @_cdecl("bgt_region_create_radius")
public func bgt_region_create_radius(
  _ radius: Double, _ out_region: UnsafeMutablePointer<bgt_region>?
) -> bgt_status {
  var call = Call()
  guard call.coordinate(radius, "radius") else { return call.status }
  return call.publish(out_region, "radius") { () throws(BagatelleError) in try Region(radius: radius) }
}

@implementation @_cdecl("bgt_region_create_size")
public func bgt_region_create_size(
  _ size: bgt_vec2, _ out_region: UnsafeMutablePointer<bgt_region>?
) -> bgt_status {
  var call = Call()
  guard call.point(size, "size") else { return call.status }
  return call.publish(out_region, "size") { () throws(BagatelleError) in try Region(size: Vector2(size)) }
}

@implementation @_cdecl("bgt_region_create_path")
public func bgt_region_create_path(
  _ points: UnsafePointer<bgt_vec2>?, _ count: UInt64, _ out_region: UnsafeMutablePointer<bgt_region>?
) -> bgt_status {
  var call = Call()
  guard let points = call.array(points, count, "points", limit: 131_070) else { return call.status }
  for point in points {
    guard call.point(point, "points") else { return call.status }
  }
  return call.publish(out_region, "points") { () throws(BagatelleError) in try Region(path: points.vectors) }
}

@implementation @_cdecl("bgt_region_create_inverse")
public func bgt_region_create_inverse(
  _ id: bgt_region, _ out_region: UnsafeMutablePointer<bgt_region>?
) -> bgt_status {
  var call = Call()
  guard let region = call.region(id) else { return call.status }
  return call.publish(out_region, "region", id: id) { () throws(BagatelleError) in try region.inverse() }
}

@implementation @_cdecl("bgt_region_create_union")
public func bgt_region_create_union(
  _ id: bgt_region, _ other_id: bgt_region, _ out_region: UnsafeMutablePointer<bgt_region>?
) -> bgt_status {
  var call = Call()
  guard let region = call.region(id), let other = call.region(other_id, "other") else { return call.status }
  return call.publish(out_region, "region", id: id) { () throws(BagatelleError) in try region.union(other) }
}

@implementation @_cdecl("bgt_region_create_intersection")
public func bgt_region_create_intersection(
  _ id: bgt_region, _ other_id: bgt_region, _ out_region: UnsafeMutablePointer<bgt_region>?
) -> bgt_status {
  var call = Call()
  guard let region = call.region(id), let other = call.region(other_id, "other") else { return call.status }
  return call.publish(out_region, "region", id: id) { () throws(BagatelleError) in
    try region.intersection(other)
  }
}

@implementation @_cdecl("bgt_region_create_difference")
public func bgt_region_create_difference(
  _ id: bgt_region, _ other_id: bgt_region, _ out_region: UnsafeMutablePointer<bgt_region>?
) -> bgt_status {
  var call = Call()
  guard let region = call.region(id), let other = call.region(other_id, "other") else { return call.status }
  return call.publish(out_region, "region", id: id) { () throws(BagatelleError) in
    try region.difference(other)
  }
}

@implementation @_cdecl("bgt_region_create_from_bytes")
public func bgt_region_create_from_bytes(
  _ bytes: UnsafePointer<UInt8>?, _ count: UInt64, _ out_region: UnsafeMutablePointer<bgt_region>?
) -> bgt_status {
  var call = Call()
  guard let bytes = call.array(bytes, count, "bytes", limit: mostBytes) else { return call.status }
  return call.publish(out_region, "bytes") { () throws(BagatelleError) in
    try Region(bytes: UnsafeRawBufferPointer(bytes))
  }
}

@implementation @_cdecl("bgt_region_copy_bytes")
public func bgt_region_copy_bytes(
  _ id: bgt_region, _ out_bytes: UnsafeMutablePointer<UInt8>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let region = call.region(id), call.outputs(out_bytes, "out_bytes", capacity, out_count), let out_count
  else { return call.status }
  let count = UInt64(region.byteCount)
  if let out_bytes, capacity >= count { region.write(to: UnsafeMutableRawPointer(out_bytes)) }
  out_count.pointee = count
  return call.status
}

@implementation @_cdecl("bgt_region_contains")
public func bgt_region_contains(_ id: bgt_region, _ point: bgt_vec2) -> Bool {
  var call = Call()
  guard let region = call.region(id), call.finite(point, "point") else { return false }
  return region.contains(Vector2(point))
}

@implementation @_cdecl("bgt_region_is_equal")
public func bgt_region_is_equal(_ id: bgt_region, _ other_id: bgt_region) -> Bool {
  var call = Call()
  guard let region = call.region(id), let other = call.region(other_id, "other") else { return false }
  return region.isEqual(to: other)
}
