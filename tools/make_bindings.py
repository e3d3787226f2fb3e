#!/usr/bin/env python3
"""Writes bindings/python/bagatelle/_native.py from the C header; with --check, exits with 1 if it differs."""
# SPDX-License-Identifier: MIT
import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADER = ROOT / "include/bagatelle/bagatelle.h"
TARGET = ROOT / "bindings/python/bagatelle/_native.py"

SCALARS = {
    "void": "None", "bool": "c.c_bool", "double": "c.c_double", "float": "c.c_float", "char": "c.c_char",
    "int32_t": "c.c_int32", "uint32_t": "c.c_uint32", "int64_t": "c.c_int64", "uint64_t": "c.c_uint64",
    "uint8_t": "c.c_uint8",
}

LOADER = '''

def _load():
    """The library and where it came from; ImportError names the path that was searched."""
    name = {"darwin": "libbagatelle.dylib", "win32": "bagatelle.dll"}.get(sys.platform, "libbagatelle.so")
    chosen = os.environ.get("BAGATELLE_LIBRARY")
    path = chosen or str(Path(__file__).resolve().parent / name)
    source = "named by" if chosen else "beside the package; another one can be named by"
    source += " BAGATELLE_LIBRARY"
    try:
        library = c.CDLL(path)
    except OSError as error:
        raise ImportError(f"bagatelle: cannot load {path} ({source}): {error}", path=path) from None
    try:
        library.bgt_version.restype = c.c_uint32
        library.bgt_version.argtypes = []
        version = library.bgt_version()
    except AttributeError:
        raise ImportError(f"bagatelle: {path} ({source}) is not a Bagatelle library", path=path) from None
    major, minor, patch = version // 10000, version // 100 % 100, version % 100
    wanted = (BGT_VERSION_MAJOR, BGT_VERSION_MINOR)
    fits = (major, minor) == wanted if wanted[0] == 0 else major == wanted[0] and minor >= wanted[1]
    if not fits:
        raise ImportError(f"bagatelle: this package needs library version {wanted[0]}.{wanted[1]}, "
                          f"but {path} ({source}) has version {major}.{minor}.{patch}", path=path)
    for name, result, arguments, added in TABLE:
        try:
            function = getattr(library, name)
        except AttributeError:
            message = f"bagatelle: {path} ({source}) has no {name}, added in version {added}"
            raise ImportError(message, path=path) from None
        function.restype = result
        function.argtypes = arguments
    return library, path


lib, library_path = _load()
'''


class Header:
    """What the header declares, in its order. It is regular enough for regular expressions."""

    def __init__(self, text):
        text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
        text = re.sub(r"//[^\n]*", " ", text)
        self.macros = [(name, int(value)) for name, value in
                       re.findall(r"^#\s*define\s+(BGT_VERSION_\w+)\s+(\d+)\s*$", text, flags=re.M)]
        text = re.sub(r"^\s*#(?:[^\n\\]|\\\n|\\.)*", "", text, flags=re.M)
        text = re.sub(r"\b(BGT_NONNULL|BGT_NULLABLE|_Nonnull|_Nullable)\b", " ", text)
        self.aliases = dict(SCALARS)
        self.constants, self.structs, self.callbacks, self.functions, self.inits = [], [], [], [], []
        self._read(text)

    def _read(self, text):
        for body in re.findall(r"\benum\s*\w*\s*\{(.*?)\}\s*;", text, flags=re.S):
            self._read_enum(body)
        for fields, name in re.findall(r"typedef\s+struct\s+\w+\s*\{(.*?)\}\s*(\w+)\s*;", text, flags=re.S):
            self.structs.append((name, fields))
            self.aliases[name] = camel(name)
        callback = r"typedef\s+([\w\s*]+?)\(\s*\*\s*(\w+)\s*\)\s*\((.*?)\)\s*;"
        for result, name, arguments in re.findall(callback, text, flags=re.S):
            self.callbacks.append((name, result, arguments))
            self.aliases[name] = camel(name)
        for old, new in re.findall(r"typedef\s+(\w+)\s+(\w+)\s*;", text):
            self.aliases[new] = self.aliases[old]
        self.structs = [(name, self._fields(fields)) for name, fields in self.structs]
        self.callbacks = [(name, self.ctype(result), self._arguments(arguments))
                          for name, result, arguments in self.callbacks]
        function = r"\bBGT_API\b([^;(]*?)(\bbgt_\w+)\s*\((.*?)\)\s*;"
        for result, name, arguments in re.findall(function, text, flags=re.S):
            self.functions.append((name, self.ctype(result), self._arguments(arguments)))
        init = (r"static\s+inline\s+void\s+(\w+_def_init)\s*\(\s*(\w+)[^)]*\)\s*"
                r"\{\s*bgt_def_init\(\s*\w+\s*,\s*(\w+)")
        self.inits = re.findall(init, text)
        declared = len(re.findall(r"\bBGT_API\b", text))
        if declared != len(self.functions):
            raise SystemExit(f"{declared} declarations with BGT_API, but {len(self.functions)} understood")

    def _read_enum(self, body):
        value = -1
        for entry in filter(None, (part.strip() for part in body.split(","))):
            name, _, given = (part.strip() for part in entry.partition("="))
            value = int(given, 0) if given else value + 1
            self.constants.append((name, value))

    def _fields(self, body):
        fields = []
        for declaration in filter(None, (part.strip() for part in body.split(";"))):
            match = re.match(r"((?:const\s+)?\w+[\s*]+)(.+)$", declaration, flags=re.S)
            fields += [(name.strip(), self.ctype(match.group(1))) for name in match.group(2).split(",")]
        return fields

    def _arguments(self, text):
        if text.strip() in ("", "void"):
            return []
        return [self.ctype(re.sub(r"\w+\s*$", "", part.strip())) for part in text.split(",")]

    def ctype(self, text):
        """The ctypes expression of a C type without a name."""
        text = re.sub(r"\bconst\b", " ", text).strip()
        stars, base = text.count("*"), text.replace("*", " ").strip()
        if stars and base == "void":
            result, stars = "c.c_void_p", stars - 1
        elif stars and base == "char":
            result, stars = "c.c_char_p", stars - 1
        else:
            result = self.aliases[base]
        for _ in range(stars):
            result = f"c.POINTER({result})"
        return result


