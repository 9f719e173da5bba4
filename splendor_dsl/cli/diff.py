"""`splendor diff`: the rules that a player of one game must know to play another."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.completion import game_names
from splendor_dsl.cli.exit_status import FINE
from splendor_dsl.cli.options import Json, Language, Plugins
from splendor_dsl.cli.output import say, say_json

if TYPE_CHECKING:
    from splendor_dsl.explain.differences import PathChange
    from splendor_dsl.prose.differences import Difference, ParentSentence
    from splendor_dsl.prose.words import Words

Known = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="The game you know.",
        show_default=False,
        autocompletion=game_names,
    ),
]
New = Annotated[
    str,
    typer.Argument(
        metavar="OTHER",
        help="The game you want to play.",
        show_default=False,
        autocompletion=game_names,
    ),
]
Paths = Annotated[
    bool, typer.Option("--paths", help="List the changed clauses by path, for authors of rules.")
]


def diff(
    known: Known,
    new: New,
    paths: Paths = False,
    language: Language = None,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Show a player of one game what is different in another.

    The exit status is 0 whether they differ or not.
    """
    from splendor_dsl.cli.opened_game import open_with
    from splendor_dsl.cli.rule_input import open_extensions
    from splendor_dsl.explain.differences import path_changes
    from splendor_dsl.prose.differences import differences
    from splendor_dsl.prose.unexplained import unexplained

    extensions = open_extensions(plugins)
    one, other = (open_with(name, {}, extensions) for name in (known, new))
    was, words = one.words(language), other.words(language)
    found = differences(was, words)
    changes = tuple(path_changes(one.resolved, other.resolved))
    unexplained_changes = unexplained(changes, found, was, words)
    if as_json:
        shown_path, clauses = (
            [_to_dict(each) for each in found],
            [_to_dict(each) for each in changes],
        )
        same = not found and not unexplained_changes
        say_json(
            "diff", ok=True, games=[known, new], same=same, differences=shown_path, paths=clauses
        )
        return FINE
    lines = path_lines(changes) if paths else difference_lines(words, found, unexplained_changes)
    for line in lines:
        say(line)
    return FINE


def difference_lines(
    words: "Words", found: Sequence["Difference"], unexplained_changes: Sequence["PathChange"]
) -> Iterator[str]:
    """Yield the differences for a player by chapters and headings, then clauses that no sentence explains."""
    from splendor_dsl.prose.things import capital

    if not found and not unexplained_changes:
        yield words.say("The rules are the same.")
    titles = {
        "names": "Names",
        "components": "Components",
        "setup": "Setup",
        "turn": "The game",
        "end": "The end of the game",
    }
    for number, (chapter, of_chapter) in enumerate(groupby(found, lambda each: each.chapter)):
        if number:
            yield ""
        yield words.say(titles[chapter])
        for heading, same in groupby(of_chapter, lambda each: each.heading):
            shown = list(same)
            yield f"  {_heading(words, capital(heading), shown)}"
            yield from (f"    {line}" for line in _under_heading(words, shown))
    if unexplained_changes:
        alike = all(each.chapter == "names" for each in found)
        yield from ("",) if found else ()
        yield words.say(
            "The rules read alike, but these clauses differ:"
            if alike
            else "These clauses differ too:"
        )
        yield from (f"  {line}" for line in path_lines(unexplained_changes))


def _heading(words: "Words", heading: str, shown: "Sequence[Difference]") -> str:
    """Return the heading, marked as new or gone if all that is under it is."""
    if not all(each.whole for each in shown):
        return heading
    return words.say("new: {text}" if shown[0].before is None else "gone: {text}", text=heading)


def _under_heading(words: "Words", shown: "Sequence[Difference]") -> Iterator[str]:
    """Yield differences, each below its parent sentences, even if these have not changed."""
    shown_path: tuple[str, ...] = ()  # the path of the last line, after those above it
    for each in shown:
        for depth, above in enumerate(each.under):
            above_it = tuple(other.path for other in each.under[:depth])
            if shown_path[: depth + 1] != (*above_it, above.path):
                yield from _condition(shown_path, above_it, above.instead_of)
                yield f"{'  ' * depth}{above.text}"
                shown_path = (*above_it, above.path)
        above_it = tuple(other.path for other in each.under)
        yield from _condition(shown_path, above_it, each.instead_of)
        yield from (f"{'  ' * len(each.under)}{line}" for line in _lines(words, each))
        shown_path = (*above_it, each.path)


def _condition(
    shown_path: tuple[str, ...], above: tuple[str, ...], instead_of: "ParentSentence | None"
) -> Iterator[str]:
    """Yield the condition of an "otherwise", unless the lines before show it."""
    if instead_of is not None and shown_path[: len(above) + 1] != (*above, instead_of.path):
        yield f"{'  ' * len(above)}{instead_of.text} ..."


def _lines(words: "Words", each: "Difference") -> Iterator[str]:
    from splendor_dsl.prose.things import capital

    if each.chapter == "names":
        yield f"{each.before} \N{RIGHTWARDS ARROW} {each.after}"
        return
    before, after = (None if text is None else capital(text) for text in (each.before, each.after))
    if each.whole:
        yield after or before or ""
    elif before is None:
        yield words.say("new: {text}", text=after)
    elif after is None:
        yield words.say("gone: {text}", text=before)
    else:
        yield words.say("before: {text}", text=before)
        yield words.say("now: {text}", text=after)


def path_lines(changes: Sequence["PathChange"]) -> Iterator[str]:
    """Yield the changed clauses, for authors of rules."""
    if not changes:
        yield "no clause differs"
    yield from (f"{each}  ({each.place})" for each in changes)


def _to_dict(each: "Difference | PathChange") -> dict[str, Any]:
    from attrs import asdict

    found = asdict(each)
    return found if "under" not in found else {**found, "depth": len(found["under"])}
