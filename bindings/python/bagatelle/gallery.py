"""Films of the example scenes: each is run with a finger's moves, recorded, and drawn as a moving picture."""
# SPDX-License-Identifier: MIT
import os
from pathlib import Path
from typing import Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple, Union

from . import examples
from .animator import DynamicAnimator
from .film import write_gif
from .items import Item
from .recording import Recording, Shape
from .timeline import Timeline
from .vectors import Rect, Vector2, VectorLike

PHONE = Rect(0, 0, 320, 568)
TICK = 1 / 60


class Picture(NamedTuple):
    """How a scene is filmed.

    Attributes:
        film: Runs the scene and records it.
        scale: Pixels per point.
        ghosts: Seconds between the ghosts that things leave behind; 0 for none.
        frames_per_second: Of the picture.
    """

    film: Callable[[], Recording]
    scale: float
    ghosts: float = 0.0
    frames_per_second: float = 25.0


def shape_of(item: Item, look: str = "", label: str = "", color: int = 0, *, presented: bool = False) -> Shape:
    """An item as it is now, or as it is presented."""
    if presented:
        bounds = item.presented_bounds
        return Shape(item.id, item.presented_center, Vector2(bounds.width, bounds.height),
                     item.presented_angle, color=color, look=look, label=label,
                     opacity=item.presented_alpha)
    return Shape(item.id, item.center, item.size, item.angle, color=color, look=look, label=label)


def finger(point: VectorLike) -> Shape:
    """A finger on the screen."""
    return Shape(-1, Vector2(*point), Vector2(38, 38), look="finger")


def _screen(area: Rect, label: str, color: int = 0) -> Shape:
    return Shape(-2, area.center, Vector2(area.width, area.height), look="screen", label=label, color=color)


def _between(start: VectorLike, end: VectorLike, share: float) -> Vector2:
    """On the way from one point to another, slowly at both ends."""
    share = max(0.0, min(1.0, share))
    return Vector2(*start) + (Vector2(*end) - start) * (share * share * (3 - 2 * share))


class _Camera:
    """Advances an animator or a timeline tick by tick and keeps what is there."""

    def __init__(self, recording: Recording, clock: Union[DynamicAnimator, Timeline],
                 shapes: Callable[[], Iterable[Shape]]) -> None:
        self.recording, self.clock, self.shapes = recording, clock, shapes
        self.seconds = 0.0
        self.touch: Optional[Vector2] = None
        self.keep()

    def keep(self) -> None:
        """Records the present state."""
        shapes: List[Shape] = list(self.shapes())
        if self.touch is not None:
            shapes.append(finger(self.touch))
        self.recording.keep(self.seconds, shapes)

    def run(self, seconds: float, each: Optional[Callable[[float], None]] = None) -> None:
        """Films for some seconds; `each` is called before every tick with the share of them that is over."""
        count = round(seconds / TICK)
        for tick in range(1, count + 1):
            if each is not None:
                each(tick / count)
            self.clock.advance(TICK)
            self.seconds += TICK
            self.keep()


def _falling_square() -> Recording:
    from .examples.falling_square import FallingSquare

    scene = FallingSquare()
    recording = Recording(PHONE, "falling square", bounds=PHONE)
    _Camera(recording, scene.animator, lambda: [shape_of(scene.square)]).run(2.2)
    return recording


def _flick() -> Recording:
    from .examples.flick import Flick

    scene = Flick()
    recording = Recording(PHONE, "flick", bounds=PHONE)
    camera = _Camera(recording, scene.animator, lambda: [shape_of(scene.square, color=1)])
    start, end = Vector2(170, 290), Vector2(270, 290)

    def drag(share: float) -> None:
        camera.touch = start + (end - start) * share
        scene.pan_changed(camera.touch)

    scene.pan_began(start)
    camera.run(1, drag)
    scene.pan_ended(Vector2(600, -800))
    camera.touch = None
    camera.run(2.4)
    return recording


