"""A saved game is played again exactly, or not at all."""

import pytest
from attrs import evolve
from saves.games import BOT, again, bot_for, opened, rules_again, save_of

from splendor_dsl.saves.problems import SaveError
from splendor_dsl.saves.replay import replay
from splendor_dsl.saves.save import Save, SavedMove


def played(moves: int = 6) -> Save:
    state = opened().game.start(2, seed=1)
    for _ in range(moves):
        state.push(state.moves[0])
    return save_of(state)


def with_move(save: Save, number: int, **facts: object) -> Save:
    moves = list(save.moves)
    moves[number] = evolve(moves[number], **facts)
    return evolve(save, number=3, moves=tuple(moves))


def reason(save: Save, name: str = "classic", *, any_rules: bool = False) -> tuple[str, str | None]:
    with pytest.raises(SaveError) as error:
        replay(save, opened(name).game, any_rules=any_rules)
    problem = error.value.problem
    assert problem.code == "SPL734"
    return problem.message(), problem.help()


def test_a_position_other_than_the_saved_one_ends_the_replay() -> None:
    save = played()
    other = with_move(save, 3, position=save.moves[3].position ^ 1)
    message, advice = reason(other)
    assert message == (
        f"game 3 can't go on: move 4, {save.moves[3].move!r}, leads to another position than it did"
    )
    assert advice == "splendor resume 3 --migrate goes on by the rules as they are now"
    assert replay(other, opened().game, any_rules=True).moves == save.moves


@pytest.mark.parametrize("move", ["buy 3-1", "nonsense", ""])
def test_a_move_that_can_t_be_made_ends_the_replay(move: str) -> None:
    save = with_move(played(), 2, move=move)
    for any_rules in (False, True):
        message, _ = reason(save, any_rules=any_rules)
        assert message.startswith(f"game 3 can't go on: move 3, {move!r}, can't be made")


def test_a_move_of_somebody_else_ends_the_replay() -> None:
    save = played()
    message, _ = reason(with_move(save, 2, seat=1 - save.moves[2].seat))
    assert message.endswith("is not the move of the player who is to move")


def test_moves_after_the_end_of_a_game_are_refused() -> None:
    state = opened().game.start(2, seed=1)
    while not state.over:
        state.push(state.moves[len(state.played) * 7 % len(state.moves)])
    save = save_of(state)
    assert replay(save, opened().game).state == state
    late = SavedMove(move="pass", seat=0, position=0)
    assert "can't go on" in reason(evolve(save, moves=(*save.moves, late)))[0]


def test_other_rules_are_told_before_a_move_is_made() -> None:
    message, _ = reason(evolve(played(), number=3), "sprint")
    assert message.startswith("game 3 can't go on: its rules mean something else now")
    assert replay(played(), opened("sprint").game, any_rules=True).state.players == 2


def test_a_game_that_can_t_be_started_is_told_of() -> None:
    save = played(0)
    alone = evolve(save, beginning=evolve(save.beginning, players=("Ann",)))
    assert "it can't be started: expected 2 to 4 players" in reason(alone)[0]


def test_a_bot_chooses_after_a_pause_what_it_would_have_chosen() -> None:
    """Two games, one of them left and taken up again after each move, are the same."""
    found = opened().game
    state, bot = found.start(2, seed=8), bot_for(found, 1, 8)
    save = save_of(state, seats=["human", BOT])
    for _ in range(24):
        replayed = replay(save, found)
        late = bot_for(found, 1, 8)
        late.stream.drawn = replayed.drawn.get(1, 0)
        seat = state.to_move
        assert seat is not None
        move = bot.choose(state) if seat == 1 else state.moves[-1]
        if seat == 1:
            assert late.choose(replayed.state) == move
        state.push(move)
        made = SavedMove(
            move=str(move), seat=seat, position=state.hash, drawn={1: bot.stream.drawn}
        )
        save = evolve(save, moves=(*save.moves, made))
    assert bot.stream.drawn > 5


def test_the_rules_of_a_save_are_those_of_the_game() -> None:
    save = played()
    assert rules_again(save).hash == opened().game.hash
    assert again(save).state == replay(save, opened().game).state
