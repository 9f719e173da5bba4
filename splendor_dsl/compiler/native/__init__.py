"""Generated native code: lowered rules as a module for numba, and its runner."""
