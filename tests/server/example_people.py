"""Examples: sessions, accounts, variants, chat."""

from unittest.mock import patch

from pasch.service.errors import DatabaseUnwritable
from pasch.service.people.sessions import MOST_TOKENS
from tests.server.recorder import Recorder

PASSWORD, ANOTHER = "five dice in a leather cup", "six dice in a wooden box"
LINES = {"Content-Type": "application/x-ndjson"}


async def new_person(rec: Recorder, world, name: str):
    """A guest with a name."""
    person = await world.person(session=False)
    answer = await rec.call(person, "POST", "/session", {"name": name})
    person.token = answer.json()["token"]
    return person


async def people(rec: Recorder, world):
    """Guests and accounts, from their arrival to their end."""
    anna, anonymous = await new_person(rec, world, "Anna"), await world.person(session=False)
    await rec.call(anna, "GET", "/session")
    await rec.call(anonymous, "GET", "/session")
    link = await rec.call(anna, "POST", "/session/link")
    await rec.call(anonymous, "POST", "/session/claim", {"code": link.json()["code"]})
    await rec.call(anonymous, "POST", "/session/claim", {"code": link.json()["code"]})
    await rec.call(anna, "GET", "/account")
    await rec.call(anna, "DELETE", "/account")
    await rec.call(anna, "PUT", "/account/password", {"old": ANOTHER, "new": PASSWORD})
    await rec.call(anna, "POST", "/account", {"name": "Anna", "password": PASSWORD})
    await rec.call(anna, "POST", "/account", {"name": "Anna", "password": PASSWORD})
    await rec.call(anonymous, "POST", "/session", {"name": "Anna"})
    await rec.call(anna, "DELETE", "/session")
    await rec.call(anonymous, "POST", "/account/login", {"name": "Anna", "password": ANOTHER})
    here = (await rec.call(anonymous, "POST", "/account/login", {"name": "Anna", "password": PASSWORD})).json()
    wish = {"label": "My bot", "scopes": ["play"], "days": 30}
    token = (await rec.call(anna, "POST", "/account/tokens", wish)).json()
    anonymous.token = token["token"]
    await rec.call(anonymous, "POST", "/account/tokens", wish)
    await rec.call(anonymous, "GET", "/account/tokens")
    await rec.call(anonymous, "GET", "/account/export")
    await rec.call(anna, "GET", "/account/tokens")
    await rec.call(anna, "DELETE", "/account/tokens/{token}", at={"token": token["id"]})
    await rec.call(anna, "DELETE", "/account/tokens/{token}", at={"token": token["id"]})
    await rec.call(anna, "PUT", "/account/password", {"old": ANOTHER, "new": ANOTHER})
    await rec.call(anna, "PUT", "/account/password", {"old": PASSWORD, "new": ANOTHER})
    await rec.call(anna, "GET", "/account/export")
    anonymous.token = here["token"]
    await rec.call(anonymous, "POST", "/account/logout")
    await rec.call(anonymous, "POST", "/account/logout")
    await rec.call(anna, "DELETE", "/account")


async def choices(rec: Recorder, world) -> None:
    """The variants in words; and the server's state."""
    person, kniffel = await world.person(session=False), {"key": "kniffel"}
    for path in ("/variants", "/bots", "/glossary", "/tips"):
        await rec.call(person, "GET", path)
    await rec.call(person, "GET", "/variants/{key}", at=kniffel)
    await rec.call(person, "GET", "/variants/{key}", at={"key": "knifel"})
    await rec.call(person, "POST", "/variants/{key}/rules", {"rules": {"joker": "free", "upper_bonus": 50}}, at=kniffel)
    await rec.call(person, "POST", "/variants/{key}/rules", {"rules": {"jokr": "free"}}, at=kniffel)
    await rec.call(person, "GET", "/variants/{key}/chances", at=kniffel)
    await rec.ready(person, "GET", "/variants/{key}/chances", at=kniffel)
    await rec.call(person, "GET", "/variants/{key}/sheet.pdf", at=kniffel)
    await rec.call(person, "GET", "/variants/{key}/sheet.pdf", at={"key": "knifel"})
    for path in ("/healthz", "/readyz", "/metrics"):
        await rec.root(person, path)


