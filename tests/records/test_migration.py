"""Records under rules that have changed: which clauses, and the first move or position that is another."""

import pytest
from attrs import evolve
from kernel.small import PLAIN, small

from splendor_dsl.game.game import Game
from splendor_dsl.ir.meaning import outer_hashes, row_hashes
from splendor_dsl.records.facts import facts, things
from splendor_dsl.records.migration import MigrationResult, migrate, renewed
from splendor_dsl.records.parser import read_record
from splendor_dsl.records.problems import RecordPosition
from splendor_dsl.records.record import Record, clauses_text, read_clauses, to_text
from splendor_dsl.records.replay import record_of, replay
from splendor_dsl.source import source_from_text

OLD = small()
FIVE = '"five" 2 4 silver : 2 silver, 2 iron'
RICHER = PLAIN["rows cards"].replace('"two" 1 1 silver', '"two" 1 2 silver')


def record(game: Game = OLD) -> Record:
    state = game.start(2, names=("Ann", "Bob"))
    for move in ("take silver", "take copper", "take iron", "take iron", "buy 1-1", "take iron"):
        state.push(move)
    return record_of(game, state)


@pytest.fixture(scope="module")
def recorded() -> Record:
    return record()


def changed(recorded: Record, **sections: str) -> MigrationResult:
    return migrate(recorded, small(**sections), OLD)


def test_by_the_same_rules_nothing_has_changed(recorded: Record) -> None:
    found = migrate(recorded, small(), OLD)
    assert found.same_rules
    assert found.as_before
    assert found.changed == ()
    assert found.differs is None


@pytest.mark.parametrize(
    ("sections", "paths"),
    [
        ({"supply": "each coins 5\nstar 2"}, {"supply"}),
        ({"rows_cards": RICHER}, {"rows.cards.two"}),
        ({"rows_cards": PLAIN["rows cards"] + '"more" 1 2 iron : 1 iron'}, {"rows.cards.more"}),
        ({"rows_cards": PLAIN["rows cards"].replace(FIVE, "")}, {"rows.cards"}),
        ({"limits": "purse: tokens in purse at most 9 at end of turn"}, {"limits.purse"}),
        ({"end": PLAIN["end"].replace("passes >= players", "passes > players")}, {"end.stuck"}),
        ({"end": PLAIN["end"].replace("fewest", "most")}, {"end.ranking.cards"}),
        (
            {"actions": PLAIN["actions"].replace("gain 1 coin", "gain 2 coin")},
            {"actions.take.gain"},
        ),
        ({"seats": "players 2 to 4"}, {"game"}),
        ({"counters": "steam 1 from 0 to 5"}, {"counters.steam"}),
        ({"setup": "fill row\nshuffle deck"}, {"setup.shuffle"}),
    ],
)
def test_the_clauses_that_changed_are_named(
    recorded: Record, sections: dict[str, str], paths: set[str]
) -> None:
    found = migrate(recorded, small(**sections))
    assert not found.same_rules
    assert set(found.changed) == paths
    by_both = {"supply.star"} if paths == {"supply"} else paths
    assert set(changed(recorded, **sections).changed) == by_both


def test_an_order_that_changed_is_the_section_s(recorded: Record) -> None:
    first, rest = PLAIN["values"].strip().split("\n", 1)
    assert migrate(recorded, small(values=f"{rest}\n{first}")).changed == ("values",)


def test_a_move_that_can_t_be_made_any_more_is_told(recorded: Record) -> None:
    dear = PLAIN["rows cards"].replace('"one" 1 0 copper : 1 silver', '"one" 1 0 copper : 3 silver')
    found = changed(recorded, rows_cards=dear)
    assert found.moves == 4
    assert not found.whole
    assert found.problem is not None
    assert "move 5, 'buy 1-1' of Ann, can't be made" in found.problem.message()


def test_the_first_position_that_is_another_is_told(recorded: Record) -> None:
    twice = PLAIN["actions"].replace("gain 1 coin }", "gain 1 coin; gain more: up to 1 star }", 1)
    found = changed(recorded, actions=twice)
    assert found.differs is not None
    assert found.differs.after == 1
    assert (found.differs.player, found.differs.move) == ("Ann", "take silver")
    assert found.differs.by == ("actions.take.more",)
    assert found.differs.what == (
        "supply: 2 star, was 3 star",
        "purse of Ann: 1 star, was 0 star",
    )


@pytest.mark.parametrize(
    "sections",
    [
        {"supply": "each coins 4\nstar 3"},
        {
            "actions": PLAIN["actions"].replace(
                "gain 1 coin }", "gain 1 coin; gain more: up to 1 star }", 1
            )
        },
        {"actions": PLAIN["actions"].replace("pay cost of card", "pay cost of card; gain 1 star")},
        {"values": PLAIN["values"].replace("sum of worth in own }", "1 + sum of worth in own }")},
        {"zones": PLAIN["zones"] + "shelf cards { face up }\n"},
    ],
)
def test_the_record_alone_tells_which_position_is_the_first_that_is_another(
    recorded: Record, sections: dict[str, str]
) -> None:
    alone, beside = migrate(recorded, small(**sections)), changed(recorded, **sections)
    supplied = ("supply" if each.startswith("supply.") else each for each in beside.changed)
    assert alone.changed == tuple(dict.fromkeys(supplied))
    if beside.differs is None:
        assert alone.differs is None
        assert alone.as_before
    else:
        assert alone.differs == evolve(beside.differs, what=())
        assert not alone.as_before


