import pytest

from splendor_dsl.spelling import nearest

COLOURS = ("white", "blue", "green", "red", "black", "gold")


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
