"""Values of optimal play as fractions."""
