"""A mechanic's rule fragment with its options filled in: a tree in which no option's name is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, cast

from attrs import evolve, fields, frozen, has

from splendor_dsl.diagnostics import Problem, Related
from splendor_dsl.semantics.mechanic_problems import MissingOption, UnknownOption, WrongOption
from splendor_dsl.semantics.problems import DuplicateLabel, WrongHeader
from splendor_dsl.semantics.rows import rows_of_section
from splendor_dsl.semantics.tables import Allowance
from splendor_dsl.span import Span
from splendor_dsl.spelling import nearest
from splendor_dsl.syntax.ast import (
    Clause,
    Edit,
    File,
    Mechanic,
    Option,
    OptionDecl,
    OptionRows,
    Row,
    Rows,
)
from splendor_dsl.syntax.expressions import (
    Chain,
    Columns,
    Compare,
    Expr,
    Grouped,
    Ident,
    Logic,
    Not,
    Number,
    Quantified,
)

T = TypeVar("T")


# What can be told from its form alone; the rest is told where the option is used.
WRONG = {"condition": (Number, Columns), "number": (Compare, Logic, Not, Quantified)}


@frozen(kw_only=True)
class Filling:
    """What stands for each option: a word, or an expression; and titles given with words."""

    words: dict[str, str]
    values: dict[str, Expr]
    titles: dict[str, str]
    spans: dict[str, Span]  # where it is given, or else where the mechanic is used


def fragment_for(use: Clause, file: File) -> tuple[tuple[Clause | Edit, ...], tuple[Problem, ...]]:
    """The sections and edits that a `use` lays on the game."""
    header = file.header
    if header is None or not isinstance(header.says, Mechanic):
        return (), (WrongHeader(expected="a mechanic", found="a game or variant", span=file.span),)
    given = {each.name: each for each in use.body}
    declared = {each.name: each for each in header.body}
    problems = [*_unknown(use, header, given, declared)]
    filling = Filling(words={}, values={}, titles={}, spans={})
    tops: list[Clause | Edit] = []
    for name, option in declared.items():
        rows = _fill(use, name, option, given.get(name), filling, problems)
        tops.extend(rows)
    tops = [
        *(_replace(top, filling) for top in file.tops),
        *(_replace(top, filling) for top in tops),
    ]
    misspelt = {each.near for each in problems if isinstance(each, UnknownOption)}
    told = (p for p in problems if not isinstance(p, MissingOption) or p.name not in misspelt)
    return tuple(tops), tuple(told)


def problems_of_fragment(file: File) -> Iterator[Problem]:
    """What can be said of a mechanic by itself: its options and the labels of its blocks differ."""
    assert file.header is not None  # a mechanic has one
    clauses = [file.header, *(top for top in file.tops if isinstance(top, Clause))]
    for clause in clauses:
        seen: dict[str, Clause] = {}
        for each in clause.body:
            other = seen.setdefault(each.name, each)
            if other is not each and not isinstance(each.says, Row):
                related = (Related(other.span, "the other stands here"),)
                yield DuplicateLabel(
                    name=each.name, block=repr(clause.name), span=each.span, related=related
                )


def _unknown(
    use: Clause, header: Clause, given: Mapping[str, Clause], declared: Mapping[str, Clause]
) -> list[Problem]:
    related = (Related(header.span, "the mechanic stands here"),)
    return [
        UnknownOption(
            mechanic=use.name,
            name=name,
            near=nearest(name, declared),
            known=tuple(declared),
            span=option.label.span,
            path=f"mechanics.{use.name}.{name}",
            related=related,
        )
        for name, option in given.items()
        if name not in declared
    ]


def _fill(
    use: Clause,
    name: str,
    option: Clause,
    given: Clause | None,
    filling: Filling,
    problems: list[Problem],
) -> list[Clause]:
    """Note what stands for one option; rows come back as a section of rows."""
    says = option.says
    assert isinstance(says, OptionDecl)
    if given is None and says.value is None:
        problems.append(
            MissingOption(
                mechanic=use.name,
                name=name,
                declared=option.span,
                span=use.label.span,
                path=f"mechanics.{use.name}",
            )
        )
        return []
    if says.type == "rows":
        return _rows(use, name, says, given, problems)
    value = given.says.value if given and isinstance(given.says, Option) else says.value
    if given and not isinstance(given.says, Option):
        problems.append(_wrong(use, name, "a value", "rows", given.span))
    elif value is not None:
        filling.spans[name] = value.span if given else use.label.span
        title = given.title if given else None
        problems += _fill_value(use, option, value, title, filling)
    return []


def _fill_value(
    use: Clause, option: Clause, value: Expr, title: str | None, filling: Filling
) -> list[Problem]:
    says, name = option.says, option.name
    assert isinstance(says, OptionDecl)
    plain = value.parts[0] if isinstance(value, Columns) and len(value.parts) == 1 else value
    if says.type in ("name", "group"):
        if not isinstance(plain, Chain) or len(plain.words) > 1:
            return [_wrong(use, name, "a name", repr(value.span.text), value.span)]
        word = plain.words[0].text
        filling.words[name] = word
        if title:
            filling.titles[word] = title
        return []
    if says.type in WRONG and isinstance(plain, WRONG[says.type]):
        return [_wrong(use, name, f"a {says.type}", repr(value.span.text), value.span)]
    filling.values[name] = plain
    return []


def _rows(
    use: Clause, name: str, says: OptionDecl, given: Clause | None, problems: list[Problem]
) -> list[Clause]:
    if given is None or not isinstance(given.says, OptionRows) or says.of is None:
        span = given.span if given else use.label.span
        problems.append(_wrong(use, name, "rows", "a value", span))
        return []
    says_rows = Rows(
        fixed_field=None, fixed_value=None, file=given.says.file, file_span=given.says.file_span
    )
    section = evolve(given, says=says_rows, label=Ident(text=says.of.text, span=given.label.span))
    if given.says.file is not None:
        rows, found = rows_of_section(section, Allowance())
        problems.extend(found)
        section = evolve(section, says=evolve(says_rows, file=None), body=rows)
    return [section]


def _wrong(use: Clause, name: str, expected: str, found: str, span: Span) -> Problem:
    path = f"mechanics.{use.name}.{name}"
    return WrongOption(
        mechanic=use.name, name=name, expected=expected, found=found, span=span, path=path
    )


# ---- replacing option names --------------------------------------------------------------------
def _replace(node: T, filling: Filling) -> T:
    """The same tree with every option's name replaced by what stands for it."""
    return cast("T", _new(node, filling))


