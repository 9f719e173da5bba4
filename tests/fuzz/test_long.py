"""Rules that are long but flat are checked and played on each backend, or refused by a stated bound."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fuzz.watched import Answer, Worker
from samples import sampled

from splendor_dsl.compiler import backend_choice
from splendor_dsl.game.game import game
from splendor_dsl.lowering.control_flow import MOST_KEPT
from splendor_dsl.pipeline import load_source
from splendor_dsl.semantics.bases import MOST_LAYERS
from splendor_dsl.semantics.expressions import MOST_PARTS
from splendor_dsl.source import source_from_text

HEAD = 'splendor rules 2\nvariant long "Long" extends classic\n'
COUNTER = "counters { beat of a player 0 from 0 to 9999999 }\n"
LOTS = "set limits.hand = 3 + min(0, lots)\n"


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as started:
        yield started


def each(text: str, count: int) -> str:
    return "".join(text.format(at) for at in range(count))


def total(expression: str) -> str:
    return f"{HEAD}values {{ total lots {{ all_of_it: {expression} }} }}\n{LOTS}"


def trigger(steps: str) -> str:
    return f"{HEAD}{COUNTER}triggers {{ many: at end of turn {{\n{steps}}} }}\n"


def action(steps: str) -> str:
    return f'{HEAD}actions {{ extra "extra" as "extra" {{\n{steps}gain up to 1 gold\n}} }}\n'


LONG = {
    "a sum": total(" + ".join(["points"] * MOST_PARTS)),
    "a sum of sums": total(" - ".join(["(points + cards in hand)"] * 200)),
    "a product": total(" * ".join(["(points > 2)"] * 300)),
    "the least": total(f"min({', '.join(['points + 1'] * 250)})"),
    "terms": f"{HEAD}values {{ total lots {{ {each('x{0}: points + {0};', 200)} }} }}\n{LOTS}",
    "and": f"{HEAD}set actions.take_same.pile = {' and '.join(['points >= 0'] * MOST_PARTS)}\n",
    "or": f"{HEAD}set actions.take_same.pile = {' or '.join(['points > 5'] * MOST_PARTS)}\n",
    "requirements": action(each("require r{0}: points >= 0\n", 300)),
    "gains": action(each("gain g{0}: up to 1 gold\n", 200)),
    "steps": trigger(each("count a{0}: beat = beat + 1\n", 750)),
    "requirements between steps": trigger(
        each("count a{0}: beat = beat + 1\nrequire r{0}: points >= 0\n", 150)
    ),
    "ifs": trigger(each("if i{0}: points >= 0 {{ count beat = 1 }}\n", 400)),
    "shuffles": f"{HEAD}setup {{ {each('shuffle s{0}: deck;', 400)} }}\n",
}


@pytest.mark.parametrize("what", sampled([*LONG], 5))
def test_what_is_long_is_played_as_python(what: str, worker: Worker, tmp_path: Path) -> None:
    found = _judged(LONG[what], worker, tmp_path)
    assert found.passed, found.shown
    assert found.backend == "python"


@pytest.mark.parametrize(
    "step", ["count a{0}: beat = beat + 1\n", "if i{0}: 1 = 1 {{ count beat = 1 }}\n"]
)
def test_two_thousand_steps_are_refused(step: str, worker: Worker, tmp_path: Path) -> None:
    found = _judged(trigger(each(step, 2_000)), worker, tmp_path)
    assert found.codes == ("SPL307",)
    assert "expressions and steps up to here" in found.shown


def test_what_keeps_much_is_played_by_the_interpreter(worker: Worker, tmp_path: Path) -> None:
    steps = each("may choose x{0}: cards in hand\ncount n{0}: beat = 1\n", 200)
    found = _judged(trigger(steps), worker, tmp_path)
    assert found.backend.startswith("interpreter: triggers.many.x")
    assert f"keep more than {MOST_KEPT} variables" in found.backend
    assert found.all_seconds < 10


def _judged(rules: str, worker: Worker, folder: Path) -> Answer:
    file = folder / "long.rules"
    file.write_text(rules, encoding="utf-8")
    found = worker.judge(file, decisions=6, fmt=True)
    assert not found.fault, found.fault
    return found


@pytest.mark.parametrize("sign", ["+", "*", "and"])
def test_ten_thousand_parts_are_refused(sign: str, worker: Worker, tmp_path: Path) -> None:
    value = "points >= 0" if sign == "and" else "points"
    expression = f" {sign} ".join([value] * 10_000)
    rules = (
        f"{HEAD}set actions.take_same.pile = {expression}\n" if sign == "and" else total(expression)
    )
    assert "SPL307" in _judged(rules, worker, tmp_path).codes


@pytest.mark.parametrize("files", [MOST_LAYERS - 1, MOST_LAYERS, 600])
def test_a_chain_of_variants(files: int, worker: Worker, tmp_path: Path) -> None:
    """The file that all stand on, `classic`, is one of them."""
    for at in range(files):
        base = "classic" if at == 0 else f"link_{at - 1}"
        text = f'splendor rules 2\nvariant link_{at} "Link" extends {base}\n'
        (tmp_path / f"link_{at}.rules").write_text(text)
    found = worker.judge(tmp_path / f"link_{files - 1}.rules")
    assert not found.fault, found.fault
    assert found.codes == (() if files < MOST_LAYERS else ("SPL307",))


def test_many_triggers_that_cause_the_next(worker: Worker, tmp_path: Path) -> None:
    zones = each("z{0} cards {{ face up }}\n", 201)
    steps = "".join(
        f"t{at}: when cards enters z{at} as card {{ move card to z{at + 1} }}\n"
        for at in range(200)
    )
    first = "first: when cards enters bought as card { move card to z0 }\n"
    rules = f"{HEAD}zones {{ {zones} }}\ntriggers {{ {first}{steps} }}\n"
    assert _judged(rules, worker, tmp_path).passed


def test_a_long_path_that_leads_nowhere(worker: Worker, tmp_path: Path) -> None:
    found = _judged(f"{HEAD}set actions{'.a' * 40_000} = 1\n", worker, tmp_path)
    assert found.codes == ("SPL201",)


def test_a_variant_of_too_many_bases_is_refused_at_once(worker: Worker, tmp_path: Path) -> None:
    """None of them is there, so that for each the nearest is looked for among all files beside it."""
    for at in range(400):
        (tmp_path / f"beside_{at}.rules").touch()
    bases = ", ".join(f"base_{at}" for at in range(4_000))
    file = tmp_path / "wide.rules"
    file.write_text(f'splendor rules 2\nvariant wide "Wide" extends {bases}\n')
    found = worker.judge(file)
    assert not found.fault, found.fault
    assert set(found.codes) == {"SPL205", "SPL307"}
    assert len(found.codes) == MOST_LAYERS


def test_an_example_of_too_many_players_is_refused_in_linear_time(
    worker: Worker, tmp_path: Path
) -> None:
    players = ", ".join(f"P{at}" for at in range(40_000))
    given = each("given purse of P{0}: 1 red\ngiven purse of Q{0}: 1 red\n", 2_000)
    file = tmp_path / "crowd.rules"
    file.write_text(f"{HEAD}example crowd {{ players {players}\n{given}}}\n")
    found = worker.judge(file)
    assert not found.fault, found.fault
    assert set(found.codes) == {"SPL301"}


def test_a_record_that_many_examples_begin_with_is_read_once(
    worker: Worker, tmp_path: Path
) -> None:
    record = '[game "classic"]\n' + "1 Ann: take white blue green\n" * 140_000
    (tmp_path / "long.record").write_text(record)
    given = 'example e{0} {{ players Ann, Bob; given record "long.record" before move 1 }}\n'
    assert _judged(HEAD + each(given, 400), worker, tmp_path).passed


def test_so_many_records_are_no_longer_read(worker: Worker, tmp_path: Path) -> None:
    for at in range(8):
        (tmp_path / f"r{at}.record").write_text("# a record\n" * 100_000)
    given = 'example e{0} {{ players Ann, Bob; given record "r{0}.record" before move 1 }}\n'
    assert _judged(HEAD + each(given, 3), worker, tmp_path).codes == ()
    assert _judged(HEAD + each(given, 8), worker, tmp_path).codes == ("SPL307",)


@pytest.mark.parametrize("what", ["record", "table"])
def test_where_many_files_are_missing_few_are_looked_for(
    what: str, worker: Worker, tmp_path: Path
) -> None:
    for at in range(2_000):
        (tmp_path / f"beside_{at}.txt").touch()
    named = {
        "record": 'example e{0} {{ players Ann; given record "beside{0}.txt" before move 1 }}\n',
        "table": 'rows cards from "beside{0}.txt"\n',
    }
    found = _judged(HEAD + each(named[what], 4_000), worker, tmp_path)
    assert not found.fault, found.fault


def test_a_module_that_cannot_be_compiled_is_played_by_the_interpreter(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("# the options of actions.buy\n((((\n")

    def fail(*_: object) -> None:
        message = "too many nested parentheses"
        raise SyntaxError(message, (str(broken), 2, 1, "(", 2, 1))

    monkeypatch.setattr(backend_choice, "module", fail)
    loaded = load_source(source_from_text("long.rules", HEAD))
    assert loaded.model is not None
    told: list[str] = []
    started = game(loaded.model, backend="python", tell=told.append)
    assert started.start(2).moves
    assert started.backend == "interpreter"
    [line] = told
    assert "too many nested parentheses" in line
    assert "the options of actions.buy" in line
