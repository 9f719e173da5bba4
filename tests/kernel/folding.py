"""What a log alone says of a position: the changes that its events tell of, made one after the other."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import define, field

from splendor_dsl.game.state import State
from splendor_dsl.interpreter.flow import UNFINISHED
from splendor_dsl.interpreter.obligations import first_turn, owed_action, with_turn
from splendor_dsl.interpreter.start import starting_cells
from splendor_dsl.ir.events import Event
from splendor_dsl.ir.layout import ALL, EMPTY, NOBODY, OWNER, Cell, face

UNTOLD = ("stack",)  # the code under way follows from what was decided


def told_position(state: State) -> dict[Cell, Any]:
    """The cells of a position as its log tells them."""
    for_players, engine = state.for_players, state.for_players.engine
    cells = starting_cells(engine.program, for_players.layout, engine.zones, state.origin.key)
    folded = Folded(state, cells)
    folded.follow(state.log)
    return named(state, folded.cells)


def named(state: State, cells: Sequence[Any]) -> dict[Cell, Any]:
    """Cells by what they hold, without what no event has to tell."""
    found = dict(zip(state.for_players.layout.cells, cells, strict=False))
    return {cell: value for cell, value in found.items() if cell.name not in UNTOLD}


@define
class Folded:
    """A position that follows the events."""

    state: State
    cells: list[Any]
    ways: Mapping[str, Callable[[Event], None]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """What each kind of event changes; a kind that is not here is a fault."""
        self.ways = {
            "tokens": self.tokens, "piece": self.piece, "slid": self.slid,
            "shuffled": self.shuffled, "revealed": self.revealed, "counter": self.counter,
            "marker": lambda event: self.put("marker", event.data["marker"], self.seat(event)),
            "decided": self.decided, "owed": self.owed,
            "lapsed": lambda _: self.register("owed", self.held("owed")[1:]),
            "again": lambda event: self.register("again", with_turn(self.held("again"), event.seat)),
            "extra": self.extra, "resumed": lambda _: self.register("again", ()),
            "passes": lambda event: self.register("passes", event.data["to"]),
            "phase": lambda _: None, "passed": lambda _: None,
            "run": lambda event: self.register("mover", event.seat),
            "round": self.round, "turn": self.turn,
            "ending": lambda event: self.end(event, self.held("round")),
            "forgotten": lambda event: self.end(event, 0),
            "over": self.over,
        }  # fmt: skip

    def follow(self, events: Iterable[Event]) -> None:
        for event in events:
            self.ways[event.kind](event)

    # ---- cells ---------------------------------------------------------------------------------
    def put(self, kind: str, name: str, value: Any, seat: int | None = None) -> None:
        self.cells[self.state.for_players.layout.index[Cell(kind, name, None, seat)]] = value

    def register(self, name: str, value: Any) -> None:
        self.put("register", name, value)

    def held(self, name: str) -> Any:
        return self.cells[self.state.for_players.layout.register(name)]

    @staticmethod
    def seat(event: Event) -> int:
        return -1 if event.data["to"] is None else event.data["to"]

    def parts(self, zone: str, seat: int | None) -> list[int]:
        return list(self.state.for_players.engine.zones.cells_of(zone, seat or 0))

    # ---- what moves ------------------------------------------------------------------------------
    def tokens(self, event: Event) -> None:
        told = {**event.data, **event.secret}
        lanes = [told["tokens"].get(name, 0) for name in self.state.for_players.model.token_names()]
        for place, sign in ((told["from"], -1), (told["to"], 1)):
            at = self.state.for_players.layout.index[Cell("pile", *place)]
            held = zip(self.cells[at], lanes, strict=True)
            self.cells[at] = tuple(have + sign * moved for have, moved in held)

    def piece(self, event: Event) -> None:
        told = {**event.data, **event.secret}
        *origin, place = told["from"]
        mark = self.take(Cell("zone", *origin), place)
        *target, place = told["to"]
        kinds = [self.state.for_players.model.zones[zone].kind for zone in (origin[0], target[0])]
        number = next(
            n for kind in kinds for n in [self.number(kind, told["piece"])] if n is not None
        )
        seen = face(self.state.for_players.model.zones[target[0]])
        after = {"up": ALL, "down": NOBODY, "owner": ALL if mark == ALL else OWNER}[seen]
        self.lay(Cell("zone", *target), place, number, after)

    def number(self, kind: str | None, label: str) -> int | None:
        return self.state.for_players.numbers.get((kind or "", label))

    def take(self, cell: Cell, place: int) -> int:
        """Take the piece from a place; who knew it."""
        layout = self.state.for_players.layout
        at = layout.index[cell]
        marks, zone = layout.known(at), self.state.for_players.model.zones[cell.name]
        mark = self.cells[marks][place] if marks is not None else ALL * (face(zone) == "up")
        for each, gap in ((at, EMPTY), (marks, NOBODY)):
            if each is not None:
                was, there = self.cells[each], (gap,) if cell.name in layout.places else ()
                self.cells[each] = (*was[:place], *there, *was[place + 1 :])
        return int(mark)

    def lay(self, cell: Cell, place: int, piece: int, mark: int) -> None:
        layout = self.state.for_players.layout
        at = layout.index[cell]
        for each, value in ((at, piece), (layout.known(at), mark)):
            if each is not None:
                was = self.cells[each]
                rest = was[place + 1 :] if cell.name in layout.places else was[place:]
                self.cells[each] = (*was[:place], value, *rest)

    def slid(self, event: Event) -> None:
        layout = self.state.for_players.layout
        at = layout.index[Cell("zone", *event.data["zone"])]
        there = [place for place, piece in enumerate(self.cells[at]) if piece != EMPTY]
        for each, gap in ((layout.known(at), NOBODY), (at, EMPTY)):
            if each is not None:
                kept = [self.cells[each][place] for place in there]
                self.cells[each] = (*kept, *[gap] * (len(self.cells[each]) - len(kept)))

    def shuffled(self, event: Event) -> None:
        told, for_players = {**event.data, **event.secret}, self.state.for_players
        zone = for_players.model.zones[told["zone"]]
        for at, labels in zip(self.parts(zone.name, event.seat), told["order"], strict=True):
            found = [EMPTY if each is None else self.number(zone.kind, each) for each in labels]
            self.cells[at] = tuple(found)
            marks = for_players.layout.known(at)
            if marks is not None:
                mark = OWNER if face(zone) == "owner" else NOBODY
                self.cells[marks] = tuple(NOBODY if p == EMPTY else mark for p in found)

    def revealed(self, event: Event) -> None:
        for at in self.parts(event.data["zone"], event.seat):
            marks = self.state.for_players.layout.known(at)
            if marks is not None:
                self.cells[marks] = tuple(NOBODY if p == EMPTY else ALL for p in self.cells[at])

    # ---- what changes ----------------------------------------------------------------------------
    def counter(self, event: Event) -> None:
        self.put("counter", event.data["counter"], event.data["to"], event.data["of"])

    def decided(self, event: Event) -> None:
        actions = {each.where.path: each for each in self.state.for_players.model.actions}
        action = actions.get(event.path)
        if event.data.get("owed"):
            self.register("owed", self.held("owed")[1:])
        elif action is not None and not action.last_resort:
            self.register("acted", 1)

    def owed(self, event: Event) -> None:
        names = [each.name for each in self.state.for_players.model.actions]
        number = names.index(event.data["action"])
        self.register("owed", (*self.held("owed"), owed_action(number, event.seat, len(names))))

    def extra(self, event: Event) -> None:
        """A turn that is owed, or a run of a phase, which nothing has to lead back from."""
        owed = self.held("again")
        rest = first_turn(owed, self.held("mover"))[1] if event.path == "turn" else owed[1:]
        self.register("again", rest)
        self.register("mover", event.seat)

    # ---- the course --------------------------------------------------------------------------------
    def round(self, event: Event) -> None:
        self.register("round", event.data["round"])
        self.register("mover", 0)

    def turn(self, event: Event) -> None:
        self.register("turn", event.data["turn"])
        self.register("mover", event.seat)
        self.register("acted", 0)

    def end(self, event: Event, since: int) -> None:
        names = [each.name for each in self.state.for_players.model.ends]
        at, ends = names.index(event.data["end"]), self.held("ends")
        self.register("ends", (*ends[:at], since, *ends[at + 1 :]))

    def over(self, event: Event) -> None:
        names = [each.name for each in self.state.for_players.model.ends]
        end = event.data["end"]
        self.register("over", UNFINISHED if end is None else 2 * names.index(end) + 1)
