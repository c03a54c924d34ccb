"""Sheets whose owners have left, for whoever looks ahead."""

from dataclasses import replace

from pasch.rules.game import Game


def closed(game: Game) -> Game:
    """The game with the open cells of frozen sheets scratched, so that they are full as those of who has finished.

    Their sums stay what they are; only where points are settled by full sheets the result may differ.
    """
    if not game.frozen or game.turn is None:
        return game
    sheets = tuple(
        replace(sheet, points=tuple(points or 0 for points in sheet.points)) if seat in game.frozen else sheet
        for seat, sheet in enumerate(game.sheets, start=1)
    )
    return game.having(game.turn, sheets=sheets, keeps_latest=True)
