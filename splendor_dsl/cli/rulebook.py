"""`splendor rulebook`: the printed rulebook of a game, made from its rules."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.exit_status import FINE, Stop
from splendor_dsl.cli.options import GameName, Json, Language, Plugins, Settings
from splendor_dsl.cli.output import say, say_json

if TYPE_CHECKING:
    from splendor_dsl.prose.rulebook import Rulebook

Format = Annotated[
    str, typer.Option("--format", metavar="FORM", help="Output format: md, html or pdf.")
]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write to a file instead of stdout.")
]
FORMS = ("md", "html", "pdf")


def rulebook(
    game: GameName,
    language: Language = None,
    form: Format = "md",
    out: Out = None,
    settings: Settings = None,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Generate the rulebook of a game from its rules.

    Each sentence links to its clause.
    """
    from splendor_dsl.cli.file_output import check_writable
    from splendor_dsl.cli.opened_game import open_game
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.prose.rulebook import rulebook as made
    from splendor_dsl.prose.rulebook_files import is_rulebook
    from splendor_dsl.spelling import nearest

    if form not in FORMS:
        reason = f"expected a form (md, html or pdf), found {form!r}"
        raise Stop([WrongCommand(reason=reason, near=nearest(form, FORMS))])
    if out is not None:
        check_writable(out, "rulebook", is_rulebook)
    opened = open_game(game, settings=settings, plugins=plugins)
    book = made(opened.words(language), opened.resolved, opened.examples)
    if out is not None or not as_json:
        _write(_rendered(book, form), out)
    if as_json:
        say_json("rulebook", ok=True, game=opened.name, book=_to_dict(book))
    return FINE


def _rendered(book: "Rulebook", form: str) -> str | bytes:
    from splendor_dsl.prose.html import html
    from splendor_dsl.prose.markdown import markdown

    if form == "md":
        return markdown(book)
    return html(book) if form == "html" else _pdf(html(book))


def _pdf(page: str) -> bytes:
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.prose.rulebook_files import MARK_OF_PDF

    try:
        weasyprint = import_module("weasyprint")
    except (ImportError, OSError) as error:
        reason = "expected weasyprint for a pdf, found none: pip install weasyprint, or use html"
        raise Stop([WrongCommand(reason=reason)]) from error
    made = weasyprint.HTML(string=page).write_pdf()
    assert isinstance(made, bytes)
    return made + MARK_OF_PDF


def _write(made: str | bytes, out: Path | None) -> None:
    from splendor_dsl.cli.file_output import write_bytes, write_text
    from splendor_dsl.cli.problems import WrongCommand

    if out is None and isinstance(made, bytes):
        raise Stop([WrongCommand(reason="expected --out FILE for a pdf, found none")])
    if out is None:
        assert isinstance(made, str)
        say(made.removesuffix("\n"))
        return
    problem = write_text(out, made) if isinstance(made, str) else write_bytes(out, made)
    if problem is not None:
        raise Stop([problem])


def _to_dict(book: "Rulebook") -> dict[str, Any]:
    from attrs import asdict

    return asdict(book)
