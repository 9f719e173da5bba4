"""Sections 4 and 5 of the kernel: the order of moves, notation, the nearest move and hashes (K22, K23, K25, K26, K39)."""

import pytest
from kernel.small import PLAIN, failed, made, moves, play, shown, small, text, zone

from splendor_dsl.chance import GOLDEN, MASK, mix
from splendor_dsl.notation.notation import NotationError
from splendor_dsl.position.hashing import position_hash


def test_k22_actions_run_as_in_the_file_and_places_from_part_to_part() -> None:
    actions = """
        look as "look {card}" { choose card: cards in row or top of deck }
        some as "some {set}" { choose set: (2) different coins in supply; gain 1 each set }
        many as "many {amount} {player_}" { choose player_: players; choose amount: number from 1 to 2 }
    """
    assert moves(small(actions=actions).start(2)) == [
        "look 1-1", "look 1-2", "look 2-1", "look 2-2", "look deck-1", "look deck-2",
        "some copper silver", "some copper iron", "some silver iron",
        "many 1 player-1", "many 2 player-1", "many 1 player-2", "many 2 player-2",
    ]  # fmt: skip


def test_k22_declining_comes_last() -> None:
    actions = """
        gift as "gift" { gain up to 1 iron; may choose coin: coins in supply; gain extra: 1 coin }
        rest as "rest" {}
    """
    assert moves(play(small(actions=actions).start(2), "gift"))[-1] == "no coin"


def test_k23_case_spaces_and_the_order_of_a_set_don_t_matter() -> None:
    actions = """
        some as "take {set}" { choose set: (2) different coins in supply; gain 1 each set }
        buy as "buy {card}" { choose card: cards in row or cards in hand; move card to own }
    """
    game = small(actions=actions)
    assert str(game.parse_move("  TAKE   iron Copper ")) == "take copper iron"
    assert str(game.parse_move("take iron, copper")) == "take copper iron"
    assert str(game.parse_move("Buy 1 - 2")) == "buy 1-2"
    assert str(game.parse_move("buy row-1-2")) == "buy 1-2"
    assert str(game.parse_move("BUY HAND-2")) == "buy hand-2"
    assert game.parse_move("take iron copper") == game.parse_move("take copper iron")


def test_k23_without_a_pattern_a_move_is_its_label_and_its_choices() -> None:
    actions = "grab { choose coin: coins in supply; gain 1 coin }\nrest {}"
    assert moves(small(actions=actions).start(2)) == [
        "grab copper",
        "grab silver",
        "grab iron",
        "rest",
    ]


def test_k23_a_move_is_read_however_long_it_is() -> None:
    names = [f"a_token_with_a_name_that_is_much_too_long_{letter}" for letter in "abcdefghi"]
    tokens = f"coins {', '.join(names)}\njoker star"
    actions = 'all as "all {set}" { choose set: 9 different coins in supply; gain 1 each set }'
    game = made(
        text(tokens=tokens, actions=actions, kinds="", zones="purse tokens of a player { face up }",
        rows_cards="", setup="", values="", end="late: when round > 9 then at once; ranking { shared }")
    )  # fmt: skip
    state = game.start(2, automatic=False)
    (move,) = state.moves
    assert len(str(move)) > 300
    assert game.parse_move(str(move)) == move
    assert state.why_not(move) == []
    with pytest.raises(NotationError, match="found a text of 5000 characters"):
        game.parse_move("x" * 5000)


def test_k23_words_of_a_move_may_be_long_themselves() -> None:
    pit = "p" * 400
    zones = f"{PLAIN['zones']}\n{pit} cards of a player {{ known to owner }}"
    actions = f"""
        drop "drop" {{ move top of deck to {pit} }}
        lift as "lift {{card}}" {{ choose card: cards in row or cards in {pit}; move card to own }}
    """
    state = play(small(zones=zones, actions=actions).start(2), "drop", "drop")
    assert moves(play(state, f"lift {pit}-1")) == moves(play(state, str(state.moves[-1])))


def test_k23_the_longest_number_is_read_after_long_words() -> None:
    word, most = "w" * 400, "-" + "9" * 19
    actions = f'count_ as "{word} {{n}}" {{ choose n: number from 1 to 2; gain 1 star }}'
    game = small(actions=actions)
    assert game.parse_move(f"{word} {most}").text == f"{word} {most}"
    with pytest.raises(NotationError, match="found a text of 422 characters"):
        game.parse_move(f"{word}  {most}")


def test_k23_a_text_is_too_long_in_a_game_without_tokens_too() -> None:
    """Nothing may be returned there."""
    game = small(
        tokens="", supply="", kinds="cards { size 1 to 2 }", rows_cards='"one" 1',
        zones="deck cards { face down }\nown cards of a player { face up }", values="", setup="",
        actions='go "go" { move top of deck to own }',
        end="late: when round > 9 then at once; ranking { shared }",
    )  # fmt: skip
    with pytest.raises(NotationError, match="found a text of 301 characters"):
        game.parse_move("x" * 301)