def _sticky_corners() -> Recording:
    from .examples.sticky_corners import StickyCorners

    scene = StickyCorners(2, 2)
    recording = Recording(PHONE, "sticky corners", bounds=PHONE)
    zones = [Shape(-10 - index, field.position, Vector2(160, 284), look="zone", color=index)
             for index, field in enumerate(scene.behavior.fields)]
    camera = _Camera(recording, scene.animator,
                     lambda: [*zones, shape_of(scene.item)])
    for end in (Vector2(120, 240), Vector2(190, 210), Vector2(220, 330), Vector2(140, 360)):
        start = scene.item.center

        def drag(share: float, start: Vector2 = start, end: Vector2 = end) -> None:
            camera.touch = _between(start, end, share)
            scene.pan_changed(camera.touch)

        scene.pan_began(start)
        camera.run(0.35, drag)
        scene.pan_ended((end - start) * 3)
        camera.touch = None
        camera.run(0.9)
    return recording


def _position_mapped_to_bounds() -> Recording:
    from .examples.position_mapped_to_bounds import Button

    button = Button(300, 200)
    recording = Recording((0, 0, 400, 300), "position mapped to bounds")
    animator = button.press(magnitude=30, damping=0.1)
    camera = _Camera(recording, animator, lambda: [
        Shape(1, Vector2(200, 150), button.size, look="button", color=1,
              label=f"{button.size.x:.0f} x {button.size.y:.0f}")])
    camera.touch = Vector2(230, 190)
    camera.run(0.15)
    camera.touch = None
    camera.run(2.6)
    return recording


def _drag() -> Recording:
    from .examples.drag import DraggableGrid

    grid = DraggableGrid()
    selected = [grid.cells[index] for index in (0, 1, 4)]
    recording = Recording((20, 20, 360, 360), "drag")
    start = grid.cells[0].center
    order = [cell for cell in grid.cells if cell not in selected] + selected

    def shapes() -> List[Shape]:
        return [shape_of(cell, "cell", str(grid.cells.index(cell) + 1), 0 if cell in selected else 1)
                for cell in order]

    animator = grid.begin_drag(selected, start)
    camera = _Camera(recording, animator, shapes)
    here = start
    for point, seconds in (((150, 130), 0.15), ((150, 130), 0.35), ((185, 165), 0.3), ((125, 170), 0.35),
                           ((125, 170), 0.45)):
        def drag(share: float, here: Vector2 = here, there: VectorLike = point) -> None:
            camera.touch = _between(here, there, share)
            grid.drag_to(camera.touch)

        camera.run(seconds, drag)
        here = Vector2(*point)
    grid.end_drag()
    camera.touch = None
    camera.run(0.9)
    return recording


def _repositioning() -> Recording:
    from .examples.repositioning import FallingLabel

    scene = FallingLabel()
    recording = Recording((0, 0, 320, 420), "repositioning")
    camera = _Camera(recording, scene.animator, lambda: [shape_of(scene.label, "label", "falling label", 2)])
    for seconds in (0.6, 0.38, 0.28):
        camera.run(seconds)
        if seconds > 0.3:
            scene.put_back()
            camera.keep()
    return recording


def _drop_out() -> Recording:
    from .examples.drop_out import DropOut

    scene = DropOut(PHONE.width, PHONE.height)
    recording = Recording(PHONE, "drop out", is_phone=True)
    away = scene.drop_away  # the other published variant, which stays on the screen
    away.offset, away.damping, away.length = Vector2(70, -100), 0.3, 40

    def shapes() -> List[Shape]:
        found = [_screen(PHONE, "photos", 1)]
        if scene.dialog in scene.container.items:
            found.append(shape_of(scene.dialog, "card", "hello", 0))
        return found

    camera = _Camera(recording, scene.timeline, shapes)
    camera.run(0.3)
    scene.present()
    camera.run(2.2)
    scene.dismiss()
    camera.run(4.2)
    return recording


