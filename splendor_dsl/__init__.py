"""A rules language and workbench for board games of the Splendor family."""

__version__ = "0.1.0"
