"""The bodies of requests, as pydantic models with strict parsing. `pasch.service.views.schema` has those of answers."""
