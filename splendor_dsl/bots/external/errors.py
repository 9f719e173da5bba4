"""The errors of a program that breaks the protocol."""


class ProgramError(Exception):
    """A program that can't be started, or says what the protocol does not allow."""


class ProgramTooSlow(ProgramError):  # noqa: N818  # it says what the program is
    """A program that does not answer in time."""


class ProgramGone(ProgramError):  # noqa: N818  # as above
    """A program that has ended, or closed its input or output."""
