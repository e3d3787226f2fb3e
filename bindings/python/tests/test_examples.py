"""The scenes, the command, and the code in the documentation."""
# SPDX-License-Identifier: MIT
import doctest
import importlib
import pkgutil
import sys

import pytest

import bagatelle as bg
from bagatelle import __main__ as command
from bagatelle import examples, gallery


@pytest.mark.parametrize("name", examples.NAMES)
def test_a_scene_reaches_the_hash_that_every_language_reaches(name, capsys, root):
    examples.load(name).main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 3
    path = root / f"Tests/Golden/{name}.txt"
    if not path.exists():
        pytest.skip("no golden hash")
    assert lines[-1] == f"hash {path.read_text().strip()}"


def test_every_example_in_c_is_one_in_python_too(root):
    sources = root / "bindings/c/examples"
    if not sources.exists():
        pytest.skip("no source tree")
    assert {path.stem for path in sources.glob("*.c")} - {"hello"} == set(examples.NAMES)


def test_scenes_are_repeatable(capsys):
    examples.load("flick").main()
    first = capsys.readouterr().out
    examples.load("flick").main()
    assert capsys.readouterr().out == first


def test_a_scene_runs_as_a_module(run_python, capsys):
    name = "bagatelle.examples.repositioning"
    out = run_python(f"import runpy; runpy.run_module({name!r}, run_name='__main__')")
    examples.load("repositioning").main()
    assert out == capsys.readouterr().out


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
    listed = [line.split()[0].replace("-", "_") for line in capsys.readouterr().out.splitlines()]
    assert listed == examples.NAMES
    gif, svg = tmp_path / "out.gif", tmp_path / "out.svg"
    demo = ["demo", "falling-square", "--gif", str(gif), "--svg", str(svg), "--scale", "0.5"]
    assert command.main(demo) == 0
    out = capsys.readouterr().out
    assert "meets the floor" in out and "hash " in out and str(gif) in out
    assert gif.read_bytes()[:6] == b"GIF89a" and svg.read_text().startswith("<svg")
    assert command.main(["version"]) == 0
    assert "library 0.1.0" in capsys.readouterr().out


# ---- Gallery
@pytest.mark.parametrize("name", examples.NAMES)
def test_a_scene_is_filmed_from_its_first_to_its_last_motion(name):
    recording = gallery.film(name)
    assert recording.seconds > 1 and recording.last_motion > 0.9
    times = [frame.seconds for frame in recording.frames]
    assert times == sorted(times)
    for frame in recording.frames:  # something is to be seen all the time
        area = recording.area
        assert any(area.x < shape.center.x < area.right and area.y < shape.center.y < area.bottom
                   for shape in frame.shapes)


def test_the_gallery_command_draws_every_scene(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(examples, "NAMES", ["falling_square", "drag"])  # the others take longer
    assert command.main(["gallery", str(tmp_path)]) == 0
    assert {path.stem for path in tmp_path.glob("*.gif")} == set(examples.NAMES)
    assert all(path.read_bytes()[:6] == b"GIF89a" and path.stat().st_size < 300_000
               for path in tmp_path.glob("*.gif"))
    assert len(capsys.readouterr().out.splitlines()) == len(examples.NAMES)


def test_the_gallery_page_shows_every_scene(root):
    page = root / "docs/gallery/README.md"
    if not page.exists():
        pytest.skip("no source tree")
    text = page.read_text()
    for name in examples.NAMES:
        assert f"({name}.gif)" in text and (page.parent / f"{name}.gif").stat().st_size < 300_000


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
