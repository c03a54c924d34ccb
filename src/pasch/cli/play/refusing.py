"""Refuses options without effect before the game begins."""

from collections.abc import Iterator

from pasch.cli.play.wishes import Wishes
from pasch.cli.refusals import Refused
from pasch.service.people.names import clean_name

USUAL = "kniffel"
"""What is played where nothing is named."""


def check(wishes: Wishes) -> None:
    """Refuse options of another way of playing, and unknown names. Raises `Refused`."""
    names = {clean_name(name) for name in wishes.players}
    stranger = next((one for one in wishes.real_for if clean_name(one) not in names), None)
    if stranger is not None:
        raise Refused("--real-for names those of --players who have real dice: “{name}” is none", name=stranger[:40])
    if wishes.server is None:
        for option in _of_servers(wishes):
            raise Refused("{option} is about a table of a server: name one with --server", option=option)


def check_joining(wishes: Wishes) -> None:
    """Refuse options for a new table when joining an existing one. Raises `Refused`."""
    for option in (*_of_tables(wishes), *(["--guests"] if wishes.guests is not None else [])):
        raise Refused("{option} is about a new table: the one of this address has been laid already", option=option)
    _check_one(wishes)


def check_looking(wishes: Wishes) -> None:
    """Refuse what only concerns a new table where the server's tables are listed first. Raises `Refused`."""
    for option in _of_tables(wishes):
        raise Refused("{option} is about a new table: open it at once with --guests, such as --guests 1", option=option)
    _check_one(wishes)


def _check_one(wishes: Wishes) -> None:
    if len(wishes.players) > 1:
        raise Refused("At a table of others one person sits down here: name one with --players")


def _of_servers(wishes: Wishes) -> Iterator[str]:
    if wishes.guests is not None:
        yield "--guests"
    if wishes.public:
        yield "--public"


def _of_tables(wishes: Wishes) -> Iterator[str]:
    """The options that lay a table, as far as they were given."""
    given = {
        "VARIANT": wishes.variant.key != USUAL,
        "--set": bool(wishes.variant.switches),
        "--bots": wishes.bots > 0,
        "--games": wishes.games != 1,
        "--real-dice": wishes.real_dice,
        "--real-for": bool(wishes.real_for),
        "--public": wishes.public,
    }
    yield from (option for option, asked in given.items() if asked)
