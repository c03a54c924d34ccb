"""Text forms: everything that is written down and read back by the same code."""
