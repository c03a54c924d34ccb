"""Every variant in the terminal: it fits, and can be played to its end by keys alone."""

import asyncio
from contextlib import aclosing
from datetime import UTC, datetime
from random import Random

import pytest
from textual.geometry import Size

from pasch.i18n import translator
from pasch.rules.variants import VARIANTS
from pasch.tui import grid, panel
from pasch.tui.key_bindings import key_bindings
from pasch.tui.model import Model
from pasch.tui.server.link import Happened, Shown
from pasch.tui.sheet import Sheets
from pasch.tui.table_keys import TableKeys
from tests.service.harness import ANNA, Harness
from tests.support.sizes import every_language, every_variant
from tests.tui.conftest import line_to

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
UNUSUAL = {
    "kniffeliger": {},
    "luegenkniffel": {},
    "jamb": {"columns": "announce"},
    "dice-duel": {},
    "kniffel-extreme": {},
    "yatzy-duel": {},
}
"""Variants that together cover every mechanic, columns, announcements, chips and other dice."""


def drawn(model, lang, width=80, height=22):
    """The lines of both halves of the table."""
    t = translator(lang)
    sheets = Sheets(t, model.snapshot, model.offers, model.style)
    left = 37
    laid = grid.fitted(sheets, grid.Viewport(width - left, height, model.seen, model.top))
    space = Size(left - 1, height)
    return panel.drawn(t, model, key_bindings(t, model), space, NOW), grid.drawn(sheets, laid), laid


@pytest.mark.parametrize("lang", every_language())
@pytest.mark.parametrize("key", every_variant())
async def test_every_variant_fits_into_80_by_24(key, lang):
    harness = Harness()
    names = ["Anna", "Bernd", "Clara"][: max(2, VARIANTS[key].seats[0])]
    table = await harness.open(ANNA, *names, variant=key)
    await harness.roll(ANNA, table)
    model = Model(await harness.snapshot(ANNA, table, lang))
    left, right, laid = drawn(model, lang)
    assert len(left) <= 22
    assert len(right) <= 22
    assert max(line.cell_len for line in left) <= 36
    assert max(line.cell_len for line in right) <= 43
    assert not any("…" in line.plain for line in right[laid.head :]), "names are cut"
    rows = "\n".join(line.plain for line in right)
    assert laid.last.name in rows, "the last sum is always there"
    assert model.snapshot["sheet"]["categories"][0]["name"] in rows


class RandomKeys:
    """A player who presses random offered keys, and chooses any offered answer."""

    def __init__(self, t, link, seed):
        self.chance = Random(seed)
        self.hands = TableKeys(t, link, self, "Anna")
        self.t = t
        self.asked = None

    def choose(self, _title, options, then):
        self.asked = then(self.chance.randrange(len(options)))

    def ask(self, _title, _then):
        raise AssertionError("there are no real dice")

    def read(self, _title, lines, *, from_the_end=False):
        assert lines
        assert isinstance(from_the_end, bool)

    async def press(self, model):
        """One key, and the dialogs after it."""
        for key in self.chance.choices(["up", "down", "left", "right", "home", "end", "1", '"', "tab"], k=3):
            assert await self.hands.press(model, key), key
        offered = [deed.key for deed in key_bindings(self.t, model) if deed.key not in {"U", "N", "T", "Q"}]
        if offered:
            assert await self.hands.press(model, self.chance.choice(offered))
        if self.asked is not None:
            asked, self.asked = self.asked, None
            await asked


async def play_to_the_end(key, seed, rules=None):
    """Play a table of two or three with keys; returns the final snapshot and the refusals."""
    harness = Harness()
    names = ["Anna", "Bernd", "Clara"][: max(2, VARIANTS[key].seats[0])]
    table = await harness.open(ANNA, *names, variant=key, rules=rules or {})
    link = line_to(harness, ANNA, table)
    models, refused, seen = [], set(), asyncio.Event()

    async def follow():
        async with aclosing(link.news()) as coming:
            async for news in coming:
                match news:
                    case Shown() if models:
                        models[0].shown(news)
                    case Shown():
                        models.append(Model(news.snapshot))
                        seen.set()
                    case Happened() if models:
                        models[0].happened(news)

    following = asyncio.ensure_future(follow())
    keys = RandomKeys(translator("de"), link, seed)
    await seen.wait()
    model = models[0]
    while model.snapshot["status"] == "running":
        await keys.press(model)
        drawn(model, "de")
        if model.notice:
            refused.add(model.notice)
    following.cancel()
    return model, refused


@pytest.mark.parametrize("key", UNUSUAL)
async def test_unusual_variants_are_played_to_their_end_by_keys(key):
    model, refused = await play_to_the_end(key, 1, UNUSUAL[key])
    assert model.snapshot["status"] == "finished"
    assert {sentence.partition(" ")[0] for sentence in refused} <= MEANT, refused


@pytest.mark.long
@pytest.mark.parametrize("key", every_variant())
async def test_every_variant_is_played_to_its_end_by_keys(key):
    for seed in range(3):
        model, refused = await play_to_the_end(key, seed)
        assert model.snapshot["status"] == "finished"
        assert {sentence.partition(" ")[0] for sentence in refused} <= MEANT, refused


MEANT = {"Alle", "Noch", "Dieser"}
"""The beginnings of the sentences about keys without effect: all dice kept, no dice, a locked die."""
