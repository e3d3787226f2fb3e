// Turns of bodies of trees over a sub-step.
// SPDX-License-Identifier: MIT

/// Sine, and cosine less 1; of more than 4 radians those of 4, for no body turns as far in a step.
@inline(__always)
func wayTurn(_ x: Lanes) -> (Lanes, Lanes) {
  let near = (x .< Lanes(repeating: 0.3)) & (x .> Lanes(repeating: -0.3))
  let (sine, cosine) = smallTurn(x)
  if (x .> Lanes(repeating: 0.3)).isAny || (x .< Lanes(repeating: -0.3)).isAny {
    var turn = WideTurn(angle: x)
    wideTurn(&turn)
    return (select(near, sine, turn.sine), select(near, cosine, turn.cosine))
  }
  return (sine, cosine)
}

@inline(__always)
private func smallTurn(_ x: Lanes) -> (Lanes, Lanes) {
  let one = Lanes(repeating: 1)
  let q = x * x
  let s = x
    * (one - q * (Lanes(repeating: 1.0 / 6) - q * (Lanes(repeating: 1.0 / 120) - q * (Lanes(repeating: 1.0 / 5040) - q * Lanes(repeating: 1.0 / 362_880)))))
  let c = -q
    * (Lanes(repeating: 0.5) - q
      * (Lanes(repeating: 1.0 / 24) - q * (Lanes(repeating: 1.0 / 720) - q * (Lanes(repeating: 1.0 / 40_320) - q * Lanes(repeating: 1.0 / 3_628_800)))))
  return (s, c)
}

private struct WideTurn {
  var angle: Lanes
  var sine = Lanes.zero
  var cosine = Lanes.zero
}

/// A sixteenth of the angle, doubled four times.
@inline(never)
private func wideTurn(_ t: inout WideTurn) {
  let x = maximum(minimum(t.angle, Lanes(repeating: 4)), Lanes(repeating: -4))
  var (sine, cosine) = smallTurn(Lanes(repeating: 0.0625) * x)
  let two = Lanes(repeating: 2)
  for _ in 0..<4 {
    let old = sine
    sine = two * old * (Lanes(repeating: 1) + cosine)
    cosine = -(two * old * old)
  }
  t.sine = sine
  t.cosine = cosine
}
