"""Examples and invariants of rule files: running them, and writing new ones from play."""
