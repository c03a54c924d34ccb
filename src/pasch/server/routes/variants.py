"""`/variants` and `/bots`: what can be played, and against whom."""

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from pasch.bots import BOTS
from pasch.rules.switches import SWITCHES, Switch
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS, find_variant
from pasch.server.documented import refusals
from pasch.server.language import Language
from pasch.server.wire.variants import Bots, VariantDetail, Variants
from pasch.words import bot_name, rules_in_words, sheet_layout, variant_card

router = APIRouter(tags=["variants"])
MANY = 30
"""Beyond so many numbers a switch tells its bounds alone."""


@router.get("/variants", response_model=Variants, responses=refusals(422))
async def list_variants(lang: Language) -> Response:
    """Every variant, in the order in which they are offered."""
    return JSONResponse({"variants": [variant_card(variant, lang) for variant in VARIANTS.values()]})


@router.get("/variants/{key}", response_model=VariantDetail, responses=refusals(422))
async def show_variant(key: str, lang: Language) -> Response:
    """A variant by key or alias: its data, its sheet, its house rules, and its rules in words."""
    variant = find_variant(key)
    rules = [{"heading": part.heading, "sentences": list(part.sentences)} for part in rules_in_words(variant, lang)]
    switches = {name: _switch(switch, variant) for name, switch in SWITCHES.items()}
    card = variant_card(variant, lang)
    return JSONResponse({**card, "sheet": sheet_layout(variant, lang), "switches": switches, "rules": rules})


@router.get("/bots", response_model=Bots, responses=refusals(422))
async def list_bots(lang: Language) -> Response:
    """The computer players that may take a seat."""
    return JSONResponse({"bots": [{"key": key, "name": bot_name(key, lang)} for key in BOTS]})


def _switch(switch: Switch, variant: Variant) -> dict[str, object]:
    values: list[str | int | bool | None] = list(switch.choices)
    if not values and switch.high - switch.low <= MANY:
        values = [*range(switch.low, switch.high + 1)]
    if values and switch.optional:
        values.append(None)
    counts = not switch.choices
    return {
        "value": switch.get(variant),
        "values": values,
        "low": switch.low if counts else None,
        "high": switch.high if counts else None,
    }
