"""Tables in operation: their cache and writer, timers and bots, connections and ownership."""
