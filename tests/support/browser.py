"""The browser of this machine, and how it is started."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find_browser() -> Path | None:
    """What PASCH_CHROMIUM names, or the first of the usual names on the path."""
    found = os.environ.get("PASCH_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    return Path(found) if found else None


def browser_arguments() -> list[str]:
    """Options for a browser that talks to nobody. Its sandbox cannot be set up by root, so root goes without."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*QUIET, *(["--no-sandbox"] if root else [])]
