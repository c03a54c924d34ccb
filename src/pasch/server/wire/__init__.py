"""The shapes that travel over HTTP and the socket, as pydantic models: read strictly, documented in the schema."""
