"""Rankings that leave players equal without a rule, or compare the same twice."""

from __future__ import annotations

from collections.abc import Iterator

from splendor_dsl.checks.bounds import Bounds
from splendor_dsl.checks.checked_game import CheckedGame, source_text
from splendor_dsl.checks.world import World
from splendor_dsl.diagnostics import Problem, Related, problem_kind
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.tree import find
from splendor_dsl.syntax.ast import Shared


@problem_kind
class TiesSilent(Problem):
    """A ranking does not say what becomes of players who are equal in all its lines."""

    code = "SPL450"
    headline = (
        "expected 'shared' at the end of the ranking, found nothing about players who are equal"
    )
    hint = "write 'shared' as its last line"


@problem_kind
class AfterShared(Problem):
    """A line of a ranking stands after `shared`, where all that is still equal has been shared."""

    code = "SPL451"
    headline = "expected 'shared' as the last line, found {name!r} after it"
    hint = "let 'shared' be the last line"

    name: str
    shared: str = ""  # the path of 'shared', if another file has it

    def help(self) -> str | None:
        """Return where the line belongs; in a variant, how to put it there."""
        where = f"write it in 'before {self.shared} {{ ... }}'"
        return where if self.shared else super().help()


@problem_kind
class SaidTwice(Problem):
    """Two lines of a ranking compare the same, so the second separates nobody."""

    code = "SPL452"
    headline = "expected something that {first!r} does not compare, found the same in {second!r}"
    hint = "remove one of them, or compare something else"

    first: str
    second: str


@problem_kind
class SeparatesNobody(Problem):
    """A line of a ranking compares what is the same for all players."""

    code = "SPL453"
    headline = "expected something that differs from player to player, found {text!r}"
    hint = "compare a value, or what lies in a zone of a player"

    text: str


def rankings(game: CheckedGame) -> Iterator[Problem]:
    """Report rankings without `shared` at the end, and lines that can separate no players.

    Bounds: a line separates nobody if it reads nothing of the player, or if its range is a single number in every number
    of players. It compares the same as another if they differ only by a factor, or by a term that is the same for all
    players.
    """
    model = game.model
    for ranking in (model.ranking, *(end.ranking for end in model.ends if end.ranking is not None)):
        if not ranking.shared:
            yield TiesSilent(span=ranking.where.span, path=ranking.where.path)
        yield from _after_shared(ranking, game.resolved)
        yield from _idle(ranking, game)


def _after_shared(ranking: m.Ranking, resolved: Resolved) -> Iterator[Problem]:
    clause = find(resolved.tree, ranking.where.path)
    lines = clause.body if clause is not None else ()
    shared = next((line for line in lines if isinstance(line.construct, Shared)), None)
    if shared is None:
        return
    for line in lines[lines.index(shared) + 1 :]:
        related = (Related(shared.span, "'shared' stands here"),)
        own = line.span.source.name == shared.span.source.name
        yield AfterShared(
            name=line.name,
            shared="" if own else f"{ranking.where.path}.{shared.name}",
            span=line.span,
            path=f"{ranking.where.path}.{line.name}",
            related=related,
        )


def _idle(ranking: m.Ranking, game: CheckedGame) -> Iterator[Problem]:
    every, seen = game.bounds, dict[v.Expr, m.Rank]()
    for rank in ranking.ranks:
        key, where = _compared(rank.value, every[0].world), rank.where
        if key in seen:
            related = (Related(seen[key].where.span, "the first stands here"),)
            yield SaidTwice(
                first=seen[key].name,
                second=rank.name,
                span=where.span,
                path=where.path,
                related=related,
            )
        elif all(_same_for_all(bounds, rank, key) for bounds in every):
            text = source_text(game, where)
            yield SeparatesNobody(text=text, span=where.span, path=where.path)
        seen.setdefault(key, rank)


def _compared(value: v.Expr, world: World) -> v.Expr:
    """Return the key of what a line compares, without factors and summands that change no order."""
    match value:
        case v.Product(parts=parts):
            rest = [part for part in parts if not isinstance(part, v.Const) or part.value == 0]
        case v.Sum(parts=parts, type="number"):
            rest = [part for part in parts if 0 in world.free(part)]
        case _:
            rest = []
    return _compared(rest[0], world) if len(rest) == 1 else world.key(value)


def _same_for_all(bounds: Bounds, rank: m.Rank, key: v.Expr) -> bool:
    if 0 not in bounds.world.free(key):
        return True
    if rank.which == m.RankOrder.WITH:
        return bounds.condition(rank.value) is not None
    found = bounds.number(rank.value)
    return found.low == found.high
