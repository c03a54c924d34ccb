"""Small pictures: a screenshot with 256 colours, written as an indexed PNG with the standard library."""

from __future__ import annotations

import base64
import struct
import zlib
from collections import Counter

from playwright.sync_api import Page

COLOURS = 256
PIXELS = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  const parts = [];
  for (let at = 0; at < data.length; at += 32768) parts.push(String.fromCharCode(...data.subarray(at, at + 32768)));
  return [bitmap.width, bitmap.height, btoa(parts.join(""))];
}"""

Colour = tuple[int, int, int]


def with_fewer_colours(png: bytes, blank: Page) -> bytes:
    """The picture in 256 colours. `blank` is a page without a content policy; its browser decodes the picture."""
    width, height, text = blank.evaluate(PIXELS, base64.b64encode(png).decode())
    data = base64.b64decode(text)
    pixels = list(zip(data[0::4], data[1::4], data[2::4], strict=True))
    palette, index = _quantized(Counter(pixels))
    rows = (bytes(index[pixel] for pixel in pixels[at : at + width]) for at in range(0, width * height, width))
    return _indexed_png(width, height, palette, b"".join(b"\0" + row for row in rows))


def _quantized(counts: Counter[Colour]) -> tuple[list[Colour], dict[Colour, int]]:
    """Median cut: halve the fullest box along its longest side until there are enough boxes."""
    boxes = [list(counts)]
    while len(boxes) < COLOURS:
        box = max(boxes, key=lambda box: _spread(box)[0] * sum(counts[colour] for colour in box) ** 0.5)
        if len(box) == 1:
            break
        side = _spread(box)[1]
        box.sort(key=lambda colour: colour[side])
        boxes.remove(box)
        boxes += [box[: len(box) // 2], box[len(box) // 2 :]]
    palette = [_mean(box, counts) for box in boxes]
    return palette, {colour: number for number, box in enumerate(boxes) for colour in box}


def _spread(box: list[Colour]) -> tuple[int, int]:
    """The length of the longest side of a box, and its index."""
    return max((max(values) - min(values), side) for side, values in enumerate(zip(*box, strict=True)))


def _mean(box: list[Colour], counts: Counter[Colour]) -> Colour:
    total = sum(counts[colour] for colour in box)
    red, green, blue = (round(sum(colour[side] * counts[colour] for colour in box) / total) for side in range(3))
    return red, green, blue


def _indexed_png(width: int, height: int, palette: list[Colour], rows: bytes) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colours = b"".join(bytes(colour) for colour in palette)
    parts = [(b"IHDR", head), (b"PLTE", colours), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in parts)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
