"""Section 5 of the kernel, records (K24); `tests/records/test_record.py` goes through every way to damage one."""

from kernel.small import PLAIN, play, small

import splendor_dsl
from splendor_dsl.diagnostics import Problem
from splendor_dsl.game.game import Game
from splendor_dsl.records.parser import read_record
from splendor_dsl.records.record import Record, clauses_text, to_text
from splendor_dsl.records.replay import record_of, replay
from splendor_dsl.source import source_from_text

TWICE = 'twice as "twice" { gain up to 1 iron; choose coin: coins in supply; gain more: 1 coin }\n'


def read(written: str) -> Record:
    found = read_record(source_from_text("a.game", written))
    assert isinstance(found, Record), [problem.message() for problem in found]
    return found


def problem_of(game: Game, written: str) -> Problem:
    problem = replay(read(written), game).problem
    assert problem is not None
    return problem


def written(game: Game, *moves: str) -> str:
    state = play(game.start(2, seed=7, names=("Ann", "Bob")), *moves)
    return to_text(record_of(game, state, name="small"))


def test_k24_a_header_then_a_numbered_turn_a_line_then_the_number_of_moves() -> None:
    game = small(actions=PLAIN["actions"] + TWICE)
    assert written(game, "take iron", "twice", "coin copper", "take silver").splitlines() == [
        '[game "small"]',
        f'[rules "{game.hash}"]',
        f'[clauses "{clauses_text(game.clauses)}"]',
        '[positions "4b69 3928 73c2 1e18 06eb"]',
        '[players "Ann, Bob"]',
        '[seed "7"]',
        '[result "unfinished"]',
        "",
        "1 Ann: take iron",
        "2 Bob: twice; coin copper",
        "4 Ann: take silver",
        "",
        "4 moves",
    ]


def test_k24_parameters_and_a_deal_stand_in_the_header() -> None:
    game = small(setup="shuffle deck\nfill row")
    state = game.start(2, deal={"deck": ["three", "one", "two"]})
    record = read(to_text(record_of(game, state)))
    assert record.deal == {"deck": ["three", "one", "two"]}
    assert record.settings == {}
    assert replay(record, game).state == state
    short = splendor_dsl.load("classic", settings={"target": 9})
    set_to = read(to_text(record_of(short, short.start(2))))
    assert set_to.settings == {"target": 9}
    assert replay(set_to, short).problem is None


def test_k24_a_record_replays_to_the_same_position_with_the_same_chance() -> None:
    game = small(setup="shuffle deck\nfill row")
    state = play(game.start(2, seed=7), "take iron", "draw deck-2", "take silver")
    done = replay(read(to_text(record_of(game, state))), game)
    assert (done.problem, done.moves) == (None, 3)
    assert done.state is not None
    assert (done.state, done.state.hash) == (state, state.hash)


def test_k24_a_record_says_at_which_move_it_does_not_replay_and_why() -> None:
    game = small()
    whole = written(game, "take iron", "take silver", "take copper")
    problem = problem_of(game, whole.replace("take silver", "buy 2-2"))
    assert problem.message().startswith("move 2, 'buy 2-2' of Bob, can't be made: cannot pay")
    assert problem.span is not None
    assert problem.span.line == 10


def test_k24_a_record_of_other_rules_is_refused() -> None:
    whole = written(small(), "take iron")
    other = small(supply="each coins 4\nstar 3")
    assert problem_of(other, whole).code == "SPL607"
    assert replay(read(whole), small()).problem is None


def test_k24_titles_are_no_part_of_the_rules_that_a_record_is_of() -> None:
    titled = small(actions=PLAIN["actions"].replace("take as", 'take "take a coin" as'))
    renamed = small(actions=PLAIN["actions"].replace("take as", "grab as"))
    assert replay(read(written(small(), "take iron")), titled).problem is None
    assert problem_of(renamed, written(small(), "take iron")).code == "SPL607"
