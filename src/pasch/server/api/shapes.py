"""The JSON Schema of what the server says, made from the declarations in `pasch.service.views.schema`.

Two packages below declare shapes that they use themselves, such as the layout of a sheet and the ledger's figures.
"""

import ast
import inspect
from collections.abc import Iterator
from itertools import pairwise
from types import GenericAlias, ModuleType
from typing import Any, cast

from pydantic import TypeAdapter
from typing_extensions import TypeAliasType, get_original_bases, is_typeddict

from pasch.analysis import figures
from pasch.rules.variants import VARIANTS
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
