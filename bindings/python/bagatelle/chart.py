"""Draws a timing curve as SVG: progress over seconds, with what lies beyond 0 and 1."""
# SPDX-License-Identifier: MIT
from typing import List
from xml.sax.saxutils import escape

from .timing import Timing

_WIDTH, _HEIGHT, _LEFT, _TOP, _FOOT = 480, 300, 44, 34, 40


def curve_svg(timing: Timing, duration: float, title: str, *, samples: int = 240) -> str:
    """A timing curve as the text of an SVG drawing.

    Args:
        timing: What is drawn.
        duration: Seconds that an animator would be given.
        title: Written above the curve.
        samples: Number of straight pieces.

    >>> "<title>a &lt; b</title>" in curve_svg(Timing(), 1.0, "a < b")
    True
    """
    seconds = min(timing.duration(duration), 60.0)
    whole = timing.duration(duration)
    part = seconds / whole if whole > 0 else 1.0
    values = [timing.progress(part * i / samples, duration) for i in range(samples + 1)]
    low, high = min(0.0, *values), max(1.0, *values)

    def x(fraction: float) -> float:
        return _LEFT + fraction * _WIDTH

    def y(progress: float) -> float:
        return _TOP + (high - progress) / (high - low) * _HEIGHT

    points = " ".join(f"{x(i / samples):.2f},{y(value):.2f}" for i, value in enumerate(values))
    width, height = _LEFT + _WIDTH + 24, _TOP + _HEIGHT + _FOOT
    text = 'font-family="sans-serif" font-size="12" fill="#444"'
    out: List[str] = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="20" {text}>{escape(title)}</text>']
    for level in (0, 1):
        out.append(f'<line x1="{_LEFT}" y1="{y(level):.2f}" x2="{_LEFT + _WIDTH}" y2="{y(level):.2f}" '
                   f'stroke="#bbb"/>')
        out.append(f'<text x="{_LEFT - 8}" y="{y(level) + 4:.2f}" text-anchor="end" {text}>{level}</text>')
    for quarter in range(5):
        place = x(quarter / 4)
        out.append(f'<line x1="{place:.2f}" y1="{_TOP}" x2="{place:.2f}" y2="{_TOP + _HEIGHT}" '
                   f'stroke="#eee"/>')
        out.append(f'<text x="{place:.2f}" y="{_TOP + _HEIGHT + 20}" text-anchor="middle" {text}>'
                   f'{seconds * quarter / 4:.3g} s</text>')
    out.append(f'<polyline points="{points}" fill="none" stroke="#c2410c" stroke-width="2.5" '
               f'stroke-linejoin="round"/>')
    return "\n".join([*out, "</svg>", ""])
