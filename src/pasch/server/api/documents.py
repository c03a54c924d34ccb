"""The OpenAPI document beyond what the routes declare, and the AsyncAPI document of the sockets from the same shapes.

`python -m tests.server.record_examples` regenerates the examples. Long lists, texts and pictures are shortened there.
"""

import json
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from pasch import __version__
from pasch.server import API
from pasch.server.api.shapes import REFERENCE, Json, reached, references
from pasch.server.api.shapes import schemas as answers
from pasch.server.api.vocabulary import OPERATIONS, PARAMETERS, describe
from pasch.server.guards.callers import COOKIE
from pasch.server.wire.commands import Command
from pasch.service.views.schema.socket import PROTOCOL

FILE = Path(__file__).with_name("examples.json")
SHARED = "#/components/examples/"


def illustrate(document: Json) -> None:
    """Put the examples into a document: for every operation, and for the messages of the sockets."""
    examples = json.loads(FILE.read_text(encoding="utf-8"))
    messages, problems = examples["messages"], examples["problems"]
    for name, kinds in messages.items():
        schema = document["components"]["schemas"][name]
        schema["examples"] = list(_in_order(schema, kinds).values())
    commands = _in_order(document["components"]["schemas"]["Command"], messages["Command"])
    document["components"]["examples"] = _values(problems)
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            known = examples["operations"].get(f"{method.upper()} {path}", {})
            for kind, media in operation.get("requestBody", {}).get("content", {}).items():
                takes_commands = media["schema"].get("$ref") == f"{REFERENCE}Command"
                _show(media, commands if takes_commands else known.get("request", {}).get(kind, {}))
            for status, answer in operation["responses"].items():
                for kind, media in answer.get("content", {}).items():
                    _show(media, known.get("responses", {}).get(status, {}).get(kind, {}))
                    if "examples" not in media and (code := _general(problems, status, method, path)):
                        media["examples"] = {code: {"$ref": f"{SHARED}{code}"}}


def _in_order(schema: Json, kinds: Json) -> Json:
    """Messages by kind, in the order of their schema: usual ones first."""
    kind = schema["discriminator"]["propertyName"]
    order, references = [each["$ref"] for each in schema["oneOf"]], schema["discriminator"]["mapping"]
    return dict(sorted(kinds.items(), key=lambda each: order.index(references[each[1][kind]])))


def _show(media: Json, found: Json) -> None:
    if found:
        media["examples"] = _values(found)


def _values(found: Mapping[str, object]) -> Json:
    return {label: {"value": value} for label, value in found.items()}


def _general(problems: Mapping[str, Json], status: str, method: str, path: str) -> str | None:
    """The code of a refusal with the same wording at every address, if this address may give it."""
    for code, problem in problems.items():
        match code:
            case "wrong_origin" if method == "get":
                continue
            case "unknown_table" if "{table}" not in path and not path.endswith("/analysis"):
                continue
            case "continued_elsewhere" if "{table}" not in path and not path.endswith(("/analysis", "/continue")):
                continue
        if str(problem["status"]) == status:
            return code
    return None


MESSAGES = ["Command", "Event", "LobbyMessage", "ServerMessage"]
"""The messages of streams and sockets, which no route declares to the framework."""


SECURITY = {
    "token": {"type": "http", "scheme": "bearer", "description": "The token of `POST /session`."},
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "The same token, as browsers keep it. What changes something must come from a page of our own.",
    },
}
"""The authentication, wherever 401 is a possible answer. Public tables are readable without it."""


