"""Sheets of several columns, solved as one game: every pairing of what the columns hold is a state."""
