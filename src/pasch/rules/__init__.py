"""What is legal and what it scores: pure, immutable, standard library only."""
