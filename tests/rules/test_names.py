"""Names in all languages: each thing that a player sees has one, and printed terms are used as printed."""

import re
from collections.abc import Iterator, Mapping

import pytest
from languages import NAMED
from rules.loading import GAMES, bundled, table

from splendor_dsl.bundled import variants_folder
from splendor_dsl.checks.languages import COUNTED, SEEN
from splendor_dsl.languages import forms_of
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.names import NO_NAME, Name
from splendor_dsl.semantics.tree import find, walk
from splendor_dsl.syntax import ast as a

HOUSE = tuple(
    f"house/{path.stem}" for path in sorted((variants_folder() / "house").glob("*.rules"))
)
ALL = (*GAMES, *HOUSE)
BLANK = re.compile(r"\{\w+\}")


def resolved(game: str) -> Resolved:
    found = bundled(game).resolved
    assert found is not None
    return found


def seen(game: str) -> Iterator[tuple[str, a.Clause | None]]:
    """The paths that a player sees: the game, what has a name, and what gives a reason."""
    yield "game", None
    yield "tokens", None
    yield "supply", None
    for path, clause in walk(resolved(game).tree):
        hidden = path.startswith(("rows.", "examples.", "mechanics.", "invariants."))
        if not hidden and (isinstance(clause.construct, SEEN) or clause.because):
            yield path, clause


def named(rules: Resolved, language: str, path: str) -> Name:
    return rules.names[language].get(path, NO_NAME)


def english(rules: Resolved, path: str, clause: a.Clause | None) -> str | None:
    if path == "game":
        return rules.header.title
    texts = named(rules, "en", path).texts
    construct = clause.construct if clause else None
    who = construct.who if isinstance(construct, a.FirstPlayer) else None
    word = clause.name if clause and isinstance(construct, a.Choose) else None
    because = clause.because if clause else None
    return (clause and clause.title) or who or word or (texts[0] if texts else None) or because


@pytest.mark.parametrize("game", ALL)
def test_what_a_player_sees_has_a_name_in_each_language(game: str) -> None:
    rules = resolved(game)
    lacking = []
    for path, clause in seen(game):
        lacking += [] if english(rules, path, clause) else [("en", path)]
        is_named = clause is None or isinstance(clause.construct, SEEN)
        lacking += [(x, path) for x in NAMED if is_named and not named(rules, x, path).texts]
    assert not lacking


@pytest.mark.parametrize("game", ALL)
def test_each_reason_is_given_in_each_language(game: str) -> None:
    rules = resolved(game)
    asked = [path for path, clause in seen(game) if clause is not None and clause.because]
    lacking = [(x, p) for p in asked for x in NAMED if not named(rules, x, p).forms.get("because")]
    assert not lacking


@pytest.mark.parametrize("game", ALL)
def test_what_is_typed_can_be_typed_in_each_language(game: str) -> None:
    """An action has a pattern with the same blanks; a token a word, in as many forms as a noun has."""
    rules = resolved(game)
    for path, clause in seen(game):
        for language in NAMED:
            typed = named(rules, language, path).forms.get("as", ())
            match clause and clause.construct:
                case a.Action(notation=str(pattern)):
                    assert len(typed) == 1, (language, path)
                    assert sorted(BLANK.findall(typed[0])) == sorted(BLANK.findall(pattern))
                case a.Token():
                    assert len(typed) == forms_of(language), (language, path)


@pytest.mark.parametrize("game", ALL)
def test_each_place_has_the_forms_that_the_story_needs(game: str) -> None:
    rules = resolved(game)
    for path, clause in seen(game):
        if clause is not None and isinstance(clause.construct, a.Zone):
            for language in NAMED:
                forms = named(rules, language, path).forms
                assert {"from", "to", "in"} <= forms.keys(), (language, path)


@pytest.mark.parametrize("game", ALL)
def test_what_is_chosen_moved_or_had_has_the_forms_of_its_cases(game: str) -> None:
    """A kind is chosen and moved; a marker is had, and in Polish is not had in another case."""
    rules = resolved(game)
    for path, clause in seen(game):
        if clause is not None and isinstance(clause.construct, a.Kind):
            assert "object" in named(rules, "pl", path).forms, path
            assert {"object", "the"} <= named(rules, "es", path).forms.keys(), path
        if clause is not None and isinstance(clause.construct, a.Marker):
            assert {"object", "of"} <= named(rules, "pl", path).forms.keys(), path
            assert "object" in named(rules, "es", path).forms, path


