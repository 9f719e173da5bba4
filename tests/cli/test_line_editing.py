"""The prompt at a terminal: lines are completed, edited and called back; the table takes 24 lines."""

from cli.program import Terminal, run

PLAIN = ("play", "classic", "--plain", "--seed", "7", "--bots", "human,random")
UP, BACKSPACE, TAB = b"\x1b[A", b"\x7f", b"\t"


def at_prompt() -> Terminal:
    terminal = Terminal(*PLAIN, TERM="xterm", NO_COLOR="1", LC_ALL="C.UTF-8")
    terminal.wait_for("Player 1> ")
    return terminal


def test_a_line_is_completed_edited_and_called_back() -> None:
    terminal = at_prompt()
    terminal.press(b"reserve dec" + TAB)
    terminal.wait_for("k-")
    terminal.press(b"1" + BACKSPACE + b"3\r")
    terminal.wait_for("Player 1: reserve deck-3")
    terminal.wait_for("Player 1> ")
    terminal.press(b"hin" + TAB + b"\r")
    terminal.wait_for("1. ")
    terminal.wait_for("Player 1> ")
    terminal.press(UP + UP + b"\r")
    terminal.wait_for("Player 1: reserve deck-3")
    terminal.wait_for("Player 1> ")
    terminal.type("quit")
    assert terminal.end()[0] == 0


def test_the_table_takes_24_lines_and_the_supply_stands_beside_the_prompt() -> None:
    for game in ("classic", "marvel"):
        ran = run("play", game, "--seed", "7", "--bots", "human,random", typed="1\nquit\n")
        tables = ran.out.split("Splendor")[1:]
        assert len(tables) == 2
        for table in tables:
            assert len(table.partition("\n\n")[0].splitlines()) <= 24
        last = ran.out.splitlines()[-3:]
        assert "Player 1: take" in last[0] and "Random 2: " in last[0]
        assert last[1].startswith("supply: ")
        assert last[2].startswith("Player 1> ")


def test_orders_are_typed_in_the_language_too() -> None:
    game = ("play", "classic", "--seed", "7", "--bots", "human,random", "--lang", "pl")
    ran = run(*game, typed="1\ncofnij\ndlaczego zakup 3-1\nkoniec\n")
    assert "cofnięto" in ran.out
    assert "zakup 3-1: niemożliwe" in ran.out
    assert ran.status == 0
