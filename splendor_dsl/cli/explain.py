"""`splendor explain`: the page of a problem."""

from typing import Annotated

import typer

from splendor_dsl.cli.endings import FINE, Stop
from splendor_dsl.cli.options import Json
from splendor_dsl.cli.output import say, say_json

Code = Annotated[
    str | None, typer.Argument(metavar="CODE", help="Such as SPL104.", show_default=False)
]


def explain(code: Code = None, as_json: Json = False) -> int:
    """Explain the code of a problem; without one, list all."""
    from splendor_dsl.cli.problems import UnknownCode
    from splendor_dsl.report.pages import page, page_to_dict, problem_pages
    from splendor_dsl.spelling import nearest

    pages = problem_pages()
    if code is not None and code.upper() not in pages:
        near = f"SPL{code}" if f"SPL{code}" in pages else nearest(code.upper(), pages)
        raise Stop([UnknownCode(name=code, near=near)])
    wanted = list(pages.values()) if code is None else [pages[code.upper()]]
    if as_json:
        say_json("explain", ok=True, pages=[page_to_dict(kind) for kind in wanted])
    elif code is None:
        for kind in wanted:
            say(f"{kind.code}  {page_to_dict(kind)['title']}")
    else:
        say(page(wanted[0]))
    return FINE