@pytest.mark.parametrize("game", ALL)
def test_no_name_holds_a_number_that_a_variant_can_change(game: str) -> None:
    """Require that the name of a rule stays true when its numbers are set otherwise."""
    rules = resolved(game)
    for path, clause in seen(game):
        if clause is not None and isinstance(
            clause.construct, a.Action | a.Trigger | a.Value | a.Phase
        ):
            texts = _titles(rules, path, clause)
            assert not [text for text in texts if re.search(r"\d", text)], path


def _titles(rules: Resolved, path: str, clause: a.Clause) -> list[str]:
    given = [text for names in rules.names.values() for text in names.get(path, NO_NAME).texts]
    return [*given, clause.title or ""]


@pytest.mark.parametrize("game", GAMES)
def test_each_example_of_an_edition_is_titled_in_each_language(game: str) -> None:
    rules = resolved(game)
    titled = [path for path, each in walk(rules.tree) if isinstance(each.construct, a.Example)]
    assert len(titled) > 1
    lacking = [(x, p) for p in titled for x in NAMED if len(named(rules, x, p).texts) != 1]
    assert not lacking


@pytest.mark.parametrize("game", GAMES)
def test_names_are_given_to_clauses_that_exist(game: str) -> None:
    rules = resolved(game)
    removed = {touch.path for touch in rules.touches if touch.how == "remove"}
    for texts in rules.names.values():
        for path in texts:
            assert path in removed or find(rules.tree, path) is not None, path


@pytest.mark.parametrize("game", GAMES)
def test_what_is_counted_has_all_its_forms(game: str) -> None:
    rules = resolved(game)
    for path, clause in seen(game):
        if clause is None or not isinstance(clause.construct, COUNTED):
            continue
        for language in NAMED:
            assert len(named(rules, language, path).texts) == forms_of(language), (language, path)


@pytest.mark.parametrize("game", GAMES)
def test_an_english_title_is_one_of_the_forms(game: str) -> None:
    rules = resolved(game)
    for path, name in rules.names["en"].items():
        clause, texts = find(rules.tree, path), name.texts
        assert len(texts) <= forms_of("en")
        assert clause is None or clause.title is None or clause.title in texts, path


@pytest.mark.parametrize("game", GAMES)
def test_the_forms_of_one_thing_agree_between_languages(game: str) -> None:
    """A title in the plural stands for the second form: no language may lack it."""
    rules = resolved(game)
    for path, name in rules.names["en"].items():
        clause = find(rules.tree, path)
        if clause is not None and clause.title is not None and clause.title in name.texts[1:]:
            for language in NAMED:
                assert len(named(rules, language, path).texts) >= forms_of(language), (
                    language,
                    path,
                )


