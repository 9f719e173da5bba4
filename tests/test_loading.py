"""How a game is loaded and a record read by those who use the package."""

from pathlib import Path
from typing import Any

import pytest

import splendor_dsl
from splendor_dsl import pipeline
from splendor_dsl.source import Source, source_from_text
from splendor_dsl.syntax.from_text import Parsed, from_text


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("clasic", r"SPL701.*found 'clasic' \(did you mean 'classic'\?\)"),
        ("nosuch", r"SPL701.*expected the name of a game or a rule file, found 'nosuch'"),
        ("no/such.rules", r"SPL001.*cannot find the file"),
        (Path("classic"), r"SPL001.*cannot find the file"),
        ("\0", r"error\[SPL"),
    ],
)
def test_a_game_that_is_not_there_is_told(name: Any, message: str) -> None:
    with pytest.raises(splendor_dsl.RulesError, match=message) as raised:
        splendor_dsl.load(name)
    assert len(raised.value.problems) == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": None}, "expected the name of a game or a rule file, found None"),
        ({"settings": {"target": "9"}}, "expected settings as whole numbers by their names"),
        ({"settings": {"target": True}}, "expected settings as whole numbers by their names"),
        ({"settings": 3}, "expected settings as whole numbers by their names, found 3"),
        ({"plugins": "mine.py"}, "expected a list of plugins, found 'mine.py'"),
        ({"plugins": None}, "expected a list of plugins, found None"),
    ],
)
def test_what_is_of_the_wrong_kind_is_told(given: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        splendor_dsl.load(**{"name": "classic", **given})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"targt": 9}, r"SPL711.*found 'targt' \(did you mean 'target'\?\)"),
        ({"target": 99}, "SPL304.*expected 1 to 60, found 99"),
    ],
)
def test_settings_that_the_rules_do_not_take_are_told(
    settings: dict[str, int], message: str
) -> None:
    with pytest.raises(splendor_dsl.RulesError, match=message):
        splendor_dsl.load("classic", settings=settings)
    assert splendor_dsl.load("classic", settings={"target": 9}).name == "classic"


def test_a_plugin_that_is_not_there_is_told() -> None:
    with pytest.raises(splendor_dsl.RulesError, match="no_such_module"):
        splendor_dsl.load("classic", plugins=["no_such_module"])


def test_a_record_in_the_place_of_rules_is_told(tmp_path: Path) -> None:
    game = splendor_dsl.load("classic")
    file = tmp_path / "game.txt"
    file.write_text(splendor_dsl.to_record(game, game.start(2)))
    with pytest.raises(splendor_dsl.RulesError, match="SPL714"):
        splendor_dsl.load(str(file))


def test_a_record_is_read_again_or_says_why_not() -> None:
    game = splendor_dsl.load("classic")
    state = game.start(2, seed=3, names=["Ann", "Bob"]).play("take 2 red")
    text = splendor_dsl.to_record(game, state, seats=["human", "random"])
    assert splendor_dsl.from_record(game, text) == state
    for wrong, code in (
        ("hello", "SPL715"),
        ("", "SPL715"),
        (text.replace("take 2 red", "buy 3-1"), "SPL609"),
        (text.replace("[seed", "[sead"), "SPL602"),
    ):
        with pytest.raises(splendor_dsl.RecordError) as raised:
            splendor_dsl.from_record(game, wrong)
        assert [problem.code for problem in raised.value.problems] == [code]


def test_a_record_of_another_game_is_no_word_of_a_change() -> None:
    classic, marvel = splendor_dsl.load("classic"), splendor_dsl.load("marvel")
    text = splendor_dsl.to_record(classic, classic.start(2))
    found = "the record is of 'classic', and the rules given are those of 'marvel'"
    with pytest.raises(splendor_dsl.RecordError, match=found):
        splendor_dsl.from_record(marvel, text)
    beside = splendor_dsl.to_record(classic, classic.start(2), name="rules/classic.rules")
    other = splendor_dsl.load("classic", settings={"target": 10})
    with pytest.raises(splendor_dsl.RecordError, match="have changed since"):
        splendor_dsl.from_record(other, beside)


def test_a_text_that_was_read_lately_is_not_parsed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A base is wanted for each file that extends it."""
    parsed: list[str] = []

    def spy(source: Source) -> Parsed:
        parsed.append(source.name)
        return from_text(source)

    monkeypatch.setattr(pipeline, "from_text", spy)
    rules = 'splendor rules 2\n\nvariant {} "Twice" extends classic\n'
    long = f"{rules.format('long')}\n# {'long ' * 20_000}\n"
    for name, text in (("a", rules.format("a")), ("b", rules.format("b")), ("long", long)):
        for _ in range(2):
            loaded = pipeline.load_source(source_from_text(f"{name}.rules", text))
            assert loaded.model is not None
    assert [name for name in parsed if name in {"a.rules", "b.rules", "long.rules"}] == [
        "a.rules",
        "b.rules",
        "long.rules",
        "long.rules",
    ]
    assert sum("classic" in name for name in parsed) <= 1
