"""The events of a game in words, one line each; unimportant events are left out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from attrs import field, frozen

from splendor_dsl.ir.events import Event
from splendor_dsl.prose.pieces import PieceWords, counted, untied
from splendor_dsl.prose.words import Words


@frozen(kw_only=True)
class Story:
    """The wording of events for players with these names."""

    words: Words = field(repr=False)
    names: Sequence[str]

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        """Yield a line for each important event; equal events in a row share one line."""
        return self._counted(map(self._line, events))

    def record(self, log: Iterable[Event]) -> Iterator[str]:
        """Yield the public lines of a whole game, where each move begins with its number in the record."""
        return self._counted(self._numbered(log))

    def _counted(self, lines: Iterable[str | None]) -> Iterator[str]:
        for line, same in groupby(filter(None, lines)):
            times = sum(1 for _ in same)
            yield line if times == 1 else self.words.say("{line} ({n} times)", line=line, n=times)

    def _numbered(self, log: Iterable[Event]) -> Iterator[str | None]:
        made = 0
        for event in log:
            chosen = event.kind == "decided" and not event.secret["automatic"]
            made += chosen
            if event.is_visible_to(None):
                line = self._line(event.seen_by(None))
                yield f"{made} {line}" if chosen else line

    def _line(self, event: Event) -> str | None:
        describe: Callable[[Event], str | None] | None = getattr(self, f"_{event.kind}", None)
        return None if describe is None else describe(event)

    @cached_property
    def _pieces(self) -> PieceWords:
        return PieceWords(words=self.words)

    def _who(self, seat: int | None) -> str:
        return self.words.say("nobody") if seat is None else self.names[seat]

    # ---- what players do -----------------------------------------------------------------------
    def _decided(self, event: Event) -> str:
        only = event.data.get("automatic")
        pattern = "{who}: {move} (the only choice)" if only else "{who}: {move}"
        move = self.words.move(event.data["move"])
        return self.words.say(pattern, who=self._who(event.seat), move=move)

    def _passed(self, event: Event) -> str:
        return self.words.say("{who} has no move and is passed over", who=self._who(event.seat))

    def _round(self, event: Event) -> str:
        return self.words.say("-- round {round} --", round=event.data["round"])

    def _phase(self, event: Event) -> str:
        return f"-- {self.words.name(event.path)} --"

    def _again(self, event: Event) -> str:
        return self.words.say("  {who} has another turn", who=self._who(event.seat))

    def _lapsed(self, event: Event) -> str:
        action = self.words.name(event.path)
        return self.words.say(
            "  {who} can't do what is owed: {action}", who=self._who(event.seat), action=action
        )

    def _forgotten(self, event: Event) -> str:
        return self.words.say("  the end no longer holds: {end}", end=self.words.name(event.path))

    def _ending(self, event: Event) -> str:
        return self.words.say("  the end has come about: {end}", end=self.words.name(event.path))

    def _over(self, event: Event) -> str:
        if event.data["end"] is None:
            return self.words.say("the game is unfinished")
        return self.words.say("the game is over: {end}", end=self.words.name(event.path))

    # ---- what moves ------------------------------------------------------------------------------
    def _tokens(self, event: Event) -> str | None:
        moved, of = event.data.get("tokens"), event.data
        if moved is None:
            what = self.words.say(
                "{n} hidden", n=of["count"], tokens=self.words.name("tokens", of["count"])
            )
        else:
            what = untied(counted(self.words, moved))
        return f"  {what}: {self._way(of['from'], of['to'])}" if what else None

    def _piece(self, event: Event) -> str | None:
        label, origin = event.data.get("piece"), event.data["from"]
        return f"  {self._piece_name(label, origin[0])}: {self._way(origin, event.data['to'])}"

    def _piece_name(self, label: str | None, zone: str) -> str:
        kind = self.words.model.zones[zone].kind
        if label is not None:
            return self._pieces.brief(kind, label)
        return self.words.say("a hidden piece", kind=self.words.name(f"kinds.{kind}"))

    def _way(self, origin: Sequence[Any], target: Sequence[Any]) -> str:
        ways = [self._place(origin, "from"), self._place(target, "to")]
        if all(ways):
            return " ".join(filter(None, ways))
        return self.words.say("{a} to {b}", a=self._place(origin), b=self._place(target))

    def _place(self, place: Sequence[Any], form: str | None = None) -> str | None:
        """Return a place by its name, or in a form of it if the language has that."""
        name, part, seat = place[0], place[1], place[2]
        zone = self.words.model.zones[name]
        place_name = self.words.form(zone.where.path, form) if form else self._zone(name)
        if place_name is not None and part is not None:
            by = self.words.name(f"kinds.{zone.kind}.{zone.by}")
            place_name = self.words.say("{place} {part}", place=place_name, part=part, by=by)
        if place_name is not None and seat is not None:
            place_name = self.words.say("{place} of {who}", place=place_name, who=self._who(seat))
        return place_name

    def _zone(self, name: str) -> str:
        return self.words.shown(self.words.model.zones[name].where.path, name)

    def _revealed(self, event: Event) -> str:
        zone = event.data["zone"]
        shown = "; ".join(self._piece_name(label, zone) for label in event.data["pieces"])
        place = self._place((zone, None, event.seat))
        return self.words.say("  {place} is shown: {pieces}", place=place, pieces=shown)

    def _shuffled(self, event: Event) -> str:
        place = self._place((event.data["zone"], None, event.seat))
        return self.words.say("  {place} is shuffled", place=place)

    def _slid(self, event: Event) -> str:
        return self.words.say("  {place} moves up", place=self._place(event.data["zone"]))

    # ---- what changes ----------------------------------------------------------------------------
    def _marker(self, event: Event) -> str:
        path = self.words.model.markers[event.data["marker"]].where.path
        return f"  {self.words.name(path)}: {self._who(event.data['to'])}"

    def _counter(self, event: Event) -> str:
        whose, of = event.data.get("of"), event.data
        counter = self.words.heading(self.words.model.counters[of["counter"]].where.path)
        if whose is not None:
            counter = self.words.say("{counter} of {who}", counter=counter, who=self._who(whose))
        pattern = "  {counter}: {before} to {after}"
        return self.words.say(pattern, counter=counter, before=of["from"], after=of["to"])