def camel(name):
    return "".join(part.capitalize() for part in name.split("_")[1:])


def wrapped(first, parts, indent, tail=2):
    """Joins parts behind first, with new lines at 110 columns, the tail included."""
    lines, line = [], first
    for index, part in enumerate(parts):
        piece = part + (", " if index + 1 < len(parts) else "")
        if len(line) + len(piece.rstrip()) > (110 if index + 1 < len(parts) else 110 - tail):
            lines.append(line.rstrip())
            line = " " * indent
        line += piece
    return "\n".join([*lines, line])


def versions_of(old):
    """Name -> version in which it was added, from the file that is there."""
    return dict(re.findall(r'^    \("(bgt_\w+)", .*?, "([\d.]+)"\),$', old, flags=re.M | re.S))


def struct_of(name, fields):
    parts = [f'("{field}", {ctype})' for field, ctype in fields]
    return [f"class {camel(name)}(c.Structure):", wrapped("    _fields_ = [", parts, 16) + "]", "", ""]


def generate(header, old):
    numbers = dict(header.macros)
    current = f"{numbers['BGT_VERSION_MAJOR']}.{numbers['BGT_VERSION_MINOR']}"
    added = versions_of(old)
    out = ['"""The C API as one table, and its library: as long as the header. Made by tools/make_bindings.py; do not edit."""',
           "# SPDX-License-Identifier: MIT", "# mypy: ignore-errors",
           "import ctypes as c", "import os", "import sys", "from pathlib import Path", "",
           "# ---- Constants"]
    out += [f"{name} = {value}" for name, value in header.macros + header.constants]
    out += ["", "", "# ---- Structs"]
    functions = {camel(name) for name, _, _ in header.callbacks}
    tables = [struct for struct in header.structs if any(ctype in functions for _, ctype in struct[1])]
    for name, fields in header.structs:
        if (name, fields) not in tables:
            out += struct_of(name, fields)
    out += ["", "# ---- Callbacks"]
    for name, result, arguments in header.callbacks:
        out.append(wrapped(f"{camel(name)} = c.CFUNCTYPE(", [result, *arguments], 4) + ")")
    out += ["", "", "# ---- Tables of functions"]
    for name, fields in tables:
        out += struct_of(name, fields)
    parts = [f'"{name}": {camel(name)}' for name, _ in header.structs]
    out += [wrapped("STRUCTS = {", parts, 11) + "}", "# C name of the initialiser: struct, kind"]
    parts = [f'"{name}": ({camel(struct)}, {kind})' for name, struct, kind in header.inits]
    out += [wrapped("INITS = {", parts, 9) + "}", "", "# ---- Functions: name, result, argument types, version in which it was added", "TABLE = ["]
    for name, result, arguments in header.functions:
        row = wrapped(f'    ("{name}", {result}, [', arguments, 5, 10) + "]"
        out.append(f'{row}, "{added.get(name, current)}"),')
    out += ["]", ""]
    return "\n".join(out) + LOADER


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the file differs")
    parser.add_argument("--header", type=Path, default=HEADER)
    parser.add_argument("--output", type=Path, default=TARGET)
    options = parser.parse_args()
    old = options.output.read_text() if options.output.exists() else ""
    new = generate(Header(options.header.read_text()), old)
    if options.check:
        if old != new:
            print(f"{options.output} does not fit the header; run tools/make_bindings.py", file=sys.stderr)
            return 1
        return 0
    options.output.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
