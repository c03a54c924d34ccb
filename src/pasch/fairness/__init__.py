"""Verifiable dice: a commitment before the first roll, the seed after the last."""
