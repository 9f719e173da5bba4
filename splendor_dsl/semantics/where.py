"""The path and span of a clause, and its notes."""

from __future__ import annotations

from attrs import frozen

from splendor_dsl.span import Span


@frozen(kw_only=True)
class Where:
    """The path and span of a clause, with its title and notes; no part of the meaning."""

    path: str
    span: Span
    title: str | None = None
    cites: tuple[str, ...] = ()
    because: str | None = None
