"""What finished games came to: results, high scores and statistics."""
