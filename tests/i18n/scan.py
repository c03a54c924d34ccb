"""Collects every translatable sentence by parsing the sources."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pasch

SOURCES = Path(pasch.__file__).parent
SINGLE = {"text", "say"}
"""The names of `Translator.text` in calls, including a short one."""


@dataclass(frozen=True, order=True)
class Message:
    """A message as a catalogue names it. `many` is empty for a message without plural."""

    context: str
    one: str
    many: str = ""


@dataclass
class Scan:
    """The findings: messages with the places that use them, and calls that cannot be parsed."""

    messages: dict[Message, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def scan(root: Path = SOURCES) -> Scan:
    """All messages in the Python sources below a folder."""
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(root.rglob("*.py"))}
    positions = template_positions(trees.values())
    found = Scan()
    for path, tree in trees.items():
        _scan_tree(found, str(path.relative_to(root)), tree, positions)
    return found


def template_positions(trees) -> dict[str, int | None]:
    """Map each error class to the argument position of its template, or to None without a template."""
    waiting = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    positions: dict[str, int | None] = {"PaschError": 0}
    # The loop compares nodes, not names: an unrelated class may have the name of an error.
    while ready := [node for node in waiting if any(base in positions for base in _bases(node))]:
        for node in ready:
            waiting.remove(node)
            inherited = next(positions[base] for base in _bases(node) if base in positions)
            positions[node.name] = _own_position(node, inherited)
    return positions


def _bases(node: ast.ClassDef) -> list[str]:
    return [base.id if isinstance(base, ast.Name) else getattr(base, "attr", "") for base in node.bases]


def _own_position(node: ast.ClassDef, inherited: int | None) -> int | None:
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            names = [argument.arg for argument in part.args.args][1:]
            return names.index("template") if "template" in names else None
    return inherited


def _scan_tree(found: Scan, name: str, tree: ast.AST, positions: dict[str, int | None]) -> None:
    errors = {node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name in positions}
    supers = {id(call): _bases(cls) for cls in errors for call in ast.walk(cls) if _is_super_init(call)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        place = f"{name}:{node.lineno}"
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if id(node) in supers:
            for base in (b for b in supers[id(node)] if b in positions):
                _error(found, place, node, positions[base])
        elif called in positions:
            _error(found, place, node, positions[called])
        elif called in SINGLE and len(node.args) == 2:
            _sentence(found, place, node)
        elif called == "_term":
            for context, sentence in zip(("term", "glossary"), node.args[2:], strict=True):
                found.messages.update({Message(context, text): place for text in _texts(found, place, sentence)})
        elif called == "count" and len(node.args) >= 4:
            _plural(found, place, node)


def _is_super_init(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "__init__"
        and isinstance(node.func.value, ast.Call)
        and getattr(node.func.value.func, "id", "") == "super"
    )


def _error(found: Scan, place: str, node: ast.Call, position: int | None) -> None:
    if position is None or len(node.args) <= position:
        return
    template = node.args[position]
    if isinstance(template, ast.Name) and template.id == "template":
        return  # passed to the base class
    for text in _texts(found, place, template):
        found.messages.setdefault(Message("error", text), place)


def _sentence(found: Scan, place: str, node: ast.Call) -> None:
    context, sentence = node.args
    if ast.unparse(sentence) in {"error.template", "sentence", "name", "meaning"}:
        return  # passed on; the scan reads the sentence at its source
    for where in _texts(found, place, context):
        for text in _texts(found, place, sentence):
            found.messages.setdefault(Message(where, text), place)


def _plural(found: Scan, place: str, node: ast.Call) -> None:
    (context,), (one,), (many,) = (list(_texts(found, place, argument)) for argument in node.args[:3])
    found.messages.setdefault(Message(context, one, many), place)


def _texts(found: Scan, place: str, node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(found, place, body)
            yield from _texts(found, place, orelse)
        case _:
            found.faults.append(f"{place}: a sentence must stand here in quotes, not {ast.unparse(node)}")
