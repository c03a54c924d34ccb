"""Past matches: search, export and import."""
