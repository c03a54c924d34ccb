"""Who may send what, and how much of it: callers, hosts, limits and connections."""
