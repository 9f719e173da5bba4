"""Slips of people who come from spreadsheets, prose or other languages: each is answered by how it is written here."""

import pytest
from syntax.texts import parse

from splendor_dsl.diagnostics import Problem

VARIANT = 'splendor rules 2\nvariant x "X" extends classic\n'
VALUE = "values { total extra { a: points %s 3 } }"
TERM = "values { total more { a: %s } }"
NAMED = "a number that has a name stands in brackets: '(%s) white'"
CELLS = "cells have blanks between them; the amounts of the last field stand after ':'"
WITHOUT_ADD = "a line that begins with '%s', without 'add', adds to what is there"
ANOTHER = "; 'remove setup' and 'setup { ... }' below it write it anew"
OTHERS = "'remove rows.nobles' and 'rows nobles { ... }' below it write the table anew"
WITHOUT_AFTER = "a line that begins with 'setup', without 'after', adds to what is there"
CLAUSES = "a section is changed clause by clause"
GOES = "a piece goes by 'move NAME to ZONE'; tokens come by 'gain' and go by 'return'"
WHOLE = 'an action stands there whole, with its name: \'NAME "..." as "..." { ... }\''
ONE_ZONE = (
    "a trigger is about one zone, as in 'when %s enters %s as it'; write one more for the other"
)
IN_BRACES = "what is done then stands in braces: 'if ... { ... }'"
TIMES_CONDITION = "a condition counts 1 or 0 in a product: write '2 * (...)'"
NO_DICE = "there are no dice: chance comes from the top of a face-down zone that is shuffled"
SEVERAL = (
    "of tokens write '%s different %s in %s'; pieces are chosen one by one: "
    "'choose first: %s in %s', 'choose second: %s in %s', 'require two: first != second'"
)
COUNTED = "write 'different %s in %s >= %s' of tokens, '%s in %s >= %s' of pieces"
ACTION = 'actions { nap "nap" as "nap" { %s } }'


