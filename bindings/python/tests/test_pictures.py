"""GIFs, the canvas they are drawn on, SVG drawings and recordings."""
# SPDX-License-Identifier: MIT
import struct
import xml.etree.ElementTree as ElementTree

import pytest

import bagatelle as bg
from bagatelle import examples, gallery
from bagatelle.canvas import Canvas, text_width
from bagatelle.film import write_gif
from bagatelle.gif import Gif, changed_box, compressed
from bagatelle.recording import Recording, Shape
from bagatelle.svg import drawing


# ---- Reading GIFs again
def decode(data):
    """Frames as pixels, and delays: a reader of GIF89a that knows nothing of the writer."""
    assert data[:6] == b"GIF89a" and data[-1:] == b"\x3b"
    width, height, flags = struct.unpack("<HHB", data[6:11])
    colors = 2 << (flags & 7)
    palette = [tuple(data[13 + 3 * i:16 + 3 * i]) for i in range(colors)]
    at, screen, frames, delays, transparent, loops = 13 + 3 * colors, None, [], [], None, None
    screen = bytearray(width * height)
    while data[at] != 0x3b:
        if data[at] == 0x21:
            label, size = data[at + 1], data[at + 2]
            if label == 0xf9:
                packed, delay, index = struct.unpack("<BHB", data[at + 3:at + 7])
                transparent = index if packed & 1 else None
                delays.append(delay)
            elif data[at + 3:at + 14] == b"NETSCAPE2.0":
                loops = struct.unpack("<H", data[at + 16:at + 18])[0]
            at += 3 + size
            while data[at]:
                at += data[at] + 1
            at += 1
        else:
            assert data[at] == 0x2c
            left, top, w, h, packed = struct.unpack("<HHHHB", data[at + 1:at + 10])
            assert packed == 0 and left + w <= width and top + h <= height
            at, blocks = at + 11, b""
            while data[at]:
                blocks += data[at + 1:at + 1 + data[at]]
                at += data[at] + 1
            at += 1
            pixels = unpack(blocks, 8)
            assert len(pixels) == w * h
            for row in range(h):
                for column in range(w):
                    if pixels[row * w + column] != transparent:
                        screen[(top + row) * width + left + column] = pixels[row * w + column]
            frames.append(bytes(screen))
    return width, height, palette, frames, delays, loops


def unpack(blocks, bits):
    """LZW of GIF."""
    clear, end = 1 << bits, (1 << bits) + 1
    table, width, value, held, out, last = [], bits + 1, 0, 0, bytearray(), None
    for byte in blocks:
        value |= byte << held
        held += 8
        while held >= width:
            code, value, held = value & ((1 << width) - 1), value >> width, held - width
            if code == clear:
                table = [bytes([i]) for i in range(clear)] + [b"", b""]
                width, last = bits + 1, None
                continue
            if code == end:
                return bytes(out)
            if last is None:
                entry = table[code]
            else:
                entry = table[code] if code < len(table) else last + last[:1]
                if len(table) < 4096:
                    table.append(last + entry[:1])
            out += entry
            last = entry
            if len(table) == 1 << width and width < 12:
                width += 1
    raise AssertionError("no end code")


def pseudo_random(count, limit, seed=1):
    values = bytearray()
    for _ in range(count):
        seed = (seed * 1103515245 + 12345) % 2**31
        values.append((seed >> 16) % limit)
    return bytes(values)


@pytest.mark.parametrize("pixels", [
    b"\0", b"\1\2", bytes(5000), pseudo_random(20000, 255), pseudo_random(20000, 3), pseudo_random(254, 200),
    bytes(range(255)) * 40, pseudo_random(3839, 255), pseudo_random(3840, 255), pseudo_random(3841, 255)])
def test_compressed_pixels_unpack_to_themselves(pixels):
    data, at, blocks = compressed(pixels), 1, b""
    assert data[0] == 8
    while data[at]:
        blocks += data[at + 1:at + 1 + data[at]]
        at += data[at] + 1
    assert at == len(data) - 1 and unpack(blocks, 8) == pixels


