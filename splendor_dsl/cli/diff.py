"""`splendor diff`: what a player of one game has to know to play another."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.completion import game_names
from splendor_dsl.cli.endings import FINE
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
        help="The game that one knows.",
        show_default=False,
        autocompletion=game_names,
    ),
]
New = Annotated[
    str,
    typer.Argument(
        metavar="OTHER",
        help="The game to be played.",
        show_default=False,
        autocompletion=game_names,
    ),
]
Paths = Annotated[
    bool, typer.Option("--paths", help="Show the clauses that differ, for who writes rules.")
]


def diff(
    known: Known,
    new: New,
    paths: Paths = False,
    language: Language = None,
    plugins: Plugins = None,
    as_json: Json = False,
) -> int:
    """Tell a player of one game what is different in another.

    The exit code is 0 whether they differ or not.
    """
    from splendor_dsl.cli.opening import open_extensions
    from splendor_dsl.cli.starting import open_with
    from splendor_dsl.explain.differences import path_changes
    from splendor_dsl.prose.differences import differences
    from splendor_dsl.prose.unexplained import unexplained

    extensions = open_extensions(plugins)
    one, other = (open_with(name, {}, extensions) for name in (known, new))
    was, words = one.words(language), other.words(language)
    found = differences(was, words)
    changes = tuple(path_changes(one.resolved, other.resolved))
    apart = unexplained(changes, found, was, words)
    if as_json:
        told, clauses = [_to_dict(each) for each in found], [_to_dict(each) for each in changes]
        same = not found and not apart
        say_json("diff", ok=True, games=[known, new], same=same, differences=told, paths=clauses)
        return FINE
    lines = path_lines(changes) if paths else told_lines(words, found, apart)
    for line in lines:
        say(line)
    return FINE


def told_lines(
    words: "Words", found: Sequence["Difference"], apart: Sequence["PathChange"]
) -> Iterator[str]:
    """The differences for a player, by chapters and headings, then the clauses that differ and have no sentence."""
    from splendor_dsl.prose.things import capital

    if not found and not apart:
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
    if apart:
        alike = all(each.chapter == "names" for each in found)
        yield from ("",) if found else ()
        yield words.say(
            "The rules read alike, but these clauses differ:"
            if alike
            else "These clauses differ too:"
        )
        yield from (f"  {line}" for line in path_lines(apart))


def _heading(words: "Words", heading: str, shown: "Sequence[Difference]") -> str:
    """The heading, with the word for all that stands under it if that is new or gone as a whole."""
    if not all(each.whole for each in shown):
        return heading
    return words.say("new: {text}" if shown[0].before is None else "gone: {text}", text=heading)


def _under_heading(words: "Words", shown: "Sequence[Difference]") -> Iterator[str]:
    """Differences, each below the sentences that it stands under, even where these are as they were."""
    told: tuple[str, ...] = ()  # the paths of the line before, and of those above it
    for each in shown:
        for depth, above in enumerate(each.under):
            above_it = tuple(other.path for other in each.under[:depth])
            if told[: depth + 1] != (*above_it, above.path):
                yield from _condition(told, above_it, above.instead_of)
                yield f"{'  ' * depth}{above.text}"
                told = (*above_it, above.path)
        above_it = tuple(other.path for other in each.under)
        yield from _condition(told, above_it, each.instead_of)
        yield from (f"{'  ' * len(each.under)}{line}" for line in _lines(words, each))
        told = (*above_it, each.path)


def _condition(
    told: tuple[str, ...], above: tuple[str, ...], instead_of: "ParentSentence | None"
) -> Iterator[str]:
    """The condition before what holds otherwise, where the lines before have not shown it."""
    if instead_of is not None and told[: len(above) + 1] != (*above, instead_of.path):
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
    """The clauses that differ, for who writes rules."""
    if not changes:
        yield "no clause differs"
    yield from (f"{each}  ({each.place})" for each in changes)


def _to_dict(each: "Difference | PathChange") -> dict[str, Any]:
    from attrs import asdict

    found = asdict(each)
    return found if "under" not in found else {**found, "depth": len(found["under"])}
