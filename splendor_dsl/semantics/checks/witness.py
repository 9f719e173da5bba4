"""Choices that have an option because a condition says so: `if any c of gems has (...)` before `choose c: gems`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Final

from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.checks.assume import assume
from splendor_dsl.semantics.checks.bounds import Bounds
from splendor_dsl.semantics.checks.context import Held, Some
from splendor_dsl.semantics.checks.intervals import ONE

Run = tuple[m.Step, ...]
MOST_ASKED: Final = 32  # of what is known to be there, for one choice


def asked_of(run: Run, step: m.Step) -> Run:
    """A choice of a run with what is required up to the next one; nothing where a step is none."""
    if not isinstance(step, m.Choose):
        return ()
    at = next(at for at, each in enumerate(run) if each is step)
    return (step, *takewhile(lambda each: isinstance(each, m.Require), run[at + 1 :]))


def has_witness(bounds: Bounds, run: Run) -> bool:
    """Whether it is known that there is one to choose that meets all that is required with the choice.

    A choice after it has to have an option whichever is chosen of those, so it is asked by itself.
    """
    if not run:
        return False
    first, *rest = run
    assert isinstance(first, m.Choose)
    asked = [step.value for step in rest if isinstance(step, m.Require)]
    for domain, slot, body in islice(_known(bounds), MOST_ASKED):
        inner = _bound(bounds, first, domain)
        asks = bounds.world.keys.renamed(body, slot, first.slot)
        found = None if inner is None else assume(inner, asks)
        if found is None or not _is_there(found, first):
            continue
        if all(found.condition(each) is True for each in asked):
            return True
    return False


def _known(bounds: Bounds) -> Iterator[tuple[v.Domain, int, v.Expr]]:
    """What there is for sure: one of a domain, with the variable that stands for it, and what holds for that one."""
    for key, holds in bounds.known.truths.items():
        if holds and isinstance(key, v.Quantified) and key.which == "any":
            yield key.domain, key.slot, key.body
    for key, found in bounds.known.ranges.items():
        if isinstance(key, v.PieceCount) and key.where is not None and found.low >= 1:
            yield v.Domain(kind="pieces", of=key.zone), key.slot, key.where


def _bound(bounds: Bounds, step: m.Choose, domain: v.Domain) -> Bounds | None:
    """What is known of any one of a domain, if all of it may be chosen."""
    key = bounds.world.key
    match step.what:
        case "token" if (
            domain.kind == "tokens" and domain.of is not None and step.tokens is not None
        ):
            some, offered = bounds.tokens(domain.of), bounds.tokens(step.tokens)
            if offered.every and some.tokens <= offered.tokens:
                return bounds.bind(step.slot, Some(tokens=some.tokens, size=ONE))
        case "player" if step.domain is not None and step.domain.kind == domain.kind:
            if (step.domain.of and key(step.domain.of)) == (domain.of and key(domain.of)):
                return bounds
        case "piece" if domain.kind == "pieces" and isinstance(domain.of, v.ZoneRef):
            zones = (source.zone for source in step.sources if not source.top)
            if any(key(zone) == key(domain.of) for zone in zones):
                kind = bounds.world.model.zones[domain.of.zone].kind or ""
                return bounds.bind(step.slot, Held(kind=kind))
    return None


def _is_there(bounds: Bounds, step: m.Choose) -> bool:
    """Whether what a choice of a token may take surely lies in its pile."""
    if step.what != "token" or step.pile is None:
        return True
    chosen = v.Local(slot=step.slot, type="token")
    return bounds.number(v.PileCount(pile=step.pile, tokens=chosen)).low >= 1
