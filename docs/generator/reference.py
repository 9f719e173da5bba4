"""The reference, made from the grammar, the checks, the mechanics and the bundled games."""

import inspect
import re
import sys
import types
from collections.abc import Callable, Iterator
from inspect import cleandoc
from itertools import groupby
from typing import Any, Final

from constructs import constructs_page
from fences import with_fences
from problems import title

from splendor_dsl.bundled import variants_folder
from splendor_dsl.checks import CHECKS
from splendor_dsl.diagnostics import Problem
from splendor_dsl.explain.clauses import clauses_to_list
from splendor_dsl.extensions import load_extensions
from splendor_dsl.pipeline import load_file
from splendor_dsl.report.pages import problem_pages
from splendor_dsl.source import read_source
from splendor_dsl.syntax.ast import Clause, OptionDecl
from splendor_dsl.syntax.clause_text import clause_text
from splendor_dsl.syntax.from_text import from_text

_GAMES: Final = ("classic", "marvel")
_INDEX: Final = """\
# Reference

All there is, made from the program itself.

- [Constructs](constructs.md): every form that can stand in a rule file
- [Paths](paths.md): how a clause is named, what can be done at which path, and every path of the bundled editions
- [Mechanics](mechanics.md): what `use` can lay into a game, with its options
- [Checks](checks.md): what is looked at before a game is played, and by which bounds
- [Plugins](../plugins.md): every hook by which a package of Python adds to all this
- [Problems](../problems/README.md): every code, with a file that shows it
- [Commands](../cli.md) and their [reports for programs](../json.md)
"""
_PATHS: Final = """\
# Paths

Every clause has a path, made of the labels on the way down to it. Edits, citations, messages, `splendor show` and
`splendor why` name clauses by their paths; [the language](../language.md) says where labels come from, and
[edits of a base](constructs.md#edit) what may be put at which path.

`splendor show GAME` prints the paths of a game with what stands there, `splendor show GAME PATH` one clause with all
that has changed it.
"""
_CHECKS: Final = """\
# Checks

What `splendor check` looks at once a file can be read, in this order. A check reasons by bounds, which its text names:
it tells what is wrong for sure, and is silent where it can't be sure.
"""
_MECHANICS: Final = """\
# Mechanics

What comes with the program to be laid into a game with `use`. An option without a default has to be given. The clauses
of a mechanic have paths of their own below `mechanics`, and the options are changed there:
`set mechanics.nobles.reveal = 4`.
"""


def reference_documents() -> Iterator[tuple[str, str]]:
    """Yield each page of the reference."""
    yield "README.md", _INDEX
    yield "constructs.md", constructs_page()
    yield "paths.md", "\n".join([_PATHS, *(_paths_of(name) for name in _GAMES)])
    yield "mechanics.md", "\n".join([_MECHANICS, *_mechanics()])
    yield "checks.md", "\n".join([_CHECKS, *(_check(check) for check in CHECKS)])


# ---- paths -----------------------------------------------------------------------------------
def _paths_of(name: str) -> str:
    loaded = load_file(variants_folder() / f"{name}.rules")
    assert loaded.resolved is not None
    lines = [f"## Paths of {name}\n"]
    clauses = [each for each in clauses_to_list(loaded.resolved, None) if "." in each["path"]]
    for section, some in groupby(clauses, lambda clause: str(clause["path"]).partition(".")[0]):
        lines += [f"### {section} of {name}\n", "| Path | What stands there |", "| --- | --- |"]
        lines += [f"| `{clause['path']}` | `{_cell(clause['says'])}` |" for clause in some]
        lines.append("")
    return "\n".join(lines)


def _cell(text: str) -> str:
    """Return the text of a clause for a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


# ---- mechanics -------------------------------------------------------------------------------
def _mechanics() -> Iterator[str]:
    for name, provided in sorted(load_extensions().mechanics.items()):
        source = read_source(provided.value.rules)
        assert not isinstance(source, Problem)
        file = from_text(source).file
        assert file is not None
        assert file.header is not None
        yield f"## {name}\n"
        yield f"{provided.value.title}.\n"
        yield "| Option | What it is | Default |\n| --- | --- | --- |"
        yield "".join(f"{_option(each)}\n" for each in file.header.body)


def _option(option: Clause) -> str:
    construct = option.construct
    assert isinstance(construct, OptionDecl)
    kind = construct.type if construct.of is None else f"{construct.type} of {construct.of.text}"
    default = re.search(r" = (.*?)(?: \"|$)", clause_text(option))
    return f"| `{option.name}` | {kind}: {option.title or ''} | {f'`{default[1]}`' if default else ''} |"


# ---- checks ----------------------------------------------------------------------------------
def _check(check: Callable[..., Any]) -> str:
    first, _, rest = cleandoc(check.__doc__ or "").partition("\n")
    codes = [
        f"[{kind.code}](../problems/{kind.code}.md) {title(kind)}" for kind in _problems_of(check)
    ]
    listed = "".join(f"- {code}\n" for code in codes)
    return f"## {check.__name__}\n\n{first}\n{with_fences(rest)}\n\n{listed}"


def _problems_of(check: Callable[..., Any]) -> list[type[Problem]]:
    """Return the problems that the module of a check names, without those of other checks in it."""
    module = sys.modules[check.__module__]
    beside = [each for each in CHECKS if each.__module__ == check.__module__]
    kinds = [kind for kind in problem_pages().values() if vars(module).get(kind.__name__) is kind]
    if len(beside) == 1:
        return kinds
    source = _reached(check, module)
    return [kind for kind in kinds if re.search(rf"\b{kind.__name__}\(", source)]


def _reached(function: Callable[..., Any], module: types.ModuleType) -> str:
    """Return the text of a function and of all functions of its module that it calls."""
    texts: dict[str, str] = {}
    waiting = [function.__name__]
    while waiting:
        name = waiting.pop()
        texts[name] = inspect.getsource(vars(module)[name])
        for word in re.findall(r"\w+", texts[name]):
            known = vars(module).get(word)
            own = inspect.isfunction(known) and known.__module__ == module.__name__
            if own and word not in texts and word not in waiting:
                waiting.append(word)
    return "\n".join(texts.values())
