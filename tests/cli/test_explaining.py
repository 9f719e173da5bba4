"""`splendor explain`, `splendor rulebook` and `splendor diff`."""

import json
import re
from pathlib import Path

import pytest
from cli.program import run
from prose.test_player_aid import weasyprint
from samples import in_fuzz

from splendor_dsl.semantics.expressions import MOST_PARTS


def test_a_clause_is_explained_with_all_its_layers() -> None:
    told = run("explain", "limits.hand", "hand_of_four").out
    assert "  At most 4 development cards among your reserved cards.\n" in told
    assert "cites    C-RES-2\n" in told
    lines = [line for line in told.splitlines() if line.startswith("layer")]
    assert [line.split()[1:3] for line in lines] == [["classic", "write"], ["hand_of_four", "set"]]
    assert "hand_of_four.rules:7): set limits.hand = 4" in lines[1]


def test_a_table_tells_how_many_rows_stand_where(tmp_path: Path) -> None:
    (tmp_path / "more.rules").write_text(
        'splendor rules 2\n\nvariant more "More" extends classic\n\nrows cards from "more.csv"\n'
    )
    table = "name,level,points,bonus,white\nHarbour,1,0,red,3\nMine,1,0,blue,3\n"
    (tmp_path / "more.csv").write_text(table)
    told = run("explain", "rows.cards", "more.rules", cwd=tmp_path).out
    assert re.search(r"^rows     90 in \S*classic.rules, 2 in more.csv$", told, re.MULTILINE)
    found = run("explain", "rows.cards", "more.rules", "--json", cwd=tmp_path).json["clause"]
    assert sorted(found["rows"].values()) == [2, 90]
    assert run("explain", "limits.hand", "classic", "--json").json["clause"]["rows"] == {}


def test_a_clause_of_a_mechanic_names_the_mechanic() -> None:
    found = run("explain", "triggers.visit.needs", "classic", "--json").json["clause"]
    assert [(layer["name"], layer["how"]) for layer in found["layers"]] == [
        ("mechanics.nobles", "add"),
        ("classic", "use"),
        ("mechanics.nobles", "default"),
    ]
    assert found["layers"][2]["says"].startswith("counted name = bonus ")
    assert "nobles.rules:" in found["layers"][2]["place"]
    assert found["layers"][1]["says"] == "use nobles cite C-NOBLE"
    assert found["because"] == "the bonuses do not cover what the noble asks for"


@pytest.mark.parametrize(
    ("path", "game", "layers"),
    [
        (
            "zones.court.places",
            "classic",
            ["mechanics.nobles add", "classic use", "classic option: reveal players + 1"],
        ),
        (
            "limits.tokens.green",
            "marvel",
            ["mechanics.time_stone add", "marvel use", 'marvel option: token green "time"'],
        ),
        (
            "rows.nobles.white_blue",
            "classic",
            [
                "mechanics.nobles add",
                "mechanics.nobles add",
                "classic use",
                "classic option: tiles",
            ],
        ),
    ],
)
def test_the_options_that_a_clause_is_made_with_are_layers(
    path: str, game: str, layers: list[str]
) -> None:
    found = run("explain", path, game, "--json").json["clause"]["layers"]
    told = [f"{each['name']} {each['how']}" for each in found]
    assert told == [layer.partition(":")[0] for layer in layers]
    assert found[-1]["says"].startswith(layers[-1].partition(": ")[2])
    assert re.search(rf"{game}\.rules:\d+$", found[-1]["place"])


def test_an_option_that_is_left_to_its_default_is_a_layer() -> None:
    told = run("explain", "zones.court.places", "marvel_nobles").out
    assert "layer    mechanics.nobles default (" in told
    assert ": reveal number = players + 1" in told
    assert "default" not in run("explain", "zones.court.places", "classic").out
    assert "default" not in run("explain", "values.points", "marvel").out


def test_what_was_put_into_a_clause_is_a_layer_of_it() -> None:
    lines = run("explain", "actions.reserve", "reserve_costs").out.splitlines()
    layers = [line.split()[1:3] for line in lines if line.startswith("layer")]
    assert layers == [["classic", "write"], ["reserve_costs", "after"], ["reserve_costs", "after"]]


def test_a_piece_is_told_in_words() -> None:
    told = run("explain", "rows.nobles.white_blue", "classic", "--lang", "pl").out
    assert "\n  3 punkty, wymagane bonusy 4 białe 4 niebieskie.\n" in told


def test_an_option_that_a_variant_sets_has_both_layers(tmp_path: Path) -> None:
    rules = 'splendor rules 2\n\nvariant more "More" extends classic\n\n'
    (tmp_path / "more.rules").write_text(f"{rules}set mechanics.nobles.reveal = players + 2\n")
    told = run("explain", "zones.court.places", "more.rules", cwd=tmp_path).out
    assert "layer    more set (more.rules:5): set mechanics.nobles.reveal = players + 2\n" in told
    assert "layer    classic use (" in told


