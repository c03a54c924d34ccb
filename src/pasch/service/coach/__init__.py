"""Advice, and the ledger of a match."""
