"""A ledger in the plain data of the wire: its figures, with words for everything that was decided. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from pasch.analysis import Choice, GameLedger, Ledger, PlayerLedger, RollLuck, SeatLedger, TurnLedger
from pasch.analysis.figures import (
    ChoiceFigures,
    GameFigures,
    PlayerFigures,
    RollFigures,
    SeatFigures,
    TurnFigures,
    figures,
)
from pasch.rules.variant import Variant
from pasch.service.ports import WinPoint
from pasch.words import action_words, ledger_text, sheet_layout, variant_name

View = dict[str, object]
"""What travels; `pasch.server.wire.coach` tells the shapes."""

Curves = Sequence[Sequence[WinPoint] | None]
"""The chances to win over each game."""


def ledger_view(ledger: Ledger, whys: Mapping[Choice, str], curves: Curves, lang: str) -> View:
    """The ledger; `whys` has a sentence for every lesson."""
    told, wording = figures(ledger), _Wording(ledger.variant, lang, whys)
    alone = len(ledger.players) == 1
    players = zip(told["players"], ledger.players, strict=True)
    games = zip(told["games"], ledger.games, curves, strict=True)
    return {
        **told,
        "variant_name": variant_name(ledger.variant, lang),
        "sheet": sheet_layout(ledger.variant, lang),
        "players": [wording.player(shown, player, alone=alone) for shown, player in players],
        "games": [wording.game(*each) for each in games],
    }


class _Wording:
    """Adds the words, level by level."""

    def __init__(self, variant: Variant, lang: str, whys: Mapping[Choice, str]) -> None:
        self._variant = variant
        self._lang = lang
        self._whys = whys

    def player(self, told: PlayerFigures, player: PlayerLedger, *, alone: bool) -> View:
        lessons = zip(told["lessons"], player.lessons, strict=True)
        return {
            **told,
            "text": ledger_text(self._lang, player.luck, player.loss, "" if alone else player.name),
            "lessons": [{**self._choice(*lesson), "why": self._whys[lesson[1]]} for lesson in lessons],
        }

    def game(self, told: GameFigures, game: GameLedger, curve: Sequence[WinPoint] | None) -> View:
        seats = zip(told["seats"], game.seats, strict=True)
        win = None if curve is None else [asdict(point) for point in curve]
        return {**told, "seats": [self._seat(*seat) for seat in seats], "win": win}

    def _seat(self, told: SeatFigures, seat: SeatLedger) -> View:
        turns = zip(told["turns"], seat.turns, strict=True)
        return {**told, "turns": [self._turn(*turn) for turn in turns]}

    def _turn(self, told: TurnFigures, turn: TurnLedger) -> View:
        rolls = zip(told["rolls"], turn.rolls, strict=True)
        return {**told, "rolls": [self._roll(*roll) for roll in rolls]}

    def _roll(self, told: RollFigures, roll: RollLuck) -> View:
        if told["choice"] is None or roll.choice is None:
            return {**told}
        return {**told, "choice": self._choice(told["choice"], roll.choice)}

    def _choice(self, told: ChoiceFigures, choice: Choice) -> View:
        words = {
            "action_words": action_words(self._lang, self._variant, choice.action),
            "best_words": action_words(self._lang, self._variant, choice.best),
        }
        return {**told, **words}
