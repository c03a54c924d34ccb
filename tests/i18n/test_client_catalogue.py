"""The web client's catalogue is complete, used and current. The generator reports every fault."""

from pathlib import Path

import pytest

from pasch.i18n import LANGUAGES, client
from pasch.i18n.client import (
    CatalogueError,
    Sentence,
    catalogues_in,
    check,
    generate,
    missing,
    read_catalogue,
    to_typescript,
    used_keys,
)

CLIENT = Path(__file__).parents[2] / "client"
HEAD = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

"""


def written(folder: Path, text: str, name: str = "client-test.po") -> Path:
    path = folder / name
    path.write_text(HEAD + text, "utf-8")
    return path


def test_generated_client_files_are_current():
    """The command `python -m pasch.i18n.client` repairs a failure."""
    for name, text in generate(CLIENT).items():
        assert (CLIENT / "src/words" / name).read_text("utf-8") == text, name


def test_final_punctuation_agrees_across_languages():
    found = catalogues_in()
    ends = {key: {sentences[key].forms[0][-1] in ".?!" for sentences in found.values()} for key in found["de"]}
    assert [key for key, ended in ends.items() if len(ended) > 1] == []


def test_catalogue_reader_keeps_plurals_and_placeholders(tmp_path):
    path = written(
        tmp_path,
        'msgid "a.one"\nmsgstr "Grüß {name}"\n\n'
        'msgid "a.many"\nmsgid_plural "a.many"\nmsgstr[0] "ein Platz"\nmsgstr[1] "{count} Plätze"\n',
    )
    found = read_catalogue([path], "de")
    assert found["a.one"] == Sentence(("Grüß {name}",))
    assert found["a.one"].placeholders == {"name"}
    assert found["a.many"].forms == ("ein Platz", "{count} Plätze")
    assert found["a.many"].placeholders == {"count"}


def test_plural_forms_have_browser_names(tmp_path):
    forms = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    said = "".join(f'msgstr[{number}] "{number}"\n' for number in range(3))
    path = tmp_path / "client-test.po"
    path.write_text(HEAD.replace("nplurals=2; plural=(n != 1);", forms) + f'msgid "a.b"\nmsgid_plural "a.b"\n{said}')
    assert read_catalogue([path], "pl") == {"a.b": Sentence(("0", "1", "2"), ("one", "few", "many"))}


def test_no_language_lacks_a_sentence():
    """A missing sentence would appear in English."""
    assert missing(catalogues_in()) == dict.fromkeys(LANGUAGES, ())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('msgid "a.one"\nmsgstr ""\n', "a.one has no finished sentence"),
        ('#, fuzzy\nmsgid "a.one"\nmsgstr "x"\n', "a.one has no finished sentence"),
        ('msgid "A sentence"\nmsgstr "x"\n', "A sentence is not a key"),
        ('msgid "a.one"\nmsgid_plural "a.one"\nmsgstr[0] "x"\n', "a.one has no finished sentence"),
    ],
)
def test_unfinished_catalogue_is_refused(tmp_path, text, fault):
    with pytest.raises(CatalogueError, match=fault):
        read_catalogue([written(tmp_path, text)], "de")


def test_duplicate_key_in_two_files_is_refused(tmp_path):
    text = 'msgid "a.one"\nmsgstr "x"\n'
    with pytest.raises(CatalogueError, match=r"b\.po \(de\): a.one occurs twice"):
        read_catalogue([written(tmp_path, text, "a.po"), written(tmp_path, text, "b.po")], "de")


def one(text: str) -> Sentence:
    return Sentence((text,))


@pytest.mark.parametrize(
    ("catalogues", "fault"),
    [
        ({"de": {"a.one": one("x")}, "en": {}}, "a.one is missing in en"),
        ({"de": {"a.one": one("{a}")}, "en": {"a.one": one("{b}")}}, "a.one has different placeholders"),
        ({"de": {"a.one": one("{count}")}, "en": {"a.one": Sentence(("x", "{count}"))}}, "a.one has different"),
        ({"de": {"a.two": one("x")}, "en": {"a.two": one("x")}}, "a.two is used nowhere"),
    ],
)
def test_differing_languages_and_unused_keys_are_refused(catalogues, fault):
    with pytest.raises(CatalogueError, match=fault):
        check(catalogues, frozenset({"a.one"}), frozenset())


def test_composed_keys_count_as_used(tmp_path):
    source = tmp_path / "a.svelte"
    source.write_text('{t("a.one")} {t(`b.kind_${kind}`)} {t(`c.${part}`)}', "utf-8")
    keys, families = used_keys([source])
    assert keys == {"a.one"}
    assert families == {"b.kind_", "c."}
    check({"en": {"b.kind_x": one("x"), "c.y": one("y")}}, keys, families)


def test_typescript_types_declare_parameters_of_each_key():
    files = to_typescript({"en": {"a.one": one('"Du" {name}'), "a.two": Sentence(("eins", "{count}"))}})
    types, english = files["messages.gen.ts"], files["en/base.gen.ts"]
    assert '"a.one": { name: string | number };' in types
    assert '"a.two": { count: number };' in types
    assert r'"a.one": "\"Du\" {name}",' in english
    assert '"a.two": { one: "eins", other: "{count}" },' in english


def test_help_sentences_are_in_a_separate_file():
    files = to_typescript({"en": {"a.one": one("Eins"), "help.two": one("Zwei")}})
    assert "Zwei" not in files["en/base.gen.ts"]
    assert '"help.two": "Zwei",' in files["en/help.gen.ts"]
    assert '"help.two": undefined;' in files["messages.gen.ts"]


def test_command_prints_the_catalogue_error_and_fails(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(client, "generate", lambda _folder: (_ for _ in ()).throw(CatalogueError("a.one is missing")))
    assert client.main() == 1
    assert capsys.readouterr().err == "a.one is missing\n"
