"""A caller's legal actions in short: constraints and rows of numbers instead of a list.

`packed` converts the list; `all_actions` restores it, without the keeps and the rolls of real dice. A
caller who may roll keeps dice that include `locked` of the turn, at least `least` of them, and
rolls at least one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from pasch.rules.dice import Keep
from pasch.service.views.schema.actions import (
    EnterPointsAction,
    LegalAction,
    RollAction,
    ScoreAction,
    ScoreAfter,
    UseActionAction,
)
from pasch.service.views.schema.sheets import ResultSheet, Sums
from pasch.service.views.schema.socket import Offers, PackedSums, ScoreRow
from pasch.service.views.schema.table import Snapshot, Turn


@dataclass(frozen=True)
class Legal:
    """The legal actions of a caller, without the keeps of the dice on the table. Fewest dice come first in `keeps`."""

    actions: list[LegalAction]
    keeps: Sequence[Keep] = ()

    @property
    def all_actions(self) -> list[LegalAction]:
        """All legal actions; the keeps follow the roll without one."""
        return [*self.actions[:1], *map(_roll_with, self.keeps), *self.actions[1:]]


def _roll_with(keep: Keep) -> RollAction:
    return {"type": "roll", "keep": keep.to_text()}


def packed(legal: Legal, turn: Turn | None, sheets: Sequence[ResultSheet]) -> Offers:
    """The offers for legal actions in a turn, with the sheets of all seats."""
    pack: Offers = {"least": len(legal.keeps[0])} if legal.keeps else {}
    for action in legal.actions:
        _pack(pack, action, turn, sheets)
    return pack


def _pack(pack: Offers, action: LegalAction, turn: Turn | None, sheets: Sequence[ResultSheet]) -> None:
    match action["type"]:
        case "announce":
            pack.setdefault("announce", []).append(action["cell"])
        case "score" if "after" in action:
            pack.setdefault("score", {})[action["cell"]] = _row(
                action, action["after"], _sums_of(turn, sheets, action["cell"])
            )
        case "score":
            scratched = pack.setdefault("scratch", {})
            if extra := action.get("extra"):
                scratched[action["cell"]] = extra
        case "claim":
            claims = pack.setdefault("claim", {}).setdefault(action["cell"], [0])
            claims[0] = max(claims[0], action["points"] * action["honest"])
            claims.append(action["points"])
        case "enter_points":
            points, extra = action["points"], action.get("extra")
            pack.setdefault("points", {}).setdefault(action["cell"], []).append([points, extra] if extra else points)
        case "use_action":
            _pack_use(pack.setdefault("use", {}).setdefault(action["action"], {}), action)
        case kind if kind not in pack.setdefault("kinds", []):
            pack["kinds"].append(kind)
        case _:
            pass


def _pack_use(targets: dict[str, dict[str, int | None]], action: UseActionAction) -> None:
    if "target" in action:
        cells = targets.setdefault(str(action["target"]), {})
        if "cell" in action:
            cells[action["cell"]] = action.get("points")


# ------------------------------------------------------------------------------- entries


def _row(action: ScoreAction, after: ScoreAfter, now: tuple[Sums, Sums]) -> ScoreRow:
    """The points, the sums after it, whether it is strong, extra points, and the sums of its column after it.

    Trailing zeros and missing values are left out.
    """
    row: ScoreRow = [action["points"], _sums(after, now[0]), int(action.get("strong", False)), action.get("extra", 0)]
    if "after_column" in action:
        row.append(_sums(action["after_column"], now[1]))
    while len(row) > 1 and not row[-1]:
        row.pop()
    return row


def _sums(after: ScoreAfter, now: Sums) -> PackedSums:
    """The new total; with the other sums only where one of them changes."""
    if (after["upper"], after["saldo"], after["bonus"]) == (now["upper"], now["saldo"], now["bonus"]):
        return after["total"]
    return [after["total"], after["upper"], after["saldo"], after["bonus"]]


def _after(sums: PackedSums, now: Sums) -> ScoreAfter:
    match sums:
        case [int(total), int(upper), saldo, int(bonus)]:
            return {"upper": upper, "saldo": saldo, "bonus": bonus, "total": total}
        case _:
            total = cast("int", sums)
            return {"upper": now["upper"], "saldo": now["saldo"], "bonus": now["bonus"], "total": total}


def _sums_of(turn: Turn | None, sheets: Sequence[ResultSheet], cell: str) -> tuple[Sums, Sums]:
    """The sums of the seat to move, and of the column of a cell."""
    assert turn is not None
    seat = sheets[turn["seat"] - 1]
    return seat, seat["columns"][int(cell.partition("@")[2] or 1) - 1]


# ------------------------------------------------------------------------------- back to the list


def all_actions(pack: Offers, snapshot: Snapshot) -> list[LegalAction]:
    """The legal actions that these offers represent."""
    return [*_simple_actions(pack), *_scores(pack, snapshot), *_used(pack)]


def _simple_actions(pack: Offers) -> Iterator[LegalAction]:
    for kind in pack.get("kinds", ()):
        yield cast("LegalAction", {"type": kind})
    for cell in pack.get("announce", ()):
        yield {"type": "announce", "cell": cell}
    for cell, (honest, *claims) in pack.get("claim", {}).items():
        for each in claims:
            yield {"type": "claim", "cell": cell, "points": each, "honest": each <= honest}
    for cell, points in pack.get("points", {}).items():
        yield from (_points(cell, each) for each in points)


def _points(cell: str, offer: int | list[int]) -> EnterPointsAction:
    match offer:
        case [points, extra]:
            return {"type": "enter_points", "cell": cell, "points": points, "extra": extra}
        case _:
            return {"type": "enter_points", "cell": cell, "points": cast("int", offer)}


def _scores(pack: Offers, snapshot: Snapshot) -> Iterator[ScoreAction]:
    rows = pack.get("score", {})
    for cell, row in rows.items():
        yield _score(cell, row, *_sums_of(snapshot["turn"], snapshot["seats"], cell))
    for cell, row in rows.items() if "scratch" in pack else ():
        if row[0]:
            yield _with_extra({"type": "score", "cell": cell, "points": 0}, pack["scratch"].get(cell, 0))


def _score(cell: str, row: ScoreRow, seat: Sums, column: Sums) -> ScoreAction:
    points, after, strong, extra, *rest = [*row, 0, 0, 0][: max(4, len(row))]
    view: ScoreAction = {"type": "score", "cell": cell, "points": cast("int", points), "after": _after(after, seat)}
    view["strong"] = bool(strong)
    if "@" in cell:
        view["after_column"] = _after(rest[0] if rest else 0, column)
    return _with_extra(view, cast("int", extra))


def _with_extra(view: ScoreAction, extra: int) -> ScoreAction:
    return {**view, "extra": extra} if extra else view


def _used(pack: Offers) -> Iterable[UseActionAction]:
    for kind, targets in pack.get("use", {}).items():
        if not targets:
            yield {"type": "use_action", "action": kind}
        for target, cells in targets.items():
            view: UseActionAction = {"type": "use_action", "action": kind, "target": int(target)}
            if not cells:
                yield view
            for cell, points in cells.items():
                hit: UseActionAction = {**view, "cell": cell}
                yield hit if points is None else {**hit, "points": points}
