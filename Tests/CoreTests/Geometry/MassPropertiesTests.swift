// Mass properties against closed forms and against each other.
// SPDX-License-Identifier: MIT
import Foundation
import Testing

@testable import BagatelleCore

private func close(_ a: Double, _ b: Double, _ relative: Double) -> Bool {
  (a - b).magnitude <= relative * max(a.magnitude, b.magnitude)
}
private func mass(_ points: [Vector2]) -> MassProperties { .polygon(points, count: points.count) }

@Test func `a rectangle has its closed form, as a polygon and as a shape`() {
  let shape = MassProperties.rectangle(width: 6, height: 2)
  #expect(shape == MassProperties(area: 12, centroid: .zero, inertiaPerMass: 40.0 / 12))
  let made = mass(polygon(-3, -1, 3, -1, 3, 1, -3, 1))
  #expect(made.area == 12 && made.centroid == .zero && close(made.inertiaPerMass, 40.0 / 12, 1e-15))
}

@Test func `a triangle has its closed form`() {
  let made = mass(polygon(0, 0, 9, 0, 3, 6))
  #expect(made.area == 27 && made.centroid == Vector2(4, 2))
  // The sum of the squared sides divided by 36.
  #expect(close(made.inertiaPerMass, (81 + 72 + 45) / 36, 1e-15))
}

@Test func `a regular polygon has its closed form`() {
  for n in 3...64 {
    let r = 5.0
    let points = (0..<n).map { i in
      Vector2(7 + r * cos(2 * .pi * Double(i) / Double(n)), -3 + r * sin(2 * .pi * Double(i) / Double(n)))
    }
    let made = mass(points)
    #expect(close(made.area, Double(n) / 2 * r * r * sin(2 * .pi / Double(n)), 1e-13))
    #expect((made.centroid - Vector2(7, -3)).length < 1e-13)
    #expect(close(made.inertiaPerMass, r * r / 6 * (2 + cos(2 * .pi / Double(n))), 1e-13))
  }
}

@Test func `circle and ellipse have their closed forms and agree with a fine polygon`() {
  let circle = MassProperties.circle(radius: 3)
  let ellipse = MassProperties.ellipse(width: 6, height: 6)
  #expect(close(circle.area, 9 * .pi, 1e-15) && close(ellipse.area, 9 * .pi, 1e-15))
  #expect(circle.inertiaPerMass == 4.5 && ellipse.inertiaPerMass == 4.5)
  let flat = MassProperties.ellipse(width: 8, height: 2)
  let fine = (0..<10_000).map { i in
    Vector2(4 * cos(2 * .pi * Double(i) / 10_000), sin(2 * .pi * Double(i) / 10_000))
  }
  let made = mass(fine)
  #expect(close(made.area, flat.area, 1e-6) && close(made.inertiaPerMass, flat.inertiaPerMass, 1e-6))
}

@Test func `reversing, rotating and moving a polygon changes nothing but the centroid`() {
  var random = TestRandom(31)
  for _ in 0..<1000 {
    let points = randomConvexPolygon(&random)
    let made = mass(points)
    let first = random.index(points.count)
    let rotated = mass(Array(points[first...] + points[..<first]))
    let reversed = mass(points.reversed())
    #expect(made.area > 0 && made.inertiaPerMass > 0)
    #expect(close(made.area, shoelace(points) / 2, 1e-12))
    for other in [rotated, reversed] {
      #expect(close(other.area, made.area, 1e-12))
      #expect(close(other.inertiaPerMass, made.inertiaPerMass, 1e-12))
      #expect((other.centroid - made.centroid).length < 1e-11)
    }
    // The vertices are rounded by about 1e-9 at this distance; nothing else may be lost.
    let shift = Vector2(1e7, -1e7)
    let far = mass(points.map { $0 + shift })
    #expect(close(far.area, made.area, 1e-7) && close(far.inertiaPerMass, made.inertiaPerMass, 1e-7))
    #expect((far.centroid - shift - made.centroid).length < 1e-7)
  }
}

@Test func `cutting a polygon in two keeps area, centroid and moment`() {
  var random = TestRandom(32)
  for _ in 0..<500 {
    let points = randomConvexPolygon(&random)
    guard points.count >= 4 else { continue }
    let cut = 2 + random.index(points.count - 3)
    let whole = mass(points)
    let a = mass(Array(points[...cut]))
    let b = mass(Array(points[cut...]) + [points[0]])
    #expect(close(a.area + b.area, whole.area, 1e-12))
    let center = (1 / whole.area) * (a.area * a.centroid + b.area * b.centroid)
    #expect((center - whole.centroid).length < 1e-10)
    let parts = [a, b].map { $0.area * ($0.inertiaPerMass + ($0.centroid - whole.centroid).lengthSquared) }
    #expect(close(parts[0] + parts[1], whole.area * whole.inertiaPerMass, 1e-10))
  }
}

@Test func `a polygon without area gives zeros, no NaN`() {
  let line = mass(polygon(1, 2, 3, 4, 5, 6))
  #expect(line == MassProperties(area: 0, centroid: Vector2(1, 2), inertiaPerMass: 0))
  #expect(mass([]).area == 0)
  #expect(mass(polygon(1, 2)).centroid == Vector2(1, 2))
}
