// The constants of the contact kernels.
// SPDX-License-Identifier: MIT

/// Constants of a step for the kernels.
@frozen public struct ContactParameters {
  public var inverseH: Float
  /// Soft contact between moving bodies, and against fixed ones.
  public var biasRate: Float
  public var massScale: Float
  public var impulseScale: Float
  public var fixedBiasRate: Float
  public var fixedMassScale: Float
  public var fixedImpulseScale: Float
  /// Points; the way between two bodies that a turn of a radian counts as.
  public var turnWay: Float
  /// Share of what a contact carries more than it knows of that it takes for lasting in a step while it knows of nothing (less, the more it
  /// knows), and share of what it carries less that it forgets.
  public var learn: Float
  public var forget: Float
  /// The most that `leastRate` makes, points/s.
  public var leastPush: Float
  /// Points/s; a relaxing pass that changes the speed at a contact by more leaves it unsettled.
  public var unsettled: Float
  /// What lands of bodies that rigid joints hold: the speed of parting above which it lets go, and 1 by that above it at which it
  /// lets go of all.
  public var unloadFrom: Float
  public var unload: Float
  /// Soft contact of such bodies at rest, whatever it is against.
  public var heldRate: Float
  public var heldScale: Float
  public var heldKeep: Float
  /// Half of what is left out of what two points learn or forget unevenly.
  public var leaveUneven: Float
  /// A contact of two points is heavy that carries more in a sub-step, over the sum of its masses at them; of what such ones carry unevenly
  /// beyond what they learned, half the share that does not make them give way.
  public var heavy: Float
  public var even: Float
  /// The same where it carries twice that.
  public var evenTwice: Float
  /// Of what a contact carries the share that it takes for lasting at most, and the same where rigid joints hold a body.
  public var most: Float
  public var heldMost: Float
  /// 1/s; at that an overlap with a boundary is pushed out at least, up to `leastPush`.
  public var leastRate: Float
  /// Contacts that part faster than what is unsettled: 1 by the speed above that at which they let go of all. And the rows from which the
  /// next warm start counts, 16 bytes each; none where the warm start goes by contacts.
  public var letGo: Float
  public var warm: UnsafeMutableRawPointer?
  /// What `unsettled` is to a relaxing pass, of a biased one; infinite where nothing is fast.
  public var pressing: Float = .infinity

  public init(
    inverseH: Float, biasRate: Float, massScale: Float, impulseScale: Float, fixedBiasRate: Float,
    fixedMassScale: Float, fixedImpulseScale: Float, turnWay: Float, learn: Float, forget: Float,
    leastPush: Float, unsettled: Float, unloadFrom: Float, unload: Float, heldRate: Float, heldScale: Float, heldKeep: Float,
    leaveUneven: Float, heavy: Float, even: Float, evenTwice: Float, most: Float, heldMost: Float, leastRate: Float,
    letGo: Float, warm: UnsafeMutableRawPointer?
  ) {
    self.inverseH = inverseH
    self.biasRate = biasRate
    self.massScale = massScale
    self.impulseScale = impulseScale
    self.fixedBiasRate = fixedBiasRate
    self.fixedMassScale = fixedMassScale
    self.fixedImpulseScale = fixedImpulseScale
    self.turnWay = turnWay
    self.learn = learn
    self.forget = forget
    self.leastPush = leastPush
    self.unsettled = unsettled
    self.unloadFrom = unloadFrom
    self.unload = unload
    self.heldRate = heldRate
    self.heldScale = heldScale
    self.heldKeep = heldKeep
    self.leaveUneven = leaveUneven
    self.heavy = heavy
    self.even = even
    self.evenTwice = evenTwice
    self.most = most
    self.heldMost = heldMost
    self.leastRate = leastRate
    self.letGo = letGo
    self.warm = warm
  }
}
