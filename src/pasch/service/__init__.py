"""Tables and who sits at them: everything between the rules and the network.

A table is a log of events; its state is the fold of that log. `Tables` is what a server, a
terminal or a test talks to; `ports` are what it needs from outside.
"""
