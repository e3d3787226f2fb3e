// Several item behaviors on one item: per property the last in a pre-order walk of the tree wins.
// SPDX-License-Identifier: MIT
import BagatelleCore

extension DynamicAnimator {
  @_optimize(speed)
  func mergedProperties(of item: Item) -> BodyProperties {
    let standard = actingDefault
    var properties = BodyProperties()
    properties.elasticity = standard.elasticity
    properties.friction = standard.friction
    properties.density = standard.density
    properties.resistance = standard.resistance
    properties.angularResistance = standard.angularResistance

    var number = 0
    for index in 0..<item.memberships.count where itemBehavior(item, index) != nil { number += 1 }
    if number > 1 { numberBehaviors() }
    // Mostly one; of more, the one that comes next in the walk is looked for again and again.
    var last: Int32 = -1
    for _ in 0..<number {
      var next: DynamicItemBehavior?
      for index in 0..<item.memberships.count {
        guard let behavior = itemBehavior(item, index) else { continue }
        guard number > 1 else {
          next = behavior
          break
        }
        guard behavior.ordinal > last else { continue }
        if let best = next, best.ordinal <= behavior.ordinal { continue }
        next = behavior
      }
      guard let next else { break }
      next.merge(into: &properties)
      last = next.ordinal
    }
    return properties
  }

  @_optimize(speed)
  private func itemBehavior(_ item: Item, _ index: Int) -> DynamicItemBehavior? {
    let behavior = item.memberships[index].behavior.takeUnretainedValue()
    guard behavior.kind == .itemProperties, behavior.owner === self else { return nil }
    return unsafeDowncast(behavior, to: DynamicItemBehavior.self)
  }

  /// Gives every behavior its place in the walk.
  private func numberBehaviors() {
    guard !ordinalsAreValid else { return }
    var number: Int32 = 0
    for behavior in BehaviorTree.preorder(behaviors) {
      behavior.ordinal = number
      number += 1
    }
    ordinalsAreValid = true
  }
}
