"""A program plays every game, is sent what its seat may know, and ends with its game."""

import os
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from bots.external.programs import (
    CURIOUS,
    ends,
    heard,
    is_awaited,
    number_of,
    plain,
    program,
    runs,
    seated,
)
from samples import editions_and_some_others

from splendor_dsl.bots.external.player import ExternalPlayer
from splendor_dsl.bots.external.rules import rules_to_dict
from splendor_dsl.chance import Stream
from splendor_dsl.loading import load

SECRETIVE = ["secret_tokens", "sliding_market", "solo"]


@pytest.mark.parametrize("name", editions_and_some_others(3))
def test_programs_play_a_whole_game(name: str, tmp_path: Path) -> None:
    game = load(name)
    spelling = program(tmp_path)
    bots = [seated(spelling, game, seat) for seat in range(game.players[0])]
    state = game.start(game.players[0], seed=3)
    numbers = [number_of(bot) for bot in bots]
    while not state.over and state.turn < 300:
        assert state.to_move is not None
        state.advance(bots[state.to_move].choose(state))
    for bot in bots:
        bot.end(state)
    assert state.over
    assert not any(runs(number) or is_awaited(number) for number in numbers)


@pytest.mark.parametrize("name", ["classic", *SECRETIVE])
def test_all_that_it_is_sent_fits_what_its_seat_may_know(name: str, tmp_path: Path) -> None:
    """Whatever its seat can't know is shuffled: the program is sent the same, with the same samples."""
    game, file = load(name), tmp_path / "heard"
    state, chance = game.start(game.players[0], seed=5), Stream(8)
    bot = seated(program(tmp_path, CURIOUS, str(file)), game)
    for _ in range(8):
        assert state.to_move is not None
        if state.to_move == 0:
            shuffled, drawn = state.determinize(0, chance), deepcopy(bot.stream)
            move = bot.choose(state)
            sent = untimed(file)
            bot.stream, bot.player._told = drawn, ()
            again = bot.choose(shuffled)
            assert again == move
            news = untimed(file)
            assert news[0]["log"]["from"] == 0
            assert without_log(news) == without_log(sent)
            assert sent[0]["view"] == plain(state.view(0))
            assert sent[4]["view"] == sent[0]["view"] != sent[3]["view"]
        else:
            move = state.moves[chance.below(len(state.moves))]
        state.push(move)
    bot.end(state)


def untimed(file: Path) -> list[dict[str, Any]]:
    """Return the messages to a program since the last time, without the rules and the time that was left."""
    found = [message for message in heard(file) if message["type"] != "start"]
    file.write_text("", "utf-8")
    assert all(0 < message.pop("time") <= 5 for message in found)
    assert [message["type"] for message in found] == [
        "decide", "sample", "moves", "view", "view", "play", "outcome", "drop", "view",
    ]  # fmt: skip
    return found


def without_log(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: part for key, part in each.items() if key != "log"} for each in messages]


def test_the_news_of_the_log_add_up_to_it_also_where_moves_are_taken_back(tmp_path: Path) -> None:
    game, file = load("classic"), tmp_path / "heard"
    state = game.start(2, seed=5)
    bot = seated(program(tmp_path, CURIOUS, str(file)), game)
    known: list[Any] = []
    lost: list[int] = []
    for taken_back in (0, 0, 0, 3, 0, 1):
        for _ in range(taken_back):
            state.pop()
        while state.to_move != 0:
            state.push(state.moves[taken_back])
        file.write_text("", "utf-8")
        move = bot.choose(state)
        (log,) = (each["log"] for each in heard(file) if each["type"] == "decide")
        assert log["from"] <= len(known)
        lost.append(len(known) - log["from"])
        known = known[: log["from"]] + log["events"]
        assert known == [
            plain({"kind": each.kind, "path": each.path, "seat": each.seat, "data": each.data})
            for each in state.log_for(0)
        ]
        state.push(move)
    bot.end(state)
    assert [number > 0 for number in lost] == [False, False, False, True, False, False]
    (last,) = (each for each in heard(file) if each["type"] == "end")
    assert last["view"] == plain(state.view(0))


