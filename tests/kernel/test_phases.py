"""Section 9 of the kernel: phases (K32 to K35) and what they mean (K38)."""

import pytest
from kernel.small import failed, moves, number, pile, play, shown, small, text, zone

from splendor_dsl.bundled import variants_folder
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.pipeline import load_source
from splendor_dsl.records.parser import read_record
from splendor_dsl.records.record import Record, to_text
from splendor_dsl.records.replay import record_of, replay
from splendor_dsl.source import source_from_text

DRAFT = 'draft "the draft" 2 rounds in snake order { choose card: cards in row; move card to own }'
PICK = 'pick "the pick" 1 rounds { choose coin: coins in supply; gain 1 coin }'


def seats(game: Game, players: int) -> list[int]:
    """Who decides, until the first turn has come."""
    return left(game.start(players, automatic=False))


def left(state: State) -> list[int]:
    """Who still decides, until the first turn has come; each takes the first of what is offered."""
    found = []
    while state.turn == 0:
        assert state.to_move is not None
        found.append(state.to_move)
        state = state.play(state.moves[0])
    return found


# ---- K32 -------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3])
def test_k32_in_snake_order_every_second_round_goes_back(players: int) -> None:
    forth = list(range(players))
    assert seats(small(phases=DRAFT), players) == [*forth, *reversed(forth)]


def test_k32_without_it_every_round_begins_with_the_first_seat() -> None:
    phases = DRAFT.replace(" in snake order", "").replace("2 rounds", "3 rounds")
    assert seats(small(phases=phases), 2) == [0, 1] * 3


def test_k32_phases_come_in_the_order_of_the_file_before_the_main_phase() -> None:
    state = small(phases=f"{PICK}\n{DRAFT}").start(2)
    names = []
    while state.turn == 0:
        names.append(state.view(0)["phase"])
        state = state.play(state.moves[0])
    assert names == ["pick"] * 2 + ["draft"] * 4
    assert state.view(0)["phase"] == "main"


def test_k32_the_number_of_rounds_may_depend_on_players_and_parameters_and_0_leaves_it_out() -> (
    None
):
    by_players = PICK.replace("1 rounds", "players - 2 rounds")
    assert seats(small(phases=by_players), 2) == []
    assert seats(small(phases=by_players), 3) == [0, 1, 2]
    parameters = "picks 2 from 0 to 3"
    by_parameter = PICK.replace("1 rounds", "picks rounds")
    assert seats(small(phases=by_parameter, parameters=parameters), 2) == [0, 1, 0, 1]


def test_k32_the_number_of_rounds_is_known_before_the_game() -> None:
    phases = PICK.replace("1 rounds", "cards in row rounds")
    loaded = load_source(source_from_text("small.rules", text(phases=phases)))
    assert "SPL303" in [problem.code for problem in loaded.problems]


def test_k32_a_position_in_a_phase_is_data_like_any_other() -> None:
    draft = small(phases=DRAFT)
    start = draft.start(3, automatic=False)
    state = play(start, "card 1-1", "card 1-1", "card 2-1", "card 2-1")
    assert left(draft.from_dict(state.to_dict())) == left(state) == [1, 0]


# ---- K33 -------------------------------------------------------------------------------------
def test_k33_a_choice_is_taken_from_what_lies_there_at_that_moment() -> None:
    state = small(phases=DRAFT).start(2)
    assert moves(state) == ["card 1-1", "card 1-2", "card 2-1", "card 2-2"]
    after = play(state, "card 1-1")
    assert zone(after, "row", part=1) == ["three", "two"]
    assert zone(play(after, "card 1-1"), "own", 1) == ["three"]


