"""The notation of moves: each action's pattern names its choices, and no two patterns can mean the same words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final, assert_never

from splendor_dsl.checks.checked_game import CheckedGame
from splendor_dsl.checks.flow import all_steps
from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.move_patterns import (
    ORDERS,
    PAY,
    PUT_BACK,
    Items,
    Patterns,
    PieceSource,
    listed_item,
    number_item,
    pattern_words,
    piece_item,
    player_items,
    token_item,
    word_item,
)
from splendor_dsl.semantics.problems import did_you_mean
from splendor_dsl.semantics.requirements import leading_run
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax.expression_text import quoted

Typed = Mapping[str, tuple[str, ...]]  # the typed words of tokens and zones, by their paths


@problem_kind
class NotationUnknown(Problem):
    """The pattern of an action names something that the action does not choose at its head."""

    code = "SPL403"
    headline = "expected a choice that leads the action, found {name!r} in its pattern"

    name: str
    near: str | None = None
    choices: tuple[str, ...] = ()

    def help(self) -> str | None:
        """Return the nearest choice, or all of them."""
        if self.near is not None or not self.choices:
            return did_you_mean(self.near)
        shown = " and ".join(f"'{{{name}}}'" for name in self.choices)
        return f"its choices are {shown}" if len(self.choices) > 1 else f"its choice is {shown}"


@problem_kind
class NotationIncomplete(Problem):
    """The pattern of an action leaves out one of its leading choices, or names it twice."""

    code = "SPL404"
    headline = "expected {shown} once in the pattern of the action, found it {times}"

    choice: str
    shown: str
    times: str
    pattern: str = ""  # one that names each choice once
    action: str = ""  # the action, if its pattern is in another file than the choice

    def help(self) -> str | None:
        """Return a pattern that would do; in a variant, how to give it to the action."""
        if not self.pattern:
            return None
        as_ = f"as {quoted(self.pattern)}"
        if not self.action:
            return f"write '{as_}'"
        anew = f"replace actions.{self.action} {{ {self.action} {as_} {{ ... }} }}"
        return f"say the action anew: '{anew}'"


@problem_kind
class NotationsAlike(Problem):
    """The patterns of two actions can't be told apart by what is typed."""

    code = "SPL405"
    headline = "expected a pattern of its own, found {notation!r}, which may mean {other} too"
    hint = "let each pattern begin with a word of its own"

    notation: str
    other: str  # an action, a move that every game has, or a command of the prompt


def notation(game: CheckedGame) -> Iterator[Problem]:
    """Report patterns that do not name each leading choice once, and pairs of patterns that fit the same words.

    A pattern also clashes with the moves that pay with a wild token or put a token back, and with the commands of the
    prompt: the number of a listed move, or an order such as `quit`.

    Two patterns fit the same words if, word by word, both have equal words, or one has a choice that the other's word or
    choice can be read as: a token by its word, and numbers, players and pieces by the same signs, as `1` may be a number,
    a seat and the first place of a zone.
    """
    model = game.model
    sound: list[m.Action] = []
    for action in model.actions:
        problems = [_where_it_came(each, action) for each in choices(action)]
        yield from problems
        sound += [] if problems else [action]
    known, taken = Patterns(), Patterns()
    of_the_game = tuple(_moves_of_the_game(model))
    for number, (items, _) in enumerate(of_the_game):
        taken.put(items, number)
    for number, other in enumerate(sound):
        items = items_of(other, model)
        first = known.first_alike(items)
        if first is not None:
            yield same(sound[first], other)
        known.put(items, number)
        meant = taken.first_alike(items)
        if meant is not None:
            yield _alike(other, f"the move {of_the_game[meant][1]!r}")
        yield from of_the_prompt(other, model)


def of_the_prompt(
    action: m.Action, model: m.Model, typed: Typed | None = None
) -> Iterator[Problem]:
    """Yield the problem of a pattern that can mean a command of the prompt."""
    meant = _PROMPT.first_alike(items_of(action, model, typed, written=True))
    if meant is not None:
        order = f"the order {ORDERS[meant]!r} of the prompt" if meant < len(ORDERS) else _LISTED
        yield _alike(action, order)


def _prompt() -> Patterns:
    """Return the commands, and after them the number of a move."""
    orders = Patterns()
    for number, item in enumerate((*map(word_item, ORDERS), listed_item())):
        orders.put((item,), number)
    return orders


_PROMPT: Final = _prompt()
_LISTED: Final = "the number of a listed move"


