"""The text of a new variant: a minimal change, with comments that help a designer to go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

from splendor_dsl.examples.writer import NoExampleError, PlayedMoves, example_of
from splendor_dsl.extensions import Extensions
from splendor_dsl.game.game import game
from splendor_dsl.pipeline import Loaded, load_source
from splendor_dsl.semantics.model import Model
from splendor_dsl.semantics.values import Const
from splendor_dsl.source import source_from_text
from splendor_dsl.syntax.from_text import from_text
from splendor_dsl.syntax.problems import EDITION
from splendor_dsl.syntax.to_text import to_text
from splendor_dsl.testing.suite import suite_of

HEAD: Final = """\
splendor rules {edition}

# {title} says only what differs from {base}; all else is as it is there, and stays so.
#
#   splendor {check}   finds what is wrong with it
#   splendor {test}   holds the example and the invariant below
#   splendor watch {name}.rules   does both whenever you save
#   splendor {play}   plays it
#   splendor {show}   lists the path of each clause, with what it says

variant {name} "{title}" extends {base}
"""
CHANGES: Final = """\
# Everything has a path. Take away the # before one of these, or name another path:
#
#   remove PATH                  takes a clause away
#   replace PATH { ... }         puts others in its place
#   before PATH { ... }          puts others before it; after PATH, behind it
#   add PATH { ... }             puts others at the end of its block
"""
EXAMPLE: Final = """\
# An example is a position, a move, and what comes of it. A game that was played with --record gives more of them:
# splendor example RECORD MOVE prints one.
"""
INVARIANT: Final = "# An invariant is what always holds; random games try to break it.\n"


def starter(base: Loaded, base_name: str, *, shown: str, path: Path, extensions: Extensions) -> str:
    """Return the text of a variant of a game for a file; it has no problems and all its tests pass.

    `shown` is the name of the game at the command line.
    """
    name, model = path.stem, base.model
    assert model is not None  # the base is valid
    title = name.replace("_", " ").capitalize()
    wide = len(f"watch {name}.rules")
    head = HEAD.format(
        edition=EDITION,
        title=title,
        base=base_name,
        name=name,
        check=f"check {name}.rules".ljust(wide),
        test=f"test {name}.rules".ljust(wide),
        play=f"play {name}.rules".ljust(wide),
        show=f"show {shown}".ljust(wide),
    )
    growing = _GrowingText(path=path, extensions=extensions)
    text = growing.extended(head, _changes(model, base_name))
    text = f"{text}\n{CHANGES}"
    text = growing.extended(text, (f"{EXAMPLE}{each}" for each in growing.examples(text)))
    text = growing.extended(text, (f"{INVARIANT}{each}" for each in _invariants(model)))
    parsed = from_text(source_from_text(path.name, text, path))
    assert parsed.file is not None  # it has been loaded before
    return to_text(parsed.file)


@frozen(kw_only=True)
class _GrowingText:
    """A text that grows and stays valid."""

    path: Path
    extensions: Extensions

    def extended(self, text: str, more: Iterable[str]) -> str:
        """Return the text with the first of several endings that keeps it valid, or without one."""
        for each in more:
            grown = f"{text}\n{each}"
            if self._holds(grown):
                return grown
        return text

    def _load(self, text: str) -> Loaded:
        source = source_from_text(self.path.name, text, self.path)
        return load_source(source, extensions=self.extensions)

    def _holds(self, text: str) -> bool:
        loaded = self._load(text)
        suite = suite_of(loaded)
        if suite is None or loaded.problems:
            return False
        return all(each.ran.problem is None for each in suite.run(1))

    def examples(self, text: str) -> Iterator[str]:
        """Yield examples of a first move."""
        model = self._load(text).model
        assert model is not None  # the text so far is valid
        rules = game(model)
        state = rules.start(rules.players[0], seed=1)
        for move in state.moves:
            played = PlayedMoves(states=(state, state.play(move)), moves=(move,))
            try:
                yield example_of(rules, played, name="first_move", title="a first move", short=True)
            except NoExampleError:
                continue


def _changes(model: Model, base: str) -> Iterator[str]:
    """Yield changes of one number: a parameter, or else a limit."""
    for each in model.parameters.values():
        other = each.value - 1 if each.value > each.low else each.value + 1
        yield (
            f"# {base} says {each.value}, and it may be {each.low} to {each.high}.\n"
            f'set parameters.{each.name} = {other} because "the reason, which players see"\n'
        )
    for limit in model.limits.values():
        if isinstance(limit.value, Const):
            yield (
                f"# {base} says {limit.value.value}.\n"
                f'set limits.{limit.name} = {limit.value.value + 1} because "the reason"\n'
            )


def _invariants(model: Model) -> Iterator[str]:
    """Yield statements that hold in any game: a limit is kept, or the number of some token never changes."""
    for limit in model.limits.values():
        kind = model.zones[limit.zone].kind
        if kind is not None:
            kept = f"{kind} in {limit.zone} <= limit of {limit.name}"
            yield f"invariants {{ {limit.zone}_kept: every player has ({kept}) }}\n"
    piles = [zone for zone in model.zones.values() if zone.kind is None]
    for token in model.token_names():
        held = (
            f"sum over player ({token} in {zone.name})" if zone.owned else f"{token} in {zone.name}"
            for zone in piles
        )
        yield f"invariants {{ {token}_stays: {' + '.join(held)} = stock of {token} }}\n"
