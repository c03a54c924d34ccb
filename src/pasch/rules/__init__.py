"""The rules: legal steps and their scores. Pure, immutable, standard library only."""
