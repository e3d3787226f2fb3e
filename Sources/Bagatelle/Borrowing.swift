// Uses objects without counting references, which is most of what a small change costs.
// SPDX-License-Identifier: MIT

extension Unmanaged {
  /// `_withUnsafeGuaranteedRef` for what throws. Something else must hold the object meanwhile.
  @inline(__always)
  package func use<Value>(
    _ body: (Instance) throws(BagatelleError) -> Value
  ) throws(BagatelleError) -> Value {
    let result = _withUnsafeGuaranteedRef { object -> Result<Value, BagatelleError> in
      do throws(BagatelleError) { return .success(try body(object)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}
