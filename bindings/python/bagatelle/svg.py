"""Draws a recording as SVG: boundaries, a path per item, and outlines at some moments."""
# SPDX-License-Identifier: MIT
import math
import os
from typing import Dict, List, Sequence, Union
from xml.sax.saxutils import escape

from .canvas import placed
from .film import has_moved_on
from .items import BoundsType
from .looks import COLORS, INK, ITEM_COLORS, LINE, PANEL, PAPER
from .recording import Recording, Shape
from .vectors import Vector2, number

_MARGIN, _FOOT = 16, 22


def write_svg(recording: Recording, path: "Union[str, os.PathLike[str]]", *, outlines: float = 0.1,
              paths: bool = True) -> None:
    """Write a recording as an SVG drawing.

    Args:
        recording: What to draw.
        path: The file.
        outlines: Seconds between the outlines of where things were; 0 for none.
        paths: Whether the way of each thing is drawn.
    """
    text = drawing(recording, outlines=outlines, paths=paths)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def drawing(recording: Recording, *, outlines: float = 0.1, paths: bool = True) -> str:
    """A recording as the text of an SVG drawing; arguments as of `write_svg`.

    >>> recording = Recording((0, 0, 10, 10), "a < b")
    >>> recording.keep(0.0, [Shape(1, Vector2(5, 5), Vector2(2, 2))])
    >>> "<title>a &lt; b</title>" in drawing(recording)
    True
    """
    area = recording.area
    left, top = area.x - _MARGIN, area.y - _MARGIN
    panel = (area.x - 4, area.y - 4, area.width + 8, area.height + 8)
    width, height = area.width + 2 * _MARGIN, area.height + _MARGIN + _FOOT
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_n(left)} {_n(top)} {_n(width)} {_n(height)}" '
           f'width="{_n(width)}" height="{_n(height)}">', f"<title>{escape(recording.title)}</title>",
           _rect(left, top, width, height, f'fill="{_rgb(PAPER)}"'),
           _rect(*panel, f'rx="7" fill="{_rgb(PANEL)}"')]
    if recording.bounds is not None:
        x, y, w, h = recording.bounds
        out.append(_rect(x, y, w, h, f'fill="none" stroke="{_rgb(LINE)}"'))
        out.append(_line([Vector2(x, y + h + 1), Vector2(x + w, y + h + 1)], False,
                         f'stroke="{_rgb(INK)}" stroke-width="3"'))
    for points, closed in recording.boundaries:
        out.append(_line(points, closed, f'stroke="{_rgb(INK)}" stroke-width="2.5" stroke-linejoin="round"'))
    out += (_tracks(recording) if paths else []) + _outlines(recording, number(outlines, "outlines"))
    # What goes beyond the panel ends at its edge: the margin is painted over it, as every viewer does it alike.
    x, y, w, h = panel
    out.append(_rect(x - 20, y - 20, w + 40, h + 40, f'rx="27" fill="none" stroke="{_rgb(PAPER)}" stroke-width="40"'))
    out.append(_rect(*panel, f'rx="7" fill="none" stroke="{_rgb(LINE)}"'))
    baseline = area.y + area.height + 17
    style = f'font-family="sans-serif" font-size="11" fill="{_rgb(INK)}"'
    out.append(f'<text x="{_n(area.x)}" y="{_n(baseline)}" {style}>{escape(recording.title)}</text>')
    out.append(f'<text x="{_n(area.right)}" y="{_n(baseline)}" text-anchor="end" {style}>'
               f"{recording.seconds:.2f} s</text>")
    return "\n".join([*out, "</svg>", ""])


def _tracks(recording: Recording) -> List[str]:
    """The way of each item's center."""
    ways: Dict[int, List[List[Vector2]]] = {}
    colors: Dict[int, int] = {}
    before = -math.inf
    for frame in recording.frames:
        for shape in _things(frame.shapes):
            parts = ways.setdefault(shape.key, [[]])
            colors[shape.key] = 4 + shape.color % ITEM_COLORS
            if frame.seconds == before:  # it was put elsewhere
                parts.append([])
            if not parts[-1] or (shape.center - parts[-1][-1]).length >= 0.25:
                parts[-1].append(shape.center)
        before = frame.seconds
    style = 'stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"'
    return [_line(part, False, f'stroke="{_rgb(colors[key])}" {style}')
            for key, parts in ways.items() for part in parts if len(part) > 1]


def _outlines(recording: Recording, interval: float) -> List[str]:
    """Outlines at equal times where something moved, and everything filled at the end."""
    out: List[str] = []
    if not recording.frames:
        return out
    last: Dict[int, Shape] = {}
    for index in range(int(recording.seconds / interval + 1e-9) + 1 if interval > 0 else 0):
        for shape in _things(recording.at(recording.frames[0].seconds + index * interval).shapes):
            old = last.get(shape.key)
            if old is None or has_moved_on(old, shape):
                color = _rgb(4 + shape.color % ITEM_COLORS)
                style = (f'fill="{color}" fill-opacity="{0.1 * shape.opacity:g}" stroke="{color}" '
                         f'stroke-opacity="{0.6 * shape.opacity:g}"')
                out.append(_shape(shape, style))
                last[shape.key] = shape
    for shape in _things(recording.frames[-1].shapes):
        style = f'fill="{_rgb(4 + shape.color % ITEM_COLORS)}" fill-opacity="{0.85 * shape.opacity:g}"'
        out.append(_shape(shape, style))
    for start, end in recording.frames[-1].links:
        out.append(_line([start, end], False, f'stroke="{_rgb(INK)}" stroke-width="2"'))
    return out


def _things(shapes: Sequence[Shape]) -> List[Shape]:
    """Without what lies behind, and without fingers."""
    return [shape for shape in shapes if shape.look not in ("screen", "dimming", "zone", "finger")]


def _shape(shape: Shape, style: str) -> str:
    x, y = shape.center
    turn = f' transform="rotate({_n(math.degrees(shape.angle))} {_n(x)} {_n(y)})"' if shape.angle else ""
    width, height = shape.size
    if shape.bounds_type == BoundsType.ELLIPSE:
        return (f'<ellipse cx="{_n(x)}" cy="{_n(y)}" rx="{_n(width / 2)}" ry="{_n(height / 2)}" '
                f"{style}{turn}/>")
    if shape.bounds_type == BoundsType.PATH:
        points = " ".join(f"{_n(px)},{_n(py)}" for px, py in placed(shape.path, shape.center, shape.angle))
        return f'<polygon points="{points}" {style}/>'
    round_by = _n(min(4.0, min(width, height) / 6))
    return _rect(x - width / 2, y - height / 2, width, height, f'rx="{round_by}" {style}{turn}')


def _rect(x: float, y: float, width: float, height: float, style: str) -> str:
    return f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" {style}/>'


def _line(points: Sequence[Vector2], closed: bool, style: str) -> str:
    way = " L".join(f"{_n(x)} {_n(y)}" for x, y in points)
    return f'<path d="M{way}{" Z" if closed else ""}" fill="none" {style}/>'


def _rgb(color: int) -> str:
    return "#{:02x}{:02x}{:02x}".format(*COLORS[color])


def _n(value: float) -> str:
    """A coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if math.isfinite(value) else "0"