def test_a_seed_is_the_same_in_the_same_game_and_another_at_each_decision(tmp_path: Path) -> None:
    game, seeds = load("classic"), []
    for number in range(2):
        file = tmp_path / f"heard {number}"
        bot, state = seated(program(tmp_path, CURIOUS, str(file)), game), game.start(2, seed=5)
        for _ in range(2):
            bot.choose(state)
        bot.end(state)
        seeds.append([each["seed"] for each in heard(file) if each["type"] == "decide"])
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 2
    assert all(0 <= seed < 1 << 32 for seed in seeds[0])


def test_the_rules_are_sent_once_with_pieces_costs_zones_tokens_and_sentences(
    tmp_path: Path,
) -> None:
    game, file = load("classic"), tmp_path / "heard"
    bot, state = seated(program(tmp_path, CURIOUS, str(file)), game), game.start(2, seed=5)
    bot.choose(state)
    bot.end(state)
    (start,) = (each for each in heard(file) if each["type"] == "start")
    rules = start["rules"]
    assert start["protocol"] == 1
    assert start["limits"]["move"] == 5
    assert rules["hash"] == game.hash
    assert [each["name"] for each in rules["tokens"]] == list(game.model.token_names())
    assert len(rules["pieces"]) == len(game.model.pieces)
    (card,) = (each for each in rules["pieces"] if each["label"] == "black_1_4blue")
    assert card["fields"] == {"level": 1, "bonus": {"black": 1}, "points": 1, "cost": {"blue": 4}}
    (buy,) = (each for each in rules["actions"] if each["purchase"])
    assert any(sentence.startswith("Pay its cost") for sentence in buy["sentences"])
    assert buy["purchase"]["cost"] == "cost"
    assert {each["name"]: each["face"] for each in rules["zones"]}["deck"] == "down"
    assert rules["ranking"]["sentences"]


@pytest.mark.parametrize("name", editions_and_some_others(8))
def test_every_action_has_a_sentence(name: str) -> None:
    from splendor_dsl.prose.clauses import by_path  # noqa: PLC0415
    from splendor_dsl.prose.words import Words  # noqa: PLC0415

    game = load(name)
    rules = rules_to_dict(game, by_path(Words(rules=game.notation)))
    assert plain(rules)["actions"]
    for action in rules["actions"]:
        assert action["sentences"], action["path"]


def test_an_option_can_be_chosen_by_number_or_text(tmp_path: Path) -> None:
    game = load("classic")
    state = game.start(2, seed=5)
    for change in ("return 3", 'return message["options"][2]["text"]'):
        bot = seated(program(tmp_path, f"def decide(message): {change}"), game)
        assert bot.choose(state) == state.moves[2]
        bot.end(state)


def test_a_program_that_nobody_holds_any_more_is_ended(tmp_path: Path) -> None:
    bot = seated(program(tmp_path), load("classic"))
    number = number_of(bot)
    assert runs(number)
    del bot
    assert ends(number)
    assert not is_awaited(number)


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")  # it forks with threads
def test_a_copy_of_the_process_does_not_end_the_program(tmp_path: Path) -> None:
    game = load("classic")
    bot = seated(program(tmp_path), game)
    number = number_of(bot)
    child = os.fork()
    if child == 0:
        try:
            assert isinstance(bot.player, ExternalPlayer)
            assert bot.player._process is not None
            bot.player._process.end()  # as happens when the player goes
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    assert runs(number)
    assert bot.choose(game.start(2)) in game.start(2).moves
    bot.end(game.start(2))


def test_a_program_can_be_told_twice_that_the_game_has_ended(tmp_path: Path) -> None:
    game = load("classic")
    bot, state = seated(program(tmp_path), game), game.start(2)
    bot.end(state)
    assert isinstance(bot.player, ExternalPlayer)
    bot.end(state)
