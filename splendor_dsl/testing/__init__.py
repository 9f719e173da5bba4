"""How far the tests of a rule file reach, and whether they would notice if a rule were another."""
