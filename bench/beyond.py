"""Sections of docs/truth.md from the data files in docs/truth: skill, risk, games of two, several columns."""

from collections.abc import Iterator, Sequence
from math import ceil

from bench.datafile import FOLDER, Line, name_of, read
from bench.tables import row, rule_line

SHOWN = ("kniffel", "yahtzee", "yatzy", "cheerio", "crag")
"""Games shown with play for risk; the file has the others."""

BRACKETED = ("kniffel", "kniffel-plain", "yahtzee", "yatzy", "yacht", "cheerio", "crag")
"""Games shown with a bracket; the file has the others."""

SKILL = """## Skill and luck

A *regular* player sometimes makes small errors, like people who play often ([levels](bots.md)).
The *index* is the gap between both means in standard deviations of the difference of two totals:
the more skill decides, the greater it is. *Matches*: after so many games against each other the
perfect player has more points in total in 95 of 100 cases. [skill.jsonl](truth/skill.jsonl) has these
figures. With several columns, saved rolls or over 100 million states, the deviation comes from a
million simulated games.
"""

RISK = """## Play with risk

Play for the mean of e^(θ · score) seeks risk for θ above 0 and avoids it below. The *sure score* is
the one that is worth as much to such a player as the game. At θ = ±0.01 the mean falls by a tenth
of a point in Cheerio. It falls by up to a point in Yahtzee, where extra points reward risk, and by up
to 2.6 points in six-dice Spiffel. [risk.jsonl](truth/risk.jsonl) has eleven θ for each of its games:
`theta`, `certain` (the sure score), `mean`, `deviation`, `bonus_rate`.
[targets.jsonl](truth/targets.jsonl) holds the best chance of every score: `chances[s]` is the
greatest chance of `s` points or more, for a player who plays for nothing else. Both have every game
of one column with at most two million states, Escalero, and Kniffel on the columns `down|up`,
`free|up` and `free|down`. The first also has six-dice Spiffel and Maxi Yatzy without saved rolls.
For several columns, mean, deviation and bonus come from a million simulated games.
"""

DUELS = """## Games of two

Whole games of two, solved from the first roll with both sheets in view. The *advantage* is what the
first player has more than one half, a draw counting half, when both play for the win. The *cost* is
what playing for points loses, for each player, against an opponent who plays for the win and knows
it. Both are percentage points. `pasch solve GAME --duel` computes such games;
[duels.jsonl](truth/duels.jsonl) has their wins, draws and losses.
"""

BRACKETS = """Kniffel has too many pairs of sheets: 394,240 states of one sheet make billions of pairs. Proven
instead is a *bracket*: each player's share of the wins, a draw counting half, lies between two
figures. A player who never looks at the other sheet can guarantee the lower one, even against an
opponent who knows the player's final total in advance ([method](method.md)). A real opponent knows
less, but a bound that uses this needs all pairs of sheets.
"""

BOUNDS = """## Sheets of several columns

Many sheets of several columns have too many states for an exact value. Their value lies between two
figures: the mean of a strong player, from a million games, and a proven upper bound
([method](method.md)). *Independent columns* is a simpler upper bound: each column is solved alone
and may use every turn of the sheet. The *gap* is the distance from the player to the bound, in
percent of the bound. For Yams and Jamb the columns down and up are solved together, the other two
alone. [bounds.jsonl](truth/bounds.jsonl) has the seeds and the 95% intervals of the means.
"""


def sections() -> Iterator[str]:
    """The lines of all sections that have files."""
    texts = (SKILL, RISK, DUELS, BRACKETS, BOUNDS)
    for text, lines in zip(texts, (_skill(), _risk(), _duels(), _brackets(), _bounds()), strict=True):
        table = list(lines)
        if len(table) > 2:
            yield from ("", *text.splitlines(), "", *table)


def _lines(name: str) -> Sequence[Line]:
    return list(read(FOLDER / f"{name}.jsonl").values())


def _skill() -> Iterator[str]:
    yield row("game", "perfect", "regular", "gap", "deviation", "index", "matches")
    yield rule_line(1, 6)
    for line in sorted(_lines("skill"), key=lambda line: -line["index"]):
        perfect, regular = line["perfect"], line["regular"]
        gap = perfect["mean"] - regular["mean"]
        figures = (perfect["mean"], regular["mean"], gap, perfect["deviation"])
        yield row(name_of(line), *(f"{figure:.2f}" for figure in figures), f"{line['index']:.3f}", f"{line['matches']}")


def _risk() -> Iterator[str]:
    yield row("game", "θ", "sure score", "mean", "deviation", "bonus")
    yield rule_line(1, 5)
    for line in _lines("risk"):
        for play in line["plays"] if line["game"] in SHOWN and not line["rules"] else ():
            if abs(play["theta"]) in {0.0, 0.01, 0.05}:
                theta = f"{play['theta']:g}".replace("-", "−")
                figures = (f"{play[key]:.2f}" for key in ("certain", "mean", "deviation"))
                bonus = f"{100 * play['bonus_rate']:.1f}%" if play["bonus_rate"] else "–"
                yield row(name_of(line), theta, *figures, bonus)


def _duels() -> Iterator[str]:
    yield row("game", "first wins", "draw", "second wins", "advantage", "cost, first", "cost, second")
    yield rule_line(1, 6)
    for line in _lines("duels"):
        best, costs = line["best"], line["costs"]
        chances = (f"{100 * best[key]:.3f}%" for key in ("win", "draw", "loss"))
        points = (f"{100 * share:.3f}".replace("-", "−") for share in (line["advantage"], *costs))
        yield row(name_of(line), *chances, *points)


def _brackets() -> Iterator[str]:
    yield row("game", "from", "to")
    yield rule_line(1, 2)
    for line in _lines("targets"):
        if line["game"] in BRACKETED and not line["rules"]:
            least, most = line["bracket"]
            yield row(name_of(line), f"{100 * least:.2f}%", f"{100 * most:.2f}%")


def _bounds() -> Iterator[str]:
    yield row("game", "player", "exact", "at most", "independent columns", "gap")
    yield rule_line(1, 5)
    for line in _lines("bounds"):
        player, bound = line["player"], line["bound"]
        mean = f"{player['mean']:.2f}" if player else "–"
        exact = f"{line['exact']:.2f}" if line["exact"] else "–"
        gap = f"{100 * (1 - player['mean'] / bound):.1f}%" if player else "–"
        bounds = (f"{ceil(100 * each) / 100:.2f}" for each in (bound, line["independent"]))
        yield row(name_of(line), mean, exact, *bounds, gap)
