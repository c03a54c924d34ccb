"""The full-screen terminal client. It draws a table from wire snapshots alone, for local and server tables alike."""
