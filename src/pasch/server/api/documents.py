"""The OpenAPI document beyond what the routes declare, and the AsyncAPI document of the sockets from the same shapes.

Their JSON Schema is made from the declarations in `pasch.service.views.schema`. Two packages below declare shapes that
they use themselves, such as the layout of a sheet and the ledger's figures.

`python -m tests.server.record_examples` regenerates the examples. Long lists, texts and pictures are shortened there.
"""

import ast
import inspect
import json
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from itertools import pairwise
from pathlib import Path
from types import GenericAlias, ModuleType
from typing import Any, cast

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema
from typing_extensions import TypeAliasType, get_original_bases, is_typeddict

from pasch import __version__
from pasch.analysis import figures
from pasch.rules.variants import VARIANTS
from pasch.server import API
from pasch.server.api.vocabulary import OPERATIONS, PARAMETERS, describe
from pasch.server.guards.callers import COOKIE
from pasch.server.wire.commands import Command
from pasch.service.views.schema import (
    actions,
    coach,
    event_data,
    events,
    lists,
    people,
    problems,
    results,
    shared_events,
    sheets,
    socket,
    table,
    variants,
)
from pasch.service.views.schema.socket import PROTOCOL
from pasch.words import cards, cells, switches
from pasch.words.teaching import glossary, steps, tips

MODULES = (
    *(actions, coach, event_data, events, lists, people, problems),
    *(results, shared_events, sheets, socket, table, variants),
    *(cards, cells, switches, figures, glossary, steps, tips),
)
REFERENCE = "#/components/schemas/"
TAGS = ("kind", "type")
"""The fields that identify the alternative of a union."""

Json = dict[str, Any]


def schemas() -> dict[str, Json]:
    """The schemas by name. The text below a field becomes its description."""
    shapes = {name: shape for module in MODULES for name, shape in vars(module).items() if _is_shape(shape)}
    everything = TypeAdapter(cast("type[object]", GenericAlias(tuple, (*shapes.values(),))))
    found: dict[str, Json] = everything.json_schema(mode="serialization", ref_template=f"{REFERENCE}{{model}}")["$defs"]
    texts = {key: text for module in MODULES for key, text in _texts(module)}
    for name, schema in found.items():
        if "anyOf" in schema:
            schema.update(_tagged(schema.pop("anyOf"), found), description=texts[name, ""])
        for field, value in schema.get("properties", {}).items():
            if text := _text(shapes[name], field, texts):
                value["description"] = text
    # A server with more mechanics knows more of them.
    mechanics = dict.fromkeys(variant.mechanic.key for variant in VARIANTS.values() if variant.mechanic is not None)
    found["SheetLayout"]["properties"]["phase"]["enum"] = ["", *mechanics]
    return found


def _is_shape(value: object) -> bool:
    return is_typeddict(value) or isinstance(value, TypeAliasType)


def _texts(module: ModuleType) -> Iterator[tuple[tuple[str, str], str]]:
    """The texts below fields, by shape and field; those below unions have an empty field."""
    body = ast.parse(inspect.getsource(module)).body
    classes = [(each.name, each.body) for each in body if isinstance(each, ast.ClassDef)]
    for shape, statements in [("", body), *classes]:
        for each, text in pairwise(statements):
            match each, text:
                case ast.AnnAssign(target=ast.Name(id=field)), ast.Expr(value=ast.Constant(value=str(said))):
                    yield (shape, field), " ".join(said.split())
                case ast.Assign(targets=[ast.Name(id=union)]), ast.Expr(value=ast.Constant(value=str(said))):
                    yield (union, ""), " ".join(said.split())
                case _:
                    pass


def _text(shape: type, field: str, texts: dict[tuple[str, str], str]) -> str:
    """The text of a field in a shape or in one that it extends; empty without one."""
    bases = (base for base in get_original_bases(shape) if is_typeddict(base))
    return texts.get((shape.__name__, field)) or next(filter(None, (_text(base, field, texts) for base in bases)), "")


def _tagged(alternatives: list[Json], found: dict[str, Json]) -> Json:
    """A union whose alternatives differ in a tag."""
    fields = {each["$ref"]: found[each["$ref"].removeprefix(REFERENCE)]["properties"] for each in alternatives}
    tag = next(tag for tag in TAGS if all("const" in each.get(tag, {}) for each in fields.values()))
    mapping = {each[tag]["const"]: reference for reference, each in fields.items()}
    return {"oneOf": alternatives, "discriminator": {"propertyName": tag, "mapping": mapping}}


def reached(known: dict[str, Json], names: list[str]) -> dict[str, Json]:
    """These schemas and all that they refer to, by name."""
    found: dict[str, Json] = {}
    while names:
        if (name := names.pop()) not in found:
            found[name] = known[name]
            names += references(known[name])
    return dict(sorted(found.items()))


def references(value: object) -> list[str]:
    """The names of the schemas that a part of a document refers to."""
    match value:
        case {"$ref": str(reference)} if reference.startswith(REFERENCE):
            return [reference.removeprefix(REFERENCE)]
        case dict():
            return [name for each in value.values() for name in references(each)]
        case list():
            return [name for each in value for name in references(each)]
        case _:
            return []


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
    known = made["components"]["schemas"] | commands["$defs"] | schemas()
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
