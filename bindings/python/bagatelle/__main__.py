"""The command ``python -m bagatelle``: example scenes and their pictures, timing curves, and the version."""
# SPDX-License-Identifier: MIT
import argparse
import platform
import sys
import time
from typing import List, Optional

from . import __version__, _native, examples, gallery, version
from .chart import curve_svg
from .errors import BagatelleError
from .svg import write_svg
from .timing import Curve, Timing


CURVES = {curve.name.lower().replace("_", "-"): curve for curve in Curve}


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m bagatelle", description="2D dynamics for interfaces.")
    commands = parser.add_subparsers(dest="command", required=True)
    demo = commands.add_parser("demo", help="run an example scene, draw it")
    demo.add_argument("scene", nargs="?", help="a scene of --list")
    demo.add_argument("--list", action="store_true", help="list the scenes")
    demo.add_argument("--gif", metavar="FILE", help="write a moving picture")
    demo.add_argument("--svg", metavar="FILE", help="write a drawing of the trajectories")
    demo.add_argument("--scale", type=float, help="pixels per point of the moving picture")
    pictures = commands.add_parser("gallery", help="write a moving picture of every example scene")
    pictures.add_argument("folder", nargs="?", default="gallery", help="where to; default %(default)s")
    chart = commands.add_parser("curve", help="print a timing curve and draw it")
    chart.add_argument("kind", choices=[*CURVES, "cubic", "spring"])
    chart.add_argument("numbers", nargs="*", type=float, help="of a cubic curve: x1 y1 x2 y2")
    chart.add_argument("--duration", type=float, default=1.0,
                       help="seconds; of a spring with --bounce, perceptual")
    chart.add_argument("--damping", type=float, help="a spring's damping ratio; with --stiffness its damping")
    chart.add_argument("--bounce", type=float, help="a spring's bounce, -1 to 1")
    chart.add_argument("--response", type=float, help="seconds of one undamped period, with --damping")
    chart.add_argument("--mass", type=float, default=1.0, help="with --stiffness")
    chart.add_argument("--stiffness", type=float, help="a spring by its physics")
    chart.add_argument("--velocity", type=float, default=0.0, help="initial velocity, whole ways per second")
    chart.add_argument("--svg", metavar="FILE", help="write a drawing of the curve")
    commands.add_parser("version", help="print versions and where the library is")
    options = parser.parse_args(arguments)
    if options.command == "version":
        return show_version()
    if options.command == "gallery":
        for path, size in gallery.draw_all(options.folder):
            print(f"{path}: {size / 1000:.0f} kB")
        return 0
    if options.command == "curve":
        try:
            return show_curve(options)
        except (BagatelleError, TypeError) as error:
            chart.error(str(error))
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


def timing_of(options: argparse.Namespace) -> Timing:
    """The timing that the options of the curve command describe."""
    if options.kind in CURVES:
        return Timing(CURVES[options.kind])
    if options.kind == "cubic":
        if len(options.numbers) != 4:
            raise TypeError("a cubic curve needs four numbers: x1 y1 x2 y2")
        x1, y1, x2, y2 = options.numbers
        return Timing.cubic((x1, y1), (x2, y2), allow_overshoot=True)
    velocity = (options.velocity, options.velocity)
    if options.stiffness is not None:
        return Timing.spring(mass=options.mass, stiffness=options.stiffness, damping=options.damping or 0.0,
                             velocity=velocity)
    if options.bounce is not None:
        return Timing.spring(duration=options.duration, bounce=options.bounce, velocity=velocity)
    ratio = 1.0 if options.damping is None else options.damping
    return Timing.spring(damping_ratio=ratio, response=options.response, velocity=velocity)


def show_curve(options: argparse.Namespace) -> int:
    """Prints the curve's numbers and draws it."""
    timing = timing_of(options)
    seconds = timing.duration(options.duration)
    title = f"{options.kind}, {seconds:.4g} s"
    if options.kind == "spring":
        spring = timing.parameters(options.duration)
        title = (f"spring: mass {spring.mass:g}, stiffness {spring.stiffness:.6g}, "
                 f"damping {spring.damping:.6g}, ratio {spring.damping_ratio:.4g}, {seconds:.4g} s")
    print(title)
    if seconds < 1e9:
        for step in range(11):
            progress = timing.progress(step / 10, options.duration)
            print(f"{seconds * step / 10:9.4f} s  {progress:9.6f}")
    if options.svg is not None:
        with open(options.svg, "w", encoding="utf-8") as file:
            file.write(curve_svg(timing, options.duration, title))
        print(f"{options.svg}: written")
    return 0


def run_demo(scene: str, gif: Optional[str], svg: Optional[str], scale: Optional[float]) -> int:
    """Runs a scene and draws what is wanted."""
    examples.load(scene).main()
    if gif is None and svg is None:
        return 0
    recording = gallery.film(scene)
    start = time.perf_counter()
    if gif is not None:
        size = gallery.draw(scene, gif, scale=scale, recording=recording)
        print(f"{gif}: {size / 1000:.0f} kB in {time.perf_counter() - start:.1f} s")
    if svg is not None:
        write_svg(recording, svg)
        print(f"{svg}: {recording.seconds:.2f} s of motion")
    return 0


if __name__ == "__main__":
    sys.exit(main())
