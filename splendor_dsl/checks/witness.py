"""Choices that have an option because a condition ensures it: `if any c of fruit has (...)` before `choose c: fruit`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Final, assert_never

from splendor_dsl.checks.assumptions import assume
from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.context import Held, Some
from splendor_dsl.checks.intervals import ONE
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v

Run = tuple[m.Step, ...]
MOST_ASKED: Final = 32  # known elements that are tried for one choice


def with_requirements(run: Run, step: m.Step) -> Run:
    """Return a choice of a run with the requirements up to the next choice; empty for any other step."""
    if not isinstance(step, m.Choose):
        return ()
    at = next(at for at, each in enumerate(run) if each is step)
    return (step, *takewhile(lambda each: isinstance(each, m.Require), run[at + 1 :]))


def has_witness(bounds: Bounds, run: Run) -> bool:
    """Return whether a known element meets all requirements made with the choice.

    A later choice has to have an option whichever element is chosen here, so it is tested by itself.
    """
    if not run:
        return False
    first, *rest = run
    assert isinstance(first, m.Choose)
    requirements = [step.value for step in rest if isinstance(step, m.Require)]
    for domain, slot, body in islice(_known(bounds), MOST_ASKED):
        inner = _bound(bounds, first, domain)
        condition = bounds.world.keys.renamed(body, slot, first.slot)
        found = None if inner is None else assume(inner, condition)
        if found is None or not _is_there(found, first):
            continue
        if all(found.condition(each) is True for each in requirements):
            return True
    return False


def _known(bounds: Bounds) -> Iterator[tuple[v.Domain, int, v.Expr]]:
    """Yield what surely exists: an element of a domain, with its variable and a condition on it."""
    for key, holds in bounds.known.truths.items():
        if holds and isinstance(key, v.Quantified) and key.which == "any":
            yield key.domain, key.slot, key.body
    for key, found in bounds.known.ranges.items():
        if isinstance(key, v.PieceCount) and key.where is not None and found.low >= 1:
            yield v.Domain(kind="pieces", of=key.zone), key.slot, key.where


def _bound(bounds: Bounds, step: m.Choose, domain: v.Domain) -> Bounds | None:
    """Return bounds with any element of a domain as the choice, if all of the domain may be chosen."""
    match step:
        case m.ChooseToken():
            return _token_bound(bounds, step, domain)
        case m.ChoosePiece():
            return _piece_bound(bounds, step, domain)
        case m.ChoosePlayer():
            return bounds if _same(bounds, step.domain, domain) else None
        case m.ChooseTokens() | m.ChooseNumber():
            return None  # a domain holds no sets of tokens and no numbers
    assert_never(step)


def _token_bound(bounds: Bounds, step: m.ChooseToken, domain: v.Domain) -> Bounds | None:
    if domain.kind != "tokens" or domain.of is None:
        return None
    some, offered = bounds.tokens(domain.of), bounds.tokens(step.tokens)
    if not (offered.every and some.tokens <= offered.tokens):
        return None
    return bounds.bind(step.slot, Some(tokens=some.tokens, size=ONE))


def _piece_bound(bounds: Bounds, step: m.ChoosePiece, domain: v.Domain) -> Bounds | None:
    if domain.kind != "pieces" or not isinstance(domain.of, v.ZoneRef):
        return None
    key = bounds.world.key
    if all(source.top or key(source.zone) != key(domain.of) for source in step.sources):
        return None
    kind = bounds.world.model.zones[domain.of.zone].kind or ""
    return bounds.bind(step.slot, Held(kind=kind))


def _same(bounds: Bounds, one: v.Domain, other: v.Domain) -> bool:
    key = bounds.world.key
    return one.kind == other.kind and (one.of and key(one.of)) == (other.of and key(other.of))


def _is_there(bounds: Bounds, step: m.Choose) -> bool:
    """Return whether the token of a choice surely is in its pile."""
    match step:
        case m.ChooseToken(pile=v.ZoneRef() as pile):
            chosen = v.Local(slot=step.slot, type="token")
            return bounds.number(v.PileCount(pile=pile, tokens=chosen)).low >= 1
        case m.ChooseToken() | m.ChoosePiece() | m.ChoosePlayer():
            return True
        case m.ChooseTokens() | m.ChooseNumber():
            return False  # as above
    assert_never(step)
