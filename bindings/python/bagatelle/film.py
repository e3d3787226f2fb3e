"""Draws a recording as a moving picture, with shadows, a path, and ghosts of where things were."""
# SPDX-License-Identifier: MIT
import math
import os
from typing import Dict, List, Optional, Union

from .canvas import Canvas, placed, text_width
from .errors import RangeError
from .gif import Gif
from .items import BoundsType
from .looks import COLORS, INK, ITEM_COLORS, LINE, LOOKS, PANEL, Brush
from .recording import Recording, Shape
from .vectors import Vector2, number

MARGIN, FOOT = 16, 26  # pixels around the picture, and for the line of text under it


def write_gif(recording: Recording, path: "Union[str, os.PathLike[str]]", *, scale: float = 1.0,
              frames_per_second: float = 50.0, until: Optional[float] = None, ghosts: float = 0.1,
              paths: bool = True) -> int:
    """Write a recording as a GIF and return the number of bytes.

    Args:
        recording: What to draw.
        path: The file.
        scale: Pixels per point, above 0.
        frames_per_second: Above 0; 50 is the most that viewers show.
        until: Second at which to stop; None stops soon after the last motion.
        ghosts: Seconds between the ghosts that things leave behind; 0 for none.
        paths: Whether the way of each thing is drawn behind it.

    Raises:
        RangeError: `scale`, `frames_per_second` or `until` is out of its range.
        ValueError: Nothing was recorded.
    """
    scale, frames_per_second = _above(scale, "scale"), _above(frames_per_second, "frames_per_second")
    ghosts = number(ghosts, "ghosts")
    if until is not None and not math.isfinite(number(until, "until")):
        raise RangeError(f"until is {until}; give a finite second, or None")
    if not recording.frames:
        raise ValueError("nothing was recorded; capture frames first")
    film = _Film(recording, scale, paths and not recording.is_phone)
    if recording.is_phone:
        ghosts = 0
    start = recording.frames[0].seconds
    end = min(recording.last_motion + 0.5 if until is None else until, recording.frames[-1].seconds)
    count = max(1, round((end - start) * frames_per_second))
    due = start
    for index in range(count + 1):
        seconds = start + index / frames_per_second
        if ghosts > 0 and seconds >= due - 1e-9:
            film.leave_ghosts(seconds)
            due += ghosts
        film.draw(seconds, 1 / frames_per_second if index < count else 1.5)
    return film.gif.write(path)


def _above(value: float, name: str) -> float:
    result = number(value, name)
    if not (math.isfinite(result) and result > 0):
        raise RangeError(f"{name} is {result:g}; give a number above 0")
    return result


def has_moved_on(old: Shape, new: Shape) -> bool:
    """Whether a thing is far enough from where it was, or of another size, for its own ghost."""
    side = min(new.size)
    return (new.center - old.center).length > side * 0.6 or (new.size - old.size).length > side * 0.06


