"""Tables and their players: everything between the rules and the network.

A table is a log of events; its state is the fold of that log. Servers, terminals and tests call
`Tables`. `ports` defines what the service needs from outside.
"""
