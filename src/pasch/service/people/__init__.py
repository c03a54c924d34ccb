"""Sessions, accounts, tokens, names and personal data."""
