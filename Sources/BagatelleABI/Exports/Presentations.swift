// Header section "Transitions": presentations and their dimming.
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle
import CShims

extension Call {
  mutating func presentation(_ id: bgt_presentation) -> Presentation? {
    guard let object = object(id, "presentation", BGT_KIND_PRESENTATION) else { return nil }
    return unsafeDowncast(object, to: Presentation.self)
  }

  /// One that is not in use now.
  fileprivate mutating func idlePresentation(_ id: bgt_presentation) -> Unmanaged<Presentation>? {
    guard let presentation = borrow(id, .presentation) else { return nil }
    guard presentation._withUnsafeGuaranteedRef({ $0.container == nil }) else {
      fail(BGT_ERROR_STATE, "presentation", id: id, "is in use; change its dimming before or after")
      return nil
    }
    return presentation
  }
}

/// A hook that is told the presentation alone.
private func hook(_ fn: bgt_presentation_fn?, _ name: Receiver, _ keeper: Context) -> (() -> Void)? {
  guard let fn else { return nil }
  return { fn(name.id, keeper.pointer) }
}

private func endHook(_ fn: bgt_presentation_end_fn?, _ name: Receiver, _ keeper: Context) -> ((Bool) -> Void)? {
  guard let fn else { return nil }
  return { fn(name.id, $0, keeper.pointer) }
}

@implementation @_cdecl("bgt_presentation_create")
@_optimize(size)
public func bgt_presentation_create(
  _ def: UnsafePointer<bgt_presentation_def>?, _ out_presentation: UnsafeMutablePointer<bgt_presentation>?
) -> bgt_status {
  var call = Call()
  var values = Defaults.presentation(0)
  if let def {
    guard let given = call.definition(def, values, least: 88) else { return call.status }
    values = given
  }
  guard call.flag(values.removing_presenter, "def", "removing_presenter"),
    call.flag(values.in_fullscreen, "def", "in_fullscreen"), call.reserved(values.reserved)
  else { return call.status }
  guard let out_presentation else {
    call.null("out_presentation")
    return call.status
  }
  let made = Presentation()
  made.shouldRemovePresenter = values.removing_presenter == 1
  made.shouldPresentInFullscreen = values.in_fullscreen == 1
  let keeper = Context(values.context, values.release)
  let name = Receiver()
  if let fn = values.presented_frame {
    made.onPresentedFrame = { bounds in
      var given = bounds.c
      var frame = given
      fn(name.id, &given, &frame, keeper.pointer)
      let isUsable =
        frame.x.isFinite && frame.y.isFinite && frame.width >= 0 && frame.height >= 0
        && frame.width.isFinite && frame.height.isFinite
      return isUsable ? Rect(frame) : bounds
    }
  }
  made.onPresentationWillBegin = hook(values.presentation_will_begin, name, keeper)
  made.onPresentationDidEnd = endHook(values.presentation_did_end, name, keeper)
  made.onDismissalWillBegin = hook(values.dismissal_will_begin, name, keeper)
  made.onDismissalDidEnd = endHook(values.dismissal_did_end, name, keeper)
  made.onContainerWillLayout = hook(values.container_will_layout, name, keeper)
  made.onContainerDidLayout = hook(values.container_did_layout, name, keeper)
  // Without functions the context would be given back at once.
  made.foreignCompanion = keeper
  name.id = call.register(made, BGT_KIND_PRESENTATION, keeper, out_presentation, "out_presentation")
  return call.status
}

// MARK: In use

@implementation @_cdecl("bgt_presentation_get_presented_item")
public func bgt_presentation_get_presented_item(_ id: bgt_presentation) -> bgt_item {
  var call = Call()
  return call.get(id, .presentation, 0) { Registry.id(of: $0.presentedItem) }
}

@implementation @_cdecl("bgt_presentation_get_presenting_item")
public func bgt_presentation_get_presenting_item(_ id: bgt_presentation) -> bgt_item {
  var call = Call()
  return call.get(id, .presentation, 0) { Registry.id(of: $0.presentingItem) }
}

@implementation @_cdecl("bgt_presentation_get_container")
public func bgt_presentation_get_container(_ id: bgt_presentation) -> bgt_transition_container {
  var call = Call()
  return call.get(id, .presentation, 0) { Registry.id(of: $0.containerReference) }
}

