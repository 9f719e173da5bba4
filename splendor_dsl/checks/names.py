"""Names that hide others, and paths that name nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from splendor_dsl.checks.checked_game import CheckedGame
from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics.paths import removed_by, unknown_path
from splendor_dsl.semantics.problems import NameTaken, UnknownPath
from splendor_dsl.semantics.scope import ALL_TOKENS, FACTS, WORDS
from splendor_dsl.semantics.tree import find, walk
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.expressions import Domain, Ident


@problem_kind
class ReadAsField(Problem):
    """A bare name in a trigger is a field of the piece that entered, and what the player has is called so too."""

    code = "SPL409"
    severity = "warning"
    headline = (
        "expected '{name} of {piece}' or '{name} of player', found {name!r}, which means the first"
    )
    hint = "write the one that is meant"

    name: str
    piece: str


def bare_names(game: CheckedGame) -> Iterator[Problem]:
    """Report bare names in a trigger that can be the piece's as well as the player's.

    In a condition on pieces that are counted, `cards in bought where (points > 3)`, a bare name always is the piece's.

    Fails:

        triggers { rich: when cards enters bought as card { require many: points >= 10; again } }

    Passes:

        triggers { rich: when cards enters bought as card { require many: points of player >= 10; again } }
    """
    for each in game.names.bare:
        name = each.name
        yield ReadAsField(name=name.text, piece=each.piece, span=name.span, path=each.path)


def shadows(game: CheckedGame) -> Iterator[Problem]:
    """Report choices, and other variables, with the name of something that the game declares.

    Fails:

        values { total points { cards: sum of points in bought } }
        actions { bet { choose points: number from 1 to 3; gain up to 1 nut } }

    Passes:

        values { total points { cards: sum of points in bought } }
        actions { bet { choose stake: number from 1 to 3; gain up to 1 nut } }
    """
    model = game.model
    declared = _declared(model)
    for section in ("setup", "actions", "phases", "turn", "triggers"):
        clause = find(game.resolved.tree, section)
        if clause is not None:
            yield from _shadows(clause, section, declared)


def _declared(model: m.Model) -> dict[str, str]:
    sorts: tuple[tuple[str, Mapping[str, object]], ...] = (
        ("parameter", model.parameters),
        ("group of tokens", model.groups),
        ("value", model.values),
        ("counter", model.counters),
        ("marker", model.markers),
        ("zone", model.zones),
    )
    found = dict.fromkeys((*FACTS, *WORDS, ALL_TOKENS), "word of the language")
    found |= dict.fromkeys(model.token_names(), "token")
    for sort, names in sorts:
        found |= {name: sort for name in names if name not in found}
    return found


def _shadows(clause: a.Clause, path: str, declared: Mapping[str, str]) -> Iterator[Problem]:
    for each in clause.body:
        here = f"{path}.{each.name}"
        name = _variable(each)
        if name is not None and name.text in declared:
            yield NameTaken(name=name.text, other=declared[name.text], span=name.span, path=here)
        inner = dict(declared)
        yield from _shadows(each, here, inner)
        if isinstance(each.construct, a.Choose):
            declared = {**declared, each.name: "choice"}


def _variable(clause: a.Clause) -> Ident | None:
    """Return the variable that a clause binds."""
    match clause.construct:
        case a.Choose():
            return clause.label
        case a.Trigger(variable=variable):
            return variable
        case a.ForEach(domain=Domain(variable=variable)):
            return variable
    return None


def translations(game: CheckedGame) -> Iterator[Problem]:
    """Report translations in this file whose path is not that of a clause.

    Fails:

        names pl { tokens.fruit.aple "jabłko" }

    Passes:

        names pl { tokens.fruit.apple "jabłko" }
    """
    tree, source = game.resolved.tree, game.resolved.header.span.source
    paths: list[str] | None = None
    for _, path, span in game.resolved.name_spans:
        if find(tree, path) is not None or span.source != source:
            continue
        paths = [each for each, _ in walk(tree)] if paths is None else paths
        gone = removed_by(tree, path, game.resolved.dropped)
        near = None if gone else nearest(path, paths)
        yield UnknownPath(wanted=path, near=near, span=span, path=path, related=gone)


def forbidding(game: CheckedGame) -> Iterator[Problem]:
    """Report clauses that an example names as forbidding a move and that do not exist.

    Fails:

        example full { then Ann cannot play "reserve 1-1" by actions.reserve.rom }

    Passes:

        example full { then Ann can play "reserve 1-1" }
    """
    tree, dropped = game.resolved.tree, game.resolved.dropped
    for path, clause in walk(tree):
        by = clause.construct.by if isinstance(clause.construct, a.Then) else None
        if by is not None and find(tree, by.text) is None:
            yield unknown_path(tree, by.text, "by", by.span, dropped=dropped).but(path=path)
