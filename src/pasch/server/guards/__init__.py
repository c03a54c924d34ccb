"""Access and quotas: callers, hosts, limits and connections."""
