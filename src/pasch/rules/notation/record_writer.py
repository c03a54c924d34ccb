"""Writing a record: a reader of the log that ends in text."""

from pasch.rules.events import Announced, DiceRolled, EntryTakenBack, GameStarted, Scored
from pasch.rules.notation.record import Ending, Provenance, Record
from pasch.rules.notation.switches import switches_to_json
from pasch.rules.notation.turns import entry_text, throw_text

FIRST_LINE = "pasch-record 1"


def write_record(record: Record) -> str:
    """The record as text, which `read_record` reads back to an equal record."""
    return "\n".join((FIRST_LINE, *_header(record), *_turns(record), _result(record), ""))


def _header(record: Record) -> list[str]:
    variant = record.match.variant
    lines = [f"variant: {variant.key}"]
    if variant.switches:
        lines.append(f"rules: {switches_to_json(variant.switches)}")
    # A name stands in one line: whatever blanks it has become one.
    lines += [f"player {seat}: {' '.join(name.split())}" for seat, name in enumerate(record.players, start=1)]
    if record.match.length > len(record.games):
        lines.append(f"games: {record.match.length}")
    return lines + _provenance(record.provenance)


def _provenance(origin: Provenance) -> list[str]:
    pairs = [(name, getattr(origin, name)) for name in ("date", "table", "dice", "commitment", "seed")]
    pairs += [(f"seed {seat}", seed) for seat, seed in origin.seeds]
    return [f"{name}: {value}" for name, value in pairs if value]


def _turns(record: Record) -> list[str]:
    lines: list[str] = []
    match = record.start
    tokens: list[str] = []  # of the turn that is running, its number first
    finished: list[str] = []  # of the turn that could be taken back
    for event in record.events:
        turn = match.game.turn
        if turn is not None and not tokens:
            tokens = [f"{turn.round}.{turn.seat}"]
        match event:
            case DiceRolled():
                tokens.append(throw_text(event, first=turn is None or turn.roll is None))
            case Announced(_, cell):
                tokens.append(f"!{match.variant.cell_text(cell)}")
            case Scored():
                known = ["?"] if event.by_hand else []
                lines.append(" ".join((*tokens, *known, entry_text(match.variant, event))))
                finished, tokens = tokens, []
            case EntryTakenBack():
                tokens = [f"^{finished[0].removeprefix('^')}", *finished[1:]]
            case GameStarted(number):
                lines.append(f"game: {number}")
                tokens = []
        match = match.evolve(event)
    unfinished = len(tokens) > 1 or any(token.startswith("^") for token in tokens)
    return [*lines, " ".join(tokens)] if unfinished else lines


def _result(record: Record) -> str:
    match record.ending:
        case Ending.RUNNING:
            return "result: *"
        case Ending.ABORTED:
            return "result: aborted"
        case Ending.FINISHED:
            return f"result: {' '.join(map(str, record.totals))}"
