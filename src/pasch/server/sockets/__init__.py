"""Long-lived connections: WebSockets and streams of events."""
