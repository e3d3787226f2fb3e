// Definition structs: defaults, and the rules for their sizes.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

/// No definition will ever be larger; a struct_size beyond it is taken for garbage and nothing is read.
private let largestDefinition = 4096

private let zero = bgt_vec2(x: 0, y: 0)
/// BGT_UNLIMITED of the header.
let unlimited = 1e9

enum Defaults {
  static func item(_ size: UInt32) -> bgt_item_def {
    bgt_item_def(
      struct_size: size, bounds_type: bgt_bounds_type(BGT_BOUNDS_RECTANGLE), center: zero,
      size: bgt_vec2(x: 100, y: 100), angle: 0, path: nil, path_count: 0, user_data: nil)
  }
  static func animator(_ size: UInt32) -> bgt_animator_def {
    bgt_animator_def(struct_size: size, substeps: 2, step_seconds: 1.0 / 120.0, workers: 1, reserved: 0)
  }
  static func decay(_ size: UInt32) -> bgt_decay_def {
    bgt_decay_def(
      struct_size: size, reserved: 0, velocity: zero, rate: 0.998, low: bgt_vec2(x: -1e9, y: -1e9),
      high: bgt_vec2(x: 1e9, y: 1e9), threshold: 0.5, spring: 0, snap: nil, context: nil)
  }
  static func presentation(_ size: UInt32) -> bgt_presentation_def {
    var def = bgt_presentation_def()
    def.struct_size = size
    def.in_fullscreen = 1
    return def
  }
  static func animation(_ size: UInt32) -> bgt_transition_animation_def {
    var def = bgt_transition_animation_def()
    def.struct_size = size
    return def
  }
  static func interaction(_ size: UInt32) -> bgt_transition_interaction_def {
    var def = bgt_transition_interaction_def()
    def.struct_size = size
    def.wants_interactive_start = 1
    def.completion_speed = 1
    return def
  }
  static func delegate(_ size: UInt32) -> bgt_transition_delegate_def {
    var def = bgt_transition_delegate_def()
    def.struct_size = size
    return def
  }
  static func drive(_ size: UInt32) -> bgt_transition_drive_def {
    var def = bgt_transition_drive_def()
    def.struct_size = size
    def.time_limit = 4
    return def
  }
  static func gravity(_ size: UInt32) -> bgt_gravity_def {
    bgt_gravity_def(struct_size: size, reserved: 0, direction: bgt_vec2(x: 0, y: 1))
  }
  static func collision(_ size: UInt32) -> bgt_collision_def {
    bgt_collision_def(struct_size: size, mode: bgt_collision_mode(BGT_COLLISION_MODE_EVERYTHING))
  }
  static func attachment(_ size: UInt32) -> bgt_attachment_def {
    bgt_attachment_def(
      struct_size: size, collide_connected: 0, item: 0, other: 0, item_offset: zero, other_offset: zero,
      anchor: zero, length: -1, frequency: 0, damping: 0,
      type: bgt_attachment_type(BGT_ATTACHMENT_DISTANCE), reserved: 0, axis: bgt_vec2(x: 1, y: 0),
      range_minimum: -unlimited, range_maximum: unlimited, friction_torque: 0, break_force: 0)
  }
  static func snap(_ size: UInt32) -> bgt_snap_def {
    bgt_snap_def(struct_size: size, reserved: 0, item: 0, point: zero, damping: 0.5, frequency: 3.8)
  }
  static func push(_ size: UInt32) -> bgt_push_def {
    bgt_push_def(
      struct_size: size, mode: bgt_push_mode(BGT_PUSH_CONTINUOUS), direction: zero, active: 1, reserved: 0)
  }
  static func field(_ size: UInt32) -> bgt_field_def {
    bgt_field_def(
      struct_size: size, kind: bgt_field_kind(BGT_FIELD_LINEAR_GRAVITY), position: zero, strength: 1, falloff: 0,
      minimum_radius: 1e-3, direction: zero, smoothness: 0, animation_speed: 1, seed: 0, region: 0)
  }
}

@implementation @_cdecl("bgt_def_init")
public func bgt_def_init(_ def: UnsafeMutableRawPointer?, _ kind: bgt_kind, _ struct_size: UInt32) {
  var call = Call()
  guard let def else {
    call.null("def")
    return
  }
  guard struct_size >= 4, struct_size <= largestDefinition else {
    call.fail(
      BGT_ERROR_INCOMPATIBLE, "struct_size", integer: Int64(struct_size), "pass the size of the definition struct")
    return
  }
  switch Int(kind) {
  case BGT_KIND_ITEM: write(Defaults.item(struct_size), def, struct_size)
  case BGT_KIND_ANIMATOR: write(Defaults.animator(struct_size), def, struct_size)
  case BGT_KIND_PROPERTY_ANIMATOR: write(Defaults.decay(struct_size), def, struct_size)
  case BGT_KIND_PRESENTATION: write(Defaults.presentation(struct_size), def, struct_size)
  case BGT_KIND_TRANSITION: write(Defaults.drive(struct_size), def, struct_size)
  case BGT_KIND_TRANSITION_DELEGATE: write(Defaults.delegate(struct_size), def, struct_size)
  case BGT_KIND_TRANSITION_ANIMATION: write(Defaults.animation(struct_size), def, struct_size)
  case BGT_KIND_TRANSITION_INTERACTION: write(Defaults.interaction(struct_size), def, struct_size)
  case BGT_KIND_GRAVITY: write(Defaults.gravity(struct_size), def, struct_size)
  case BGT_KIND_COLLISION: write(Defaults.collision(struct_size), def, struct_size)
  case BGT_KIND_ATTACHMENT: write(Defaults.attachment(struct_size), def, struct_size)
  case BGT_KIND_SNAP: write(Defaults.snap(struct_size), def, struct_size)
  case BGT_KIND_PUSH: write(Defaults.push(struct_size), def, struct_size)
  case BGT_KIND_FIELD: write(Defaults.field(struct_size), def, struct_size)
  default: call.fail(BGT_ERROR_WRONG_KIND, "kind", integer: Int64(kind), "pass a kind that has a definition")
  }
}

