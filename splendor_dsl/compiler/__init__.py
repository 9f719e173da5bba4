"""Backends that run games as generated code: plain Python, or native code through numba."""
