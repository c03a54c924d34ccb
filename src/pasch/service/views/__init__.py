"""What callers see of a table, in the plain data of the wire."""
