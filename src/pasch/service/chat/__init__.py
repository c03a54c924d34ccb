"""Chat in the lobby and at tables."""
