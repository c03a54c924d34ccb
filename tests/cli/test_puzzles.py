"""`pasch puzzle`: the stored rating and invalid input."""

import json

from pasch.service.puzzles import all_puzzles
from tests.cli.terminal import pasch


def test_answer_changes_the_stored_rating(tmp_path):
    place = {"XDG_DATA_HOME": str(tmp_path)}
    first = json.loads(pasch("puzzle", "--json", **place).out.splitlines()[0])
    best = all_puzzles().find(first["id"]).best
    again, answer, following = map(json.loads, pasch("puzzle", "--json", stdin=f"{best}\n", **place).out.splitlines())
    assert again == first
    assert (answer["right"], answer["rated"]) == (True, True)
    assert following["id"] != first["id"]
    last = json.loads(pasch("puzzle", "--json", **place).out.splitlines()[0])
    assert last["you"] == following["you"] == answer["you"]


def test_impossible_answer_is_asked_again_and_right_one_explained(tmp_path):
    place = {"XDG_DATA_HOME": str(tmp_path)}
    task = json.loads(pasch("puzzle", "--json", "--theme", "scratching", **place).out.splitlines()[0])
    best = all_puzzles().find(task["id"]).best
    ran = pasch("puzzle", "--theme", "scratching", "--lang", "en", stdin=f"k9\nfoo\nroll\n\n{best}\nq\n", **place)
    assert ran.out.count("> ") == 6
    assert "no category “foo”" in ran.err
    assert "is not possible here" in ran.err
    assert "> Right.\nCross out" in ran.out
    assert "Your rating: 1500 → " in ran.out


def test_unusable_data_folder_is_refused_in_one_line(tmp_path):
    (tmp_path / "file").touch()
    ran = pasch("puzzle", "--lang", "de", XDG_DATA_HOME=str(tmp_path / "file"))
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert ran.err.startswith("pasch: Der Ordner ")