class _Film:
    def __init__(self, recording: Recording, scale: float, paths: bool) -> None:
        self.recording = recording
        self.scale = scale
        self.paths = paths
        area = recording.area
        width = round(area.width * scale) + 2 * MARGIN
        height = round(area.height * scale) + MARGIN + FOOT
        self.canvas = Canvas(width, height, COLORS)
        self.gif = Gif(width, height, self.canvas.palette)
        self.background = b""
        self.last: Dict[int, Vector2] = {}  # where the path of each thing has got to
        self.ghost: Dict[int, Shape] = {}
        self.following = 0  # the first recorded frame whose path is not drawn yet
        self.clip = self.canvas.clip
        self._prepare()

    def place(self, point: Vector2) -> Vector2:
        """Pixels of a point."""
        area = self.recording.area
        return Vector2(MARGIN + (point.x - area.x) * self.scale, MARGIN + (point.y - area.y) * self.scale)

    def _prepare(self) -> None:
        canvas, area, recording = self.canvas, self.recording.area, self.recording
        panel = self.scale * Vector2(area.width, area.height)
        beyond = 0 if recording.is_phone else 2
        self.clip = (MARGIN - beyond, MARGIN - beyond, round(MARGIN + panel.x) + beyond,
                     round(MARGIN + panel.y) + beyond)
        middle = Vector2(MARGIN + panel.x / 2, MARGIN + panel.y / 2)
        if recording.is_phone:
            canvas.rectangle(middle + (0, 2), panel + (22, 22), 0, LINE, radius=18, opacity=0.6)
            canvas.rectangle(middle, panel + (20, 20), 0, INK, radius=17)
            canvas.rectangle(middle, panel, 0, PANEL)
            canvas.rectangle((middle.x, MARGIN - 5), (34, 3), 0, LINE, radius=1)
            canvas.text((MARGIN, canvas.height - 12), recording.title, INK)
            self.background = bytes(canvas.pixels)
            return
        canvas.rectangle(middle + (0, 2), panel + (10, 10), 0, LINE, radius=8, opacity=0.35)
        canvas.rectangle(middle, panel + (8, 8), 0, LINE, radius=7)
        canvas.rectangle(middle, panel + (6, 6), 0, PANEL, radius=6)
        if recording.bounds is not None:
            x, y, width, height = recording.bounds
            right, floor = x + width, y + height
            corners = [Vector2(x, y), Vector2(right, y), Vector2(right, floor), Vector2(x, floor)]
            self._outline(corners, True, 1, LINE, 0.5)
            canvas.line(self.place(corners[3]) + (-1, 1), self.place(corners[2]) + (1, 1), 3, INK)
        for points, closed in recording.boundaries:
            self._outline(points, closed, 2.5, INK, 0)
        canvas.text((MARGIN, canvas.height - 17), recording.title, INK)
        self.background = bytes(canvas.pixels)

    def _outline(self, points: List[Vector2], closed: bool, width: float, color: int, outside: float) -> None:
        pixels = [self.place(point) for point in points]
        for start, end in zip(pixels, pixels[1:] + pixels[:1] if closed else pixels[1:]):
            along = (end - start) / max((end - start).length, 1e-9)
            out = Vector2(along.y, -along.x) * outside
            self.canvas.line(start + out - along * outside, end + out + along * outside, width, color)

    def _fill(self, shape: Shape, color: int, opacity: float, move: Vector2 = Vector2(0, 0)) -> None:
        center, size = self.place(shape.center) + move, shape.size * self.scale
        if shape.bounds_type == BoundsType.ELLIPSE:
            self.canvas.ellipse(center, size, shape.angle, color, opacity=opacity)
        elif shape.bounds_type == BoundsType.PATH:
            points = [point * self.scale for point in shape.path]
            self.canvas.polygon(placed(points, center, shape.angle), color, opacity)
        else:
            radius = min(4.0, min(size) / 6)
            self.canvas.rectangle(center, size, shape.angle, color, radius=radius, opacity=opacity)

    def leave_ghosts(self, seconds: float) -> None:
        """Draws for good, faintly, where things are that have moved since the last time."""
        whole, self.canvas.clip = self.canvas.clip, self.clip
        self.canvas.clear(self.background)
        for shape in self.recording.at(seconds).shapes:
            if shape.look:
                continue
            old = self.ghost.get(shape.key)
            if old is None or has_moved_on(old, shape):
                self._fill(shape, 4 + shape.color % ITEM_COLORS, 0.14 * shape.opacity)
                self.ghost[shape.key] = shape
        self.background = bytes(self.canvas.pixels)
        self.canvas.clip = whole

    def _extend_paths(self, seconds: float) -> None:
        """Draws for good the paths that the ticks since the last frame add."""
        frames, canvas, before = self.recording.frames, self.canvas, self.following
        while self.following < len(frames) and frames[self.following].seconds <= seconds:
            frame = frames[self.following]
            if self.following and frame.seconds == frames[self.following - 1].seconds:
                self.last.clear()  # put elsewhere
            if self.following == before:
                canvas.clear(self.background)
            self.following += 1
            for shape in frame.shapes:
                if shape.look:
                    continue
                here = self.place(shape.center)
                there = self.last.setdefault(shape.key, here)
                if (here - there).length >= 2.5:
                    color = canvas.shade(PANEL, 4 + shape.color % ITEM_COLORS, 0.5)
                    canvas.line(there, here, 1.5, color)
                    self.last[shape.key] = here
        if self.following > before:
            self.background = bytes(canvas.pixels)

    def draw(self, seconds: float, shown: float) -> None:
        """Draws and keeps one frame."""
        frame, canvas, whole = self.recording.at(seconds), self.canvas, self.canvas.clip
        canvas.clip = self.clip
        if self.paths:
            self._extend_paths(seconds)
        canvas.clear(self.background)
        for shape in frame.shapes:
            if not shape.look:
                self._fill(shape, INK, 0.10 * shape.opacity, Vector2(1.5, 3))
        for shape in frame.shapes:
            if shape.look:
                LOOKS[shape.look](Brush(canvas, self.place(shape.center), self.scale, shape), shape)
                continue
            color = 4 + shape.color % ITEM_COLORS
            self._fill(shape, color, shape.opacity)
            self._mark(shape)
        for start, end in frame.links:
            first, second = self.place(start), self.place(end)
            canvas.line(first, second, 2, INK)
            canvas.ellipse(first, (9, 9), 0, INK)
            canvas.ellipse(first, (4, 4), 0, PANEL)
            canvas.ellipse(second, (6, 6), 0, INK)
        canvas.clip = whole
        clock = f"{max(0.0, seconds):.2f} s"
        below = 12 if self.recording.is_phone else 17
        canvas.text((canvas.width - MARGIN - text_width(clock), canvas.height - below), clock, INK)
        self.gif.add(canvas.pixels, seconds=shown)

    def _mark(self, shape: Shape) -> None:
        """A lighter stroke near the upper edge, so that turning shows."""
        if shape.bounds_type == BoundsType.PATH or min(shape.size) * self.scale < 12:
            return
        width, height = shape.size * self.scale
        if shape.bounds_type == BoundsType.ELLIPSE:
            center = self.place(shape.center) + Vector2(0, -height * 0.28).rotated(shape.angle)
            self.canvas.ellipse(center, (width * 0.16, height * 0.16), shape.angle, PANEL, opacity=0.8 * shape.opacity)
            return
        up = Vector2(0, max(4.0, height * 0.17) - height / 2)
        center = self.place(shape.center) + up.rotated(shape.angle)
        self.canvas.rectangle(center, (width * 0.7 - 2, 2.5), shape.angle, PANEL, radius=1,
                              opacity=0.75 * shape.opacity)
