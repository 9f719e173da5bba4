"""`splendor show`: the rules of a game, clause by clause."""

from typing import Annotated

import typer

from splendor_dsl.cli.endings import FINE, USAGE, Stop, status_of
from splendor_dsl.cli.options import GameName, Json, Plugins
from splendor_dsl.cli.output import complain, say, say_json

ClausePath = Annotated[
    str | None,
    typer.Argument(metavar="PATH", help="A clause, such as end.target.", show_default=False),
]


def show(
    game: GameName, path: ClausePath = None, plugins: Plugins = None, as_json: Json = False
) -> int:
    """Show the resolved rules as a tree of paths, or one clause."""
    from splendor_dsl.cli.opening import open_extensions, read_rules
    from splendor_dsl.cli.problems import UnknownClause
    from splendor_dsl.report.clauses import (
        clause_page,
        clause_tree,
        clauses_to_list,
        path_at,
        paths,
    )
    from splendor_dsl.spelling import nearest

    loaded = read_rules(game, extensions=open_extensions(plugins))
    if loaded.resolved is None:
        raise Stop(loaded.problems, status=status_of(loaded.problems) or USAGE)
    resolved, top = loaded.resolved, None
    if path is not None:
        top = path_at(resolved, path)
        if top is None:
            near = nearest(path, [each.path for each in paths(resolved)])
            raise Stop([UnknownClause(game=game, name=path, near=near)])
    if as_json:
        clauses = clauses_to_list(resolved, top)
        say_json("show", ok=True, game=game, layers=list(resolved.layers), clauses=clauses)
    else:
        complain(loaded.problems)
        say(clause_tree(resolved) if top is None else clause_page(resolved, top))
    return FINE
