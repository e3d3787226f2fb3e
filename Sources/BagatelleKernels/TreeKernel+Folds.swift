// Chains in two lanes: one half in each, up to the body in the middle, which is in both.
// SPDX-License-Identifier: MIT
//
// A chain has one body after the other, so alone it would use one lane. Each half has half of the mass of the one in the middle, and the
// two are as welded there (a chain is cut and its parts are joined: Featherstone, "A Divide-and-Conquer Articulated-Body Algorithm", 1999):
//   P = C0 + C1, p = P^-1 (u1 - u0), u = u0 + C0 p = u1 - C1 p,
// so what each half does without the other is found in both at once, and what passes between them after that. Where one of them is
// shorter, or has no end that is fixed, it has joints that hold nothing (`hold`) there.

extension TreeRun {
  @inline(__always) var isFolded: Bool { bundle.pointee.isFolded }
  @inline(__always) var middle: UnsafeMutablePointer<JointNode> { nodes + Int(bundle.pointee.root) }
  /// What sums of moments count from: one place for both halves.
  @inline(__always) var origin: LanePoints { isFolded ? middle.pointee.place.wide : firstNode.pointee.place.wide }
  /// The sum over a tree, in each lane of it.
  @inline(__always) func ofBoth(_ sum: Lanes) -> Lanes { isFolded ? bothOf(sum) : sum }
  /// What is so in all of a tree.
  @inline(__always) func inBoth(_ mask: LaneMask) -> LaneMask {
    ofBoth(select(mask, Lanes.zero, Lanes(repeating: 1))) .< Lanes(repeating: 0.5)
  }
  /// L and the inverse of D of P = L D L'.
  @inline(__always) var weld: UnsafeMutablePointer<Four> { matrices + Int(bundle.pointee.matrix) }
}

@inline(__always)
func bothOf(_ sum: Lanes) -> Lanes { sum + swapped(sum) }
@inline(__always)
func bothOf(_ sum: LanePoints) -> LanePoints { LanePoints(bothOf(sum.x), bothOf(sum.y)) }

/// The greatest of a tree; no number in both lanes where it is none in one.
@inline(never)
func greatest(_ r: inout TreeRun, _ x: Lanes) -> Lanes {
  if !r.isFolded { return x }
  let y = swapped(x)
  return Lanes(repeating: 0.5) * ((x + y) + maximum(x - y, y - x))
}

/// The mean of both halves in each of them, of numbers that lie side by side.
@inline(never)
@_optimize(size)
func join(_ first: UnsafeMutablePointer<Four>, _ count: Int) {
  for at in 0..<count { first[at].wide = Lanes(repeating: 0.5) * bothOf(first[at].wide) }
}

/// Where P has no inverse nothing passes.
@inline(__always)
private func inverse(_ x: Lanes) -> Lanes {
  let one = Lanes(repeating: 1)
  let isSome = x .> Lanes.zero
  return select(isSome, one / select(isSome, x, one), Lanes.zero)
}

@inline(never)
@_optimize(size)
func factorMiddle(_ r: inout TreeRun) {
  let m = r.middle
  let weld = r.weld
  let xy = bothOf(m.pointee.xy.wide)
  let xw = bothOf(m.pointee.xw.wide)
  let first = inverse(bothOf(m.pointee.xx.wide))
  let yx = first * xy
  let wx = first * xw
  let second = inverse(bothOf(m.pointee.yy.wide) - yx * xy)
  let yw = bothOf(m.pointee.yw.wide) - wx * xy
  let wy = second * yw
  weld[0].wide = first
  weld[1].wide = second
  weld[2].wide = inverse(bothOf(m.pointee.ww.wide) - wx * xw - wy * yw)
  weld[3].wide = yx
  weld[4].wide = wx
  weld[5].wide = wy
}

/// What the halves pass to each other; after it both move the middle alike.
@inline(never)
@_optimize(size)
func solveMiddle(_ r: inout TreeRun) {
  let m = r.middle
  let weld = r.weld
  let u = m.pointee.u.wide
  let uw = m.pointee.uw.wide
  let x = swapped(u.x) - u.x
  let y = swapped(u.y) - u.y - weld[3].wide * x
  let w = swapped(uw) - uw - weld[4].wide * x - weld[5].wide * y
  let pw = weld[2].wide * w
  let py = weld[1].wide * y - weld[5].wide * pw
  let px = weld[0].wide * x - weld[3].wide * py - weld[4].wide * pw
  m.pointee.p.wide = LanePoints(px, py)
  m.pointee.pw.wide = pw
  let ux = u.x + (m.pointee.xx.wide * px + m.pointee.xy.wide * py + m.pointee.xw.wide * pw)
  let uy = u.y + (m.pointee.xy.wide * px + m.pointee.yy.wide * py + m.pointee.yw.wide * pw)
  let uz = uw + (m.pointee.xw.wide * px + m.pointee.yw.wide * py + m.pointee.ww.wide * pw)
  m.pointee.u.wide = LanePoints(ux, uy)
  m.pointee.uw.wide = uz
  join(numbers(&m.pointee.u), 3)
}

@_transparent
private func numbers(_ points: inout FourPoints) -> UnsafeMutablePointer<Four> {
  withUnsafeMutablePointer(to: &points) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: Four.self) }
}

/// Of impulses that were given to either half of it the middle has moved by the mean, for each has half of its mass.
@inline(__always)
func joinMiddle(_ r: inout TreeRun) { join(numbers(&r.middle.pointee.v), 3) }

/// Each half of it takes a half of what the tensions on both ask for.
@inline(__always)
func joinStiffness(_ r: inout TreeRun) {
  join(withUnsafeMutablePointer(to: &r.middle.pointee.stiffness) { $0 }, 2)
}
