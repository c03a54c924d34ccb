"""Whole databases: backup, check, salvage, and traces of persons."""