# ---- printed terms -------------------------------------------------------------------------------
GENERAL = "a word of the language, not of a game"
THINGS: Mapping[str, tuple[str, str] | str] = {
    "game.marvel": ("marvel", "game"),
    "gem.green (classic)": ("classic", "tokens.gems.green"),
    "gem.white (classic)": ("classic", "tokens.gems.white"),
    "gem.blue (classic)": ("classic", "tokens.gems.blue"),
    "gem.black (classic)": ("classic", "tokens.gems.black"),
    "gem.red (classic)": ("classic", "tokens.gems.red"),
    "joker (classic)": ("classic", "tokens.joker.gold"),
    "card (classic)": ("classic", "kinds.cards"),
    "noble": ("classic", "kinds.nobles"),
    "points (classic)": ("classic", "values.points"),
    "stone.yellow": ("marvel", "tokens.stones.yellow"),
    "stone.purple": ("marvel", "tokens.stones.purple"),
    "stone.blue": ("marvel", "tokens.stones.blue"),
    "stone.red": ("marvel", "tokens.stones.red"),
    "stone.orange": ("marvel", "tokens.stones.orange"),
    "stone.green": ("marvel", "tokens.time_stones.green"),
    "joker (marvel)": ("marvel", "tokens.shield.gray"),
    "colour.yellow": ("marvel", "tokens.stones.yellow"),
    "colour.purple": ("marvel", "tokens.stones.purple"),
    "colour.blue": ("marvel", "tokens.stones.blue"),
    "colour.red": ("marvel", "tokens.stones.red"),
    "colour.orange": ("marvel", "tokens.stones.orange"),
    "colour.green": ("marvel", "tokens.time_stones.green"),
    "colour.gray": ("marvel", "tokens.shield.gray"),
    "colour.white": ("classic", "tokens.gems.white"),
    "colour.black": ("classic", "tokens.gems.black"),
    "colour.gold": ("classic", "tokens.joker.gold"),
    "card (marvel)": ("marvel", "kinds.cards"),
    "location": ("marvel", "kinds.locations"),
    "points (marvel)": ("marvel", "values.points"),
    "gauntlet": ("marvel", "values.goal"),
    "avengers tile": ("marvel", "markers.avengers_assemble"),
    "tag": ("marvel", "values.tags"),
    "time stone": ("marvel", "tokens.time_stones"),
    "stones": ("marvel", "tokens.stones"),
    "token": ("marvel", "tokens"),
    "bonus": ("marvel", "values.bonus"),
    "level": ("marvel", "kinds.cards.level"),
    "round": GENERAL,
    "turn": GENERAL,
    "player": GENERAL,
    "verb.take": ("marvel", "actions.take_different"),
    "verb.reserve": ("marvel", "actions.reserve"),
    "verb.buy (classic)": ("classic", "actions.buy"),
    "verb.recruit": ("marvel", "actions.recruit"),
    "verb.pass": ("marvel", "actions.pass"),
    "verb.return": ("marvel", "turn.limits"),
    "character.Rocket": ("marvel", "rows.cards.rocket"),
    "character.Wasp": ("marvel", "rows.cards.wasp"),
    "character.Captain America": ("marvel", "rows.cards.captain_america"),
    "character.Thanos": "no card shows him",
    "example names": "see test_those_who_play_a_printed_example_are_called_as_printed",
}
# The languages of the printed books: those that a column is for.
PRINTED = tuple(column for column in table("names.csv")[0] if column != "thing")
TERMS = [
    (row["thing"], language, row[language])
    for row in table("names.csv")
    for language in PRINTED
    if row[language] and not isinstance(THINGS[row["thing"]], str)
]


@pytest.mark.parametrize("language", [each for each in PRINTED if each != "en"])
@pytest.mark.parametrize("example", ["ghost_rider", "rocket", "knowhere", "assemble"])
def test_those_who_play_a_printed_example_are_called_as_printed(
    example: str, language: str
) -> None:
    (row,) = (row for row in table("names.csv") if row["thing"] == "example names")
    printed = dict(zip(row["en"].split(", "), row[language].split(", "), strict=True))
    path = f"examples.{example}.players_1"
    line = find(resolved("marvel").tree, path)
    assert line is not None
    assert isinstance(line.construct, a.ExamplePlayers)
    wanted = tuple(printed[each.text] for each in line.construct.names)
    assert named(resolved("marvel"), language, path).texts == wanted
    title = named(resolved("marvel"), language, f"examples.{example}").texts[0]
    assert not [each for each in printed if each in title]


def test_every_printed_term_has_its_place() -> None:
    assert set(THINGS) == {row["thing"] for row in table("names.csv")}


@pytest.mark.parametrize(("thing", "language", "term"), TERMS)
def test_a_printed_term_is_used_as_printed(thing: str, language: str, term: str) -> None:
    game, path = THINGS[thing]
    rules = resolved(game)
    clause = find(rules.tree, path)
    texts = list(named(rules, language, path).texts)
    if language == "en":
        assert clause is not None
        row_title = clause.construct.sides[0].title if isinstance(clause.construct, a.Row) else None
        texts += [clause.title or "", row_title or "", clause.name, rules.header.title or ""]
    if thing.startswith("verb."):
        assert texts[0].split()[0] == term or (language == "en" and term in " ".join(texts).split())
    elif thing.startswith("colour.") and language != "en":
        assert named(rules, language, path).forms["as"][0] == term
    else:
        assert term in texts
