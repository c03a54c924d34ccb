"""The results of optimal play: `.venv/bin/python -m bench.truth` writes docs/truth.md and docs/truth/details.md.

Solves every game with an exact table, and every such house rule of two of them. Earlier solutions come from the
cache, so an interrupted run resumes. `--seconds` limits the estimated time of a single solve. A solve that exceeds
the limit or the memory is left out and listed with its reason.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from bench import beyond
from bench.datafile import FOLDER, Game
from bench.tables import code, row, rule_line
from pasch.rules.errors import InvalidInput
from pasch.rules.switches import SwitchValue, switches_to_text
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from pasch.solver.estimates import NoRoom
from pasch.solver.program import compile_variant
from pasch.solver.results import CellPlay, Play
from pasch.solver.scope import plays_alone
from pasch.solver.simulation.games import Simulated, simulate
from pasch.solver.solve import Solution, estimate
from pasch.solver.store import loaded, solve
from pasch.words import category_name, variant_name

PAGE, DETAILED = FOLDER.parent / "truth.md", FOLDER / "details.md"
SHARES = (1, 5, 25, 50, 75, 95, 99)
SMALL = 0.1
"""Points below which a difference is shown with four decimals."""

LONG = 600.0
"""Estimated seconds of a solve above which only its value is computed: the rest takes many times as long."""

SIMULATED = 1_000_000
"""Simulated games for percentiles where the exact distribution needs too much memory."""

ALTERED: Sequence[tuple[str, dict[str, SwitchValue]]] = (
    ("maxi-yatzy", {"banks_rolls": False}),
    ("kniffel-extreme", {"chips": 0}),
    ("kniffel-plain", {"columns": "free|down"}),
    ("kniffel-plain", {"columns": "free|up"}),
    ("kniffel-plain", {"columns": "down|up"}),
    ("kniffel-plain", {"columns": "free|free"}),
    ("kniffel-plain", {"columns": "free|down|up"}),
)
"""Games that have a table under other rules: with a rule left out, or two columns."""

PRESETS = ("kniffel", "yahtzee")
HOUSE_RULES: Mapping[str, tuple[SwitchValue, ...]] = {
    "joker": ("none", "free", "forced"),
    "extra_points": (0, 50, 100, 200),
    "extra_when": ("always", "number_cell_open", "entry_scores", "scratch"),
    "extra_needs": ("scored", "filled"),
    "five_equal_is_full_house": (True, False),
    "order": ("free", "down", "up", "both_ends", "center_out", "upper_first", "lower_first"),
    "announce": ("after_first_roll",),
    "max_rolls": (1, 2),
    "keep": ("locked", "lock_one"),
    "rolls": (1, 2, 4, 5),
    "dice": (6,),
    "banks_rolls": (True,),
    "chips": (1, 3),
    "doubles": (1,),
    "double_when": ("before_any_roll",),
    "columns": ("free|free",),
    "sheet_order": ("column_by_column", "row_by_row"),
    "own": ("two_pairs:2+2:all", "two_of_a_kind:2:matched"),
    "upper_bonus": (0, 25, 50, 100),
    "bonus_from": (60, 66, 70),
    "wrap": (True,),
    "served_points": (5,),
    "action_divisor": (5,),
    "action_use": ("at_once",),
    "cross_out_open": (True,),
}
"""Values of every switch to try; values without effect and unplayable ones are skipped."""

INTRO = """# What optimal play brings

Exact results of optimal play: every value is solved over all positions and all rolls, in double
precision; estimates are marked. The *value* is the expected final total of play for points alone,
extra points included. The 5% *percentile* is the score that five of a hundred games do not exceed.
*Bonus*: how often the upper bonus is reached. Values are exact to the last digit shown.

[Method](method.md) explains how they are computed and checked, with sources.
[Details](truth/details.md) has the mean of every category and every house rule at length.
"""

PLOTS = {
    "scores": "How often optimal play reaches a score",
    "targets": "What playing for one target only gains",
    "risk": "What risk costs",
}
"""The plots of `bench.plots` that exist."""

FRACTIONS = """## Exact fractions

[fractions.jsonl](truth/fractions.jsonl) holds the value of each game as a fraction, one line of
JSON each: `game`, `rules`, `fingerprint`, `value` (forty digits), `fraction`
(`numerator/denominator`) and `float64_error`. It has every game of one column with at most 63
million states, also with the house rules below. `pasch solve GAME --exact` works out one.

