"""Puzzles: positions with one best action, the ratings of people and puzzles."""