def test_k33_player_and_mover_are_the_seat_of_the_run() -> None:
    counters = "steam of a player 0 from 0 to 9"
    steps = "choose n: number from 1 to 2; if player = mover { count steam = steam + n }; gain up to 1 star"
    phases = f"heat 1 rounds {{ {steps} }}"
    state = play(small(phases=phases, counters=counters).start(2), "n 2", "n 1")
    assert [number(state, "counter", "steam", seat) for seat in (0, 1)] == [2, 1]
    assert [pile(state, "purse", seat) for seat in (0, 1)] == [{"star": 1}] * 2


def test_k33_choices_and_requirements_in_a_row_are_one_decision() -> None:
    steps = """
        choose card: cards in row
        require small: size of card = 1
        choose coin: coins in supply
        require cheap: coin in price of card > 0
        move card to own
    """
    state = small(phases=f"draft 1 rounds {{ {steps} }}").start(2)
    assert moves(state) == ["card 1-1 silver", "card 1-2 copper"]


def test_k33_may_choose_can_be_declined_and_leaves_out_the_rest_of_the_run() -> None:
    phases = "draft 1 rounds { may choose card: cards in row; move card to own; gain up to 1 star }"
    state = small(phases=phases).start(2)
    assert moves(state)[-1] == "no card"
    after = play(state, "no card", "card 1-1")
    assert (zone(after, "own", 0), pile(after, "purse", 0)) == ([], {})
    assert (zone(after, "own", 1), pile(after, "purse", 1)) == (["one"], {"star": 1})


def test_k33_without_an_option_the_rest_of_the_run_is_left_out_and_is_no_pass() -> None:
    phases = "draft 1 rounds { choose card: cards in hand; move card to own; gain up to 1 star }"
    state = small(phases=phases).start(2)
    assert (state.turn, state.to_move, pile(state, "purse", 0)) == (1, 0, {})
    assert number(state, "register", "passes") == 0


def test_k33_an_action_limits_and_the_end_of_a_turn_may_stand_in_a_run() -> None:
    limits = "purse: tokens in purse at most 1 at end of turn"
    triggers = "gift: at end of turn { gain up to 1 star }"
    phases = "extra 2 rounds in snake order { one action; keep limits; end of turn }"
    state = small(phases=phases, limits=limits, triggers=triggers).start(2)
    state = play(state, "take iron")
    assert (state.to_move, state.turn, pile(state, "purse", 0)) == (1, 0, {"iron": 1, "star": 1})
    state = play(state, "take iron", "take silver")
    assert moves(state) == ["return silver", "return iron", "return star"]
    assert (state.to_move, state.turn) == (1, 0)


def test_k33_do_owes_an_action_right_after_the_step() -> None:
    phases = "wish 1 rounds { choose coin: coins in supply; do take; gain up to 1 star }"
    state = play(small(phases=phases).start(2), "coin iron")
    assert moves(state) == ["take copper", "take silver", "take iron"]
    assert state.to_move == 0
    after = play(state, "take copper")
    assert (after.to_move, pile(after, "purse", 0)) == (1, {"copper": 1, "star": 1})


def test_k33_again_owes_the_seat_the_steps_once_more_directly_after_the_run() -> None:
    actions = 'haste as "haste" { again }\nrest as "rest" {}'
    state = small(actions=actions, phases="extra 1 rounds { one action }").start(2)
    state = play(state, "haste")
    assert (state.to_move, state.turn) == (0, 0)
    state = play(state, "rest")
    assert (state.to_move, state.turn) == (1, 0)
    assert play(state, "rest").turn == 1


# ---- K34 -------------------------------------------------------------------------------------
def test_k34_a_phase_has_no_turns_no_rounds_and_no_passes() -> None:
    state = small(phases=DRAFT).start(2)
    while state.view(0)["phase"] == "draft":
        assert (state.turn, state.round, number(state, "register", "passes")) == (0, 0, 0)
        state = state.play(state.moves[0])
    assert (state.turn, state.round) == (1, 1)


