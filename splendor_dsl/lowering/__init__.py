"""From the IR to flat, typed code: a layout of numbers, numbered options, and one text for every compiled backend."""