def _shade() -> Recording:
    from .examples.shade import ShadeScreen

    screen = ShadeScreen(PHONE.width, PHONE.height)
    recording = Recording(PHONE, "shade", is_phone=True)

    def shapes() -> List[Shape]:
        found = [_screen(PHONE, "mail", 2)]
        if screen.shade in screen.container.items:
            found.append(shape_of(screen.shade, "shade", "three messages", 1, presented=True))
        return found

    camera = _Camera(recording, screen.timeline, shapes)
    for start, end, seconds, velocity in ((20, 380, 0.6, 800), (550, 330, 0.4, -600), (20, 250, 0.5, -200)):
        def pan(share: float, start: int = start, end: int = end) -> None:
            camera.touch = _between((160, start), (160, end), share)
            screen.pan_changed(camera.touch.y)

        camera.touch = Vector2(160, start)
        camera.run(0.2)
        screen.pan_began()
        camera.run(seconds, pan)
        camera.touch = None
        screen.pan_ended(velocity)
        while screen.container.transition is not None:
            camera.run(TICK)
    return recording


def _panel() -> Recording:
    from .examples.panel import PanelScreen

    screen = PanelScreen(PHONE.width, PHONE.height)
    recording = Recording(PHONE, "panel", is_phone=True)

    def shapes() -> List[Shape]:
        found, dimming = [_screen(PHONE, "songs", 3)], screen.presentation.dimming_item
        if dimming is not None and dimming in screen.container.items:
            found.append(shape_of(dimming, "dimming", presented=True))
        if screen.panel in screen.container.items:
            found.append(shape_of(screen.panel, "sheet", "panel", 1, presented=True))
        return found

    camera = _Camera(recording, screen.timeline, shapes)

    def drag(way: float, seconds: float, velocity: float) -> None:
        """A finger takes the panel at its handle, moves it and lets go."""
        top = screen.panel.presented_center.y - screen.panel.size.y / 2
        last = 0.0

        def move(share: float) -> None:
            nonlocal last
            camera.touch = _between((160, top + 20), (160, top + 20 + way), share)
            screen.pan_moved(camera.touch.y - top - 20 - last)
            last = camera.touch.y - top - 20

        screen.pan_began()
        camera.run(seconds, move)
        camera.touch = None
        screen.pan_ended(20 + way, velocity)

    camera.run(0.4)
    screen.present()
    camera.run(0.9)
    drag(90, 0.5, -50)  # not far enough: it goes back
    camera.run(0.8)
    screen.dismiss()
    camera.run(0.1)
    drag(-60, 0.6, -300)  # caught on its way out, and sent back
    camera.run(0.8)
    drag(130, 0.4, 600)  # thrown out
    camera.run(0.7)
    return recording


#: How each scene of `examples.NAMES` is filmed.
PICTURES: Dict[str, Picture] = {
    "falling_square": Picture(_falling_square, 0.6, ghosts=0.1),
    "flick": Picture(_flick, 0.6, ghosts=0.1),
    "sticky_corners": Picture(_sticky_corners, 0.6),
    "drop_out": Picture(_drop_out, 0.6, frames_per_second=20),
    "shade": Picture(_shade, 0.6),
    "position_mapped_to_bounds": Picture(_position_mapped_to_bounds, 0.6),
    "drag": Picture(_drag, 0.75),
    "repositioning": Picture(_repositioning, 0.6),
    "panel": Picture(_panel, 0.6),
}


def film(name: str) -> Recording:
    """A scene of `examples.NAMES`, run and recorded."""
    return PICTURES[examples.checked(name)].film()


def draw(name: str, path: "Union[str, os.PathLike[str]]", *, scale: Optional[float] = None,
         recording: Optional[Recording] = None) -> int:
    """Write a scene as a GIF and return the number of bytes."""
    picture = PICTURES[examples.checked(name)]
    return write_gif(recording or picture.film(), path, scale=scale or picture.scale, ghosts=picture.ghosts,
                     frames_per_second=picture.frames_per_second)


def draw_all(folder: "Union[str, os.PathLike[str]]") -> List[Tuple[Path, int]]:
    """Write every scene as a GIF into a folder; returns the files and their numbers of bytes."""
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    return [(out / f"{name}.gif", draw(name, out / f"{name}.gif")) for name in examples.NAMES]
