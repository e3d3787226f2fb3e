"""The command ``python -m bagatelle``: demo scenes with their numbers and pictures, and the version."""
# SPDX-License-Identifier: MIT
import argparse
import platform
import sys
import time
from typing import List, Optional

from . import __version__, _native, examples, version
from .film import write_gif
from .svg import write_svg


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m bagatelle", description="2D dynamics for interfaces.")
    commands = parser.add_subparsers(dest="command", required=True)
    demo = commands.add_parser("demo", help="run a scene, print its numbers, draw it")
    demo.add_argument("scene", nargs="?", help="a scene of --list")
    demo.add_argument("--list", action="store_true", help="list the scenes")
    demo.add_argument("--gif", metavar="FILE", help="write a moving picture")
    demo.add_argument("--svg", metavar="FILE", help="write a drawing of the trajectories")
    demo.add_argument("--scale", type=float, default=1.0, help="pixels per point of the moving picture")
    commands.add_parser("version", help="print versions and where the library is")
    options = parser.parse_args(arguments)
    if options.command == "version":
        return show_version()
    if options.list:
        for name in examples.NAMES:
            print(f"{name.replace('_', '-'):28}{(examples.load(name).__doc__ or '').splitlines()[0]}")
        return 0
    if options.scene is None:
        demo.error("name a scene; --list shows them")
    if options.scene.replace("-", "_") not in examples.NAMES:
        demo.error(f"no scene {options.scene!r}; --list shows them")
    return run_demo(options.scene, options.gif, options.svg, options.scale)


def show_version() -> int:
    """Prints what a bug report needs."""
    print(f"bagatelle {__version__}, library {'.'.join(map(str, version()))}")
    print(f"library file {_native.library_path}")
    print(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    return 0


def run_demo(scene: str, gif: Optional[str], svg: Optional[str], scale: float) -> int:
    """Runs a scene, prints its numbers and draws what is wanted."""
    result = examples.load(scene).run()
    code: int = result.report()
    start = time.perf_counter()
    if gif is not None:
        size = write_gif(result.recording, gif, scale=scale)
        print(f"{gif}: {size / 1000:.0f} kB in {time.perf_counter() - start:.1f} s")
    if svg is not None:
        write_svg(result.recording, svg)
        print(f"{svg}: {result.recording.seconds:.2f} s of motion")
    return code


if __name__ == "__main__":
    sys.exit(main())
