"""Only the files of a mechanic may check for it, by class or by key."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

FAMILY = "pasch.rules.mechanics"
SEAM = frozenset({"behaviour"})
"""The module of the family that belongs to no mechanic."""

OWN = re.compile(r"/(mechanics|styles)(/|\.py$)|/rules/variants/")
"""The part of each storey for mechanics (one file, or a folder with a file each), and the games with mechanics."""

IN_CLIENT = re.compile(r"/src/mechanics/|\.gen\.ts$|\.test\.ts$|/examples\.ts$")


def complaints_about(path: str, source: str, names: frozenset[str], keys: frozenset[str]) -> Iterator[str]:
    """A sentence for each check of a mechanic in a module; `names` are classes, `keys` their keys."""
    if OWN.search(path) or not any(word in source for word in (FAMILY, ".mechanic", *names, *keys)):
        return
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        for what in _asked(node, names):
            yield f"{path}:{node.lineno} {what}: register a part in a `mechanics` folder instead"
        if isinstance(node, ast.Constant) and node.value in keys and id(node) not in docstrings:
            yield f"{path}:{node.lineno} names the mechanic “{node.value}”: register a part for its key instead"


def _asked(node: ast.AST, names: frozenset[str]) -> Iterator[str]:
    match node:
        case ast.ImportFrom() | ast.Import():
            yield from (f"imports {module}" for module in _imported(node) if _is_own(module))
        case ast.Call(
            func=ast.Name("isinstance" | "type" | "getattr" | "hasattr"), args=[ast.Attribute(attr="mechanic"), *_]
        ):
            yield "asks what `mechanic` is"
        case ast.Match(subject=ast.Attribute(attr="mechanic")):
            yield "matches `mechanic`"
        case ast.Name(name) if name in names:
            yield f"names {name}"


def _imported(node: ast.ImportFrom | ast.Import) -> list[str]:
    """The modules that an import may mean."""
    if isinstance(node, ast.Import):
        return [one.name for one in node.names]
    return [f"{node.module}.{one.name}" for one in node.names]


def _is_own(module: str) -> bool:
    """Whether a module belongs to one mechanic."""
    inside = module.removeprefix(f"{FAMILY}.")
    return inside != module and inside.split(".")[0] not in SEAM


def complaints_of_client(path: str, source: str, keys: frozenset[str]) -> Iterator[str]:
    """A sentence for each check of a mechanic in a file of the web client, which knows only keys."""
    if IN_CLIENT.search(path):
        return
    for number, line in enumerate(source.splitlines(), start=1):
        for key in keys:
            if f'"{key}"' in line:
                yield f"{path}:{number} names the mechanic “{key}”: say it in client/src/mechanics instead"


def sources(folder: Path, *endings: str) -> Iterator[tuple[str, str]]:
    """Each file with one of these endings: its path and its text."""
    for file in sorted(folder.rglob("*")):
        if file.suffix in endings:
            yield file.as_posix(), file.read_text("utf-8")
