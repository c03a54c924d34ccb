"""The shapes of everything that the server sends, each declared once.

The service, the sockets and the terminal client are typed with them. The documents and the web client's types are
generated from them. The text below a field is its description there; a field without one has that of the vocabulary
(`pasch.server.api.vocabulary`).
"""
