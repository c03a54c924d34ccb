"""Variants, words and printed sheets."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from pasch.bots import BOTS
from pasch.bots.levels import mean_scores
from pasch.rules.validation import MOST_GAMES, MOST_SEATS
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS, find_variant, variant_with
from pasch.server.api.answers import Catalogue, OpenJSON
from pasch.server.api.requests import JsonRoute, Language, RulesQuery, answer, queried_rules, refusals
from pasch.server.context import context_of
from pasch.server.guards.callers import Watcher, address_of, hidden_from
from pasch.server.wire.bodies import ChangeRules
from pasch.service.ids import TableId
from pasch.service.views.schema import variants as wire
from pasch.service.views.schema.variants import (
    Bot,
    Bots,
    FigureChance,
    FigureChances,
    Glossary,
    TestedTips,
    VariantDetail,
    Variants,
)
from pasch.sheets import Form, Paper, form_drawing, record_drawing, typeset_in_child
from pasch.words import (
    bot_character,
    bot_name,
    category_name,
    differences,
    glossary,
    rules_in_words,
    sheet_layout,
    switch_views,
    tested_variant,
    tips,
    tips_intro,
    tutorial,
    variant_card,
    variant_name,
)

router = APIRouter(tags=["variants"], route_class=JsonRoute)


@router.get("/variants", responses=answer(Variants) | refusals(422))
async def list_variants(request: Request, lang: Language) -> Response:
    """Every variant, in the order of the menu."""
    return Catalogue(Variants(variants=[await _card(request, variant, lang) for variant in VARIANTS.values()]))


@router.get("/variants/{key}", responses=answer(VariantDetail) | refusals(422))
async def show_variant(request: Request, key: str, lang: Language) -> Response:
    """A variant by key or alias: its data, its sheet, its house rules, and its rules in words."""
    return Catalogue(await _detail(request, find_variant(key), lang))


@router.post("/variants/{key}/rules", responses=answer(VariantDetail) | refusals(415, 422, 429))
async def change_rules(request: Request, key: str, lang: Language, body: ChangeRules) -> Response:
    """A variant with house rules, without opening a table. Nothing is stored."""
    context_of(request).change_limit.spend(address_of(request))
    return OpenJSON(await _detail(request, variant_with(key, body.rules), lang))


@router.get("/variants/{key}/chances", responses=answer(FigureChances) | refusals(422, 429))
async def show_chances(request: Request, key: str, lang: Language) -> Response:
    """The chance of each category of a variant: with one roll, and in a turn that aims at it alone.

    Refused as `not_ready`, with the progress, until it has been computed.
    """
    context, asker, variant = context_of(request), address_of(request), find_variant(key)
    context.advice_limit.spend(asker)
    found = await context.solver.figures(variant, asker)
    chances: list[FigureChance] = [
        {"category": key, "name": category_name(variant, key, lang), "first": first, "turn": turn}
        for key, (first, turn) in found.chances.items()
    ]
    name = variant_name(variant, lang)
    return Catalogue(FigureChances(variant=variant.key, name=name, rolls=found.rolls, chances=chances))


@router.get("/bots", responses=answer(Bots) | refusals(422))
async def list_bots(lang: Language) -> Response:
    """The computer players that may take a seat."""
    bots: list[Bot] = [
        {
            "key": key,
            "name": bot_name(key, lang),
            "character": bot_character(key, lang),
            "mean": mean_scores().get(key),
        }
        for key in BOTS
    ]
    return OpenJSON(Bots(bots=bots))


async def _card(request: Request, variant: Variant, lang: str) -> wire.Variant:
    solver = context_of(request).solver
    return {
        **variant_card(variant, lang),
        "exact": await solver.exact(variant),
        "alone": solver.alone(variant),
    }


async def _detail(request: Request, variant: Variant, lang: str) -> wire.VariantDetail:
    return {
        **await _card(request, variant, lang),
        "sheet": sheet_layout(variant, lang),
        "switches": switch_views(variant, lang),
        "rules": rules_in_words(variant, lang),
        "changed": dict(variant.switches),
        "differences": differences(variant, lang),
        "tutorial": [*tutorial(variant, lang)],
    }


words_router = APIRouter(tags=["words"])


@words_router.get("/glossary", responses=answer(Glossary) | refusals(422))
async def show_glossary(lang: Language) -> Response:
    """The glossary, by chapter."""
    return Catalogue(Glossary(chapters=glossary(lang)))


@words_router.get("/tips", responses=answer(TestedTips) | refusals(422))
async def show_tips(lang: Language) -> Response:
    """Three popular tips, with the exact results of playing by them."""
    return Catalogue(TestedTips(variant=tested_variant().key, intro=tips_intro(lang), tips=tips(lang)))


sheets_router = APIRouter(tags=["sheets"])

PDF = "application/pdf"
DOCUMENT: dict[int | str, dict[str, Any]] = {
    200: {"description": "The sheets.", "content": {PDF: {"schema": {"type": "string", "format": "binary"}}}}
}
PaperQuery = Annotated[Literal["a4", "letter"], Query(description="Paper size.")]


@sheets_router.get("/variants/{key}/sheet.pdf", response_class=Response, responses={**DOCUMENT, **refusals(422, 429)})
async def print_form(  # noqa: PLR0913, PLR0917 - the parts of the query
    request: Request,
    key: str,
    lang: Language,
    games: Annotated[
        int | None,
        Query(ge=1, le=MOST_GAMES, description="Games side by side; by default as many as fit on a page."),
    ] = None,
    players: Annotated[
        int | None,
        Query(ge=1, le=MOST_SEATS, description="Players side by side; by default the minimum."),
    ] = None,
    paper: PaperQuery = "a4",
    rules: RulesQuery = None,
) -> Response:
    """A blank form of a variant, with house rules, for real dice and a pencil."""
    variant = variant_with(key, queried_rules(rules))
    form = Form(Paper(paper), games, players)
    return await _printed(request, f"pasch-{variant.key}", lambda: form_drawing(variant, form, lang))


@sheets_router.get(
    "/tables/{table}/sheet.pdf", response_class=Response, responses={**DOCUMENT, **refusals(401, 404, 409, 422, 429)}
)
async def print_sheets(  # noqa: PLR0913, PLR0917 - the parts of the query
    request: Request,
    table: str,
    caller: Watcher,
    lang: Language,
    seat: Annotated[
        int | None, Query(ge=1, le=MOST_SEATS, description="Only the sheets of this seat; by default all.")
    ] = None,
    paper: PaperQuery = "a4",
) -> Response:
    """The current sheets of a match: one page for a game of several players, or one for each player's games."""
    with hidden_from(caller):
        record = await context_of(request).tables.record_to_print(caller, TableId(table), lang)
    return await _printed(request, f"pasch-{table}", lambda: record_drawing(record, Paper(paper), lang, seat))


async def _printed(request: Request, name: str, draw: Callable[[], str]) -> Response:
    """A drawing as a document: shown in the browser, and saved under a descriptive name."""
    context = context_of(request)
    context.sheet_limit.spend(address_of(request))
    drawing = await context.tables.pace.in_thread(draw)
    pdf = await context.tables.pace.in_process(typeset_in_child, drawing)
    return Response(pdf, media_type=PDF, headers={"Content-Disposition": f'inline; filename="{name}.pdf"'})
