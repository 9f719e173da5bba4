"""Small games for single statements of the kernel: one plain game, whose sections a test replaces."""

from splendor_dsl.checks.limit_proofs import with_kept_limits
from splendor_dsl.diagnostics import Problem, has_errors
from splendor_dsl.examples.runner import run_examples
from splendor_dsl.extensions import load_extensions
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.pipeline import Files
from splendor_dsl.semantics.from_syntax import ResolvedModel, from_syntax
from splendor_dsl.semantics.layers import resolve
from splendor_dsl.source import Source
from splendor_dsl.syntax.from_text import from_text

ORDER = (
    "parameters", "tokens", "supply", "kinds", "rows", "zones", "counters", "markers", "values",
    "limits", "setup", "actions", "phases", "turn", "triggers", "end", "invariants",
)  # fmt: skip

PLAIN = {
    "tokens": "coins copper, silver, iron\njoker star",
    "supply": "each coins 5\nstar 3",
    "kinds": "cards { size 1 to 2; worth 0 to 9; gives coins; price coins }",
    "rows cards": """
        "one" 1 0 copper : 1 silver
        "two" 1 1 silver : 2 copper
        "three" 1 2 iron : 1 copper, 1 iron
        "four" 2 3 copper : 3 iron
        "five" 2 4 silver : 2 silver, 2 iron
        "six" 2 5 iron : 4 copper
    """,
    "zones": """
        deck cards by size { face down }
        row cards by size { face up; places 2; refill from deck at once }
        hand cards of a player { known to owner }
        own cards of a player { face up }
        purse tokens of a player { face up }
    """,
    "values": """
        total gives { cards: sum of gives in own }
        total worth_of { cards: sum of worth in own }
        all rich { worth: worth_of >= 5 }
    """,
    "setup": "fill row",
    "actions": """
        take as "take {coin}" { choose coin: coins in supply; gain 1 coin }
        buy as "buy {card}" {
          choose card: cards in row or cards in hand
          pay price of card less gives { wild star for coins }
          move card to own
        }
        draw as "draw {card}" { choose card: top of deck; move card to hand; gain up to 1 star }
        pass as "pass" if nothing else is possible {}
    """,
    "turn": "one action\nkeep limits\nend of turn",
    "end": """
        goal: when any player has (rich) then finish the round
        stuck: when passes >= players then at once
        ranking { worth: most worth_of; cards: fewest cards in own; shared }
    """,
}


def text(*, seats: str = "players 2 to 3", **sections: str) -> str:
    """The plain game's rules with some sections replaced; `rows_cards` stands for `rows cards`."""
    given = {name.replace("_", " "): body for name, body in sections.items()}
    wanted = {**PLAIN, **given}
    names = sorted(wanted, key=lambda name: ORDER.index(name.split()[0]))
    blocks = [f"{name} {{\n{wanted[name].strip()}\n}}" for name in names if wanted[name]]
    return "\n".join([f'splendor rules 2\ngame small "Small" {{ {seats} }}', *blocks]) + "\n"


def small(*, seats: str = "players 2 to 3", **sections: str) -> Game:
    """The plain game with some sections replaced."""
    return made(text(seats=seats, **sections))


def made(rules: str) -> Game:
    """The game of a text; what checks would say of it is left out."""
    meaning = meant(rules)
    assert meaning.model is not None, [f"{p.span} {p.message()}" for p in meaning.problems]
    return game(meaning.model)


def shown(example: str, *, seats: str = "players 2 to 3", **sections: str) -> str | None:
    """Return the fault of an example in the plain game with some sections replaced, if any."""
    problem = _ran(example, seats=seats, **sections)
    return None if problem is None else problem.message()


def failed(example: str, *, seats: str = "players 2 to 3", **sections: str) -> Problem:
    """The problem of an example that does not hold."""
    problem = _ran(example, seats=seats, **sections)
    assert problem is not None
    return problem


def _ran(example: str, *, seats: str, **sections: str) -> Problem | None:
    meaning = meant(text(seats=seats, **sections) + f"example it {{\n{example}\n}}\n")
    assert meaning.model is not None, [f"{p.span} {p.message()}" for p in meaning.problems]
    model = with_kept_limits(meaning.model)
    (ran,) = run_examples(game(model), meaning.examples)
    return ran.problem


def meant(rules: str) -> ResolvedModel:
    """Return the meaning of a text, with its problems."""
    parsed = from_text(Source(name="small.rules", text=rules))
    assert parsed.file is not None
    assert not parsed.problems, [str(p.span) + p.message() for p in parsed.problems]
    files = Files(load_extensions(), None, {})
    resolved, problems = resolve(parsed.file, files.base, files.mechanic)
    assert resolved is not None, problems
    assert not has_errors(problems), [p.message() for p in problems]
    return from_syntax(resolved)


def play(state: State, *texts: str) -> State:
    """The state after some moves."""
    for each in texts:
        state = state.play(state.for_players.notation.parse(each))
    return state


def moves(state: State) -> list[str]:
    return [str(move) for move in state.moves]


def pile(state: State, name: str, seat: int = 0) -> dict[str, int]:
    """Return the tokens in a pile with their amounts, those of amount 0 left out."""
    held = state.cells[state.for_players.layout.seats("pile", name)[seat]]
    named = zip(state.for_players.model.token_names(), held, strict=True)
    return {token: count for token, count in named if count}


def zone(state: State, name: str, seat: int = 0, part: int | None = None) -> list[str | None]:
    """The labels of what lies in a zone; none for an empty place."""
    held = state.cells[state.for_players.layout.seats("zone", name, part)[seat]]
    return [None if piece < 0 else state.for_players.label(piece) for piece in held]


def number(state: State, kind: str, name: str, seat: int = 0) -> int:
    """A counter, the holder of a marker or a register."""
    found: int = state.cells[state.for_players.layout.seats(kind, name)[seat]]
    return found
