"""Whom servers know us as: one token for each, in a file that nobody else may read."""

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MINE = 0o600


@dataclass(frozen=True)
class Tokens:
    """The tokens by server, kept in `file`. A file that cannot be read or written only means a new guest next time."""

    file: Path

    def find(self, url: str) -> str:
        """The token for a server, empty when there is none."""
        return self._all().get(url, "")

    def keep(self, url: str, token: str) -> None:
        """Remember a token; nobody but its owner can read the file at any moment."""
        tokens = {**self._all(), url: token}
        with suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            made = self.file.with_name(f"{self.file.name}.{os.getpid()}")
            with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, MINE), "w") as written:
                json.dump(tokens, written)
            made.replace(self.file)

    def _all(self) -> dict[str, str]:
        try:
            found = json.loads(self.file.read_text())
        except (OSError, ValueError):
            return {}
        return {str(url): str(token) for url, token in found.items()} if isinstance(found, dict) else {}