def complete(app: FastAPI) -> None:
    """Complete the app's document with the socket's messages and examples, without the framework's own refusals."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = plain(app)
            illustrate(app.openapi_schema)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign] # the documented way to extend the schema


def plain(app: FastAPI) -> dict[str, Any]:
    """The document without its examples."""
    made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    _, commands = models_json_schema([(Command, "validation")], ref_template=f"{REFERENCE}{{model}}")
    known = made["components"]["schemas"] | commands["$defs"] | answers()
    made["components"]["schemas"] = reached(known, [*MESSAGES, *references(made["paths"])])
    for schema in made["components"]["schemas"].values():
        describe(schema)
    made["components"]["securitySchemes"] = SECURITY
    for path, operations in made["paths"].items():
        for method, operation in operations.items():
            for parameter in operation.get("parameters", ()):
                if "description" not in parameter:
                    parameter["description"] = PARAMETERS[parameter["name"]]
            operation["summary"] = OPERATIONS[f"{method.upper()} {path.removeprefix(API)}"]
            if str(HTTPStatus.UNAUTHORIZED.value) in operation["responses"]:
                anyone: list[dict[str, list[str]]] = [{}] if method == "get" and "/tables" in path else []
                operation["security"] = [*({name: []} for name in SECURITY), *anyone]
    return made


# ------------------------------------------------------------------------------- the sockets

CHANNELS: Json = {
    "table": {
        "address": f"{API}/tables/{{table}}/ws",
        "title": "One table as it happens",
        "description": "The server says hello, then sends a batch after each change; it takes commands. The server"
        " closes the socket with 4010 for a client that names another version of the protocol.",
        "parameters": {"table": {"description": "The table's id."}},
        "bindings": {
            "ws": {
                "query": {
                    "type": "object",
                    "required": ["version"],
                    "properties": {
                        "version": {"const": str(PROTOCOL), "description": "The version of the protocol."},
                        "after": {"type": "integer", "description": "The last event that the client knows; 0: none."},
                        "lang": {"type": "string", "description": "The language of the sentences."},
                    },
                }
            }
        },
    },
    "lobby": {
        "address": f"{API}/lobby/ws",
        "title": "The list of public tables",
        "description": "The server sends the list first and after changes. The client says nothing.",
    },
}
SOCKET_MESSAGES = (
    ("table", "send", "ServerMessage"),
    ("table", "receive", "Command"),
    ("lobby", "send", "LobbyMessage"),
)
"""What travels on which channel, as the server sees it."""
ASK_AGAIN: Json = {
    "title": "Ask for hello",
    "payload": {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"const": "hello", "description": "Always `hello`."}},
    },
    "examples": [{"payload": {"type": "hello"}}],
}


def asyncapi(openapi: Json) -> Json:
    """The document of the sockets, from that of the HTTP interface."""
    schemas = openapi["components"]["schemas"]
    # The messages have the examples.
    plain = {
        name: {key: value for key, value in schema.items() if key != "examples"} for name, schema in schemas.items()
    }
    named = {name: _message(name, schemas[name]) for _, _, name in SOCKET_MESSAGES} | {"AskForHello": ASK_AGAIN}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Pasch", "version": __version__, "description": "The WebSockets of a Pasch server."},
        "defaultContentType": "application/json",
        "channels": {name: {**channel, "messages": _carried(name)} for name, channel in CHANNELS.items()},
        "operations": {
            f"{action}{name}": _operation(channel, action, name) for channel, action, name in SOCKET_MESSAGES
        }
        | {"receiveAskForHello": _operation("table", "receive", "AskForHello")},
        "components": {"messages": named, "schemas": reached(plain, [name for _, _, name in SOCKET_MESSAGES])},
    }


def _message(name: str, schema: Json) -> Json:
    examples = [{"payload": example} for example in schema.get("examples", ())]
    return {"title": name, "payload": {"$ref": f"{REFERENCE}{name}"}, "examples": examples}


def _carried(channel: str) -> Json:
    names = [name for where, _, name in SOCKET_MESSAGES if where == channel] + ["AskForHello"] * (channel == "table")
    return {name: {"$ref": f"#/components/messages/{name}"} for name in names}


def _operation(channel: str, action: str, name: str) -> Json:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "messages": [{"$ref": f"#/channels/{channel}/messages/{name}"}],
    }
