"""Writes moving pictures as GIF89a: palette, LZW, a delay per frame, and only what changed since the last."""
# SPDX-License-Identifier: MIT
import os
import struct
from typing import Dict, List, Optional, Sequence, Tuple, Union

from .canvas import Color

_TRANSPARENT = 255


class Gif:
    """A moving picture that grows frame by frame.

    Args:
        width, height: Size in pixels, 1 to 65,535.
        palette: At most 255 colours of red, green, blue.
        loops: How often it is shown; 0 for ever.

    >>> gif = Gif(2, 1, [(255, 255, 255), (0, 0, 0)])
    >>> gif.add(bytes([0, 1]), seconds=0.1)
    >>> gif.encoded()[:6]
    b'GIF89a'
    """

    def __init__(self, width: int, height: int, palette: Sequence[Color], *, loops: int = 0) -> None:
        if not (0 < width < 65536 and 0 < height < 65536):
            raise ValueError(f"a GIF of {width} x {height} pixels; each side must be 1 to 65535")
        if len(palette) > 255:
            raise ValueError(f"a palette of {len(palette)} colors; at most 255, one more means unchanged")
        self.width = width
        self.height = height
        self._palette = list(palette)
        self._loops = loops
        self._frames: List[List[bytes]] = []  # before the delay, after it
        self._delays: List[int] = []  # hundredths of a second
        self._shown: Optional[bytes] = None
        self._owed = 0.0

    def __len__(self) -> int:
        return len(self._frames)

    def add(self, pixels: Union[bytes, bytearray], *, seconds: float = 0.02) -> None:
        """Append a frame.

        Args:
            pixels: One palette index per pixel, row by row; copied.
            seconds: How long it is shown. Kept in hundredths; what rounding leaves goes to the next frame.
        """
        new = bytes(pixels)
        if len(new) != self.width * self.height:
            raise ValueError(f"{len(new)} pixels for a picture of {self.width} x {self.height}")
        exact = seconds * 100 + self._owed
        delay = max(1, round(exact))
        self._owed = exact - delay
        if self._shown is None:
            self._append(0, 0, self.width, self.height, new, False, delay)
        else:
            box = changed_box(self._shown, new, self.width)
            if box is None:
                if self._delays[-1] + delay < 65536:
                    self._delays[-1] += delay  # nothing moved: the frame before stays longer
                    return
                box = (0, 0, 1, 1)
            left, top, right, bottom = box
            block = bytearray()
            for row in range(top, bottom):
                start, end = row * self.width + left, row * self.width + right
                old_row, new_row = self._shown[start:end], new[start:end]
                block += bytes([_TRANSPARENT if a == b else b for a, b in zip(old_row, new_row)])
            self._append(left, top, right - left, bottom - top, bytes(block), True, delay)
        self._shown = new

    def _append(self, left: int, top: int, width: int, height: int, pixels: bytes, partly: bool,
                delay: int) -> None:
        flags = 0b00000101 if partly else 0b00000100  # keep what is there; 255 leaves it visible
        head = b"\x21\xf9\x04" + bytes([flags])
        rest = struct.pack("<BB", _TRANSPARENT if partly else 0, 0)
        rest += b"\x2c" + struct.pack("<HHHHB", left, top, width, height, 0) + compressed(pixels)
        self._frames.append([head, rest])
        self._delays.append(delay)

    def encoded(self) -> bytes:
        """The whole file."""
        table = b"".join(bytes(color) for color in self._palette).ljust(768, b"\0")
        parts = [b"GIF89a", struct.pack("<HHBBB", self.width, self.height, 0b11110111, 0, 0), table]
        if len(self._frames) > 1:
            parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<HB", self._loops, 0))
        for (head, rest), delay in zip(self._frames, self._delays):
            parts += [head, struct.pack("<H", delay), rest]
        parts.append(b"\x3b")
        return b"".join(parts)

    def write(self, path: Union[str, "os.PathLike[str]"]) -> int:
        """Write the file and return its number of bytes."""
        data = self.encoded()
        with open(path, "wb") as file:
            file.write(data)
        return len(data)


def changed_box(old: bytes, new: bytes, width: int) -> Optional[Tuple[int, int, int, int]]:
    """Left, top, right, bottom of the pixels that differ; None if none does."""
    rows = [row for row in range(len(new) // width)
            if old[row * width:(row + 1) * width] != new[row * width:(row + 1) * width]]
    if not rows:
        return None
    left, right = width, 0
    for row in rows:
        a, b = old[row * width:(row + 1) * width], new[row * width:(row + 1) * width]
        if a[:left] != b[:left]:
            left = next(i for i in range(left) if a[i] != b[i])
        if a[right:] != b[right:]:
            right = next(i for i in range(width, right, -1) if a[i - 1] != b[i - 1])
    return left, rows[0], right, rows[-1] + 1


def compressed(pixels: bytes) -> bytes:
    """Image data of 8-bit pixels: LZW with codes of 9 to 12 bits (Welch 1984, as the GIF89a text has it)."""
    clear, end = 256, 257
    out = bytearray()
    held, bits = clear, 9  # bits not written yet, the low ones first
    width, following = 9, 258
    codes: Dict[int, int] = {}
    get = codes.get
    prefix = pixels[0]
    for pixel in pixels[1:]:
        key = prefix << 8 | pixel
        code = get(key)
        if code is not None:
            prefix = code
            continue
        held |= prefix << bits
        bits += width
        while bits >= 8:
            out.append(held & 255)
            held >>= 8
            bits -= 8
        if following < 4096:
            codes[key] = following
            if following == 1 << width:
                width += 1
            following += 1
        else:
            held |= clear << bits
            bits += width
            codes.clear()
            width, following = 9, 258
        prefix = pixel
    held |= prefix << bits
    bits += width
    if following == 1 << width and width < 12:  # the reader adds a code at this point too
        width += 1
    held |= end << bits
    bits += width
    out += held.to_bytes((bits + 7) // 8, "little")
    blocks = [bytes([len(out[at:at + 255])]) + out[at:at + 255] for at in range(0, len(out), 255)]
    return b"\x08" + b"".join(blocks) + b"\0"
