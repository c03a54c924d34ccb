"""Hidden dice in the full-screen terminal."""

from pasch.rules.mechanics.bluff import Bluff
from pasch.tui.mechanic import PARTS, Part

PARTS[Bluff.key] = Part(covers=True)
