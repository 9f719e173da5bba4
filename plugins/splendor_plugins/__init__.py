"""The mechanics of the bundled games, registered as any other package would."""
