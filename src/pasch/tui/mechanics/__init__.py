"""What the full-screen terminal does for mechanics of the family."""

from pasch.tui.mechanics import bluff, contest

__all__ = ["bluff", "contest"]
