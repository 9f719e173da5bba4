"""Games, states and moves: all that a player, bot, simulator or screen touches."""
