import re
from pathlib import Path

import pytest
from cli.program import Terminal, run
from languages import SPOKEN

from splendor_dsl.records.parser import read_record
from splendor_dsl.records.record import Record
from splendor_dsl.source import Source, read_source

START = ("play", "classic", "--seed", "7", "--players", "2")


def record(path: Path) -> Record:
    source = read_source(path)
    assert isinstance(source, Source)
    found = read_record(source)
    assert isinstance(found, Record)
    return found


def test_without_a_terminal_bots_play_a_whole_game(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    ran = run("play", "classic", "--seed", "7", "--players", "3", "--record", str(file))
    assert ran.status == 0
    assert "-- round 1 --" in ran.out
    assert "the game is over: the target is reached" in ran.out
    assert "has won." in ran.out
    assert run("replay", str(file)).status == 0
    assert record(file).players == ("Greedy 1", "Greedy 2", "Greedy 3")


@pytest.mark.parametrize("game", ["classic", "marvel"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_recorded_game_replays(game: str, players: int, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run("play", game, "--seed", "3", "--players", str(players), "--record", str(file))
    ran = run("replay", str(file), "--json")
    assert ran.status == 0
    assert ran.json["moves"] == ran.json["of"] == record(file).count
    assert ran.json["result"] == record(file).result


def test_the_seed_that_a_game_draws_by_itself_can_t_be_found_by_trying(tmp_path: Path) -> None:
    seeds = set()
    for number in range(3):
        file = tmp_path / f"{number}.txt"
        run(
            "play", "classic", "--set", "target=3", "--bots", "random,random", "--record", str(file)
        )
        seeds.add(record(file).seed)
        assert run("replay", str(file)).status == 0
    assert len(seeds) == 3
    assert max(seeds) > 1 << 32


def test_moves_have_the_same_numbers_in_a_record_in_its_replay_and_in_examples(
    tmp_path: Path,
) -> None:
    file = tmp_path / "game.txt"
    bots = ("--players", "3", "--bots", "random,random,random")
    run("play", "marvel", "--seed", "3", *bots, "--record", str(file))
    told = run("replay", str(file)).out.splitlines()
    made, several = 0, []
    for turn in record(file).turns:
        line = f"{made + 1} {turn.player}: {'; '.join(move.text for move in turn.moves)}"
        assert line in file.read_text().splitlines()
        for move in turn.moves:
            made += 1
            assert f"{made} {turn.player}: {move.text}" in told
        if len(turn.moves) > 2:
            several.append((made, turn.moves[-1].text))
    number, text = several[0]
    last = run("example", str(file), str(number)).out
    assert [line for line in last.splitlines() if "when" in line][-1].endswith(f'"{text}"')


def test_a_person_takes_moves_asks_why_takes_back_and_saves(tmp_path: Path) -> None:
    file = tmp_path / "saved.txt"
    terminal = Terminal(*START)
    table = terminal.wait_for("Player 1> ")
    assert "Splendor  round 1" in table
    assert "1 take white blue green" in table
    terminal.type("why buy 2-3")
    assert "cannot pay 5 green" in terminal.wait_for("Player 1> ")
    terminal.type("take 2 white")
    told = terminal.wait_for("Player 1> ")
    assert "Player 1: take 2 white" in told
    assert "Search 2: " in told
    assert "purse 2W 2/10" in told
    terminal.type("undo")
    assert "supply: 4 white" in terminal.wait_for("Player 1> ")
    terminal.type("1; reserve 1-1; moves")
    assert "hand-1" in terminal.wait_for("Player 1> ")
    terminal.type(f"save {file}")
    assert f"recorded in {file}" in terminal.wait_for("Player 1> ")
    terminal.type("quit")
    status, _ = terminal.end()
    assert status == 0
    saved = record(file)
    assert saved.result == "unfinished"
    assert [turn.moves[0].text for turn in saved.turns if turn.player == "Player 1"] == [
        "take white blue green",
        "reserve 1-1",
    ]


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "saved.txt"
    run(*START, "--bots", "human,greedy", typed=f"take 2 white\nsave {file}\nquit\n")
    ran = run("play", str(file), "--bots", "human,greedy", typed="log\nquit\n")
    assert ran.status == 0
    assert "Player 1: take 2 white" in ran.out
    assert "round 2" in ran.out
    finished = run("play", str(file), "--bots", "greedy,greedy")
    assert finished.out.count("has won.") == 1


def test_a_saved_game_goes_on_with_those_who_played_it(tmp_path: Path) -> None:
    file = tmp_path / "saved.txt"
    start = ("play", "classic", "--seed", "7", "--names", "Ann,Bob,Cid")
    run(*start, "--bots", "random,human", typed=f"take 2 white\nsave {file}\nquit\n")
    assert record(file).seats == ("random", "human", "search")
    ran = run("play", str(file), typed="quit\n")
    assert "players: Ann (random), Bob (human), Cid (search)\n" in ran.out
    assert "Bob> " in ran.out
    assert "round 1 --" not in ran.out  # what was told before is not told again
    changed = run("play", str(file), "--bots", "human", typed="quit\n")
    assert "players: Ann (human), Bob (human), Cid (search)\n" in changed.out
    terminal = Terminal("play", str(file))
    assert "players: Ann (random), Bob (human), Cid (search)\n" in terminal.wait_for("Bob> ")
    terminal.type("quit")
    assert terminal.end()[0] == 0


def test_a_saved_game_can_be_taken_back(tmp_path: Path) -> None:
    file, again = tmp_path / "saved.txt", tmp_path / "again.txt"
    typed = f"take 2 white\ntake 2 blue\nsave {file}\nquit\n"
    run(*START, "--bots", "human,greedy-0", typed=typed)
    before = record(file).count
    typed = f"take 2 red\nundo\nundo\nundo\nsave {again}\nundo\nquit\n"
    ran = run("play", str(file), typed=typed)
    assert ran.out.count("taken back") == 3
    assert ran.out.count("there is nothing to take back") == 1
    assert (before, record(again).count) == (4, 0)
    typed = f"undo\nundo\ntake 2 white\ntake 2 blue\nsave {again}\nquit\n"
    run("play", str(file), typed=typed)
    assert again.read_text() == file.read_text()


def test_moves_are_told_before_the_refusal_of_the_next_one() -> None:
    ran = run(*START, "--bots", "human,human", typed="take 2 white; take 9 white\nquit\n")
    told, refused = ran.out.index("Player 1: take 2 white"), ran.out.index("take 9 white")
    assert told < refused


def test_a_seat_of_a_bot_that_is_not_there_is_told(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run(*START, "--bots", "human", "--record", str(file), typed="quit\n")
    file.write_text(file.read_text().replace('"human, search"', '"human, deep"'))
    ran = run("play", str(file), typed="quit\n")
    assert ran.status == 2
    assert "found 'deep'" in ran.err
    assert run("play", str(file), "--bots", "human,random", typed="quit\n").status == 0


@pytest.mark.parametrize(
    "given", [("--players", "3"), ("--names", "A,B"), ("--seed", "1"), ("--set", "target=3")]
)
def test_what_a_record_decides_is_no_option(given: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run(*START, "--record", str(file))
    ran = run("play", str(file), *given)
    assert ran.status == 2
    assert f"expected no {given[0]} with a record, which has its own" in ran.err


def test_a_game_that_is_broken_off_is_recorded(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    terminal = Terminal(*START, "--record", str(file))
    terminal.wait_for("Player 1> ")
    terminal.type("take 2 red")
    terminal.wait_for("Player 1> ")
    status, _ = terminal.press_until_it_ends(b"\x03")
    assert status == 130
    assert record(file).count == 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("buuy 3", "expected 'buy {card}'"),
        ("99", "expected a number from 1 to 30, found 99"),
        ("0", "expected a number from 1 to 30, found 0"),
        ("9" * 400, "expected a number"),
        ("x" * 4000, "expected a move"),
        ("buy 3-1", "buy 3-1 can't be made: cannot pay"),
        ("take 2 gold", "; nearest is 'take 2 white'"),
        ("undo", "there is nothing to take back"),
        ("undu", "did you mean the order 'undo'?"),
        ("why", "expected a move after why"),
        ("why 3", "take white blue black: possible"),
        ("why 99", "expected a number from 1 to 30, found 99"),
        ("save", "expected a file after save"),
        ("save /nowhere/at/all", "cannot write"),
        ("save .", "cannot write"),
        ("; ;;", ""),
        ("take red red", "'red' stands there twice; did you mean 'take 2 red'?\n"),
        ("reserve 1 1", "found '1'; did you mean 'reserve 1-1'?\n"),
        ("reserve deck1", "found 'deck1'; did you mean 'reserve deck-1'?\n"),
        ("undo now", "expected nothing after 'undo', found 'now'"),
        ("quit please", "expected nothing after 'quit', found 'please'"),
        ("Log all of it", "expected nothing after 'Log', found 'all of it'"),
        ("foo", "expected a move or an order, found 'foo'; help shows them all\n"),
        ("\udcff\udcfe", "expected a move or an order"),
        ("\0", "expected a move or an order"),
        ("\x1b[A", "expected a move or an order"),
    ],
)
def test_what_cannot_be_done_is_told_and_the_game_goes_on(typed: str, said: str) -> None:
    ran = run(*START, "--bots", "human", typed=f"{typed}\ntake 2 red\nquit\n")
    assert ran.status == 0
    assert said in ran.out
    assert "Player 1: take 2 red" in ran.out


def test_nothing_is_taken_back_where_bots_alone_have_moved() -> None:
    ran = run(*START, "--bots", "greedy,human", typed="undo\nquit\n")
    assert "there is nothing to take back" in ran.out
    assert len({line for line in ran.out.splitlines() if line.startswith("Greedy 1: ")}) == 1


def test_a_move_may_begin_as_an_order_does(tmp_path: Path) -> None:
    rules = tmp_path / "keep.rules"
    rules.write_text(
        'splendor rules 2\n\nvariant keep "Keep" extends classic\n\n'
        'after actions.take_same { save "save a gem" as "save {colour}" {'
        " choose colour: gems in supply; gain 1 colour } }\n"
    )
    typed = "save red\nsave game.txt\nquit\n"
    args = ("--seed", "1", "--bots", "human,human", "--record", "other.txt")
    ran = run("play", "keep.rules", *args, typed=typed, cwd=tmp_path)
    assert "Player 1: save red" in ran.out
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "game.txt",
        "keep.rules",
        "other.txt",
    ]


def test_help_names_the_forms_of_moves_and_the_orders() -> None:
    ran = run(*START, "--bots", "human", typed="help\nquit\n")
    for word in ("reserve {card}", "why MOVE", "undo", "save FILE", "quit"):
        assert word in ran.out
    assert [line.strip() for line in ran.out.splitlines() if "pay {count}" in line] == [
        "pay {count} gold for {token}"
    ]
    assert "no noble" not in ran.out  # a noble can't be refused


def test_help_names_what_may_be_declined() -> None:
    ran = run("play", "upgrade", "--seed", "1", "--bots", "human", typed="help\nquit\n")
    assert "no old" in ran.out


def test_the_hand_of_another_person_is_hidden() -> None:
    args = ("play", "classic", "--seed", "7", "--bots", "human,human", "--names", "Ann,Bob")
    ran = run(*args, typed="reserve deck-1\ntake 2 red\ntable\nquit\n")
    turns = ran.out.split("> ")
    ann = next(part for part in turns if "hand-1 " in part)
    assert "hand-1@1 ?" in ran.out  # as Bob sees it
    assert "hand-1 l1" in ann  # as Ann does
    story = ran.out.partition("Ann: reserve deck-1")[2]
    assert "a hidden piece: deck 1 to hand of Ann" in story


TWO = ("play", "classic", "--seed", "7", "--bots", "human,human", "--names", "Ann,Bob")
STYLE = re.compile(r"\x1b\[[0-9;]*m")
CLEARED = "\x1b[H\x1b[2J\x1b[3J"
PASSING = "pass the keyboard to Bob, who presses Enter> "


def test_people_at_one_keyboard_see_their_own_cards_alone() -> None:
    terminal = Terminal(*TWO, "--plain", TERM="xterm", NO_COLOR="1")
    terminal.wait_for("Ann> ")
    terminal.type("reserve deck-1")
    told = terminal.wait_for(PASSING)
    assert "level 1" in told.partition("Ann: reserve deck-1")[2]  # the card that she has drawn
    terminal.type("take 2 red")
    assert "press Enter when Bob sits here" in terminal.wait_for(PASSING)
    terminal.type("")
    shown = terminal.wait_for("Bob> ")
    assert CLEARED in shown
    after = STYLE.sub("", shown.partition(CLEARED)[2])
    assert "a hidden piece: deck 1 to hand of Ann" in after
    assert "hand-1@1 ?" in after
    assert "hand-1 l" not in after
    terminal.type("take 2 red; table")
    left_out = terminal.wait_for("pass the keyboard to Ann, who presses Enter> ")
    assert "the keyboard goes to Ann first, so 'table' was left out" in left_out
    terminal.type("")
    back = STYLE.sub("", terminal.wait_for("Ann> ").partition(CLEARED)[2])
    assert "Bob: take 2 red" in back
    assert "deck 1 to hand of Ann" not in back  # she has been told
    assert "hand-1 l1" in back
    terminal.type("quit")
    assert terminal.end()[0] == 0


def test_undo_passes_the_keyboard_too() -> None:
    terminal = Terminal(*TWO)
    terminal.wait_for("Ann> ")
    terminal.type("reserve deck-1")
    terminal.wait_for(PASSING)
    terminal.type("")
    assert "\n" * 20 in terminal.wait_for("Bob> ")  # a terminal that can't be cleared
    terminal.type("take 2 red")
    terminal.wait_for("pass the keyboard to Ann, who presses Enter> ")
    terminal.type("undo")
    assert "taken back" in terminal.wait_for("Bob> ")
    terminal.type("undo")
    told = terminal.wait_for("Ann> ")  # her card is back on its deck, so there is nothing to hide
    assert "hand-1" not in told
    terminal.type("reserve deck-1")
    terminal.wait_for(PASSING)
    terminal.type("quit")
    assert terminal.end()[0] == 0


def test_the_keyboard_is_passed_at_once_while_there_is_nothing_to_hide() -> None:
    terminal = Terminal(*TWO, "--plain", TERM="xterm")
    terminal.wait_for("Ann> ")
    terminal.type("take 2 red")
    told = terminal.wait_for("Bob> ")
    assert "pass the keyboard" not in told
    assert CLEARED not in told
    terminal.press_until_it_ends(b"\x04")


@pytest.mark.parametrize("key", [b"\x04", b"\x03"])
def test_a_person_may_leave_by_a_key(key: bytes) -> None:
    terminal = Terminal(*START)
    terminal.wait_for("Player 1> ")
    status, _ = terminal.press_until_it_ends(key)
    assert status in {0, 130}


def test_an_end_of_input_in_the_middle_of_a_payment_leaves_too() -> None:
    for lines in range(12):
        assert run(*START, "--bots", "human", typed="1\n" * lines).status == 0


def test_an_interrupted_simulation_ends_at_once() -> None:
    terminal = Terminal("simulate", "classic", "--games", "100000", TERM="xterm")
    terminal.wait_for("games")
    status, _ = terminal.press_until_it_ends(b"\x03")
    assert status == 130


def test_a_parameter_changes_the_game_and_stands_in_its_record(tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    run("play", "classic", "--seed", "1", "--set", "target=3", "--record", str(file))
    assert record(file).settings == {"target": 3}
    assert run("replay", str(file), "--quiet").status == 0


def test_a_game_from_a_file_is_found_again_by_its_record(tmp_path: Path) -> None:
    rules = tmp_path / "mine.rules"
    rules.write_text(
        'splendor rules 2\n\nvariant mine "Mine" extends classic\n\nset parameters.target = 5\n'
    )
    run("play", "mine.rules", "--seed", "1", "--record", "game.txt", cwd=tmp_path)
    assert record(tmp_path / "game.txt").game == "mine.rules"
    assert run("replay", str(tmp_path / "game.txt")).status == 0
    rules.write_text(rules.read_text().replace("= 5", "= 6"))
    ran = run("replay", str(tmp_path / "game.txt"))
    assert ran.status == 1
    assert "error[SPL607]" in ran.err


def test_a_move_that_does_not_fit_is_told_by_replay(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run("play", "classic", "--seed", "7", "--record", str(file))
    text = file.read_text()
    third = next(line for line in text.splitlines() if line.startswith("3 "))
    file.write_text(text.replace(third, "3 Greedy 1: buy 3-1"))
    ran = run("replay", str(file), "--json")
    assert ran.status == 1
    assert ran.json["moves"] == 2
    assert ran.json["problems"][0]["code"] == "SPL609"
    assert ran.json["problems"][0]["line"] == text.splitlines().index(third) + 1


def test_a_game_is_told_and_typed_in_the_language_that_is_asked_for() -> None:
    args = ("play", "marvel", "--seed", "3", "--players", "2", "--language", "pl")
    typed = (
        "zarezerwuj 3-1\nwhy zwerbuj 2-1\nweź żółty żółty\nweź żółty mok niebieski\nhelp\nquit\n"
    )
    ran = run(*args, "--bots", "human,human", "--names", "Hania,Paweł", typed=typed)
    assert ran.status == 0
    assert "żółty = umysł" in ran.out
    assert "Hania: zarezerwuj 3-1" in ran.out
    assert "1 szary: z puli do znaczników gracza Hania" in ran.out
    assert "nie stać cię na" in ran.out
    assert "„żółty” jest tam dwa razy" in ran.out
    assert "nie ma znacznika 'mok'" in ran.out
    assert "zwerbuj {karta}" in ran.out
    assert "save PLIK: zapis dotychczasowej gry." in ran.out
    assert "reserve" not in ran.out


@pytest.mark.parametrize(
    ("language", "typed"),
    [("en", "take 2 diamonds"), ("pl", "weź 2 Diamenty"), ("es", "coge 2 diamantes")],
)
def test_a_token_is_understood_by_the_name_that_the_table_shows(
    language: str, typed: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.txt"
    said = f"{typed}\nsave {file}\nquit\n"
    run(*START, "--bots", "human,greedy", "--language", language, typed=said)
    assert record(file).turns[0].moves[0].text == "take 2 white"


def test_records_keep_the_words_of_the_rules(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typed = f"coge 2 blancas\nsave {file}\nquit\n"
    ran = run(*START, "--bots", "human,greedy", "--language", "es", typed=typed)
    assert ran.status == 0
    assert record(file).turns[0].moves[0].text == "take 2 white"
    told = run("replay", str(file), "--language", "pl")
    assert told.status == 0
    assert "weź 2 białe" in told.out
    assert "Gra przerwana po" in told.out
    asked = run("why", str(file), "zakup 2-3", "--at", "0", "--language", "pl")
    assert "nie stać cię na 5 zielonych" in asked.out
    english = run("why", str(file), "buy 2-3", "--at", "0", "--language", "es", "--json")
    assert "no puedes pagar 5 verdes" in english.json["reasons"][0]["message"]


def test_a_language_that_nobody_speaks_is_refused() -> None:
    for command in (("play", "marvel"), ("simulate", "marvel"), ("why", "marvel", "pass")):
        refused = run(*command, "--language", "xx")
        assert refused.status == 2
        found = re.search(r"expected a language \(([a-z, ]+)\)", refused.err)
        assert found is not None
        assert sorted(found[1].split(", ")) == list(SPOKEN)


def test_many_games_are_summed_up_in_a_language() -> None:
    ran = run("simulate", "classic", "--games", "2", "--seed", "1", "--language", "pl")
    assert ran.out.startswith("2 gry, graczy: 2; ")
    assert re.search(r"punkty prestiżu: średnia \d+,\d, mediana", ran.out)


def test_a_record_never_takes_the_place_of_something_else(tmp_path: Path) -> None:
    rules = tmp_path / "mine.rules"
    rules.write_text("splendor rules 2\n")
    ran = run("play", "classic", "--seed", "1", "--record", str(rules))
    assert ran.status == 2
    assert "no record" in ran.err
    assert ran.out == ""  # it is told before the game
    assert rules.read_text() == "splendor rules 2\n"
