"""`python -m splendor_dsl`: the `splendor` program."""

from splendor_dsl.cli import main

if __name__ == "__main__":
    main()
