"""Typed expressions compiled to closures, once a game; named values are cached until a cell changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from splendor_dsl.interpreter.expressions import FORMS, Cells, Env, Fn
from splendor_dsl.interpreter.observations import MET, Watch, with_report
from splendor_dsl.interpreter.regions import region
from splendor_dsl.ir.layout import Layout
from splendor_dsl.ir.nodes import Program
from splendor_dsl.ir.variables import slots_of
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.model import ValueKind, Where

__all__ = ["Cells", "Env", "Evaluator", "Fn"]


Test = Callable[[Cells, Any], Any]


class Evaluator:
    """The compiler of expressions to closures `f(cells, variables)` for one game; `watch` observes their results."""

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
        """Return the closure of an expression."""
        return FORMS[type(expr)](self, expr)

    def about(self, expr: v.Expr) -> Callable[[Cells, int], Any]:
        """Return the closure of an expression about a player, whose only variable is the seat."""
        body = self.compile(expr)
        room = [None] * (slots_of(expr) - 1)
        return lambda cells, seat: body(cells, [seat, *room])

    def with_report(self, where: Where, test: Test, words: tuple[str, str] = MET) -> Test:
        """Return the condition of a clause; its result is reported if there is an observer."""
        return test if self.watch is None else with_report(self.watch, where.path, test, words)

    def field(self, name: str) -> tuple[Any, ...]:
        """Return a field of every piece, by the piece's number."""
        if name not in self._fields:
            self._fields[name] = tuple(piece.values.get(name) for piece in self.model.pieces)
        return self._fields[name]

    def pieces(self, ref: v.ZoneRef) -> Fn:
        """Return the closure of the pieces in a zone, one part after the other."""
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
        """Return the closure of the contents of a cell; nobody's cell is empty."""
        seats = self.layout.seats(kind, name, part)
        if player is None:
            (only,) = seats
            return lambda cells, _: cells[only]
        if isinstance(player, v.Local) and player.slot == 0:
            return lambda cells, env: cells[seats[env[0]]]
        owner = self.compile(player)
        nothing = {"pile": (0,) * self.tokens, "zone": ()}.get(kind, 0)

        def of_player(cells: Cells, env: Env) -> Any:
            seat = owner(cells, env)
            return cells[seats[seat]] if seat >= 0 else nothing

        return of_player

    def pile_at(self, ref: v.ZoneRef) -> Fn:
        """Return the closure of the cell of a pile; -1 for nobody's."""
        seats = self.layout.seats("pile", ref.zone)
        if ref.player is None:
            return lambda _cells, _env: seats[0]
        owner = self.compile(ref.player)

        def cell(cells: Cells, env: Env) -> int:
            seat = owner(cells, env)
            return seats[seat] if seat >= 0 else -1

        return cell

    def domain(self, domain: v.Domain) -> Fn:
        """Return the closure of the elements of a domain, in order."""
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
        """Return the closure of the other members of a player's team."""
        players = self.layout.players
        teams = players // self.model.team_size
        owner = self.compile(domain.of or v.Local(slot=0, type="player"))
        partners = [
            tuple(p for p in range(players) if p != seat and p % teams == seat % teams)
            for seat in range(players)
        ]
        return lambda cells, env: partners[owner(cells, env)]

    def token_set(self, expr: v.Expr) -> Fn:
        """Return the closure of one or several tokens, as a tuple."""
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
        """Return the closure of a named value, which caches the last result for each seat."""
        if name not in self._values:
            self._values[name] = self._cached(name)
        return self._values[name]

    def depends(self, name: str) -> list[tuple[int, ...]]:
        """Return the cells that a named value depends on, for each seat."""
        if name not in self._depends:
            player = v.Local(slot=0, type="player")
            seen = region(v.ValueOf(value=name, type="", player=player), self.model)
            seats = range(self.layout.players)
            self._depends[name] = [seen.cells(self.layout, seat) for seat in seats]
        return self._depends[name]

    def _cached(self, name: str) -> Callable[[Cells, int], Any]:
        compute = self._terms(name)
        players = range(self.layout.players)
        depends = self.depends(name)
        # A new object equals no content of a cell, so that the first call computes.
        last: list[tuple[list[Any], Any]] = [([object()] * len(depends[p]), None) for p in players]

        def cached(cells: Cells, seat: int) -> Any:
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
        return cached

    def _terms(self, name: str) -> Callable[[Cells, int], Any]:
        value = self.model.values[name]
        terms = [self.with_report(term.where, self.about(term.value)) for term in value.terms]
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
