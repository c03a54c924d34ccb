"""Optimal play for the server: it maps finished tables into memory, and other processes compute the rest."""

from pasch.server.solving.solver import ServerSolver

__all__ = ["ServerSolver"]
