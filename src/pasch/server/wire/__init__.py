"""What callers send, as pydantic models: read strictly. What the server says is in `pasch.service.views.schema`."""
