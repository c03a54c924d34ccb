"""The base of every shape on the wire, and the words that they share."""

from collections.abc import Mapping
from typing import Annotated, Literal, cast

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict
from pydantic.json_schema import SkipJsonSchema

OPERATIONS: Mapping[str, str] = {
    "DELETE /account": "Delete the account",
    "GET /account": "Get the account",
    "POST /account": "Create an account",
    "GET /account/export": "Export personal data",
    "POST /account/login": "Log in",
    "POST /account/logout": "Log out",
    "PUT /account/password": "Change the password",
    "GET /account/tokens": "List tokens",
    "POST /account/tokens": "Create a token for a program",
    "DELETE /account/tokens/{token}": "Revoke a token",
    "GET /advice": "Get advice for a position",
    "POST /analysis": "Analyse a match",
    "GET /bots": "List the bots",
    "GET /chat": "Read the lobby chat",
    "POST /chat": "Write in the lobby chat",
    "POST /chat/{line}/report": "Report a chat line",
    "POST /continue": "Continue a match with a seat key",
    "GET /daily": "Get the daily game",
    "POST /daily": "Play the daily game",
    "GET /daily/archive": "List past daily games",
    "GET /daily/result": "Get the result of a daily game",
    "GET /glossary": "Get the glossary",
    "GET /healthz": "Check that the process responds",
    "GET /high-scores": "List high scores",
    "GET /history": "List past matches",
    "GET /history.csv": "Export past results as CSV",
    "GET /history/export": "Export past matches as records",
    "POST /history/import": "Import past matches",
    "GET /interrupted": "List interrupted matches",
    "GET /metrics": "Get metrics for Prometheus",
    "GET /mutes": "List muted people",
    "DELETE /people/{handle}/mute": "Unmute a person",
    "PUT /people/{handle}/mute": "Mute a person",
    "GET /readyz": "Check that the server is ready",
    "DELETE /session": "Delete the guest",
    "GET /session": "Get the current session",
    "POST /session": "Open a guest session",
    "POST /session/claim": "Claim a link code",
    "POST /session/link": "Create a link code for another device",
    "GET /statistics": "Get your statistics",
    "GET /tables": "List tables",
    "POST /tables": "Open a table",
    "GET /tables/{table}": "Get a table",
    "GET /tables/{table}/advice": "Get advice for the current turn",
    "GET /tables/{table}/chat": "Read the table chat",
    "POST /tables/{table}/chat": "Write in the table chat",
    "POST /tables/{table}/commands": "Send a command",
    "GET /tables/{table}/events": "Follow the event log",
    "POST /tables/{table}/interrupt": "Interrupt the match",
    "POST /tables/{table}/key": "Get the seat key",
    "POST /tables/{table}/leave": "Leave the table",
    "GET /tables/{table}/qr.svg": "Get the table's address as a QR code",
    "GET /tables/{table}/record": "Get the record of a match",
    "POST /tables/{table}/rematch": "Start a rematch",
    "POST /tables/{table}/seats": "Take a seat",
    "POST /tables/{table}/seats/{seat}/bot": "Seat a bot",
    "POST /tables/{table}/seats/{seat}/open": "Open a seat to every player",
    "GET /tables/{table}/sheet.pdf": "Print the score sheets of a match",
    "POST /tables/{table}/start": "Start the match",
    "GET /tips": "Get the tested tips",
    "GET /variants": "List variants",
    "GET /variants/{key}": "Get a variant",
    "GET /variants/{key}/chances": "Get the chance of each figure",
    "POST /variants/{key}/rules": "Preview house rules",
    "GET /variants/{key}/sheet.pdf": "Print a blank score sheet",
}
"""The title of every operation, by method and path; those of the interface without `/api/v1`."""

PARAMETERS: Mapping[str, str] = {
    "key": "A variant by key or alias.",
    "lang": "The language of sentences, `de` or `en`; left out, `Accept-Language` decides.",
    "table": "The table's id.",
    "variant": "A variant by key or alias.",
}
"""Parameters of several addresses, by name."""

