"""Perfect play: exact dynamic programming over a variant's sheet. Needs NumPy and Numba, imported when used."""
