"""Generated Python: lowered rules as a module of plain Python."""
