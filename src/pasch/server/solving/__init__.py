"""Optimal play for the server: finished tables are mapped into memory here, everything else is done elsewhere."""

from pasch.server.solving.solver import ServerSolver

__all__ = ["ServerSolver"]
