"""Pasch: the open home of the Kniffel family."""

__version__ = "0.1.0"
