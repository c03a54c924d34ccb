"""The browser of the tests and its start."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from playwright.sync_api import Browser, Page, Playwright

import build_client

VARIABLE = "PASCH_CHROMIUM"
INSTALL = {
    "Windows": "winget install Hibbiki.Chromium",
    "Darwin": "brew install --cask chromium",
}.get(platform.system(), "sudo apt-get install chromium")
MISSING = (
    "Chromium is missing; install it with: ./pasch test"
    if build_client.browser_is_packaged()
    else f"Chromium is missing; install it with: {INSTALL} (and put its path into {VARIABLE})"
)
ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    "--num-raster-threads=1",
    "--no-sandbox",  # root and many containers cannot set up a sandbox, and the tests open only their own pages
)


def find_browser() -> Path | None:
    """The program named by PASCH_CHROMIUM, or the one unpacked by `./pasch test`."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    unpacked = build_client.BROWSER / "chromium"
    return unpacked if unpacked.exists() else None


def launch(playwright: Playwright, program: Path) -> Browser:
    """Start the browser. It connects only to hosts that a page requests."""
    variables: dict[str, str | float | bool] = {**os.environ}
    if program.parent == build_client.BROWSER:
        # The package contains the libraries and a font that a bare system lacks.
        variables |= {
            "LD_LIBRARY_PATH": str(build_client.BROWSER / "al2023" / "lib"),
            "FONTCONFIG_FILE": str(build_client.BROWSER / "fonts.conf"),
        }
    return playwright.chromium.launch(executable_path=program, args=ARGUMENTS, env=variables)


def shut(page: Page) -> None:
    """Leave the page as if its tab was closed: on a busy machine, a closed page may end before it says goodbye."""
    page.goto("about:blank")
    page.close()
