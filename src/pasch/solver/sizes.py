"""Numbers shared by tables and kernels; a separate module, so reading a table needs no compiler."""

LANES = 16
"""Numbers in a block: one AVX-512 register of float32; 462 keeps of this size fit into the L1 cache."""

FACES = 6

TEN_FACES = 10

WEIGHED = 4
"""Blocks that `add_weighed` takes per call."""
