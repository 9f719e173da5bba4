"""The table of a game as a seat sees it, drawn from its rules and a view."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from attrs import field, frozen
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from splendor_dsl.ir.layout import BOX
from splendor_dsl.prose.pieces import PieceWords, amounts, broken, untied
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics.model import Face, Model, Zone

View = Mapping[str, Any]
_UNKNOWN = "?"
_GAP = 2
_LEAST_COLUMN = 18
_MOST_COLUMN = 28


def draw_table(words: Words, view: View, *, width: int) -> RenderableType:
    """Return everything on the table, for a terminal of a width and in the words of a language."""
    pieces = PieceWords(words=words)
    drawing = _Drawing(model=words.model, view=view, width=width, words=words, pieces=pieces)
    return Group(*drawing.parts())


@frozen(kw_only=True)
class _Drawing:
    """The drawing of one view."""

    model: Model = field(repr=False)
    view: View = field(repr=False)
    width: int
    words: Words = field(repr=False)
    pieces: PieceWords = field(repr=False)

    def parts(self) -> Iterator[RenderableType]:
        """Yield the head, the things that belong to nobody, then each player."""
        yield self._head()
        yield self._legend()
        for zone in self.model.zones.values():
            if not zone.owned and zone.name != BOX:
                yield from self._shared(zone)
        yield from self._shared_numbers()
        for player in self.view["players"]:
            yield Text("")
            yield from self._player(player)

    def _head(self) -> Text:
        line = Text(self.words.name("game"), style="bold")
        number = self.words.say("round {round}", round=self.view["round"])
        line.append(f"  {number}", style="not bold")
        if self.view["ending"] and not self.view["over"]:
            ends = ", ".join(self.words.name(f"end.{end}") for end in self.view["ending"])
            near = self.words.say("the end is near: {ends}", ends=ends)
            line.append(f"  {near}", style="bold red")
        return line

    def _legend(self) -> Text:
        """Return the names of tokens with the words that are typed for them."""
        named = (
            (self.words.token(token.name), self.words.in_full(token.where.path))
            for token in self.model.tokens
        )
        return Text("  ".join(f"{word} = {name}" for word, name in named if word != name))

    def _zone(self, name: str) -> str:
        """Return a zone by the word that moves use."""
        return self.words.shown(self.model.zones[name].where.path, name)

    # ---- what belongs to nobody ----------------------------------------------------------------
    def _shared(self, zone: Zone) -> Iterator[RenderableType]:
        if zone.kind is None:
            pile = self.view["piles"].get(zone.name, {})
            yield _line(self._zone(zone.name), self._pile(pile))
        elif zone.name in self.view["zones"]:
            held = self.view["zones"][zone.name]
            parts = held if isinstance(held, Mapping) else {None: held}
            if zone.face == Face.DOWN:
                yield from self._stack(zone, parts)
            else:
                yield from self._open(zone, parts)

    def _stack(self, zone: Zone, parts: Mapping[str | None, Sequence[str]]) -> Iterator[Text]:
        """Yield a face-down zone: the number of its pieces."""
        counts = [
            f"{part}: {len(held)}" if part else str(len(held)) for part, held in parts.items()
        ]
        if any(parts.values()):
            yield _line(self._zone(zone.name), "  ".join(counts))

    def _open(
        self, zone: Zone, parts: Mapping[str | None, Sequence[str | None]]
    ) -> Iterator[RenderableType]:
        """Yield a face-up zone: its pieces with the places that moves name, in as many columns as fit."""
        if not any(parts.values()):
            return
        yield Text(self._zone(zone.name), style="bold")
        most = max(len(held) for held in parts.values())
        columns = max(1, min((self.width - 1) // _LEAST_COLUMN, most))
        wide = min((self.width - 1) // columns - _GAP, _MOST_COLUMN)
        grid = Table.grid(padding=(0, _GAP, 0, 0))
        for part, held in parts.items():
            cells = [self._cell(zone, part, at, label, wide) for at, label in enumerate(held, 1)]
            for row in zip_longest(*[iter(cells)] * columns, fillvalue=Text("")):
                grid.add_row(*row)
        yield Padding(grid, (0, 0, 0, 1))

    def _cell(self, zone: Zone, part: str | None, place: int, label: str | None, wide: int) -> Text:
        text = Text(f"{part}-{place}" if part else str(place), style="bold cyan")
        for line in self._piece_lines(zone, label):
            for short in broken(line, wide):
                text.append(f"\n{short}", style="not bold default")
        return text

    def _piece_lines(self, zone: Zone, label: str | None) -> list[str]:
        if label is None:
            return [f"({self.words.say('empty')})"]
        piece = self.pieces.find(zone.kind, label)
        return [label] if piece is None else self.pieces.lines(piece, without=zone.by)

    def _shared_numbers(self) -> Iterator[Text]:
        for name, value in self.view["counters"].items():
            yield _line(self.words.heading(f"counters.{name}"), str(value))
        for name, holder in self.view["markers"].items():
            held = self.words.say("nobody") if holder is None else self._name(holder)
            yield _line(self.words.name(f"markers.{name}"), held)

    def _name(self, seat: int) -> str:
        return str(self.view["players"][seat]["name"])

    # ---- players -----------------------------------------------------------------------------
    def _player(self, player: View) -> Iterator[RenderableType]:
        moves = player["seat"] == self.view["to_move"]
        head = Text(f"{'> ' if moves else '  '}{player['name']}", style="bold")
        values = player["values"].items()
        plain = ((name, value) for name, value in values if not isinstance(value, Mapping))
        shown = "  ".join(self._value(f"values.{name}", value) for name, value in plain)
        yield head.append(f"  {shown}", style="not bold")
        for name, value in values:
            if isinstance(value, Mapping):
                held = untied(amounts(self.words, value)) or self.words.say("nothing")
                yield _line(self.words.heading(f"values.{name}"), held, indent=4)
        for name, pile in player["piles"].items():
            total = sum(pile.values())
            sum_of_it = f" ({total})" if total > 1 and _UNKNOWN not in pile else ""
            yield _line(self._zone(name), f"{self._pile(pile)}{sum_of_it}", indent=4)
        for name, held in player["zones"].items():
            yield from self._held(self.model.zones[name], held)
        for name, count in player["counters"].items():
            yield _line(self.words.heading(f"counters.{name}"), str(count), indent=4)

    def _held(self, zone: Zone, held: Sequence[str | None] | View) -> Iterator[Text]:
        """Yield the pieces of a player in a zone: those that may be hidden one by one, others by their number."""
        pieces = (
            [*held]
            if not isinstance(held, Mapping)
            else [p for part in held.values() for p in part]
        )
        if not pieces:
            return
        if zone.face == Face.UP or set(pieces) == {_UNKNOWN}:
            many = len(pieces)
            shown = f"{many} {self.words.name(f'kinds.{zone.kind}', many)}"
            yield _line(self._zone(zone.name), shown, indent=4)
            return
        for place, label in enumerate(pieces, 1):
            hidden = label is None or label == _UNKNOWN
            text = "?" if hidden else self.pieces.brief(zone.kind, str(label))
            yield _line(f"{self._zone(zone.name)}-{place}", text, indent=4)

    # ---- numbers -------------------------------------------------------------------------------
    def _pile(self, pile: Mapping[str, int]) -> str:
        if set(pile) == {_UNKNOWN}:
            count = pile[_UNKNOWN]
            return f"{count} {self.words.name('tokens', count)}"
        held = (f"{count} {self.words.token(name, count)}" for name, count in pile.items() if count)
        return "  ".join(held) or self.words.say("nothing")

    def _value(self, path: str, value: int) -> str:
        if isinstance(value, bool):
            return f"{self.words.heading(path)}: {self.words.say('yes' if value else 'no')}"
        return self.words.number(path, value)


def _line(name: str, text: str, *, indent: int = 0) -> Text:
    line = Text(" " * indent)
    line.append(name, style="bold" if not indent else "cyan")
    return line.append(f"  {text}")
