"""Every clause of a game as a sentence: what `explain`, `diff` and the rulebook have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from splendor_dsl.report.prose.expressions import (
    condition,
    countable,
    is_all_one_has,
    number,
    number_or_amounts,
)
from splendor_dsl.report.prose.steps import Sentence, sentences
from splendor_dsl.report.prose.things import Things
from splendor_dsl.report.words import Words
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v

_MOMENTS = {
    "start of turn": "At the start of a turn:",
    "end of turn": "At the end of a turn:",
    "start of round": "At the start of a round:",
    "end of round": "At the end of a round:",
}


@frozen(kw_only=True)
class Part:
    """A part of the rules under a heading, with its sentences."""

    heading: str
    path: str
    sentences: tuple[Sentence, ...]


@frozen(kw_only=True)
class Chapter:
    """One of the chapters of a rulebook: "components", "setup", "turn" or "end"."""

    name: str
    parts: tuple[Part, ...]


def chapters(words: Words) -> tuple[Chapter, ...]:
    """The whole game."""
    prose = _Prose(words)
    return (
        Chapter(name="components", parts=tuple(prose.components())),
        Chapter(name="setup", parts=tuple(prose.setup())),
        Chapter(name="turn", parts=tuple(prose.turn())),
        Chapter(name="end", parts=tuple(prose.end())),
    )


def by_path(words: Words) -> Mapping[str, str]:
    """The sentence of each clause that has one."""
    found: dict[str, str] = {}
    for chapter in chapters(words):
        for part in chapter.parts:
            _collect(part.sentences, found)
    return found


def _collect(told: tuple[Sentence, ...], found: dict[str, str]) -> None:
    for each in told:
        found[each.path] = f"{found[each.path]} {each.text}" if each.path in found else each.text
        _collect(each.under, found)


class _Prose:
    def __init__(self, words: Words) -> None:
        self.words = words
        self.things = Things(words=words)
        self.anybody = Things(words=words, other=True)
        self.model = words.model

    # ---- components ----------------------------------------------------------------------------
    def components(self) -> Iterator[Part]:
        """Players, tokens, pieces and markers."""
        yield Part(heading=self.words.say("Players"), path="game", sentences=tuple(self._players()))
        yield Part(
            heading=self.words.name("tokens", 2).capitalize(),
            path="supply",
            sentences=tuple(self._supply()),
        )
        for kind in self.model.kinds.values():
            told = tuple(self._kind(kind))
            if told:
                heading = self.words.name(f"kinds.{kind.name}", 2)
                yield Part(heading=heading, path=kind.where.path, sentences=told)
        markers = tuple(
            Sentence(
                text=self.words.say("1 marker: {marker}.", marker=self.words.name(each.where.path)),
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
            yield Sentence(
                text=self.words.say("In teams of {n}.", n=self.model.team_size), path="game.teams"
            )
        if "game.first" in self.model.places:
            who = self.words.name("game.first")
            yield Sentence(text=self.words.say("{who} begins.", who=who), path="game.first")

    def _supply(self) -> Iterator[Sentence]:
        for token, stock in zip(self.model.tokens, self.model.stock, strict=True):
            name = self.words.in_full(token.where.path)
            path = f"supply.{token.name}"
            at = path if path in self.model.places else f"supply.{token.group}"
            text = self.words.say("{name}: {number}.", name=name, number=number(self.things, stock))
            yield Sentence(text=text, path=at if at in self.model.places else token.where.path)

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
        """What is laid out, what everybody begins with, and the phases before the first round."""
        told = list(sentences(self.things, self.model.setup.steps))
        told += self._refills()
        told += self._counters()
        yield Part(heading=self.words.say("Setup"), path="setup", sentences=tuple(told))
        for phase in self.model.phases:
            rounds = number(self.things, phase.rounds)
            plain = phase.rounds.value if isinstance(phase.rounds, v.Const) else 2
            begun = self.words.say("Before the game, {number} times round:", number=rounds, n=plain)
            first = [Sentence(text=begun, path=phase.where.path)]
            if phase.snake:
                text = self.words.say("Every second time the order is turned round.")
                first.append(Sentence(text=text, path=phase.where.path))
            told = [*first, *sentences(self.things, phase.code.steps)]
            heading = self.words.name(phase.where.path)
            yield Part(heading=heading, path=phase.where.path, sentences=tuple(told))

    def _refills(self) -> Iterator[Sentence]:
        for zone in self.model.zones.values():
            place, path = self.things.zone(v.ZoneRef(zone=zone.name, player=None)), zone.where.path
            refill = zone.refill
            if refill is not None:
                source = self.things.place(v.ZoneRef(zone=refill.source, player=None), "from")
                pattern = (
                    "An empty place is filled at once {source}: {zone}."
                    if refill.when == "at once"
                    else "Only when all places are empty, they are filled {source}: {zone}."
                )
                at = f"{path}.refill" if f"{path}.refill" in self.model.places else path
                yield Sentence(text=self.words.say(pattern, source=source, zone=place), path=at)
            if zone.slide:
                text = self.words.say("What is left moves up to fill a gap: {zone}.", zone=place)
                at = f"{path}.slide" if f"{path}.slide" in self.model.places else path
                yield Sentence(text=text, path=at)
            if zone.face == "owner":
                text = self.words.say("Only their owner may look at them: {zone}.", zone=place)
                yield Sentence(text=text, path=path)

    def _counters(self) -> Iterator[Sentence]:
        for counter in self.model.counters.values():
            name, start = self.words.name(counter.where.path, 2), number(self.things, counter.start)
            text = self.words.say("{counter}: now {number}.", counter=name, number=start)
            yield Sentence(text=text, path=counter.where.path)

    # ---- turn ----------------------------------------------------------------------------------
    def turn(self) -> Iterator[Part]:
        """The turn, each action, limits and what happens by itself."""
        told = tuple(sentences(self.things, self.model.turn.steps))
        yield Part(heading=self.words.say("A turn"), path="turn", sentences=told)
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
        told = list(sentences(self.things, action.code.steps))
        if action.last_resort:
            text = self.words.say("Only if nothing else is possible.")
            told.insert(0, Sentence(text=text, path=path))
        if action.only_owed:
            text = self.words.say("Only when it is owed.")
            told.insert(0, Sentence(text=text, path=path))
        return Part(heading=self.words.name(path), path=path, sentences=tuple(told))

    def _value(self, value: m.Value) -> Part:
        path = value.where.path
        patterns = {"total": "Counts: {what}.", "all": "Needs: {what}.", "any": "Enough: {what}."}
        told = []
        for term in value.terms:
            what = _term(self.things, value, term)
            text = self.words.say(patterns[value.which], what=what)
            told.append(Sentence(text=text, path=term.where.path))
        return Part(heading=self.words.heading(path), path=path, sentences=tuple(told))

    def _limit(self, limit: m.Limit) -> Sentence:
        zone = v.ZoneRef(zone=limit.zone, player=v.Local(slot=0, type="player"))
        kind = self.model.zones[limit.zone].kind
        plain = limit.value.value if isinstance(limit.value, v.Const) else None
        if limit.tokens is not None:
            what = self.things.tokens(v.TokenSet(tokens=limit.tokens), plain)
        else:
            what = self.things.noun(self.things.kind_path(kind), plain)
        parts = {
            "number": number(self.things, limit.value),
            "what": what,
        }
        if not is_all_one_has(self.things, zone):
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
        if trigger.at in _MOMENTS:
            begun = self.words.say(_MOMENTS[trigger.at])
        else:
            assert trigger.zone is not None
            zone = v.ZoneRef(zone=trigger.zone, player=v.Local(slot=0, type="player"))
            what = self.things.object(self.things.kind_in(zone))
            kind = self.things.noun(self.things.kind_in(zone))
            place = self.things.place(zone, "to")
            begun = self.words.say("When {what} comes {place}:", what=what, kind=kind, place=place)
        under = tuple(sentences(self.things, trigger.code.steps))
        told = (Sentence(text=begun, path=path, under=under),)
        return Part(heading=self.words.name(path), path=path, sentences=told)

    # ---- end -----------------------------------------------------------------------------------
    def end(self) -> Iterator[Part]:
        """What ends the game, and who wins."""
        for end in self.model.ends:
            told = [self._end(end)]
            if end.ranking is not None:
                told += self._ranking(end.ranking, f"{end.where.path}.ranking")
            heading = self.words.name(end.where.path)
            yield Part(heading=heading, path=end.where.path, sentences=tuple(told))
        told = list(self._ranking(self.model.ranking, "end.ranking"))
        yield Part(heading=self.words.say("Who wins"), path="end.ranking", sentences=tuple(told))

    def _end(self, end: m.End) -> Sentence:
        parts = {"what": condition(self.anybody, end.value), "n": 2}
        more = end.more_rounds.value if isinstance(end.more_rounds, v.Const) else None
        if end.at_once:
            text = self.words.say("The game ends at once when {what}.", **parts)
        else:
            text = self.words.say("When {what}, the round is finished and the game ends.", **parts)
            if more != 0:
                rounds = number(self.things, end.more_rounds)
                text += " " + self.words.say(
                    "Before that, so many more full rounds are played: {number}.", number=rounds
                )
            if not end.remembered:
                again = self.words.say(
                    "If it is no longer so when the round is over, the game goes on."
                )
                text += f" {again}"
        return Sentence(text=text, path=end.where.path)

    def _ranking(self, ranking: m.Ranking, path: str) -> Iterator[Sentence]:
        if ranking.among is not None:
            what = condition(self.anybody, ranking.among)
            text = self.words.say("Only a player with {what} can win.", what=what)
            yield Sentence(text=text, path=path)
        for place, rank in enumerate(ranking.ranks):
            pattern = (
                "Whoever has {what} wins."
                if place == 0
                else "In a tie, whoever has {what} is ahead."
            )
            text = self.words.say(pattern, what=self._rank(rank))
            yield Sentence(text=text, path=rank.where.path)
        shared = self.words.say(
            "Those who are still equal share the win."
            if ranking.shared
            else "Those who are still equal do not win."
        )
        at = f"{path}.shared" if f"{path}.shared" in self.model.places else path
        yield Sentence(text=shared, path=at)

    def _rank(self, rank: m.Rank) -> str:
        if rank.which == "with":
            return condition(self.anybody, rank.value)
        counted = countable(self.anybody, rank.value)
        if counted is not None:
            pattern = "the most {what}" if rank.which == "most" else "the fewest {what}"
            return self.words.say(pattern, what=counted.of(self.anybody, 0))
        pattern = "the most: {what}" if rank.which == "most" else "the fewest: {what}"
        return self.words.say(pattern, what=number(self.anybody, rank.value))


def _term(things: Things, value: m.Value, term: m.Term) -> str:
    if value.type == "condition":
        return condition(things, term.value)
    return number_or_amounts(things, term.value)
