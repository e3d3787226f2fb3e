// The constants of a step, with units.
// SPDX-License-Identifier: MIT
import BagatelleKernels

/// What is the same for all bodies and constraints of one step.
struct StepContext {
  /// Points; contacts are looked for up to this distance, further ones only when they close in fast enough.
  static let speculativeDistance: Float = 2
  /// Points; overlap that is left alone so that resting contacts stay touching; for small bodies this share of the inner radius.
  static let slop: Float = 0.25
  static let slopShare: Float = 0.125
  /// Points; the same of what rests.
  static let restingDepth: Float = 0.08
  /// 1/s; how fast a contact learns what it carries for long while it knows nothing, and forgets.
  static let learnRate: Float = 0.8
  static let forgetRate: Float = 0.6
  /// Of what a contact carries the share that it learns: the more, the less stacks sink, and the longer piles take to come to rest. What light parts
  /// of trees carry comes and goes with the tree.
  static let lastingShare: Float = 0.7
  static let heldLastingShare: Float = 0.8
  /// Share of that pace for what its two points carry unevenly.
  static let unevenPace: Float = 0.04
  /// Points; a contact of two points is heavy that would give way by more under what it carries, had it learned nothing: between two boxes the
  /// weight of about ten. To what the two carry unevenly it gives way by this share alone, or by the next where it carries twice that.
  static let heavyDepth: Float = 1
  static let heavyUneven: Float = 0.6
  static let twiceHeavyUneven: Float = 0.3
  /// Points/s; what a relaxing pass changes more leaves contacts that are relaxed again (World+Unsettled.swift).
  static let unsettledSpeed: Float = 20
  /// The same of a biased pass, and how fast what is pressed once more still comes together.
  static let pressingSpeed: Float = 20
  /// Points/s above what is unsettled; contacts of fast bodies that part so fast let go of all that they carry beyond twice their lasting load.
  static let letGoSpeed: Float = 20
  /// Points/s; contacts of bodies with joints that part faster than the first let go of more than they carry for long, of all of it at the
  /// second: what gravity gives in a sub-step, and twice as much.
  static let unloadFrom: Float = 5
  static let unloadSpeed: Float = 13
  /// Points; overlap from which on a contact without impulse touches.
  static let touchDepth: Float = 0.01
  /// Points; what is nearer to another does not pass it: more than what counts as a hit.
  static let passingGap: Float = 0.2
  /// Points in a step and a sub-step; what comes more slowly does not either.
  static let passingWay: Float = 0.5
  /// Hz and ratio of the soft contact between moving bodies; against fixed ones half as much again. (Catto, Solver2D, 2024.)
  static let contactHertz: Float = 40
  static let contactRatio: Float = 10
  /// Hz; the same of what rests of bodies that rigid attachments hold, against anything.
  static let heldContactHertz: Float = 30
  /// Points/s; the fastest that an overlap is pushed apart.
  static let pushSpeed: Float = 200
  /// The same of bodies that were placed one over the other: whose contact began deeper than a share of B's inner radius.
  static let placedPushSpeed: Float = 70
  static let placedShare: Float = 0.1
  /// Points/s; what an overlap with a boundary is pushed out with at least, so that it ends within a quarter second; where it is less than
  /// a point, so many times it.
  static let boundaryPushSpeed: Float = 90
  /// Hz and ratio of rigid attachments in nets. Twice as stiff, a hundred rows hung from ten nails come apart by metres.
  static let jointHertz: Float = 60
  static let jointRatio: Float = 1.5
  /// 1/s; how fast rigid attachments that are solved at once take an error back.
  static let jointRate = 150.0
  /// 1/s; the same in trees that touch something and hang on nothing that does not move, while no body is faster than so many points/s.
  static let jointRestingRate = 10.0
  static let jointRestingSpeed: Float = 75
  /// Points; trees of joints whose ends the way takes farther apart gain no energy (World+Strain.swift).
  static let jointApart = 0.1
  /// Share of its row mass by which a rigid row gives way, so that rows that contradict each other have an answer.
  static let jointGive = 0.005
  /// The same while hits and joints take turns: what hangs together is hit as one, at any length.
  static let jointGiveInHits = 1e-6
  /// Points/s; not faster than this when one end does not move, as an anchor that was set elsewhere.
  static let jointSpeed = 20_000.0
  /// The same between two bodies that move: torn apart, as by a link that stopped at something, they keep a part of it.
  static let jointPairSpeed = 500.0
  /// Points/s; below it a contact that nothing presses together does not bounce.
  static let freeBounceThreshold: Float = 5

