"""The terminal client: a table full-screen, drawn from the shapes of the wire alone, here and on a server alike."""
