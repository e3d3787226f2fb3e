// Header section "Attachment".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

@implementation @_cdecl("bgt_attachment_create")
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
  guard let values = call.definition(def, Defaults.attachment(0), least: 96),
    call.flag(values.collide_connected, "def", "collide_connected"),
    let item = call.item(values.item, "def.item"), call.point(values.item_offset, "def.item_offset"),
    call.point(values.other_offset, "def.other_offset"), call.point(values.anchor, "def.anchor"),
    call.number(
      values.length, "def", "length", -.greatestFiniteMagnitude, Limits.coordinate,
      "pass 0 to 1e7 points, or a negative length for the distance at association")
  else { return call.status }
  var other: Item?
  if values.other != 0 {
    other = call.item(values.other, "def.other")
    if other == nil { return call.status }
  }
  do throws(BagatelleError) {
    let attachment: AttachmentBehavior
    if let other {
      attachment = try AttachmentBehavior(
        item: item, offset: Vector2(values.item_offset), other: other, otherOffset: Vector2(values.other_offset))
    } else {
      attachment = try AttachmentBehavior(
        item: item, offset: Vector2(values.item_offset), anchor: Vector2(values.anchor))
    }
    if values.length >= 0 { try attachment.setLength(values.length) }
    try attachment.setFrequency(values.frequency)
    try attachment.setDamping(values.damping)
    attachment.isCollidingConnected = values.collide_connected != 0
    call.publish(attachment, out_attachment, "out_attachment")
    Homes.joined(item, attachment)
    if let other { Homes.joined(other, attachment) }
  } catch {
    call.failed(error, "def", isDefinition: true)
  }
  return call.status
}

@implementation @_cdecl("bgt_attachment_get_attached_type")
public func bgt_attachment_get_attached_type(_ id: bgt_attachment) -> bgt_attached_type {
  var call = Call()
  return call.attachment(id)?.attachedType.rawValue ?? 0
}

@implementation @_cdecl("bgt_attachment_get_anchor")
public func bgt_attachment_get_anchor(_ id: bgt_attachment) -> bgt_vec2 {
  var call = Call()
  return call.attachment(id)?.anchor.c ?? bgt_vec2(x: 0, y: 0)
}

@implementation @_cdecl("bgt_attachment_set_anchor")
public func bgt_attachment_set_anchor(_ id: bgt_attachment, _ anchor: bgt_vec2) -> bgt_status {
  var call = Call()
  guard let attachment = call.attachment(id), call.point(anchor, "anchor") else { return call.status }
  do throws(BagatelleError) {
    if try !attachment.setAnchor(Vector2(anchor)) { return bgt_status(BGT_IGNORED) }
  } catch {
    call.failed(error, "anchor")
  }
  return call.status
}

@implementation @_cdecl("bgt_attachment_get_length")
public func bgt_attachment_get_length(_ id: bgt_attachment) -> Double {
  var call = Call()
  return call.attachment(id)?.length ?? 0
}

@implementation @_cdecl("bgt_attachment_set_length")
public func bgt_attachment_set_length(_ id: bgt_attachment, _ length: Double) -> bgt_status {
  var call = Call()
  guard let attachment = call.attachment(id) else { return call.status }
  return call.run("length") { () throws(BagatelleError) in try attachment.setLength(length) }
}

@implementation @_cdecl("bgt_attachment_get_frequency")
public func bgt_attachment_get_frequency(_ id: bgt_attachment) -> Double {
  var call = Call()
  return call.attachment(id)?.frequency ?? 0
}

@implementation @_cdecl("bgt_attachment_set_frequency")
public func bgt_attachment_set_frequency(_ id: bgt_attachment, _ frequency: Double) -> bgt_status {
  var call = Call()
  guard let attachment = call.attachment(id) else { return call.status }
  return call.run("frequency") { () throws(BagatelleError) in try attachment.setFrequency(frequency) }
}

@implementation @_cdecl("bgt_attachment_get_damping")
public func bgt_attachment_get_damping(_ id: bgt_attachment) -> Double {
  var call = Call()
  return call.attachment(id)?.damping ?? 0
}

@implementation @_cdecl("bgt_attachment_set_damping")
public func bgt_attachment_set_damping(_ id: bgt_attachment, _ damping: Double) -> bgt_status {
  var call = Call()
  guard let attachment = call.attachment(id) else { return call.status }
  return call.run("damping") { () throws(BagatelleError) in try attachment.setDamping(damping) }
}

@implementation @_cdecl("bgt_attachment_is_colliding_connected")
public func bgt_attachment_is_colliding_connected(_ id: bgt_attachment) -> Bool {
  var call = Call()
  return call.attachment(id)?.isCollidingConnected ?? false
}

@implementation @_cdecl("bgt_attachment_set_colliding_connected")
public func bgt_attachment_set_colliding_connected(_ id: bgt_attachment, _ collide: Bool) -> bgt_status {
  var call = Call()
  call.attachment(id)?.isCollidingConnected = collide
  return call.status
}