Liese and Kelly's fraction for Yahtzee (2017) is quoted as 254.58937 and matches neither joker rule
above. One rule explains it: as in `yahtzee-free`, but a player whose Yahtzee category holds 50
points must enter a further Yahtzee in its open number cell. Its optimal value is 254.5893739. With
that duty only for a player who scratched Yahtzee the value is 254.5893328, with it always 254.5890973.
"""

CITE = """## How to cite

Name the program with its version and the start of the fingerprint, which identifies the rules:

> The Pasch developers: *Pasch*, version 0.1, “What optimal play brings”, `kniffel-plain`, rules
> `fc76f5ec4ef1`.

[CITATION.cff](../CITATION.cff) has the same for tools. Each data file names its rules by the full
fingerprint. `python -m bench.truth`, `bench.fractions`, `bench.bounds` and `bench.sweep` write this
page and its files.
"""

DETAILS = """# Optimal play in detail

The means of every category and of every house rule. [Optimal play](../truth.md) has the results and
explains the terms. *Crossed out*: how often a category ends with 0. If several actions have the same
value, deviation, percentiles and categories depend slightly on the choice. In Kniffel this affects
the fourth decimal of the deviation. `python -m bench.truth` writes this page.
"""


SEVERAL_COLUMNS = """
Several free columns make too many sheets: three of thirteen rows have 4,294,967,296, with the lower
cells counted together. Pasch solves up to 16,777,216 where extra points, jokers, saved rolls and
cells that wait do not connect the columns.

"""


@dataclass(frozen=True)
class Truth:
    """Facts about optimal play: at least its value. Percentiles are exact unless games were `simulated`."""

    game: Game
    states: int
    value: float
    play: Play | None = None
    percentiles: tuple[int, ...] = ()
    simulated: Simulated | None = None

    @property
    def cells(self) -> Mapping[str, CellPlay]:
        return {} if self.play is None else self.play.cells

    def value_text(self) -> str:
        """Four decimals from double precision, two where only the single-precision table exists."""
        return f"{self.value:.2f}" if self.play is None else f"{self.value:.4f}"

    def spread_texts(self) -> list[str]:
        """Deviation and percentiles."""
        if self.spread is None:
            return ["–"] * (1 + len(SHARES))
        deviation = f"{about(self.play)}{self.spread.deviation:.2f}"
        return [deviation, *(f"{about(self.simulated is None)}{points}" for points in self.percentiles)]

    def bonus_text(self) -> str:
        if self.spread is None or self.game.variant.upper_bonus is None:
            return "–"
        return f"{about(self.play)}{100 * self.spread.bonus_rate:.2f}%"

    @property
    def spread(self) -> Play | Simulated | None:
        """What has the deviation and the rate of the bonus."""
        return self.play or self.simulated


def about(exact: object) -> str:
    """What precedes a figure: exact ones have no mark."""
    return "" if exact else "≈ "


Found = Truth | str
"""The facts, or the reason for their absence."""


# ------------------------------------------------------------------------------- the content of the page


def games() -> Iterator[Game]:
    """Every game of the page's first table, with or without an exact table."""
    yield from map(Game, VARIANTS.values())
    yield from (Game(VARIANTS[key].replace(**rules)) for key, rules in ALTERED)


def house_rules(preset: str) -> Iterator[Game]:
    """The preset with each house rule that has an effect and is playable."""
    seen = {VARIANTS[preset].fingerprint}
    for name, values in HOUSE_RULES.items():
        for value in values:
            try:
                variant = VARIANTS[preset].replace(**{name: value})
            except InvalidInput:
                continue
            if variant.fingerprint not in seen:
                seen.add(variant.fingerprint)
                yield Game(variant)


def no_table(variant: Variant) -> str | None:
    """The reason why a variant cannot have an exact table, or None."""
    try:
        compile_variant(variant)
    except InvalidInput as error:
        return str(error.values.get("trouble", error))
    return None


def found(game: Game, seconds: float) -> Found:
    """The facts about optimal play, unless they take too long or do not fit."""
    variant = game.variant
    trouble = no_table(variant)
    if trouble is not None:
        return f"no table for {trouble}"
    expected = estimate(compile_variant(variant))
    if expected.seconds > seconds and loaded(variant) is None:
        return f"about {expected.bytes // 1_000_000 + 1:,} MB and {expected.seconds:,.0f} s for the table alone"
    try:
        solution = solve(variant)
    except NoRoom as error:
        return str(error)
    if expected.seconds > LONG:
        return Truth(game, solution.states, solution.value)
    try:
        play = solution.play
        return Truth(game, solution.states, play.mean, play, percentiles(solution.distribution))
    except NoRoom:
        return estimated(game, solution)