def test_k23_a_place_of_another_player_names_its_owner() -> None:
    actions = (
        PLAIN["actions"]
        + """
        swap as "swap {card} {rival}" {
          choose rival: others
          choose card: cards in hand of rival
          move card to hand
        }
    """
    )
    state = play(small(actions=actions).start(3), "draw 1")
    assert [move for move in moves(state) if move.startswith("swap")] == ["swap 1@1 player-1"]
    assert play(state, "swap 1@1 player 1").to_move == 2


GIFTS = """
    first: at end of turn { may choose coin: coins in supply; gain 1 coin }
    gift: at end of turn {
      if one: days = 0 { may choose coin: coins in supply; gain 1 coin }
      if two: days = 0 { may choose coin: coins in supply; gain 1 coin }
    }
"""


def test_k23_forms_that_look_alike_begin_with_their_clause_and_a_number() -> None:
    game = small(triggers=GIFTS, counters="days 0 from 0 to 9")
    state = game.start(2)
    written = []
    for move in ("take iron", "coin iron", "gift coin copper", "gift 2 no coin"):
        state = play(state, move)
        written.append(moves(state)[-1])
    assert written[:3] == ["no coin", "gift no coin", "gift 2 no coin"]
    assert state.to_move == 1


@pytest.mark.parametrize(
    ("action", "choose", "written"),
    [
        ('"own {n}" { choose n: number from 1 to 3; gain 1 iron }', "own: cards in hand", "late own 1"),
        ('"own {n}" { choose n: number from 1 to 3; gain 1 iron }', "own: cards in row", "own 1-1"),
        ('"coin iron" { gain 1 iron }', "coin: coins in supply", "late coin copper"),
        ('"own 1" { gain 1 iron }', "own: cards in hand", "late own 1"),
        ('"own {who}" { choose who: players }', "own: number from 1 to 2", "late own 1"),
    ],
)  # fmt: skip
def test_k23_a_form_that_could_be_read_as_another_begins_with_its_clause(
    action: str, choose: str, written: str
) -> None:
    """A number that is a place, a word that is a token: what one form writes, another before it would read."""
    actions = f"{PLAIN['actions']}\nodd as {action}"
    late = f"late: at end of turn {{ choose {choose}; gain up to 1 star }}"
    more = "".join(f'"more {n}" 1 1 iron : 1 iron\n' for n in range(3))
    rows = PLAIN["rows cards"] + more
    state = small(actions=actions, triggers=late, rows_cards=rows).start(2, automatic=False)
    while moves(state)[0] != written:
        assert state.turn < 4
        move = "draw 1" if "draw 1" in moves(state) else moves(state)[0]
        state = play(state, move)
    for move in state.moves:
        again = state.for_players.notation.parse(str(move))
        assert (again.kind, again.path, again.args) == (move.kind, move.path, move.args)


def test_k23_one_game_writes_its_moves_for_any_number_of_players() -> None:
    actions = """
        get as "get {card}" { choose card: cards in row; move card to own }
        use as "use {card}" { choose card: cards in row or cards in own; move card to hand }
    """
    hand = "hand cards of a player { known to owner }"
    zones = f"{hand}\n{PLAIN['zones'].replace(hand, '')}"  # the row comes after what players have
    game = small(actions=actions, zones=zones)
    two = play(game.start(2), "get 1-1", "get 1-1")
    assert moves(two)[-1] == "use own-1"
    three = game.start(3)
    assert moves(three) == moves(small(actions=actions, zones=zones).start(3))
    assert moves(three)[-1] == "use 2-2"


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("tkae iron", "expected 'take {coin}', found 'tkae iron'"),
        ("take", "expected 'take {coin}', found 'take'"),
        (
            "buy me a drink",
            "'buy me a drink': expected a place such as '1-1' or 'hand-1', found 'me'",
        ),
        ("buy deck-1", "'buy deck-1': expected a place such as '1-1' or 'hand-1', found 'deck-1'"),
        ("draw 1-1", "'draw 1-1': expected a place such as '1', found '1-1'"),
        ("take irno", "'take irno': there is no token 'irno': did you mean 'iron'?"),
        ("take gold", "'take gold': there is no token 'gold': only copper, silver, iron and star"),
        ("take iron iron", "'take iron iron': expected nothing after 'take iron', found 'iron'"),
        ("pay much star for iron", "'pay much star for iron': expected a number, found 'much'"),
        ("x" * 301, "expected a move, found a text of 301 characters"),
        ("x" * 400, "expected a move, found a text of 400 characters"),
    ],
)
def test_k23_what_is_no_move_is_answered_with_the_nearest_form(said: str, message: str) -> None:
    with pytest.raises(NotationError) as raised:
        small().parse_move(said)
    assert str(raised.value) == message


