"""`/variants` and `/bots`: what can be played, and against whom."""

from dataclasses import asdict

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from pasch.bots import BOTS
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS, find_variant, variant_with
from pasch.server.api.bodies import JsonRoute
from pasch.server.api.documented import refusals
from pasch.server.api.language import Language
from pasch.server.context import context_of
from pasch.server.guards.callers import address_of
from pasch.server.wire.variants import Bots, ChangeRules, FigureChances, VariantDetail, Variants
from pasch.words import (
    bot_name,
    category_name,
    differences,
    rules_in_words,
    sheet_layout,
    switch_views,
    tutorial,
    variant_card,
    variant_name,
)

router = APIRouter(tags=["variants"], route_class=JsonRoute)


@router.get("/variants", response_model=Variants, responses=refusals(422))
async def list_variants(request: Request, lang: Language) -> Response:
    """Every variant, in the order in which they are offered."""
    return JSONResponse({"variants": [await _card(request, variant, lang) for variant in VARIANTS.values()]})


@router.get("/variants/{key}", response_model=VariantDetail, responses=refusals(422))
async def show_variant(request: Request, key: str, lang: Language) -> Response:
    """A variant by key or alias: its data, its sheet, its house rules, and its rules in words."""
    return JSONResponse(await _detail(request, find_variant(key), lang))


@router.post("/variants/{key}/rules", response_model=VariantDetail, responses=refusals(415, 422, 429))
async def change_rules(request: Request, key: str, lang: Language, wish: ChangeRules) -> Response:
    """What a variant becomes with the rules of a house, without opening a table. Nothing is kept."""
    context_of(request).change_limit.spend(address_of(request))
    return JSONResponse(await _detail(request, variant_with(key, wish.rules), lang))


@router.get("/variants/{key}/chances", response_model=FigureChances, responses=refusals(422, 429))
async def show_chances(request: Request, key: str, lang: Language) -> Response:
    """How likely each figure of a variant is: in one roll, and in a turn that aims at it alone.

    Refused as `not_ready`, with the progress, until it has been worked out.
    """
    context, asker, variant = context_of(request), address_of(request), find_variant(key)
    context.advice_limit.spend(asker)
    found = await context.solver.figures(variant, asker)
    chances = [
        {"category": key, "name": category_name(variant, key, lang), "first": first, "turn": turn}
        for key, (first, turn) in found.chances.items()
    ]
    name = variant_name(variant, lang)
    return JSONResponse({"variant": variant.key, "name": name, "rolls": found.rolls, "chances": chances})


@router.get("/bots", response_model=Bots, responses=refusals(422))
async def list_bots(lang: Language) -> Response:
    """The computer players that may take a seat."""
    return JSONResponse({"bots": [{"key": key, "name": bot_name(key, lang)} for key in BOTS]})


async def _card(request: Request, variant: Variant, lang: str) -> dict[str, object]:
    solver = context_of(request).solver
    return {
        **variant_card(variant, lang),
        "exact": await solver.exact(variant),
        "alone": solver.alone(variant),
    }


async def _detail(request: Request, variant: Variant, lang: str) -> dict[str, object]:
    rules = [asdict(part) for part in rules_in_words(variant, lang)]
    return {
        **await _card(request, variant, lang),
        "sheet": sheet_layout(variant, lang),
        "switches": switch_views(variant, lang),
        "rules": rules,
        "changed": dict(variant.switches),
        "differences": differences(variant, lang),
        "tutorial": [
            {"text": step.text, "until": list(step.until), "focus": step.focus} for step in tutorial(variant, lang)
        ],
    }