def test_k34_of_the_triggers_only_those_that_pieces_cause_run() -> None:
    triggers = """
        dawn: at start of round { count calls = calls + 1 }
        wake: at start of turn { count calls = calls + 1 }
        sleep: at end of turn { count calls = calls + 1 }
        dusk: at end of round { count calls = calls + 1 }
        gift: when cards enters own as card { gain up to 1 star }
    """
    counters = "calls 0 from 0 to 99"
    state = small(phases=DRAFT, triggers=triggers, counters=counters).start(2)
    for _ in range(3):
        state = state.play(state.moves[0])
    assert state.view(0)["phase"] == "draft"
    assert number(state, "counter", "calls") == 0
    assert [pile(state, "purse", seat) for seat in (0, 1)] == [{"star": 1}, {"star": 2}]


def test_k34_the_ends_are_judged_first_at_the_end_of_the_first_turn() -> None:
    end = "goal: when any player has (cards in own > 0) then at once\nranking { cards: most cards in own; shared }"
    state = small(phases=DRAFT, end=end).start(2)
    while state.turn == 0:
        assert not state.over
        state = state.play(state.moves[0])
    assert not state.over
    assert play(state, "take iron").over


def test_k34_limits_bind_only_where_the_run_says_so() -> None:
    limits = "purse: tokens in purse at most 1 at end of turn"
    phases = PICK.replace("1 rounds", "2 rounds")
    state = small(phases=phases, limits=limits).start(2)
    for _ in range(4):
        state = play(state, "coin iron")
    assert (state.turn, pile(state, "purse", 0)) == (1, {"iron": 2})


def test_k34_invariants_hold_from_the_end_of_the_setup_on() -> None:
    invariants = "few: every player has (cards in own = 0)"
    state = small(phases=DRAFT, invariants=invariants).start(2)
    assert list(state.broken_invariants()) == []
    assert list(play(state, "card 1-1").broken_invariants()) == ["few"]


# ---- K35 -------------------------------------------------------------------------------------
def test_k35_a_move_of_another_phase_is_refused_with_the_choice_that_is_due() -> None:
    state = small(phases=DRAFT).start(2)
    (reason, *_) = state.why_not("take iron")
    assert reason.path == "phases.draft.card"
    assert reason.message.startswith("another decision is due: a choice (card 1-1, ")


def test_k35_a_record_has_a_line_for_each_run() -> None:
    draft = small(phases=DRAFT)
    state = play(draft.start(2, names=("Ann", "Bob")), *["card 1-1"] * 2, *["card 2-1"] * 2)
    state = play(state, "take iron")
    record = to_text(record_of(draft, state, name="small"))
    assert record.partition("\n\n")[2].splitlines()[:5] == [
        "1 Ann: card 1-1",
        "2 Bob: card 1-1",
        "3 Bob: card 2-1",
        "4 Ann: card 2-1",
        "5 Ann: take iron",
    ]
    again = read_record(source_from_text("a.game", record))
    assert isinstance(again, Record)
    assert replay(again, draft).state == state


def test_k35_the_log_tells_when_a_phase_begins() -> None:
    state = small(phases=f"{PICK}\n{DRAFT}").start(2)
    while state.turn == 0:
        state = state.play(state.moves[0])
    begun = [event for event in state.log if event.kind == "phase"]
    assert [(event.path, event.data) for event in begun] == [
        ("phases.pick", {"phase": "pick"}),
        ("phases.draft", {"phase": "draft"}),
    ]


def test_k35_a_phase_of_no_rounds_does_not_begin() -> None:
    state = small(phases=PICK.replace("1 rounds", "players - 2 rounds")).start(2)
    assert not [event for event in state.log if event.kind in {"phase", "run"}]


def test_k35_while_the_setup_asks_no_phase_has_begun() -> None:
    state = small(setup="choose n: number from 1 to 2; fill row", phases=DRAFT).start(2)
    names = [state.view(0)["phase"]]
    while state.turn == 0:
        state = state.play(state.moves[0])
        names.append(state.view(0)["phase"])
    assert names == ["setup", *["draft"] * 4, "main"]


