// Header section "Attachment".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

@implementation @_cdecl("bgt_attachment_create")
@_optimize(size)
public func bgt_attachment_create(
  _ def: UnsafePointer<bgt_attachment_def>?, _ out_attachment: UnsafeMutablePointer<bgt_attachment>?
) -> bgt_status {
  var call = Call()
  guard let out_attachment else {
    call.null("out_attachment")
    return call.status
  }
  guard let def else {
    call.null("def")
    return call.status
  }
  guard let values = call.definition(def, Defaults.attachment(0), least: 152),
    call.flag(values.collide_connected, "def", "collide_connected"),
    let item = call.item(values.item, "def.item"), call.point(values.item_offset, "def.item_offset"),
    call.point(values.other_offset, "def.other_offset"), call.point(values.anchor, "def.anchor"),
    call.number(
      values.length, "def", "length", -.greatestFiniteMagnitude, Limits.coordinate,
      "pass 0 to 1e9 points, or a negative length for the distance at association"),
    call.attachmentType(values.type), call.reserved(values.reserved), call.vector(values.axis, "def.axis"),
    call.lower(values.range_minimum, "def", "range_minimum"), call.upper(values.range_maximum, "def", "range_maximum"),
    call.notNegative(values.friction_torque, "def", "friction_torque"),
    call.notNegative(values.break_force, "def", "break_force")
  else { return call.status }
  var other: Item?
  if values.other != 0 {
    other = call.item(values.other, "def.other")
    if other == nil { return call.status }
  }
  do throws(BagatelleError) {
    let attachment = try make(values, item, other)
    try set(attachment, values)
    call.publish(attachment, out_attachment, "out_attachment")
    Homes.joined(item, attachment)
    if let other { Homes.joined(other, attachment) }
  } catch {
    call.failed(error, "def", isDefinition: true)
  }
  return call.status
}

// Not inlined, as each of these that throws would have its own way out there.
@inline(never)
private func set(_ attachment: AttachmentBehavior, _ values: bgt_attachment_def) throws(BagatelleError) {
  if values.length >= 0 { try attachment.setLength(values.length) }
  try attachment.setFrequency(values.frequency)
  try attachment.setDamping(values.damping)
  attachment.isCollidingConnected = values.collide_connected != 0
  try attachment.setAttachmentRange(range(values.range_minimum, values.range_maximum))
  try attachment.setFrictionTorque(values.friction_torque)
  if values.break_force > 0 { try attachment.setBreakForce(values.break_force) }
}

@inline(never)
private func make(
  _ values: bgt_attachment_def, _ item: Item, _ other: Item?
) throws(BagatelleError) -> AttachmentBehavior {
  let anchor = Vector2(values.anchor)
  let offset = Vector2(values.item_offset)
  let otherOffset = Vector2(values.other_offset)
  switch Int(values.type) {
  case BGT_ATTACHMENT_LIMIT:
    if let other {
      return try .limitAttachment(item: item, offset: offset, other: other, otherOffset: otherOffset)
    }
    return try .limitAttachment(item: item, offset: offset, anchor: anchor)
  case BGT_ATTACHMENT_FIXED: return try .fixedAttachment(item: item, other: other, anchor: anchor)
  case BGT_ATTACHMENT_PIN: return try .pinAttachment(item: item, other: other, anchor: anchor)
  case BGT_ATTACHMENT_SLIDING:
    return try .slidingAttachment(item: item, other: other, anchor: anchor, axis: Vector2(values.axis))
  default:
    if let other {
      return try AttachmentBehavior(item: item, offset: offset, other: other, otherOffset: otherOffset)
    }
    return try AttachmentBehavior(item: item, offset: offset, anchor: anchor)
  }
}

/// From the finite limits of C.
func range(_ minimum: Double, _ maximum: Double) -> FloatRange {
  FloatRange(
    minimum: minimum <= -unlimited ? -.infinity : minimum, maximum: maximum >= unlimited ? .infinity : maximum)
}

