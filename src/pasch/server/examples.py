"""Examples for the OpenAPI document: what a server in a test was really asked and answered.

`python -m tests.server.recorded` writes the file anew. Long lists, texts and pictures are cut short there.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")
REFERENCE = "#/components/schemas/"

Json = dict[str, Any]


def illustrate(document: Json) -> None:
    """Put the examples into a document: at every operation, and at the messages of the sockets."""
    examples = json.loads(FILE.read_text(encoding="utf-8"))
    messages: Mapping[str, Json] = examples["messages"]
    for name, kinds in messages.items():
        document["components"]["schemas"][name]["examples"] = list(kinds.values())
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            known = examples["operations"].get(f"{method.upper()} {path}", {})
            for kind, media, recorded in _bodies(operation, known):
                message = media["schema"].get("$ref", "").removeprefix(REFERENCE)
                found = messages[message] if message == "Command" else recorded.get(kind, {})
                if found:
                    media["examples"] = {label: {"value": value} for label, value in found.items()}


def _bodies(operation: Json, known: Json) -> Iterator[tuple[str, Json, Json]]:
    """Each media type of the request and of the answers, with the examples that were recorded there, by media type."""
    for kind, media in operation.get("requestBody", {}).get("content", {}).items():
        yield kind, media, known.get("request", {})
    for status, answer in operation["responses"].items():
        for kind, media in answer.get("content", {}).items():
            yield kind, media, known.get("responses", {}).get(status, {})
