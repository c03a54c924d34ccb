"""How kernels are compiled, and the building blocks they share."""