extension Call {
  fileprivate mutating func attachmentType(_ type: bgt_attachment_type) -> Bool {
    if type >= 0 && type <= 4 { return true }
    return fail(BGT_ERROR_RANGE, "def", "type", integer: Int64(type), "pass a BGT_ATTACHMENT_ value")
  }
  fileprivate mutating func lower(_ value: Double, _ argument: StaticString, _ part: StaticString? = nil) -> Bool {
    number(value, argument, part, -.greatestFiniteMagnitude, 0, "pass a finite value of 0 or less; -BGT_UNLIMITED is none")
  }
  fileprivate mutating func upper(_ value: Double, _ argument: StaticString, _ part: StaticString? = nil) -> Bool {
    number(value, argument, part, 0, .greatestFiniteMagnitude, "pass a finite value of 0 or more; BGT_UNLIMITED is none")
  }
}

@implementation @_cdecl("bgt_attachment_get_attached_type")
public func bgt_attachment_get_attached_type(_ id: bgt_attachment) -> bgt_attached_type {
  var call = Call()
  return call.get(id, .attachment, 0) { $0.attachedType.rawValue }
}

@implementation @_cdecl("bgt_attachment_get_anchor")
public func bgt_attachment_get_anchor(_ id: bgt_attachment) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .attachment, bgt_vec2(x: 0, y: 0)) { $0.anchor.c }
}

@implementation @_cdecl("bgt_attachment_set_anchor")
public func bgt_attachment_set_anchor(_ id: bgt_attachment, _ anchor: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let attachment = call.borrow(id, .attachment), call.point(anchor, "anchor") else { return call.status }
  return call.runOrIgnore("anchor", attachment) { (on) throws(BagatelleError) in try on.setAnchor(Vector2(anchor)) }
}

@implementation @_cdecl("bgt_attachment_get_length")
public func bgt_attachment_get_length(_ id: bgt_attachment) -> Double {
  var call = Call()
  return call.get(id, .attachment, 0) { $0.length }
}

@implementation @_cdecl("bgt_attachment_set_length")
public func bgt_attachment_set_length(_ id: bgt_attachment, _ length: Double) -> bgt_status {
  var call = Call()
  guard let attachment = call.borrow(id, .attachment) else { return call.status }
  return call.run("length", attachment) { (on) throws(BagatelleError) in try on.setLength(length) }
}

@implementation @_cdecl("bgt_attachment_get_frequency")
public func bgt_attachment_get_frequency(_ id: bgt_attachment) -> Double {
  var call = Call()
  return call.get(id, .attachment, 0) { $0.frequency }
}

@implementation @_cdecl("bgt_attachment_set_frequency")
public func bgt_attachment_set_frequency(_ id: bgt_attachment, _ frequency: Double) -> bgt_status {
  var call = Call()
  guard let attachment = call.borrow(id, .attachment) else { return call.status }
  return call.run("frequency", attachment) { (on) throws(BagatelleError) in try on.setFrequency(frequency) }
}

@implementation @_cdecl("bgt_attachment_get_damping")
public func bgt_attachment_get_damping(_ id: bgt_attachment) -> Double {
  var call = Call()
  return call.get(id, .attachment, 0) { $0.damping }
}

@implementation @_cdecl("bgt_attachment_set_damping")
public func bgt_attachment_set_damping(_ id: bgt_attachment, _ damping: Double) -> bgt_status {
  var call = Call()
  guard let attachment = call.borrow(id, .attachment) else { return call.status }
  return call.run("damping", attachment) { (on) throws(BagatelleError) in try on.setDamping(damping) }
}

@implementation @_cdecl("bgt_attachment_is_colliding_connected")
public func bgt_attachment_is_colliding_connected(_ id: bgt_attachment) -> Bool {
  var call = Call()
  return call.get(id, .attachment, false) { $0.isCollidingConnected }
}

@implementation @_cdecl("bgt_attachment_set_colliding_connected")
public func bgt_attachment_set_colliding_connected(_ id: bgt_attachment, _ collide: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .attachment) { $0.isCollidingConnected = collide }
}

@implementation @_cdecl("bgt_attachment_get_type")
public func bgt_attachment_get_type(_ id: bgt_attachment) -> bgt_attachment_type {
  var call = Call()
  return call.get(id, .attachment, 0) { $0.type.rawValue }
}

@implementation @_cdecl("bgt_attachment_get_axis")
public func bgt_attachment_get_axis(_ id: bgt_attachment) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .attachment, bgt_vec2(x: 0, y: 0)) { $0.axis.c }
}

