"""The solving process of a server: `python -m pasch.analysis.worker`.

It has the jobs of `pasch.solver.worker` and two more:

    {"id": 8, "do": "luck", "record": "…", "game": 1}
    {"id": 8, "done": {"luck": [[{"luck": -3.1, "losses": {"keeps": 4.2, …}}, null]]}}
    {"id": 9, "do": "perfect", "variant": "kniffel", "rules": {}, "chances": true}
    {"id": 9, "done": {"mean": 245.8, "deviation": 39.8, "chances": [0.0, …]}}
"""

from __future__ import annotations

from pasch.analysis.analyse import analyse
from pasch.analysis.ledger import SeatLedger
from pasch.rules.notation.record_reader import read_record
from pasch.rules.variants import variant_with
from pasch.solver.worker import JOBS, Found, Report, Request, main


def luck(request: Request, _report: Report) -> Found:
    """The luck and losses of every seat, in one game of a record or, if `game` is null, in all games.

    Seats of other games and seats whose sheet is not full get null.
    """
    only = request["game"]
    ledger = analyse(read_record(request["record"]), par=False, only=only)
    found = [
        [_split(seat) if seat.finished and only in {None, game.number} else None for seat in game.seats]
        for game in ledger.games
    ]
    return {"luck": found}


def _split(seat: SeatLedger) -> Found:
    return {"luck": seat.luck, "losses": dict(seat.losses)}


def perfect(request: Request, _report: Report) -> Found:
    """The score of perfect play: mean, standard deviation, and with `chances` the chance of every score from 0."""
    from pasch.solver.facts import scores_of
    from pasch.solver.store import solve

    solution = solve(variant_with(request["variant"], request["rules"]))
    chances = scores_of(solution).tolist() if request["chances"] else []
    return {"mean": solution.value, "deviation": solution.deviation, "chances": chances}


if __name__ == "__main__":
    main({**JOBS, "luck": luck, "perfect": perfect})
