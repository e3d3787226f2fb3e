"""How things of a picture are painted: parts of a user interface, in the frame of the thing itself."""
# SPDX-License-Identifier: MIT
from typing import Callable, Dict

from .canvas import Canvas, text_width
from .recording import Shape
from .vectors import Vector2

# Paper, panel, line, ink, then the colours of items.
PAPER, PANEL, LINE, INK = range(4)
COLORS = [(244, 242, 236), (255, 255, 253), (206, 203, 194), (62, 66, 79),
          (232, 111, 97), (75, 137, 196), (240, 177, 76), (99, 170, 134)]
ITEM_COLORS = len(COLORS) - 4


class Brush:
    """Draws in the frame of a shape: points from its center, turned as it is.

    Args:
        canvas: What is drawn on.
        center: Pixels of the shape's center.
        scale: Pixels per point.
        shape: The shape, whose angle and opacity count.
    """

    def __init__(self, canvas: Canvas, center: Vector2, scale: float, shape: Shape) -> None:
        self.canvas, self.center, self.scale = canvas, center, scale
        self.angle, self.opacity = shape.angle, shape.opacity
        self.width, self.height = shape.size

    def _place(self, x: float, y: float) -> Vector2:
        return self.center + (Vector2(x, y) * self.scale).rotated(self.angle)

    def box(self, x: float, y: float, width: float, height: float, color: int, *, radius: float = 0.0,
            opacity: float = 1.0) -> None:
        """A rectangle about (x, y)."""
        self.canvas.rectangle(self._place(x, y), (width * self.scale, height * self.scale), self.angle, color,
                              radius=radius * self.scale, opacity=opacity * self.opacity)

    def disc(self, x: float, y: float, diameter: float, color: int, *, opacity: float = 1.0) -> None:
        """A circle about (x, y)."""
        side = diameter * self.scale
        self.canvas.ellipse(self._place(x, y), (side, side), 0, color, opacity=opacity * self.opacity)

    def text(self, x: float, y: float, string: str, color: int, *, size: int = 1) -> None:
        """A line of text about (x, y), upright; a bar of its length when the shape is turned."""
        width = text_width(string, size)
        if abs(self.angle) > 1e-6:
            self.box(x, y, width / self.scale, 5 * size / self.scale, color, radius=2, opacity=0.8)
            return
        middle = self._place(x, y)
        self.canvas.text((round(middle.x - width / 2), round(middle.y - 3.5 * size)), string, color, scale=size)

    def lines(self, x: float, y: float, width: float, count: int, *, gap: float = 16.0) -> None:
        """Lines that stand for text, from (x, y) at the upper left; the last one is short."""
        for index in range(count):
            length = width if index < count - 1 or count == 1 else width * 0.6
            self.box(x + length / 2, y + index * gap, length, 6, LINE, radius=3)


def _screen(brush: Brush, shape: Shape) -> None:
    """An app: a bar with a title, and rows with pictures."""
    left, top = -brush.width / 2, -brush.height / 2
    brush.box(0, 0, brush.width, brush.height, PAPER)
    brush.box(0, top + 32, brush.width, 64, PANEL)
    brush.box(0, top + 64.5, brush.width, 1.5, LINE)
    brush.text(0, top + 42, shape.label or "bagatelle", INK)
    row = top + 104
    index = 0
    while row < brush.height / 2 + 30:
        brush.disc(left + 40, row, 40, 4 + (shape.color + index) % ITEM_COLORS, opacity=0.75)
        brush.lines(left + 76, row - 8, brush.width * (0.55 if index % 2 else 0.62), 2)
        brush.box(38, row + 32, brush.width - 76, 1, LINE, opacity=0.7)
        row += 64
        index += 1


def _card(brush: Brush, shape: Shape) -> None:
    """A dialog with a coloured head, text and two buttons."""
    width, height = brush.width, brush.height
    color = 4 + shape.color % ITEM_COLORS
    brush.box(0, 6, width + 4, height, INK, radius=16, opacity=0.16)
    brush.box(0, 0, width, height, PANEL, radius=14)
    brush.box(0, -height / 2 + 32, width, 36, color)
    brush.box(0, -height / 2 + 22, width, 44, color, radius=14)
    brush.text(0, -height / 2 + 25, shape.label or "dialog", PANEL)
    brush.lines(-width / 2 + 22, -height / 2 + 74, width - 44, 3)
    brush.box(-width / 4 + 4, height / 2 - 32, width / 2 - 26, 34, LINE, radius=9, opacity=0.6)
    brush.box(width / 4 - 4, height / 2 - 32, width / 2 - 26, 34, color, radius=9)
    brush.text(-width / 4 + 4, height / 2 - 32, "later", INK)
    brush.text(width / 4 - 4, height / 2 - 32, "ok", PANEL)