def _new(node: object, filling: Filling) -> object:
    match node:
        case Chain(words=(word,)) if word.text in filling.values:
            return Grouped(body=filling.values[word.text], span=filling.spans[word.text])
        case Ident():
            return _ident(node, filling)
        case Clause():
            return _clause(node, filling)
        case tuple():
            return tuple(_new(each, filling) for each in node)
        case Span():
            return node
        case _ if has(type(node)):
            return _fields(node, filling)
    return node


def _clause(clause: Clause, filling: Filling) -> Clause:
    made = _fields(clause, filling)
    assert isinstance(made, Clause)
    if made.title is None and made.name in filling.titles and made.name != clause.name:
        return evolve(made, title=filling.titles[made.name])
    return made


def _fields(node: object, filling: Filling) -> object:
    values: Any = node  # an attrs value, as `has` said
    changes = {}
    for each in fields(type(values)):
        old = getattr(values, each.name)
        new = old if isinstance(old, str | int) else _new(old, filling)
        if new is not old:
            changes[each.name] = new
    return evolve(values, **changes) if changes else node


def _ident(word: Ident, filling: Filling) -> Ident:
    """What is wrong with a word that an option gave is wrong where it was given."""
    renamed = _renamed(word.text, filling)
    if renamed == word.text:
        return word
    given = next(name for name in word.text.split(".") if name in filling.words)
    return Ident(text=renamed, span=filling.spans[given])


def _renamed(text: str, filling: Filling) -> str:
    return ".".join(filling.words.get(segment, segment) for segment in text.split("."))
