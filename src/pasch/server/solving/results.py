"""What the solving process is asked for when games have ended: their luck, and what perfect play would have scored."""

import os
from hashlib import sha256

from pasch.rules.errors import InvalidInput
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_writer import write_record
from pasch.server.configuration.settings import Solving
from pasch.server.solving.job_queue import Job, Urgency
from pasch.solver import cache
from pasch.solver.facts import Fact, expected
from pasch.solver.solve import Solution


def luck_job(record: Record) -> Job:
    """The luck of every seat of every game of a record. Nobody waits for it."""
    text = write_record(record)
    return Job(f"luck {sha256(text.encode()).hexdigest()}", {"do": "luck", "record": text}, Urgency.AHEAD)


def perfect_job(solution: Solution, settings: Solving, asker: str) -> Job:
    """What perfect play scores; the chance of every score only where this server has time and memory for it.

    Raises `InvalidInput` where it has not even enough for the deviation.
    """
    variant = solution.variant
    if not _affordable(solution, Fact.PLAY, settings):
        raise InvalidInput("What perfect play of {variant} scores would take this server too long", variant=variant.key)
    request = {
        "do": "perfect",
        "variant": variant.key,
        "rules": dict(variant.switches),
        "chances": _affordable(solution, Fact.SCORES, settings),
    }
    return Job(f"perfect {variant.fingerprint}", request, asker=asker)


def _affordable(solution: Solution, fact: Fact, settings: Solving) -> bool:
    """Whether a fact is known already, or can be worked out within the bounds."""
    if solution.program.only_values:
        return False
    needed = expected(solution, fact, os.cpu_count() or 1)
    known = cache.table_path(solution.variant, fact.value).exists()
    return known or (needed.seconds <= settings.seconds and needed.bytes <= settings.memory)
