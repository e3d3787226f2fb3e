"""The scenes, the command, and the code in the documentation."""
# SPDX-License-Identifier: MIT
import doctest
import importlib
import pkgutil
import sys

import pytest

import bagatelle as bg
from bagatelle import __main__ as command
from bagatelle import examples


@pytest.fixture(scope="module")
def results():
    return {}


def result_of(name, results):
    if name not in results:
        results[name] = examples.load(name).run()
    return results[name]


@pytest.mark.parametrize("name", examples.NAMES)
def test_every_number_of_a_scene_lies_in_its_range(name, results):
    result = result_of(name, results)
    assert len(result.numbers) >= 6
    assert [str(number) for number in result.numbers if not number.is_good] == []


@pytest.mark.parametrize("name", examples.NAMES)
def test_a_scene_reaches_the_hash_that_every_language_reaches(name, results, root):
    path = root / f"Tests/Golden/{name}.txt"
    if not path.exists():
        pytest.skip("no golden hash")
    assert f"{result_of(name, results).hash:016x}" == path.read_text().strip()


def test_scenes_are_repeatable(results):
    assert examples.load("flick").run().hash == result_of("flick", results).hash


def test_a_scene_runs_as_a_module(run_python, results):
    name = "bagatelle.examples.repositioning"
    out = run_python(f"import runpy; runpy.run_module({name!r}, run_name='__main__')")
    lines = out.splitlines()
    assert lines[-1] == f"hash {result_of('repositioning', results).hash:016x}" and "WRONG" not in out


def test_unknown_scenes_are_refused(capsys):
    with pytest.raises(KeyError, match="falling_square"):
        examples.load("nothing")
    with pytest.raises(SystemExit):
        command.main(["demo", "nothing"])
    with pytest.raises(SystemExit):
        command.main(["demo"])
    assert "--list" in capsys.readouterr().err


def test_the_command_lists_runs_and_draws(capsys, tmp_path):
    assert command.main(["demo", "--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "falling-square", "flick", "sticky-corners", "position-mapped-to-bounds", "repositioning"]
    gif, svg = tmp_path / "out.gif", tmp_path / "out.svg"
    demo = ["demo", "falling-square", "--gif", str(gif), "--svg", str(svg), "--scale", "0.5"]
    assert command.main(demo) == 0
    out = capsys.readouterr().out
    assert "first contact, seconds" in out and "hash " in out and str(gif) in out
    assert gif.read_bytes()[:6] == b"GIF89a" and svg.read_text().startswith("<svg")
    assert command.main(["version"]) == 0
    assert "library 0.1.0" in capsys.readouterr().out


# ---- Documentation
def modules():
    names = [info.name for info in pkgutil.walk_packages(bg.__path__, "bagatelle.")]
    return ["bagatelle", *(name for name in names if not name.endswith("__main__"))]


@pytest.mark.parametrize("name", modules())
def test_the_code_in_docstrings_runs(name):
    module = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


def test_everything_public_has_a_docstring():
    missing = []
    for name in bg.__all__:
        thing = getattr(bg, name)
        if not (thing.__doc__ or "").strip():
            missing.append(name)
        if isinstance(thing, type):
            for attribute, value in vars(thing).items():
                if not attribute.startswith("_") and (callable(value) or isinstance(value, property)):
                    if not (getattr(value, "__doc__", None) or "").strip():
                        missing.append(f"{name}.{attribute}")
    allowed = {"DynamicBehavior.close"}
    assert set(missing) <= allowed, missing


def test_only_the_standard_library_is_imported(run_python):
    out = run_python("""
import sys
before = set(sys.modules)
import bagatelle, bagatelle.__main__
new = {name.partition(".")[0] for name in set(sys.modules) - before}
allowed = getattr(sys, "stdlib_module_names", new) | {"bagatelle"}
print(sorted(name for name in new - set(allowed) if not name.startswith("_")))
""")
    assert out.strip() == "[]"
    assert sys.version_info >= (3, 9)