def test_a_record_without_positions_tells_of_moves_and_the_result_alone(recorded: Record) -> None:
    found = migrate(evolve(recorded, positions=()), small(supply="each coins 4\nstar 3"))
    assert found.differs is None
    assert found.as_before


def test_a_position_is_compared_though_zones_changed_places(recorded: Record) -> None:
    lines = PLAIN["zones"].strip().split("\n")
    turned = small(zones="\n".join(lines[::-1]))
    assert turned.hash != recorded.rules
    assert migrate(recorded, turned).as_before


def test_by_the_same_rules_another_position_is_a_fault(recorded: Record) -> None:
    first, second, *others = recorded.positions
    assert replay(recorded, OLD).differs is None
    wrong = replay(evolve(recorded, positions=(first, first, *others)), OLD)
    assert first != second
    assert wrong.moves == recorded.count
    assert isinstance(wrong.problem, RecordPosition)
    assert wrong.differs == 1
    assert "after move 1, 'take silver' of Ann, the position is another" in wrong.problem.message()


def test_a_value_that_is_another_is_a_difference(recorded: Record) -> None:
    more = PLAIN["values"].replace("sum of worth in own }", "1 + sum of worth in own }")
    found = changed(recorded, values=more)
    assert found.differs is not None
    assert found.differs.after == 0
    assert "worth_of of Ann: 1, was 0" in found.differs.what


def test_a_record_is_written_anew_where_all_moves_can_be_made(recorded: Record) -> None:
    game = small(supply="each coins 5\nstar 2")
    anew = renewed(migrate(recorded, game), game, "mine.rules")
    assert anew.rules == game.hash
    assert anew.clauses == game.clauses
    assert [turn.moves for turn in anew.turns] == [turn.moves for turn in recorded.turns]
    assert replay(anew, game).problem is None
    assert anew.game == "mine.rules"


def test_the_hashes_are_read_as_they_were_written(recorded: Record) -> None:
    assert recorded.clauses == OLD.clauses
    assert read_clauses(clauses_text(OLD.clauses)) == OLD.clauses
    assert any(path.count(".") > 1 for path in OLD.clauses)
    assert len(row_hashes(OLD.clauses["rows.cards"])) == 6
    assert read_record(source_from_text("a.record", to_text(recorded))) == recorded
    for wrong in (
        "",
        "=",
        "limits hand",
        "limits=12 hand=34",
        "a=1234;;",
        "a=12345",
        "a.b=1234",
        "a=1234:12",
    ):
        assert read_clauses(wrong) is None, wrong


def test_a_record_without_hashes_is_read_as_ever(recorded: Record) -> None:
    text = "\n".join(
        line
        for line in to_text(recorded).split("\n")
        if not line.startswith(("[clauses", "[positions"))
    )
    bare = read_record(source_from_text("a.record", text))
    assert isinstance(bare, Record)
    assert replay(bare, OLD).problem is None
    assert migrate(bare, small(supply="each coins 5\nstar 2")).changed == ()


def test_a_record_that_names_the_outermost_clauses_alone_is_compared_by_them(
    recorded: Record,
) -> None:
    older = evolve(recorded, clauses=outer_hashes(OLD.model), positions=())
    again = read_record(source_from_text("a.record", to_text(older)))
    assert again == older
    assert migrate(older, OLD).changed == ()
    assert migrate(older, small(rows_cards=RICHER)).changed == ("rows.cards",)
    dear = PLAIN["actions"].replace("gain 1 coin", "gain 2 coin")
    assert migrate(older, small(actions=dear)).changed == ("actions.take",)


DRAFT = "draft 1 round { choose coin: coins in supply; gain 1 coin }"


@pytest.mark.parametrize(
    ("changed", "path"),
    [
        ({"phases": ""}, "phases.draft"),
        ({"phases": DRAFT.replace("1 round", "2 rounds")}, "phases.draft"),
        ({"markers": "ring"}, "markers.ring"),
        ({"invariants": "calm: round >= 1"}, "invariants.calm"),
        ({"turn": "one action\nend of turn"}, "turn"),
        ({"zones": PLAIN["zones"].replace("known to owner", "face up")}, "zones.hand"),
        ({"kinds": PLAIN["kinds"].replace("0 to 9", "0 to 8")}, "kinds.cards"),
    ],
)
def test_every_part_of_the_meaning_has_its_hash(changed: dict[str, str], path: str) -> None:
    """What changes the hash of the rules changes the one of a clause."""
    things = {"markers": "crown", "invariants": "calm: round >= 0", "phases": DRAFT}
    base, other = small(**things), small(**{**things, **changed})
    assert other.hash != base.hash
    assert path in {each for each, _ in set(base.clauses.items()) ^ set(other.clauses.items())}


def test_things_of_one_name_are_several_facts() -> None:
    """A marker may be called like a counter."""
    light = 'light as "light" { count lamp = lamp + 1; give lamp to player }'
    game = small(
        counters="lamp 1 from 0 to 4", markers="lamp", actions=PLAIN["actions"] + "\n" + light
    )
    found = facts(game.start(2, names=("Ann", "Bob")), things(game.model))
    assert [fact for about, fact in found.items() if about.words == "lamp"] == ["1", "nobody"]
