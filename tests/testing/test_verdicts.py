"""The tests that notice a mutant, and results that outlive an interruption."""

from collections.abc import Callable
from contextlib import nullcontext
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from attrs import evolve
from kernel.small import PLAIN, text

from splendor_dsl.extensions import load_extensions
from splendor_dsl.game.playouts import playout
from splendor_dsl.ir.meaning import meaning
from splendor_dsl.pipeline import load_file
from splendor_dsl.records.record import to_text
from splendor_dsl.records.replay import record_of
from splendor_dsl.report.mutation import mutation_to_dict, noticed, unpinned
from splendor_dsl.report.terminal import render_problems
from splendor_dsl.testing.mutants import Mutant
from splendor_dsl.testing.mutation import Trial, notes_file, try_all, wanted
from splendor_dsl.testing.suite import suite_of
from splendor_dsl.testing.verdicts import Bench, Verdict

LIMIT = "purse: tokens in purse at most 4 at end of turn"
EXAMPLE = """
example dear "four is not enough" {
  players Ann, Bob
  given own of Ann: five
  given Bob to move
  when Bob plays "take iron"
  then the game goes on
}
"""


def trial(folder: Path, rules: str) -> Trial:
    path = folder / "small.rules"
    path.write_text(rules, "utf-8")
    return Trial(rules=path, plugins=(), games=1)


def opened(folder: Path, rules: str) -> Bench:
    made = trial(folder, rules).open(extensions())
    assert made is not None, render_problems(load_file(folder / "small.rules").problems)
    return made


@cache
def extensions() -> object:
    return load_extensions()


def mutant(made: Bench, path: str, now: str) -> Mutant:
    (found,) = (each for each in made.mutants().values() if (each.path, each.now) == (path, now))
    return found


def record(folder: Path) -> None:
    """A game of the rules in a folder, recorded beside them."""
    loaded = load_file(folder / "small.rules")
    suite = suite_of(loaded, watch=None)
    assert suite is not None
    played = playout(suite.game.start(2, seed=3)).state
    games = folder / "small.games"
    games.mkdir(exist_ok=True)
    (games / "long.record").write_text(to_text(record_of(suite.game, played)), "utf-8")


# ---- who notices -----------------------------------------------------------------------------------
def test_the_checks_notice_what_they_refuse(tmp_path: Path) -> None:
    made = opened(tmp_path, text())
    verdict = made.judge(mutant(made, "game.players", "1"))
    assert (verdict.by, verdict.name[:3]) == ("nobody", "")
    verdict = made.judge(mutant(made, "zones.row.refill", "own"))
    assert (verdict.by, verdict.name[:3]) == ("check", "SPL")


HELD = "hand: cards in hand at most 1"
DRAW = PLAIN["actions"].replace(
    "choose card: top of deck;",
    "require room: cards in hand < limit of hand; choose card: top of deck;",
)
FULL = """
example full "one is enough" {
  players Ann, Bob
  given hand of Ann: five
  then Ann cannot play "draw 1"
}
"""


def test_a_doubt_notices_nothing(tmp_path: Path) -> None:
    rules = text(limits=HELD, actions=DRAW)
    made = opened(tmp_path, rules)
    more = mutant(made, "actions.draw.room", "<=")
    assert made.judge(more) == Verdict(by="nobody")
    made = opened(tmp_path, rules + FULL)
    more = mutant(made, "actions.draw.room", "<=")
    assert made.judge(more) == Verdict(by="example", name="full")


def test_an_example_notices_what_it_says(tmp_path: Path) -> None:
    made = opened(tmp_path, text())
    assert not made.judge(mutant(made, "values.rich.worth", "4")).noticed
    made = opened(tmp_path, text() + EXAMPLE)
    assert made.judge(mutant(made, "values.rich.worth", "4")) == Verdict(by="example", name="dear")
    assert not made.judge(mutant(made, "values.rich.worth", "6")).noticed


