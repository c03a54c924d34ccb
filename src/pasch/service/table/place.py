"""A seat of a table, as the log knows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from pasch.rules.errors import InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.service.requests import SeatKind
from pasch.service.table.options import Absent
from pasch.service.table.presence import Away, Substitute


@dataclass(frozen=True)
class Place:
    """A seat. `taken` is false only while a person is awaited; `ready` counts until the start.

    `gone`: its owner has left for good, without a substitute. `computer`: a bot's account sits there. `choice`: the
    others' decision for this absence; None leaves it to the table. `real`: people on this seat have real dice.
    `shared`: it is played at the device of another seat, as the log says. `mark`: the face of the die that its player
    chose to appear next to the name.
    """

    kind: SeatKind
    bot: str | None = None
    taken: bool = True
    ready: bool = False
    away: Away | None = None
    choice: Absent | None = None
    substitute: Substitute | None = None
    gone: bool = False
    computer: bool = False
    real: bool = False
    shared: bool = False
    mark: int | None = None

    @property
    def person(self) -> bool:
        """Whether a person sits there, not a bot of the table."""
        return self.taken and not self.gone and self.kind is not SeatKind.BOT

    @property
    def present(self) -> bool:
        """Whether the player on the seat is present."""
        return self.taken and not self.gone and self.away is None

    @property
    def player(self) -> str | None:
        """The policy that moves for this seat; None for a person who moves without one."""
        return self.bot if self.substitute is None else self.substitute.bot

    @property
    def data(self) -> dict[str, Plain]:
        """The seat in the first event of a table; `from_data` reads it back."""
        data: dict[str, Plain] = {"kind": self.kind.value, "bot": self.bot}
        data |= {key: True for key in ("computer", "real", "shared") if getattr(self, key)}
        return data if self.mark is None else data | {"mark": self.mark}

    @classmethod
    def from_data(cls, data: Plain) -> Self:
        """Raises `InvalidInput`."""
        match data:
            case {"kind": str(kind), "bot": None | str() as bot, **more}:
                human = SeatKind(kind) is SeatKind.HUMAN
                computer, real, shared = (more.get(key) is True for key in ("computer", "real", "shared"))
                mark = face(more.get("mark"))
                return cls(SeatKind(kind), bot, taken=not human, computer=computer, real=real, shared=shared, mark=mark)
            case _:
                raise InvalidInput("A seat has a kind and a bot")


VACANT = Place(SeatKind.HUMAN, taken=False)
"""A seat open to everyone."""


def on_one_device(places: Iterable[Place]) -> bool:
    """Whether no person plays remotely. Hints are then allowed by default."""
    return SeatKind.HUMAN not in [place.kind for place in places]


def face(data: object) -> int | None:
    """A face of a die in an event; None for anything else."""
    return data if isinstance(data, int) and data in range(1, 7) else None
