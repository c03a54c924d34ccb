"""The source of the examples in the OpenAPI document: people play, chat and leave, and a recorder writes it down.

`python -m tests.server.recorded` regenerates the file of examples.
"""

import asyncio
import tempfile
from pathlib import Path

from tests.server import recorded_games, recorded_people, recorded_time
from tests.server.recorder import Recorder

PLACE = Path(__file__).parents[2] / "src" / "pasch" / "server" / "api" / "examples.json"
EVENING = (
    recorded_people.people,
    recorded_people.choices,
    recorded_people.talk,
    recorded_people.refusals,
    recorded_games.tables,
    recorded_games.moves,
    recorded_games.results,
    recorded_games.daily,
    recorded_games.events,
    recorded_games.puzzles,
    recorded_games.real_dice,
    recorded_games.mechanics,
    recorded_time.pauses,
    recorded_time.absence,
)


async def recorded(folder: Path) -> str:
    """The text of the file, made in an empty folder."""
    recorder = Recorder()
    for scene in EVENING:
        household = scene is not recorded_people.refusals
        async with recorder.world(folder / f"{scene.__name__}.sqlite3", household=household) as world:
            await scene(recorder, world)
    async with recorder.world(folder / "sockets.sqlite3", heartbeat=0.2) as world:
        await recorded_time.sockets(recorder, world)
    async with recorder.world(folder / "clocks.sqlite3") as world:
        person, table = await recorded_time.clocks(recorder, world)
    async with recorder.world(folder / "clocks.sqlite3") as world:
        await recorded_time.restart(recorder, world, person, table)
    return recorder.written()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        PLACE.write_text(asyncio.run(recorded(Path(place))), encoding="utf-8")
