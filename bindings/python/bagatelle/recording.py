"""Records where items were, tick by tick, to be drawn as a moving picture (film) or a drawing (svg)."""
# SPDX-License-Identifier: MIT
import math
from typing import Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

from . import _core
from .errors import RangeError
from .groups import DynamicItemGroup
from .items import BoundsType, Item, each_item, plain_outline, to_python_rect
from .vectors import RectLike, Transform, Vector2, VectorLike, from_vec2, number, to_points, to_rect, to_vec2


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
        area: What the picture shows: x, y, width, height, in points.
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
        self.area = to_python_rect(to_rect(area, "area"))
        self.title = title
        self.bounds = None if bounds is None else to_python_rect(to_rect(bounds, "bounds"))
        self.boundaries: List[Tuple[List[Vector2], bool]] = []
        self.frames: List[Frame] = []
        self._kinds: Dict[int, Tuple[BoundsType, Tuple[Vector2, ...], int]] = {}
        self._turns: Dict[Tuple[int, bool], float] = {}  # of display transforms, so that whole turns count

    def add_boundary(self, points: Iterable[VectorLike], *, closed: bool = False) -> None:
        """A boundary to draw."""
        self.boundaries.append(([from_vec2(point) for point in to_points(points, "points")], closed))

    def capture(self, seconds: float, items: Iterable[Item], *,
                links: Sequence[Tuple[VectorLike, VectorLike]] = ()) -> None:
        """Keep items as they are presented now: place, angle, size, display transform and opacity.

        Of a group its members are drawn, in one color.

        Args:
            seconds: When that is; not before the latest frame.
            items: Items that a picture shows, the lowest first.
            links: Lines to draw, each between two points.

        Raises:
            RangeError: The seconds are not finite, or before the latest frame.
        """
        shapes = []
        for item in each_item(items):
            _core.id_of(item, Item, "an element of items")
            if isinstance(item, DynamicItemGroup):
                parts = [self._carried(self._shape(part), item) for part in item.items]
                shapes += [part._replace(color=parts[0].color) for part in parts]
            else:
                shapes.append(self._shape(item))
        self.keep(seconds, shapes, links=links)

    def keep(self, seconds: float, shapes: Iterable[Shape], *,
             links: Sequence[Tuple[VectorLike, VectorLike]] = ()) -> None:
        """As `capture`, with shapes made by the caller."""
        seconds = number(seconds, "seconds")
        if not math.isfinite(seconds) or self.frames and seconds < self.frames[-1].seconds:
            latest = f", not before the latest frame, {self.frames[-1].seconds:g}" if self.frames else ""
            raise RangeError(f"seconds is {seconds:g}; give a finite second{latest}")
        pairs = tuple((from_vec2(to_vec2(start, "links")), from_vec2(to_vec2(end, "links"))) for start, end in links)
        self.frames.append(Frame(seconds, tuple(shapes), pairs))

    def _shape(self, item: Item) -> Shape:
        known = self._kinds.get(item.id)
        if known is None:
            path = tuple(item.path) if item.bounds_type == BoundsType.PATH else ()
            known = (item.bounds_type, path, len(self._kinds))
            self._kinds[item.id] = known
        kind, path, color = known
        bounds, transform = item.presented_bounds, item.presented_transform
        shape = Shape(item.id, item.presented_center, Vector2(bounds.width, bounds.height), item.presented_angle,
                      kind, path, color, opacity=item.presented_alpha)
        if transform == Transform():
            return shape
        a, b, c, d, tx, ty = transform
        moved = shape._replace(center=shape.center + Vector2(tx, ty).rotated(shape.angle))
        return self._stretched(moved, Vector2(a, b), Vector2(c, d))

    def _carried(self, part: Shape, group: DynamicItemGroup) -> Shape:
        """A member as its group is presented: it goes where that is drawn, not where its model is."""
        center, angle, transform = group.presented_center, group.presented_angle, group.presented_transform
        part = part._replace(opacity=part.opacity * group.presented_alpha)
        if (center, angle, transform) == (group.center, group.angle, Transform()):
            return part
        way, turn = (part.center - group.center).rotated(-group.angle), part.angle - group.angle
        part = part._replace(center=center + transform.apply(way).rotated(angle), angle=angle + turn)
        if transform == Transform():
            return part
        linear = transform._replace(tx=0.0, ty=0.0)
        x, y = (linear.apply(axis.rotated(turn)).rotated(-turn) for axis in (Vector2(1, 0), Vector2(0, 1)))
        return self._stretched(part, x, y, of_group=True)

    def _stretched(self, shape: Shape, x: Vector2, y: Vector2, *, of_group: bool = False) -> Shape:
        """A shape whose own axes become those two, by a larger or smaller size, a turn, and a path where skewed."""
        key, cross = (shape.key, of_group), x.cross(y)
        skewed = abs(x.dot(y)) > 1e-9 * x.length * y.length
        turn = x.angle
        step = math.pi if cross < 0 else 2 * math.pi  # a mirrored shape is mirrored at either axis
        turn -= step * round((turn - self._turns.get(key, 0.0)) / step)
        self._turns[key] = turn
        path = shape.path
        if skewed and shape.bounds_type != BoundsType.PATH:
            path = tuple(plain_outline(shape.bounds_type, shape.size))
        return shape._replace(
            size=Vector2(shape.size.x * x.length, shape.size.y * y.length), angle=shape.angle + turn,
            bounds_type=BoundsType.PATH if skewed else shape.bounds_type,
            path=tuple((x * point.x + y * point.y).rotated(-turn) for point in path))

    @property
    def last_motion(self) -> float:
        """The second of the last frame in which something still moved by a point, or faded."""
        if not self.frames:
            return 0.0
        end = {shape.key: shape for shape in self.frames[-1].shapes}
        for frame in reversed(self.frames):
            for shape in frame.shapes:
                last = end.get(shape.key)
                if last is None or (shape.center - last.center).length > 1 or (
                        shape.size - last.size).length > 1 or abs(shape.angle - last.angle) > 0.02 or (
                        abs(shape.opacity - last.opacity) > 0.02):
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
