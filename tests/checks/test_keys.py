"""Facts about an expression are kept by its key: one object for all expressions that mean the same."""

from splendor_dsl.checks.keys import Keys
from splendor_dsl.semantics import values as v

PLAYERS = v.Domain(kind="players")


def is_(one: int, other: int) -> v.Compare:
    return v.Compare(
        operator="=",
        left=v.Local(slot=one, type="player"),
        right=v.Local(slot=other, type="player"),
    )


def somebody(slot: int, body: v.Expr) -> v.Quantified:
    return v.Quantified(which="any", domain=PLAYERS, slot=slot, body=body)


def test_the_key_of_a_whole_is_made_of_those_of_its_parts() -> None:
    keys, part = Keys(), v.Not(body=is_(0, 1))
    whole = keys.key(v.All(parts=(part, somebody(2, part))))
    assert isinstance(whole, v.All)
    assert isinstance(whole.parts[1], v.Quantified)
    assert whole.parts[0] is whole.parts[1].body is keys.key(v.Not(body=is_(0, 1)))


def test_variables_bound_within_have_no_name() -> None:
    keys = Keys()
    one, other = (somebody(a, somebody(b, is_(a, b))) for a, b in ((3, 4), (8, 2)))
    assert keys.key(one) is keys.key(other) is keys.key(keys.key(one))
    assert keys.key(one) is not keys.key(somebody(3, somebody(4, is_(4, 3))))


def test_a_part_of_a_key_keeps_the_variable_of_the_whole() -> None:
    keys = Keys()
    whole = keys.key(somebody(3, somebody(4, is_(3, 4))))
    assert isinstance(whole, v.Quantified)
    assert keys.key(whole.body) is whole.body
    assert keys.renamed(whole.body, whole.slot, 7) is keys.key(somebody(4, is_(7, 4)))


def test_what_an_expression_reads_leaves_out_what_it_binds() -> None:
    assert Keys().free(v.All(parts=(is_(0, 5), somebody(3, is_(3, 6))))) == {0, 5, 6}
