"""What has happened, told in a line an event; what nobody asks about is left out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from attrs import field, frozen

from splendor_dsl.ir.events import Event
from splendor_dsl.report.pieces import PieceWords, counted, untied
from splendor_dsl.report.words import Words
from splendor_dsl.semantics.model import Model


@frozen(kw_only=True)
class Story:
    """How the events of a game are told to the players of these names."""

    model: Model = field(repr=False)
    names: Sequence[str]
    words: Words = field(factory=Words, repr=False)

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        """A line for each event that is worth one; what happens several times in a row has one."""
        for line, same in groupby(filter(None, map(self._line, events))):
            times = sum(1 for _ in same)
            yield line if times == 1 else f"{line} ({times} times)"

    def _line(self, event: Event) -> str | None:
        tell: Callable[[Event], str | None] | None = getattr(self, f"_{event.kind}", None)
        return None if tell is None else tell(event)

    def _who(self, seat: int | None) -> str:
        return "somebody" if seat is None else self.names[seat]

    def _piece_name(self, label: str | None) -> str:
        pieces = PieceWords(model=self.model, words=self.words)
        return "a hidden piece" if label is None else pieces.brief(None, label)

    def _decided(self, event: Event) -> str:
        how = " (the only choice)" if event.data.get("automatic") else ""
        return f"{self._who(event.seat)}: {event.data['move']}{how}"

    def _passed(self, event: Event) -> str:
        return f"{self._who(event.seat)} has no move and is passed over"

    def _round(self, event: Event) -> str:
        return f"-- round {event.data['round']} --"

    def _tokens(self, event: Event) -> str | None:
        moved = event.data.get("tokens")
        what = f"{event.data['count']} hidden" if moved is None else counted(moved)
        return f"  {untied(what)}: {self._way(event)}" if what else None

    def _piece(self, event: Event) -> str | None:
        label = event.data.get("piece")
        return f"  {self._piece_name(label)}: {self._way(event)}"

    def _way(self, event: Event) -> str:
        return f"{self._place(event.data['from'])} to {self._place(event.data['to'])}"

    def _place(self, place: Sequence[Any]) -> str:
        zone, part, seat = place[0], place[1], place[2]
        name = zone if part is None else f"{zone} {part}"
        return name if seat is None else f"{name} of {self._who(seat)}"

    def _revealed(self, event: Event) -> str:
        shown = "; ".join(self._piece_name(label) for label in event.data["pieces"])
        whose = "" if event.seat is None else f" of {self._who(event.seat)}"
        return f"  {event.data['zone']}{whose} is shown: {shown}"

    def _shuffled(self, event: Event) -> str:
        return f"  {event.data['zone']} is shuffled"

    def _marker(self, event: Event) -> str:
        marker = self.model.markers[event.data["marker"]]
        to = event.data["to"]
        called = self.words.name(marker.where.path, marker.where.title or marker.name)
        return f"  {called}: {'nobody' if to is None else self._who(to)}"

    def _counter(self, event: Event) -> str:
        whose = event.data.get("of")
        of = "" if whose is None else f" of {self._who(whose)}"
        return f"  {event.data['counter']}{of}: {event.data['from']} to {event.data['to']}"

    def _again(self, event: Event) -> str:
        return f"  {self._who(event.seat)} has another turn"

    def _ending(self, event: Event) -> str:
        return f"  the end has come about: {event.data['end']}"

    def _over(self, event: Event) -> str:
        end = event.data["end"]
        return "the game is unfinished" if end is None else f"the game is over: {end}"
