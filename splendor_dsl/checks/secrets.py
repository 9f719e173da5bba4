"""Decisions that reveal what a player can't see."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Final, Literal

from attrs import frozen

from splendor_dsl.checks.checked_game import CheckedGame
from splendor_dsl.checks.flow import (
    ENTERED,
    Part,
    all_steps,
    parts_of,
    piece_edges,
    refills,
)
from splendor_dsl.checks.knowledge import Knowledge, Sight
from splendor_dsl.checks.numbers import PLAYERS
from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.hidden_information import Hidden, hidden_in
from splendor_dsl.semantics.requirements import (
    Implied,
    Run,
    TokenStep,
    decided_by,
    implied,
    leading_run,
)

What = Literal["a choice", "a requirement", "a payment", "a move of tokens", "a limit"]
_HINTS: Final[dict[What, str]] = {
    "a choice": "let it be chosen among all there are, and move 'up to' what is there",
    "a requirement": "ask it of a piece that lies face up, or look at it 'if' it is so, once it was moved",
    "a payment": "let it cost what all see, or move the piece first and let the player pay 'if' it can be done",
    "a move of tokens": "move 'up to' so many, or an amount that all see",
    "a limit": "let it go by what all see, or by how many lie there",
}


@problem_kind
class TellsSecret(Problem):
    """The moves on offer depend on pieces or tokens that the player can't see."""

    code = "SPL416"
    severity = "warning"
    headline = "expected {what} that rests on what the player can see, found {text!r}, which reads {reads} in {zone!r}"

    what: What
    text: str
    reads: str
    zone: str

    def help(self) -> str | None:
        """Return how to do without it."""
        return _HINTS[self.what]


def secrets(game: CheckedGame) -> Iterator[Problem]:
    """Report decisions whose options depend on something that the player can't know.

    In each decision these must be known: the tokens, sizes and numbers of its choices, its requirements, its payment, and
    in an action the exact gains and returns that it implies, and the others that count towards its payment; also the
    limits that are kept at the end of a turn.

    Bounds: pieces of zones that are face down, and pieces and tokens of zones known to their owner that are another
    player's, are secret, unless an earlier step of the same code reveals the zone and nothing since may have changed it:
    after a reveal in other code, other pieces may have come. The number of pieces in a zone is known, as are the field
    that cuts a zone into parts, fields that are the same for all pieces of a kind, and whether two chosen pieces are the
    same. A piece that was chosen unseen is known once it came to a zone that the player sees, or was revealed. The piece
    of a trigger counts as known, unless nobody sees its zone or any zone that it can have come from.
    """
    never_seen = _never_seen(game.model)
    for part in parts_of(game.model):
        known = Knowledge(model=game.model)
        if part.trigger is not None and part.trigger.zone in never_seen:
            known = known.found(ENTERED, (v.ZoneRef(zone=part.trigger.zone, player=None),))
        for decision in _decisions(game.model, part, known):
            found = _leak(game.model, decision)
            if found is not None:
                yield found
    for limit in game.model.limits.values():
        if limit.at_end_of_turn:
            read = hidden_in(limit.value, game.model, Sight(game.model, frozenset(), 0))
            if read is not None:
                yield _problem(game.model, limit, read)


@frozen(kw_only=True)
class _Decision:
    """Choices and requirements made together, with what must be possible after them; `by` is the slot of the player."""

    run: Run
    due: Implied
    by: int
    known: Knowledge


def _never_seen(model: m.Model) -> frozenset[str]:
    """Return the zones into which pieces come only from where nobody sees them to where nobody does."""
    face_down = {name for name, zone in model.zones.items() if zone.face == m.Face.DOWN}
    ways = {*refills(model), *(way for part in parts_of(model) for way in piece_edges(model, part))}
    shown = {ref.zone for _, step in all_steps(model) for ref in step.effects.revealed}
    seen = {target for source, target in ways if source not in face_down - shown}
    return frozenset(face_down - seen)


def _decisions(model: m.Model, part: Part, known: Knowledge) -> Iterator[_Decision]:
    steps: Sequence[m.Step] = part.code.steps
    if part.what == "action":
        run = leading_run(steps, lead=True)
        yield _Decision(run=run, due=implied(model, steps), by=0, known=known)
        steps, known = steps[len(run) :], _chosen(known, run)
    yield from _later(steps, 0, known)


def _later(
    steps: Sequence[m.Step], by: int, known: Knowledge
) -> Generator[_Decision, None, Knowledge]:
    """Yield the decisions in the middle of an action, or of other code; return what is known after it."""
    rest = steps
    while rest:
        run = leading_run(rest)
        after = rest[len(run) :]
        if any(isinstance(step, m.Choose) for step in run):
            paid = tuple(step for step in after[:1] if isinstance(step, m.Pay))
            due = Implied(required=paid, tried=paid, at_once=True)
            yield _Decision(run=run, due=due, by=by, known=known)
        if run:
            rest, known = after, _chosen(known, run)
            continue
        match rest[0]:
            case m.If(then=then, otherwise=otherwise):
                one = yield from _later(then, by, known)
                other = yield from _later(otherwise, by, known)
                known = one.both(other)
            case m.ForEach(domain=domain, slot=slot, body=body):
                known = known.without(body)  # an earlier turn of the loop may have done all of it
                inner = known
                if isinstance(domain.of, v.ZoneRef):
                    inner = known.found(slot, (domain.of,))
                yield from _later(body, slot if domain.kind in PLAYERS else by, inner)
            case flat:
                known = known.after(flat)
        rest = rest[1:]
    return known


def _chosen(known: Knowledge, run: Run) -> Knowledge:
    for binding in (each for step in run for each in step.effects.binds):
        if binding.zones:
            known = known.found(binding.slot, binding.zones)
    return known


def _leak(model: m.Model, decision: _Decision) -> Problem | None:
    """Return the problem of the first step of a decision that reveals what its player can't know."""
    known, by = decision.known, decision.by
    for step in (*decision.run, *decision.due.tried):
        unseen = known.unseen(by)
        places = frozenset(unseen) - known.mixed
        found = hidden_in(decided_by(step), model, known.sight(by), unseen, places)
        if found is not None:
            return _problem(model, _requiring_step(step, decision.due), found)
        if isinstance(step, m.Choose):
            known = _chosen(known, (step,))
    return None


def _requiring_step(step: m.Decision | TokenStep, due: Implied) -> m.Decision | TokenStep:
    """Return the step itself, or, of a move that only counts towards a payment, that payment."""
    if isinstance(step, m.MoveTokens) and step not in due.required:
        return due.required[-1]
    return step


def _problem(model: m.Model, step: m.Decision | TokenStep | m.Limit, found: Hidden) -> Problem:
    zone = model.zones[found.zone]
    things = "the tokens" if zone.kind is None else "the pieces"
    what, text = _described(step)
    return TellsSecret(
        what=what,
        text=text,
        reads=things if found.field is None else repr(found.field),
        zone=zone.name,
        span=step.where.span,
        path=step.where.path,
        related=(Related(zone.where.span, f"{zone.name!r} is declared here"),),
    )


def _described(step: m.Decision | TokenStep | m.Limit) -> tuple[What, str]:
    if isinstance(step, m.Choose):
        return "a choice", f"choose {step.name}"
    match step:
        case m.Require():
            return "a requirement", step.text
        case m.Pay():
            return "a payment", step.text
        case m.MoveTokens():
            return "a move of tokens", step.text
        case m.Limit():
            return "a limit", step.name
