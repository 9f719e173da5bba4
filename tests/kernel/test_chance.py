"""Section 6 of the kernel: chance that any language can reproduce (K27 to K29)."""

import hashlib
import json
from itertools import pairwise

import pytest
from kernel.small import PLAIN, moves, play, small, zone

from splendor_dsl.bots.plugin import splendor_bots
from splendor_dsl.bots.seated import seat_bot
from splendor_dsl.chance import (
    GOLDEN,
    MASK,
    Stream,
    bot_hash,
    bot_key,
    mix,
    stream_key,
    word,
)
from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.game.playouts import playout
from splendor_dsl.game.state import State
from splendor_dsl.position.deal import DealError
from splendor_dsl.position.plain_data import PositionError
from splendor_dsl.recording import from_record, to_record

RANDOM = next(bot for bot in splendor_bots() if bot.name == "random")
SHUFFLED = "shuffle deck"
WAIT = 'rest as "rest" {}\nnap as "nap" {}'


def test_k27_known_answers() -> None:
    assert mix(0) == 0
    assert mix(1) == 0x5692161D100B05E5
    # The published first words of the same generator begun at 0 and at 1234567.
    assert [word(0, number) for number in range(3)] == [
        0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F,
    ]  # fmt: skip
    assert [word(1234567, number) for number in range(5)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423,
        4593380528125082431, 16408922859458223821,
    ]  # fmt: skip


def test_k27_known_keys_and_numbers() -> None:
    assert stream_key(0) == 0
    assert stream_key(7) == 0xE5A998E25705C893
    assert stream_key(-5, 2, 1) == 0x00DB3D8A99DAAE93
    stream = Stream(stream_key(7))
    assert [stream.below(6) for _ in range(12)] == [1, 3, 0, 0, 0, 3, 1, 4, 3, 2, 5, 1]
    assert stream.drawn == 12


def test_k27_numbers_below_n_stay_below_n_and_reach_all() -> None:
    stream = Stream(stream_key(1))
    assert {stream.below(7) for _ in range(500)} == set(range(7))
    assert stream.below(1) == 0


def hashed(seed: int, seat: int) -> int:
    """The one-way hash of a seed and the stream of a bot, from what K27 says of it."""
    said = (seed & MASK).to_bytes(8, "little") + (16 + seat).to_bytes(8, "little")
    return int.from_bytes(hashlib.blake2b(said, digest_size=8).digest(), "little")


def test_k27_the_key_of_a_bot_comes_from_a_one_way_hash() -> None:
    for seed, seat, game in ((7, 0, 0), (7, 3, 2), (-5, 1, 9), (MASK, 4, 2**40)):
        assert bot_hash(seed, seat) == hashed(seed, seat)
        assert bot_key(bot_hash(seed, seat), game) == mix(hashed(seed, seat) + game & MASK)
    assert bot_hash(7, 0) == 0x53098A373BC28679
    assert bot_key(bot_hash(7, 0), 3) == 0x163C43F229D9BA09


def test_k27_streams_and_games_have_nothing_in_common() -> None:
    keys = [
        stream_key(seed, game, stream)
        for seed in range(8)
        for game in range(8)
        for stream in (0, 1, 2)
    ] + [
        bot_key(bot_hash(seed, seat), game)
        for seed in range(8)
        for game in range(8)
        for seat in range(5)
    ]
    words = {word(key, number) for key in keys for number in range(64)}
    assert len(words) == 512 * 64, "no stream begins where another one goes on"
    assert stream_key(-1) == stream_key((1 << 64) - 1)


def test_k27_stream_1_is_for_playouts_and_the_words_of_the_deal_do_not_matter_to_it() -> None:
    two = 'one as "one" {}\ntwo as "two" {}\nthree as "three" {}\n'
    end = "late: when round >= 8 then at once\nranking { worth: most worth_of; shared }"
    for setup in (SHUFFLED, "shuffle deck\nshuffle again: deck"):
        state = small(actions=two, end=end, setup=setup).start(2, seed=5, game=9)
        played = playout(state).state.played
        thirds = [(word(stream_key(5, 9, 1), at) >> 32) * 3 >> 32 for at in range(15)]
        assert [str(move) for move in played] == [("one", "two", "three")[n] for n in thirds]