  /// Points and radians that a body may be from its reference pose before its contacts are looked at anew.
  static let referenceDrift: Float = 0.5
  static let referenceTurn: Float = 0.01
  /// Points that two bodies may move against each other before their contact is found anew, where so many are on their way that contacts
  /// follow them; fewer are found anew each time. Where it is more, a share of the lesser inner radius, while what that allows to turn
  /// takes the ends of neither farther than contacts are looked for.
  static let followWay: Float = 0.5
  static let followShare: Float = 0.07
  /// Points; what a turn of a radian counts as.
  static let followTurnWay: Float = 50
  static let followCount = 32
  /// Bodies on their way of which the contacts are listed, to be found side by side; those of fewer are found one after the other.
  static let listCount = 4

  let dt: Float
  let h: Float
  let inverseH: Float
  let substeps: Int
  let scale: Float
  let slop: Float
  let bounceThreshold: Float
  let contact: Softness
  let fixedContact: Softness
  let joint: Softness
  /// Share of an error that goes in a sub-step.
  let jointShare: Double

  init(stepSeconds: Double, substeps: Int32, settings: WorldSettings) {
    dt = Float(stepSeconds)
    h = Float(stepSeconds / Double(substeps))
    inverseH = Float(Double(substeps) / stepSeconds)
    self.substeps = Int(substeps)
    scale = Float(settings.lengthScale)
    bounceThreshold = Float(settings.bounceThreshold) * scale
    slop = StepContext.slop * scale
    jointShare = 1 - Elementary.exp(-StepContext.jointRate * stepSeconds / Double(substeps))
    let hertz = min(StepContext.contactHertz, 0.25 * inverseH)
    contact = Softness(hertz: hertz, ratio: StepContext.contactRatio, h: h)
    fixedContact = Softness(hertz: min(1.5 * hertz, 0.25 * inverseH), ratio: StepContext.contactRatio, h: h)
    joint = Softness(hertz: min(StepContext.jointHertz, 0.25 * inverseH), ratio: StepContext.jointRatio, h: h)
  }
}

extension StepContext {
  var contactParameters: ContactParameters {
    let held = Softness(hertz: min(StepContext.heldContactHertz, 0.25 * inverseH), ratio: StepContext.contactRatio, h: h)
    return ContactParameters(
      inverseH: inverseH, biasRate: contact.biasRate, massScale: contact.massScale,
      impulseScale: contact.impulseScale, fixedBiasRate: fixedContact.biasRate,
      fixedMassScale: fixedContact.massScale, fixedImpulseScale: fixedContact.impulseScale,
      turnWay: StepContext.followTurnWay * scale, learn: min(StepContext.learnRate * dt, 1),
      forget: min(StepContext.forgetRate * dt, 1),
      leastPush: StepContext.boundaryPushSpeed * scale, unsettled: StepContext.unsettledSpeed * scale,
      unloadFrom: StepContext.unloadFrom * scale, unload: 1 / ((StepContext.unloadSpeed - StepContext.unloadFrom) * scale),
      heldRate: held.biasRate, heldScale: held.massScale, heldKeep: held.impulseScale,
      leaveUneven: 0.5 * (1 - StepContext.unevenPace),
      heavy: 0.5 * StepContext.heavyDepth * scale * (contact.massScale * contact.biasRate / contact.impulseScale),
      even: 0.5 * (1 - StepContext.heavyUneven),
      evenTwice: 0.5 * (1 - StepContext.twiceHeavyUneven),
      most: StepContext.lastingShare, heldMost: StepContext.heldLastingShare,
      leastRate: StepContext.boundaryPushSpeed, letGo: 1 / (StepContext.letGoSpeed * scale), warm: nil)
  }
}

/// A constraint that gives way like a damped spring: how much of an error turns into speed, and how the impulse is scaled.
/// (Catto, "Soft Constraints", GDC 2011; in this form Solver2D, 2024.)
struct Softness: BitwiseCopyable {
  var biasRate: Float = 0
  var massScale: Float = 1
  var impulseScale: Float = 0

  init() {}

  init(hertz: Float, ratio: Float, h: Float) {
    let omega = 2 * Float.pi * hertz
    let a1 = 2 * ratio + h * omega
    let a2 = h * omega * a1
    let a3 = 1 / (1 + a2)
    biasRate = omega / a1
    massScale = a2 * a3
    impulseScale = a3
  }
}
