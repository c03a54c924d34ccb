"""Files of results, with a line of JSON per game. Existing results are not computed again."""

import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.tables import code
from pasch.rules.errors import PaschError
from pasch.rules.switches import switches_to_text
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from pasch.solver.program import compile_variant

FOLDER = Path(__file__).parents[1] / "docs" / "truth"
Line = dict[str, Any]


@dataclass(frozen=True)
class Game:
    """A variant under its name on the pages."""

    variant: Variant

    @property
    def name(self) -> str:
        switches = switches_to_text(self.variant.switches)
        return f"`{self.variant.key}`" + (f" with {code(switches.strip('{}'))}" if switches else "")

    @property
    def mark(self) -> str:
        """The beginning of the fingerprint."""
        return self.variant.fingerprint[:12]


def name_of(line: Line) -> str:
    """The name of a line's game."""
    return Game(VARIANTS[line["game"]].replace(**line["rules"])).name


def read(path: Path) -> dict[str, Line]:
    """The lines of a file by their fingerprints; none for a missing file."""
    lines = map(json.loads, path.read_text("utf-8").splitlines() if path.exists() else ())
    return {one["fingerprint"]: one for one in lines}


def fill(path: Path, games: Iterable[Game], compute: Callable[[Game], Line], *, fresh: bool, states: int) -> None:
    """Compute the lines that a file lacks, small games first, and write the file after each of them.

    Games with more states, and those without such a result, are named on standard error.
    """
    known, wanted = {} if fresh else read(path), list(games)
    for game in sorted(wanted, key=lambda game: compile_variant(game.variant).states):
        mark = game.variant.fingerprint
        if compile_variant(game.variant).states > states:
            print(f"{path.stem}, {game.name}: too many states", file=sys.stderr)
        elif mark not in known:
            began = time.process_time()
            try:
                known[mark] = {**head(game), **compute(game)}
            except PaschError as error:
                print(f"{path.stem}, {game.name}: {error}", file=sys.stderr)
                continue
            spent = time.process_time() - began
            print(f"{path.stem}, {game.name}: {spent:.1f} s of processors", file=sys.stderr, flush=True)
            write(path, wanted, known)


def head(game: Game) -> Line:
    """What identifies a game in its line."""
    return {"game": game.variant.key, "rules": dict(game.variant.switches), "fingerprint": game.variant.fingerprint}


def write(path: Path, wanted: Sequence[Game], known: dict[str, Line]) -> None:
    """Write in the order of the games; games with the same rules share a line."""
    marks = dict.fromkeys(game.variant.fingerprint for game in wanted)
    path.write_text("".join(f"{json.dumps(known[mark])}\n" for mark in marks if mark in known), "utf-8")
