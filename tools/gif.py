"""Draws polygons with soft edges and writes animated GIFs, with Python's standard library alone."""
# SPDX-License-Identifier: MIT
# Format: "Graphics Interchange Format, Version 89a", CompuServe 1990; compression: Welch, "A Technique for
# High-Performance Data Compression", 1984.
import struct

LEVELS = 7  # shades between the background and a colour


class Picture:
    """Frames of one size. Colours are numbered from 0 in the order given; `paper` is behind everything."""

    def __init__(self, width, height, paper, colors):
        self.width, self.height = width, height
        self.palette = [paper]
        for color in colors:
            for level in range(1, LEVELS + 1):
                self.palette.append(tuple(round(p + (c - p) * level / LEVELS) for p, c in zip(paper, color)))
        assert len(self.palette) <= 128
        self.frames = []
        self.clear()

    def clear(self):
        self.pixels = bytearray(self.width * self.height)

    def polygon(self, points, color):
        """Fills a convex polygon; four lines per pixel row, exact coverage along a line."""
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        edges = [(a, b) if a[1] < b[1] else (b, a) for a, b in zip(points, points[1:] + points[:1]) if a[1] != b[1]]
        for row in range(max(0, int(top)), min(self.height, int(bottom) + 1)):
            cover = {}
            for part in range(4):
                y = row + (part + 0.5) / 4
                cuts = [a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) for a, b in edges if a[1] <= y < b[1]]
                if len(cuts) < 2:
                    continue
                left, right = max(0.0, min(cuts)), min(float(self.width), max(cuts))
                for x in range(int(left), min(self.width, int(right) + 1)):
                    share = min(right, x + 1) - max(left, x)
                    if share > 0:
                        cover[x] = cover.get(x, 0.0) + share / 4
            for x, share in cover.items():
                level = int(share * LEVELS + 0.5)
                if level:
                    self.pixels[row * self.width + x] = 1 + color * LEVELS + level - 1

    def line(self, a, b, width, color):
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = (dx * dx + dy * dy) ** 0.5
        if length == 0:
            return
        nx, ny = -dy / length * width / 2, dx / length * width / 2
        self.polygon([(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny), (b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)],
                     color)

    def keep(self):
        """Ends a frame; the next one starts empty."""
        self.frames.append(bytes(self.pixels))
        self.clear()

    def write(self, path, hundredths):
        """Writes all frames, each shown for `hundredths` of a second, over and over."""
        table = b"".join(bytes(color) for color in self.palette).ljust(3 * 128, b"\0")
        with open(path, "wb") as file:
            file.write(b"GIF89a" + struct.pack("<HHBBB", self.width, self.height, 0xF6, 0, 0) + table)
            file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")
            before = None
            for frame in self.frames:
                x, y, width, height = self._changed(before, frame)
                before = frame
                file.write(struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 4, hundredths, 0, 0))
                file.write(struct.pack("<BHHHHB", 0x2C, x, y, width, height, 0))
                start = y * self.width + x
                part = b"".join(frame[start + k * self.width:start + k * self.width + width] for k in range(height))
                file.write(b"\x07" + _blocks(_compress(part, 7)))
            file.write(b";")

    def _changed(self, before, after):
        """The least rectangle that differs."""
        if before is None:
            return 0, 0, self.width, self.height
        w = self.width
        rows = [y for y in range(self.height) if before[y * w:y * w + w] != after[y * w:y * w + w]]
        if not rows:
            return 0, 0, 1, 1
        columns = [x for x in range(w) if before[x::w] != after[x::w]]
        return columns[0], rows[0], columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1


def _compress(data, bits):
    clear, out, held, count = 1 << bits, bytearray(), 0, 0
    size, table, following = bits + 1, {}, (1 << bits) + 2

    def emit(code):
        nonlocal held, count
        held |= code << count
        count += size
        while count >= 8:
            out.append(held & 255)
            held >>= 8
            count -= 8

    emit(clear)
    prefix = data[0]
    for byte in data[1:]:
        key = prefix << 8 | byte
        code = table.get(key)
        if code is not None:
            prefix = code
            continue
        emit(prefix)
        if following < 4096:
            table[key] = following
            if following == 1 << size:
                size += 1
            following += 1
        else:
            emit(clear)
            size, table, following = bits + 1, {}, clear + 2
        prefix = byte
    emit(prefix)
    emit(clear + 1)
    if count:
        out.append(held & 255)
    return bytes(out)


def _blocks(data):
    return b"".join(bytes([len(data[i:i + 255])]) + data[i:i + 255] for i in range(0, len(data), 255)) + b"\0"
