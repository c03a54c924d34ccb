"""The contract that guards the storeys must itself be able to fail."""

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


def test_what_a_row_lists_is_allowed():
    assert complaints_about(("pasch.words.events", "pasch.rules.dice"), ("pasch.cli", "pasch.words")) == []


def test_imports_within_a_package_are_its_own_affair():
    assert complaints_about(("pasch.rules.game", "pasch.rules.dice")) == []


def test_an_import_upwards_is_named_with_its_line():
    assert complaints_about(("pasch.rules.dice", "pasch.words.events")) == [
        "pasch.rules.dice imports pasch.words.events (line 7)"
    ]


def test_the_top_package_is_no_way_around():
    assert complaints_about(("pasch.rules.dice", "pasch")) == ["pasch.rules.dice imports pasch (line 7)"]


def test_the_import_that_closes_a_cycle_is_named():
    imports = [("pasch.rules.cell", "pasch.rules.dice"), ("pasch.rules.dice", "pasch.rules.roll")]
    assert complaints_about(*imports) == []
    assert complaints_about(*imports, ("pasch.rules.roll", "pasch.rules.cell")) == [
        (
            "pasch.rules.roll imports pasch.rules.cell (line 7), which closes the cycle "
            "pasch.rules.cell → pasch.rules.dice → pasch.rules.roll → pasch.rules.cell"
        )
    ]


def test_a_package_without_a_row_is_a_complaint():
    assert complaints_about(("pasch.garage.car", "json")) == [
        "pasch.garage has no row: say in pyproject.toml what it may import"
    ]


@pytest.mark.parametrize("rows", [["rules"], ["rules: cellar"]], ids=["no colon", "allowed without a row"])
def test_a_damaged_table_is_refused(rows: list[str]):
    with pytest.raises((ValueError, InvalidContractOptions)):
        complaints_about(rows=rows)
