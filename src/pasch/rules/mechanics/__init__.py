"""What no data can say: games that go on beside or after the entry, each plugged into the turn's table."""
