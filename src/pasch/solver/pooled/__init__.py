"""Upper bounds for sheets of several columns, from a game that is kinder to the player, and a player guided by it."""
