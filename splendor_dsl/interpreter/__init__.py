"""The reference interpreter: it runs a game decision by decision, as docs/kernel.md says."""