def only(text: str) -> Problem:
    """The one problem: none of the slips has an echo."""
    (problem,) = parse(text if text.startswith("splendor") else VARIANT + text).problems
    return problem


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("limits.hand = 4", "write 'set limits.hand = 4'"),
        ("parameters.target: 18  # a long game", "write 'set parameters.target = 18'"),
        ("change limits.hand to 4", "write 'set limits.hand = 4'"),
        ("Set limits.hand = 4", "write 'set limits.hand = 4'"),
        ("- set limits.hand = 4", "write 'set limits.hand = 4'"),
        ("- remove limits.hand", "a line begins with its first word"),
        ("set limits.hand: 4", "write 'set limits.hand = 4'"),
        ("set limits.hand to 4", "write 'set limits.hand = 4'"),
        ("set limits.hand is 4", "write 'set limits.hand = 4'"),
        ("set limits.hand =\u00a04", "write an ordinary blank"),
        ("set limits hand = 4", "write the path as 'limits.hand'"),
        ("remove rows nobles", "write the path as 'rows.nobles'"),
        ("add limits { extra: cards in hand at most 4 }", WITHOUT_ADD % "limits"),
        ("add rows nobles { 3 : 4 red }", WITHOUT_ADD % "rows"),
        ('add names pl { game "Gra" }', WITHOUT_ADD % "names"),
        ("replace setup { shuffle deck }", CLAUSES + ANOTHER),
        ("replace rows { }", CLAUSES),
        ("replace rows.nobles { 3 : 4 red }", OTHERS),
        ("replace use nobles { reveal 2 }", "the path of a mechanic in use is 'mechanics.NAME'"),
        ('name pl { game "Gra" }', "did you mean 'names'?"),
        ("limit { hand: cards in hand at most 4 }", "did you mean 'limits'?"),
        ("set actions.reserve.gain = up to 2 gold", None),
        ('counters { fame of a player 0 to 5 "fame" }', "a number and its range: '0 from 0 to 5'"),
        ('parameters { pace 5 1 to 7 "pace" }', "write '5 from 1 to 7'"),
        (ACTION % "count fame + 1", "write 'count fame = fame + 1'"),
        (ACTION % "count fame += 1", "write 'count fame = fame + 1'"),
        ("limits { few: gold in purse more than 3 }", "write 'at most 3'"),
        ("limits { few: gold in purse <= 3 }", "write 'at most 3'"),
        ("limits { few: gold in purse < 4 }", "a limit ends with 'at most NUMBER'"),
        ("limits { few: gold in purse + 1 at most 4 }", "a limit ends with 'at most NUMBER'"),
        ("limits { few: gold in purse between 1 and 4 }", "a limit ends with 'at most NUMBER'"),
        ("remove rows nobles.red_black", "write the path as 'rows.nobles.red_black'"),
        ("remove action buy", None),
        ("after rows.nobles { 3 : 4 red }", "'rows nobles { ... }' adds to the table"),
        ("remove use nobles", "the path of a mechanic in use is 'mechanics.NAME'"),
        ("after setup { shuffle deck }", f"{CLAUSES}; {WITHOUT_AFTER}"),
        (ACTION % "gain 1 gold, 1 red", "write '1 gold + 1 red'"),
        ("set rows.cards.black_1_4blue.cost = 2 blue, 2 red", "write '2 blue + 2 red'"),
        (ACTION % "discard 1 gold", GOES),
        (ACTION % "discard up to 2 cards", GOES),
        (ACTION % "draw 1 card from deck", GOES),
        ('set tokens.gems.red = "fire"', "what it is called is said by 'names en { tokens.gems.red \"...\" }'"),
        ("replace actions.pass { gain 1 gold }", WHOLE),
        ("replace actions.buy {\n  move card to bought\n}", WHOLE),
        ("set limits. hand = 4", "the words of a path are joined by '.' alone"),
        ("set limits { hand = 4 }", "one number is changed by 'set limits.NAME = 4', outside of all blocks"),
        ("limits { hand = 4 }", "begin with a word of your own and a colon, such as 'hand:'"),
        ("set game.players = 2 to 6", "a range is changed by 'replace game.players { ... }'"),
        ("game { players 2 to 6 }", "a variant changes its base's clauses, as in 'replace game.players { ... }'"),
        ("remove actions.buy, actions.reserve", "'remove' takes one path: write a line for each"),
        ("set limits.hand = 4.5", "numbers are whole"),
        ("set limits.hand = =4", "one '=' is enough"),
        ("set limits.hand = 50%", "there are no percentages: write a number"),
        ('set limits.hand = "4"', "a number stands without quotes: 4"),
        ("set limits.hand = 8, 9, 10", "values for each number of players have '|' between them, as in '8 | 9 | 10'"),
        ("set limits.hand = 8/9/10", "values for each number of players have '|' between them, as in '8 | 9 | 10'"),
        ("set limits.hand = IF(points > 3, 1, 0)", "the functions are min(...) and max(...)"),
        ("supply { gold = 6 }", "a number or word stands without '='"),
        (VALUE % "==", "one '=' is enough"),
        (VALUE % "=>", "write '>='"),
        (VALUE % "=<", "write '<='"),
        (VALUE % "<>", "write '!=' for what is not equal"),
        (VALUE % "≥", "write '>='"),
        (VALUE % "≤", "write '<='"),
        (VALUE % "×", "write '*'"),  # noqa: RUF001  # the sign that is mistaken
        (VALUE % "–", "write '-'"),  # noqa: RUF001  # as above
        (VALUE % "&&", "write 'and'"),
        (VALUE % "||", "write 'or', or a value for each number of players between single '|'"),
        ("// more room", "a comment begins with '#'"),
        ("set limits.hand = 4 -- more room", "a comment begins with '#'"),
        ("set limits.hand = 4 because more room", "a text stands between two '\"'"),
        ("splendor rules 2\nvariant x 'X' extends classic", "a text stands between two '\"'"),
        ("splendor rules 2\nvariant x “X” extends classic", "a text stands between two '\"'"),
        ("splendor rules 2\nvariant sprint Sprint extends classic", 'write it in quotes: "Sprint"'),
        ('splendor rules 2\nvariant "Sprint" extends classic', "a name stands without quotes"),
        ('splendor rules 2\nvariant My Sprint "Sprint" extends classic', "a name is one word: join its parts by '_'"),
        ('splendor rules 2\nvariant x "X" extends classic.rules', "a base is named without the ending of its file"),
        ("rows cards { black, 0, 4 blue }", CELLS),
        ("rows cards { black 1 2 red, 1 white }", CELLS),
        ("rows cards { black 0 : blue 4 }", "the number comes first: '4 blue'"),
        (ACTION % "require points is 3", "write '='"),
        (ACTION % "require points equals 3", "write '='"),
        (ACTION % "require at least 3 gold in purse", "write '... >= 3'"),
        (ACTION % "require more than 3 gold in purse", "write '... > 3'"),
        (ACTION % "require 3 cards in hand", "write 'cards in hand = 3', or '>= 3'"),
        (ACTION % "if no cards in hand { again }", "write 'cards in hand = 0'"),
        ("end { x: when any player has points > 3 then at once }", "what is asked stands in brackets: 'has (...)'"),
        ("end { x: when every players has (1 = 1) then at once }", "write 'every player has (...)'"),
        ("end { x: when a player has (1 = 1) then at once }", "write 'any player has (...)'"),
        ("replace game.players { players 2-5 }", "write 'players 2 to 5'"),
        (TERM % "min(most, white in bonus) white", NAMED % "min(most, white in bonus)"),
        (TERM % "1 + max(1, (2 + 3)) white", NAMED % "max(1, (2 + 3))"),
        ("values { total half { a: points / 2 } }", "there is no division: numbers are whole"),
        (ACTION % "if points > 3 { again } else { again }", "'else' begins a line of its own"),
        (ACTION % "if points > 3 { again }\nelse if points > 2 { again }", "write 'else { if ... { ... } }'"),
        ("triggers { x: when cards enters bought { again } }", "a name for the piece follows, such as 'as it'"),
        (
            ACTION % "choose card: cards in table where (level = 1)",
            "a choice has no 'where': the line after it says 'require FIELD of card = ...'",
        ),
        (
            ACTION % "for each card in table where (level = 1) { again }",
            "a loop has no 'where': its block says 'if FIELD of card = ... { ... }'",
        ),
        (ACTION % "if points > 3 then again", IN_BRACES),
        (ACTION % "if rich: points > 3 then { again }", IN_BRACES),
        (TERM % "2 if gold", TIMES_CONDITION),
        (TERM % "points + 3 if gold in purse > 1", TIMES_CONDITION.replace("2", "3")),
        (ACTION % "roll die", NO_DICE),
        (ACTION % "roll a die", NO_DICE),
        (ACTION % "choose n: roll dice", NO_DICE),
        (ACTION % "count fame = roll die", NO_DICE),
        (ACTION % "choose pair: 2 cards in hand", SEVERAL % (("2", "cards", "hand") + ("cards", "hand") * 2)),
        (ACTION % "choose x: 3 gems in supply", SEVERAL % (("3", "gems", "supply") + ("gems", "supply") * 2)),
        (ACTION % "require 2 different cards in bought", COUNTED % ("cards", "bought", 2, "cards", "bought", 2)),
        (TERM % "2 different gems in purse", COUNTED % ("gems", "purse", 2, "gems", "purse", 2)),
        (ACTION % "return n gold", "a number that has a name stands in brackets: '(n) gold'"),
        (ACTION % "gain up to n white", "a number that has a name stands in brackets: '(n) white'"),
        (ACTION % "more: gain 1 gold", "the label of a step stands behind its first word: 'gain more: ...'"),
        (
            ACTION % "again_and_again: for each player { gain 1 gold }",
            "the label of a step stands behind its first word: 'for each again_and_again: ...'",
        ),
        ("turn { second: one action }", "the label of a step stands behind its first word: 'one action second: ...'"),
        ("turn { one action second }", "a label ends with a colon: 'second:'"),
        ("triggers { fun { again } }", "a label ends with a colon: 'fun:'"),
        ("limits { hand2 cards in hand at most 2 }", "a label ends with a colon: 'hand2:'"),
        ("limits {\n  cards in hand at most 2\n}", "begin with a word of your own and a colon, such as 'extra:'"),
        ("triggers { when cards enters bought { } }", "begin with a word of your own and a colon, such as 'extra:'"),
        ("rows cards {\n  black 0\n  : 1 white\n}", "the amounts of a row stand on its line"),
        (ACTION % "choose card in table", "begin with a word of your own and a colon, such as 'card:'"),
        (ACTION % "take 1 gold", "did you mean 'gain'?"),
        (ACTION % "move card into hand", "did you mean 'to'?"),
        ("add values.points { 2 * cards in hand }", "begin with a word of your own and a colon, such as 'extra:'"),
        ("example a { given Ann has 3 red }", "write 'given ZONE of Ann: 2 TOKEN'"),
        ('example a { when Ann buys "buy 1-1" }', "did you mean 'plays'?"),
        ("example a { when Ann plays buy 1-1 }", "a text stands between two '\"'"),
        ("example a { then Ann has 1 point }", "write 'then points of Ann = 3'"),
        ("triggers { x: when a card enters bought { again } }", "write 'when KIND enters ZONE as NAME'"),
        ("triggers { x: when a player buys a card { again } }", "write 'when KIND enters ZONE as NAME'"),
        ("triggers { x: when player buys card { again } }", "write 'when KIND enters ZONE as NAME'"),
        ("triggers { x: when cards enters bought or hand { again } }", ONE_ZONE % ("cards", "bought")),
        ("triggers { x: when boats enters dock, sea as boat { again } }", ONE_ZONE % ("boats", "dock")),
        ("triggers { x: at the end of turn { again } }", "leave out 'the'"),
        ("limits:\n  hand: 4\n  other: 5\n", "a block stands in braces, as '{ ... }'"),
        ("turn\n  one action\n\n  end of turn\nsetup { shuffle deck }", "a block stands in braces, as '{ ... }'"),
        ("triggers [\n  x: at end of turn (\n    again\n  )\n]", "a block stands in braces, as '{ ... }'"),
    ],
)  # fmt: skip
def test_a_habit_from_elsewhere_is_answered_with_how_it_is_written(
    text: str, told: str | None
) -> None:
    assert only(text).help() == told


def test_a_word_of_the_game_is_no_slip() -> None:
    assert only("rows cards { black 0 / white ruby : : 1 white }").help() is None


def test_a_path_without_its_edit_is_pointed_at_as_a_whole() -> None:
    problem = only("limits.hand = 4")
    assert problem.span is not None
    assert problem.span.text == "limits.hand"


def test_what_stands_below_a_block_without_braces_is_still_read() -> None:
    text = VARIANT + "limits:\n  hand: 4\nset limits.tokens = 4.5\n"
    assert [each.code for each in parse(text).problems] == ["SPL101", "SPL106"]


def test_a_line_that_nobody_wrote_by_hand_gets_no_advice() -> None:
    assert only("set limits.hand = 4.5 # " + "x" * 200).help() is None
