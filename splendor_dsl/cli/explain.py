"""`splendor explain`: the page of a problem, or the origin and meaning of a clause or move."""

import re
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from splendor_dsl.cli.completion import game_names
from splendor_dsl.cli.exit_status import FINE, Stop
from splendor_dsl.cli.options import Json, Language, Plugins, Settings
from splendor_dsl.cli.output import say, say_json

if TYPE_CHECKING:
    from splendor_dsl.cli.opened_game import Opened
    from splendor_dsl.explain.clauses import PathClause

What = Annotated[
    str | None,
    typer.Argument(
        metavar="CODE|PATH|MOVE",
        help="A code such as SPL104; with GAME, a clause such as end.target, or a move.",
        show_default=False,
    ),
]
OfGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help="A bundled game or a rule file.",
        show_default=False,
        autocompletion=game_names,
    ),
]
_CODE: Final = re.compile(
    r"spl(?:\W.*)?|[a-z]{0,3}\d+", re.IGNORECASE
)  # also texts that were probably meant as codes


def explain(
    what: What = None,
    game: OfGame = None,
    language: Language = None,
    settings: Settings = None,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Explain a problem code, or a clause or move of a game.

    Without arguments, list all codes.
    """
    if game is not None and what is not None:
        from splendor_dsl.cli.opened_game import open_game

        if _is_game(what) and not _is_game(game):
            what, game = game, what  # `show` and `why` take the game first
        opened = open_game(game, settings=settings, plugins=plugins)
        _explain_clause(opened, _clause(opened, what, language), language, as_json=as_json)
    else:
        _explain_code(what, as_json=as_json)
    return FINE


def _is_game(name: str) -> bool:
    from splendor_dsl.bundled import bundled_games
    from splendor_dsl.rule_files import is_file

    return name in bundled_games() or is_file(Path(name))


def _explain_code(code: str | None, *, as_json: bool) -> None:
    from splendor_dsl.cli.problems import UnknownCode, WrongCommand
    from splendor_dsl.report.pages import page, page_to_dict, problem_pages
    from splendor_dsl.spelling import nearest

    pages = problem_pages()
    if code is not None and code.upper() not in pages:
        if _is_game(code):
            reason = f"expected a clause or a move before the game {code!r}"
            raise Stop([WrongCommand(reason=reason)])
        near = f"SPL{code}" if f"SPL{code}" in pages else nearest(code.upper(), pages)
        if code and near is None and not _CODE.fullmatch(code):
            reason = (
                f"expected a game after {code!r}, such as `splendor explain {quote(code)} GAME`"
            )
            raise Stop([WrongCommand(reason=reason)])
        raise Stop([UnknownCode(name=code, near=near)])
    wanted = list(pages.values()) if code is None else [pages[code.upper()]]
    if as_json:
        say_json("explain", ok=True, pages=[page_to_dict(kind) for kind in wanted])
    elif code is None:
        for kind in wanted:
            say(f"{kind.code}  {page_to_dict(kind)['title']}")
    else:
        say(page(wanted[0]))


def _clause(opened: "Opened", what: str, language: str | None) -> "PathClause":
    """Return the clause at a path, or the clause that offers a move."""
    from splendor_dsl.cli.problems import UnknownClause
    from splendor_dsl.explain.clauses import near_path, path_at
    from splendor_dsl.notation.notation import NotationError

    found = path_at(opened.resolved, what)
    if found is not None:
        return found
    try:
        path = opened.words(language).read(what).path
    except NotationError:
        path = ""
    found = path_at(opened.resolved, path) if path else None
    if found is None:
        near = near_path(opened.resolved, what)
        raise Stop([UnknownClause(game=opened.name, name=what, near=near)])
    return found


def _explain_clause(
    opened: "Opened", at: "PathClause", language: str | None, *, as_json: bool
) -> None:
    from attrs import asdict

    from splendor_dsl.report.explanation import explanation, explanation_text

    words, settings = opened.words(language), opened.settings
    found = explanation(words, opened.resolved, at, examples=opened.examples, settings=settings)
    if as_json:
        clause: dict[str, Any] = asdict(found)
        say_json("explain", ok=True, clause=clause)
    else:
        say(explanation_text(found))
