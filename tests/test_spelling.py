import random
import re
import string
from collections.abc import Sequence
from itertools import product

import pytest

from splendor_dsl.bundled import bundled_games
from splendor_dsl.spelling import edit_distance, nearest

COLOURS = ("white", "blue", "green", "red", "black", "gold")
# As many slips as a name may have: none, one, two or three by its length.
MOST_SLIPS = (0, 0, 1, 1, 1, 2, 2, 2, 2, 3)


def names_of_all_games() -> list[str]:
    """The names and paths in the bundled rule files."""
    texts = [path.read_text("utf-8") for path in bundled_games().values()]
    return sorted({name for text in texts for name in re.findall(r"[a-z][\w.]*\w", text)})


def with_slips(name: str, count: int, random: random.Random) -> str:
    """A name with some letters put in, left out, exchanged or turned about, or in capitals."""
    letters = list(name)
    for _ in range(count):
        place = random.randrange(len(letters) + 1)
        letter = random.choice(string.ascii_letters + "_.ßé")
        kept = letters[place : place + 2]
        letters[place : place + 2] = random.choice(
            (
                [letter, *kept],
                kept[1:],
                [letter, *kept[1:]],
                kept[::-1],
                [each.upper() for each in kept],
            )
        )
    return "".join(letters)


def matrix_distance(one: Sequence[str], other: Sequence[str], *, swaps: bool) -> int:
    """The edit distance as the definition has it, cell by cell."""
    rows = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i, j in product(range(len(one) + 1), range(len(other) + 1)):
        if not (i and j):
            rows[i][j] = i + j
            continue
        costs = [
            rows[i - 1][j] + 1,
            rows[i][j - 1] + 1,
            rows[i - 1][j - 1] + (one[i - 1] != other[j - 1]),
        ]
        if swaps and i > 1 and j > 1 and one[i - 2 : i] == other[j - 2 : j][::-1]:
            costs.append(rows[i - 2][j - 2] + 1)
        rows[i][j] = min(costs)
    return rows[-1][-1]


def nearest_by_matrix(name: str, candidates: Sequence[str]) -> str | None:
    most = MOST_SLIPS[min(len(name), len(MOST_SLIPS) - 1)]
    near = []
    for each in candidates:
        distance = matrix_distance(name.casefold(), each.casefold(), swaps=True)
        if each != name and distance <= most:
            near.append((distance, sorted(each) != sorted(name), each[:1] != name[:1], each))
    return min(near)[-1] if near else None


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("whit", "white"),
        ("gren", "green"),
        ("balck", "black"),
        ("rde", "red"),
        ("Gold", "gold"),
        ("purple", None),
        ("tin", None),
        ("b", None),
        ("", None),
        ("gold", None),
    ],
)
def test_a_slip_is_understood_and_another_word_is_not(name: str, meant: str | None) -> None:
    assert nearest(name, COLOURS) == meant


def test_the_answer_does_not_depend_on_the_order() -> None:
    assert nearest("cad", ["cat", "car"]) == nearest("cad", ["car", "cat"]) == "car"


def test_paths_are_understood() -> None:
    assert nearest("end.taget", ["end.target", "end.finish"]) == "end.target"


def test_nothing_is_near_to_nothing() -> None:
    assert nearest("white", []) is None


def test_fewer_slips_may_be_allowed() -> None:
    assert nearest("reserv", ["reserve"], slips=1) == "reserve"
    assert nearest("resrv", ["reserve"], slips=1) is None


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("", "", 0),
        ("", "abc", 3),
        ("abc", "", 3),
        ("ca", "abc", 3),
        ("ab", "ba", 1),
        ("ab" * 99, "ba" * 99, 2),
    ],
)
def test_letters_are_put_in_left_out_exchanged_and_turned_about(
    one: str, other: str, distance: int
) -> None:
    assert edit_distance(one, other) == distance


def test_words_that_are_turned_about_are_two_edits_where_swaps_do_not_count() -> None:
    assert edit_distance(["take", "red", "blue"], ["take", "blue", "red"], swaps=False) == 2
    assert edit_distance(["take", "red", "blue"], ["take", "blue", "red"]) == 1


def test_the_distance_is_that_of_the_definition() -> None:
    chance = random.Random(14)
    for _ in range(3_000):
        one, other = ("".join(chance.choices("abcé", k=chance.randrange(12))) for _ in range(2))
        for swaps in (True, False):
            assert edit_distance(one, other, swaps=swaps) == matrix_distance(
                one, other, swaps=swaps
            )


def test_slips_in_the_names_of_all_games_are_understood_as_the_definition_says() -> None:
    chance = random.Random(14)
    names = names_of_all_games()
    for name in chance.sample(names, 120):
        wrong = with_slips(name, chance.randrange(1, 5), chance)
        candidates = [*chance.sample(names, 60), name]
        assert nearest(wrong, candidates) == nearest_by_matrix(wrong, candidates), wrong