def _sheet(brush: Brush, shape: Shape) -> None:
    """A panel that slides up from below, with a handle at its upper edge."""
    width, height = brush.width, brush.height
    color = 4 + shape.color % ITEM_COLORS
    brush.box(0, -4, width, height, INK, radius=18, opacity=0.12)
    brush.box(0, 12, width, height + 24, PANEL, radius=18)
    brush.box(0, -height / 2 + 14, 44, 6, LINE, radius=3)
    brush.text(0, -height / 2 + 42, shape.label or "panel", INK, size=2)
    for index in range(max(0, int((height - 125) // 76))):
        y = -height / 2 + 104 + index * 76
        brush.box(0, y, width - 48, 60, PAPER, radius=12)
        brush.box(-width / 2 + 58, y, 36, 36, 4 + (shape.color + index) % ITEM_COLORS, radius=9)
        brush.lines(-width / 2 + 90, y - 8, width - 150, 2)
    brush.box(0, height / 2 - 44, width - 48, 46, color, radius=14)
    brush.text(0, height / 2 - 44, "go", PANEL)


def _shade(brush: Brush, shape: Shape) -> None:
    """A cover that is pulled down, with messages and a handle at its lower edge."""
    width, height = brush.width, brush.height
    brush.box(0, 3, width, height, INK, opacity=0.3)
    brush.box(0, 0, width, height, 4 + shape.color % ITEM_COLORS)
    brush.text(0, -height / 2 + 60, "9:41", PANEL, size=4)
    brush.text(0, -height / 2 + 104, shape.label or "shade", PANEL)
    count = max(1, int((height - 240) // 92))
    for index in range(count):
        y = -height / 2 + 178 + index * 92
        brush.box(0, y, width - 36, 76, PANEL, radius=14, opacity=0.92)
        brush.disc(-width / 2 + 52, y, 38, 4 + (shape.color + 1 + index) % ITEM_COLORS)
        brush.lines(-width / 2 + 86, y - 8, width - 142, 2)
    brush.box(0, height / 2 - 14, 56, 6, PANEL, radius=3)


def _cell(brush: Brush, shape: Shape) -> None:
    """A tile of a grid with its number."""
    color = 4 + shape.color % ITEM_COLORS
    brush.box(0, 3, brush.width + 2, brush.height, INK, radius=14, opacity=0.15)
    brush.box(0, 0, brush.width, brush.height, color, radius=14)
    brush.box(0, brush.height / 2 - 14, brush.width - 28, 6, PANEL, radius=3, opacity=0.7)
    brush.text(0, -6, shape.label, PANEL, size=2)


def _button(brush: Brush, shape: Shape) -> None:
    """A large button."""
    color = 4 + shape.color % ITEM_COLORS
    brush.box(0, 5, brush.width + 2, brush.height + 2, INK, radius=22, opacity=0.15)
    brush.box(0, 0, brush.width, brush.height, color, radius=20)
    brush.box(0, -brush.height / 2 + 9, brush.width - 44, 4, PANEL, radius=2, opacity=0.5)
    brush.text(0, 0, shape.label, PANEL, size=2)


def _label(brush: Brush, shape: Shape) -> None:
    """A line of text on a coloured ground."""
    brush.box(0, 2, brush.width, brush.height, INK, radius=6, opacity=0.15)
    brush.box(0, 0, brush.width, brush.height, 4 + shape.color % ITEM_COLORS, radius=5)
    brush.text(0, 0, shape.label, PANEL)


def _dimming(brush: Brush, shape: Shape) -> None:
    """Darkens what lies behind."""
    brush.box(0, 0, brush.width, brush.height, INK, opacity=0.45)


def _finger(brush: Brush, shape: Shape) -> None:
    """Where a finger touches."""
    brush.disc(0, 0, brush.width * 1.35, INK, opacity=0.14)
    brush.disc(0, 0, brush.width, INK, opacity=0.35)
    brush.disc(0, 0, brush.width * 0.72, PANEL, opacity=0.6)


def _zone(brush: Brush, shape: Shape) -> None:
    """A part of the plane, with a ring in its middle."""
    brush.box(0, 0, brush.width - 8, brush.height - 8, 4 + shape.color % ITEM_COLORS, radius=12, opacity=0.13)
    brush.disc(0, 0, 62, 4 + shape.color % ITEM_COLORS, opacity=0.3)
    brush.disc(0, 0, 54, PANEL, opacity=0.8)


#: The looks by name.
LOOKS: Dict[str, Callable[[Brush, Shape], None]] = {
    "screen": _screen, "card": _card, "sheet": _sheet, "shade": _shade, "cell": _cell, "button": _button,
    "label": _label, "dimming": _dimming, "finger": _finger, "zone": _zone,
}
