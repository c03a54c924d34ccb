"""The AsyncAPI document of the sockets. It is made of the same shapes as the OpenAPI document, with their examples."""

from typing import Any

from pasch import __version__
from pasch.server.api.shapes import REFERENCE, reached
from pasch.server.http import API
from pasch.service.views.schema.socket import PROTOCOL

Json = dict[str, Any]

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
MESSAGES = (("table", "send", "ServerMessage"), ("table", "receive", "Command"), ("lobby", "send", "LobbyMessage"))
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
    named = {name: _message(name, schemas[name]) for _, _, name in MESSAGES} | {"AskForHello": ASK_AGAIN}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Pasch", "version": __version__, "description": "The WebSockets of a Pasch server."},
        "defaultContentType": "application/json",
        "channels": {name: {**channel, "messages": _carried(name)} for name, channel in CHANNELS.items()},
        "operations": {f"{action}{name}": _operation(channel, action, name) for channel, action, name in MESSAGES}
        | {"receiveAskForHello": _operation("table", "receive", "AskForHello")},
        "components": {"messages": named, "schemas": reached(plain, [name for _, _, name in MESSAGES])},
    }


def _message(name: str, schema: Json) -> Json:
    examples = [{"payload": example} for example in schema.get("examples", ())]
    return {"title": name, "payload": {"$ref": f"{REFERENCE}{name}"}, "examples": examples}


def _carried(channel: str) -> Json:
    names = [name for where, _, name in MESSAGES if where == channel] + ["AskForHello"] * (channel == "table")
    return {name: {"$ref": f"#/components/messages/{name}"} for name in names}


def _operation(channel: str, action: str, name: str) -> Json:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{channel}"},
        "messages": [{"$ref": f"#/channels/{channel}/messages/{name}"}],
    }