def test_k23_a_text_as_long_as_a_move_may_be_is_read() -> None:
    with pytest.raises(NotationError, match=r"^expected one of 'take {coin}'"):
        small().parse_move("x" * 300)
    assert small().parse_move("take" + " " * 292 + "iron").text == "take iron"


def test_k23_an_example_says_what_a_choice_leaves_out() -> None:
    assert shown('then Ann cannot play "buy deck-1" by actions.buy.card') is None
    assert shown('then Ann cannot play "draw 1-1" by actions.draw.card') is not None
    assert shown('then Ann cannot play "draw row-1-1" by actions.draw.card') is None
    assert shown('then Ann cannot play "buy own-1"') is None
    wrong = shown('then Ann cannot play "buy deck-1" by actions.buy.pay')
    assert wrong == (
        "example 'it': expected 'actions.buy.pay' to forbid it, found 'actions.buy.card'"
    )


@pytest.mark.parametrize("slip", ["buy dek-1", "by deck-1", "buy purse", "buy deck", "take deck-1"])
def test_k23_a_slip_is_no_move_that_a_choice_leaves_out(slip: str) -> None:
    wrong = shown(f'then Ann cannot play "{slip}"')
    assert wrong is not None
    assert "expected" in wrong
    assert "nothing" not in wrong


def test_k23_a_text_far_from_any_move_lists_all_forms() -> None:
    with pytest.raises(NotationError, match="expected one of 'take") as raised:
        small().parse_move("")
    assert raised.value.near is None


@pytest.mark.parametrize(
    ("said", "meant"),
    [("byu 1-1", "buy 1-1"), ("bye 1 1", "buy 1-1"), ("tkae iron", "take iron"), ("buz x", None)],
)
def test_a_first_word_that_is_misspelt_is_answered_by_the_move_that_was_meant(
    said: str, meant: str | None
) -> None:
    with pytest.raises(NotationError, match=f"found '{said}'") as raised:
        small().parse_move(said)
    assert raised.value.meant == meant


def test_a_first_word_that_is_misspelt_in_an_example_is_answered_too() -> None:
    assert failed('when Ann plays "tkae iron"').help() == "did you mean 'take iron'?"


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("take star", "take copper"),  # another token of the same decision: the first of them
        ("buy 1-1", "take copper"),  # nothing can be bought: one word of two, as every other
        ("draw 7", "draw 1"),
        ("some iron star", "some copper iron"),  # one token to exchange
        ("some iron", "some copper iron"),  # one to put in
        ("many 9", "many 3"),
        ("pass", "take copper"),
        ("mny 2", "many 2"),  # no move: by letters
    ],
)
def test_k39_the_nearest_move_is_the_first_of_the_least_distance(wanted: str, near: str) -> None:
    actions = (
        PLAIN["actions"]
        + """
        some as "some {set}" { choose set: 2 different coins in supply; gain 1 each set }
        many as "many {amount}" { choose amount: number from 1 to 3 }
    """
    )
    state = small(actions=actions).start(2)
    assert {str(reason.nearest) for reason in state.why_not(wanted)} == {near}


def test_k39_a_place_of_the_same_part_is_nearer_than_another_part_or_zone() -> None:
    state = play(
        small(actions=PLAIN["actions"] + 'stars as "stars" { gain up to 3 star }').start(2),
        "stars",
        "take iron",
    )
    bought = [str(move) for move in state.moves if str(move).startswith("buy")]
    assert bought == ["buy 1-1", "buy 1-2", "buy 2-1"]
    assert {str(reason.nearest) for reason in state.why_not("buy 2-2")} == {"buy 2-1"}
    assert {str(reason.nearest) for reason in state.why_not("buy hand-1")} == {"buy 1-1"}


def test_k25_the_rules_hash_ignores_titles_notes_comments_and_layout() -> None:
    rules = text()
    same = rules.replace('"Small"', '"Another title"').replace(
        "coins in supply;", 'coins in supply cite X-1 because "of that" # so\n'
    )
    assert same != rules
    assert made(same).hash == made(rules).hash


def test_k25_the_rules_hash_ignores_names_in_languages_and_examples() -> None:
    more = """
        names pl { game "Mała"; actions.take "weź" }
        example it { when Ann plays "take iron"; then iron in purse of Ann = 1 }
    """
    assert made(text() + more).hash == made(text()).hash


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("each coins 5", "each coins 6"),
        ('"one" 1 0 copper : 1 silver', '"one" 1 0 copper : 2 silver'),
        ("worth: worth_of >= 5", "worth: worth_of >= 6"),
        ("copper, silver, iron", "copper, iron, silver"),
        ("gain 1 coin", "gain up to 1 coin"),
        ("move card to own", "move card to hand"),
        ("then finish the round", "then at once"),
        ("places 2", "places 1"),
    ],
)
def test_k25_the_rules_hash_changes_with_the_meaning(old: str, new: str) -> None:
    rules = text()
    assert old in rules
    assert made(rules.replace(old, new, 1)).hash != made(rules).hash