FIELDS: Mapping[str, str] = {
    "action": "What the action die does.",
    "aliases": "Other names that the server understands.",
    "announced": "The cell that was announced; null where none was.",
    "at": "When it happened, UTC, RFC 3339.",
    "bank": "Seconds for the whole match; they run when those of a turn are over.",
    "best": "The best result.",
    "body": "The answer's body, as HTTP would have sent it.",
    "bonus": "Points of the bonus for the upper section.",
    "bot": "The computer player's key.",
    "bots": "The computer players.",
    "categories": "The rows of the sheet, from top to bottom.",
    "cell": "A cell: a category, with several columns `category@column`.",
    "chapters": "The words by subject.",
    "code": "The code, to be typed in on the other device.",
    "column": "The column, counted from 1.",
    "columns": "The columns of the sheet.",
    "commitment": "SHA-256 of the seed of the dice, in hex: promised before the first roll.",
    "customs": "How the game is usually played.",
    "data": "What the event says in addition to its seat and time.",
    "doubters": "The seats that doubted the claim.",
    "ends_at": "When it ends, UTC, RFC 3339.",
    "extra": "Extra points, such as those for extra Kniffels.",
    "face": "The face of the die.",
    "finished": "Whether all games have been played to their end.",
    "game": "The game, counted from 1.",
    "games": "How many games the match has.",
    "grand_totals": "Totals by seat, with points outside the games.",
    "heading": "The heading.",
    "id": "The table's id.",
    "key": "The stable key for programs.",
    "kind": "Who plays the seat: a player at the opener's device, a player elsewhere, or a bot.",
    "label": "What its owner calls it.",
    "line": "The line of chat.",
    "lines": "The lines, the oldest first.",
    "loss": "Points that decisions lost against the best ones.",
    "lower": "Points of the lower section.",
    "luck": "Points that the dice brought beyond the average.",
    "matches": "How many matches.",
    "mean": "The mean score.",
    "mine": "Whether it is the caller's.",
    "name": "The name that is shown.",
    "opened_at": "When it was opened, UTC, RFC 3339.",
    "people": "The people.",
    "players": "The players, by seat.",
    "points": "How many points.",
    "rank": "The place; equal totals share one (1, 1, 3).",
    "ranks": "Places by seat; equal totals share one (1, 1, 3).",
    "ready": "Whether the seat is ready for the start.",
    "records": "The records of the file, in order.",
    "rolls_left": "How many rolls the turn has left.",
    "rolls_used": "How many rolls the turn has used.",
    "room": "The room: the lobby's, or at a table that of players or watchers.",
    "rooms": "The rooms that are open to the caller.",
    "round": "The round, counted from 1.",
    "rounds": "How many rounds the game has.",
    "rules": "House rules: the switches changed from the preset.",
    "rules_name": "What the house calls its rules; often empty.",
    "saldo": "Upper points less the share of each number, over the decided cells; null without a bonus.",
    "scopes": "What the token allows.",
    "score": "The score.",
    "scores": "The scores, the best first.",
    "seat": "The seat, counted from 1.",
    "seats": "The seats, in order.",
    "section": "The section of the sheet.",
    "sentences": "The text, one sentence each.",
    "server_seed": "The seed of the dice, in hex; null when none were rolled.",
    "sheet": "The layout of the variant's sheet.",
    "situation": "The situation that was asked about.",
    "start": "The expected final total at the start.",
    "status": "How far the match is.",
    "switches": "Every house rule, by key.",
    "table": "The table's id; null where the caller may not see it.",
    "tables": "The tables.",
    "terms": "The words.",
    "tips": "The tips.",
    "title": "The tip itself.",
    "tokens": "The tokens.",
    "total": "The total.",
    "totals": "Totals by seat.",
    "turn": "Seconds for every turn.",
    "turns": "The turns, in order.",
    "until": "Until when the others wait, UTC, RFC 3339; left out while they do not.",
    "updated_at": "When something last happened there, UTC, RFC 3339.",
    "upper": "Points of the upper section.",
    "variant": "The key of the variant.",
    "variant_name": "The variant's name in the caller's language.",
    "variants": "The variants.",
    "visibility": "Whether the lobby lists the table.",
    "watchers": "How many people watch.",
}
"""Fields of several shapes, by name."""


ActionKind = Literal["steal", "freeze", "cross_out", "shift", "swap"]
"""What an action die lets its owner do."""

Absent = SkipJsonSchema[None]
"""In a union: the field may be missing from an answer; null it never is."""

WeekendZone = Annotated[
    str | Absent,
    Field(description="The time zone in whose weekends the clock rests; left out where it never rests."),
]


def described(schema: JsonDict) -> None:
    """Give every field without a description the one that the vocabulary has. Raises `KeyError` where it has none."""
    for name, field in cast("Mapping[str, JsonDict]", schema.get("properties", {})).items():
        if "description" not in field:
            field["description"] = f"Always `{field['const']}`." if "const" in field else FIELDS[name]


class Sent(BaseModel):
    """Base of what clients send: no number passes for a text, no text for a number, and unknown fields are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, json_schema_extra=described)


class Answered(BaseModel):
    """Base of what the server answers. Every field is always there unless it is documented as optional."""

    model_config = ConfigDict(frozen=True, json_schema_extra=described)


UUID_PATTERN = r"^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$"

CommandId = Annotated[
    str,
    Field(
        pattern=UUID_PATTERN,
        max_length=36,
        description="A UUID made by the client. A command sent again with the same id gets the first answer again.",
        examples=["6f1f6c1e-2a86-4f4e-9f43-0b8f3f1f6a51"],
    ),
]
ExpectSeq = Annotated[
    int | None,
    Field(
        ge=0,
        le=2**53,
        description="The `seq` that the client has seen; once the table has moved on, the command is `stale`.",
    ),
]
SeatNumber = Annotated[int, Field(ge=1, le=99, description="A seat, counted from 1.")]
CellText = Annotated[
    str,
    Field(
        max_length=60, description="A cell: a category, with several columns `category@column`.", examples=["chance"]
    ),
]
Name = Annotated[
    str,
    Field(
        max_length=10_000,
        description="A person's name, letters of any language, at most 40 characters; "
        "empty becomes a friendly default, equal names are told apart.",
        examples=["Anna"],
    ),
]
"""The bound only keeps absurd texts out of the log; the 40 characters are the service's rule, with its own sentence."""
RuleValues = Annotated[
    dict[str, str | int | bool | None],
    Field(max_length=40, description="House rules: switches changed from the preset.", examples=[{"joker": "none"}]),
]
