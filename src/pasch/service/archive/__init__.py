"""Matches of the past: found, exported and imported."""
