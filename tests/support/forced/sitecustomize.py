"""Dice that all show the face in FORCED_DICE, in every Python process that has this folder on its path.

Only dice from a random seed are forced; dice from a seed that a test fixes fall as always. Random seeds get a prefix,
and the stream of dice from such a seed repeats one byte. Action dice and ten-sided dice are forced in the same way.
"""

import importlib.util
import os
import secrets
import sys
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

PREFIX = b"forced"
STREAM = "pasch.fairness.stream"
SEED_BYTES = 32


def force(stream: ModuleType) -> None:
    """Let the dice from marked seeds show one face."""
    original_stream = stream._stream
    byte = int(os.environ["FORCED_DICE"]) - 1

    def forced(server_seed: bytes, throw: object) -> Iterator[int]:
        if not server_seed.startswith(PREFIX):
            yield from original_stream(server_seed, throw)
        while True:
            yield byte

    vars(stream)["_stream"] = forced


class ForceOnImport(MetaPathFinder):
    """Calls `force` right after the import of the dice, so that no other program imports them."""

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """The module's ordinary specification with another loading."""
        if name != STREAM:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.loader is not None
        load = spec.loader.exec_module

        def load_and_force(module: ModuleType) -> None:
            load(module)
            force(module)

        spec.loader.exec_module = load_and_force  # type: ignore[method-assign]  # the import system knows no other hook
        return spec


original_token_bytes = secrets.token_bytes


def token_bytes(nbytes: int | None = None) -> bytes:
    """This many random bytes, marked if they are as many as a seed has; shorter names must stay distinct."""
    return (
        PREFIX + original_token_bytes(SEED_BYTES - len(PREFIX))
        if nbytes == SEED_BYTES
        else original_token_bytes(nbytes)
    )


secrets.token_bytes = token_bytes
if STREAM in sys.modules:
    force(sys.modules[STREAM])
else:
    sys.meta_path.insert(0, ForceOnImport())
