"""Bodies, refusals and the OpenAPI document of the HTTP interface."""
