"""The page on optimal play matches the current rules and solver."""

import json

import pytest

from bench.beyond import sections
from bench.datafile import FOLDER, Game, read
from bench.sweep import FILES
from bench.truth import (
    DETAILED,
    HOUSE_RULES,
    PAGE,
    PRESETS,
    Truth,
    cells_table,
    found,
    game_row,
    games,
    house_rules,
    left_out_row,
    no_table,
    rule_name,
)
from pasch.rules.switches import SWITCHES
from pasch.rules.variants import VARIANTS

LINES = [line for path in (PAGE, DETAILED) for line in path.read_text(encoding="utf-8").splitlines()]
REMEDY = "docs/truth.md is stale: run `python -m bench.truth`"


def rows_of(name: str, mark: str) -> list[str]:
    """The lines with this name and this fingerprint."""
    return [line for line in LINES if line.startswith(f"| {name} |") and line.endswith(f"| `{mark}` |")]


@pytest.mark.parametrize("game", list(games()), ids=lambda game: game.name.replace("`", ""))
def test_every_game_is_listed_or_marked_as_omitted(game: Game) -> None:
    [line] = rows_of(game.name, game.mark)
    trouble = no_table(game.variant)
    assert (line == left_out_row(game, f"no table for {trouble}")) == (trouble is not None), REMEDY


@pytest.mark.parametrize("preset", PRESETS)
def test_every_house_rule_is_listed_or_marked_as_omitted(preset: str) -> None:
    for game in house_rules(preset):
        trouble = no_table(game.variant)
        if trouble is not None:
            assert left_out_row(game, f"no table for {trouble}") in LINES, REMEDY
        else:
            assert rows_of(rule_name(game), game.mark) or rows_of(game.name, game.mark), REMEDY


def test_house_rules_cover_every_switch() -> None:
    assert set(HOUSE_RULES) == set(SWITCHES)


@pytest.mark.parametrize("name", FILES)
def test_data_files_match_the_current_rules(name: str) -> None:
    lines = read(FOLDER / f"{name}.jsonl")
    assert lines
    for mark, line in lines.items():
        assert VARIANTS[line["game"]].replace(**line["rules"]).fingerprint == mark
        assert set(line) > {"game", "rules", "fingerprint"}


def test_page_shows_the_data_files() -> None:
    assert [line for line in sections() if line not in LINES] == [], REMEDY


def test_bounds_of_several_columns_are_in_order() -> None:
    lines = read(FOLDER / "bounds.jsonl")
    assert lines
    for mark, line in lines.items():
        assert VARIANTS[line["game"]].replace(**line["rules"]).fingerprint == mark
        player, bound = line["player"] or {"mean": 0, "margin": 0}, line["bound"]
        assert player["margin"] < 0.1
        assert player["mean"] - 2 * player["margin"] < (line["exact"] or bound) <= bound < line["independent"]


def test_win_chances_of_whole_games_are_within_brackets() -> None:
    """The chances to win of both policies: the game's value, and the best answer to play for points."""
    brackets = {mark: line["bracket"] for mark, line in read(FOLDER / "targets.jsonl").items()}
    games = read(FOLDER / "duels.jsonl")
    assert games
    for mark, line in games.items():
        least, most = brackets[mark]
        for play in ("best", "first_for_points", "second_for_points", "both_for_points"):
            assert least < line[play]["win"] + line[play]["draw"] / 2 < most


@pytest.mark.slow
@pytest.mark.parametrize("key", ["cheerio", "crag"])
def test_quick_recomputation_matches_the_data_files(key: str) -> None:
    mark = VARIANTS[key].fingerprint
    for name in ("skill", "risk", "targets"):
        printed, found = read(FOLDER / f"{name}.jsonl")[mark], json.loads(json.dumps(FILES[name](Game(VARIANTS[key]))))
        assert {entry: printed[entry] for entry in found} == found, f"run `python -m bench.sweep --only {name}`"


@pytest.mark.slow
@pytest.mark.parametrize("key", ["yacht", "cheerio", "crag"])
def test_quick_solving_matches_the_page(key: str) -> None:
    game = Game(VARIANTS[key])
    truth = found(game, seconds=5)
    assert isinstance(truth, Truth)
    assert game_row(truth) in LINES, REMEDY
    start = LINES.index(f"### {game.name}") + 2
    cells = list(cells_table(truth))
    assert LINES[start : start + len(cells)] == cells, REMEDY
