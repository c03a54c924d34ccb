"""What operators see: health, metrics and the log."""
