"""The head of a record: the rules, the players, and where the dice came from."""

from dataclasses import dataclass, field

from pasch.rules.errors import InvalidInput
from pasch.rules.match import Match
from pasch.rules.notation.record import Provenance, Record
from pasch.rules.notation.switches import switches_from_json, switches_to_json
from pasch.rules.variants import find_variant

FIRST_LINE = "pasch-record 1"


def header_lines(record: Record) -> list[str]:
    """The lines after the first one, which `Header` reads."""
    variant = record.match.variant
    lines = [f"variant: {variant.key}"]
    if variant.switches:
        lines.append(f"rules: {switches_to_json(variant.switches)}")
    lines += [f"player {seat}: {_in_one_line(name)}" for seat, name in enumerate(record.players, start=1)]
    if record.match.length > len(record.games):
        lines.append(f"games: {record.match.length}")
    return lines + _provenance(record.provenance)


def _in_one_line(name: str) -> str:
    """A name as it stands in a record: blanks in a row are one, and so is what other programs take for a line's end."""
    return " ".join(name.split())


def _provenance(origin: Provenance) -> list[str]:
    pairs = [(name, getattr(origin, name)) for name in ("date", "table", "dice", "commitment", "seed")]
    pairs += [(f"seed {seat}", seed) for seat, seed in origin.seeds]
    return [f"{name}: {value}" for name, value in pairs if value]


@dataclass
class Header:
    """The header lines read so far."""

    variant: str = ""
    rules: str = "{}"
    players: list[str] = field(default_factory=list)
    games: int = 1
    told: dict[str, str] = field(default_factory=dict)
    seeds: list[tuple[int, str]] = field(default_factory=list)

    def read(self, name: str, value: str) -> None:
        """Take in one line. Raises `InvalidInput`, `UnknownVariant`."""
        match name.split():
            case ["variant"]:
                self.variant = find_variant(value).key
            case ["rules"]:
                switches_from_json(value)
                self.rules = value
            case ["games"] if value.isascii() and value.isdigit():
                self.games = int(value[:4])
            case ["player", seat]:
                self._player(int(seat), value)
            case ["date" | "table" | "dice" | "commitment" | "seed"]:
                self.told[name] = value
            case ["seed", seat]:
                self.seeds.append((int(seat), value))
            case _:
                raise InvalidInput("“{name}” is no header line", name=name[:40])

    def _player(self, seat: int, name: str) -> None:
        if seat != len(self.players) + 1:
            raise InvalidInput("Player {due} is due here, not player {seat}", due=len(self.players) + 1, seat=seat)
        self.players.append(_in_one_line(name))

    @property
    def provenance(self) -> Provenance:
        """Where the record comes from."""
        return Provenance(**self.told, seeds=tuple(self.seeds))

    def begin(self) -> Match:
        """The match before its first turn. Raises `InvalidInput`."""
        if not self.variant:
            raise InvalidInput("The header has no variant: before the first turn a line is missing")
        variant = find_variant(self.variant).replace(**switches_from_json(self.rules))
        return Match.begin(variant, self.players, self.games)
