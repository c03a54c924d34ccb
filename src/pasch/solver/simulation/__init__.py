"""Whole games by the million."""
