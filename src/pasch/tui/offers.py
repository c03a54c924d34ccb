"""The legal actions, sorted by cell and by kind. This module knows no rules: the server sends every action."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pasch.service.views.schema.actions import (
    AnnounceAction,
    ClaimAction,
    EnterPointsAction,
    LegalAction,
    ScoreAction,
)
from pasch.service.views.schema.table import Seat, Snapshot


@dataclass(frozen=True)
class Offer:
    """The actions in one cell; `points` are the possible entries with real dice."""

    score: ScoreAction | None = None
    scratch: ScoreAction | None = None
    announce: AnnounceAction | None = None
    claims: tuple[ClaimAction, ...] = ()
    points: tuple[EnterPointsAction, ...] = ()

    @property
    def honest(self) -> int:
        """The most points of an honest claim."""
        return max((claim["points"] for claim in self.claims if claim["honest"]), default=0)

    @property
    def forgoing(self) -> int:
        """The extra points for scratching the cell, where writing in it earns fewer."""
        if self.scratch is None:
            return 0
        extra = self.scratch.get("extra", 0)
        return extra if self.score is None or extra > self.score.get("extra", 0) else 0


NO_OFFER = Offer()
Offers = Mapping[str, Offer]
"""Offers by the cell's wire name."""


def offers_of(actions: Iterable[LegalAction]) -> Offers:
    """The offers by cell."""
    offers: dict[str, Offer] = {}
    for action in actions:
        match action["type"]:
            case "score" | "announce" | "claim" | "enter_points":
                offers[action["cell"]] = _with(offers.get(action["cell"], NO_OFFER), action)
            case _:
                pass
    return offers


def _with(offer: Offer, action: ScoreAction | AnnounceAction | ClaimAction | EnterPointsAction) -> Offer:
    match action["type"]:
        case "announce":
            return replace(offer, announce=action)
        case "claim":
            return replace(offer, claims=(*offer.claims, action))
        case "enter_points":
            return replace(offer, points=(*offer.points, action))
        case "score" if action["points"] == 0:
            return replace(offer, scratch=action)
        case "score":
            return replace(offer, score=action)


def kinds(snapshot: Snapshot) -> frozenset[str]:
    """The types of the legal actions. Rolls with a ten-sided die are too many to be listed there."""
    types = frozenset(action["type"] for action in snapshot["legal_actions"])
    return types | {"enter_dice"} if _types_tens(snapshot) else types


def _types_tens(snapshot: Snapshot) -> bool:
    turn, seat = snapshot["turn"], mover(snapshot)
    if turn is None or seat is None or not snapshot["sheet"]["ten_sided"] or not moves_here(snapshot):
        return False
    return types_dice(seat) and turn["rolls_left"] > 0


def types_dice(seat: Seat) -> bool:
    """Whether this terminal types the dice of a seat."""
    return seat["mine"] and seat["real_dice"] and seat["held"] is None


ENDINGS = ("end_turn", "take_nothing", "next_game")
"""The actions of the key E, of which one is possible at a time."""


def of_kind(snapshot: Snapshot, *wanted: str) -> list[LegalAction]:
    """The legal actions of some types."""
    return [action for action in snapshot["legal_actions"] if action["type"] in wanted]


def body_of(action: LegalAction) -> dict[str, object]:
    """The command of a legal action, without its descriptive fields."""
    more = [] if action["type"] == "enter_points" else ["extra"]
    informative = {"after", "after_column", "strong", "honest", *more}
    return {name: value for name, value in action.items() if name not in informative}


def seat_of(snapshot: Snapshot, number: int) -> Seat:
    """A seat by its number."""
    return snapshot["seats"][number - 1]


def mover(snapshot: Snapshot) -> Seat | None:
    """The seat that has to act."""
    return None if snapshot["turn"] is None else seat_of(snapshot, snapshot["turn"]["seat"])


def moves_here(snapshot: Snapshot) -> bool:
    """Whether the seat that has to act plays at this terminal."""
    seat = mover(snapshot)
    return snapshot["status"] == "running" and seat is not None and seat["mine"]


def mine(snapshot: Snapshot) -> list[Seat]:
    """The seats played from this terminal."""
    return [seat for seat in snapshot["seats"] if seat["mine"] and seat["kind"] != "bot"]


def owner(snapshot: Snapshot) -> int | None:
    """The seat whose turn it is; while a claim waits for an answer, another seat has to act."""
    turn = snapshot["turn"]
    if turn is None:
        return None
    return turn["seat"] if turn["claim"] is None else turn["claim"]["seat"]
