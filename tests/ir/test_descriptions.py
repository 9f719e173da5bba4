"""The descriptions of steps and instructions, `effects` and `control`: the interpreter sees them do no more."""

import random
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from attrs import evolve
from conformance.odd_rules import odd_game
from kernel.small import PLAIN, small

from splendor_dsl.chance import PLAYOUT, stream_key
from splendor_dsl.game.game import Game
from splendor_dsl.interpreter.interpreter import Engine, interpreter
from splendor_dsl.ir import nodes
from splendor_dsl.ir.control import Control
from splendor_dsl.lowering.numbering import tokens_of
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.changes import changed_by, refilled
from splendor_dsl.semantics.effects import Binding, Effects
from splendor_dsl.semantics.parts import all_in

STEPS, LONGEST = 1_500, 4_000
PLACES = {"zone", "pile", "counter", "marker"}
ODD = range(16)
PLAYED = 5
SECTIONS = {
    "zones": PLAIN["zones"] + "heap cards { face down }\n",
    "counters": "fame 0 from 0 to 9",
    "markers": "lamp",
    "phases": "first 1 rounds { may choose card: cards in row; move card to hand; one action }",
    "actions": PLAIN["actions"]
    + """
        stir as "stir" {
          gain up to 1 star
          shuffle deck
          reveal heap
          give lamp to player
          count fame = fame + 1
          for each other player { may choose mine: cards in hand; move mine to heap }
          do take
        }
        more as "more" {
          if fame > 2 { again }
          else { move all in heap to deck }
        }
    """,
    "triggers": "seen: when cards enters own as card { if fame > 3 { count fame = 0 } }",
    "limits": "purse: tokens in purse at most 4 at end of turn",
}


def games() -> Iterator[tuple[str, Game]]:
    yield "small", small(**SECTIONS)
    yield from ((f"odd {number}", odd_game(number)) for number in ODD)


class Watched:
    """An interpreter that compares what each instruction did with what it says of itself."""

    def __init__(self, game: Game, players: int) -> None:
        self.program = game.program
        self.engine: Engine = interpreter(game.program, players)
        self.seen: set[type] = set()
        self.wrong: list[str] = []
        self.steps = 0
        for number, routine in enumerate(self.program.routines):
            compiled = self.engine._routines[number]
            for at, node in enumerate(routine.steps):
                if compiled.steps[at] is not None:
                    compiled.steps[at] = self._watched(compiled.steps[at], number, at, node)

    def play(self, chance: random.Random) -> None:
        """Play until so many steps are done; some games owe themselves turns without end."""
        key = stream_key(chance.getrandbits(32), 0, PLAYOUT)
        cells, options = self.engine.start(key)
        begun = self.steps
        while options and self.steps - begun < STEPS:
            options = self.engine.apply(cells, chance.choice(options))

    def _watched(self, step: Any, routine: int, at: int, node: nodes.Instruction) -> Any:
        def watched(run: Any, frame: Any) -> None:
            self.steps += 1
            if self.steps % LONGEST == 0:
                self.engine._give_up(run)
                return
            cells, env, frames = list(run.cells), list(frame.env), len(run.stack)
            step(run, frame)
            self.seen.add(type(node))
            changed = [
                place
                for place, (was, now) in enumerate(zip(cells, run.cells, strict=True))
                if was != now
            ]
            layout = self.engine.layout.cells  # the chance of the game has its own
            kinds = {
                (layout[each].kind, layout[each].name) for each in changed if each < len(layout)
            }
            if self.engine.over(run.cells):  # nothing goes on
                return
            self._judge(node, at, kinds, frame)
            self._judge_variables(node, at, env, frame)
            if len(run.stack) > frames:
                control = nodes.control_of(node)
                self._hold(node, control.may_rest_after or control.repeats, "rests, unsaid")

        return watched

    def _judge(
        self, node: nodes.Instruction, at: int, kinds: set[tuple[str, str]], frame: Any
    ) -> None:
        control = nodes.control_of(node)
        following = {*control.targets, *([at + 1] if control.falls_through else [])}
        self._hold(node, frame.at in following, f"goes on at {frame.at}, not in {following}")
        if ("register", "mover") in kinds:
            self._hold(node, control.changes_mover, "changes the mover")
        if isinstance(node, m.SimpleStep):
            allowed = allowed_by(self.program.model, node)
            self._hold(node, kinds <= allowed, f"changes {kinds - allowed}")
        else:
            self._hold(node, not {kind for kind, _ in kinds} & PLACES, f"changes {kinds}")

    def _judge_variables(
        self, node: nodes.Instruction, at: int, env: list[Any], frame: Any
    ) -> None:
        control = nodes.control_of(node)
        jumped = frame.at in control.targets
        bound = set() if jumped else set(control.binds)
        freed = set(control.frees_at_targets if jumped else control.frees)
        begun = {
            s
            for s, (was, now) in enumerate(zip(env, frame.env, strict=True))
            if was is None is not now
        }
        ended = {
            s
            for s, (was, now) in enumerate(zip(env, frame.env, strict=True))
            if now is None is not was
        }
        scratch = set(self.engine._routines[frame.routine].scratch)
        self._hold(node, begun - scratch <= bound, f"binds {begun - scratch}, not {bound}")
        self._hold(node, ended - scratch <= freed, f"frees {ended - scratch}, not {freed}")

    def _hold(self, node: nodes.Instruction, holds: object, message: str) -> None:
        if not holds:
            self.wrong.append(f"{type(node).__name__} {message}")


