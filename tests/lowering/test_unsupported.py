"""Rules that can't be compiled: they are named, and run on the interpreter."""

import warnings
from pathlib import Path

import pytest
from kernel.small import small
from samples import editions_and_some_others

import splendor_dsl
from splendor_dsl.compiler import backend_choice, module
from splendor_dsl.compiler.module import all_gaps
from splendor_dsl.compiler.module_cache import Shelf
from splendor_dsl.compiler.native import writer
from splendor_dsl.ir.from_semantics import from_semantics
from splendor_dsl.lowering.control_flow import MOST_ROUTINES
from splendor_dsl.lowering.scope import MOST_COPIES
from splendor_dsl.lowering.stops import OWED_BITS
from splendor_dsl.lowering.unsupported import NOT_KNOWN, NotLowered
from splendor_dsl.pipeline import load_source
from splendor_dsl.report.backends import coverage, coverage_lines
from splendor_dsl.source import source_from_text

HEAD = 'splendor rules 2\n\nvariant test "Test" extends classic\n\n'
OWED = """after actions.buy {{
  extra "extra" as "extra {{card}}" only when owed {{
    choose card: cards in table
    move card to under deck
  }}
}}
triggers {{ many: at end of turn {{ for each old in table {{ {moved} }} }} }}
"""
# A rule, and the clause and reason that keep it from being compiled.
GAPS = {
    "two wild tokens": (
        "replace actions.buy.pay { pay cost of card less bonus { wild gold for gems; wild white for gems } }",
        "actions.buy.pay",
        "a payment lets several kinds of tokens stand in for others",
    ),
    "an action owed for each card": (
        OWED.format(moved="do extra"),
        "triggers.many",
        "owed once for each of several",
    ),
    "an action owed for each card that enters": (
        OWED.format(moved="move old to bought")
        + "triggers { rare: when cards enters bought as card { do extra } }",
        "triggers.many",
        "owed once for each of several",
    ),
    "a zone that is chosen from twice": (
        "replace actions.reserve.card { choose card: top of deck or cards in deck }",
        "actions.reserve.card",
        "chosen from one zone in two ways",
    ),
    "a turn owed in a loop over players": (
        "triggers { more: at end of turn { for each other player { if first: turn = 1 { again } } } }",
        "triggers.more.for_each.first.again",
        "may be owed to a player who is not to move",
    ),
    "a turn owed when the round is over": (
        "triggers { more: at end of round { if first: round = 1 { again } } }",
        "triggers.more.first.again",
        "may be owed to a player who is not to move",
    ),
    "a turn owed by an action that is owed when the round is over": (
        """after actions.buy { haste "haste" as "haste" only when owed { again } }
        triggers { more: at end of round { if first: round = 1 { do haste } } }""",
        "actions.haste.again",
        "may be owed to a player who is not to move",
    ),
    "a turn owed by what comes when the round is over": (
        """triggers {
          gift: at end of round { choose card: cards in table; move card to bought }
          more: when cards enters bought as card { again }
        }""",
        "triggers.more.again",
        "may be owed to a player who is not to move",
    ),
    "an action owed by what another player brings": (
        """
after actions.buy {
  lend "lend" as "lend {card} {rival}" {
    choose card: cards in hand
    choose rival: others
    move card to bought of rival
  }
}
triggers { thanks: when cards enters bought as card { if first: turn = 1 { do take_same } } }
""",
        "triggers.thanks.first.do",
        "may be owed to a player who is not to move",
    ),
}


@pytest.mark.parametrize(
    ("others", "wanted"), [((1 << OWED_BITS) - 1, []), (1 << OWED_BITS, ["triggers.more.do"])]
)
def test_an_action_that_may_be_owed_stands_after_so_many_others(
    others: int, wanted: list[str]
) -> None:
    actions = "\n".join(f'act_{number} "act {number}" {{}}' for number in range(others))
    owed = 'owed "owed" only when owed {}'
    model = small(
        actions=f"{actions}\n{owed}", triggers="more: at end of turn { do owed }"
    ).program.model
    gaps = all_gaps(from_semantics(model))
    assert [gap.path for gap in gaps] == wanted
    reason = f"an action that may be owed stands after {1 << OWED_BITS} others"
    assert all(gap.reason.startswith(reason) for gap in gaps)


