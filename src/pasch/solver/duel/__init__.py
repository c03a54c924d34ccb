"""Games of two players, solved for the win."""
