"""A newcomer's questions over HTTP: the glossary, and the tested tips."""

import pytest

from pasch.words import glossary, tips

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("lang", ["de", "en"])
async def test_glossary_and_tips_use_the_callers_language(anna, lang):
    anna.language = lang
    answer = await anna.get("/glossary")
    assert [chapter["heading"] for chapter in answer["chapters"]] == [chapter["heading"] for chapter in glossary(lang)]
    answer = await anna.get("/tips")
    assert answer["variant"] == "kniffel"
    assert [(tip["title"], tip["holds"]) for tip in answer["tips"]] == [
        (tip["title"], tip["holds"]) for tip in tips(lang)
    ]
    assert answer["intro"].endswith(".")