@pytest.mark.parametrize(("depth", "wanted"), [(4, []), (5, ["triggers.many.deep"])])
def test_sums_over_zones_in_parts_are_written_so_often_and_no_more(
    depth: int, wanted: list[str]
) -> None:
    """The row has two parts, so that each level is written twice."""
    total = "1"
    for level in range(depth):
        total = f"sum over card_{level} in row ({total} + worth of card_{level})"
    triggers = f"many: at end of turn {{ if deep: {total} > 3 {{ gain up to 1 star }} }}"
    gaps = all_gaps(from_semantics(small(triggers=triggers).program.model))
    assert [gap.path for gap in gaps] == wanted
    assert all(f"written more than {MOST_COPIES} times" in gap.reason for gap in gaps)


def test_code_for_more_phases_than_it_has_room_for_is_told_at_the_ranking() -> None:
    """A phase is no action and no trigger, so that no clause of its own is blamed."""
    phases = "\n".join(f'p_{number} "{number}" 1 round {{}}' for number in range(MOST_ROUTINES + 1))
    (gap,) = all_gaps(from_semantics(small(phases=phases).program.model))
    reason = f"actions and triggers lead to each other in more than {MOST_ROUTINES} ways"
    assert (gap.path, gap.reason) == ("end.ranking", reason)


def gaps_of(text: str) -> list[tuple[str, str]]:
    loaded = load_source(source_from_text("test.rules", HEAD + text + "\n", Path("test.rules")))
    assert loaded.model is not None, [each.message() for each in loaded.problems]
    return [(gap.path, gap.reason) for gap in all_gaps(from_semantics(loaded.model))]


@pytest.mark.parametrize("name", GAPS)
def test_a_clause_that_cannot_be_compiled_is_named(name: str) -> None:
    text, path, reason = GAPS[name]
    (found,) = gaps_of(text)
    assert found[0].startswith(path)
    assert reason in found[1]


@pytest.mark.parametrize("name", editions_and_some_others())
def test_every_bundled_file_is_compiled(name: str) -> None:
    assert all_gaps(splendor_dsl.load(name, backend="interpreter").program) == ()


def test_a_game_with_a_gap_warns_and_plays_on_the_interpreter(tmp_path: Path) -> None:
    file = tmp_path / "test.rules"
    file.write_text(HEAD + GAPS["two wild tokens"][0] + "\n")
    game = splendor_dsl.load(file)
    with pytest.warns(
        splendor_dsl.SlowerWarning, match=r"actions\.buy\.pay \(.*test\.rules:5\): a payment lets"
    ):
        state = game.start(2)
    assert game.backend == "interpreter"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert game.start(2, seed=1).moves
    assert state.play(state.moves[0]).to_move == 1


def test_a_backend_that_is_none_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"expected a backend \(interpreter, python, native\), found 'rust'"
    ):
        splendor_dsl.load("classic", backend="rust")  # type: ignore[arg-type]  # on purpose


def test_what_native_code_alone_does_not_know_runs_as_plain_python(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = splendor_dsl.load("classic", backend="interpreter").program
    place = program.model.places["end.ranking"]

    def unknown(*_: object) -> None:
        raise NotLowered(NOT_KNOWN, place)

    monkeypatch.setattr(writer, "results", unknown)
    monkeypatch.setattr(module, "results", unknown)
    monkeypatch.setattr(backend_choice, "_numba_problem", lambda: None)
    chosen = backend_choice.choose(program, "native", shelf=Shelf(tmp_path))
    assert chosen.backend == "python"
    at = f"end.ranking ({place.span.source.name}:{place.span.line})"
    (line,) = chosen.lines()
    reason = f"{NOT_KNOWN.why}; the game can be played all the same, only slower"
    assert line == f"{at}: {reason}; to have it compiled, {NOT_KNOWN.instead}"
    found = coverage(program.model)
    assert found.backend == "python"
    (gap,) = found.gaps
    assert gap.backends == ("interpreter", "python")
    _, told = coverage_lines("classic", found, every=False)
    assert "end.ranking runs on the interpreter and python alone" in told