def test_a_parameter_that_is_reached_through_a_value_is_a_layer() -> None:
    told = run("explain", "end.target", "classic", "--set", "target=8").out
    assert "at least 8 prestige points" in told
    assert re.search(r"layer    target parameter \(.*classic\.rules:\d+\): target 15 from 1", told)
    assert "layer    target set by --set (the command line): target = 8\n" in told
    alone = run("explain", "parameters.target", "classic", "--set", "target=8").out
    assert "  Points that end the game: 8, can be set from 1 to 60.\n" in alone
    assert "layer    target set by --set" in alone
    assert "target" not in run("explain", "actions.buy", "classic").out


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("examples.pile_of_four", "  Now: exactly 2 rubies among the tokens of Ann.\n"),
        ("examples.pile_of_four.when_1", "  Ann plays: take 2 red.\n"),
        ("invariants.hands", "  Always: all players have at most 3 development cards among"),
        ("actions.buy.pay.gold", "Each gold may stand for any gem"),
    ],
)
def test_what_stands_in_no_chapter_has_its_sentence_too(path: str, sentence: str) -> None:
    assert sentence in run("explain", path, "classic").out


def test_the_game_may_stand_first() -> None:
    assert (
        run("explain", "classic", "limits.hand").out == run("explain", "limits.hand", "classic").out
    )


def test_a_parameter_is_a_layer_too() -> None:
    told = run("explain", "values.goal.points", "classic", "--set", "target=20").out
    assert "at least 20 prestige points" in told
    assert "layer    target set by --set" in told
    assert "target = 20" in told


@pytest.mark.parametrize("move", ["take 2 red", "take 2 blue", "weź 2 czerwone"])
def test_a_move_is_explained_by_its_action(move: str) -> None:
    told = run("explain", move, "classic", "--language", "pl").out
    assert told.startswith("actions.take_same")
    assert "Weź 2 kamienie szlachetne wybranego koloru z puli." in told


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("actions.bye", "classic"), "did you mean 'actions.buy'?"),
        (("fly away", "classic"), "found 'fly away'"),
        (("actions.buy",), "expected a game after 'actions.buy'"),
        (("take 2 red",), "expected a game after 'take 2 red'"),
        (("actions.buy", "nosuch"), "found 'nosuch'"),
        (("actions.buy", "classic", "--language", "xx"), "expected a language"),
    ],
)
def test_what_cannot_be_explained(words: tuple[str, ...], text: str) -> None:
    ran = run("explain", *words)
    assert ran.status == 2
    assert text in ran.err


def test_a_rulebook_is_written_in_a_form_and_a_language(tmp_path: Path) -> None:
    page = tmp_path / "book.html"
    ran = run("rulebook", "marvel", "--lang", "pl", "--format", "html", "--out", str(page))
    assert (ran.status, ran.out) == (0, "")
    assert '<html lang="pl">' in page.read_text("utf-8")
    assert run("rulebook", "classic").out.startswith("# Splendor\n")
    book = json.loads(run("rulebook", "classic", "--json").out)["book"]
    assert {"Components", "Setup", "At a glance"} <= {each["title"] for each in book["sections"]}


def test_a_pdf_is_written_where_weasyprint_is(tmp_path: Path) -> None:
    file = tmp_path / "book.pdf"
    ran = run("rulebook", "marvel", "--lang", "pl", "--format", "pdf", "--out", str(file))
    if weasyprint() is None:
        assert ran.status == 2
        assert "pip install weasyprint" in ran.err
        assert not file.exists()
        return
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    made = file.read_bytes()
    assert made.startswith(b"%PDF-")
    assert b"%%EOF" in made[-64:]
    assert len(made) > 20_000
    told = run("rulebook", "classic", "--format", "pdf")
    assert (told.status, told.out) == (2, "")
    assert "expected --out FILE for a pdf, found none" in told.err


@pytest.mark.parametrize(
    "lacks",
    ['raise ImportError("weasyprint")', "raise OSError(\"cannot load library 'libpango-1.0-0'\")"],
)
def test_what_is_missing_for_a_pdf_is_said(tmp_path: Path, lacks: str) -> None:
    (tmp_path / "weasyprint.py").write_text(f"{lacks}\n", "utf-8")
    args = ("rulebook", "classic", "--format", "pdf", "--out", "book.pdf")
    ran = run(*args, cwd=tmp_path, PYTHONPATH=str(tmp_path))
    assert (ran.status, ran.out) == (2, "")
    assert (
        "expected weasyprint for a pdf, found none: pip install weasyprint, or use html" in ran.err
    )
    assert not (tmp_path / "book.pdf").exists()


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (("--format", "doc"), "expected a form (md, html or pdf), found 'doc'"),
        (("--lang", "xx"), "expected a language"),
        (("--out", "/nosuch/folder/book.md"), "cannot write"),
    ],
)
def test_a_rulebook_that_cannot_be_written(options: tuple[str, ...], text: str) -> None:
    ran = run("rulebook", "classic", *options)
    assert ran.status == 2
    assert text in ran.err


