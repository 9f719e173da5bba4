"""The pages of the problems: each code with a file or command that shows it, and the printed messages."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from fences import fenced, with_fences
from scenes import BASE, SCENES, printed, shown_files
from semantics.programs import REFUSED, Case, cases, load, messages

from splendor_dsl.diagnostics import Problem
from splendor_dsl.hidden import shown
from splendor_dsl.report.pages import page_to_dict, problem_pages

SMALL_GAME: Final = "base.md"
_GROUPS: Final = {
    "SPL0": ("Files", "What is to be read is not there, or can't be rules."),
    "SPL1": ("How it is written", "Words and signs that do not stand where the language has them."),
    "SPL2": ("Paths, layers and names", "What a file names, and which clauses change which."),
    "SPL3": ("Sorts and numbers", "Expressions, columns and rows that do not fit their place."),
    "SPL4": (
        "What the checks find",
        "Rules that can be read and would not play as they are meant.",
    ),
    "SPL5": ("Examples and invariants", "What a file says about its game, and what the game does."),
    "SPL6": ("Records", "Games that were written down and can't be played again as they stand."),
    "SPL7": ("Commands", "What the program was asked for."),
    "SPL9": ("Plugins", "What packages and files of Python add."),
}
_SEVERITIES: Final = {
    "error": "An error: it has to be mended before anything else happens.",
    "warning": "A warning: everything else works.",
}
_MARK: Final = re.compile(r" *#!.*$", re.MULTILINE)
_MOST_BLOCKS: Final = 9
_INDEX: Final = """\
# Problems

What the program may say about a file or a command. Each message has a code; `splendor explain CODE` shows what it
means without this page.
"""
_SMALL_GAME: Final = """\
# The small game of these pages

Most of the rule files that show a problem are variants of this game, or of the game `classic`.

"""


def problem_documents() -> Iterator[tuple[str, str]]:
    """Yield the index, the page of each code, and the game that most of them change."""
    kinds = problem_pages()
    yield "README.md", _index(kinds)
    for kind in kinds.values():
        yield f"{kind.code}.md", _page(kind)
    small_game = (REFUSED / BASE).read_text("utf-8")
    yield SMALL_GAME, _SMALL_GAME + fenced("rules", small_game)


def title(kind: type[Problem]) -> str:
    """Return the title of a problem as a heading."""
    return page_to_dict(kind)["title"].removesuffix(".")


def _index(kinds: Mapping[str, type[Problem]]) -> str:
    lines = [_INDEX]
    for start, (name, about) in _GROUPS.items():
        lines += [f"## {name}\n", f"{about}\n"]
        mine = [kind for code, kind in kinds.items() if code.startswith(start)]
        lines += [f"- [{kind.code}]({kind.code}.md): {title(kind)}" for kind in mine]
        lines.append("")
    return "\n".join(lines)


def _page(kind: type[Problem]) -> str:
    text = page_to_dict(kind)["text"]
    why, fails, ways = text.partition("Fails")
    parts = [f"# {kind.code}: {title(kind)}", _SEVERITIES[kind.severity], why.strip("\n")]
    case = _smallest_case(kind.code)
    if case is not None:
        parts += ["## A rule file that shows it", *_shown_case(case)]
    elif kind.code in SCENES:
        parts += ["## A command that shows it", *_shown_scene(kind.code)]
    parts += ["## How to mend it", *_hint(kind), with_fences(fails + ways)]
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def _hint(kind: type[Problem]) -> Iterator[str]:
    if kind.hint is not None and "{" not in kind.hint.replace("{{", "").replace("}}", ""):
        words = kind.hint.format()
        yield f"{words[:1].upper()}{words[1:]}."


@cache
def _cases() -> tuple[Case, ...]:
    return tuple(cases(REFUSED))


def _smallest_case(code: str) -> Case | None:
    """Return the shortest program without other problems, preferably one with the fault in its own file.

    An empty table shows little, so it does not count.
    """
    mine = [case for case in _cases() if any(code == each[0] for each in case.expected)]
    mine = [case for case in mine if "tables/empty.csv" not in case.text]
    return min(mine, key=lambda case: _ease(case, code), default=None)


def _ease(case: Case, code: str) -> tuple[int, bool, int]:
    """Return a sort key for how much a reader has to read until the fault is visible."""
    here = any(code == each and file == case.file for each, file, _ in case.expected)
    return len(case.expected), not here, len(case.text)


def _shown_case(case: Case) -> Iterator[str]:
    """Yield the program without the marks of the tests, the files that it names, and the printed messages."""
    plain = case._replace(text=_MARK.sub("", case.text))
    bases = re.findall(r"\w+", "".join(re.findall(r" extends (.*)", plain.text)))
    if "base" in bases:
        yield f"It changes [a small game]({SMALL_GAME})."
    yield fenced("rules", plain.text)
    tables = re.findall(r' from "(.+?)"', plain.text)
    for name in [*(f"{base}.rules" for base in bases if base != "base"), *tables]:
        path = (REFUSED / name).resolve()
        if path.is_file() and path.is_relative_to(REFUSED):
            yield f"In the file `{name}`:"
            yield fenced(_language(name), path.read_text("utf-8"))
    yield f"`splendor check {case.file}` prints:"
    yield fenced("text", messages(load(plain).problems))


def _shown_scene(code: str) -> Iterator[str]:
    scene = SCENES[code]
    base = REFUSED / BASE
    texts = [text for text in scene.files.values() if isinstance(text, str)]
    if any("base" in text for text in [scene.command, *texts]):
        yield f"`{BASE}` is [a small game]({SMALL_GAME})."
    for name, text in shown_files(scene, base):
        yield f"In the file `{name}`:"
        yield fenced(_language(name), shown(text))
    lines = printed(scene, base)
    assert f"[{code}]" in lines, f"{scene.command} does not show {code}:\n{lines}"
    earlier = " and ".join(f"`{command}`" for command in scene.before)
    meanwhile = "" if scene.held is None else f", while another program plays game {scene.held}"
    yield f"{f'After {earlier}{meanwhile}, ' if earlier else ''}`{scene.command}` prints:"
    yield fenced("text", _shortened(lines, code))


def _shortened(lines: str, code: str) -> str:
    """Return the problems of a code out of many."""
    blocks = lines.split("\n\n")
    if len(blocks) <= _MOST_BLOCKS:
        return lines
    return "\n\n".join(["...", *(block for block in blocks if f"[{code}]" in block), blocks[-1]])


def _language(name: str) -> str:
    return {".rules": "rules", ".py": "python"}.get(Path(name).suffix, "text")
