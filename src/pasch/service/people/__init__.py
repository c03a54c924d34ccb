"""Sessions, accounts, tokens, names and what is known about a person."""