def test_k27_each_bot_has_the_stream_of_its_seat() -> None:
    game = small()
    bots = [seat_bot(RANDOM, game, seat, seed=5, number=9) for seat in range(3)]
    assert [bot.stream.key for bot in bots] == [mix(hashed(5, seat) + 9) for seat in range(3)]
    state = game.start(3, seed=5, game=9)
    picks = [(word(mix(hashed(5, 0) + 9), 0) >> 32) * len(state.moves) >> 32]
    assert [state.moves.index(bots[0].choose(state))] == picks


def unmixed(z: int) -> int:
    """The word that `mix` makes into this one."""
    z ^= z >> 31 ^ z >> 62
    z = z * pow(0x94D049BB133111EB, -1, 1 << 64) & MASK
    z ^= z >> 27 ^ z >> 54
    z = z * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & MASK
    return z ^ z >> 30 ^ z >> 60


def test_k27_what_a_bot_draws_does_not_betray_the_deal() -> None:
    """The bot knows its first word, its seat and the number of the game, and undoes all that can be undone."""
    seed, number, seat = 0x1234_5678_9ABC_DEF0, 3, 1
    assert unmixed(mix(seed)) == seed
    first = seat_bot(RANDOM, small(), seat, seed=seed, number=number).stream.word()
    key = unmixed(first) - GOLDEN & MASK
    undone = {key}
    for _ in range(4):
        undone |= {
            unmixed(each) - less & MASK for each in undone for less in (0, number, 16 + seat)
        }
    assert seed not in undone
    deal = stream_key(seed, number)
    guesses = {key for each in undone for key in (each, mix(each), mix(mix(each + number & MASK)))}
    assert deal not in guesses


def test_k28_a_shuffle_exchanges_from_the_last_place_down() -> None:
    key = stream_key(5)
    cards = list(range(6))
    for drawn, last in enumerate(range(5, 0, -1)):
        other = (word(key, drawn) >> 32) * (last + 1) >> 32
        cards[last], cards[other] = cards[other], cards[last]
    stream = Stream(key)
    mixed = list(range(6))
    stream.shuffle(mixed)
    assert (mixed, stream.drawn) == (cards, 5)


def test_k28_a_zone_is_shuffled_part_by_part() -> None:
    stream = Stream(stream_key(11, 2))
    small_ones, big_ones = ["one", "two", "three"], ["four", "five", "six"]
    stream.shuffle(small_ones)
    stream.shuffle(big_ones)
    state = small(setup=SHUFFLED, actions=WAIT).start(2, seed=11, game=2)
    assert zone(state, "deck", part=1) == small_ones
    assert zone(state, "deck", part=2) == big_ones
    assert state.to_dict()["chance"] == {"key": stream_key(11, 2), "drawn": 4}


def test_k28_sides_are_drawn_after_the_order() -> None:
    rows = """
        "sun" 1 0 copper : 1 silver / "moon" 1 9 iron : 1 iron
        "day" 1 0 copper : 1 silver / "night" 1 9 iron : 1 iron
        "plain" 1 1 iron : 1 iron
    """
    state = small(rows_cards=rows, setup=SHUFFLED, actions=WAIT).start(2, seed=4)
    stream = Stream(stream_key(4))
    order = [("sun", "moon"), ("day", "night"), ("plain",)]
    stream.shuffle(order)
    assert zone(state, "deck", part=1) == [sides[stream.below(len(sides))] for sides in order]


def test_k28_chance_in_the_middle_of_a_game_goes_on_where_it_stood() -> None:
    actions = WAIT + '\nmix as "mix" { shuffle deck }'
    game = small(setup=SHUFFLED, actions=actions)
    state = game.start(2, seed=3)
    one = state.play(game.parse_move("mix"))
    assert one.to_dict()["chance"]["drawn"] == 8
    assert one == game.from_dict(state.to_dict()).play(game.parse_move("mix"))


def test_k29_a_deal_names_pieces_from_the_top() -> None:
    game = small(setup=SHUFFLED, actions=WAIT)
    state = game.start(2, seed=3, deal={"deck": {1: ["two"], 2: ["six", "four"]}})
    assert zone(state, "deck", part=1)[0] == "two"
    assert zone(state, "deck", part=2) == ["six", "four", "five"]


ASKS_FIRST = """
    shuffle deck
    for each player { choose n: number from 1 to 2; gain up to 1 star }
    shuffle again: deck
    fill row
"""
DEALT = {"deck": {1: ["two", "three", "one"], 2: ["six", "five", "four"]}}


def table(state: State) -> list[str | None]:
    """What the setup has laid out."""
    return [label for part in (1, 2) for label in zone(state, "row", part=part)]


