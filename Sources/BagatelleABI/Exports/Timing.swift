// Header section "Timing".
// SPDX-License-Identifier: MIT
import Bagatelle
import BagatelleCore
import CBagatelle

extension Call {
  mutating func timing(_ id: bgt_timing, _ argument: StaticString = "timing") -> Timing? {
    guard let slot = slot(id, argument, kind: Int(BGT_KIND_TIMING)), let object = slot.pointee.object else {
      return nil
    }
    return unsafeDowncast(Unmanaged<BagatelleObject>.fromOpaque(object).takeUnretainedValue(), to: Timing.self)
  }

  /// Makes a timing and gives it its id.
  fileprivate mutating func make(
    _ out: UnsafeMutablePointer<bgt_timing>?, _ body: () throws(BagatelleError) -> Timing
  ) -> bgt_status {
    guard let out else {
      null("out_timing")
      return status
    }
    do throws(BagatelleError) {
      let timing = try body()
      let id = Registry.register(timing, kind: Int32(BGT_KIND_TIMING), callers: 1)
      if id == 0 { noMemory("out_timing") } else { out.pointee = id }
    } catch {
      failed(error, "timing")
    }
    return status
  }

  /// Seconds that an animator is given.
  mutating func duration(_ value: Double, _ argument: StaticString = "duration") -> Bool {
    number(value, argument, nil, 0, 1e9, "pass 0 to 1e9 seconds")
  }
}

@implementation @_cdecl("bgt_timing_create_curve")
public func bgt_timing_create_curve(
  _ curve: bgt_curve, _ out_timing: UnsafeMutablePointer<bgt_timing>?
) -> bgt_status {
  var call = Call()
  if Int(curve) == BGT_CURVE_STANDARD {
    return call.make(out_timing) { () throws(BagatelleError) in Timing(cubic: .standard) }
  }
  guard let named = Timing.Curve(rawValue: curve) else {
    call.fail(BGT_ERROR_RANGE, "curve", integer: Int64(curve), "pass a BGT_CURVE_ value")
    return call.status
  }
  return call.make(out_timing) { () throws(BagatelleError) in Timing(curve: named) }
}

@implementation @_cdecl("bgt_timing_create_cubic")
public func bgt_timing_create_cubic(
  _ p1: bgt_vec2, _ p2: bgt_vec2, _ allow_overshoot: Bool, _ out_timing: UnsafeMutablePointer<bgt_timing>?
) -> bgt_status {
  var call = Call()
  return call.make(out_timing) { () throws(BagatelleError) in
    Timing(cubic: try CubicTiming(p1.x, p1.y, p2.x, p2.y, allowsOvershoot: allow_overshoot))
  }
}

@implementation @_cdecl("bgt_timing_create_spring")
public func bgt_timing_create_spring(_ out_timing: UnsafeMutablePointer<bgt_timing>?) -> bgt_status {
  var call = Call()
  return call.make(out_timing) { () throws(BagatelleError) in Timing(spring: SpringTiming()) }
}

@implementation @_cdecl("bgt_timing_create_spring_ratio")
public func bgt_timing_create_spring_ratio(
  _ damping_ratio: Double, _ velocity: bgt_vec2, _ absolute: Bool, _ out_timing: UnsafeMutablePointer<bgt_timing>?
) -> bgt_status {
  var call = Call()
  return call.make(out_timing) { () throws(BagatelleError) in
    Timing(
      spring: try SpringTiming(dampingRatio: damping_ratio, velocity: Vector2(velocity), isAbsolute: absolute))
  }
}

@implementation @_cdecl("bgt_timing_create_spring_physical")
public func bgt_timing_create_spring_physical(
  _ mass: Double, _ stiffness: Double, _ damping: Double, _ velocity: bgt_vec2, _ absolute: Bool,
  _ allow_overdamping: Bool, _ out_timing: UnsafeMutablePointer<bgt_timing>?
) -> bgt_status {
  var call = Call()
  return call.make(out_timing) { () throws(BagatelleError) in
    Timing(
      spring: try SpringTiming(
        mass: mass, stiffness: stiffness, damping: damping, velocity: Vector2(velocity), isAbsolute: absolute,
        allowsOverdamping: allow_overdamping))
  }
}