def test_k26_a_hash_folds_the_words_of_the_cells() -> None:
    words = [3, MASK, 2, 0, 7, 0, 1 << 63]
    folded = 0
    for word in words:
        folded = mix(((folded ^ word) + GOLDEN) & MASK)
    assert position_hash([3, -1, (0, 7), (), None]) == folded
    assert position_hash([]) == 0
    assert position_hash([0]) == 0xE220A8397B1DCDAF


def test_k26_equal_positions_have_equal_hashes_whatever_came_before() -> None:
    game = small()
    one = play(game.start(2), "take iron", "take copper", "take copper", "take iron")
    two = play(game.start(2), "take copper", "take iron", "take iron", "take copper")
    assert one.hash == two.hash
    assert one.log != two.log
    assert one == two
    assert one.hash != game.start(2).hash


def test_k26_equality_says_the_same_as_the_hash() -> None:
    game = small(seats="players 2 to 2")
    one, other = game.start(2, seed=1), game.start(2, seed=2)
    assert one.to_dict()["chance"] != other.to_dict()["chance"]
    assert (one == other, one.hash == other.hash) == (True, True)
    assert one != play(one, "take iron")
    assert one != small(seats="players 2 to 3").start(2, seed=1)


def test_k26_chance_to_come_is_no_part_of_the_hash() -> None:
    game = small()
    assert game.start(2, seed=1).hash == game.start(2, seed=2).hash


# ---- the top of a zone with places -----------------------------------------------------------------
GAPS = PLAIN["zones"].replace("; refill from deck at once", "")
OUT = 'out as "out {card}" { choose card: cards in row; move card to box }\n'


def test_k22_the_top_of_a_zone_with_places_is_the_first_piece_for_choices_and_moves() -> None:
    actions = """
        look as "look {card}" { choose card: top of row; move card to own }
        drop as "drop" { move top of row to box }
    """
    state = small(zones=GAPS, setup="fill row from deck", actions=OUT + actions).start(2)
    state = play(state, "out 1-1")
    assert [move for move in moves(state) if move.startswith("look")] == ["look 1", "look 2"]
    assert zone(play(state, "look 1"), "own", 0) == []
    assert zone(play(state, "look 1"), "own", 1) == ["two"]
    assert zone(play(state, "drop"), "row", part=1) == [None, None]
    assert zone(play(state, "drop"), "box") == ["four", "two", "one"]
    gone = play(state, "out 1-2")
    assert gone.why_not("look 1")[0].message == "nothing lies in row 1"


def test_k22_a_piece_that_several_sources_hold_is_offered_once() -> None:
    actions = 'look as "look {card}" { choose card: top of row or cards in row; move card to own }'
    state = small(actions=actions).start(2)
    assert moves(state) == ["look row-1-1", "look row-2-1", "look row-1-2", "look row-2-2"]
    turned = actions.replace("top of row or cards in row", "cards in row or top of row")
    assert moves(small(actions=turned).start(2)) == ["look 1-1", "look 1-2", "look 2-1", "look 2-2"]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("buy 1 1", "buy 1-1"),
        ("draw deck1", "draw 1"),
        ("draw deck 1", "draw 1"),
        ("take iron iron", None),
        ("two iron iron", "two 2 iron"),
        ("buy 1 x", None),
    ],
)
def test_k23_a_move_that_was_meant_is_told(said: str, meant: str | None) -> None:
    actions = PLAIN["actions"] + 'two as "two 2 {coin}" { choose coin: coins; gain up to 2 coin }'
    with pytest.raises(NotationError) as raised:
        small(actions=actions).parse_move(said)
    assert raised.value.meant == meant


def test_k39_a_payment_is_near_another_whichever_step_asks_for_it() -> None:
    """Texts of payments are the same for all steps that ask, so one is read as that of the first."""
    actions = (
        PLAIN["actions"]
        + """
        stars as "stars" { gain up to 3 star }
        upgrade as "upgrade {card}" {
          choose card: cards in row
          pay price of card { wild star for coins { at most 2 } }
          move card to own
        }
        coins as "coins" { gain 2 each coins }
    """
    )
    steps = ("stars", "stars", "coins", "coins", "upgrade 1-2")
    state = play(small(actions=actions, supply="each coins 9; star 9").start(2), *steps)
    assert moves(state) == [f"pay {n} star for copper" for n in range(3)]
    (reason,) = state.why_not("pay 5 star for copper")
    assert str(reason.nearest) == "pay 2 star for copper"
