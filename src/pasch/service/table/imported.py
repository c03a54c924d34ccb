"""What a table stores about a match that was imported as a record."""

from collections.abc import Mapping
from dataclasses import dataclass

from pasch.rules.fingerprint import Plain
from pasch.rules.notation.record import Provenance

_ORIGIN = ("date", "table", "dice", "commitment", "seed")


@dataclass(frozen=True)
class Imported:
    """The origin of a match: `origin` as in its record.

    `fingerprint` is the SHA-256 of the record, in hexadecimal digits. `proved`: the seed produces the dice. This server
    does not know when that seed was promised, so it proves nothing to others.
    """

    fingerprint: str
    proved: bool
    origin: Provenance


def imported_to_data(imported: Imported | None) -> dict[str, Plain]:
    """The import data for the first event of a table; empty for a match that was played here."""
    if imported is None:
        return {}
    origin = imported.origin
    data: dict[str, Plain] = {name: getattr(origin, name) for name in _ORIGIN}
    data["seeds"] = [[seat, seed] for seat, seed in origin.seeds]
    return {"imported": {"fingerprint": imported.fingerprint, "proved": imported.proved, **data}}


def imported_from_data(data: Mapping[str, Plain]) -> Imported | None:
    """The import data from the first event of a table."""
    match data.get("imported"):
        case {"fingerprint": str(fingerprint), "proved": bool(proved), "seeds": list(seeds), **rest}:
            pairs = tuple((seat, seed) for pair in seeds for seat, seed in _seed(pair))
            texts = {name: str(rest.get(name, "")) for name in _ORIGIN}
            return Imported(fingerprint, proved, Provenance(**texts, seeds=pairs))
        case _:
            return None


def _seed(pair: Plain) -> list[tuple[int, str]]:
    match pair:
        case [int(seat), str(seed)]:
            return [(seat, seed)]
        case _:
            return []
