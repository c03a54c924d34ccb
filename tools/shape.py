"""Prints the size and shape of the program: code, files, functions, imports and repeated lines.

Run it with the project's Python: `python tools/shape.py`. `--list` also names the longest functions, the modules with a
single importer, and the repeated lines.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

import grimp

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
REPEATED = 10
"""The number of equal lines that counts as a repetition."""
FOLDERS = ("src", "tests", "bench", "tools", "examples", "client/src")
SUFFIXES = {".py", ".ts", ".svelte", ".css"}
APART = re.compile(r"/migrations/versions/|/server/client/|/api/ui/|/naive/|\.gen\.ts$")
"""Excluded: migrations, built, third-party and generated files, and the second implementation, which must share
nothing.
"""
IMPORT = re.compile(r"^\s*(import\b[^;()]*?(;|$)|from \S+ import (\([^)]*\)|.*)$)", re.MULTILINE)
"""An import in Python or TypeScript, on one line or several."""


def code_lines(text: str) -> set[int]:
    """The numbers of the lines of code in a Python file: neither blank nor comment nor docstring."""
    prose = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    kept = (number for number, line in enumerate(text.splitlines(), 1) if line.strip() and line.strip()[0] != "#")
    return {number for number in kept if number not in prose}


def functions(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """The length in lines, with the docstring, and the place of each function."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            yield length, f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"


def sources() -> list[Path]:
    """The project's handwritten files."""
    files = (path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in SUFFIXES)
    return [path for path in files if not APART.search(str(path.relative_to(ROOT)))]


def repetitions(root: Path, files: Iterable[Path]) -> list[tuple[int, str, str]]:
    """The number, first place and second place of equal lines, without imports and blank lines."""
    places = defaultdict[tuple[str, ...], list[tuple[str, int, int]]](list)
    for path in files:
        text = IMPORT.sub(lambda found: "\n" * found[0].count("\n"), path.read_text("utf-8"))
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        for start in range(len(lines) - REPEATED + 1):
            part = tuple(line for _, line in lines[start : start + REPEATED])
            places[part].append((str(path.relative_to(root)), start, lines[start][0]))
    found = dict[tuple[str, int, str, int], tuple[int, str, str]]()
    for (first, one, line), (second, two, other) in sorted(pair for each in places.values() for pair in pairwise(each)):
        before = found.pop((first, one - 1, second, two - 1), None)
        length, *ends = before or (REPEATED - 1, f"{first}:{line}", f"{second}:{other}")
        found[first, one, second, two] = (length + 1, ends[0], ends[1])
    return list(found.values())


def main() -> None:
    """Print the table."""
    texts = {path: path.read_text("utf-8") for path in sorted(SOURCE.rglob("*.py"))}
    folders = Counter(path.parent.relative_to(SOURCE) for path in texts)
    lengths = sorted(one for path, text in texts.items() for one in functions(path, text))
    sys.path.insert(0, str(SOURCE))
    graph = grimp.build_graph("pasch", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    importers = Counter(imported for found in imports.values() for imported in found)
    single = sorted(module for module in graph.modules if importers[module] == 1)
    try:
        TopologicalSorter(imports).prepare()
        cycle = "none"
    except CycleError as error:
        cycle = " → ".join(error.args[1])
    repeated = repetitions(ROOT, sources())
    numbers = [length for length, _ in lengths]
    rows = {
        "lines of code": sum(len(code_lines(text)) for text in texts.values()),
        "lines": sum(len(text.splitlines()) for text in texts.values()),
        "files": len(texts),
        "files in the largest folder": f"{max(folders.values())} ({max(folders, key=lambda each: folders[each])})",
        "lines of the longest file": max(len(text.splitlines()) for text in texts.values()),
        "lines of a function: median, 90th percentile, longest": (
            f"{median(numbers):.0f}, {quantiles(numbers, n=10)[-1]:.0f}, {numbers[-1]}"
        ),
        "import cycles": cycle,
        "modules with a single importer": len(single),
        f"repetitions of {REPEATED} lines": len(repeated),
    }
    for name, value in rows.items():
        print(f"{name:<56}{value}")
    if "--list" in sys.argv:
        print("\nLongest functions", *(f"  {length:4} {place}" for length, place in reversed(lengths[-20:])), sep="\n")
        print("\nModules with a single importer", *(f"  {module}" for module in single), sep="\n")
        print("\nRepetitions", *(f"  {first} = {second}" for _, first, second in repeated), sep="\n")


if __name__ == "__main__":
    main()