async def refusals(rec: Recorder, world) -> None:
    """Refusals with the same wording at every address."""
    anna, anonymous = await new_person(rec, world, "Anna"), await world.person(session=False)
    context = world.app.state.context
    rec.refusal(await anonymous.ask("GET", "/account"))
    rec.refusal(await anonymous.ask("POST", "/session", {}, headers={"Origin": "https://elsewhere.example"}))
    rec.refusal(await anna.ask("GET", "/tables/nowhere"))
    rec.refusal(await anonymous.ask("DELETE", "/bots"))
    rec.refusal(await anonymous.ask("POST", "/session", {"name": "A" * context.settings.body_limit}))
    rec.refusal(await anonymous.ask("POST", "/session", content="Anna", headers={"Content-Type": "text/plain"}))
    rec.refusal(await anonymous.ask("GET", "/bots", params={"lang": "the language of my youth, and of my friends"}))
    await rec.call(anonymous, "GET", "/interrupted")
    for _ in range(MOST_TOKENS):
        await anna.ask("POST", "/account/tokens", {"scopes": ["play"]})
    await rec.call(anna, "POST", "/account/tokens", {"scopes": ["play"]})
    wish = {"variant": "kniffel", "seats": [{"kind": "local"}], "visibility": "public"}
    for _ in range(context.settings.public_tables):
        await anna.ask("POST", "/tables", wish)
    await rec.call(anna, "POST", "/tables", wish)
    while (answer := await anna.ask("POST", "/session/link")).status_code == 201:
        pass
    rec.refusal(answer)
    with patch.object(context.tables, "lobby", side_effect=RuntimeError):
        rec.refusal(await anonymous.ask("GET", "/tables"))
    full = DatabaseUnwritable(name="SQLITE_FULL", reason="database or disk is full", full=True)
    with patch.object(context.tables, "lobby", side_effect=full):
        rec.refusal(await anonymous.ask("GET", "/tables"))
    context.closing.announce()
    await rec.root(anonymous, "/readyz")


async def talk(rec: Recorder, world) -> None:
    """Chat in the lobby and at a table, and its moderation."""
    anna, bernd = await new_person(rec, world, "Anna"), await new_person(rec, world, "Bernd")
    table = (await bernd.open("Bernd", "human", visibility="public"))["id"]
    async with rec.socket(world, anna, messages="LobbyMessage") as lobby:
        line = (await rec.call(bernd, "POST", "/chat", {"text": "Who plays?"})).json()
        await lobby.until("chat", 1)
    at = {"table": table, "line": line["id"], "handle": line["person"]}
    async with rec.socket(world, bernd, table) as socket:
        await rec.call(
            bernd, "POST", "/tables/{table}/chat", {"text": "Good luck!", "room": "players"}, at={"table": table}
        )
        await socket.until("chat", 1)
    at = {"table": table, "line": line["id"], "handle": line["person"]}
    await rec.call(anna, "POST", "/chat", {"text": "Psst!", "to": "nobody"})
    await rec.call(anna, "GET", "/chat")
    await rec.call(bernd, "GET", "/tables/{table}/chat", at=at)
    await rec.call(anna, "GET", "/tables/{table}/chat", at=at, params={"room": "players"})
    await rec.call(bernd, "GET", "/tables/{table}/chat", at=at, params={"room": "watchers"})
    await rec.call(anna, "POST", "/tables/{table}/chat", {"text": "Good luck!", "room": "players"}, at=at)
    await rec.call(anna, "POST", "/chat/{line}/report", {"reason": "Advertising"}, at=at)
    await rec.call(anna, "POST", "/chat/{line}/report", {"reason": "Advertising"}, at={"line": 99})
    await rec.call(anna, "PUT", "/people/{handle}/mute", at=at)
    await rec.call(anna, "GET", "/mutes")
    await rec.call(anna, "DELETE", "/people/{handle}/mute", at=at)
    for method in ("PUT", "DELETE"):
        await rec.call(anna, method, "/people/{handle}/mute", at={"handle": "nobody"})
    await rec.call(await world.person(session=False), "GET", "/mutes")
