"""The kernel of a game: a program of flat instructions."""
