"""The import contract for the storeys reports violations."""

import pytest
from grimp import ImportGraph
from importlinter.domain.contract import InvalidContractOptions

from tests.gates.storeys import StoreysContract

ROWS = ["rules:", "words: rules", "cli: *", "pasch: *"]


def graph_with(*imports: tuple[str, str]) -> ImportGraph:
    graph = ImportGraph()
    graph.add_module("pasch")
    for importer, imported in imports:
        for module in (importer, imported):
            graph.add_module(module)
            graph.add_module(".".join(module.split(".")[:2]))
        graph.add_import(importer=importer, imported=imported, line_number=7, line_contents="import …")
    return graph


def complaints_about(*imports: tuple[str, str], rows: list[str] = ROWS) -> list[str]:
    contract = StoreysContract("storeys", {"root_packages": ["pasch"]}, {"rows": rows})
    check = contract.check(graph_with(*imports), verbose=False)
    assert check.kept == (not check.metadata["complaints"])
    complaints: list[str] = check.metadata["complaints"]
    return complaints


def test_imports_listed_in_a_row_are_allowed():
    assert complaints_about(("pasch.words.events", "pasch.rules.dice"), ("pasch.cli", "pasch.words")) == []


def test_imports_within_a_package_are_allowed():
    assert complaints_about(("pasch.rules.game", "pasch.rules.dice")) == []


def test_upward_import_is_reported_with_its_line():
    assert complaints_about(("pasch.rules.dice", "pasch.words.events")) == [
        "pasch.rules.dice imports pasch.words.events (line 7)"
    ]


def test_importing_the_top_package_is_reported():
    assert complaints_about(("pasch.rules.dice", "pasch")) == ["pasch.rules.dice imports pasch (line 7)"]


def test_import_closing_a_cycle_is_reported():
    imports = [("pasch.rules.cell", "pasch.rules.dice"), ("pasch.rules.dice", "pasch.rules.roll")]
    assert complaints_about(*imports) == []
    assert complaints_about(*imports, ("pasch.rules.roll", "pasch.rules.cell")) == [
        (
            "pasch.rules.roll imports pasch.rules.cell (line 7), which closes the cycle "
            "pasch.rules.cell → pasch.rules.dice → pasch.rules.roll → pasch.rules.cell"
        )
    ]


def test_package_without_a_row_is_reported():
    assert complaints_about(("pasch.garage.car", "json")) == [
        "pasch.garage has no row: say in pyproject.toml what it may import"
    ]


@pytest.mark.parametrize("rows", [["rules"], ["rules: cellar"]], ids=["no colon", "allowed without a row"])
def test_invalid_contract_rows_are_refused(rows: list[str]):
    with pytest.raises((ValueError, InvalidContractOptions)):
        complaints_about(rows=rows)
