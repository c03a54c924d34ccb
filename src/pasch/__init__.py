"""Pasch: the open home of the Kniffel family.

    >>> import pasch
    >>> kniffel = pasch.find_variant("kniffel")
    >>> kniffel.points("full_house", "22255")
    25
    >>> game = pasch.Game(kniffel, players=["Anna", "Bernd"])
    >>> game, events = game.apply(pasch.DiceRolled("13356"))
    >>> pasch.Score("chance") in game.legal_actions
    True

Names are imported when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pasch.analysis.analyse import analyse as analyse
    from pasch.analysis.ledger import Ledger as Ledger
    from pasch.analysis.winning import WinPoint as WinPoint
    from pasch.analysis.winning import win_curves as win_curves
    from pasch.bots import BOTS as BOTS
    from pasch.bots import bot_action as bot_action
    from pasch.bots import find_bot as find_bot
    from pasch.bots.levels import LEVELS as LEVELS
    from pasch.bots.play import Bot as Bot
    from pasch.rules.actions import Action as Action
    from pasch.rules.actions import ActionKind as ActionKind
    from pasch.rules.actions import Announce as Announce
    from pasch.rules.actions import Believe as Believe
    from pasch.rules.actions import Claim as Claim
    from pasch.rules.actions import Double as Double
    from pasch.rules.actions import Doubt as Doubt
    from pasch.rules.actions import EndTurn as EndTurn
    from pasch.rules.actions import EnterPoints as EnterPoints
    from pasch.rules.actions import NextGame as NextGame
    from pasch.rules.actions import RollDice as RollDice
    from pasch.rules.actions import Score as Score
    from pasch.rules.actions import TakeBack as TakeBack
    from pasch.rules.actions import TakeNothing as TakeNothing
    from pasch.rules.actions import UseAction as UseAction
    from pasch.rules.category import Cell as Cell
    from pasch.rules.dice import Keep as Keep
    from pasch.rules.dice import Roll as Roll
    from pasch.rules.errors import IllegalAction as IllegalAction
    from pasch.rules.errors import InvalidInput as InvalidInput
    from pasch.rules.errors import PaschError as PaschError
    from pasch.rules.errors import UnknownCategory as UnknownCategory
    from pasch.rules.errors import UnknownVariant as UnknownVariant
    from pasch.rules.events import ActionDieRolled as ActionDieRolled
    from pasch.rules.events import Announced as Announced
    from pasch.rules.events import DiceRolled as DiceRolled
    from pasch.rules.events import EntryTakenBack as EntryTakenBack
    from pasch.rules.events import GameStarted as GameStarted
    from pasch.rules.events import Scored as Scored
    from pasch.rules.game import Game as Game
    from pasch.rules.match import Match as Match
    from pasch.rules.notation.position import Position as Position
    from pasch.rules.notation.record import Record as Record
    from pasch.rules.notation.record_reader import read_record as read_record
    from pasch.rules.notation.record_writer import write_record as write_record
    from pasch.rules.variant import Variant as Variant
    from pasch.rules.variants import VARIANTS as VARIANTS
    from pasch.rules.variants import find_variant as find_variant
    from pasch.solver.advice import Advice as Advice
    from pasch.solver.duel.winning import Outcome as Outcome
    from pasch.solver.duel.winning import win_chances as win_chances
    from pasch.solver.estimates import NoRoom as NoRoom
    from pasch.solver.figures import FigureChance as FigureChance
    from pasch.solver.figures import figure_chances as figure_chances
    from pasch.solver.simulation.error import Error as Error
    from pasch.solver.simulation.games import Simulated as Simulated
    from pasch.solver.simulation.games import simulate as simulate
    from pasch.solver.solve import Solution as Solution
    from pasch.solver.store import advise as advise
    from pasch.solver.store import solve as solve

__version__ = "0.1.0"

_HOMES = {
    "analysis.analyse": ("analyse",),
    "analysis.ledger": ("Ledger",),
    "analysis.winning": ("WinPoint", "win_curves"),
    "bots": ("BOTS", "bot_action", "find_bot"),
    "bots.levels": ("LEVELS",),
    "bots.play": ("Bot",),
    "solver.advice": ("Advice",),
    "solver.duel.winning": ("Outcome", "win_chances"),
    "solver.simulation.error": ("Error",),
    "solver.figures": ("FigureChance", "figure_chances"),
    "solver.estimates": ("NoRoom",),
    "solver.simulation.games": ("Simulated", "simulate"),
    "solver.solve": ("Solution",),
    "solver.store": ("advise", "solve"),
    "rules.actions": (
        "Action",
        "ActionKind",
        "Announce",
        "Believe",
        "Claim",
        "Double",
        "Doubt",
        "EndTurn",
        "EnterPoints",
        "NextGame",
        "RollDice",
        "Score",
        "TakeBack",
        "TakeNothing",
        "UseAction",
    ),
    "rules.category": ("Cell",),
    "rules.dice": ("Keep", "Roll"),
    "rules.errors": ("IllegalAction", "InvalidInput", "PaschError", "UnknownCategory", "UnknownVariant"),
    "rules.events": ("ActionDieRolled", "Announced", "DiceRolled", "EntryTakenBack", "GameStarted", "Scored"),
    "rules.game": ("Game",),
    "rules.match": ("Match",),
    "rules.notation.position": ("Position",),
    "rules.notation.record": ("Record",),
    "rules.notation.record_reader": ("read_record",),
    "rules.notation.record_writer": ("write_record",),
    "rules.variant": ("Variant",),
    "rules.variants": ("VARIANTS", "find_variant"),
}

_HOME = {name: f"pasch.{home}" for home, names in _HOMES.items() for name in names}

__all__ = ["__version__", *_HOME]  # noqa: PLE0604 - the names are strings, listed above


if not TYPE_CHECKING:  # the type checker would believe in any name otherwise

    def __getattr__(name: str) -> object:
        home = _HOME.get(name)
        if home is None:
            raise AttributeError(f"module 'pasch' has no attribute {name!r}")
        return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted(__all__)
