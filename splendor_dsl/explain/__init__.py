"""Why a move can't be made, and rules in words of their own."""