def same(one: m.Action, other: m.Action) -> Problem:
    """Return the problem of two actions whose patterns can mean the same words."""
    here = Related(one.where.span, "the other action stands here")
    return _alike(other, f"the action {one.name!r}", here)


def _alike(action: m.Action, other: str, *related: Related) -> Problem:
    where = action.where
    return NotationsAlike(
        notation=action.notation,
        other=other,
        span=where.span,
        path=where.path,
        related=related,
    )


def _moves_of_the_game(model: m.Model) -> Iterator[tuple[Items, str]]:
    """Yield the moves of payments and limits (K23), with their notation."""
    tokens = [token.name for token in model.tokens]
    for _, step in all_steps(model):
        match step:
            case m.KeepLimits():
                yield _filled(PUT_BACK, {"token": (token_item(tokens),)}), PUT_BACK
            case m.Pay(wilds=wilds):
                for wild in wilds:
                    name = tokens[wild.token]
                    paid = (tokens[each] for each in wild.group if each != wild.token)
                    blanks = {
                        "count": (number_item(), token_item((name,))),
                        "token": (token_item(paid),),
                    }
                    yield _filled(PAY, blanks), PAY.replace("{count}", f"{{count}} {name}")


def _leading(action: m.Action) -> dict[str, m.Choose]:
    run = leading_run(action.code.steps, lead=True)
    return {step.name: step for step in run if isinstance(step, m.Choose)}


def choices(action: m.Action) -> Iterator[Problem]:
    """Yield the problems of the choices that a pattern names."""
    leading, where = _leading(action), action.where
    found = [name for name, _ in pattern_words(action.notation) if name]
    unknown = [name for name in found if name not in leading]
    for name in unknown:
        near = nearest(name, leading)
        choices = tuple(leading)
        yield NotationUnknown(
            name=name, near=near, choices=choices, span=where.span, path=where.path
        )
    for name in leading:
        if found.count(name) != 1 and not unknown:
            count, shown = found.count(name), f"{{{name}}}"
            yield NotationIncomplete(
                choice=name,
                shown=repr(shown),
                times={0: "nowhere", 2: "twice"}.get(count, "several times"),
                pattern="" if count else f"{action.notation} {shown}",
                span=where.span,
                path=where.path,
            )


def _where_it_came(problem: Problem, action: m.Action) -> Problem:
    """Return the problem of a choice that a variant has added to an action of its base at the place of the choice."""
    if not isinstance(problem, NotationIncomplete) or not problem.pattern:
        return problem
    place, own = _leading(action)[problem.choice].where, action.where.span
    if place.span.source.name == own.source.name:
        return problem
    beside = (Related(own, "the pattern stands here"),)
    return problem.but(action=action.name, span=place.span, path=place.path, related=beside)


# ---- patterns --------------------------------------------------------------------------------------
def items_of(
    action: m.Action, model: m.Model, typed: Typed | None = None, *, written: bool = False
) -> Items:
    """Return the items of a pattern; `typed` has the words of another language.

    With `written`, a player has only the form in which the program writes one.
    """
    leading = _leading(action)
    chosen = {
        name: _chosen(step, model, typed or {}, written=written) for name, step in leading.items()
    }
    return _filled(action.notation, chosen)


def _filled(pattern: str, blanks: Mapping[str, Items]) -> Items:
    """Return the items of a pattern, with those of each blank."""
    items = (blanks[name] if name else (word_item(word),) for name, word in pattern_words(pattern))
    return tuple(chain.from_iterable(items))


def _chosen(step: m.Choose, model: m.Model, typed: Typed, *, written: bool) -> Items:
    """Return the items of a choice."""
    match step:
        case m.ChooseToken() | m.ChooseTokens():
            words = (typed.get(each.where.path, (each.name,)) for each in model.tokens)
            several = isinstance(step, m.ChooseTokens)
            return (token_item(chain.from_iterable(words), several=several),)
        case m.ChoosePiece():
            return (piece_item(_piece_source(each, model, typed) for each in step.sources),)
        case m.ChooseNumber():
            return (number_item(),)
        case m.ChoosePlayer():
            return player_items(written=written)
    assert_never(step)


def _piece_source(source: m.Source, model: m.Model, typed: Typed) -> PieceSource:
    zone = model.zones[source.zone.zone]
    by = None if zone.by is None or zone.kind is None else model.kinds[zone.kind].fields[zone.by]
    return PieceSource(
        words=typed.get(zone.where.path, (zone.name,)),
        numbers=(by is not None) + (not source.top),
        below_zero=by is not None and by.low < 0,
        owned=zone.owned,
    )
