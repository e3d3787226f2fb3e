// The context of a caller's function, given back when the closure that holds it goes.
// SPDX-License-Identifier: MIT
import Bagatelle
import CBagatelle

/// Dies with the last closure that captured it, and then hands the context to the release function.
final class Context {
  let pointer: UnsafeMutableRawPointer?
  private var release: bgt_release_fn?

  init(_ pointer: UnsafeMutableRawPointer?, _ release: bgt_release_fn?) {
    self.pointer = pointer
    self.release = release
  }

  /// A refused call leaves the context with its caller.
  func disarm() { release = nil }

  deinit { release?(pointer) }
}

/// What a null function leaves to do: nothing keeps the context, so it goes back at once.
func giveBack(_ context: UnsafeMutableRawPointer?, _ release: bgt_release_fn?) {
  release?(context)
}
