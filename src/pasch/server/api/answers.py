"""JSON answers without a secret: compressed, and cached where they are equal for all callers.

An answer with a token, a key or a private table stays a plain `JSONResponse`: the length of a compressed answer would
reveal something about its content.
"""

import gzip
import hashlib
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

SMALL = 1024
"""The smallest size worth compressing, in bytes."""
LEVEL = 6
KEPT = "public, max-age=600"
"""Ten minutes from the cache, then a request with the tag: the content changes only with the server's version."""


class OpenJSON(JSONResponse):
    """An answer whose length is no secret."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, compressed if the caller accepts that."""
        self.headers.append("Vary", "Accept-Encoding")
        body = bytes(self.body)
        if len(body) >= SMALL and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            self.headers["Content-Encoding"] = "gzip"
            self.body = self._packed(body)
            self.headers["Content-Length"] = str(len(self.body))
        await super().__call__(scope, receive, send)

    def _packed(self, body: bytes) -> bytes:
        return gzip.compress(body, LEVEL, mtime=0)


class Catalogue(OpenJSON):
    """An answer that depends on the language alone, with a tag; 304 for a caller with a current copy."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer, or 304."""
        kept = {
            "ETag": f'"{hashlib.sha256(self.body).hexdigest()[:32]}"',
            "Cache-Control": KEPT,
            "Vary": "Accept-Language",
        }
        if kept["ETag"] in Headers(scope=scope).get("if-none-match", ""):
            kept["Vary"] += ", Accept-Encoding"
            await Response(status_code=304, headers=kept)(scope, receive, send)
            return
        self.headers.update(kept)
        await super().__call__(scope, receive, send)

    def _packed(self, body: bytes) -> bytes:
        return _packed_once(body)


@lru_cache(maxsize=128)
def _packed_once(body: bytes) -> bytes:
    """The same bytes are sent many times, so the slowest level pays off."""
    return gzip.compress(body, 9, mtime=0)
