"""A small drawing surface of indexed colours: smooth polygons, ellipses, lines and labels, in pure Python."""
# SPDX-License-Identifier: MIT
import math
from itertools import combinations
from typing import Dict, List, Optional, Sequence, Tuple

Color = Tuple[int, int, int]
Point = Sequence[float]

_LINES = 4  # scan lines per row of pixels; across, coverage is exact
_LEVELS = 16  # steps of opacity that are told apart

# Glyphs of lower case, 4 or 5 x 7 with two rows below the base line: character, then one digit of base 32
# per row, whose bits are the pixels, the left one first.
_FONT = (
    "0ciiiiic 18o88888 2ci248gu 3ci2c2ic 426aiu22 5ugs22ic 6cggsiic 7u224488 8ciiciic 9ciie22c a00c2eie "
    "bggsiiis c00cgggc d22eiiie e00ciugc fcggsggg g00eiiie2c hggsiiii ig0ggggg j80888888g kggikoki "
    "lggggggg m00ullll n00siiii o00ciiic p00siiisgg q00eiiie22 r00koggg s00egc2s t88s8884 u00iiiie "
    "v00iiik8 w00hllla x00iicii y00iiiie2c z00u2cgu .000000g ,0000008g :00g000g =00s0s -000s +008s8 "
    "/44888gg (8ggggg8 )g88888g %i2448gi 'gg !ggggg0g ?ci24808 °8k8 _000000u"
)
_GLYPHS: Dict[str, List[int]] = {glyph[0]: [int(row, 32) for row in glyph[1:]] for glyph in _FONT.split()}


