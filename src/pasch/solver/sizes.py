"""Numbers that tables and kernels share; here so that reading a table needs no compiler."""

LANES = 16
"""Numbers in a block: one AVX-512 register of float32, and 462 keeps of it fit into the first cache."""

FACES = 6

TEN_FACES = 10

WEIGHED = 4
"""Blocks that `add_weighed` takes at once."""