def test_a_recorded_game_notices_what_could_not_have_been_played(tmp_path: Path) -> None:
    rules = text(limits=LIMIT)
    made = opened(tmp_path, rules)
    assert not made.judge(mutant(made, "limits.purse", "3")).noticed
    record(tmp_path)
    made = opened(tmp_path, rules)
    verdict = made.judge(mutant(made, "limits.purse", "3"))
    assert verdict == Verdict(by="game", name="long")


RICH = """
    total gives { cards: sum of gives in own }
    total worth_of { cards: sum of worth in own }
    all rich { worth: worth_of >= wealth }
"""


def test_the_hash_in_a_record_notices_nothing(tmp_path: Path) -> None:
    rules = text(parameters="wealth 5 from 1 to 9", values=RICH)  # the 9 is a part of the hash
    before = opened(tmp_path, rules)
    record(tmp_path)
    made = opened(tmp_path, rules.replace("to 9\n", "to 8\n", 1))
    assert made.records
    assert meaning(before.model) != meaning(made.model) != made.records[0][1].rules
    assert not made.judge(mutant(made, "parameters.wealth", "9")).noticed
    assert made.judge(mutant(made, "zones.row.places", "1")).by == "game"


def test_an_invariant_notices_what_breaks_it(tmp_path: Path) -> None:
    # In the middle of a turn there is one more than the limit.
    rules = text(limits=LIMIT, invariants="few: every player has (tokens in purse <= 5)")
    made = opened(tmp_path, rules)
    verdict = made.judge(mutant(made, "limits.purse", "5"))
    assert verdict == Verdict(by="invariant", name="few")
    assert not made.judge(mutant(made, "limits.purse", "3")).noticed


def test_rules_that_cannot_be_played_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object, **_options: object) -> None:
        raise ZeroDivisionError

    made = opened(tmp_path, text())
    monkeypatch.setattr("splendor_dsl.testing.verdicts.run_examples", broken)
    verdict = made.judge(mutant(made, "values.rich.worth", "4"))
    assert verdict == Verdict(by="failure", name="ZeroDivisionError")


def test_a_change_that_means_the_same_is_none(tmp_path: Path) -> None:
    made = opened(tmp_path, text())
    same = evolve(mutant(made, "values.rich.worth", "4"), apply=lambda tree: tree)
    assert made.judge(same) == Verdict(by="same")
    found = list(try_all(trial(tmp_path, text()), made, [same], jobs=1, notes=None))
    assert found == []


VARIANT = """splendor rules 2

variant night "Night" extends small

set limits.purse = 3
"""


def test_a_line_of_a_base_is_held_by_the_tests_of_the_base(tmp_path: Path) -> None:
    trial(tmp_path, text(limits=LIMIT) + EXAMPLE)
    night = tmp_path / "night.rules"
    night.write_text(VARIANT, "utf-8")
    made = Trial(rules=night, plugins=(), games=0).open(extensions())
    assert made is not None
    in_base = mutant(made, "values.rich.worth", "4")
    assert made.judge(in_base) == Verdict(by="example", name="dear")
    own = mutant(made, "limits.purse", "2")
    assert own.span.source.path == night
    assert not made.judge(own).noticed


def test_what_means_the_same_in_a_variant_is_none_there_either(tmp_path: Path) -> None:
    trial(tmp_path, text(limits=LIMIT))
    night = tmp_path / "night.rules"
    night.write_text(VARIANT, "utf-8")
    made = Trial(rules=night, plugins=(), games=0).open(extensions())
    assert made is not None
    same = evolve(mutant(made, "values.rich.worth", "4"), apply=lambda tree: tree)
    assert made.judge(same) == Verdict(by="same")


