"""`pasch play`: the game in the terminal."""
