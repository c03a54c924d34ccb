"""Mechanics that data cannot express: play in addition to or after the entry, plugged into the turn's table."""
