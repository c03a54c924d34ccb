"""SQL behind the service's ports, and the migrations of its schema."""
