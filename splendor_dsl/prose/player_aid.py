"""A player aid: the actions, their costs, the limits, the end and the ranking, one line each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, assert_never, get_args

from splendor_dsl.prose.clauses import (
    before_the_game,
    closing,
    end_condition,
    moment,
    rank_text,
    term_text,
)
from splendor_dsl.prose.expressions import (
    condition,
    number,
    number_or_amounts,
    summand,
)
from splendor_dsl.prose.layout import Table
from splendor_dsl.prose.smooth import smooth
from splendor_dsl.prose.steps import (
    Sentence,
    chosen,
    chosen_often,
    deducted,
    named,
    otherwise,
    own_part,
    sentence,
)
from splendor_dsl.prose.things import Things, capital
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.names import ENGLISH

Line = tuple[str, str, str]  # the path of the clause, its subject, and the text
_ARROW: Final = "\N{RIGHTWARDS ARROW}"
_MINUS: Final = "\N{MINUS SIGN}"


def player_aid(words: Words) -> Table:
    """Return the lines of the page, each with the path of its clause."""
    rows = (
        (path, (capital(about), capital(smooth(ENGLISH, text))))
        for path, about, text in _lines(words)
    )
    return Table(head=("", ""), rows=tuple(rows))


def _lines(words: Words) -> Iterator[Line]:
    things, anybody, model = Things(words=words), Things(words=words, other=True), words.model
    for phase in model.phases:
        path, line = phase.where.path, short(things, phase.code.steps)
        yield path, words.name(path), f"{before_the_game(things, phase)} {line}"
    yield "turn", words.say("A turn"), short(things, model.turn.steps)
    for action in model.actions:
        path = action.where.path
        yield path, words.name(path), _action(things, action)
    for trigger in model.triggers:
        path = trigger.where.path
        yield path, words.name(path), _trigger(things, trigger)
    if model.limits:
        yield "limits", words.say("Limits"), _joined(_limits(things))
    for value in model.values.values():
        if value.type == "number":
            path = value.where.path
            terms = " + ".join(term_text(things, value, term) for term in value.terms)
            yield path, words.name(path, 2), terms.replace(f"+ {_MINUS}", f"{_MINUS} ")
    for end in model.ends:
        yield end.where.path, words.name(end.where.path), _end(anybody, end)
    yield "end.ranking", words.say("Who wins"), _ranking(anybody, model.ranking)


def _action(things: Things, action: m.Action) -> str:
    text = short(things, action.code.steps)
    if action.last_resort:
        return _joined((things.say("Only if nothing else is possible."), text))
    if action.only_owed:
        return _joined((things.say("Only when it is owed."), text))
    return text


def _trigger(things: Things, trigger: m.Trigger) -> str:
    return f"{moment(things, trigger)}: {short(things, trigger.code.steps)}"


def _limits(things: Things) -> Iterator[str]:
    """Yield each limit in short: `3: reserved cards`."""
    for limit in things.model.limits.values():
        zone = things.words.heading(things.model.zones[limit.zone].where.path)
        what = zone if limit.tokens is None else things.tokens(v.TokenSet(tokens=limit.tokens), 2)
        text = things.say("at most {number}: {what}", number=number(things, limit.value), what=what)
        if limit.at_end_of_turn:
            text = things.say("{text} (at the end of your turn)", text=text)
        if limit.keeps:
            kept = things.tokens(v.TokenSet(tokens=limit.keeps), 2)
            text = things.say("{text}; not to be put back: {what}", text=text, what=kept)
        yield text


def _end(things: Things, end: m.End) -> str:
    pattern = "{what}: the game ends at once"
    if not end.at_once:
        pattern = "{what}: the round is played to its end"
    text = things.say(pattern, what=end_condition(things, end))
    if not end.at_once and end.more_rounds != v.Const(value=0):
        plain = end.more_rounds.value if isinstance(end.more_rounds, v.Const) else 2
        rounds = number(things, end.more_rounds)
        more = things.say("After it {number} full rounds follow.", number=rounds, n=plain)
        text = _joined((text, more))
    if not end.at_once and closing(end) == "judged again":
        text = things.say("{text}, if it is still so then", text=text)
    if end.ranking is not None:
        text = _joined((text, _ranking(things, end.ranking)))
    return text


def _ranking(things: Things, ranking: m.Ranking) -> str:
    """Return the criteria in their order: `1. the most points`, `2. the fewest cards`, `then shared`."""
    parts = []
    if ranking.among is not None:
        what = condition(things, ranking.among)
        parts.append(things.say("only a player with {what}", what=what))
    for place, rank in enumerate(ranking.ranks, 1):
        parts.append(f"{place}. {_held(things, rank) or rank_text(things, rank)}")
    if things.model.high_players > 1:
        parts.append(things.say("then shared" if ranking.shared else "then nobody"))
    return _joined(parts)


def _held(things: Things, rank: m.Rank) -> str | None:
    """Return the plain name of the marker that a line of a ranking requires, if it does."""
    sides = (rank.value.left, rank.value.right) if isinstance(rank.value, v.Compare) else ()
    held = (side.marker for side in sides if isinstance(side, v.Holder))
    marker = next(held, None) if rank.which == m.RankOrder.WITH else None
    return None if marker is None else things.noun(f"markers.{marker}")


# ---- steps -----------------------------------------------------------------------------------
def short(things: Things, steps: Sequence[m.Step]) -> str:
    """Return steps in few words; later steps can refer to earlier choices."""
    texts, several = [], chosen_often(steps)
    for step in steps:
        shorten = _SHORT.get(type(step))
        inside = things.distinguishing(own_part(step))
        text = _whole(sentence(things, step)) if shorten is None else shorten(inside, step)
        if isinstance(step, m.Choose):
            things = things.with_choice(step)
            if named(step, several):
                text = f"{things.noun(step.where.path)}: {text}"
        texts.append(text)
        if isinstance(step, m.If) and step.otherwise:
            texts.append(_whole(otherwise(things, step)))
    return _joined(texts)


def _joined(texts: Iterable[str]) -> str:
    return " \N{MIDDLE DOT} ".join(text.removesuffix(".") for text in texts if text)


def _whole(line: Sentence) -> str:
    """Return a sentence and those under it, in a row."""
    if not line.under:
        return line.text
    return f"{line.text} {_joined(_whole(each) for each in line.under)}"


def _choose(things: Things, step: m.Choose) -> str:
    what = _chosen(things, step)
    return things.say("if you like: {what}", what=what) if step.may else what


def _chosen(things: Things, step: m.Choose) -> str:
    match step:
        case m.ChooseToken() | m.ChooseTokens() | m.ChoosePlayer():
            return chosen(things, step)
        case m.ChoosePiece():
            zones = []
            for source in step.sources:
                name = things.zone(source.zone)
                zones.append(things.say("{zone}, top one", zone=name) if source.top else name)
            return " / ".join(zones)
        case m.ChooseNumber():
            low, high = summand(things, step.low), summand(things, step.high)
            name = things.noun(step.where.path)
            return things.say("{what}: {low} to {high}", what=name, low=low, high=high)
    assert_never(step)


def _require(things: Things, step: m.Require) -> str:
    return things.say("only if: {what}", what=condition(things, step.value))


def _pay(things: Things, step: m.Pay) -> str:
    """Return `pay: its cost - your bonuses (star = coin)`."""
    parts = (number_or_amounts(things, part) for part in deducted(step.cost))
    text = things.say("pay: {what}", what=f" {_MINUS} ".join(parts))
    wilds = ", ".join(_wild(things, wild) for wild in step.wilds)
    return f"{text} ({wilds})" if wilds else text


def _wild(things: Things, wild: m.Wild) -> str:
    name = things.noun(things.model.tokens[wild.token].where.path)
    worth = wild.worth.value if isinstance(wild.worth, v.Const) else None
    token = things.tokens(v.TokenSet(tokens=wild.group), worth)
    text = f"1 {name} = {number(things, wild.worth)} {token}"
    if wild.most is None:
        return text
    most = things.say("at most {number}: {what}", number=number(things, wild.most), what=name)
    return f"{text}; {most}"


def _move_tokens(things: Things, step: m.MoveTokens) -> str:
    own = {each.name for each in things.model.zones.values() if each.owned}
    taken = step.source.zone not in own and step.target.zone in own
    given = step.source.zone in own and step.target.zone not in own
    if not (taken or given):
        return sentence(things, step).text
    text = f"{'+' if taken else _MINUS} {number_or_amounts(things, step.amounts)}"
    return things.say("{text} (if there is any)", text=text) if step.up_to else text


def _move_pieces(things: Things, step: m.MovePieces) -> str:
    if step.piece is None or step.under or things.piece(step.piece) is not None:
        return sentence(things, step).text
    return f"{_ARROW} {things.zone(step.target)}"


def _one_action(things: Things, _: m.OneAction) -> str:
    return things.say("exactly one of the actions below")


def _nothing(_things: Things, _step: m.Step) -> str:
    """Return nothing, for a step that has a line of its own."""
    return ""


_SHORT: Final[Mapping[type, Callable[[Things, Any], str]]] = {
    **dict.fromkeys(get_args(m.Choose), _choose),
    m.Require: _require,
    m.Pay: _pay,
    m.MoveTokens: _move_tokens,
    m.MovePieces: _move_pieces,
    m.OneAction: _one_action,
    m.KeepLimits: _nothing,
    m.EndOfTurn: _nothing,
}