# ---- many, and in between --------------------------------------------------------------------------
def test_what_was_found_is_not_asked_for_again(tmp_path: Path) -> None:
    rules = text() + EXAMPLE
    made, asked = opened(tmp_path, rules), trial(tmp_path, rules)
    notes = notes_file(tmp_path / "cache", made, asked)
    assert notes is not None
    some = [each for each in wanted(made, cells=False) if each.path.startswith("values")]
    whole = {
        each.mutant.key: each.verdict for each in try_all(asked, made, some, jobs=1, notes=None)
    }

    begun = try_all(asked, made, some, jobs=1, notes=notes)
    first = [next(begun) for _ in range(3)]
    begun.close()  # as an interruption does
    assert len(notes.read_text("utf-8").splitlines()) == len(first)

    judged: list[str] = []
    slow = made.judge

    class Counting(Bench):
        def judge(self, mutant: Mutant) -> Verdict:
            judged.append(mutant.key)
            return slow(mutant)

    counting = Counting(
        resolved=made.resolved,
        model=made.model,
        records=made.records,
        extensions=made.extensions,
        games=made.games,
        bases=made.bases,
    )
    with notes.open("a", encoding="utf-8") as stream:
        stream.write('{"mutant": "cut o')  # a line that was being written
    more = try_all(asked, made, some, jobs=1, notes=notes)
    first = [next(more) for _ in range(5)]
    more.close()  # and interrupted once more
    rest = {e.mutant.key: e.verdict for e in try_all(asked, counting, some, jobs=1, notes=notes)}
    assert rest == whole
    assert set(judged).isdisjoint(each.mutant.key for each in first)
    assert len(judged) == len(some) - len(first)
    assert not notes.exists()


def a_link(notes: Path) -> None:
    notes.symlink_to(notes.with_name("other.txt"))


def open_to_others(notes: Path) -> None:
    notes.hardlink_to(notes.with_name("other.txt"))
    notes.chmod(0o666)


@pytest.mark.parametrize("change", [a_link, open_to_others])
def test_verdicts_are_noted_in_no_file_that_others_can_have_written(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    made, asked = opened(tmp_path, text()), trial(tmp_path, text())
    notes = notes_file(tmp_path / "cache", made, asked)
    assert notes is not None
    notes.parent.mkdir(mode=0o700)
    other = notes.with_name("other.txt")
    other.write_text("mine\n", "utf-8")
    change(notes)
    trying = try_all(asked, made, wanted(made, cells=False), jobs=1, notes=notes)
    next(trying)
    trying.close()
    assert other.read_text("utf-8") == "mine\n"
    assert notes.stat().st_mode & 0o777 == 0o600
    assert len(notes.read_text("utf-8").splitlines()) == 1


def test_other_rules_or_tests_begin_anew(tmp_path: Path) -> None:
    def notes(rules: str) -> Path | None:
        made = opened(tmp_path, rules)
        return notes_file(tmp_path, made, trial(tmp_path, rules))

    assert notes(text()) == notes(text())
    assert notes(text()) != notes(text() + EXAMPLE)
    assert notes(text()) != notes(text().replace(">= 5", ">= 4"))
    before = notes(text())
    record(tmp_path)
    assert notes(text()) != before
    assert notes_file(None, opened(tmp_path, text()), trial(tmp_path, text())) is None


class Full(StringIO):
    """A file on a disk without room."""

    def write(self, _text: str) -> int:
        raise OSError(28, "no space left on device")


def test_where_there_is_no_room_for_notes_the_work_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, asked = opened(tmp_path, text() + EXAMPLE), trial(tmp_path, text() + EXAMPLE)
    some = [each for each in wanted(made, cells=False) if each.path.startswith("end")][:2]
    monkeypatch.setattr(
        "splendor_dsl.testing.mutation._open_notes", lambda _notes: nullcontext(Full())
    )
    notes = tmp_path / "notes"
    found = list(try_all(asked, made, some, jobs=1, notes=notes))
    assert found == list(try_all(asked, made, some, jobs=1, notes=None))


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    rules = text() + EXAMPLE
    made, asked = opened(tmp_path, rules), trial(tmp_path, rules)
    some = [each for each in wanted(made, cells=False) if each.path.startswith("end")]
    one, two = (list(try_all(asked, made, some, jobs=jobs, notes=None)) for jobs in (1, 2))
    assert mutation_to_dict(one) == mutation_to_dict(two)
    assert noticed(one).total + noticed(one).refused == len(some)
    assert {each.path for each in unpinned(one)} <= {each.path for each in some}
