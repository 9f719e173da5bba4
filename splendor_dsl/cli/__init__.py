"""The `splendor` program: one file a command."""
