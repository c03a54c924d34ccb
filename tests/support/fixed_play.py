"""`play` with predictable chance: every start has the same dice, first 1, 2, 3, 5, 6."""

import secrets
from unittest.mock import patch

from pasch.cli import main

if __name__ == "__main__":
    with patch.object(secrets, "token_bytes", bytes), patch.object(secrets, "token_urlsafe", lambda size: "a" * size):
        main()
