"""Profiles: the figures of people who show them to everyone."""

from dataclasses import replace

from pasch.service.daily import Daily
from pasch.service.errors import UnknownPerson
from pasch.service.ids import Handle, TableId
from pasch.service.people.store import PeopleStore
from pasch.service.ports import SeatRow, Solver
from pasch.service.requests import Session
from pasch.service.results.outcomes import Outcome
from pasch.service.results.results import ResultStore
from pasch.service.results.scores import AskStatistics, Scores, perfection_of
from pasch.service.results.statistics import Perfection, profile_view, skill_in
from pasch.service.runtime.tables import Tables
from pasch.service.views.schema.results import Profile, SeatSkills

LATEST = 500
"""The number of a player's latest games that count for the figure at a table."""


class Profiles:
    """Answers questions about other people. `lang` and callers as in `Tables`, `asker` as in `Solver`."""

    def __init__(self, people: PeopleStore, results: ResultStore, scores: Scores, daily: Daily, tables: Tables) -> None:
        self._people = people
        self._results = results
        self._scores = scores
        self._daily = daily
        self._tables = tables

    async def show(self, handle: Handle, request: AskStatistics, solver: Solver, lang: str, asker: str) -> Profile:
        """A public profile, with one variant in detail. Its name replaces the one of `request`.

        Raises `UnknownPerson`, alike for a private profile; `UnknownVariant`, `InvalidInput`.
        """
        person = await self._people.person_known_as(handle)
        if person is None or not person.public:
            raise UnknownPerson
        request = replace(request, name=await self._name(person))
        found = await self._scores.figures(person.id, request, solver, asker)
        streaks = await self._daily.streaks(person)
        return await self._tables.pace.in_thread(profile_view, person, *found, streaks, lang)

    async def at_table(self, caller: Session | None, table: TableId, solver: Solver, asker: str) -> SeatSkills:
        """The skill at each seat of the caller, and of people with public profiles, in the variant of the table.

        Raises `UnknownTable`, `ContinuedElsewhere`.
        """
        live = await self._tables.find(caller, table)
        variant = live.state.variant
        shown: dict[int, tuple[bool, list[Outcome]]] = {}
        for seat in live.row.seats:
            public = await self._is_public(seat)
            if seat.session is not None and (public or (caller is not None and caller.id == seat.session)):
                games = await self._results.latest_split(seat.session, seat.name, variant, LATEST)
                shown[seat.seat] = public, [*games]
        # Games of known luck exist only for variants that were solved before.
        known = any(games for _, games in shown.values())
        perfection = await perfection_of(solver, variant, asker) if known else Perfection()
        return {
            "seats": [
                {"seat": seat, "public": public, **skill_in(games, variant, perfection)}
                for seat, (public, games) in shown.items()
            ]
        }

    async def _is_public(self, seat: SeatRow) -> bool:
        """Whether the player of a seat has a public profile under the name of the seat."""
        person = None if seat.session is None else await self._people.person(seat.session)
        return person is not None and person.public and seat.name == await self._name(person)

    async def _name(self, person: Session) -> str:
        """The name of a profile. Other names of the same device may belong to other people."""
        return person.name or await self._results.usual_name(person.id)
