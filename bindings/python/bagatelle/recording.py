"""Records where items were, tick by tick, to be drawn as a moving picture (film) or a drawing (svg)."""
# SPDX-License-Identifier: MIT
from typing import Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

from .groups import DynamicItemGroup
from .items import BoundsType, Item
from .vectors import Rect, RectLike, Vector2, VectorLike


class Shape(NamedTuple):
    """One thing to draw, as it was at one tick.

    Attributes:
        key: Tells things apart; the same thing has the same key in every tick.
        center: Points.
        size: Points.
        angle: Radians, clockwise.
        bounds_type: Rectangle, ellipse or path.
        path: Corners about the center, for a path.
        color: Which of the picture's item colours, from 0.
        look: How it is painted; a name of `looks.LOOKS`, or "" for a plain shape.
        label: A word on it, for some looks.
        opacity: 0 to 1.
    """

    key: int
    center: Vector2
    size: Vector2
    angle: float = 0.0
    bounds_type: BoundsType = BoundsType.RECTANGLE
    path: Tuple[Vector2, ...] = ()
    color: int = 0
    look: str = ""
    label: str = ""
    opacity: float = 1.0


class Frame(NamedTuple):
    """What was there at one tick: shapes, links (pairs of points), and the second."""

    seconds: float
    shapes: Tuple[Shape, ...]
    links: Tuple[Tuple[Vector2, Vector2], ...] = ()


class Recording:
    """Poses of items over time. Two frames of the same second mean that things were put elsewhere.

    Args:
        area: What the picture shows, in points.
        title: A short line for the picture.
        bounds: Reference bounds to draw, if any.
        is_phone: Whether the area is the screen of a phone, beyond which nothing is seen.

    >>> recording = Recording((0, 0, 100, 100), "still life")
    >>> recording.capture(0.0, [Item((50, 50))])
    >>> recording.frames[0].shapes[0].center
    Vector2(x=50.0, y=50.0)
    """

    def __init__(self, area: RectLike, title: str = "", *, bounds: Optional[RectLike] = None,
                 is_phone: bool = False) -> None:
        self.is_phone = is_phone
        self.area = Rect(*area)
        self.title = title
        self.bounds = None if bounds is None else Rect(*bounds)
        self.boundaries: List[Tuple[List[Vector2], bool]] = []
        self.frames: List[Frame] = []
        self._kinds: Dict[int, Tuple[BoundsType, Tuple[Vector2, ...], int]] = {}

    def add_boundary(self, points: Iterable[VectorLike], *, closed: bool = False) -> None:
        """A boundary to draw."""
        self.boundaries.append(([Vector2(*point) for point in points], closed))

    def capture(self, seconds: float, items: Iterable[Item], *,
                links: Sequence[Tuple[VectorLike, VectorLike]] = ()) -> None:
        """Keep the present poses of items as those at that second; links are lines between two points.

        Of a group its members are drawn, in one color.
        """
        shapes = []
        for item in items:
            parts = item.items if isinstance(item, DynamicItemGroup) else [item]
            first = self._shape(parts[0])
            shapes += [first] + [self._shape(part)._replace(color=first.color) for part in parts[1:]]
        self.keep(seconds, shapes, links=links)

    def keep(self, seconds: float, shapes: Iterable[Shape], *,
             links: Sequence[Tuple[VectorLike, VectorLike]] = ()) -> None:
        """As `capture`, with shapes made by the caller."""
        pairs = tuple((Vector2(*start), Vector2(*end)) for start, end in links)
        self.frames.append(Frame(seconds, tuple(shapes), pairs))

    def _shape(self, item: Item) -> Shape:
        known = self._kinds.get(item.id)
        if known is None:
            path = tuple(item.path) if item.bounds_type == BoundsType.PATH else ()
            known = (item.bounds_type, path, len(self._kinds))
            self._kinds[item.id] = known
        kind, path, color = known
        return Shape(item.id, item.center, item.size, item.angle, kind, path, color)

    @property
    def last_motion(self) -> float:
        """The second of the last frame in which something still moved by a point."""
        if not self.frames:
            return 0.0
        end = {shape.key: shape for shape in self.frames[-1].shapes}
        for frame in reversed(self.frames):
            for shape in frame.shapes:
                last = end.get(shape.key)
                if last is None or (shape.center - last.center).length > 1 or (
                        shape.size - last.size).length > 1 or abs(shape.angle - last.angle) > 0.02:
                    return frame.seconds
        return self.frames[0].seconds

    @property
    def seconds(self) -> float:
        """From the first to the last frame."""
        return self.frames[-1].seconds - self.frames[0].seconds if self.frames else 0.0

    def at(self, seconds: float) -> Frame:
        """The frame at a time, between two ticks on the straight line."""
        frames = self.frames
        if not frames:
            raise ValueError("nothing was recorded")
        low, high = 0, len(frames) - 1
        while low < high:  # first frame not before the time
            middle = (low + high) // 2
            if frames[middle].seconds < seconds:
                low = middle + 1
            else:
                high = middle
        after, before = frames[low], frames[max(0, low - 1)]
        if before is after or after.seconds <= before.seconds or seconds >= after.seconds:
            return after
        share = (seconds - before.seconds) / (after.seconds - before.seconds)
        earlier = {shape.key: shape for shape in before.shapes}
        shapes = [_between(earlier.get(shape.key, shape), shape, share) for shape in after.shapes]
        links = after.links
        if len(before.links) == len(links):
            links = tuple((a + (c - a) * share, b + (d - b) * share)
                          for (a, b), (c, d) in zip(before.links, links))
        return Frame(seconds, tuple(shapes), links)


def _between(first: Shape, second: Shape, share: float) -> Shape:
    return second._replace(
        center=first.center + (second.center - first.center) * share,
        size=first.size + (second.size - first.size) * share,
        angle=first.angle + (second.angle - first.angle) * share,
        opacity=first.opacity + (second.opacity - first.opacity) * share)
