// One call of the C API: finds objects, checks arguments, and turns wrong use into a status and a message.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

/// Remembers the function's name for messages and the status of the first failure.
struct Call {
  let function: StaticString
  private(set) var status = bgt_status(BGT_OK)

  /// The default is the name of the calling function; the shim cuts it at its parenthesis.
  init(_ function: StaticString = #function) { self.function = function }

  // MARK: Failures; each returns false, so that checks can be chained

  @discardableResult
  mutating func fail(
    _ code: Int, _ argument: StaticString, _ part: StaticString? = nil, number: Double, _ remedy: StaticString
  ) -> Bool {
    status = bgt_status(code)
    bgts_fail_number(status, chars(function), chars(argument), maybeChars(part), number, chars(remedy))
    return false
  }

  @discardableResult
  mutating func fail(
    _ code: Int, _ argument: StaticString, _ part: StaticString? = nil, integer: Int64, _ remedy: StaticString
  ) -> Bool {
    status = bgt_status(code)
    bgts_fail_integer(status, chars(function), chars(argument), maybeChars(part), integer, chars(remedy))
    return false
  }

  @discardableResult
  mutating func fail(_ code: Int, _ argument: StaticString, count: UInt64, _ remedy: StaticString) -> Bool {
    status = bgt_status(code)
    bgts_fail_count(status, chars(function), chars(argument), count, chars(remedy))
    return false
  }

  @discardableResult
  mutating func fail(_ code: Int, _ argument: StaticString, id: bgt_id, _ text: StaticString) -> Bool {
    status = bgt_status(code)
    bgts_fail_id(status, chars(function), chars(argument), id, chars(text))
    return false
  }

  @discardableResult
  mutating func fail(
    _ code: Int, _ argument: StaticString, _ part: StaticString? = nil, text: StaticString
  ) -> Bool {
    status = bgt_status(code)
    bgts_fail_text(status, chars(function), chars(argument), maybeChars(part), chars(text))
    return false
  }

  @discardableResult
  mutating func null(_ argument: StaticString) -> Bool {
    fail(BGT_ERROR_NULL_POINTER, argument, text: "is null; pass a pointer to valid memory")
  }

  @discardableResult
  mutating func noMemory(_ argument: StaticString) -> Bool {
    fail(BGT_ERROR_OUT_OF_MEMORY, argument, text: "needs memory and there is none left; nothing was changed")
  }

  // MARK: Objects

  /// The slot of a living id of that kind which no other thread is advancing; BGT_KIND_BEHAVIOR is any behavior.
  mutating func slot(_ id: bgt_id, _ argument: StaticString, kind wanted: Int, exact: Bool = false) -> Slot? {
    guard let slot = bgts_find(id) else {
      if id == 0 {
        fail(BGT_ERROR_STALE_ID, argument, text: "is 0, the null id; pass the id of a living object")
      } else {
        fail(BGT_ERROR_STALE_ID, argument, id: id, "names no living object; retain what you keep")
      }
      return nil
    }
    let kind = Int(id >> 56)
    let fits =
      kind == wanted || (wanted == BGT_KIND_BEHAVIOR && !exact && kind > BGT_KIND_BEHAVIOR)
      || (wanted == BGT_KIND_TRANSITION_INTERACTION && kind == BGT_KIND_PERCENT_DRIVER)
      || (wanted == BGT_KIND_ITEM && kind == BGT_KIND_ITEM_GROUP)
    guard fits else {
      status = bgt_status(BGT_ERROR_WRONG_KIND)
      bgts_fail_kind(chars(function), chars(argument), id, Int32(kind), Int32(wanted))
      return nil
    }
    if bgts_is_reading() && !onlyReads {
      fail(BGT_ERROR_BUSY, argument, id: id, "is inside a step, where only functions that read may be called")
      return nil
    }
    guard !bgts_is_elsewhere(slot) else {
      fail(BGT_ERROR_BUSY, argument, id: id, "is being advanced by another thread; use it from one at a time")
      return nil
    }
    return slot
  }

  /// Whether the function changes nothing: a getter by its name.
  private var onlyReads: Bool {
    has("_get_") || has("_is_") || has("_copy_") || has("_contains") || has("bgt_region_")
  }

  private func has(_ part: StaticString) -> Bool {
    let length = part.utf8CodeUnitCount
    var start = 0
    while start + length <= function.utf8CodeUnitCount {
      var same = 0
      while same < length && function.utf8Start[start + same] == part.utf8Start[same] { same += 1 }
      if same == length { return true }
      start += 1
    }
    return false
  }

  /// Rewrites the message of a refused id of an array, with its place.
  func describeElement(_ argument: StaticString, _ index: Int, _ id: bgt_id) {
    // A plain literal would become a String, with ten kilobytes of code.
    let text: StaticString =
      status == bgt_status(BGT_ERROR_WRONG_KIND)
      ? "is of another kind" : "names no living object that may be used here"
    bgts_fail_element(status, chars(function), chars(argument), UInt64(index), id, chars(text))
  }

  mutating func object(_ id: bgt_id, _ argument: StaticString, _ kind: Int) -> BagatelleObject? {
    guard let slot = slot(id, argument, kind: kind), let object = slot.pointee.object else { return nil }
    return Unmanaged<BagatelleObject>.fromOpaque(object).takeUnretainedValue()
  }

  mutating func item(_ id: bgt_id, _ argument: StaticString = "item") -> Item? {
    guard let object = object(id, argument, BGT_KIND_ITEM) else { return nil }
    return unsafeDowncast(object, to: Item.self)
  }
  mutating func itemGroup(_ id: bgt_id) -> DynamicItemGroup? {
    guard let object = object(id, "group", BGT_KIND_ITEM_GROUP) else { return nil }
    return unsafeDowncast(object, to: DynamicItemGroup.self)
  }
  mutating func animator(_ id: bgt_id, _ argument: StaticString = "animator") -> DynamicAnimator? {
    guard let object = object(id, argument, BGT_KIND_ANIMATOR) else { return nil }
    return unsafeDowncast(object, to: DynamicAnimator.self)
  }
  mutating func behavior(_ id: bgt_id, _ argument: StaticString = "behavior") -> DynamicBehavior? {
    guard let object = object(id, argument, BGT_KIND_BEHAVIOR) else { return nil }
    return unsafeDowncast(object, to: DynamicBehavior.self)
  }
  mutating func gravity(_ id: bgt_id) -> GravityBehavior? {
    guard let object = object(id, "gravity", BGT_KIND_GRAVITY) else { return nil }
    return unsafeDowncast(object, to: GravityBehavior.self)
  }
  mutating func collision(_ id: bgt_id) -> CollisionBehavior? {
    guard let object = object(id, "collision", BGT_KIND_COLLISION) else { return nil }
    return unsafeDowncast(object, to: CollisionBehavior.self)
  }
  mutating func attachment(_ id: bgt_id) -> AttachmentBehavior? {
    guard let object = object(id, "attachment", BGT_KIND_ATTACHMENT) else { return nil }
    return unsafeDowncast(object, to: AttachmentBehavior.self)
  }
  mutating func snap(_ id: bgt_id) -> SnapBehavior? {
    guard let object = object(id, "snap", BGT_KIND_SNAP) else { return nil }
    return unsafeDowncast(object, to: SnapBehavior.self)
  }
  mutating func push(_ id: bgt_id) -> PushBehavior? {
    guard let object = object(id, "push", BGT_KIND_PUSH) else { return nil }
    return unsafeDowncast(object, to: PushBehavior.self)
  }
  mutating func itemBehavior(_ id: bgt_id) -> DynamicItemBehavior? {
    guard let object = object(id, "behavior", BGT_KIND_ITEM_BEHAVIOR) else { return nil }
    return unsafeDowncast(object, to: DynamicItemBehavior.self)
  }

  mutating func field(_ id: bgt_id) -> FieldBehavior? {
    guard let object = object(id, "field", BGT_KIND_FIELD) else { return nil }
    return unsafeDowncast(object, to: FieldBehavior.self)
  }
  mutating func region(_ id: bgt_id, _ argument: StaticString = "region") -> Region? {
    guard let object = object(id, argument, BGT_KIND_REGION) else { return nil }
    return unsafeDowncast(object, to: Region.self)
  }

  // MARK: Numbers

  /// Finite and in the range; the remedy names it.
  mutating func number(
    _ value: Double, _ argument: StaticString, _ part: StaticString? = nil, _ least: Double, _ greatest: Double,
    _ remedy: StaticString
  ) -> Bool {
    if value >= least && value <= greatest { return true }  // False for nan.
    return fail(BGT_ERROR_RANGE, argument, part, number: value, remedy)
  }

  mutating func coordinate(_ value: Double, _ argument: StaticString, _ part: StaticString? = nil) -> Bool {
    number(value, argument, part, -Limits.coordinate, Limits.coordinate, "pass a finite value within 1e9")
  }

  mutating func finite(_ value: bgt_vec2, _ argument: StaticString) -> Bool {
    let most = Double.greatestFiniteMagnitude
    return number(value.x, argument, "x", -most, most, "pass a finite value")
      && number(value.y, argument, "y", -most, most, "pass a finite value")
  }

  @inline(__always)
  mutating func point(_ value: bgt_vec2, _ argument: StaticString) -> Bool {
    // False for nan.
    if value.x.magnitude <= Limits.coordinate && value.y.magnitude <= Limits.coordinate { return true }
    return tooFar(value, argument)
  }

  @inline(never)
  private mutating func tooFar(_ value: bgt_vec2, _ argument: StaticString) -> Bool {
    coordinate(value.x, argument, "x") && coordinate(value.y, argument, "y")
  }

  /// Gravity, push and velocity arguments: within 1e9, as coordinates.
  mutating func magnitude(_ value: Double, _ argument: StaticString, _ part: StaticString? = nil) -> Bool {
    coordinate(value, argument, part)
  }

  @inline(__always)
  mutating func vector(_ value: bgt_vec2, _ argument: StaticString) -> Bool { point(value, argument) }

  mutating func angle(_ value: Double, _ argument: StaticString = "angle") -> Bool {
    // False for nan.
    if value.magnitude <= Limits.angle { return true }
    return number(value, argument, nil, -Limits.angle, Limits.angle, "pass a finite angle within 1e6 radians")
  }

  /// 0 or more, up to where sums and products stay finite.
  mutating func notNegative(_ value: Double, _ argument: StaticString, _ part: StaticString? = nil) -> Bool {
    number(value, argument, part, 0, Limits.magnitude, "pass a finite value from 0 to 1e9")
  }

  mutating func side(_ value: Double, _ argument: StaticString, _ part: StaticString) -> Bool {
    guard value.isFinite else { return fail(BGT_ERROR_RANGE, argument, part, number: value, "pass 0.01 to 1e7 points") }
    guard value > 0 else {
      return fail(BGT_ERROR_INVALID_SIZE, argument, part, number: value, "pass a side above zero: 0.01 to 1e7 points")
    }
    return number(value, argument, part, Limits.minimumSide, Limits.maximumSide, "pass 0.01 to 1e7 points")
  }

  mutating func size(_ value: bgt_vec2, _ argument: StaticString) -> Bool {
    side(value.x, argument, "x") && side(value.y, argument, "y")
  }

  /// An array of so many elements: not null, and small enough that its bytes can be counted.
  mutating func array<T>(
    _ pointer: UnsafePointer<T>?, _ count: UInt64, _ argument: StaticString, limit: UInt64 = UInt64(Int32.max)
  ) -> UnsafeBufferPointer<T>? {
    guard count <= limit else {
      fail(BGT_ERROR_LIMIT, "count", count: count, "pass fewer elements; see bgt_get_limit()")
      return nil
    }
    guard let pointer else {
      if count == 0 { return UnsafeBufferPointer(start: nil, count: 0) }
      null(argument)
      return nil
    }
    return UnsafeBufferPointer(start: pointer, count: Int(count))
  }

  /// Room for results: the array may be null when its capacity is 0, the count never.
  mutating func outputs<T>(
    _ out: UnsafeMutablePointer<T>?, _ argument: StaticString, _ capacity: UInt64,
    _ outCount: UnsafeMutablePointer<UInt64>?
  ) -> Bool {
    if outCount == nil { return null("out_count") }
    if out == nil && capacity > 0 { return null(argument) }
    return true
  }

  // MARK: Strings

  /// The bytes of a boundary identifier: 1 to 1,024 bytes of UTF-8.
  mutating func text(
    _ string: UnsafePointer<CChar>?, _ argument: StaticString = "identifier"
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let string else {
      null(argument)
      return nil
    }
    let bytes = UnsafeRawPointer(string).assumingMemoryBound(to: UInt8.self)
    var count = 0
    while bytes[count] != 0 {
      count += 1
      if count > Limits.identifierBytes {
        fail(BGT_ERROR_LIMIT, argument, text: "is longer than 1,024 bytes; pass 1 to 1,024 bytes of UTF-8")
        return nil
      }
    }
    guard count > 0 else {
      fail(BGT_ERROR_RANGE, argument, text: "is empty; pass 1 to 1,024 bytes of UTF-8")
      return nil
    }
    let text = UnsafeBufferPointer(start: bytes, count: count)
    guard isUTF8(text) else {
      fail(BGT_ERROR_RANGE, argument, text: "is not valid UTF-8; pass 1 to 1,024 bytes of UTF-8")
      return nil
    }
    return text
  }

  // MARK: The Swift API

  /// Runs a call that can throw; its errors become the status, told of that argument and object.
  mutating func run(
    _ argument: StaticString, id: bgt_id = 0, _ body: () throws(BagatelleError) -> Void
  ) -> bgt_status {
    do throws(BagatelleError) {
      try body()
    } catch {
      failed(error, argument, id: id)
    }
    return status
  }

  /// The status and message of an error of the Swift API. With `isDefinition` the error names a field of the argument.
  mutating func failed(
    _ error: BagatelleError, _ argument: StaticString, id: bgt_id = 0, isDefinition: Bool = false
  ) {
    let code = Int(error.code.rawValue)
    let named = error.argument.utf8CodeUnitCount > 0
    let whole = isDefinition || !named ? argument : error.argument
    let part: StaticString? = isDefinition && named ? error.argument : nil
    switch error.code {
    case .range: fail(code, whole, part, number: error.value, "pass a finite value in the documented range")
    case .invalidSize: fail(code, whole, part, number: error.value, "pass a side above zero: 0.01 to 1e7 points")
    case .limit: fail(code, whole, part, number: error.value, "stay below the limit that bgt_get_limit() gives")
    default:
      let text = remedy(error.code)
      if id != 0 { fail(code, argument, id: id, text) } else { fail(code, whole, part, text: text) }
    }
  }

  private func remedy(_ code: BagatelleError.Code) -> StaticString {
    switch code {
    case .invalidPath: "is no usable path: too few points, concave, crossing itself or without extent"
    case .hierarchy: "has another place already, or a cycle would arise; remove it there first"
    case .otherAnimator: "belongs to another animator, or holds an item that does; remove it there first"
    case .groupMember: "is inside a group; use the group"
    case .notAMember: "is not held here; add it first"
    case .busy: "is advancing already; call this when the advance has returned"
    case .notInterruptible: "may not be interrupted"
    case .state: "does not allow this in its present state"
    case .outOfMemory: "needs memory and there is none left; nothing was changed"
    default: "is refused"
    }
  }
}

/// Well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
private func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var index = 0
  while index < bytes.count {
    let first = bytes[index]
    index += 1
    if first < 0x80 { continue }
    let more: Int
    var least: UInt8 = 0x80
    var greatest: UInt8 = 0xbf
    switch first {
    case 0xc2...0xdf: more = 1
    case 0xe0...0xef:
      more = 2
      if first == 0xe0 { least = 0xa0 }
      if first == 0xed { greatest = 0x9f }
    case 0xf0...0xf4:
      more = 3
      if first == 0xf0 { least = 0x90 }
      if first == 0xf4 { greatest = 0x8f }
    default: return false
    }
    for _ in 0..<more {
      guard index < bytes.count, bytes[index] >= least, bytes[index] <= greatest else { return false }
      index += 1
      least = 0x80
      greatest = 0xbf
    }
  }
  return true
}

func chars(_ string: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self)
}

private func maybeChars(_ string: StaticString?) -> UnsafePointer<CChar>? {
  guard let string else { return nil }
  return chars(string)
}