@pytest.mark.parametrize("backend", ["interpreter", "python"])
def test_k29_a_deal_holds_for_every_shuffle_of_the_setup(backend: Backend) -> None:
    game = small(setup=ASKS_FIRST)
    game.wanted = backend
    state = game.start(2, deal=DEALT)
    assert moves(state) == ["n 1", "n 2"]
    through_data = game.from_dict(json.loads(json.dumps(state.to_dict())))
    pushed = state.copy()
    for text in ("n 1", "n 2", "n 1"):
        pushed.push(text)
        if text == "n 2":
            pushed.pop()
    for each in (state.play("n 1").play("n 1"), through_data.play("n 1").play("n 1"), pushed):
        assert table(each) == ["two", "three", "six", "five"]
        assert zone(each, "deck", part=2) == ["four"]
        assert moves(each)[0] == "take copper"


def test_k29_a_deal_holds_when_a_record_of_such_a_game_is_replayed() -> None:
    game = small(setup=ASKS_FIRST)
    state = play(game.start(2, seed=5, deal=DEALT), "n 2", "n 1", "take iron")
    again = from_record(game, to_record(game, state))
    assert (again, table(again)) == (state, ["two", "three", "six", "five"])


def test_k29_shuffles_after_the_setup_are_chance() -> None:
    game = small(setup=SHUFFLED, actions='mix as "mix" { shuffle deck }\n' + WAIT)
    names = ["six", "five", "four"]
    state = game.start(2, seed=1, deal={"deck": {2: names}})
    tops = set()
    for _ in range(12):
        state = state.play("mix")
        tops.add(zone(state, "deck", part=2)[0])
    assert tops == set(names)


def test_k29_a_saved_deal_that_can_t_be_is_refused() -> None:
    data = small(setup=SHUFFLED, actions=WAIT).start(2, deal={"deck": ["two"]}).to_dict()
    data["origin"]["deal"] = {"deck": ["tow"]}
    with pytest.raises(PositionError, match="expected one of the cards for 'deck', found 'tow'"):
        small(setup=SHUFFLED, actions=WAIT).from_dict(data)


def test_k29_a_zone_that_a_loop_of_the_setup_shuffles_can_be_dealt() -> None:
    setup = "for each player { move top of deck to hand; shuffle hand }"
    for seed in range(6):
        state = small(setup=setup).start(2, seed=seed, deal={"hand": ["four", "two"]})
        assert [zone(state, "hand", seat) for seat in (0, 1)] == [["four", "one"], ["two", "five"]]


def test_k29_what_a_deal_leaves_out_follows_as_shuffled() -> None:
    game = small(setup=SHUFFLED, actions=WAIT)
    free = zone(game.start(2, seed=3), "deck", part=1)
    dealt = zone(game.start(2, seed=3, deal={"deck": ["two"]}), "deck", part=1)
    assert dealt == ["two", *[label for label in free if label != "two"]]


def test_k29_a_deal_names_the_side_too() -> None:
    rows = '"sun" 1 0 copper : 1 silver / "moon" 1 9 iron : 1 iron'
    game = small(rows_cards=rows, setup=SHUFFLED, actions=WAIT)
    for label in ("sun", "moon"):
        assert zone(game.start(2, deal={"deck": [label]}), "deck", part=1) == [label]


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        (
            {"dekc": ["one"]},
            "expected a zone that the setup shuffles, found 'dekc'; did you mean 'deck'?",
        ),
        ({"deck": ["on"]}, "expected one of the cards for 'deck', found 'on'; did you mean 'one'?"),
        ({"deck": {2: ["one"]}}, "expected pieces of part 2 for 'deck', found 'one' of part 1"),
        ({"deck": ["one", "one"]}, "expected each piece once, found 'one' again"),
        ({"deck": "one"}, "expected labels of pieces, found 'one'"),
    ],
)
def test_k29_a_deal_that_can_t_be_is_refused(deal: dict[str, list[str]], message: str) -> None:
    with pytest.raises(DealError) as raised:
        small(setup=SHUFFLED, actions=WAIT).start(2, deal=deal)
    assert str(raised.value) == message


def test_games_of_a_run_differ_and_repeat() -> None:
    game = small(setup=SHUFFLED, actions=PLAIN["actions"])
    deals = [zone(game.start(2, seed=1, game=number), "deck", part=1) for number in range(6)]
    assert deals == [
        zone(game.start(2, seed=1, game=number), "deck", part=1) for number in range(6)
    ]
    assert any(one != other for one, other in pairwise(deals))
