"""What a table says of a match that was played elsewhere and came here as a record."""

from collections.abc import Mapping
from dataclasses import dataclass

from pasch.rules.fingerprint import Plain
from pasch.rules.notation.record import Provenance

_ORIGIN = ("date", "table", "dice", "commitment", "seed")


@dataclass(frozen=True)
class Imported:
    """Where a match came from: `origin` as its record says it.

    `fingerprint` is the SHA-256 of the record, in hexadecimal digits. `proved`: its dice are those that its seed
    makes. When that seed was promised, nobody here knows, so it proves nothing to others.
    """

    fingerprint: str
    proved: bool
    origin: Provenance


def imported_to_data(imported: Imported | None) -> dict[str, Plain]:
    """What the first event of a table says of it: nothing for one that was played here."""
    if imported is None:
        return {}
    origin = imported.origin
    told: dict[str, Plain] = {name: getattr(origin, name) for name in _ORIGIN}
    told["seeds"] = [[seat, seed] for seat, seed in origin.seeds]
    return {"imported": {"fingerprint": imported.fingerprint, "proved": imported.proved, **told}}


def imported_from_data(data: Mapping[str, Plain]) -> Imported | None:
    """What the first event of a table says."""
    match data.get("imported"):
        case {"fingerprint": str(fingerprint), "proved": bool(proved), "seeds": list(seeds), **told}:
            pairs = tuple((seat, seed) for pair in seeds for seat, seed in _seed(pair))
            texts = {name: str(told.get(name, "")) for name in _ORIGIN}
            return Imported(fingerprint, proved, Provenance(**texts, seeds=pairs))
        case _:
            return None


def _seed(pair: Plain) -> list[tuple[int, str]]:
    match pair:
        case [int(seat), str(seed)]:
            return [(seat, seed)]
        case _:
            return []