@implementation @_cdecl("bgt_timing_create_spring_bounce")
public func bgt_timing_create_spring_bounce(
  _ duration: Double, _ bounce: Double, _ velocity: bgt_vec2, _ absolute: Bool,
  _ out_timing: UnsafeMutablePointer<bgt_timing>?
) -> bgt_status {
  var call = Call()
  return call.make(out_timing) { () throws(BagatelleError) in
    Timing(
      spring: try SpringTiming(
        duration: duration, bounce: bounce, velocity: Vector2(velocity), isAbsolute: absolute))
  }
}

@implementation @_cdecl("bgt_timing_create_spring_response")
public func bgt_timing_create_spring_response(
  _ response: Double, _ damping_ratio: Double, _ velocity: bgt_vec2, _ absolute: Bool,
  _ out_timing: UnsafeMutablePointer<bgt_timing>?
) -> bgt_status {
  var call = Call()
  return call.make(out_timing) { () throws(BagatelleError) in
    Timing(
      spring: try SpringTiming(
        response: response, dampingRatio: damping_ratio, velocity: Vector2(velocity), isAbsolute: absolute))
  }
}

@implementation @_cdecl("bgt_timing_create_composed")
public func bgt_timing_create_composed(
  _ curve: bgt_timing, _ spring: bgt_timing, _ out_timing: UnsafeMutablePointer<bgt_timing>?
) -> bgt_status {
  var call = Call()
  guard let first = call.timing(curve, "curve"), let second = call.timing(spring, "spring") else {
    return call.status
  }
  guard first.kind == .builtin || first.kind == .cubic else {
    call.fail(BGT_ERROR_STATE, "curve", id: curve, "is no curve; pass a named or a cubic one")
    return call.status
  }
  guard let parameters = second.spring else {
    call.fail(BGT_ERROR_STATE, "spring", id: spring, "is no spring")
    return call.status
  }
  return call.make(out_timing) { () throws(BagatelleError) in Timing(cubic: first.cubic, spring: parameters) }
}

@implementation @_cdecl("bgt_timing_create_piecewise")
public func bgt_timing_create_piecewise(
  _ points: UnsafePointer<bgt_vec2>?, _ count: UInt64, _ out_timing: UnsafeMutablePointer<bgt_timing>?
) -> bgt_status {
  var call = Call()
  guard let list = call.array(points, count, "points", limit: 65536) else { return call.status }
  return call.make(out_timing) { () throws(BagatelleError) in try Timing(points: list.vectors) }
}

@implementation @_cdecl("bgt_timing_create_steps")
public func bgt_timing_create_steps(
  _ steps: UInt32, _ jump: bgt_jump, _ out_timing: UnsafeMutablePointer<bgt_timing>?
) -> bgt_status {
  var call = Call()
  guard let place = Timing.Jump(rawValue: jump) else {
    call.fail(BGT_ERROR_RANGE, "jump", integer: Int64(jump), "pass a BGT_JUMP_ value")
    return call.status
  }
  return call.make(out_timing) { () throws(BagatelleError) in try Timing(steps: Int(steps), jump: place) }
}

// MARK: Questions

@implementation @_cdecl("bgt_timing_get_type")
public func bgt_timing_get_type(_ id: bgt_timing) -> bgt_timing_type {
  var call = Call()
  return call.get(id, .timing, 0) { $0.kind.rawValue }
}

@implementation @_cdecl("bgt_timing_get_curve")
public func bgt_timing_get_curve(_ id: bgt_timing) -> bgt_curve {
  var call = Call()
  guard let timing = call.timing(id) else { return 0 }
  return timing.curve?.rawValue ?? -1
}

@implementation @_cdecl("bgt_timing_get_control_point1")
public func bgt_timing_get_control_point1(_ id: bgt_timing) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .timing, bgt_vec2(x: 0, y: 0)) { $0.controlPoint1.c }
}

@implementation @_cdecl("bgt_timing_get_control_point2")
public func bgt_timing_get_control_point2(_ id: bgt_timing) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .timing, bgt_vec2(x: 0, y: 0)) { $0.controlPoint2.c }
}

