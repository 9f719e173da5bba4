"""Whatever a player sees has a name in English, Polish and Spanish, and printed terms are used as printed."""

from collections.abc import Iterator, Mapping

import pytest
from rules.loading import GAMES, bundled, table

from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.tree import find, walk
from splendor_dsl.syntax import ast as a

NAMED = (
    a.FirstPlayer,
    a.Parameter,
    a.Group,
    a.Token,
    a.Kind,
    a.FieldRange,
    a.FieldOf,
    a.Zone,
    a.Counter,
    a.Marker,
    a.Value,
    a.Limit,
    a.KeepLimits,
    a.Action,
    a.Trigger,
    a.EndWhen,
    a.Rank,
    a.Shared,
)
COUNTED = (a.Group, a.Token, a.Kind)
FORMS = {"en": 2, "pl": 3, "es": 2}


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
        if not hidden and (isinstance(clause.says, NAMED) or clause.because):
            yield path, clause


def english(rules: Resolved, path: str, clause: a.Clause | None) -> str | None:
    if path == "game":
        return rules.header.title
    texts = rules.names["en"].get(path)
    says = clause.says if clause else None
    who = says.who if isinstance(says, a.FirstPlayer) else None
    because = clause.because if clause else None
    return (clause and clause.title) or who or (texts[0] if texts else None) or because


CASES = [(game, path) for game in GAMES for path, _ in seen(game)]


@pytest.mark.parametrize(("game", "path"), CASES)
def test_what_a_player_sees_has_a_name_in_three_languages(game: str, path: str) -> None:
    rules = resolved(game)
    clause = None if path in ("game", "tokens", "supply") else find(rules.tree, path)
    assert english(rules, path, clause)
    assert rules.names["pl"][path][0]
    assert rules.names["es"][path][0]


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
        if clause is None or not isinstance(clause.says, COUNTED):
            continue
        colour = int(isinstance(clause.says, a.Token))  # its last text, except in English
        for language in ("pl", "es"):
            found = len(rules.names[language][path])
            assert found == FORMS[language] + colour, (language, path)


@pytest.mark.parametrize("game", GAMES)
def test_an_english_title_is_one_of_the_forms(game: str) -> None:
    rules = resolved(game)
    for path, texts in rules.names["en"].items():
        clause = find(rules.tree, path)
        assert len(texts) <= FORMS["en"]
        assert clause is None or clause.title is None or clause.title in texts, path


@pytest.mark.parametrize("game", GAMES)
def test_the_forms_of_one_thing_agree_between_languages(game: str) -> None:
    """A title in the plural stands for the second form: no language may lack it."""
    rules = resolved(game)
    for path, texts in rules.names["en"].items():
        clause = find(rules.tree, path)
        if clause is not None and clause.title is not None and clause.title in texts[1:]:
            for language in ("pl", "es"):
                assert len(rules.names[language][path]) >= FORMS[language], (language, path)


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
    "example names": "the players of examples, not of a game",
}
TERMS = [
    (row["thing"], language, row[language])
    for row in table("names.csv")
    for language in ("en", "pl", "es")
    if row[language] and not isinstance(THINGS[row["thing"]], str)
]


def test_every_printed_term_has_its_place() -> None:
    assert set(THINGS) == {row["thing"] for row in table("names.csv")}


@pytest.mark.parametrize(("thing", "language", "term"), TERMS)
def test_a_printed_term_is_used_as_printed(thing: str, language: str, term: str) -> None:
    game, path = THINGS[thing]
    rules = resolved(game)
    clause = find(rules.tree, path)
    texts = list(rules.names.get(language, {}).get(path, ()))
    if language == "en":
        assert clause is not None
        row_title = clause.says.sides[0].title if isinstance(clause.says, a.Row) else None
        texts += [clause.title or "", row_title or "", clause.name, rules.header.title or ""]
    if thing.startswith("verb."):
        assert texts[0].split()[0] == term or (language == "en" and term in " ".join(texts).split())
    elif thing.startswith("colour.") and language != "en":
        assert texts[-1] == term
    else:
        assert term in texts
