"""Text forms, written and read back by the same code."""
