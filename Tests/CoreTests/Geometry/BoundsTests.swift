// Boxes and outward rounding.
// SPDX-License-Identifier: MIT
import Testing

@testable import BagatelleCore

private func box(_ a: Float, _ b: Float, _ c: Float, _ d: Float) -> Box {
  Box(minX: a, minY: b, maxX: c, maxY: d)
}

@Test func `a union is the smallest box around both`() {
  #expect(box(0, 1, 2, 3).union(box(-1, 2, 1, 5)) == box(-1, 1, 2, 5))
  #expect(Box.empty.union(box(1, 2, 3, 4)) == box(1, 2, 3, 4))
  #expect(box(1, 2, 3, 4).union(.everything) == .everything)
}

@Test func `boxes that touch overlap and boxes that do not share a point do not`() {
  let a = box(0, 0, 2, 2)
  #expect(a.overlaps(box(2, 2, 3, 3)) && box(2, 2, 3, 3).overlaps(a))
  #expect(a.overlaps(a) && a.overlaps(box(0.5, 0.5, 1, 1)) && a.overlaps(.everything))
  for far in [box(2.0001, 0, 3, 2), box(-3, 0, -0.0001, 2), box(0, 2.0001, 2, 3), box(0, -3, 2, -0.0001)] {
    #expect(!a.overlaps(far) && !far.overlaps(a))
  }
  #expect(!a.overlaps(.empty) && !Box.empty.overlaps(a) && !Box.empty.overlaps(.empty))
}

@Test func `a box contains itself and what lies inside, and nothing that sticks out`() {
  let a = box(0, 0, 2, 2)
  #expect(a.contains(a) && a.contains(box(0, 1, 2, 1.5)) && Box.everything.contains(a) && a.contains(.empty))
  for out in [box(-0.1, 0, 1, 1), box(0, -0.1, 1, 1), box(0, 0, 2.1, 1), box(0, 0, 1, 2.1)] {
    #expect(!a.contains(out))
  }
  #expect(a.perimeter == 8)
  #expect(a.expanded(by: 0.5) == box(-0.5, -0.5, 2.5, 2.5))
}

@Test func `outward rounding never loses a point and is tight`() {
  var random = TestRandom(11)
  var bad = 0
  for round in 0..<100_000 {
    let scale = round % 2 == 0 ? 1e7 : 1e-3
    let x = random.between(-scale, scale)
    let b = Box.outward(minX: x, minY: -x, maxX: x, maxY: -x)
    let around = Double(b.minX) <= x && x <= Double(b.maxX) && Double(b.minY) <= -x && -x <= Double(b.maxY)
    let tight = b.minX == b.maxX ? Double(b.minX) == x : b.minX.nextUp == b.maxX
    if !around || !tight || b.minX != -b.maxY { bad += 1 }
  }
  #expect(bad == 0)
}

@Test func `edges in one register agree with boxes`() {
  var random = TestRandom(12)
  func edge() -> Float { Float(random.index(9)) - 4 }
  for _ in 0..<20_000 {
    var boxes: [Box] = []
    for _ in 0..<2 {
      let (x, y) = (edge(), edge())
      boxes.append(Box(minX: x, minY: y, maxX: x + Float(random.index(4)), maxY: y + Float(random.index(4))))
    }
    let (a, b) = (boxes[0], boxes[1])
    let edgesA = boxes.withUnsafeBufferPointer { BoxEdges($0.baseAddress!) }
    let edgesB = BoxEdges(b)
    #expect(edgesA.box == a && edgesB.box == b)
    #expect(edgesA.meets(edgesB.limits) == a.overlaps(b))
    #expect(edgesA.contains(edgesB) == a.contains(b))
    #expect(edgesA.union(edgesB).box == a.union(b))
    #expect((edgesA - 1.5).box == a.expanded(by: 1.5))
    #expect((edgesA + BoxEdges(-1, 0, 0, -2)).box == Box(minX: a.minX - 1, minY: a.minY, maxX: a.maxX, maxY: a.maxY + 2))
  }
  let none = BoxEdges(Box(minX: .nan, minY: 0, maxX: 0, maxY: 0))
  #expect(!none.meets(BoxEdges(.everything).limits) && !BoxEdges(.everything).contains(none))
}

@Test func `edges of turned points agree with boxes around them`() {
  var random = TestRandom(14)
  for _ in 0..<20_000 {
    let angle = random.between(-4, 4)
    let q = Rotation(c: Float(Elementary.sinCos(angle).cos), s: Float(Elementary.sinCos(angle).sin))
    let turning = BoxEdges.Turning(q)
    func point() -> Vec2f { Vec2f(Float(random.between(-90, 90)), Float(random.between(-90, 90))) }
    let (a, b) = (point(), point())
    let (p, r) = (q.apply(a), q.apply(b))
    let around = Box(minX: min(p.x, r.x), minY: min(p.y, r.y), maxX: max(p.x, r.x), maxY: max(p.y, r.y))
    let edges = turning(a).union(turning(b))
    #expect(edges.box == around)
    let (x, y) = (random.between(-1e5, 1e5), random.between(-1e5, 1e5))
    let placed = BoxEdges(outward: edges, about: x, y, radius: 3.1).box
    #expect(
      placed
        == Box.outward(
          minX: x + Double(around.minX) - 3.1, minY: y + Double(around.minY) - 3.1, maxX: x + Double(around.maxX) + 3.1,
          maxY: y + Double(around.maxY) + 3.1))
  }
}

/// A shape of a group goes on an arc while its body turns; sweeps tell by this how far from a straight way.
@Test func `a turned point stays so near to a straight way`() {
  var random = TestRandom(15)
  for round in 0..<2_000 {
    let turned = random.between(-1, 1) * (round % 2 == 0 ? 0.6 : 3)
    let q = Rotation(c: 0.6, s: 0.8)
    let point = Vec2f(Float(random.between(-20, 20)), Float(random.between(-20, 20)))
    let (way, bend) = World.carried(q, point, Float(turned))
    let end = q.apply(point).widened
    for part in 0...16 {
      let t = Double(part) / 16
      let back = Elementary.sinCos(turned * (t - 1))
      let place = Vector2(back.cos * end.x - back.sin * end.y, back.sin * end.x + back.cos * end.y)
      let off = place - (end - (1 - t) * way.widened)
      #expect(off.length <= Double(bend) + 1e-5)
    }
    if turned.magnitude < 0.4 { #expect(bend <= Float(0.14 * turned * turned) * point.length) }
  }
}

@Test func `outward rounding works at the ends of the range`() {
  let tiny = Double.leastNonzeroMagnitude
  let b = Box.outward(minX: -tiny, minY: tiny, maxX: tiny, maxY: 1e300)
  #expect(b.minX == -.leastNonzeroMagnitude && b.maxX == .leastNonzeroMagnitude && b.minY == 0)
  #expect(b.maxY == .infinity)
  #expect(Box.outward(minX: 1e300, minY: 0, maxX: 0, maxY: 0).minX == .greatestFiniteMagnitude)
  #expect(
    Box.outward(minX: -.infinity, minY: -.infinity, maxX: .infinity, maxY: .infinity) == .everything)
  #expect(Box.outward(minX: 1, minY: -1, maxX: 1, maxY: -1) == box(1, -1, 1, -1))
}