def allowed_by(model: m.Model, step: m.SimpleStep) -> set[tuple[str, str]]:
    """The cells that a step may change, by its effects."""
    effects = step.effects
    names = changed_by(model, step, {})
    names |= refilled(model, names)
    names |= {ref.zone for ref in effects.revealed}
    found = {
        (kind, name) for name in names for kind in ("zone", "pile", "marker", "counter", "known")
    }
    if effects.owes_turn:
        found.add(("register", "again"))
    if effects.owed_actions:
        found.add(("register", "owed"))
    return found


def wrong_in(game: Game, seen: set[type]) -> list[str]:
    wrong: list[str] = []
    for players in game.players:
        watched = Watched(game, players)
        for number in range(PLAYED):
            watched.play(random.Random(number))
        seen |= watched.seen
        wrong += watched.wrong
    return wrong


def test_no_instruction_does_what_it_does_not_say() -> None:
    seen: set[type] = set()
    for name, game in games():
        assert not wrong_in(game, seen), name
    assert {*get_args(m.SimpleStep)} <= seen
    decided = {*get_args(nodes.Decision), nodes.TakeAction, nodes.Owed}
    assert {*get_args(nodes.Instruction)} - decided <= seen


@pytest.mark.parametrize("kind", get_args(m.SimpleStep), ids=lambda kind: kind.__name__)
def test_a_step_that_does_not_say_what_it_does_is_noticed(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kind, "effects", Effects())
    assert any(kind.__name__ in each for _, game in games() for each in wrong_in(game, set()))


FLOW = (
    nodes.Guard, nodes.Jump, nodes.JumpUnless, nodes.LoopBegin, nodes.LoopNext, nodes.Call,
    nodes.Triggers, nodes.PhaseSeats, nodes.PhaseSeat, nodes.PhaseAgain, nodes.BeginRound,
    nodes.EndTurn, nodes.EndRound,
)  # fmt: skip


