// Rules and walks of the tree of behaviors. No walk recurses, so depth cannot exhaust the stack.
// SPDX-License-Identifier: MIT
import BagatelleCore
import CShims

/// Numbers of operations; atomic, and never part of a result.
nonisolated(unsafe) private var lastOperation: UInt64 = 0

enum BehaviorTree {
  /// A number that no other operation of the process has: what bears it was visited by this one.
  static func newStamp() -> UInt64 { bgts_add64(&lastOperation, 1) + 1 }

  /// The behaviors of some trees, parents before children, in order; a copy that keeps them alive.
  static func preorder(_ roots: [DynamicBehavior]) -> [DynamicBehavior] {
    var result: [DynamicBehavior] = []
    var stack: [DynamicBehavior] = []
    for root in roots.reversed() { stack.append(root) }
    while let node = stack.popLast() {
      result.append(node)
      for child in node.children.reversed() { stack.append(child) }
    }
    return result
  }

  static func preorder(_ root: DynamicBehavior) -> [DynamicBehavior] { preorder([root]) }

  /// Refuses a child that has a place already, a cycle, and too great a depth.
  static func checkCanJoin(_ child: DynamicBehavior, under parent: DynamicBehavior) throws(BagatelleError) {
    guard child.above == nil, child.owner == nil else { throw BagatelleError(.hierarchy, "child") }
    var depth = 1
    var node: DynamicBehavior = parent
    while true {
      if node === child { throw BagatelleError(.hierarchy, "child") }
      guard let above = node.above else { break }
      node = above
      depth += 1
    }
    let total = depth + height(child)
    guard total <= Limits.treeDepth else { throw BagatelleError(.limit, "child", Double(total)) }
  }

  /// 1 for a behavior without children.
  static func height(_ root: DynamicBehavior) -> Int {
    if root.children.isEmpty { return 1 }
    var height = 0
    var level: [DynamicBehavior] = [root]
    while !level.isEmpty {
      height += 1
      var next: [DynamicBehavior] = []
      for node in level { next.append(contentsOf: node.children) }
      level = next
    }
    return height
  }

  /// Calls the hook of every behavior of a tree once, parents before children; hooks may add children.
  static func callHooks(_ root: DynamicBehavior, _ animator: DynamicAnimator?) {
    let stamp = newStamp()
    var found = true
    while found {
      found = false
      var stack: [DynamicBehavior] = [root]
      while let node = stack.popLast() {
        if node.stamp != stamp {
          node.stamp = stamp
          found = true
          node.willMove(to: animator)
          if let hook = node.onWillMove { hook(animator) }
        }
        for child in node.children.reversed() { stack.append(child) }
      }
    }
  }

  /// Takes a behavior out of its animator, wherever it sits there.
  static func takeOut(_ behavior: DynamicBehavior) {
    guard let animator = behavior.owner else { return }
    animator.detach(behavior)
  }
}
