"""Results of finished games, high scores and statistics."""
