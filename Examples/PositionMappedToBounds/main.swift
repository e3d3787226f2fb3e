// A button of 300 x 200 points is pressed.
// SPDX-License-Identifier: MIT
import Bagatelle
import ExampleSupport

let button = Button(width: 300, height: 200)
let animator = try button.press(magnitude: 30, damping: 0.1)
var tick = 0
while animator.isRunning {
  try animator.advance(by: 1.0 / 60.0)
  tick += 1
  if tick % 30 == 0 { print(seconds(animator), place(button.size)) }
}
print("read", button.reads, "times, written", button.writes, "times")
printHash(animator.stateHash)