@implementation @_cdecl("bgt_timing_get_initial_velocity")
public func bgt_timing_get_initial_velocity(_ id: bgt_timing) -> bgt_vec2 {
  var call = Call()
  return call.get(id, .timing, bgt_vec2(x: 0, y: 0)) { $0.spring?.velocity.c ?? bgt_vec2(x: 0, y: 0) }
}

@implementation @_cdecl("bgt_timing_get_points")
public func bgt_timing_get_points(
  _ id: bgt_timing, _ out_points: UnsafeMutablePointer<bgt_vec2>?, _ capacity: UInt64,
  _ out_count: UnsafeMutablePointer<UInt64>?
) -> bgt_status {
  var call = Call()
  guard let timing = call.timing(id), call.outputs(out_points, "out_points", capacity, out_count), let out_count
  else { return call.status }
  withExtendedLifetime(timing) { copyPoints(timing.points, out_points, capacity, out_count) }
  return call.status
}

@implementation @_cdecl("bgt_timing_get_spring")
public func bgt_timing_get_spring(
  _ id: bgt_timing, _ duration: Double, _ out_spring: UnsafeMutablePointer<bgt_spring>?
) -> bgt_status {
  var call = Call()
  guard let timing = call.timing(id), call.duration(duration) else { return call.status }
  guard let out_spring else {
    call.null("out_spring")
    return call.status
  }
  guard let spring = timing.spring else {
    call.fail(BGT_ERROR_STATE, "timing", id: id, "has no spring")
    return call.status
  }
  let acting = spring.parameters(duration: duration)
  let root = BagatelleCore.squareRoot(acting.stiffness / acting.mass)
  out_spring.pointee = bgt_spring(
    mass: acting.mass, stiffness: acting.stiffness, damping: acting.damping, damping_ratio: spring.dampingRatio,
    response: acting.stiffness > 0 ? 2 * Double.pi / root : 0, bounce: spring.bounce,
    settling_duration: spring.duration(given: duration))
  return call.status
}

@implementation @_cdecl("bgt_timing_get_duration")
public func bgt_timing_get_duration(_ id: bgt_timing, _ duration: Double) -> Double {
  var call = Call()
  guard let timing = call.timing(id), call.duration(duration) else { return 0 }
  return timing.duration(given: duration)
}

@implementation @_cdecl("bgt_timing_get_exact_settling_duration")
public func bgt_timing_get_exact_settling_duration(_ id: bgt_timing, _ epsilon: Double) -> Double {
  var call = Call()
  guard let timing = call.timing(id) else { return 0 }
  guard let spring = timing.spring, spring.kind == .physical else {
    call.fail(BGT_ERROR_STATE, "timing", id: id, "has no spring by its physics, which alone settles in its own time")
    return 0
  }
  return call.value("epsilon") { () throws(BagatelleError) in try spring.exactSettlingDuration(epsilon: epsilon) }
}

extension Call {
  /// What a throwing question answers, or 0.
  mutating func value(_ argument: StaticString, _ body: () throws(BagatelleError) -> Double) -> Double {
    do throws(BagatelleError) {
      return try body()
    } catch {
      failed(error, argument)
      return 0
    }
  }
}

@implementation @_cdecl("bgt_timing_get_progress")
public func bgt_timing_get_progress(_ id: bgt_timing, _ fraction: Double, _ duration: Double) -> Double {
  var call = Call()
  guard let timing = call.timing(id), call.duration(duration) else { return 0 }
  return call.value("fraction") { () throws(BagatelleError) in try timing.progress(at: fraction, duration: duration) }
}

@implementation @_cdecl("bgt_timing_get_velocity")
public func bgt_timing_get_velocity(_ id: bgt_timing, _ fraction: Double, _ duration: Double) -> Double {
  var call = Call()
  guard let timing = call.timing(id), call.duration(duration) else { return 0 }
  return call.value("fraction") { () throws(BagatelleError) in try timing.velocity(at: fraction, duration: duration) }
}

@implementation @_cdecl("bgt_timing_get_inverse")
public func bgt_timing_get_inverse(_ id: bgt_timing, _ progress: Double, _ near: Double) -> Double {
  var call = Call()
  guard let timing = call.timing(id) else { return 0 }
  return call.value("timing") { () throws(BagatelleError) in try timing.inverse(of: progress, near: near) }
}
