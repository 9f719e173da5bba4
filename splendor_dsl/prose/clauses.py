"""Every clause of a game as a sentence, for `explain`, `diff` and the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from splendor_dsl.prose.counts import form_of
from splendor_dsl.prose.expressions import (
    condition,
    countable,
    number,
    number_or_amounts,
    statement,
)
from splendor_dsl.prose.layout import Table, by_players, open_and_hidden, supplies
from splendor_dsl.prose.steps import Sentence, name_needed, sentences
from splendor_dsl.prose.things import Things
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.slots import OWN, free_slots

ENTERED = 1  # the variable of a trigger that holds the piece that has entered
_MOMENTS = {
    m.Moment.START_OF_TURN: "at the start of your turn, once",
    m.Moment.END_OF_TURN: "at the end of your turn, once",
    m.Moment.START_OF_ROUND: "at the start of each round",
    m.Moment.END_OF_ROUND: "at the end of each round",
}
_CLOSINGS = {
    "in any case": "Then the game ends.",
    "remembered": "Then the game ends, even if it is no longer so.",
    "judged again": "If it is still so then, the game ends; if not, it goes on.",
}
_OPENINGS = {
    "round": "{when}:",
    "by itself": "{when}; this is no action:",
    "may": "{when}, if you like; this is no action:",
    "must": "{when}, if it is possible; this is no action and can't be refused:",
}


@frozen(kw_only=True)
class Part:
    """A part of the rules under a heading, with its sentences; a rulebook prints its table instead, if it has one."""

    heading: str
    path: str
    sentences: tuple[Sentence, ...]
    table: Table | None = None


@frozen(kw_only=True)
class Chapter:
    """A chapter of a rulebook: "components", "setup", "turn" or "end"."""

    name: str
    parts: tuple[Part, ...]


def chapters(words: Words) -> tuple[Chapter, ...]:
    """Return the chapters of the whole game."""
    prose = _Prose(words)
    return (
        Chapter(name="components", parts=tuple(prose.components())),
        Chapter(name="setup", parts=tuple(prose.setup())),
        Chapter(name="turn", parts=tuple(prose.turn())),
        Chapter(name="end", parts=tuple(prose.end())),
    )


def by_path(words: Words) -> Mapping[str, str]:
    """Return the sentence of each clause that has one."""
    found: dict[str, str] = {}
    for chapter in chapters(words):
        for part in chapter.parts:
            _collect(part.sentences, found)
    return found


def _collect(lines: tuple[Sentence, ...], found: dict[str, str]) -> None:
    for each in lines:
        found[each.path] = f"{found[each.path]} {each.text}" if each.path in found else each.text
        _collect(each.under, found)


class _Prose:
    def __init__(self, words: Words) -> None:
        self.words = words
        self.things = Things(words=words)
        self.anybody = Things(words=words, other=True, by_name=True)
        self.model = words.model

    # ---- components ----------------------------------------------------------------------------
    def components(self) -> Iterator[Part]:
        """Yield the parts about players, tokens, pieces and markers."""
        yield Part(heading=self.words.say("Players"), path="game", sentences=tuple(self._players()))
        yield Part(
            heading=self.words.name("tokens", 2).capitalize(),
            path="supply",
            sentences=tuple(supplies(self.things)),
        )
        for kind in self.model.kinds.values():
            lines = tuple(self._kind(kind))
            if lines:
                heading = self.words.name(f"kinds.{kind.name}", 2)
                yield Part(heading=heading, path=kind.where.path, sentences=lines)
        markers = tuple(
            Sentence(
                text=self.words.say(
                    "{name}: {number}.", name=self.words.name(each.where.path), number=1
                ),
                path=each.where.path,
            )
            for each in self.model.markers.values()
        )
        if markers:
            yield Part(heading=self.words.say("Markers"), path="markers", sentences=markers)

    def _players(self) -> Iterator[Sentence]:
        low, high = self.model.low_players, self.model.high_players
        pattern = "For {low} players." if low == high else "For {low} to {high} players."
        yield Sentence(
            text=self.words.say(pattern, low=low, high=high, n=high), path="game.players"
        )
        if self.model.team_size > 1:
            text = self.words.say(
                "In teams of {n}, seated by turns; a team counts what its players have together.",
                n=self.model.team_size,
            )
            yield Sentence(text=text, path="game.teams")
        if "game.first" in self.model.places and high > 1:
            who = self.words.name("game.first")
            text = self.words.say("{who} begins, and the others follow clockwise.", who=who)
            yield Sentence(text=text, path="game.first")

    def _kind(self, kind: m.Kind) -> Iterator[Sentence]:
        pieces = [self.model.pieces[number] for number in self.model.pieces_of(kind.name)]
        count = len({piece.thing for piece in pieces})
        path = kind.where.path
        what = self.words.name(path, count)
        sides = "" if count == len(pieces) else self.words.say(", each with two sides")
        text = self.words.say("{n} {what}{sides}.", n=count, what=what, sides=sides)
        yield Sentence(text=text, path=path)
        for zone in self.model.zones.values():
            if zone.kind == kind.name and zone.by is not None:
                yield from self._per_part(kind, zone, pieces)
                return

    def _per_part(self, kind: m.Kind, zone: m.Zone, pieces: list[m.Piece]) -> Iterator[Sentence]:
        assert zone.by is not None
        path = kind.fields[zone.by].where.path
        counts: dict[int, int] = {}
        for piece in pieces:
            value = piece.values[zone.by]
            assert isinstance(value, int)
            counts[value] = counts.get(value, 0) + 1
        parts = [
            self.words.say("{part}: {n}", part=self.words.number(path, value), n=many)
            for value, many in sorted(counts.items())
        ]
        yield Sentence(text=f"{self.words.listed(parts)}.", path=path)

    # ---- setup ---------------------------------------------------------------------------------
    def setup(self) -> Iterator[Part]:
        """Yield the parts about parameters, the layout, the start of each player, and the phases before round 1."""
        lines = tuple(self._parameters())
        if lines:
            heading = self.words.say("What may be agreed before the game")
            yield Part(heading=heading, path="parameters", sentences=lines)
        lines, table = by_players(self.things)
        if table.rows:
            heading = self.words.say("What goes by the number of players")
            yield Part(heading=heading, path="game.players", sentences=lines, table=table)
        lines = (*sentences(self.things, self.model.setup.steps), *self._counters())
        yield Part(heading=self.words.say("Before the first turn"), path="setup", sentences=lines)
        lines = tuple(open_and_hidden(self.things))
        yield Part(heading=self.words.say("Open and hidden"), path="zones", sentences=lines)
        for phase in self.model.phases:
            opening = before_the_game(self.things, phase)
            under = tuple(sentences(self.things, phase.code.steps))
            lines = (Sentence(text=opening, path=phase.where.path, under=under),)
            heading = self.words.name(phase.where.path)
            yield Part(heading=heading, path=phase.where.path, sentences=lines)

    def _parameters(self) -> Iterator[Sentence]:
        for parameter in self.model.parameters.values():
            if parameter.low < parameter.high:
                text = self.words.say(
                    "{name}: {number}, unless you agree on another number from {low} to {high}.",
                    name=self.words.heading(parameter.where.path),
                    number=parameter.value,
                    low=parameter.low,
                    high=parameter.high,
                )
                yield Sentence(text=text, path=parameter.where.path)

    def _counters(self) -> Iterator[Sentence]:
        for counter in self.model.counters.values():
            name, start = self.words.name(counter.where.path, 2), number(self.things, counter.start)
            text = self.words.say("{counter}: now {number}.", counter=name, number=start)
            yield Sentence(text=text, path=counter.where.path)

    # ---- turn ----------------------------------------------------------------------------------
    def turn(self) -> Iterator[Part]:
        """Yield the parts about the turn, each action, the values, the limits and the triggers."""
        lines = tuple(sentences(self.things, self.model.turn.steps))
        yield Part(heading=self.words.say("A turn"), path="turn", sentences=lines)
        for action in self.model.actions:
            yield self._action(action)
        for value in self.model.values.values():
            yield self._value(value)
        limits = tuple(self._limit(limit) for limit in self.model.limits.values())
        if limits:
            yield Part(heading=self.words.say("Limits"), path="limits", sentences=limits)
        for trigger in self.model.triggers:
            yield self._trigger(trigger)

    def _action(self, action: m.Action) -> Part:
        path = action.where.path
        lines = list(sentences(self.things, action.code.steps))
        if action.last_resort:
            text = self.words.say("Only if nothing else is possible.")
            lines.insert(0, Sentence(text=text, path=path))
        if action.only_owed:
            text = self.words.say("Only when it is owed.")
            lines.insert(0, Sentence(text=text, path=path))
        return Part(heading=self.words.name(path), path=path, sentences=tuple(lines))

    def _value(self, value: m.Value) -> Part:
        path = value.where.path
        patterns = {"total": "Count: {what}.", "all": "Needs: {what}.", "any": "Enough: {what}."}
        lines = []
        for term in value.terms:
            what = self._term(value, term)
            text = self.words.say(patterns[value.which], what=what)
            lines.append(Sentence(text=text, path=term.where.path))
        heading = self.words.heading(path)
        if value.type != "condition":
            heading = self.words.name(path, 2)
        return Part(heading=heading, path=path, sentences=tuple(lines))

    def _term(self, value: m.Value, term: m.Term) -> str:
        what = term_text(self.things, value, term)
        return self.things.reasoned(what, term.where.path) if value.type == "condition" else what

    def _limit(self, limit: m.Limit) -> Sentence:
        zone = v.ZoneRef(zone=limit.zone, player=v.Local(slot=0, type="player"))
        kind = self.model.zones[limit.zone].kind
        form = form_of(self.model, limit.value)
        if limit.tokens is not None:
            what = self.things.tokens(v.TokenSet(tokens=limit.tokens), form)
        else:
            what = self.things.noun(self.things.kind_path(kind), form)
        parts = {
            "number": number(self.things, limit.value),
            "what": what,
        }
        if not self.things.is_all_one_has(zone):
            place = self.things.place(zone, "in")
            parts["what"] = self.words.say("{what} {place}", what=what, place=place)
        pattern = "At most {number} {what}."
        if limit.at_end_of_turn:
            pattern = "At the end of your turn at most {number} {what}."
        text = self.words.say(pattern, **parts)
        if limit.keeps:
            kept = self.things.tokens(v.TokenSet(tokens=limit.keeps), 2)
            text = f"{text} {self.words.say('Not to be put back: {what}.', what=kept)}"
        return Sentence(text=text, path=limit.where.path)

    def _trigger(self, trigger: m.Trigger) -> Part:
        path = trigger.where.path
        when = moment(self.things, trigger, name_needed(self.things, trigger.code.steps, ENTERED))
        opening = self.words.say(_OPENINGS[_opening(trigger)], when=when)
        under = tuple(sentences(self.things, trigger.code.steps))
        lines = (Sentence(text=opening, path=path, under=under),)
        return Part(heading=self.words.name(path), path=path, sentences=lines)

    # ---- end -----------------------------------------------------------------------------------
    def end(self) -> Iterator[Part]:
        """Yield the parts about the ends of the game and the ranking."""
        for end in self.model.ends:
            lines = [self._end(end)]
            if end.ranking is not None:
                lines += self._ranking(end.ranking, f"{end.where.path}.ranking")
            heading = self.words.name(end.where.path)
            yield Part(heading=heading, path=end.where.path, sentences=tuple(lines))
        lines = list(self._ranking(self.model.ranking, "end.ranking"))
        yield Part(heading=self.words.say("Who wins"), path="end.ranking", sentences=tuple(lines))

    def _end(self, end: m.End) -> Sentence:
        what = self.anybody.reasoned(end_condition(self.anybody, end), end.where.path)
        if end.at_once:
            text = self.words.say("The game ends at once, as it stands, when {what}.", what=what)
            return Sentence(text=text, path=end.where.path)
        texts = [
            self.words.say(
                "When {what}, the round is played to its end, so that all have the same number of turns.",
                what=what,
            )
        ]
        if end.more_rounds != v.Const(value=0):
            rounds = number(self.things, end.more_rounds)
            plain = end.more_rounds.value if isinstance(end.more_rounds, v.Const) else 2
            texts.append(
                self.words.say("After it {number} full rounds follow.", number=rounds, n=plain)
            )
        texts.append(self.words.say(_CLOSINGS[closing(end)]))
        return Sentence(text=" ".join(texts), path=end.where.path)

    def _ranking(self, ranking: m.Ranking, path: str) -> Iterator[Sentence]:
        if ranking.among is not None:
            what = condition(self.anybody, ranking.among)
            text = self.words.say(
                "Only a player with {what} can win; if there is none, nobody wins.", what=what
            )
            yield Sentence(text=text, path=path)
        for place, rank in enumerate(ranking.ranks):
            pattern = (
                "Whoever has {what} wins."
                if place == 0
                else "In a tie, whoever has {what} is ahead."
            )
            text = self.words.say(pattern, what=rank_text(self.anybody, rank))
            if rank.which == m.RankOrder.WITH:
                text = f"{self.anybody.reasoned(text.removesuffix('.'), rank.where.path)}."
            yield Sentence(text=text, path=rank.where.path)
        if self.model.high_players == 1:
            return
        shared = self.words.say(
            "Those who are still equal share the win."
            if ranking.shared
            else "Those who are still equal do not win."
        )
        at = f"{path}.shared" if f"{path}.shared" in self.model.places else path
        yield Sentence(text=shared, path=at)


def before_the_game(things: Things, phase: m.Phase) -> str:
    """Return how often and in which order a phase goes round: `Before the game, once round the table:`."""
    plain = phase.rounds.value if isinstance(phase.rounds, v.Const) else 2
    pattern = "Before the game, {number} times round the table:"
    if phase.snake:
        pattern = (
            "Before the game, {number} times round the table, in reverse order every second time:"
        )
    return things.say(pattern, number=number(things, phase.rounds), n=plain)


def moment(things: Things, trigger: m.Trigger, name: str | None = None) -> str:
    """Return the moment of a trigger: `at the end of your turn, once`; an entering piece may need a name."""
    if trigger.at in _MOMENTS:
        return things.say(_MOMENTS[trigger.at])
    assert trigger.zone is not None  # all other moments are in _MOMENTS
    zone = v.ZoneRef(zone=trigger.zone, player=v.Local(slot=0, type="player"))
    kind = things.kind_in(zone)
    forms = things.object(kind), things.noun(kind)
    parts = dict(zip(("what", "kind"), (things.named(each, name) for each in forms), strict=True))
    return things.say("as soon as {what} comes {place}", place=things.place(zone, "to"), **parts)


def rank_text(anybody: Things, rank: m.Rank) -> str:
    """Return the criterion of a line of a ranking: `the most points`."""
    if rank.which == m.RankOrder.WITH:
        return condition(anybody, rank.value)
    counted = countable(anybody, rank.value)
    if counted is not None:
        pattern = "the most {what}" if rank.which == m.RankOrder.MOST else "the fewest {what}"
        return anybody.say(pattern, what=counted.of(anybody, 0))
    pattern = "the most: {what}" if rank.which == m.RankOrder.MOST else "the fewest: {what}"
    return anybody.say(pattern, what=number(anybody, rank.value))


def term_text(things: Things, value: m.Value, term: m.Term) -> str:
    """Return the text of one term of a value: a thing that counts, or a condition."""
    if value.type == "condition":
        return condition(things, term.value)
    counted = countable(things, term.value)
    return number_or_amounts(things, term.value) if counted is None else counted.of(things, None)


def end_condition(things: Things, end: m.End) -> str:
    """Return the condition of an end, and whose it is."""
    what = statement(things, end.value)
    if not _is_of_the_mover(end.value):
        return what
    return things.say("{what} (counted for whoever has just had a turn)", what=what)


def _is_of_the_mover(thing: object) -> bool:
    """Return whether a thing depends on the player to move."""
    return OWN in free_slots(thing) or any(isinstance(each, v.Mover) for each in all_in(thing))


def closing(end: m.End) -> str:
    """Return whether the condition must still hold at the end: "in any case", "remembered" or "judged again"."""
    match end.value:
        case v.Compare(left=v.Fact(which="round" | "turn"), operator=">=" | ">", right=v.Const()):
            return "in any case"
    return "remembered" if end.remembered else "judged again"


def _opening(trigger: m.Trigger) -> str:
    """Return the opening of a trigger's sentence, which depends on its choices and whether they may be declined."""
    choices = [step for step in trigger.code.steps if isinstance(step, m.Choose)]
    if trigger.at.endswith("round"):
        return "round"
    if not choices:
        return "by itself"
    return "may" if choices[0].may else "must"
