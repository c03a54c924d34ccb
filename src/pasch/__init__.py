"""Pasch: the open home of the Kniffel family.

The names below are the public Python interface. Each is loaded from its home when it is first used, so that `import
pasch` costs next to nothing and brings neither web, nor SQL, nor compiled code.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

# A public name is written twice, for the type checker and for the running program; a test compares the two.
if TYPE_CHECKING:
    from pasch.rules.game import Game as Game

_HOMES = {
    "Game": "pasch.rules.game",
}

__all__ = ["Game", "__version__"]

if not TYPE_CHECKING:  # unseen by the type checker, which would believe in any name otherwise

    def __getattr__(name: str) -> object:
        """Load a public name from its home. Raises AttributeError for any other."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module 'pasch' has no attribute {name!r}")
        value = getattr(import_module(home), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
