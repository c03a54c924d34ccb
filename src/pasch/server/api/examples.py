"""Examples for the OpenAPI document: what a server in a test was really asked and answered.

`python -m tests.server.recorded` writes the file anew. Long lists, texts and pictures are cut short there.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")
REFERENCE = "#/components/schemas/"
SHARED = "#/components/examples/"

Json = dict[str, Any]


def illustrate(document: Json) -> None:
    """Put the examples into a document: at every operation, and at the messages of the sockets."""
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
    """Messages by kind, as their schema lists them: the usual ones come first."""
    kind = schema["discriminator"]["propertyName"]
    order, references = [each["$ref"] for each in schema["oneOf"]], schema["discriminator"]["mapping"]
    return dict(sorted(kinds.items(), key=lambda each: order.index(references[each[1][kind]])))


def _show(media: Json, found: Json) -> None:
    if found:
        media["examples"] = _values(found)


def _values(found: Mapping[str, object]) -> Json:
    return {label: {"value": value} for label, value in found.items()}


def _general(problems: Mapping[str, Json], status: str, method: str, path: str) -> str | None:
    """The code of a refusal that reads the same at every address, where this address may answer so."""
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
