// Names: the table of interned strings as the C API shows it.
// SPDX-License-Identifier: MIT
import Bagatelle
import CBagatelle

@implementation @_cdecl("bgt_intern")
public func bgt_intern(_ string: UnsafePointer<CChar>?) -> bgt_name {
  var call = Call()
  guard let bytes = call.text(string, "string") else { return 0 }
  let name = NameTable.intern(bytes, isConstant: true)
  if name == 0 { call.noMemory("string") }
  return name
}

@implementation @_cdecl("bgt_name_get_string")
public func bgt_name_get_string(_ name: bgt_name) -> UnsafePointer<CChar>? {
  if let string = NameTable.string(name) { return string }
  var call = Call()
  call.fail(BGT_ERROR_STALE_ID, "name", id: name, "is no living name; intern the string to keep it")
  return nil
}