def test_a_diff_is_told_for_players_and_for_designers() -> None:
    told = run("diff", "classic", "sudden_death")
    assert told.status == 0
    goal = "what “the goal” asks for (at least 15 prestige points) — the first at the target wins"
    assert f"    now: The game ends at once, as it stands, when a player has {goal}." in told.out
    paths = run("diff", "classic", "hand_of_four", "--paths").out
    assert paths.startswith("~ limits.hand: cards in hand at most 4 cite C-RES-2, was ")
    report = run("diff", "classic", "hand_of_four", "--json").json
    assert [each["path"] for each in report["paths"]] == ["limits.hand"]
    assert run("diff", "classic", "classic").out == "The rules are the same.\n"
    names = run("diff", "classic", "marvel").out.partition("\n\n")[0]
    assert "buy a card → recruit a card" in names
    assert "more" not in names
    assert run("diff", "classic", "classic", "--paths").out == "no clause differs\n"
    assert run("diff", "classic", "nosuch").status == 2


APART = (
    "replace end.stuck { stuck: when passes > players then at once }",
    'replace parameters.target { target 15 from 12 to 25 "points that end the game" }',
)
MOVED = "remove actions.reserve.gain\nbefore actions.reserve.move { gain up to 1 gold }\n"


@pytest.mark.parametrize("change", [*APART, MOVED])
def test_rules_that_differ_are_never_the_same(change: str, tmp_path: Path) -> None:
    (tmp_path / "apart.rules").write_text(
        f'splendor rules 2\n\nvariant apart "Apart" extends classic\n\n{change}\n'
    )
    words = ("diff", "classic", "apart.rules")
    told = run(*words, cwd=tmp_path)
    assert (told.status, told.err) == (0, "")
    assert "The rules are the same." not in told.out
    report = run(*words, "--json", cwd=tmp_path).json
    assert report["same"] is False
    assert report["paths"]


def test_where_no_sentence_differs_the_clauses_are_told(tmp_path: Path) -> None:
    head = 'splendor rules 2\n\nvariant apart "Apart" extends classic\n\n'
    file = tmp_path / "apart.rules"
    file.write_text(f"{head}{MOVED}")
    told = run("diff", "classic", "apart.rules", cwd=tmp_path).out
    assert told.splitlines()[0] == "The rules read alike, but these clauses differ:"
    assert "  ~ actions.reserve: gain, move, was move, gain  (" in told
    told = run("diff", "classic", "apart.rules", "--lang", "pl", cwd=tmp_path).out
    assert told.startswith("Zasady brzmią tak samo, ale te reguły się różnią:\n")
    # another title and other citations change no game
    same = 'replace parameters.target { target 15 from 1 to 60 "points to reach" }'
    file.write_text(f"{head}{same}\n")
    assert run("diff", "classic", "apart.rules", cwd=tmp_path).out == "The rules are the same.\n"
    assert run("diff", "classic", "apart.rules", "--json", cwd=tmp_path).json["same"] is True


@pytest.mark.parametrize(
    ("path", "game", "says"),
    [
        ("values.goal.points", "sprint", "set parameters.target = 10"),
        ("end.target", "sprint", "set parameters.target = 10"),
        ("actions.reserve.room", "hand_of_four", "set limits.hand = 4"),
        (
            "end.target",
            "target_by_players",
            "set values.goal.points = points >= target + 2 * (4 - players)",
        ),
    ],
)
def test_who_made_the_number_of_a_sentence_is_a_layer(path: str, game: str, says: str) -> None:
    layers = run("explain", path, game, "--json").json["clause"]["layers"]
    assert [each["name"] for each in layers if each["says"] == says] == [game]
    known = [(each["place"], each["says"]) for each in layers]
    assert len(known) == len({*known})


@pytest.mark.parametrize("language", ["en", in_fuzz("pl")])
@pytest.mark.parametrize(
    "condition",
    [
        " + ".join(["red in purse"] * MOST_PARTS) + " > 4",
        "red in purse - " + " - ".join(["gold in purse"] * 450) + " > 4",
        " and ".join(["points > 5"] * MOST_PARTS),
        " or ".join(["points > 5"] * MOST_PARTS),
        f"min({', '.join(['red in purse'] * MOST_PARTS)}) > 4",
    ],
    ids=["sum", "difference", "and", "or", "min"],
)
def test_why_tells_conditions_of_the_most_parts(
    condition: str, language: str, tmp_path: Path
) -> None:
    text = 'splendor rules 2\n\nvariant long "Long" extends classic\n\n'
    (tmp_path / "long.rules").write_text(f"{text}set actions.reserve.room = {condition}\n")
    told = run("why", "long.rules", "reserve 1-1", "--lang", language, cwd=tmp_path)
    assert (told.status, "Traceback" in told.err) == (0, False)
    assert len(told.out) > 5_000