@implementation @_cdecl("bgt_presentation_get_transition")
public func bgt_presentation_get_transition(_ id: bgt_presentation) -> bgt_transition {
  var call = Call()
  return call.get(id, .presentation, 0) { Registry.id(of: $0.animatedReference) }
}

@implementation @_cdecl("bgt_presentation_copy_presented_frame")
public func bgt_presentation_copy_presented_frame(
  _ id: bgt_presentation, _ out_frame: UnsafeMutablePointer<bgt_rect>?
) -> bgt_status {
  var call = Call()
  guard let presentation = call.presentation(id) else { return call.status }
  guard let out_frame else {
    call.null("out_frame")
    return call.status
  }
  out_frame.pointee = withExtendedLifetime(presentation) { presentation.presentedFrame.c }
  return call.status
}

@implementation @_cdecl("bgt_presentation_is_removing_presenter")
public func bgt_presentation_is_removing_presenter(_ id: bgt_presentation) -> Bool {
  var call = Call()
  return call.get(id, .presentation, false) { $0.shouldRemovePresenter }
}

@implementation @_cdecl("bgt_presentation_set_removing_presenter")
public func bgt_presentation_set_removing_presenter(_ id: bgt_presentation, _ remove: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .presentation) { $0.shouldRemovePresenter = remove }
}

@implementation @_cdecl("bgt_presentation_is_in_fullscreen")
public func bgt_presentation_is_in_fullscreen(_ id: bgt_presentation) -> Bool {
  var call = Call()
  return call.get(id, .presentation, false) { $0.shouldPresentInFullscreen }
}

@implementation @_cdecl("bgt_presentation_set_in_fullscreen")
public func bgt_presentation_set_in_fullscreen(_ id: bgt_presentation, _ fullscreen: Bool) -> bgt_status {
  var call = Call()
  return call.set(id, .presentation) { $0.shouldPresentInFullscreen = fullscreen }
}

// MARK: Dimming

@implementation @_cdecl("bgt_presentation_set_dimming")
public func bgt_presentation_set_dimming(_ id: bgt_presentation, _ color: bgt_color) -> bgt_status {
  var call = Call()
  guard let presentation = call.idlePresentation(id), call.part(color.red, "red"), call.part(color.green, "green"),
    call.part(color.blue, "blue")
  else { return call.status }
  return call.run("color", presentation) { (on) throws(BagatelleError) in
    if let dimming = on.dimming {
      try dimming.setColor(color.red, color.green, color.blue, alpha: color.alpha)
    } else {
      let dimming = try Dimming()
      try dimming.setColor(color.red, color.green, color.blue, alpha: color.alpha)
      on.dimming = dimming
    }
  }
}

extension Call {
  fileprivate mutating func part(_ value: Double, _ part: StaticString) -> Bool {
    number(value, "color", part, 0, 1, "pass 0 to 1")
  }
}

@implementation @_cdecl("bgt_presentation_remove_dimming")
public func bgt_presentation_remove_dimming(_ id: bgt_presentation) -> bgt_status {
  var call = Call()
  guard let presentation = call.idlePresentation(id) else { return call.status }
  return presentation._withUnsafeGuaranteedRef { on in
    if on.dimming == nil { return bgt_status(BGT_IGNORED) }
    on.dimming = nil
    return call.status
  }
}

@implementation @_cdecl("bgt_presentation_get_dimming_item")
public func bgt_presentation_get_dimming_item(_ id: bgt_presentation) -> bgt_item {
  var call = Call()
  return call.get(id, .presentation, 0) { Registry.id(of: $0.dimming?.item) }
}

@implementation @_cdecl("bgt_presentation_get_dimming_color")
public func bgt_presentation_get_dimming_color(_ id: bgt_presentation) -> bgt_color {
  var call = Call()
  guard let dimming = call.presentation(id)?.dimming else { return bgt_color(red: 0, green: 0, blue: 0, alpha: 0) }
  return bgt_color(red: dimming.red, green: dimming.green, blue: dimming.blue, alpha: dimming.colorAlpha)
}
