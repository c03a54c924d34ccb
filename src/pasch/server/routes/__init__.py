"""The routes of the HTTP interface, grouped by topic."""
