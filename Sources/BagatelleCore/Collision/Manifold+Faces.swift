// The face of a polygon from which another is farthest, all faces of it side by side.
// SPDX-License-Identifier: MIT
//
// A lane is a face. What it needs of the other polygon is the least of all its vertices along its normal: one loop over these, in
// which nothing is decided. For polygons of up to eight corners, which most are, that takes a third of the instructions of a walk.
import BagatelleKernels
import Builtin

/// Points or vectors of four faces.
private struct FacePoints: BitwiseCopyable {
  let x: F4
  let y: F4

  /// Two from each place on.
  @_transparent init(_ points: UnsafePointer<Vec2f>, _ first: Int, _ second: Int) {
    let a = UnsafeRawPointer(points + first).loadUnaligned(as: F4.self)
    let b = UnsafeRawPointer(points + second).loadUnaligned(as: F4.self)
    x = F4(Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(a.v, b.v, mask4(0, 2, 4, 6)))
    y = F4(Builtin.shufflevector_Vec4xFPIEEE32_Vec4xInt32(a.v, b.v, mask4(1, 3, 5, 7)))
  }

  @_transparent func dot(_ x: F4, _ y: F4) -> F4 { self.x * x + self.y * y }
}

/// Up to four faces of A, against which vertices of B are held.
private struct FaceSet {
  /// Along its normal, inward, in B's frame.
  private let inwardX: F4
  private let inwardY: F4
  /// From each face to B's origin.
  private let offset: F4
  private var reach = F4(repeating: -.infinity)

  @_transparent
  init(_ a: ShapeView, _ t: Transform2, _ first: Int, _ second: Int) {
    let n = FacePoints(a.normals, first, second)
    let v = FacePoints(a.vertices, first, second)
    let c = F4(repeating: t.q.c)
    let s = F4(repeating: t.q.s)
    inwardX = -(c * n.x + s * n.y)
    inwardY = -(c * n.y - s * n.x)
    offset = n.dot(F4(repeating: t.p.x) - v.x, F4(repeating: t.p.y) - v.y)
  }

  @_transparent
  mutating func look(_ x: F4, _ y: F4) { reach = maximum(inwardX * x + inwardY * y, reach) }

  @_transparent
  var separation: F4 { offset - reach }
}

/// The face of A from which B is farthest, both of 3 to 8 corners; its support is left to be found.
func farthestOfFewFaces(_ a: ShapeView, _ b: ShapeView, _ t: Transform2) -> FaceQuery {
  let count = Int(a.count)
  let countB = Int(b.count)
  var best = -Float.infinity
  var face = 0
  @inline(__always)
  func take(_ separation: F4, _ first: Int, _ second: Int) {
    withUnsafeBytes(of: separation) {
      for lane in 0..<4 {
        let s = $0.loadUnaligned(fromByteOffset: 4 * lane, as: Float.self)
        if s > best {
          best = s
          face = (lane < 2 ? first : second - 2) &+ lane
        }
      }
    }
  }
  // Faces that are looked at twice do no harm.
  let second = min(2, count - 2)
  var few = FaceSet(a, t, 0, second)
  if count <= 4 {
    for j in 0..<countB { few.look(F4(repeating: b.vertices[j].x), F4(repeating: b.vertices[j].y)) }
    take(few.separation, 0, second)
  } else {
    var others = FaceSet(a, t, min(4, count - 2), count - 2)
    for j in 0..<countB {
      let x = F4(repeating: b.vertices[j].x)
      let y = F4(repeating: b.vertices[j].y)
      few.look(x, y)
      others.look(x, y)
    }
    take(few.separation, 0, second)
    take(others.separation, min(4, count - 2), count - 2)
  }
  return FaceQuery(separation: best, edge: face, support: -1)
}

/// The vertex that is deepest below a face with that normal, which is in the shape's own frame.
func deepestVertex(_ b: ShapeView, _ normal: Vec2f) -> Int {
  let direction = -normal
  var support = 0
  var reach = direction.dot(b.vertices[0])
  for j in 1..<Int(b.count) {
    let r = direction.dot(b.vertices[j])
    if r > reach {
      reach = r
      support = j
    }
  }
  return support
}
