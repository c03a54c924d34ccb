"""The source of the examples in the OpenAPI document: people play, chat and leave, and a recorder writes it down.

`python -m tests.server.record_examples` regenerates the file of examples.
"""

import asyncio
import tempfile
from pathlib import Path

from tests.server import example_games, example_people, example_time
from tests.server.recorder import Recorder

EXAMPLES_FILE = Path(__file__).parents[2] / "src" / "pasch" / "server" / "api" / "examples.json"
SCENES = (
    example_people.people,
    example_people.choices,
    example_people.talk,
    example_people.refusals,
    example_games.tables,
    example_games.moves,
    example_games.results,
    example_games.daily,
    example_games.events,
    example_games.puzzles,
    example_games.real_dice,
    example_games.mechanics,
    example_time.pauses,
    example_time.absence,
)


async def record_examples(folder: Path) -> str:
    """The text of the file, made in an empty folder."""
    recorder = Recorder()
    for scene in SCENES:
        household = scene is not example_people.refusals
        async with recorder.world(folder / f"{scene.__name__}.sqlite3", household=household) as world:
            await scene(recorder, world)
    async with recorder.world(folder / "sockets.sqlite3", heartbeat=0.2) as world:
        await example_time.sockets(recorder, world)
    async with recorder.world(folder / "clocks.sqlite3") as world:
        person, table = await example_time.clocks(recorder, world)
    async with recorder.world(folder / "clocks.sqlite3") as world:
        await example_time.restart(recorder, world, person, table)
    return recorder.written()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as empty_folder:
        EXAMPLES_FILE.write_text(asyncio.run(record_examples(Path(empty_folder))), encoding="utf-8")
