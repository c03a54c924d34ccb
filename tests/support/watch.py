"""Forbidden browser behaviour during play: console errors, content policy violations, and foreign hosts."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError, WebSocket

LEFT_EARLY = "WebSocket is closed before the connection is established"
"""Chromium's message about a page that closes while its connection opens; harmless."""
SERVED_BY_WORKER = "cross-world service worker resource mismatch"
"""Chromium's warning about preloads of a page that a service worker serves; the page reads them from its cache."""
NOT_WORKED_OUT = "503 (Service Unavailable) ({home}/api/v1/analysis)"
"""The end of a game asks for its highlights even before its game is solved."""
REPORT_BREACHES = "addEventListener('securitypolicyviolation', e => console.error('policy: ' + e.violatedDirective))"


@dataclass
class Watch:
    """Listens to every page of a profile. `findings` is empty while all is well.

    `allow(text)` excuses messages that a test provokes, such as the refused connections of a killed server.
    """

    home: str
    findings: list[str] = field(default_factory=list)
    _allowed: list[str] = field(default_factory=lambda: [LEFT_EARLY, SERVED_BY_WORKER])

    def __post_init__(self) -> None:
        self.allow(NOT_WORKED_OUT.format(home=self.home.rstrip("/")))

    def follow(self, context: BrowserContext) -> None:
        """Listen to all current and future pages of this profile."""
        context.add_init_script(REPORT_BREACHES)
        context.on("console", self._heard)
        context.on("weberror", self._failed)
        context.on("request", self._asked)
        context.on("page", lambda page: page.on("websocket", self._connected))

    def allow(self, text: str) -> None:
        """Expect messages with this text from now on."""
        self._allowed.append(text)

    def assert_clean(self) -> None:
        """Fail with all findings that are not allowed."""
        assert not self.findings, "\n".join(self.findings)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type not in {"error", "warning"}:
            return
        self._found(f"console: {message.text} ({message.location['url']})")

    def _failed(self, error: WebError) -> None:
        self._found(f"uncaught: {error.error}")

    def _asked(self, request: Request) -> None:
        self._visited(request.url)

    def _connected(self, socket: WebSocket) -> None:
        self._visited(socket.url)

    def _visited(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob"} and parts.netloc != urlsplit(self.home).netloc:
            self._found(f"third party: {url}")

    def _found(self, finding: str) -> None:
        if not any(text in finding for text in self._allowed):
            self.findings.append(finding)
