"""Connections that stay open: WebSockets and streams of events."""
