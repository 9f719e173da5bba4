"""Words of rules in the help of problems are compared as those of moves are."""

from splendor_dsl.semantics.problems import UnknownName


def test_a_title_that_is_the_name_in_other_letters_is_not_told_beside_it() -> None:
    problem = UnknownName(name="golt2", near="gold2", title="GOLD\uff12")  # a wide digit
    assert problem.help() == "did you mean 'gold2'?"
    assert "which players call 'Coin'" in str(problem.but(title="Coin").help())
