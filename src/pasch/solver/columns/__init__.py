"""Sheets of several columns, solved as one game: every combination of column contents is a state."""