class Canvas:
    """Pixels as indices into a palette that holds the given colours and the shades between each two of them.

    Coordinates are pixels, x to the right and y down; the center of the first pixel is (0.5, 0.5). Colours
    are given as positions in `colors`; the first one is the background.

    Args:
        width, height: Size in pixels.
        colors: 2 to 22 colours of red, green, blue from 0 to 255.

    >>> canvas = Canvas(8, 8, [(255, 255, 255), (0, 0, 0)])
    >>> canvas.polygon([(1, 1), (3, 1), (3, 2), (1, 2)], 1)
    >>> list(canvas.pixels[8:16])
    [0, 1, 1, 0, 0, 0, 0, 0]
    """

    def __init__(self, width: int, height: int, colors: Sequence[Color]) -> None:
        if not 2 <= len(colors) <= 22:
            raise ValueError(f"a canvas takes 2 to 22 colors, not {len(colors)}")
        if width < 1 or height < 1:
            raise ValueError(f"a canvas of {width} x {height} pixels")
        self.width = width
        self.height = height
        self.pixels = bytearray(width * height)
        self.palette: List[Color] = [tuple(color) for color in colors]  # type: ignore[misc]
        pairs = list(combinations(self.palette, 2))
        steps = min(15, (255 - len(colors)) // len(pairs))
        for first, second in pairs:
            for step in range(1, steps + 1):
                self.palette.append(_between(first, second, step / (steps + 1)))
        spare, darkest = 255 - len(self.palette), min(colors, key=sum)
        for step in range(1, spare + 1):  # finer shades of what lies behind, for shadows
            self.palette.append(_between(self.palette[0], darkest, step / (spare + 1)))
        self._mixed: Dict[Tuple[int, int, int], int] = {}
        self._tables: Dict[Tuple[int, int], bytearray] = {}
        self.clip = (0, 0, width, height)  # left, top, right, bottom: nothing is drawn outside

    # ---- Shades
    def _mix(self, below: int, color: int, level: int) -> int:
        """The palette's nearest to a colour laid over another with an opacity of level / 16."""
        key = (below, color, level)
        found = self._mixed.get(key)
        if found is None:
            red, green, blue = _between(self.palette[below], self.palette[color], level / _LEVELS)
            distances = [(r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2 for r, g, b in self.palette]
            found = distances.index(min(distances))
            self._mixed[key] = found
        return found

    def shade(self, first: int, second: int, share: float) -> int:
        """The palette's nearest to a colour on the way from one to another, for drawing with it."""
        return self._mix(first, second, int(share * _LEVELS + 0.5))

    def _span(self, start: int, end: int, color: int, level: int) -> None:
        """Lays a colour over the pixels from start to end of the whole surface."""
        if level >= _LEVELS:
            self.pixels[start:end] = bytes((color,)) * (end - start)
        elif level > 0:
            below = self.pixels[start:end]
            table = self._tables.setdefault((color, level), bytearray(range(256)))
            for index in set(below):
                table[index] = self._mix(index, color, level)
            self.pixels[start:end] = below.translate(table)

    # ---- Shapes
    def clear(self, pixels: Optional[bytes] = None) -> None:
        """Back to the background, or to pixels saved before with ``bytes(canvas.pixels)``."""
        self.pixels[:] = bytes(len(self.pixels)) if pixels is None else pixels

    def polygon(self, points: Sequence[Point], color: int, opacity: float = 1.0) -> None:
        """Fill a convex polygon with smooth edges."""
        if not all(math.isfinite(x) and math.isfinite(y) for x, y in points):
            return
        top = max(self.clip[1], math.floor(min(y for _, y in points)))
        bottom = min(self.clip[3], math.ceil(max(y for _, y in points)))
        if top >= bottom:
            return
        first, last = top * _LINES, bottom * _LINES
        left, right = [math.inf] * (last - first), [-math.inf] * (last - first)
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]]):
            if y0 == y1:
                continue
            if y0 > y1:
                x0, y0, x1, y1 = x1, y1, x0, y0
            begin = max(first, math.ceil(y0 * _LINES - 0.5))
            end = min(last, math.ceil(y1 * _LINES - 0.5))
            slope = (x1 - x0) / (y1 - y0)
            for line in range(begin, end):
                x = x0 + ((line + 0.5) / _LINES - y0) * slope
                if x < left[line - first]:
                    left[line - first] = x
                if x > right[line - first]:
                    right[line - first] = x
        for row in range(top, bottom):
            at = (row - top) * _LINES
            self._row(row, left[at:at + _LINES], right[at:at + _LINES], color, opacity)

    def _row(self, row: int, left: List[float], right: List[float], color: int, opacity: float) -> None:
        """Fills what the scan lines of one row cover."""
        width = self.width
        low_clip, high_clip = float(self.clip[0]), float(self.clip[2])
        spans = [(max(a, low_clip), min(b, high_clip)) for a, b in zip(left, right)]
        spans = [(a, b) for a, b in spans if a < b]
        if not spans:
            return
        low, high = int(min(a for a, _ in spans)), math.ceil(max(b for _, b in spans))
        inner_low, inner_high = math.ceil(max(a for a, _ in spans)), int(min(b for _, b in spans))
        offset = row * width
        edges = [*range(low, high)]
        if inner_low < inner_high:
            level = int(len(spans) / _LINES * opacity * _LEVELS + 0.5)
            self._span(offset + inner_low, offset + inner_high, color, level)
            edges = [*range(low, inner_low), *range(inner_high, high)]
        pixels = self.pixels
        for x in edges:
            covered = 0.0
            for a, b in spans:
                share = (b if b < x + 1 else x + 1) - (a if a > x else x)
                if share > 0:
                    covered += share
            level = int(covered / _LINES * opacity * _LEVELS + 0.5)
            if level >= _LEVELS:
                pixels[offset + x] = color
            elif level > 0:
                pixels[offset + x] = self._mix(pixels[offset + x], color, level)

    def rectangle(self, center: Point, size: Point, angle: float, color: int, *, radius: float = 0.0,
                  opacity: float = 1.0) -> None:
        """Fill a rectangle turned by `angle` radians, clockwise, with corners rounded by `radius`."""
        half_width, half_height = size[0] / 2, size[1] / 2
        radius = max(0.0, min(radius, half_width, half_height))
        corners = []
        for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
            x, y = sx * (half_width - radius), sy * (half_height - radius)
            steps = max(1, round(radius)) if radius else 0
            for step in range(steps + 1):
                turn = (quarter + (step / steps if steps else 0)) * math.pi / 2
                corners.append((x + radius * math.cos(turn), y + radius * math.sin(turn)))
        self.polygon(placed(corners, center, angle), color, opacity)

    def ellipse(self, center: Point, size: Point, angle: float, color: int, *, opacity: float = 1.0) -> None:
        """Fill an ellipse inscribed in a rectangle of that size, turned by `angle` radians."""
        count = max(8, min(96, int(max(size) * 1.5)))
        turns = [2 * math.pi * step / count for step in range(count)]
        points = [(size[0] / 2 * math.cos(turn), size[1] / 2 * math.sin(turn)) for turn in turns]
        self.polygon(placed(points, center, angle), color, opacity)

    def line(self, start: Point, end: Point, width: float, color: int, *, opacity: float = 1.0) -> None:
        """Draw a straight line with blunt ends."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = math.hypot(dx, dy)
        if length > 0:
            x, y = -dy / length * width / 2, dx / length * width / 2
            corners = [(start[0] + x, start[1] + y), (end[0] + x, end[1] + y),
                       (end[0] - x, end[1] - y), (start[0] - x, start[1] - y)]
            self.polygon(corners, color, opacity)

    def text(self, position: Point, string: str, color: int, *, scale: int = 1) -> int:
        """Write a line of text, in lower case, its top left at `position`; returns its width in pixels."""
        x, top = int(position[0]), int(position[1])
        for character in string.lower():
            glyph = _GLYPHS.get(character, [])
            for row, bits in enumerate(glyph):
                for column in range(5):
                    if bits >> (4 - column) & 1:
                        self._block(x + column * scale, top + row * scale, scale, color)
            x += (advance(character) + 1) * scale
        return x - int(position[0])

    def _block(self, x: int, y: int, side: int, color: int) -> None:
        left, right = max(self.clip[0], x), min(self.clip[2], x + side)
        if left < right:
            for row in range(max(self.clip[1], y), min(self.clip[3], y + side)):
                offset = row * self.width
                self.pixels[offset + left:offset + right] = bytes((color,)) * (right - left)


def advance(character: str) -> int:
    """Width of a character in pixels at scale 1; all digits have the same, so that numbers stay in place."""
    if character in "0123456789":
        return 4
    used = 0
    for bits in _GLYPHS.get(character.lower(), [16 + 8]):
        used |= bits
    return 5 - (used & -used).bit_length() + 1 if used else 2


def text_width(string: str, scale: int = 1) -> int:
    """Width in pixels that `Canvas.text` takes for a string."""
    return sum((advance(character) + 1) * scale for character in string)


def placed(points: Sequence[Point], center: Point, angle: float) -> List[Tuple[float, float]]:
    """Points about the origin, turned and moved to a center."""
    cosine, sine = math.cos(angle), math.sin(angle)
    return [(center[0] + cosine * x - sine * y, center[1] + sine * x + cosine * y) for x, y in points]


def _between(first: Color, second: Color, share: float) -> Color:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second))
    return red, green, blue
