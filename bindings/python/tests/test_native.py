"""The generated table against the header, and loading of the library."""
# SPDX-License-Identifier: MIT
import ctypes as c
import importlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bagatelle as bg
from bagatelle import _core
from bagatelle import _native as n

PACKAGE = Path(bg.__file__).resolve().parent
HEADER = "include/bagatelle/bagatelle.h"


@pytest.fixture
def header(root):
    """The header without comments."""
    if not (root / HEADER).exists():
        pytest.skip("no header here")
    return re.sub(r"/\*.*?\*/", " ", (root / HEADER).read_text(), flags=re.S)


@pytest.fixture
def generate(root):
    """Runs the generator."""
    tool = root / "tools/make_bindings.py"
    if not tool.exists():
        pytest.skip("not in a source tree")
    return lambda *options: subprocess.run([sys.executable, tool, *options], capture_output=True, text=True)


def test_checked_in_table_is_what_the_header_gives(generate):
    done = generate("--check")
    assert done.returncode == 0, done.stderr


def test_check_mode_tells_a_difference_and_writes_nothing(generate, tmp_path):
    old = tmp_path / "_native.py"
    old.write_text("stale\n")
    done = generate("--check", "--output", old)
    assert done.returncode == 1 and "make_bindings" in done.stderr
    assert old.read_text() == "stale\n"


def test_generator_keeps_the_version_in_which_a_function_was_added(root, generate, tmp_path):
    newer, table = tmp_path / "bagatelle.h", tmp_path / "_native.py"
    line = "BGT_API bgt_status bgt_last_error(void);"
    newer.write_text((root / HEADER).read_text().replace("BGT_VERSION_MINOR 1", "BGT_VERSION_MINOR 2")
                     .replace(line, line + "\nBGT_API double bgt_fresh(const char *a);"))
    table.write_text((PACKAGE / "_native.py").read_text())
    assert generate("--header", newer, "--output", table).returncode == 0
    assert '("bgt_fresh", c.c_double, [c.c_char_p], "0.2"),' in table.read_text()
    assert '("bgt_last_error", c.c_int32, [], "0.1"),' in table.read_text()


def test_every_function_and_constant_of_the_header_is_used_above_the_table(header):
    package = "\n".join(path.read_text() for path in PACKAGE.rglob("*.py") if path.name != "_native.py")
    names = set(re.findall(r"\bBGT_API\b[^;(#]*?\b(bgt_\w+)\s*\(", header))
    assert len(names) == len(n.TABLE) > 150
    assert names - set(re.findall(r"\blib\.(bgt_\w+)", package)) == set()
    constants = set(re.findall(r"\b(BGT_[A-Z_]+) = ", header))
    assert len(constants) > 50
    assert {name for name in constants if not re.search(rf"_native\.{name}\b", package)} == set()


def test_every_struct_and_initialiser_of_the_header_is_in_the_table(header):
    assert set(re.findall(r"typedef struct (\w+)", header)) == set(n.STRUCTS)
    assert set(re.findall(r"static inline void (\w+_def_init)", header)) == set(n.INITS)


def test_layouts_are_those_of_the_c_compiler(root):
    path = root / "Tests/ABITests/layout.txt"
    if not path.exists():
        pytest.skip("no layout.txt")
    lines = []
    for name, struct in n.STRUCTS.items():
        lines.append(f"{name} {c.sizeof(struct)}")
        lines += [f"{name}.{field} {getattr(struct, field).offset}" for field, _ in struct._fields_]
    assert sorted(lines) == sorted(path.read_text().split("\n")[:-1])


def test_table_names_are_those_of_exports_txt(root):
    path = root / "Sources/BagatelleABI/exports.txt"
    if not path.exists():
        pytest.skip("no exports.txt")
    assert sorted(row[0] for row in n.TABLE) == sorted(path.read_text().split())


def test_records_have_the_sizes_of_the_abi():
    assert c.sizeof(n.ItemState) == 64 and c.sizeof(n.ContactEvent) == 88


def test_definitions_come_filled_with_the_documented_defaults():
    item = _core.definition(n.ItemDef)
    assert item.struct_size == c.sizeof(n.ItemDef)
    assert (item.center.x, item.size.x, item.angle, item.path_count) == (0, 100, 0, 0)
    snap = _core.definition(n.SnapDef)
    assert (snap.damping, snap.frequency) == (0.5, 3.8)
    animator = _core.definition(n.AnimatorDef)
    assert (animator.substeps, animator.step_seconds, animator.workers) == (2, 1 / 120, 1)


# ---- Loading
def test_a_missing_library_is_an_import_error_that_names_the_path(run_python):
    out = run_python("import bagatelle", expect=1, BAGATELLE_LIBRARY="/no/such/libbagatelle.so")
    assert "ImportError" in out and "/no/such/libbagatelle.so" in out and "BAGATELLE_LIBRARY" in out


def test_a_foreign_library_is_an_import_error(run_python):
    import _ctypes

    out = run_python("import bagatelle", expect=1, BAGATELLE_LIBRARY=_ctypes.__file__)
    assert "ImportError" in out and "is not a Bagatelle library" in out


def test_another_version_is_an_import_error_that_names_both(run_python, tmp_path):
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    source = tmp_path / "old.c"
    for number, message in ((200, "has version 0.2.0"), (100, "has no bgt_last_error")):
        library = tmp_path / f"old{number}.so"
        source.write_text(f"unsigned bgt_version(void) {{ return {number}; }}\n")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        out = run_python("import bagatelle", expect=1, BAGATELLE_LIBRARY=str(library))
        assert "ImportError" in out and message in out and str(library) in out


def test_version_is_that_of_the_package():
    assert bg.version() == tuple(int(part) for part in bg.__version__.split("."))


def test_reloading_the_package_works():
    item = bg.Item((1, 2))
    again = importlib.reload(bg)
    assert again.Item is type(item) and item.center == (1, 2)
