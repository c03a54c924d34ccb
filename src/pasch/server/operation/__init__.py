"""The operator's view: health, metrics and the log."""
