"""The table beside an example that fails: who wrote the rules may see all of it."""

from splendor_dsl.examples.runner import run_examples
from splendor_dsl.game.game import game
from splendor_dsl.pipeline import load_source
from splendor_dsl.prose.words import Words
from splendor_dsl.report.failure import table_lines
from splendor_dsl.source import source_from_text

HIDDEN = """splendor rules 2

variant hidden "Hidden" extends classic

replace zones.hand.face { face down }

example kept "what nobody may look at" {
  given hand of Ann: 2 cards where (level = 1)
  then points of Ann = 9
}
"""


def test_what_lies_face_down_before_a_player_is_shown() -> None:
    rules = load_source(source_from_text("hidden.rules", HIDDEN))
    assert rules.model is not None, rules.problems
    assert rules.resolved is not None
    made = game(rules.model)
    (ran,) = run_examples(made, rules.examples)
    table = table_lines(ran, Words(rules=made.notation, names=rules.resolved.names))
    held = [line for line in "\n".join(table).splitlines() if line.strip().startswith("hand-")]
    assert len(held) == 2
    assert all("level 1" in line for line in held)
