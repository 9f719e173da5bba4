"""Typed expressions compiled to closures, once a game; named values are remembered until a cell changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from splendor_dsl.interpreter.expressions import FORMS, Cells, Env, Fn
from splendor_dsl.interpreter.observer import MET, Watch, noted
from splendor_dsl.interpreter.regions import region
from splendor_dsl.ir.layout import Layout
from splendor_dsl.ir.nodes import Program
from splendor_dsl.ir.slots import slots_of
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import ValueKind, Where

__all__ = ["Cells", "Env", "Evaluator", "Fn"]


Test = Callable[[Cells, Any], Any]


class Evaluator:
    """Makes closures `f(cells, variables)` for one game and number of players; `watch` is told what they find."""

    def __init__(self, program: Program, layout: Layout, watch: Watch | None = None) -> None:
        self.program = program
        self.watch = watch
        self.model = program.model
        self.layout = layout
        self.tokens = len(self.model.tokens)
        self._values: dict[str, Callable[[Cells, int], Any]] = {}
        self._fields: dict[str, tuple[Any, ...]] = {}
        self._depends: dict[str, list[tuple[int, ...]]] = {}

    def compile(self, expr: v.Expr) -> Fn:
        """The closure of an expression."""
        return FORMS[type(expr)](self, expr)

    def about(self, expr: v.Expr) -> Callable[[Cells, int], Any]:
        """The closure of an expression about a player, which gets the seat alone."""
        body = self.compile(expr)
        room = [None] * (slots_of(expr) - 1)
        return lambda cells, seat: body(cells, [seat, *room])

    def noted(self, where: Where, test: Test, words: tuple[str, str] = MET) -> Test:
        """The condition of a clause; where somebody watches, it tells how it came out."""
        return test if self.watch is None else noted(self.watch, where.path, test, words)

    def field(self, name: str) -> tuple[Any, ...]:
        """A field of every piece, by the piece's number."""
        if name not in self._fields:
            self._fields[name] = tuple(piece.values.get(name) for piece in self.model.pieces)
        return self._fields[name]

    def pieces(self, ref: v.ZoneRef) -> Fn:
        """The closure of the pieces that lie in a zone, its parts one after the other."""
        cells_of = [
            self.cell("zone", ref.zone, ref.player, part=part)
            for part in self.layout.parts[ref.zone]
        ]
        if ref.zone in self.layout.places:
            return lambda cells, env: [
                piece for cell in cells_of for piece in cell(cells, env) if piece >= 0
            ]
        if len(cells_of) == 1:
            return cells_of[0]
        return lambda cells, env: [piece for cell in cells_of for piece in cell(cells, env)]

    def cell(self, kind: str, name: str, player: v.Expr | None, *, part: int | None = None) -> Fn:
        """The closure of what a cell holds; nobody holds nothing."""
        seats = self.layout.seats(kind, name, part)
        if player is None:
            (only,) = seats
            return lambda cells, _: cells[only]
        if isinstance(player, v.Local) and player.slot == 0:
            return lambda cells, env: cells[seats[env[0]]]
        whose = self.compile(player)
        nothing = {"pile": (0,) * self.tokens, "zone": ()}.get(kind, 0)

        def of_whoever(cells: Cells, env: Env) -> Any:
            seat = whose(cells, env)
            return cells[seats[seat]] if seat >= 0 else nothing

        return of_whoever

    def pile_at(self, ref: v.ZoneRef) -> Fn:
        """The closure of which cell a pile is; -1 for that of nobody."""
        seats = self.layout.seats("pile", ref.zone)
        if ref.player is None:
            return lambda _cells, _env: seats[0]
        whose = self.compile(ref.player)

        def cell(cells: Cells, env: Env) -> int:
            seat = whose(cells, env)
            return seats[seat] if seat >= 0 else -1

        return cell

    def domain(self, domain: v.Domain) -> Fn:
        """The closure of all that a domain holds, in order."""
        everyone = tuple(range(self.layout.players))
        if domain.kind == "players":
            return lambda _cells, _env: everyone
        if domain.kind == "others":
            but = self.compile(domain.of or v.Local(slot=0, type="player"))
            return lambda cells, env: tuple(p for p in everyone if p != but(cells, env))
        if domain.kind == "partners":
            return self._partners(domain)
        if domain.kind == "tokens":
            return self.token_set(domain.of or v.TokenSet(tokens=()))
        if not isinstance(domain.of, v.ZoneRef):
            message = f"not a zone: {domain.of!r}"
            raise TypeError(message)
        pieces = self.pieces(domain.of)
        return lambda cells, env: tuple(pieces(cells, env))

    def _partners(self, domain: v.Domain) -> Fn:
        """The closure of the others of a player's team."""
        players = self.layout.players
        teams = players // self.model.team_size
        whose = self.compile(domain.of or v.Local(slot=0, type="player"))
        partners = [
            tuple(p for p in range(players) if p != seat and p % teams == seat % teams)
            for seat in range(players)
        ]
        return lambda cells, env: partners[whose(cells, env)]

    def token_set(self, expr: v.Expr) -> Fn:
        """The closure of one or several tokens, as a tuple."""
        match expr:
            case v.TokenSet(tokens=several):
                return lambda _cells, _env: several
            case v.TokenConst(token=token):
                return lambda _cells, _env: (token,)
            case v.Local(slot=slot, type="token"):
                return lambda _cells, env: (env[slot],)
            case v.Local(slot=slot):
                return lambda _cells, env: env[slot]
        message = f"not tokens: {expr!r}"
        raise TypeError(message)

    def value(self, name: str) -> Callable[[Cells, int], Any]:
        """The closure of a named value, which remembers the last answer for each seat."""
        if name not in self._values:
            self._values[name] = self._remembered(name)
        return self._values[name]

    def depends(self, name: str) -> list[tuple[int, ...]]:
        """For each seat, the cells that a named value looks at."""
        if name not in self._depends:
            player = v.Local(slot=0, type="player")
            seen = region(v.ValueOf(value=name, type="", player=player), self.model)
            seats = range(self.layout.players)
            self._depends[name] = [seen.cells(self.layout, seat) for seat in seats]
        return self._depends[name]

    def _remembered(self, name: str) -> Callable[[Cells, int], Any]:
        compute = self._terms(name)
        players = range(self.layout.players)
        depends = self.depends(name)
        # Never what a cell holds, so that the first question computes.
        last: list[tuple[list[Any], Any]] = [([object()] * len(depends[p]), None) for p in players]

        def remembered(cells: Cells, seat: int) -> Any:
            was, answer = last[seat]
            for at, old in zip(depends[seat], was, strict=True):
                if cells[at] is not old:
                    break
            else:
                return answer
            answer = compute(cells, seat)
            last[seat] = [cells[at] for at in depends[seat]], answer
            return answer

        if not all(depends):
            return compute
        return remembered

    def _terms(self, name: str) -> Callable[[Cells, int], Any]:
        value = self.model.values[name]
        terms = [self.noted(term.where, self.about(term.value)) for term in value.terms]
        if value.which == ValueKind.ALL:
            return lambda cells, seat: all(term(cells, seat) for term in terms)
        if value.which == ValueKind.ANY:
            return lambda cells, seat: any(term(cells, seat) for term in terms)
        if len(terms) == 1:
            return terms[0]
        if value.type == "amounts":
            return lambda cells, seat: tuple(
                map(sum, zip(*(term(cells, seat) for term in terms), strict=True))
            )
        return lambda cells, seat: sum(term(cells, seat) for term in terms)
