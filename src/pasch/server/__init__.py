"""HTTP and WebSocket over the service. `app.create_app` makes the app, `run.run` serves it."""