def test_every_count_of_codes_unpacks():
    noise = pseudo_random(6000, 251, seed=7)
    for length in [*range(200, 300), *range(740, 800), *range(3780, 3900, 3)]:
        data, at, blocks = compressed(noise[:length]), 1, b""
        while data[at]:
            blocks += data[at + 1:at + 1 + data[at]]
            at += data[at] + 1
        assert unpack(blocks, 8) == noise[:length], length


def test_frames_with_few_changes_decode_to_the_whole_picture():
    palette = [(i, 255 - i, i // 2) for i in range(255)]
    gif, frames = Gif(20, 10, palette, loops=3), []
    pixels = bytearray(pseudo_random(200, 255))
    for step in range(12):
        pixels[step * 13] = (pixels[step * 13] + 1) % 255
        pixels[(step * 37 + 5) % 200] = step
        frames.append(bytes(pixels))
        gif.add(pixels, seconds=0.02)
    width, height, colors, decoded, delays, loops = decode(gif.encoded())
    assert (width, height, loops) == (20, 10, 3) and colors[:255] == palette
    assert decoded == frames and delays == [2] * 12 and len(gif) == 12


def test_delays_add_up_and_frames_that_do_not_differ_are_joined():
    gif = Gif(2, 2, [(0, 0, 0), (9, 9, 9)])
    for number in range(60):
        gif.add(bytes([number // 20, 1, 0, 0]), seconds=1 / 60)
    _, _, _, frames, delays, _ = decode(gif.encoded())
    assert len(frames) == 3 and sum(delays) == 100


def test_wrong_sizes_are_refused():
    with pytest.raises(ValueError):
        Gif(0, 5, [(0, 0, 0)])
    with pytest.raises(ValueError):
        Gif(5, 5, [(0, 0, 0)] * 256)
    with pytest.raises(ValueError):
        Gif(2, 2, [(0, 0, 0)]).add(b"\0")
    with pytest.raises(ValueError):
        Canvas(5, 5, [(0, 0, 0)])


def test_the_box_of_changes_is_as_small_as_can_be():
    old = bytes(50)
    assert changed_box(old, old, 10) is None
    new = bytearray(old)
    new[13] = new[26] = 1
    assert changed_box(old, bytes(new), 10) == (3, 1, 7, 3)


@pytest.mark.parametrize("name", ["falling_square", "flick"])
def test_a_scene_as_a_gif_decodes(name, tmp_path):
    recording, path = gallery.film(name), tmp_path / "scene.gif"
    size = write_gif(recording, path, scale=0.5, until=1.0)
    data = path.read_bytes()
    width, height, palette, frames, delays, loops = decode(data)
    assert len(data) == size < 100_000 and loops == 0 and (width, height) == (192, 326)
    assert len(frames) > 40 and sum(delays) == pytest.approx(100 + 150, abs=2)
    pillow = pytest.importorskip("PIL.Image")
    with pillow.open(path) as picture:
        for number, frame in enumerate(frames):
            picture.seek(number)
            assert picture.convert("RGB").tobytes() == b"".join(bytes(palette[index]) for index in frame)


def test_what_leaves_the_area_draws_nothing_beside_it(tmp_path):
    ball, recording, path = bg.Item((50, 50), size=(30, 30)), Recording((0, 0, 100, 100)), tmp_path / "out.gif"
    for tick in range(60):
        ball.center = (50 + 8 * tick, 50 - 8 * tick)
        recording.capture(tick / 60, [ball])
    write_gif(recording, path, until=1.0)
    width, _, _, frames, _, _ = decode(path.read_bytes())
    beside = [row * width + column for row in range(120) for column in range(width) if row < 10 or column >= width - 10]
    assert len(frames) > 10 and frames[-1] != frames[0]
    assert all(frame[at] == frames[0][at] for frame in frames for at in beside)


def test_an_empty_recording_is_refused(tmp_path):
    with pytest.raises(ValueError, match="nothing was recorded"):
        write_gif(Recording((0, 0, 10, 10)), tmp_path / "no.gif")
    assert not (tmp_path / "no.gif").exists()


@pytest.mark.parametrize("name, value", [
    ("scale", 0), ("scale", -1), ("scale", float("inf")), ("frames_per_second", 0),
    ("frames_per_second", float("nan")), ("until", float("nan"))])
def test_numbers_out_of_their_range_write_no_film(name, value, tmp_path):
    recording = Recording((0, 0, 10, 10))
    recording.capture(0, [bg.Item()])
    with pytest.raises(bg.RangeError, match=name):
        write_gif(recording, tmp_path / "no.gif", **{name: value})
    with pytest.raises(TypeError, match=f"{name} must be a number"):
        write_gif(recording, tmp_path / "no.gif", **{name: "x"})
    assert not (tmp_path / "no.gif").exists()


def test_what_a_recording_refuses():
    recording, box = Recording((0, 0, 10, 10)), bg.Item()
    recording.capture(1, [box])
    recording.capture(1, [box])  # put elsewhere
    for wrong in (0.5, float("nan"), float("inf")):
        with pytest.raises(bg.RangeError, match="seconds is"):
            recording.capture(wrong, [box])
    with pytest.raises(TypeError, match="an element of items must be an Item, not 5"):
        recording.capture(2, [5])
    with pytest.raises(TypeError, match="items must be a sequence of items"):
        recording.capture(2, box)
    with pytest.raises(TypeError, match="seconds must be a number"):
        recording.capture("2", [box])
    with pytest.raises(TypeError, match="links must be a pair of numbers"):
        recording.capture(2, [box], links=[(0, 1)])
    with pytest.raises(TypeError, match="area must be x, y, width, height"):
        Recording(5)
    assert len(recording.frames) == 2


def ways(text):
    """The paths of a drawing."""
    return [element for element in ElementTree.fromstring(text) if element.tag.endswith("path")]


def test_films_and_drawings_can_leave_paths_out(tmp_path):
    recording = Recording((0, 0, 100, 100))
    for tick in range(21):
        recording.keep(tick / 10, [Shape(1, bg.Vector2(10 + 4 * tick, 50), bg.Vector2(8, 8))])
    row = {}
    for paths in (True, False):
        path = tmp_path / f"{paths}.gif"
        write_gif(recording, path, ghosts=0, paths=paths)
        width, _, _, frames, _, _ = decode(path.read_bytes())
        row[paths] = frames[-1][(16 + 50) * width + 20:(16 + 50) * width + 90]
    assert len(set(row[False])) == 1 and len(set(row[True])) > 1
    assert len(ways(drawing(recording))) == 1 and not ways(drawing(recording, paths=False))


# ---- What is presented
def test_a_film_shows_what_is_presented(tmp_path):
    timeline, box = bg.Timeline(), bg.Item((50, 50), size=(40, 40))

    def block():
        box.center, box.angle, box.alpha = (250, 50), 1.0, 0.2
        box.size = (80, 20)

    bg.PropertyAnimator(timeline, 1, bg.Curve.LINEAR, block).start()
    recording = Recording((0, 0, 300, 100))
    for tick in range(61):
        recording.capture(tick / 60, [box])
        timeline.advance(1 / 60)
    first, middle, last = (recording.frames[tick].shapes[0] for tick in (0, 30, 60))
    assert (first.center, first.size, first.angle, first.opacity) == ((50, 50), (40, 40), 0, 1)
    assert middle.center == pytest.approx((150, 50)) and middle.size == pytest.approx((60, 30))
    assert middle.angle == pytest.approx(0.5) and middle.opacity == pytest.approx(0.6)
    assert last.center == pytest.approx((250, 50)) and last.opacity == pytest.approx(0.2)
    assert recording.last_motion > 0.9
    assert drawing(recording).count('fill-opacity="0.17"') == 1
    write_gif(recording, tmp_path / "moves.gif", ghosts=0, paths=False)
    width, _, palette, frames, _, _ = decode((tmp_path / "moves.gif").read_bytes())
    at = [(16 + 62) * width + 16 + x for x in (50, 250)]
    (left, none), (gone, right) = [[sum(palette[frame[pixel]]) for pixel in at] for frame in (frames[0], frames[-1])]
    assert left < right < none == gone  # at first at the left, at the end at the right, and paler


def test_a_fade_alone_is_filmed_to_its_end():
    recording = Recording((0, 0, 100, 100))
    for tick in range(21):
        recording.keep(tick, [Shape(1, bg.Vector2(50, 50), bg.Vector2(20, 20), opacity=1 - tick / 20)])
    assert recording.last_motion == 19


def test_items_that_physics_moves_are_recorded_as_they_are(fall):
    box = bg.Item((50, 10), size=(20, 10), angle=0.3)
    animator, recording = bg.DynamicAnimator(), Recording((0, 0, 100, 100))
    animator.add_behavior(bg.GravityBehavior([box]))
    motion = bg.DynamicItemBehavior([box])
    animator.add_behavior(motion)
    motion.set_angular_velocity(2, box)
    for tick in range(10):
        recording.capture(tick / 60, [box])
        assert recording.frames[-1].shapes[0] == Shape(box.id, box.center, box.size, box.angle)
        animator.advance(1 / 60)


@pytest.mark.parametrize("transform, center, size, angle", [
    ((2, 0, 0, 0.5, 5, 0), (50, 65), (40, 5), 1.5707963267948966),
    ((0, 1, -1, 0, 0, 0), (50, 60), (20, 10), 3.141592653589793),
    ((-1, 0, 0, 1, 0, 0), (50, 60), (20, 10), 1.5707963267948966),
    ((1, 0, 0, -1, 0, 0), (50, 60), (20, 10), 1.5707963267948966)])
def test_a_display_transform_is_filmed(transform, center, size, angle):
    box = bg.Item((50, 60), size=(20, 10), angle=1.5707963267948966)
    box.display_transform = transform
    recording = Recording((0, 0, 100, 100))
    recording.capture(0, [box])
    shape = recording.frames[0].shapes[0]
    assert shape.bounds_type is bg.BoundsType.RECTANGLE
    assert shape.center == pytest.approx(center) and shape.size == pytest.approx(size)
    assert shape.angle == pytest.approx(angle)


def corners(shape):
    """Corners of a shape with a path, as they are drawn."""
    return [pytest.approx(shape.center + point.rotated(shape.angle), abs=1e-9) for point in shape.path]


def test_what_a_display_transform_skews_or_mirrors_becomes_a_path():
    box, leaf = bg.Item((50, 60), size=(20, 10)), bg.Item((0, 0), path=[(-20, 15), (20, 15), (5, -20)])
    box.display_transform = (1, 0, 0.5, 1, 0, 0)
    leaf.display_transform = (-1, 0, 0, 2, 0, 0)
    recording = Recording((0, 0, 100, 100))
    recording.capture(0, [box, leaf])
    skewed, mirrored = recording.frames[0].shapes
    assert skewed.bounds_type is bg.BoundsType.PATH
    assert corners(skewed) == [(37.5, 55), (57.5, 55), (62.5, 65), (42.5, 65)]
    assert corners(mirrored) == [(-x, 2 * y) for x, y in leaf.path]


def test_the_turn_of_a_display_transform_is_followed_beyond_half_a_turn():
    box, recording = bg.Item(), Recording((0, 0, 100, 100))
    for tick in range(80):
        box.display_transform = bg.Transform.rotation(tick / 10)
        recording.capture(tick, [box])
    assert [frame.shapes[0].angle for frame in recording.frames] == pytest.approx([tick / 10 for tick in range(80)])


def test_members_are_filmed_as_their_group_is_presented():
    left, right = bg.Item((40, 50), size=(10, 10)), bg.Item((60, 50), size=(10, 10))
    group, timeline = bg.DynamicItemGroup([left, right]), bg.Timeline()
    right.alpha = 0.5

    def block():
        group.center, group.angle, group.alpha = (150, 50), 3.0, 0.5
        group.display_transform = (3, 0, 0, 3, 0, 0)

    bg.PropertyAnimator(timeline, 1, bg.Curve.LINEAR, block).start()
    recording = Recording((0, 0, 200, 100))
    recording.capture(0, [group])
    timeline.advance(0.5)
    recording.capture(0.5, [group])
    first, middle = (frame.shapes for frame in recording.frames)
    assert [shape.center for shape in first] == [pytest.approx((40, 50)), pytest.approx((60, 50))]
    arm = bg.Vector2(20, 0).rotated(1.5)
    assert middle[0].center == pytest.approx((100, 50) - arm) and middle[1].center == pytest.approx((100, 50) + arm)
    assert middle[0].angle == pytest.approx(1.5) and middle[0].size == pytest.approx((20, 20))
    assert [shape.opacity for shape in middle] == pytest.approx([0.75, 0.375])


# ---- The canvas
def test_areas_are_covered_as_they_should_be():
    canvas = Canvas(60, 60, [(255, 255, 255), (0, 0, 0)])
    canvas.rectangle((30, 30), (20, 10), 0.4, 1)
    covered = sum(255 - canvas.palette[index][0] for index in canvas.pixels) / 255
    assert covered == pytest.approx(200, rel=0.03)
    canvas.clear()
    assert not any(canvas.pixels)
    canvas.ellipse((30, 30), (30, 20), 1.0, 1)
    covered = sum(255 - canvas.palette[index][0] for index in canvas.pixels) / 255
    assert covered == pytest.approx(471, rel=0.03)
    canvas.clear()
    canvas.line((5, 5), (45, 35), 2, 1)
    covered = sum(255 - canvas.palette[index][0] for index in canvas.pixels) / 255
    assert covered == pytest.approx(100, rel=0.03)


def test_shapes_outside_or_not_finite_draw_nothing_and_do_not_fail():
    canvas = Canvas(10, 10, [(255, 255, 255), (0, 0, 0)])
    canvas.polygon([(-50, -50), (-40, -50), (-40, -40)], 1)
    canvas.polygon([(float("nan"), 0), (5, 5), (0, 5)], 1)
    canvas.polygon([(5, 5), (6, 6)], 1)
    canvas.line((3, 3), (3, 3), 2, 1)
    canvas.text((-500, -500), "far away", 1)
    assert not any(canvas.pixels)
    canvas.polygon([(-1e6, -1e6), (1e6, -1e6), (1e6, 1e6), (-1e6, 1e6)], 1)
    assert all(canvas.pixels)


def test_colours_laid_over_each_other_mix():
    canvas = Canvas(3, 1, [(255, 255, 255), (0, 0, 0), (255, 0, 0)])
    canvas.rectangle((1.5, 0.5), (3, 1), 0, 1)
    canvas.rectangle((0.5, 0.5), (1, 1), 0, 2, opacity=0.5)
    red, green, blue = canvas.palette[canvas.pixels[0]]
    assert 112 <= red <= 144 and green == blue == 0 and canvas.pixels[2] == 1


def test_text_has_the_width_that_is_told():
    canvas = Canvas(200, 12, [(255, 255, 255), (0, 0, 0)])
    assert canvas.text((2, 1), "fall 0.25 s", 1) == text_width("fall 0.25 s")
    columns = [x for x in range(200) if any(canvas.pixels[y * 200 + x] for y in range(12))]
    assert columns[0] >= 2 and columns[-1] < 2 + text_width("fall 0.25 s")
    assert text_width("1.11") == text_width("8.88")


# ---- SVG and recordings
@pytest.mark.parametrize("name", examples.NAMES)
def test_a_scene_as_svg_is_well_formed(name):
    recording = gallery.film(name)
    tree = ElementTree.fromstring(drawing(recording))
    tags = [element.tag.rpartition("}")[2] for element in tree]
    assert tags.count("title") == 1 and "rect" in tags
    assert ("path" in tags) == (name != "position_mapped_to_bounds")


def test_shapes_of_every_kind_and_boundaries_are_drawn(tmp_path):
    recording = Recording((0, 0, 100, 60), "shapes & more", bounds=(0, 0, 100, 60))
    recording.add_boundary([(0, 50), (50, 55), (100, 50)])
    items = [bg.Item((20, 20), size=(20, 20)),
             bg.Item((50, 20), size=(20, 20), bounds_type=bg.BoundsType.ELLIPSE),
             bg.Item((80, 20), path=[(-10, 10), (10, 10), (0, -10)])]
    recording.capture(0, items)
    bg.set_centers(items, [(20, 40), (50, 40), (80, 40)])
    recording.capture(0.1, items, links=[((0, 0), (20, 40))])
    text = drawing(recording)
    tags = [element.tag.rpartition("}")[2] for element in ElementTree.fromstring(text)]
    assert "ellipse" in tags and "polygon" in tags and "shapes &amp; more" in text
    assert write_gif(recording, tmp_path / "shapes.gif") > 1000


def test_the_margin_of_a_drawing_lies_over_what_leaves_the_area():
    recording = Recording((0, 0, 100, 60), "out")
    for tick in range(3):
        recording.keep(tick, [Shape(1, bg.Vector2(200 * tick, 30), bg.Vector2(20, 20))])
    elements = list(ElementTree.fromstring(drawing(recording)))
    last = max(at for at, element in enumerate(elements) if element.tag.endswith("path") or "fill-opacity" in element.attrib)
    cover = next(element.attrib for element in elements[last + 1:] if element.attrib.get("stroke-width") == "40")
    x, y, width, height, half = (float(cover[name]) for name in ("x", "y", "width", "height", "stroke-width"))
    half /= 2
    # Its inner edge is that of the panel, its outer one outside the picture, which ends 16 points (below 22) from the area.
    assert (x + half, y + half, width - 2 * half, height - 2 * half) == (-4, -4, 108, 68)
    assert x - half < -16 and y - half < -16 and x + width + half > 116 and y + height + half > 82
    assert cover["fill"] == "none"


def test_a_path_breaks_where_a_thing_was_put_elsewhere(tmp_path):
    recording, size = Recording((0, 0, 100, 100)), bg.Vector2(8, 8)
    for seconds, x in ((0, 10), (0.1, 20), (0.1, 80), (0.2, 90)):
        recording.keep(seconds, [Shape(1, bg.Vector2(x, 50), size)])
    paths = [element.attrib["d"] for element in ElementTree.fromstring(drawing(recording))
             if element.tag.endswith("path")]
    assert paths == ["M10 50 L20 50", "M80 50 L90 50"]
    write_gif(recording, tmp_path / "jump.gif", ghosts=0)
    width, _, palette, frames, _, _ = decode((tmp_path / "jump.gif").read_bytes())
    row = frames[-1][(16 + 50) * width:(16 + 51) * width]
    assert palette[row[16 + 15]] != palette[row[16 + 50]]  # on a path; between both
    assert len({row[16 + x] for x in range(40, 60)}) == 1


def test_a_recording_is_read_between_its_ticks():
    recording = Recording((0, 0, 10, 10))
    for second in range(3):
        recording.keep(second, [Shape(1, bg.Vector2(second * 10, 0), bg.Vector2(2, 2), second)],
                       links=[((second, 0), (0, second))])
    middle = recording.at(1.25)
    assert middle.shapes[0].center == (12.5, 0) and middle.shapes[0].angle == 1.25
    assert middle.links == (((1.25, 0), (0, 1.25)),)
    assert recording.last_motion == 1 and recording.seconds == 2
    assert recording.at(-5).shapes[0].center == (0, 0) and recording.at(99).shapes[0].center == (20, 0)