/// Writes the bytes that the caller has, and zeroes what this version does not know.
private func write<T: BitwiseCopyable>(_ value: T, _ def: UnsafeMutableRawPointer, _ structSize: UInt32) {
  let size = Int(structSize)
  let known = min(size, MemoryLayout<T>.size)
  withUnsafeBytes(of: value) { bytes in
    if let base = bytes.baseAddress { def.copyMemory(from: base, byteCount: known) }
  }
  var index = known
  while index < size {
    def.storeBytes(of: 0, toByteOffset: index, as: UInt8.self)
    index += 1
  }
}

extension Call {
  /// Reads a caller's definition. A longer one is welcome while its unknown tail is zero; `least` is the size that
  /// the struct had in its first release.
  @inline(__always)
  mutating func definition<T: BitwiseCopyable>(
    _ def: UnsafePointer<T>, _ defaults: T, least: Int, _ argument: StaticString = "def"
  ) -> T? {
    var value = defaults
    let isRead = withUnsafeMutableBytes(of: &value) { read(UnsafeRawPointer(def), into: $0, least: least, argument) }
    return isRead ? value : nil
  }

  /// The same over the bytes of the defaults, for definitions of all kinds.
  @inline(never)
  private mutating func read(
    _ raw: UnsafeRawPointer, into bytes: UnsafeMutableRawBufferPointer, least: Int, _ argument: StaticString
  ) -> Bool {
    let size = Int(raw.loadUnaligned(as: UInt32.self))
    guard size > 0 else {
      return fail(
        BGT_ERROR_INCOMPATIBLE, argument, "struct_size", integer: 0,
        "init was forgotten: fill the struct with its bgt_..._def_init() function first")
    }
    // With shorter pointers all of them are shorter.
    guard size >= min(least, bytes.count), size <= largestDefinition else {
      return fail(
        BGT_ERROR_INCOMPATIBLE, argument, "struct_size", integer: Int64(size),
        "no version of this library had that size; fill the struct with its bgt_..._def_init() function")
    }
    let known = bytes.count
    var index = known
    while index < size {
      guard raw.loadUnaligned(fromByteOffset: index, as: UInt8.self) == 0 else {
        return fail(
          BGT_ERROR_INCOMPATIBLE, argument, "struct_size", integer: Int64(size),
          "the struct is of a newer version and sets fields that this one does not know")
      }
      index += 1
    }
    bytes.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: min(size, known)))
    return true
  }

  /// A field kept for later versions.
  mutating func reserved(_ value: UInt32, _ argument: StaticString = "def") -> Bool {
    if value == 0 { return true }
    return fail(
      BGT_ERROR_INCOMPATIBLE, argument, "reserved", integer: Int64(value), "leave it at 0, as init sets it")
  }

  /// A truth value in a definition.
  mutating func flag(_ value: UInt32, _ argument: StaticString, _ part: StaticString) -> Bool {
    if value <= 1 { return true }
    return fail(BGT_ERROR_RANGE, argument, part, integer: Int64(value), "pass 0 or 1")
  }
}

// MARK: Values in both spellings

extension Vector2 {
  init(_ v: bgt_vec2) { self.init(v.x, v.y) }
  var c: bgt_vec2 { bgt_vec2(x: x, y: y) }
}

extension UnsafeBufferPointer where Element == bgt_vec2 {
  /// The same memory; both structs are two doubles.
  var vectors: UnsafeBufferPointer<Vector2> {
    UnsafeBufferPointer<Vector2>(
      start: baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: Vector2.self) }, count: count)
  }
}

/// Copies what fits, and tells how much there is.
func copyPoints(
  _ points: UnsafeBufferPointer<Vector2>, _ out: UnsafeMutablePointer<bgt_vec2>?, _ capacity: UInt64,
  _ outCount: UnsafeMutablePointer<UInt64>
) {
  let fitting = capacity < UInt64(points.count) ? Int(capacity) : points.count
  if let out {
    var index = 0
    while index < fitting {
      out[index] = points[index].c
      index += 1
    }
  }
  outCount.pointee = UInt64(points.count)
}

/// The same for ids; false when an object met for the first time finds no memory for its id: nothing is written.
func copyIDs<T: BagatelleObject>(
  _ objects: [T], _ out: UnsafeMutablePointer<bgt_id>?, _ capacity: UInt64,
  _ outCount: UnsafeMutablePointer<UInt64>
) -> Bool {
  let fitting = capacity < UInt64(objects.count) ? Int(capacity) : objects.count
  if let out {
    for index in 0..<fitting where Registry.id(of: objects[index]) == 0 { return false }
    for index in 0..<fitting { out[index] = objects[index].foreignID }
  }
  outCount.pointee = UInt64(objects.count)
  return true
}
