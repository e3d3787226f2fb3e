// Header sections "Version and errors" and "Ids and lifetime"; the error slot and the log function are kept in shims.c.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

@implementation @_cdecl("bgt_version")
public func bgt_version() -> UInt32 {
  UInt32(BGT_VERSION_MAJOR * 10000 + BGT_VERSION_MINOR * 100 + BGT_VERSION_PATCH)
}

@implementation @_cdecl("bgt_last_error")
public func bgt_last_error() -> bgt_status { bgts_last_error() }

@implementation @_cdecl("bgt_last_error_message")
public func bgt_last_error_message() -> UnsafePointer<CChar> { bgts_last_error_message() }

@implementation @_cdecl("bgt_clear_error")
public func bgt_clear_error() { bgts_clear_error() }

@implementation @_cdecl("bgt_set_log")
public func bgt_set_log(
  _ fn: bgt_log_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status { bgts_set_log(fn, context, release) }

@implementation @_cdecl("bgt_get_limit")
public func bgt_get_limit(_ which: bgt_limit) -> Double {
  switch Int(which) {
  case BGT_LIMIT_MINIMUM_SIDE: return Limits.minimumSide
  case BGT_LIMIT_MAXIMUM_SIDE: return Limits.maximumSide
  case BGT_LIMIT_COORDINATE: return Limits.coordinate
  case BGT_LIMIT_ANGLE: return Limits.angle
  case BGT_LIMIT_SPEED: return Limits.speed
  case BGT_LIMIT_TURN_PER_STEP: return Limits.turnPerStep
  case BGT_LIMIT_PATH_POINTS_MINIMUM: return Double(Limits.pathPointsMinimum)
  case BGT_LIMIT_PATH_POINTS_MAXIMUM: return Double(Limits.pathPointsMaximum)
  case BGT_LIMIT_BOUNDARY_POINTS: return Double(Limits.boundaryPoints)
  case BGT_LIMIT_TREE_DEPTH: return Double(Limits.treeDepth)
  case BGT_LIMIT_SECONDS_PER_CALL: return Limits.secondsPerCall
  case BGT_LIMIT_IDENTIFIER_BYTES: return Double(Limits.identifierBytes)
  case BGT_LIMIT_MAGNITUDE: return Limits.magnitude
  case BGT_LIMIT_REGION_DEPTH: return Double(RegionProgram.depthLimit)
  case BGT_LIMIT_REGION_SHAPES: return Double(RegionProgram.nodeLimit)
  case BGT_LIMIT_REGION_POINTS: return Double(RegionProgram.pointLimit)
  default:
    var call = Call()
    call.fail(BGT_ERROR_RANGE, "which", integer: Int64(which), "pass a BGT_LIMIT_ value")
    return 0
  }
}

extension Call {
  /// The status of a counting operation.
  fileprivate mutating func settle(_ outcome: Registry.Outcome, _ id: bgt_id) -> bgt_status {
    switch outcome {
    case .done: break
    case .stale:
      if id == 0 {
        fail(BGT_ERROR_STALE_ID, "id", text: "is 0, the null id; pass the id of a living object")
      } else {
        fail(BGT_ERROR_STALE_ID, "id", id: id, "names no living object; retain what you keep")
      }
    case .refused:
      fail(
        BGT_ERROR_NOT_OWNED, "id", id: id, "is held by others only; release what you created or retained")
    }
    return status
  }
}

@implementation @_cdecl("bgt_retain")
public func bgt_retain(_ id: bgt_id) -> bgt_status {
  var call = Call()
  return call.settle(Registry.retain(id), id)
}

@implementation @_cdecl("bgt_release")
public func bgt_release(_ id: bgt_id) -> bgt_status {
  if id == 0 { return bgt_status(BGT_OK) }
  var call = Call()
  return call.settle(Registry.release(id), id)
}

@implementation @_cdecl("bgt_is_alive")
public func bgt_is_alive(_ id: bgt_id) -> Bool { bgts_find(id) != nil }

@implementation @_cdecl("bgt_get_kind")
public func bgt_get_kind(_ id: bgt_id) -> bgt_kind {
  guard bgts_find(id) != nil else {
    var call = Call()
    _ = call.settle(.stale, id)
    return bgt_kind(BGT_KIND_NONE)
  }
  return bgt_kind(truncatingIfNeeded: id >> 56)
}

@implementation @_cdecl("bgt_get_live_count")
public func bgt_get_live_count(_ kind: bgt_kind) -> UInt64 {
  switch Int(kind) {
  case BGT_KIND_NONE...BGT_KIND_ITEM_GROUP, BGT_KIND_BEHAVIOR...BGT_KIND_FIELD:
    return bgts_live_count(kind)
  default:
    var call = Call()
    call.fail(BGT_ERROR_RANGE, "kind", integer: Int64(kind), "pass a BGT_KIND_ value")
    return 0
  }
}
