"""`splendor show`: the rules of a game, clause by clause."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.exit_status import FINE, USAGE, Stop, status_of
from splendor_dsl.cli.options import GameName, Json, Language, Plugins
from splendor_dsl.cli.output import print_problems, say, say_json

if TYPE_CHECKING:
    from splendor_dsl.explain.clauses import PathClause
    from splendor_dsl.extensions import Extensions
    from splendor_dsl.pipeline import Loaded
    from splendor_dsl.semantics.layers import Resolved

ClausePath = Annotated[
    str | None,
    typer.Argument(metavar="PATH", help="A clause, such as end.target.", show_default=False),
]


Form = Annotated[
    str | None,
    typer.Option("--form", metavar="NAME", help="Print the game in a form that a plugin provides."),
]


Layout = Annotated[
    bool,
    typer.Option("--layout", help="Show the compiled game: its memory layout, options and code."),
]


Code = Annotated[
    str | None,
    typer.Option("--code", metavar="BACKEND", help="Show the generated code for python or native."),
]


def show(
    game: GameName,
    path: ClausePath = None,
    form: Form = None,
    layout: Layout = False,
    code: Code = None,
    language: Language = None,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Show the resolved rules as a tree of paths, or one clause.

    With --language, also show the name of each clause there.
    """
    from splendor_dsl.cli.opened_game import language_of
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.cli.rule_input import open_extensions, read_rules
    from splendor_dsl.explain.clauses import clauses_to_list

    if form is not None and (as_json or path is not None or layout or code is not None):
        raise Stop([WrongCommand(reason="expected --form by itself, for the whole game")])
    if code is not None and (path is not None or layout):
        raise Stop([WrongCommand(reason="expected --code by itself, for the whole game")])
    extensions = open_extensions(plugins)
    loaded = read_rules(game, extensions=extensions)
    names = {} if loaded.resolved is None else loaded.resolved.names
    wanted = language_of(language, names) if language else None
    if loaded.resolved is None:
        raise Stop(loaded.problems, status=status_of(loaded.problems) or USAGE)
    if form is not None:
        say(_rendered(extensions, form, loaded))
        return FINE
    if layout or code is not None:
        return _compiled(game, loaded, code, as_json=as_json)
    resolved, top = loaded.resolved, None
    if path is not None:
        top = _clause(game, resolved, path)
    status = status_of(loaded.problems)
    if as_json:
        clauses = clauses_to_list(resolved, top, wanted)
        facts: dict[str, Any] = {"game": game, "layers": list(resolved.layers), "clauses": clauses}
        say_json("show", ok=status == FINE, **facts, problems=loaded.problems)
    else:
        print_problems(loaded.problems)
        say(_as_text(resolved, top, wanted))
    return status


def _clause(game: str, resolved: "Resolved", path: str) -> "PathClause":
    from splendor_dsl.cli.problems import UnknownClause
    from splendor_dsl.explain.clauses import near_path, path_at

    found = path_at(resolved, path)
    if found is None:
        near = near_path(resolved, path)
        raise Stop([UnknownClause(game=game, name=path, near=near)])
    return found


def _as_text(resolved: "Resolved", top: "PathClause | None", language: str | None) -> str:
    from splendor_dsl.explain.clauses import clause_page, clause_tree

    if top is None:
        return clause_tree(resolved, None, language)
    return clause_page(resolved, top, language)


def _rendered(extensions: "Extensions", form: str, loaded: "Loaded") -> str:
    """Return the game in a form that a plugin provides."""
    from splendor_dsl.cli.problems import FormFailed, WrongCommand
    from splendor_dsl.game.game import game
    from splendor_dsl.plugin_problems import FAILURES, described, output_to_stderr, reason_of
    from splendor_dsl.spelling import nearest

    if form not in extensions.renderers:
        known = ", ".join(extensions.renderers) or "none, as no plugin offers one"
        reason, near = (
            f"expected a form ({known}), found {form!r}",
            nearest(form, extensions.renderers),
        )
        raise Stop([WrongCommand(reason=reason, near=near)])
    if loaded.model is None:
        raise Stop(loaded.problems, status=status_of(loaded.problems) or USAGE)
    renderer, plugin = extensions.renderers[form]
    made = game(loaded.model)
    try:
        with output_to_stderr():
            text: object = renderer.render(made)
    except FAILURES as error:
        raise Stop([FormFailed(name=form, plugin=plugin, reason=reason_of(error))]) from error
    if not isinstance(text, str):
        reason = f"expected text, found {described(text)}"
        raise Stop([FormFailed(name=form, plugin=plugin, reason=reason)])
    return text


def _compiled(game: str, loaded: "Loaded", code: str | None, *, as_json: bool) -> int:
    """Print the layout and blocks of a compiled game, or the code for one backend; return the exit status."""
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.compiler.module import lower_for_display, text_of
    from splendor_dsl.ir.from_semantics import from_semantics
    from splendor_dsl.lowering.unsupported import NotLowered
    from splendor_dsl.report.layout import layout_lines, layout_of
    from splendor_dsl.spelling import nearest

    if loaded.model is None:
        raise Stop(loaded.problems, status=status_of(loaded.problems) or USAGE)
    if code not in {None, "python", "native"}:
        reason = f"expected a backend with code (python, native), found {code!r}"
        raise Stop([WrongCommand(reason=reason, near=nearest(code, ("python", "native")))])
    program = from_semantics(loaded.model)
    facts: dict[str, Any]
    try:
        if code is not None:
            text = text_of(program, "python" if code == "python" else "native")
            lines, facts = text.splitlines(), {"backend": code, "code": text}
        else:
            lowered = lower_for_display(program)
            lines, facts = list(layout_lines(lowered)), {"layout": layout_of(lowered)}
    except NotLowered as gap:
        what = "layout" if code is None else "code"
        at = "" if gap.place is None else f" ({gap.place})"
        reason = (
            f"{game!r} has no {what}, as {gap.path}{at} runs on the interpreter alone: {gap.reason}"
        )
        raise Stop([WrongCommand(reason=reason)]) from gap
    if as_json:
        say_json("show", ok=True, game=game, **facts)
    else:
        for line in lines:
            say(line)
    return FINE
