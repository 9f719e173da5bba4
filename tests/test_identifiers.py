"""Names: which texts are one, and which of them look alike."""

import string
import unicodedata

import pytest

from splendor_dsl import identifiers
from splendor_dsl.bundled import bundled_games, variants_folder
from splendor_dsl.identifiers import (
    folded,
    is_identifier,
    is_path,
    look_alikes,
    normalised,
    skeleton,
)

PROTOTYPES = identifiers._prototypes()


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("plain_1", "plain_1"),
        ("\ufb01n", "fin"),  # a ligature
        ("e\u0301t", "\u00e9t"),  # an accent that is a character of its own
        ("\uff47\uff4f", "go"),  # wide letters
        ("x\u2460", "x1"),  # a digit in a circle
        ("\u00aa", "a"),
    ],
)
def test_letters_that_mean_the_same_are_one_name(written: str, name: str) -> None:
    assert normalised(written) == name
    assert is_identifier(name)
    assert normalised(name) == name


@pytest.mark.parametrize(
    "name", ["", "1x", "a b", "a-b", "a\u200cb", "a\u200db", "a\ufe0f", "a\u202eb", "a\u00bd"]
)
def test_what_is_unseen_or_no_letter_makes_no_name(name: str) -> None:
    assert not is_identifier(normalised(name))


def test_the_labels_of_a_path_may_begin_with_a_digit() -> None:
    assert is_path("rows.cards.1_2red")
    assert not any(map(is_path, ("", "1", "a.", "a..b", ".a", "a.b c")))


def test_names_are_compared_without_letter_case() -> None:
    assert folded("\uff26\uff29\uff2e") == folded("\ufb01n") == "fin"


# ---- the table of what looks alike --------------------------------------------------------------
def test_the_table_is_closed() -> None:
    for seen, prototype in PROTOTYPES.items():
        assert skeleton(chr(seen)) == skeleton(prototype), hex(seen)
    for prototype in set(PROTOTYPES.values()):
        assert skeleton(prototype) == unicodedata.normalize("NFD", prototype), prototype
        assert not any(ord(each) in PROTOTYPES for each in prototype)


def test_the_table_has_what_a_name_can_hold_and_nothing_else() -> None:
    for character in map(chr, PROTOTYPES):
        if unicodedata.category(character) == "Cn":
            continue  # newer than this Python's Unicode
        assert is_identifier(f"_{character}"), hex(ord(character))
        assert normalised(character) == character
        assert unicodedata.normalize("NFD", character) == character


@pytest.mark.parametrize(
    ("plain", "others"),
    [
        ("aceijopsxy", "\u0430\u0441\u0435\u0456\u0458\u043e\u0440\u0455\u0445\u0443"),  # Cyrillic
        (
            "ABEHIKMNOPTXYZ",
            "\u0391\u0392\u0395\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a7\u03a5\u0396",
        ),  # Greek
        (
            "AaBCEHIJKMOPSTX",
            "\u0410\u0430\u0412\u0421\u0415\u041d\u0406\u0408\u041a\u041c\u041e\u0420\u0405\u0422\u0425",
        ),  # Cyrillic
        ("uhnoSUO", "\u057d\u0570\u0578\u0585\u054f\u054d\u0555"),  # Armenian
        ("olo", "\u05e1\u05d5\u0647"),  # Hebrew and Arabic
        ("ooV", "\u0966\u06f5\u06f7"),  # digits of Devanagari and of Persian
        ("voiypa", "\u03bd\u03bf\u03b9\u03b3\u03c1\u03b1"),  # Greek, small
        ("DTE", "\u13a0\u13a2\u13ac"),  # Cherokee
    ],
)
def test_the_table_covers_the_scripts_that_look_like_latin(plain: str, others: str) -> None:
    for one, other in zip(plain, others, strict=True):
        assert skeleton(one) == skeleton(other), (one, other)


# ---- which names are a pair ---------------------------------------------------------------------
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a", "\u0430"),
        ("gold", "g\u03bfld"),
        ("red", "r\u0435d"),
        ("\u0430a", "a\u0430"),
        ("ll", "1\u04c0"),
        ("arn", "\u0430m"),
        ("kość", "k\u043eść"),
    ],
)
def test_names_that_look_alike_are_a_pair(one: str, other: str) -> None:
    assert list(look_alikes(["x", one, "y", other])) == [(other, one)]


@pytest.mark.parametrize(
    "names",
    [
        ("l1", "ll", "lI", "II"),
        ("rn", "m", "O0", "OO"),
        ("kość_0", "kość_O", "kość_1", "kość_l"),
        ("żarna", "żama"),
        ("\u04301", "\u0430l"),
        ("zloty", "złoty", "zloty"),
        ("\u0435\u0432\u0430", "ewa", "eva"),
        (
            "czerwony",
            "\u043a\u0440\u0430\u0441\u043d\u044b\u0439",
            "\u03ba\u03cc\u03ba\u03ba\u03b9\u03bd\u03bf",
            "rojo",
            "rót",
            "röt",
        ),
    ],
)
def test_names_that_differ_to_who_reads_them_are_no_pair(names: tuple[str, ...]) -> None:
    assert list(look_alikes(names)) == []


def test_ascii_names_are_never_a_pair() -> None:
    letters = string.ascii_letters + string.digits + "_"
    assert list(look_alikes([a + b for a in letters for b in letters])) == []


def test_no_bundled_file_holds_what_looks_alike() -> None:
    for path in (*bundled_games().values(), *variants_folder().glob("*.csv")):
        words = path.read_text("utf-8").replace('"', " ").split()
        assert list(look_alikes(normalised(word) for word in words)) == []