@implementation @_cdecl("bgt_attachment_get_range")
public func bgt_attachment_get_range(
  _ id: bgt_attachment, _ out_minimum: UnsafeMutablePointer<Double>?, _ out_maximum: UnsafeMutablePointer<Double>?
) -> bgt_status {
  var call = Call()
  guard let attachment = call.borrow(id, .attachment) else { return call.status }
  guard let out_minimum else {
    call.null("out_minimum")
    return call.status
  }
  guard let out_maximum else {
    call.null("out_maximum")
    return call.status
  }
  let range = attachment._withUnsafeGuaranteedRef { $0.attachmentRange }
  out_minimum.pointee = max(range.minimum, -unlimited)
  out_maximum.pointee = min(range.maximum, unlimited)
  return call.status
}

@implementation @_cdecl("bgt_attachment_set_range")
public func bgt_attachment_set_range(_ id: bgt_attachment, _ minimum: Double, _ maximum: Double) -> bgt_status {
  var call = Call()
  guard let attachment = call.borrow(id, .attachment), call.lower(minimum, "minimum"), call.upper(maximum, "maximum")
  else { return call.status }
  return call.runOrIgnore("minimum", attachment) { (on) throws(BagatelleError) in
    try on.setAttachmentRange(range(minimum, maximum))
  }
}

@implementation @_cdecl("bgt_attachment_get_friction_torque")
public func bgt_attachment_get_friction_torque(_ id: bgt_attachment) -> Double {
  var call = Call()
  return call.get(id, .attachment, 0) { $0.frictionTorque }
}

@implementation @_cdecl("bgt_attachment_set_friction_torque")
public func bgt_attachment_set_friction_torque(_ id: bgt_attachment, _ torque: Double) -> bgt_status {
  var call = Call()
  guard let attachment = call.borrow(id, .attachment), call.notNegative(torque, "torque") else { return call.status }
  return call.runOrIgnore("torque", attachment) { (on) throws(BagatelleError) in try on.setFrictionTorque(torque) }
}

@implementation @_cdecl("bgt_attachment_get_break_force")
public func bgt_attachment_get_break_force(_ id: bgt_attachment) -> Double {
  var call = Call()
  return call.get(id, .attachment, 0) { $0.breakForce < .infinity ? $0.breakForce : 0 }
}

@implementation @_cdecl("bgt_attachment_set_break_force")
public func bgt_attachment_set_break_force(_ id: bgt_attachment, _ force: Double) -> bgt_status {
  var call = Call()
  guard let attachment = call.borrow(id, .attachment), call.notNegative(force, "force") else { return call.status }
  return call.run("force", attachment) { (on) throws(BagatelleError) in
    try on.setBreakForce(force > 0 ? force : .infinity)
  }
}

@implementation @_cdecl("bgt_attachment_is_broken")
public func bgt_attachment_is_broken(_ id: bgt_attachment) -> Bool {
  var call = Call()
  return call.get(id, .attachment, false) { $0.isBroken }
}

@implementation @_cdecl("bgt_attachment_get_reaction_force")
public func bgt_attachment_get_reaction_force(_ id: bgt_attachment) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .attachment, bgt_vec2(x: 0, y: 0)) { $0.reactionForce.c }
}

@implementation @_cdecl("bgt_attachment_get_reaction_torque")
public func bgt_attachment_get_reaction_torque(_ id: bgt_attachment) -> Double {
  var call = Call()
  return call.get(id, .attachment, 0) { $0.reactionTorque }
}

@implementation @_cdecl("bgt_attachment_get_displacement")
public func bgt_attachment_get_displacement(_ id: bgt_attachment) -> Double {
  var call = Call()
  return call.get(id, .attachment, 0) { $0.displacement }
}

@implementation @_cdecl("bgt_attachment_set_break_callback")
public func bgt_attachment_set_break_callback(
  _ id: bgt_attachment, _ fn: bgt_attachment_fn?, _ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?
) -> bgt_status {
  var call = Call()
  guard let attachment = call.attachment(id) else { return call.status }
  if let fn {
    let kept = Context(context, release)
    attachment.onBreak = { fn($0.foreignID, kept.pointer) }
  } else {
    attachment.onBreak = nil
    giveBack(context, release)
  }
  return call.status
}
