"""Plants small faults into modules and counts those that the tests detect: `python tools/mutants.py`.

A seed draws five faults for each part of Pasch below. The tests of that part run with each fault, in a copy of the
sources. `--all` includes slow tests, `--fault 3` plants one fault, and `--list` runs nothing. Paths of tests after the
options replace the tests of the part.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPY = ROOT / ".setup" / "mutants"
"""A fixed place, because compiled kernels are cached by their path."""
LONGEST = 900
"""Seconds; a test run that takes longer hangs because of the fault, and so detects it."""


@dataclass(frozen=True)
class Part:
    """A part of Pasch: its modules below src/pasch, and its tests below tests, in order."""

    modules: str
    tests: str


PARTS = {
    "scoring": Part("rules/category.py", "golden naive rules conformance"),
    "turn order": Part("rules/state.py rules/transitions.py rules/match.py", "rules golden conformance service"),
    "append": Part("storage/tables.py", "storage service attacks/test_revoked_elsewhere.py faults"),
    "redaction": Part(
        "rules/notation/record_writer.py rules/game.py service/views/redaction.py", "rules service server"
    ),
    "resume": Part("service/people/continuing.py service/runtime/cache.py", "service server"),
    "ledger": Part("analysis/ledger.py analysis/analyse.py", "analysis words server/test_coach.py cli"),
    "dice stream": Part("fairness/stream.py", "fairness service server"),
    "advice": Part("solver/advice.py", "solver analysis server/test_coach.py cli/test_solving.py"),
    "clock": Part("service/table/clocks.py", "service server"),
    "retention": Part("service/retention.py storage/retention.py", "service storage server attacks"),
}
PAIRS: tuple[tuple[type[ast.AST], type[ast.AST]], ...] = (
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.Is, ast.IsNot),
    (ast.In, ast.NotIn),
    (ast.And, ast.Or),
    (ast.Add, ast.Sub),
    (ast.Mult, ast.FloorDiv),
    (ast.Mod, ast.FloorDiv),
)
SWAPPED = {here: there for pair in PAIRS for here, there in (pair[::-1], pair)}


@dataclass(frozen=True)
class Fault:
    """A replacement for the text between two bytes of a file."""

    file: Path
    line: int
    begin: int
    end: int
    text: str

    def source(self) -> bytes:
        """The file with the fault."""
        right = (ROOT / self.file).read_bytes()
        return right[: self.begin] + self.text.encode() + right[self.end :]

    def __str__(self) -> str:
        right = (ROOT / self.file).read_bytes()[self.begin : self.end].decode()
        return f"{self.file}:{self.line}: {' '.join(right.split())}  →  {self.text}"


def faults(file: Path) -> Iterator[Fault]:
    """Every possible fault in a file, in the order of its lines."""
    source = (ROOT / file).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in walked(ast.parse(source)):
        for text in changed(node):
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            yield Fault(file, node.lineno, begin, end, text)


def walked(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The statements and expressions that decide something: no annotations, decorators, texts or assertions."""
    if isinstance(node, ast.expr | ast.stmt):
        yield node
    for name, value in ast.iter_fields(node):
        if name not in {"annotation", "returns", "decorator_list"}:
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr | ast.Assert | ast.ImportFrom):
                    yield from walked(child)


def changed(node: ast.expr | ast.stmt) -> Iterator[str]:
    """The possible replacements of a node."""
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                others = [*ops[:place], SWAPPED[type(op)](), *ops[place + 1 :]]
                yield with_field(node, "ops", others)
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in SWAPPED:
            yield with_field(node, "op", SWAPPED[type(op)]())
        case ast.UnaryOp(ast.Not(), operand):
            yield f"bool({ast.unparse(operand)})"
        case ast.IfExp(test, body, orelse):
            yield f"({ast.unparse(orelse)} if {ast.unparse(test)} else {ast.unparse(body)})"
        case ast.Constant(bool(value)):
            yield str(not value)
        case ast.Constant(int(value)):
            yield from (str(value + 1), f"({value - 1})")
        case ast.Return(value) if value is not None and not isinstance(value, ast.Constant):
            yield "return None"
        case (
            ast.Expr(ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break()
        ) | ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield "pass"
        case _:
            pass


def with_field(node: ast.expr, name: str, value: object) -> str:
    """The text of an expression with another operator."""
    return f"({ast.unparse(type(node)(**dict(ast.iter_fields(node)) | {name: value}))})"


def drawn(part: Part, seed: int, number: int) -> list[Fault]:
    """This many faults of a part, the same for the same seed."""
    files = [Path("src/pasch") / module for module in part.modules.split()]
    every = [fault for file in files for fault in faults(file)]
    return random.Random(f"{seed} {part.modules}").sample(every, number)  # noqa: S311 - the draw must be repeatable


def notice(fault: Fault, tests: list[str], options: list[str]) -> str:
    """The first test that fails with the fault; empty if all pass."""
    copied = COPY / fault.file
    copied.write_bytes(fault.source())
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", *options, *tests]
    environment = {**os.environ, "PYTHONPATH": str(COPY / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ran = subprocess.run(
            command, cwd=ROOT, env=environment, text=True, capture_output=True, timeout=LONGEST, check=False
        )
    except subprocess.TimeoutExpired:
        return "no end"
    finally:
        shutil.copy2(ROOT / fault.file, copied)  # with its modification time, which identifies compiled code
    if ran.returncode == 0:
        return ""
    output = ran.stdout.splitlines()
    failed = [line for line in output if line.startswith(("FAILED", "ERROR"))]
    return (failed or output[-1:] or ["no word"])[0][:150]


def main() -> None:
    """Draw, run, count."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--part", choices=PARTS, help="this part only")
    reader.add_argument("--seed", type=int, default=14)
    reader.add_argument("--number", type=int, default=5, help="faults per part")
    reader.add_argument("--fault", type=int, help="only this fault of each part, from 1")
    reader.add_argument("--all", action="store_true", help="include slow tests")
    reader.add_argument("--list", action="store_true", help="run nothing")
    reader.add_argument("tests", nargs="*", help="instead of the tests of the part")
    asked = reader.parse_args()
    shutil.copytree(ROOT / "src", COPY / "src", dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    survived = 0
    for name, part in PARTS.items():
        for number, fault in enumerate(drawn(part, asked.seed, asked.number), 1):
            if asked.part not in {None, name} or asked.fault not in {None, number}:
                continue
            tests = asked.tests or [str(ROOT / "tests" / test) for test in part.tests.split()]
            if absent := [test for test in tests if not Path(test).exists()]:
                reader.error(f"not there: {absent}")
            noticed = "" if asked.list else notice(fault, tests, ["--all"] if asked.all else [])
            survived += not noticed
            print(f"{name} {number}  {fault}\n    {noticed or 'SURVIVED'}", flush=True)
    print(f"{survived} survived")


if __name__ == "__main__":
    main()
