"""Tables on a server and in this process."""
