"""The built web client: its files, and its first page for the address of each of its routes."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path, PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

YEAR = 31_536_000
NOT_BUILT = """\
The web client has not been built.
In a clone, run ./pasch serve, which builds it; or python build_client.py, then reload this page.

Der Web-Client ist noch nicht gebaut.
In einem Klon baut ihn ./pasch serve; oder python build_client.py, dann diese Seite neu laden.
"""
WORTH_PACKING = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
PAGES = {"/docs": "reference.html", "/redoc": "reference.html"}
"""Addresses with a separate page; all others show the first page."""
CARD = re.compile(rb'\s*<meta property="og:[^>]*>')
"""The Open Graph tags of the first page; a page with its own card replaces them."""
SMALL = 1024
"""The least size worth compressing, in bytes."""
FONTS = ("literata-latin-wght-normal", "kalam-latin-400-normal")
"""The fonts of every page."""
LINKS = {
    ".js": 'rel="modulepreload"',
    ".css": 'rel="stylesheet"',
    ".woff2": 'rel="preload" as="font" type="font/woff2"',
}
IMMUTABLE = f"public, max-age={YEAR}, immutable"


@dataclass(frozen=True)
class Asset:
    """A file in its sent form."""

    content: bytes
    packed: bytes | None
    media_type: str
    tag: str


class Client:
    """Answers requests that no route of the API has answered. Caches each file on its first use, about a megabyte.

    The first page carries the operator's settings (`facts`) and so saves a further request.
    """

    def __init__(self, folder: Path, facts: Mapping[str, str] | None = None) -> None:
        self.folder = folder.resolve()
        self._head = "".join(
            f'<meta name="pasch-{escape(name)}" content="{escape(text)}" />' for name, text in (facts or {}).items()
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file, the first page, or 404."""
        if scope["type"] != "http":
            # A handshake at an address without a socket; the default refusal of the protocol is enough.
            await send({"type": "websocket.close", "code": 1000})
            return
        await self.answer(Request(scope))(scope, receive, send)

    def answer(self, request: Request) -> Response:
        """The requested file. Raises `HTTPException` 404."""
        path = PurePosixPath(request.url.path)
        ours = path.parts[:2] == ("/", "api")
        if request.method not in ("GET", "HEAD") or ours:
            raise HTTPException(404)
        file = self.folder.joinpath(*path.parts[1:])
        if path.parts[1:] and self._is_inside(file):
            return sent(request, _current(file), IMMUTABLE if path.parts[1] == "assets" else "no-cache")
        if "." in path.name or path.parts[1:2] == ("assets",):
            raise HTTPException(404)
        return self._page(request, self.folder / PAGES.get(str(path), "index.html"))

    def first_page(  # noqa: PLR0913 - the parts of a page
        self, request: Request, lang: str, parts: Sequence[str], card: str, carried: str, *, private: bool
    ) -> Response:
        """The first page with its card, the answers that it carries, and links to the files with these name prefixes.

        A private page is not compressed: its length would reveal something about its content.
        """
        index = self.folder / "index.html"
        if not index.is_file():
            return self._page(request, index)
        page = _current(index, self._head + _links(self.folder, index.stat().st_mtime_ns, (*parts, *FONTS)))
        content = CARD.sub(b"", page.content) if card else page.content
        content = content.replace(b"</head>", f"{card}{carried}</head>".encode(), 1)
        content = content.replace(b'<html lang="en">', f'<html lang="{lang}">'.encode(), 1)
        asset = Asset(content, None, page.media_type, "") if private else asset_of(content, page.media_type)
        return sent(request, asset, "no-store")

    def _page(self, request: Request, page: Path) -> Response:
        if not page.is_file():
            return PlainTextResponse(NOT_BUILT, 503)
        return sent(request, _current(page, self._head))

    def _is_inside(self, file: Path) -> bool:
        """Whether a file belongs to the client; dotted files are not public."""
        if any(part.startswith(".") or "\0" in part for part in file.parts[len(self.folder.parts) :]):
            return False
        try:
            return file.resolve().is_relative_to(self.folder) and file.is_file()
        except OSError:  # the file system rejects the name as too long
            return False


def asset_of(content: bytes, media_type: str, packed: bytes | None = None) -> Asset:
    """Content in its sent form, compressed where that pays, unless it is compressed already."""
    worth = len(content) >= SMALL and media_type.startswith(WORTH_PACKING)
    if worth and packed is None:
        packed = gzip.compress(content, 9, mtime=0)
    return Asset(content, packed, media_type, f'"{hashlib.sha256(content).hexdigest()[:32]}"')


def sent(request: Request, asset: Asset, cache: str = "no-cache") -> Response:
    """The response with an asset, or 304 for a caller that has it already."""
    headers = {"ETag": asset.tag, "Cache-Control": cache, "Vary": "Accept-Encoding"}
    if cache == "no-store":
        del headers["ETag"]
    elif asset.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    content = asset.content
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["Content-Encoding"] = asset.packed, "gzip"
    return Response(content, headers=headers, media_type=asset.media_type)


@lru_cache(maxsize=16)
def _links(folder: Path, _changed: int, names: Sequence[str]) -> str:
    """Links to the files of the client built at a given time."""
    files = (file for name in names for file in sorted(folder.glob(f"assets/{name}-*")) if file.suffix in LINKS)
    return "".join(f'<link {LINKS[file.suffix]} href="/assets/{file.name}" crossorigin />' for file in files)


def _current(file: Path, head: str = "") -> Asset:
    return _read(file, file.stat().st_mtime_ns, head)


@lru_cache(maxsize=256)
def _read(file: Path, _changed: int, head: str) -> Asset:
    """The file as of a modification time, with extra content in the page's head."""
    guessed = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    # The system's own table has different types for these two on different systems.
    kind = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}.get(file.suffix, guessed)
    content = file.read_bytes()
    if head:
        return asset_of(content.replace(b"</head>", f"{head}</head>".encode(), 1), kind)
    compressed = file.with_name(f"{file.name}.gz")
    return asset_of(content, kind, compressed.read_bytes() if compressed.is_file() else None)
