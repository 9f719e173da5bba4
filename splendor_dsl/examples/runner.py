"""The runner of examples and invariants. An example is a position, moves, and what must hold then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import assert_never

from attrs import define, field, frozen

from splendor_dsl.chance import Stream, stream_key
from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.explain.descriptions import Describer, because
from splendor_dsl.explain.why import why_not
from splendor_dsl.game.game import Game
from splendor_dsl.game.playouts import goes_on
from splendor_dsl.game.state import State
from splendor_dsl.interpreter.evaluation import Cells
from splendor_dsl.interpreter.frames import HELD_BACK
from splendor_dsl.interpreter.position import position
from splendor_dsl.ir.variables import slots_of
from splendor_dsl.notation.moves import Move
from splendor_dsl.notation.notation import NotationError
from splendor_dsl.position.origin import Origin
from splendor_dsl.position.view import known_at
from splendor_dsl.records.position import position_in
from splendor_dsl.semantics import examples as e
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.changes import caused, read, written
from splendor_dsl.semantics.model import Where

MOST_TURNS = 400
MOST_FORCED = 1000


@problem_kind
class ExampleFails(Problem):
    """An example says what the rules do not do."""

    code = "SPL502"
    headline = "example {example!r}: expected {expected}, found {found}"

    example: str
    expected: str
    found: str
    skipped: str = ""  # the first phase, if starting after all phases makes a difference
    taken: str = ""  # the forced move that the player has already made
    player: str = ""  # that player
    meant: str | None = None  # the move that was probably meant

    def help(self) -> str | None:
        """Return a hint: the move that was meant, or the reason why the position differs from the expected one."""
        if self.meant is not None:
            return f"did you mean {self.meant!r}?"
        if self.taken:
            only = f"{self.taken!r} was the only move of {self.player} before this"
            return f"{only}, and was taken by itself"
        if not self.skipped:
            return None
        return f"an example begins after the phases; 'given round 1 of {self.skipped}' begins there"


@problem_kind
class InvariantBroken(Problem):
    """Something that must always hold does not hold after a move."""

    code = "SPL503"
    headline = "the invariant {name!r} does not hold after {moment}: {why}"
    hint = (
        "change what it counts, if the rules are as they should be: 'set invariants.{name} = ...'"
    )

    name: str
    moment: str
    why: str


@frozen(kw_only=True)
class RunResult:
    """The result of one example, invariant or record; `state` is the last position that was reached."""

    name: str
    path: str
    problem: Problem | None
    where: Where = field(eq=False, repr=False)
    state: State | None = field(default=None, eq=False, repr=False)


def run_examples(game: Game, examples: Iterable[e.Example]) -> Iterator[RunResult]:
    """Yield the result of each example, in order."""
    for example in examples:
        runner = _Runner(game=game, example=example)
        problem, where = runner.run(), example.where
        yield RunResult(
            name=example.name, path=where.path, problem=problem, where=where, state=runner.state
        )


def run_invariants(
    game: Game, *, games: int = 3, seed: int = 1, players: Iterable[int] = ()
) -> Iterator[RunResult]:
    """Yield for each invariant the first moment of random games that breaks it; by default of all player counts."""
    broken: dict[str, tuple[Problem, State]] = {}
    for many in tuple(players) or game.players:
        for number in range(games):
            _playout(game, many, seed, number, broken)
    for each in game.model.invariants:
        where, (problem, state) = each.where, broken.get(each.name, (None, None))
        yield RunResult(name=each.name, path=where.path, problem=problem, where=where, state=state)


def _playout(
    game: Game,
    players: int,
    seed: int,
    number: int,
    broken: dict[str, tuple[Problem, State]],
) -> None:
    stream = Stream(stream_key(seed, number, 1))
    state = game.start(players, seed=seed, game=number)
    for decisions in count():
        for name in state.broken_invariants():
            if name not in broken:
                moment = f"move {len(state.played)} of game {number} of seed {seed} for {players} players"
                broken[name] = _broken(state, name, moment), state.copy()
        if not goes_on(state, decisions, MOST_TURNS):
            return
        moves = state.moves
        state.advance(moves[stream.below(len(moves))])


def _broken(state: State, name: str, moment: str) -> Problem:
    """Return the problem of an invariant that does not hold here, with the numbers on both sides."""
    for_players = state.for_players
    broken = next(each for each in for_players.model.invariants if each.name == name)
    mover = state.cells[for_players.layout.register("mover")]
    env = [mover, *[None] * slots_of(broken.value)]
    why = Describer(for_players.engine.make, {}, ()).reasons(broken.value, state.cells, env)
    where = broken.where
    said = because(where, " and ".join(why))
    return InvariantBroken(name=name, moment=moment, why=said, span=where.span, path=where.path)


class _ExampleFailure(Exception):  # noqa: N818  # it never leaves this module
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message())
        self.problem = problem


@frozen(kw_only=True)
class _Forced:
    """The only move of its player, and the position before it."""

    seat: int
    move: Move
    before: State = field(repr=False)


@define(kw_only=True)
class _Runner:
    """One run of an example.

    Forced moves happen automatically, as in play; `forced` holds the latest of them, so that an example may also name
    them.
    """

    game: Game
    example: e.Example
    forced: list[_Forced] = field(factory=list)
    played: bool = False
    state: State | None = None

    def run(self) -> Problem | None:
        """Return the problem of the example, if any."""
        for_players = self.game.for_players(len(self.example.players))
        base = self._recorded()
        cells = (
            base if isinstance(base, Problem) else position(for_players.engine, self.example, base)
        )
        if isinstance(cells, Problem):
            return cells
        try:
            origin = Origin(names=self.example.players)
            self.state = State(for_players, cells, origin, automatic=False, deal=HELD_BACK)
            self.state = self._play_forced(self.state, self.example.where)
            for step in self.example.steps:
                self.state = self._step(self.state, step)
        except _ExampleFailure as fails:
            return fails.problem
        return None

    def _recorded(self) -> Cells | Problem | None:
        """Return the position in a recorded game that the example starts from, if any."""
        for given in self.example.given:
            if isinstance(given, e.GivenRecord):
                if isinstance(given.source, Problem):
                    return given.source.but(path=given.where.path)
                found = position_in(given.source, self.game, given.move, len(self.example.players))
                return (
                    self._fail(given.where, *found).problem if isinstance(found, tuple) else found
                )
        return None

    def _fail(self, where: Where, expected: str, found: str, **more: str | None) -> _ExampleFailure:
        """Return the failure of a step; `more` holds further facts for its hint."""
        problem = ExampleFails(
            example=self.example.name,
            expected=expected,
            found=found,
            span=where.span,
            path=where.path,
        )
        return _ExampleFailure(problem.but(**more))

    def _hint_facts(self, seat: int, move: Move | str | None = None) -> dict[str, str]:
        """Return facts for the hint: a forced move that took the player's decision, or the phase that is over."""
        asked = move.decision if isinstance(move, Move) else None
        own = (forced.move for forced in self.forced if forced.seat == seat)
        taken = next((str(made) for made in own if asked in {None, made.decision}), "")
        in_phase = isinstance(move, Move) and move.path.partition(".")[0] == "phases"
        skipped = self._skipped() if in_phase else ""
        return {"taken": taken, "player": self.example.players[seat], "skipped": skipped}

    def _before_turns(self, value: v.Expr) -> str:
        """Return the first phase if it would have changed what a condition reads, and no line gives that."""
        if self.played or any(isinstance(given, e.GivenRound) for given in self.example.given):
            return ""
        model = self.game.model
        steps = [step for phase in model.phases for step in phase.code.steps]
        changed = written(model, steps)
        reads = read(model, value) & (changed | caused(model, changed))
        return self._skipped() if reads - set(map(_named, self.example.given)) else ""

    def _taken_since(self, value: v.Expr) -> dict[str, str]:
        """Return facts for the hint: the forced move before which a condition held, if there was one."""
        for forced in reversed(self.forced):
            if self._value(forced.before, value):
                return {"taken": str(forced.move), "player": self.example.players[forced.seat]}
        return {}

    def _skipped(self) -> str:
        """Return the first phase if the example begins after all phases; empty without one."""
        for given in self.example.given:
            if isinstance(given, e.GivenRecord) or (
                isinstance(given, e.GivenRound) and given.phase is not None
            ):
                return ""
        return next((phase.name for phase in self.game.model.phases), "")

    def _step(self, state: State, step: e.When | e.Then) -> State:
        if isinstance(step, e.When):
            return self._play(state, step)
        getattr(self, _THEN[step.how])(state, step)
        return state

    # ---- when --------------------------------------------------------------------------------
    def _play(self, state: State, step: e.When) -> State:
        move = self._parsed(step.move, step.where)
        self.played = True
        made = [(forced.seat, forced.move) for forced in self.forced]
        if (step.seat, move) in made:
            del self.forced[: made.index((step.seat, move)) + 1]
            return state
        self._possible(state, step.seat, move, step.where)
        self.forced.clear()
        return self._play_forced(state.play(move), step.where)

    def _possible(self, state: State, seat: int, move: Move, where: Where) -> None:
        name = self.example.players[seat]
        if state.to_move != seat:
            about = self._hint_facts(seat, move)
            raise self._fail(where, f"{name} to decide", self._to_move(state), **about)
        if move not in state.moves:
            reasons = "; ".join(reason.message for reason in state.why_not(move))
            about = self._hint_facts(seat, move)
            raise self._fail(where, f"that {name} can play {str(move)!r}", reasons, **about)

    def _parsed(self, text: str, where: Where) -> Move:
        try:
            return self.game.parse_move(text, self.example.players)
        except NotationError as error:
            expected, _, found = str(error).removeprefix("expected ").rpartition(", found ")
            raise self._fail(where, expected or "a move", found, meant=error.meant) from None

    def _play_forced(self, state: State, where: Where) -> State:
        """Return the position after all forced moves."""
        self._invariants(state, where)
        while len(state.moves) == 1 and len(self.forced) < MOST_FORCED:
            assert state.to_move is not None  # somebody has the move
            forced = _Forced(seat=state.to_move, move=state.moves[0], before=state)
            self.forced.append(forced)
            state = state.play(forced.move)
            self._invariants(state, where)
        return state

    def _to_move(self, state: State) -> str:
        if state.to_move is None:
            return "the end of the game"
        return f"{self.example.players[state.to_move]} to decide"

    def _invariants(self, state: State, where: Where) -> None:
        for name in state.broken_invariants():
            given = where.path == self.example.where.path
            broken = _broken(state, name, "all that is given" if given else "this step")
            raise _ExampleFailure(broken.but(span=where.span, path=where.path))

    # ---- then --------------------------------------------------------------------------------
    def _holds(self, state: State, then: e.Then) -> None:
        assert then.value is not None
        if not self._value(state, then.value):
            about = {"skipped": self._before_turns(then.value), **self._taken_since(then.value)}
            raise self._fail(then.where, then.text, self._sides(state, then.value), **about)

    def _value(self, state: State, value: v.Expr) -> object:
        found: object = state.for_players.engine.make.compile(value)(state.cells, self._env())
        return found

    def _env(self) -> list[int | None]:
        """Return the variables: the seat whose turn comes first, then all seats by the slots of their names."""
        players = range(len(self.example.players))
        return [0, *players, *[None] * (self.example.slots - 1 - len(players))]

    def _reasons(self, state: State, value: v.Expr) -> list[str]:
        """Return why a condition does not hold, with the numbers of each part that fails."""
        names = dict(enumerate(self.example.players, start=1))
        say = Describer(state.for_players.engine.make, names, self.example.players)
        return say.reasons(value, state.cells, self._env())

    def _sides(self, state: State, value: v.Expr) -> str:
        if not isinstance(value, v.Compare):
            return f"that it does not hold: {'; '.join(self._reasons(state, value))}"
        one, other = self._value(state, value.left), self._value(state, value.right)
        return f"{self._spoken(value.left, one)} against {self._spoken(value.right, other)}"

    def _spoken(self, expr: v.Expr, found: object) -> str:
        player = isinstance(expr, v.Holder | v.Nobody | v.Mover) or (
            isinstance(expr, v.Local) and expr.type == "player"
        )
        if player and isinstance(found, int):
            return self.example.players[found] if found >= 0 else "nobody"
        return str(found)

    def _can(self, state: State, then: e.Then) -> None:
        move = self._parsed(then.move, then.where)
        if (then.seats[0], move) not in [(made.seat, made.move) for made in self.forced]:
            self._possible(state, then.seats[0], move, then.where)

    def _cannot(self, state: State, then: e.Then) -> None:
        move = self._excluding_choice(then.move) or self._parsed(then.move, then.where)
        name, about = self.example.players[then.seats[0]], self._hint_facts(then.seats[0], move)
        if state.to_move != then.seats[0]:
            if then.by:
                raise self._fail(then.where, f"{name} to decide", self._to_move(state), **about)
            return
        if move in state.moves:
            raise self._fail(
                then.where, f"that {name} cannot play {then.move!r}", "that it is possible"
            )
        paths = self._paths(state, move) if isinstance(move, Move) else [move]
        if then.by and then.by not in paths:
            found = " and ".join(map(repr, paths))
            raise self._fail(then.where, f"{then.by!r} to forbid it", found, **about)

    def _paths(self, state: State, move: Move) -> list[str]:
        """Return the clauses against a move; authors of rules may know everything."""
        names = self.example.players
        found = why_not(
            state.for_players, state.cells, state.moves, move, names, keep_secrets=False
        )
        return [reason.path for reason in found]

    def _wins(self, state: State, then: e.Then) -> None:
        names = [self.example.players[seat] for seat in then.seats]
        expected = f"{', '.join(names) or 'nobody'} to win"
        if state.outcome is None:
            raise self._fail(then.where, expected, f"that the game goes on, {self._to_move(state)}")
        winners = tuple(sorted(state.outcome.winners))
        if winners != tuple(sorted(then.seats)):
            found = ", ".join(self.example.players[seat] for seat in winners) or "nobody"
            raise self._fail(then.where, expected, f"{found} to win")

    def _excluding_choice(self, text: str) -> str | None:
        """Return the path of the choice that makes a text no move, as it takes no pieces from the named zone."""
        try:
            self.game.parse_move(text, self.example.players)
        except NotationError:
            found = self.game.notation.elsewhere(text, self.example.players)
            return None if found is None else found[1]
        return None

    def _sees(self, state: State, then: e.Then) -> None:
        self._require_seen(state, then, known=True)

    def _sees_not(self, state: State, then: e.Then) -> None:
        self._require_seen(state, then, known=False)

    def _require_seen(self, state: State, then: e.Then, *, known: bool) -> None:
        """Raise a failure unless a player knows all that lies in a place, or, with `known` off, nothing of it."""
        found = self._known_there(state, then)
        if not found:
            raise self._fail(then.where, "something to lie there", "nothing")
        if found.count(known) < len(found):
            name = self.example.players[then.seats[0]]
            expected = f"that {name} {'can' if known else 'cannot'} see what lies there"
            seen = f"that {name} knows {found.count(True)} of {len(found)}"
            raise self._fail(then.where, expected, seen)

    def _known_there(self, state: State, then: e.Then) -> list[bool]:
        """Return for each piece or token in a place whether the player knows which it is."""
        assert then.zone is not None
        zone, owner = then.zone.zone, then.zone.player
        whose = None if owner is None else self._value(state, owner)
        found = known_at(state.for_players, state.cells, (zone, whose, then.at), then.seats[0])
        if found is None:
            place = "-".join(map(str, then.at))
            raise self._fail(then.where, f"a place of {zone!r}", repr(place))
        return found

    def _goes_on(self, state: State, then: e.Then) -> None:
        if state.over:
            raise self._fail(then.where, "that the game goes on", "that it is over")

    def _is_to_move(self, state: State, then: e.Then) -> None:
        if state.to_move != then.seats[0]:
            expected, about = (
                f"{self.example.players[then.seats[0]]} to decide",
                self._hint_facts(then.seats[0]),
            )
            raise self._fail(then.where, expected, self._to_move(state), **about)


def _named(given: e.Given) -> str | None:
    """Return the name of the zone, counter or marker that is given."""
    match given:
        case e.GivenPieces(zone=place) | e.GivenTokens(pile=place):
            return place.zone
        case e.GivenNumber(counter=name) | e.GivenHolder(marker=name):
            return name
        case e.GivenMover() | e.GivenRound() | e.GivenCount() | e.GivenSince() | e.GivenRecord():
            return None
    assert_never(given)


_THEN = {
    "holds": "_holds",
    "can": "_can",
    "cannot": "_cannot",
    "sees": "_sees",
    "sees not": "_sees_not",
    "wins": "_wins",
    "goes on": "_goes_on",
    "to move": "_is_to_move",
}