def estimated(game: Game, solution: Solution) -> Truth:
    """The facts about a game whose exact distribution does not fit, from many simulated games."""
    played = simulate(solution, SIMULATED, seed=1)
    found = percentiles({score: count / played.games for score, count in played.scores.items()})
    try:
        play = solution.play
    except NoRoom:
        return Truth(game, solution.states, solution.value, None, found, played)
    return Truth(game, solution.states, play.mean, play, found, played)


def percentiles(chances: Mapping[int, float]) -> tuple[int, ...]:
    """The least score, per percentile, that this many of a hundred games do not exceed."""
    scores = sorted(chances)
    sums = list(accumulate(chances[score] for score in scores))
    return tuple(
        next((score for score, reached in zip(scores, sums, strict=True) if 100 * reached >= share), scores[-1])
        for share in SHARES
    )


# ------------------------------------------------------------------------------- how it is written


def game_row(truth: Truth) -> str:
    """A game's row in the first table."""
    return row(
        truth.game.name,
        truth.value_text(),
        *truth.spread_texts(),
        truth.bonus_text(),
        f"{truth.states:,}",
        f"`{truth.game.mark}`",
    )


def left_out_row(game: Game, reason: str) -> str:
    """A game's row among the games left out."""
    return row(game.name, reason, f"`{game.mark}`")


def rule_row(truth: Truth, preset: Truth) -> str:
    """A house rule's row in the table of its preset."""
    return row(
        rule_name(truth.game),
        truth.value_text(),
        _signed(truth.value - preset.value),
        *truth.spread_texts(),
        truth.bonus_text(),
        f"`{truth.game.mark}`",
    )


def cells_table(truth: Truth) -> Iterator[str]:
    """A game's categories."""
    extra = any(cell.extra for cell in truth.cells.values())
    yield row("category", "mean", *(["extra points"] if extra else []), "crossed out")
    yield rule_line(1, 3 if extra else 2)
    for key, cell in truth.cells.items():
        more = [f"{cell.extra:.2f}"] if extra else []
        yield row(
            category_name(truth.game.variant, key, "en"), f"{cell.mean:.2f}", *more, f"{100 * cell.scratch_rate:.1f}%"
        )


def rule_cells_row(truth: Truth, keys: Sequence[str]) -> str:
    """A house rule's row in the table of means."""
    shown = (truth.cells.get(key) for key in keys)
    texts = (
        "–" if cell is None else f"{cell.mean + cell.extra:.2f} ({100 * cell.scratch_rate:.0f}%)" for cell in shown
    )
    return row(rule_name(truth.game), *texts)


def known_of(game: Game, known: Mapping[str, Found]) -> Found:
    """The facts about a game. Games with the same rules share them, but not their names."""
    there = known[game.variant.fingerprint]
    return replace(there, game=game) if isinstance(there, Truth) else there


def page(known: Mapping[str, Found]) -> Iterator[str]:
    """The page of results, line by line, from the facts by fingerprint."""
    known_games = [(game, known_of(game, known)) for game in games()]
    yield from INTRO.splitlines()
    yield from _games([truth for _, truth in known_games if isinstance(truth, Truth)])
    yield from plots()
    yield from beyond.sections()
    yield from ("", *FRACTIONS.splitlines())
    yield from _worth(known)
    yield from _left_out([(game, reason) for game, reason in known_games if isinstance(reason, str)], known)
    yield from ("", *CITE.splitlines())


def plots() -> Iterator[str]:
    """The existing pictures."""
    for name, text in PLOTS.items():
        if (FOLDER / f"{name}.svg").exists():
            yield from ("", f"![{text}](truth/{name}.svg)")


def details(known: Mapping[str, Found]) -> Iterator[str]:
    """The page of every category and house rule."""
    found = [known_of(game, known) for game in games()]
    yield from DETAILS.splitlines()
    yield from _house_rules(known)
    yield from _cells([truth for truth in found if isinstance(truth, Truth)], known)


def _games(truths: Sequence[Truth]) -> Iterator[str]:
    yield from ("", "## The games", "")
    yield row("game", "value", "deviation", *(f"{share}%" for share in SHARES), "bonus", "states", "rules")
    yield rule_line(1, 4 + len(SHARES), 1)
    yield from map(game_row, truths)
    alone = ", ".join(truth.game.name for truth in truths if plays_alone(truth.game.variant))
    if alone:
        yield from ("", f"Only the sheet of {alone} is solved. Actions between players and instant wins are left out.")
    if any(truth.spread is None for truth in truths):
        yield from ("", "Games without a deviation: only the value is known, because more needs too much memory.")
    if any(truth.simulated for truth in truths):
        yield from ("", f"≈: from {SIMULATED:,} simulated games, since the exact distribution needs too much memory.")
        yield "With several columns, the bonus counts if any column reaches it."


