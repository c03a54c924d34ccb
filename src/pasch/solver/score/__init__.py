"""The score of optimal play: its distribution, and the greatest chance of reaching a score."""
