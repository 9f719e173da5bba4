"""How problems and results are shown: one renderer a surface."""