def test_k35_an_example_starts_after_all_phases_as_if_nobody_had_done_anything() -> None:
    example = "then Ann is to move\nthen round = 1\nthen cards in own of Ann = 0"
    assert shown(example, phases=DRAFT) is None


def test_k35_a_phase_and_its_steps_have_paths() -> None:
    state = play(small(phases=DRAFT).start(2), "card 1-1")
    paths = {event.path for event in state.log}
    assert {"phases.draft", "phases.draft.card", "phases.draft.move"} <= paths


def test_k35_set_changes_the_rounds_of_a_phase() -> None:
    variant = 'splendor rules 2\nvariant long "Long" extends snake_draft\nset phases.draft = 3\n'
    beside = variants_folder() / "house" / "long.rules"
    loaded = load_source(source_from_text("long.rules", variant, beside))
    assert loaded.model is not None
    assert seats(game(loaded.model), 2) == [0, 1, 1, 0, 0, 1]


# ---- K38 -------------------------------------------------------------------------------------
def test_k38_phases_are_part_of_the_meaning_of_the_rules_and_their_titles_are_not() -> None:
    drafted = small(phases=DRAFT).hash
    assert drafted != small().hash
    assert drafted != small(phases=DRAFT.replace(" in snake order", "")).hash
    assert drafted != small(phases=DRAFT.replace("2 rounds", "1 rounds")).hash
    assert drafted == small(phases=DRAFT.replace("the draft", "another title")).hash


def test_k33_do_and_again_are_owed_to_whom_they_are_about() -> None:
    actions = """
        feast as "feast" { for each other player { do take } }
        send as "send {card}" { choose card: cards in row; for each other player { move card to own } }
        take as "take {coin}" { choose coin: coins in supply; gain 1 coin }
        rest as "rest" {}
    """
    triggers = "gift: when cards enters own as card { again }"
    phases = 'early "early" 1 rounds { one action }'
    state = small(actions=actions, triggers=triggers, phases=phases).start(2)
    state = play(state, "feast")
    assert (state.turn, state.to_move, moves(state)[0]) == (0, 1, "take copper")
    state = play(state, "take iron")
    assert (state.to_move, len(moves(state)) > 3) == (1, True), "the run of the second player"
    state = play(state, "send 1-1")
    assert (state.turn, state.to_move) == (0, 0), "the first has the steps once more"
    done = play(state, "rest")
    assert (done.turn, done.to_move) == (1, 0)


def test_k38_an_example_that_fails_says_that_it_begins_after_the_phases() -> None:
    late = failed("then coins in purse of Ann = 9", phases=PICK)
    assert late.help() == "an example begins after the phases; 'given round 1 of pick' begins there"
    there = failed("given round 1 of pick\nthen coins in purse of Ann = 9", phases=PICK)
    assert there.help() is None
    assert failed("then coins in purse of Ann = 9").help() is None


def test_k38_that_phases_are_over_is_told_only_where_it_matters() -> None:
    def told(example: str) -> str | None:
        return failed(example, phases=PICK).help()

    assert told("then coins in purse of Ann = 9") is not None
    assert told('when Ann plays "coin iron"') is not None
    assert told('then Ann can play "coin iron"') is not None
    assert told("then cards in row = 9") is None
    assert told("then passes = 9") is None
    assert told("then Bob is to move") is None
    assert told('when Ann plays "take iron"\nthen coins in purse of Ann = 9') is None
    assert told('then Ann can play "buy 1-1"') is None
    assert told("given round 3\nthen coins in purse of Ann = 9") is None
    assert told("given purse of Ann: 2 iron\nthen coins in purse of Ann = 9") is None
    assert told("given hand of Ann: nothing\nthen coins in purse of Ann = 9") is not None
    assert told('given round 3\nwhen Ann plays "coin iron"') is not None
