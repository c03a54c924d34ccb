"""The storeys as one contract for import-linter: a package imports only what its row lists, and there are no cycles.

import-linter's own contract types need a list of every forbidden pair. A table of the allowed pairs is shorter. It
resembles the drawing in the architecture page, and fails for a package without a row.
"""

from __future__ import annotations

from collections.abc import Iterator

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

TOP = "pasch"


class StoreysContract(Contract):
    """Compares the direct imports between the packages below `pasch` with the rows of the contract."""

    rows = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 - the base class has it
        """Called by import-linter."""
        rows = parse_rows(self.rows)
        complaints = [*unlisted_packages(graph, rows), *forbidden_imports(graph, rows), *cycles(graph)]
        return ContractCheck(kept=not complaints, metadata={"complaints": complaints})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Called by import-linter."""
        for complaint in check.metadata["complaints"]:
            output.print_error(complaint)


def parse_rows(rows: object) -> dict[str, frozenset[str]]:
    """`["words: rules, i18n"]` as package → allowed packages.

    Raises ValueError for a row without a colon and for a package that is allowed but has no row itself.
    """
    assert isinstance(rows, list)
    table = {}
    for row in rows:
        package, colon, allowed = row.partition(":")
        if not colon:
            raise ValueError(f"A row is written `package: what it may import`, not {row!r}")
        table[package.strip()] = frozenset(name.strip() for name in allowed.split(",") if name.strip())
    unknown = frozenset().union(*table.values()) - table.keys() - {"*"}
    if unknown:
        raise ValueError(f"These packages are allowed but have no row: {', '.join(sorted(unknown))}")
    return table


def unlisted_packages(graph: ImportGraph, rows: dict[str, frozenset[str]]) -> Iterator[str]:
    """A sentence for each package that has no row."""
    for module in sorted(graph.find_children(TOP)):
        if package_of(module) not in rows:
            yield f"{module} has no row: say in pyproject.toml what it may import"


def forbidden_imports(graph: ImportGraph, rows: dict[str, frozenset[str]]) -> Iterator[str]:
    """A sentence for each import between packages that the importer's row does not allow."""
    for importer in sorted({TOP} | graph.find_descendants(TOP)):
        allowed = rows.get(package_of(importer), frozenset())
        if "*" in allowed:
            continue
        for imported in sorted(graph.find_modules_directly_imported_by(importer)):
            inside = imported == TOP or imported.startswith(f"{TOP}.")
            if inside and package_of(imported) not in allowed | {package_of(importer)}:
                yield import_line(graph, importer, imported)


def cycles(graph: ImportGraph) -> Iterator[str]:
    """A sentence for each import that closes a cycle of modules; imports for types and in functions count too."""
    done: set[str] = set()
    for start in sorted({TOP} | graph.find_descendants(TOP)):
        path = {start: imported_modules(graph, start)}
        while path:
            module, rest = next(reversed(path.items()))
            imported = next(rest, None)
            if imported is None:
                done.add(module)
                del path[module]
            elif imported in path:
                way = [*path][[*path].index(imported) :]
                yield f"{import_line(graph, module, imported)}, which closes the cycle {' → '.join((*way, imported))}"
            elif imported not in done:
                path[imported] = imported_modules(graph, imported)


def imported_modules(graph: ImportGraph, module: str) -> Iterator[str]:
    """The modules of the project that a module imports."""
    names = sorted(graph.find_modules_directly_imported_by(module))
    return (name for name in names if name == TOP or name.startswith(f"{TOP}."))


def import_line(graph: ImportGraph, importer: str, imported: str) -> str:
    """An import as a clause, with its lines."""
    lines = [str(line["line_number"]) for line in graph.get_import_details(importer=importer, imported=imported)]
    return f"{importer} imports {imported} (line {', '.join(lines)})"


def package_of(module: str) -> str:
    """The package below `pasch` that a module belongs to; `pasch` for the top package itself."""
    return module.split(".")[1] if "." in module else module
