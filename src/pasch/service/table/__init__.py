"""A table, pure: its state is a fold of its log, and a command becomes events."""