def _worth(known: Mapping[str, Found]) -> Iterator[str]:
    yield from ("", "## What a house rule is worth", "")
    yield "Mean points that a rule adds or costs under optimal play, compared with the game without it."
    yield ""
    yield row("house rule", *(variant_name(VARIANTS[key], "en") for key in PRESETS))
    yield rule_line(1, len(PRESETS))
    worth: dict[str, dict[str, str]] = {}
    for key in PRESETS:
        preset = known_of(Game(VARIANTS[key]), known)
        for truth in _solved(house_rules(key), known):
            assert isinstance(preset, Truth)
            worth.setdefault(rule_name(truth.game), {})[key] = _signed(truth.value - preset.value)
    for rule in sorted(worth):
        yield row(rule, *(worth[rule].get(key, "–") for key in PRESETS))
    yield from ("", "–: the game’s own rule, one that changes nothing there, or one that is left out below.")


def _house_rules(known: Mapping[str, Found]) -> Iterator[str]:
    for key in PRESETS:
        preset = known_of(Game(VARIANTS[key]), known)
        assert isinstance(preset, Truth)
        yield from ("", f"## House rules in {variant_name(VARIANTS[key], 'en')}", "")
        yield row("rule", "value", "worth", "deviation", *(f"{share}%" for share in SHARES), "bonus", "rules")
        yield rule_line(1, 4 + len(SHARES), 1)
        yield from (rule_row(truth, preset) for truth in _solved(house_rules(key), known))


def _cells(truths: Sequence[Truth], known: Mapping[str, Found]) -> Iterator[str]:
    yield from ("", "## Where the points come from")
    for truth in truths:
        if truth.play is None:
            continue
        yield from ("", f"### {truth.game.name}", "")
        yield from cells_table(truth)
    for key in PRESETS:
        rules = list(_solved(house_rules(key), known))
        keys = list(dict.fromkeys(cell for truth in rules for cell in truth.cells))
        yield from ("", f"### House rules in {variant_name(VARIANTS[key], 'en')}, cell by cell", "")
        yield "Mean with extra points, and how often the category is crossed out."
        yield ""
        yield row("rule", *(f"`{cell}`" for cell in keys))
        yield rule_line(1, len(keys))
        yield from (rule_cells_row(truth, keys) for truth in rules)


def _left_out(games: Sequence[tuple[Game, str]], known: Mapping[str, Found]) -> Iterator[str]:
    yield from ("", "## Left out", "")
    yield "What has no exact table, or one larger than this page was made for; [bots](bots.md) play them all the same."
    yield from SEVERAL_COLUMNS.splitlines()
    yield row("game", "why", "rules")
    yield rule_line(3)
    yield from (left_out_row(game, reason) for game, reason in games)
    for key in PRESETS:
        for game in house_rules(key):
            reason = known[game.variant.fingerprint]
            if isinstance(reason, str):
                yield left_out_row(game, reason)


def _solved(games: Iterator[Game], known: Mapping[str, Found]) -> Iterator[Truth]:
    for game in games:
        truth = known_of(game, known)
        if isinstance(truth, Truth):
            yield truth


def rule_name(game: Game) -> str:
    return code(switches_to_text(game.variant.switches).strip("{}"))


def _signed(points: float) -> str:
    text = f"{abs(points):.{2 if abs(points) >= SMALL else 4}f}"
    return "0" if float(text) == 0 else f"{'+' if points > 0 else '−'}{text}"


# ------------------------------------------------------------------------------- the command


def all_found(seconds: float) -> dict[str, Found]:
    """The facts of the whole page, by fingerprint; reports progress on standard error."""
    wanted = {game.variant.fingerprint: game for key in PRESETS for game in house_rules(key)}
    wanted = {game.variant.fingerprint: game for game in games()} | wanted
    known: dict[str, Found] = {}
    for number, (mark, game) in enumerate(wanted.items(), 1):
        began = time.perf_counter()
        known[mark] = found(game, seconds)
        said = known[mark] if isinstance(known[mark], str) else f"{time.perf_counter() - began:.1f} s"
        print(f"{number}/{len(wanted)} {game.name}: {said}", file=sys.stderr, flush=True)
    return known


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="how long a solve may take by its estimate")
    known = all_found(parser.parse_args().seconds)
    for path, lines in ((PAGE, page(known)), (DETAILED, details(known))):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
