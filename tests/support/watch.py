"""Forbidden browser behaviour during play: console errors, content policy violations, and foreign hosts."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError, WebSocket

CLOSED_EARLY = "WebSocket is closed before the connection is established"
"""Chromium's message about a page that closes while its connection opens; harmless."""
SERVED_BY_WORKER = "cross-world service worker resource mismatch"
"""Chromium's warning about preloads of a page that a service worker serves; the page reads them from its cache."""
NOT_SOLVED = "503 (Service Unavailable) ({home}/api/v1/analysis)"
"""The end of a game asks for its highlights even before its game is solved."""
REPORT_VIOLATIONS = "addEventListener('securitypolicyviolation', e => console.error('policy: ' + e.violatedDirective))"


@dataclass
class Watch:
    """Listens to every page of a profile. `findings` is empty while all is well.

    `allow(text)` excuses messages that a test provokes, such as the refused connections of a killed server.
    """

    home: str
    findings: list[str] = field(default_factory=list)
    _allowed: list[str] = field(default_factory=lambda: [CLOSED_EARLY, SERVED_BY_WORKER])

    def __post_init__(self) -> None:
        self.allow(NOT_SOLVED.format(home=self.home.rstrip("/")))

    def follow(self, context: BrowserContext) -> None:
        """Listen to all current and future pages of this profile."""
        context.add_init_script(REPORT_VIOLATIONS)
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("request", self._on_request)
        context.on("page", lambda page: page.on("websocket", self._on_socket))

    def allow(self, text: str) -> None:
        """Expect messages with this text from now on."""
        self._allowed.append(text)

    def assert_clean(self) -> None:
        """Fail with all findings that are not allowed."""
        assert not self.findings, "\n".join(self.findings)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type not in {"error", "warning"}:
            return
        self._add_finding(f"console: {message.text} ({message.location['url']})")

    def _on_error(self, error: WebError) -> None:
        self._add_finding(f"uncaught: {error.error}")

    def _on_request(self, request: Request) -> None:
        self._check_host(request.url)

    def _on_socket(self, socket: WebSocket) -> None:
        self._check_host(socket.url)

    def _check_host(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob"} and parts.netloc != urlsplit(self.home).netloc:
            self._add_finding(f"third party: {url}")

    def _add_finding(self, finding: str) -> None:
        if not any(text in finding for text in self._allowed):
            self.findings.append(finding)
