"""The ledger of a match: its luck and its skill."""

from pasch.analysis.analyse import analyse
from pasch.analysis.ledger import (
    Choice,
    GameLedger,
    Kind,
    Ledger,
    PlayerLedger,
    Point,
    RollLuck,
    SeatLedger,
    TurnLedger,
)
from pasch.analysis.winning import WinCurve, WinPoint, win_curves

__all__ = [
    "Choice",
    "GameLedger",
    "Kind",
    "Ledger",
    "PlayerLedger",
    "Point",
    "RollLuck",
    "SeatLedger",
    "TurnLedger",
    "WinCurve",
    "WinPoint",
    "analyse",
    "win_curves",
]