@pytest.mark.parametrize("kind", FLOW, ids=lambda kind: kind.__name__)
def test_an_instruction_that_does_not_say_where_it_leads_is_noticed(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kind, "control", Control())
    assert any(kind.__name__ in each for _, game in games() for each in wrong_in(game, set()))


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (nodes.LoopNext, "frees_at_targets"),
        (nodes.LoopNext, "binds"),
        (nodes.LoopNext, "targets"),
        (nodes.LoopBegin, "binds"),
    ],
)
def test_a_loop_that_does_not_say_what_its_variables_hold_is_noticed(
    kind: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, nothing = nodes.control_of, {said: getattr(Control(), said)}

    def less(node: nodes.Instruction) -> Control:
        return evolve(whole(node), **nothing) if isinstance(node, kind) else whole(node)

    monkeypatch.setattr(nodes, "control_of", less)
    assert any(kind.__name__ in each for _, game in games() for each in wrong_in(game, set()))


# ---- choices -----------------------------------------------------------------------------------
CHOOSING = (
    PLAIN["actions"]
    + """
    bid as "bid {n} {rival}" { choose n: number from 1 to 2; choose rival: others; gain up to (n) star }
    mix as "mix {pair}" { choose pair: 2 different coins in supply; gain 1 each pair }
"""
)


def chosen_in(game: Game, engine: Engine) -> Iterator[tuple[m.Choose, str]]:
    """Yield each choice that is met in a game, with what was picked, which is what it says or `unsaid`."""
    chance = random.Random(1)
    cells, options = engine.start(stream_key(1, 0, PLAYOUT))
    for _ in range(80):
        for number, picks in options:
            decision = game.program.decisions[number]
            if isinstance(decision, nodes.Ask) and picks is not None:
                choices = [step for step in decision.steps if isinstance(step, m.Choose)]
                for step, pick in zip(choices, picks, strict=True):
                    yield step, picked(game, engine, step, pick)
        if not options:
            return
        options = engine.apply(cells, chance.choice(options))


def picked(game: Game, engine: Engine, step: m.Choose, pick: Any) -> str:
    """Return what was picked, if the choice says so."""
    (binding,) = step.effects.binds or (Binding(slot=-1, type=""),)
    among = tokens_of(binding.tokens) if binding.tokens is not None else None
    fits = {
        "token": among is not None and isinstance(pick, int) and pick in among,
        "tokens": among is not None and isinstance(pick, tuple) and {*pick} <= {*among},
        "piece": isinstance(pick, tuple)
        and engine.layout.cells[pick[0]].name in {zone.zone for zone in binding.zones},
        "number": isinstance(pick, int) and not (binding.tokens or binding.zones),
        "player": isinstance(pick, int) and pick in range(2) and among is None,
    }
    return binding.type if binding.slot == step.slot and fits.get(binding.type) else "unsaid"


def choosing() -> tuple[Game, Engine]:
    game = small(actions=CHOOSING)
    return game, interpreter(game.program, 2)


def test_a_choice_binds_what_it_says() -> None:
    met = {(type(step), holds) for step, holds in chosen_in(*choosing())}
    assert met == {
        (m.ChooseToken, "token"), (m.ChooseTokens, "tokens"), (m.ChoosePiece, "piece"),
        (m.ChooseNumber, "number"), (m.ChoosePlayer, "player"),
    }  # fmt: skip
    assert {kind for kind, _ in met} == {*get_args(m.Choose)}


@pytest.mark.parametrize("kind", get_args(m.Choose), ids=lambda kind: kind.__name__)
def test_a_choice_that_does_not_say_what_it_binds_is_noticed(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, engine = choosing()
    monkeypatch.setattr(kind, "effects", Effects(asks=True, may_stop=True))
    assert (kind, "unsaid") in {(type(step), holds) for step, holds in chosen_in(game, engine)}


def test_a_loop_over_tokens_says_which_they_are() -> None:
    loop = 'each as "each" { for each c of coins { gain up to 1 c } }'
    game = small(actions=PLAIN["actions"] + loop)
    (step,) = (each for each in all_in(game.program.model) if isinstance(each, m.ForEach))
    assert [tokens_of(each.tokens) for each in step.effects.binds if each.tokens] == [(0, 1, 2)]
