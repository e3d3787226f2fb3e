// Contact of a circle with a circle or a polygon: exact, one point, smooth around vertices.
// SPDX-License-Identifier: MIT
//
// Source: C. Ericson, Real-Time Collision Detection, 2005, section 5.2 (closest points, Voronoi regions).

@inline(__always)
func collideCircles(
  _ a: ShapeView, _ b: ShapeView, _ t: Transform2, _ margin: Float, _ m: inout Manifold
) {
  let center = a.vertices[0]
  let d = t.apply(b.vertices[0]) - center
  let distance = d.length
  let separation = distance - a.radius - b.radius
  if !(separation <= margin) {
    m.gap = separation
    return
  }
  m.normal = distance > 0 ? unit(d, distance) : Vec2f(0, -1)
  // Halfway between both surfaces, measured from A's centre.
  let reach = 0.5 * (a.radius + (distance - b.radius))
  m.append(center + reach * m.normal, separation, 0)
}

/// `d` divided by its length, which is above 0.
@inline(__always)
func unit(_ d: Vec2f, _ length: Float) -> Vec2f {
  Vec2f(d.x / length, d.y / length)
}

func collidePolygonCircle(
  _ a: ShapeView, _ b: ShapeView, _ t: Transform2, _ margin: Float, _ m: inout Manifold
) {
  let center = t.apply(b.vertices[0])
  let radius = b.radius
  let count = Int(a.count)
  if count < 1 { return }

  // The face whose plane is farthest below the centre: in front of it lies the closest feature.
  var best = -Float.infinity
  var face = 0
  var i = 0
  while i < count {
    let s = a.normals[i].dot(center - a.vertices[i])
    if s > best {
      best = s
      face = i
    }
    i &+= 1
  }
  if !(best - radius <= margin) {
    m.gap = best - radius
    return
  }

  var normal = a.normals[face]
  var distance = best
  if best > 0 {
    let v1 = a.vertices[face]
    let v2 = a.vertices[face &+ 1 == count ? 0 : face &+ 1]
    let edge = v2 - v1
    let d1 = center - v1
    let d2 = center - v2
    if d1.dot(edge) < 0 {
      if !rounded(d1, &normal, &distance) { return }
    } else if d2.dot(edge) > 0 {
      if !rounded(d2, &normal, &distance) { return }
    }
  }
  let separation = distance - radius
  if !(separation <= margin) {
    m.gap = separation
    return
  }
  m.normal = normal
  m.append(center - (0.5 * (distance + radius)) * normal, separation, 0)
}

/// Normal and distance from a vertex, left alone when the centre lies in the vertex. False on overflow.
@inline(__always)
private func rounded(_ d: Vec2f, _ normal: inout Vec2f, _ distance: inout Float) -> Bool {
  let length = d.length
  if length > 1e-18 {
    normal = unit(d, length)
    distance = length
  }
  return length < .infinity
}
