"""Two sheets compared cell by cell, in the full-screen terminal."""

from pasch.rules.mechanics.contest import Contest
from pasch.tui.mechanic import PARTS, Part

PARTS[Contest.key] = Part(total=lambda t: t.text("sheet", "Cells won"))
