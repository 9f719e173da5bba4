"""What a player of one game must know to play another."""

from prose.test_rulebook import words

from splendor_dsl.report.prose.differences import Difference, differences


def told(known: str, new: str, language: str = "en") -> list[Difference]:
    return list(differences(words(known, language), words(new, language)))


def test_a_game_does_not_differ_from_itself() -> None:
    assert told("classic", "classic") == []


def test_a_number_is_told_with_what_it_was() -> None:
    found = {each.path: each for each in told("classic", "hand_of_four")}
    assert found.keys() == {"limits.hand", "actions.reserve.room"}
    limit = found["limits.hand"]
    assert limit.chapter == "turn"
    assert limit.before == "At most 3 development cards among your reserved cards."
    assert limit.after == "At most 4 development cards among your reserved cards."


def test_what_is_new_and_what_is_gone_turn_about() -> None:
    there, back = told("classic", "sweep"), told("sweep", "classic")
    assert any(each.before is None for each in there)
    gone = [(each.path, each.before) for each in back if each.after is None]
    assert gone == [(each.path, each.after) for each in there if each.before is None]


def test_pieces_are_told_only_where_they_differ() -> None:
    found = told("classic", "extra_turn")
    cards = [each for each in found if each.chapter == "components"]
    assert len(cards) == 5
    assert all("hourglass" in (each.after or "") for each in cards)


def test_chapters_come_in_the_order_of_a_rulebook() -> None:
    order = [each.chapter for each in told("classic", "marvel")]
    assert order == sorted(order, key=["components", "setup", "turn", "end"].index)


def test_it_is_told_in_a_language() -> None:
    (limit,) = [
        each for each in told("classic", "hand_of_four", "pl") if each.path == "limits.hand"
    ]
    assert limit.after == "Najwyżej 4 karty rozwoju na ręce."


def test_what_two_chapters_say_of_a_clause_is_told_in_the_first() -> None:
    found = {each.path: each for each in told("classic", "five_and_six")}
    supply = found["supply.gems"]
    assert (supply.chapter, supply.heading) == ("components", "Tokens")
    assert "9 of each" in (supply.after or "")
    assert "4 / 5 / 7 / 8 / 9" in (supply.after or "")
