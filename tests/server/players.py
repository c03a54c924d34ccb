"""Clients that know no rules: they take one of the legal actions, give it an id and send it."""

from tests.server.world import new_id


def choose(legal, rng):
    """Any legal action; all kinds are equally likely, however many there are of each."""
    kinds = sorted({action["type"] for action in legal})
    kind = rng.choice(kinds)
    return rng.choice([action for action in legal if action["type"] == kind])


async def play_on(people, table, rng):
    """One command of a player to move; the snapshot that this player saw before it, None without one."""
    for person in people:
        seen = await person.table(table)
        if seen["legal_actions"]:
            action = choose(seen["legal_actions"], rng)
            await person.do(table, **{**action, "id": new_id(), "expect_seq": seen["seq"]})
            return seen
    return None


async def play_out(people, table, rng):
    """Play until no player can act; every snapshot before an action, and the last one."""
    seen = []
    while (snapshot := await play_on(people, table, rng)) is not None:
        seen.append(snapshot)
    return [*seen, await people[0].table(table)]


async def open_table_for_people(world, opener, *others, variant, **wish):
    """A table of people at their own devices, one seat each; the people by seat and the table's id."""
    table = (await opener.open("Anna", *["human"] * len(others), variant=variant, **wish))["id"]
    for number, person in enumerate(others, start=2):
        answer = await person.ask("POST", f"/tables/{table}/seats", {"name": f"Person {number}"})
        assert answer.status_code == 201, answer.text
    return table
