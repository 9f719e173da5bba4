"""What happens in a game: a small kernel of flat instructions."""
