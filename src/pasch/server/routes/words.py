"""`/glossary` and `/tips`: what a newcomer asks that no single variant answers."""

from dataclasses import asdict

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from pasch.server.api.documented import refusals
from pasch.server.api.language import Language
from pasch.server.wire.words import Glossary, TestedTips
from pasch.words import glossary, tested_variant, tips, tips_intro

router = APIRouter(tags=["words"])


@router.get("/glossary", response_model=Glossary, responses=refusals(422))
async def show_glossary(lang: Language) -> Response:
    """The words of the game, by chapter."""
    return JSONResponse({"chapters": [asdict(chapter) for chapter in glossary(lang)]})


@router.get("/tips", response_model=TestedTips, responses=refusals(422))
async def show_tips(lang: Language) -> Response:
    """Three tips that are passed around, played out exactly."""
    told = [asdict(tip) for tip in tips(lang)]
    return JSONResponse({"variant": tested_variant().key, "intro": tips_intro(lang), "tips": told})
