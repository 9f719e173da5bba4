"""Games that run as generated code: plain Python, or native code by way of numba."""
