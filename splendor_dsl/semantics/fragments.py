"""A mechanic's rule fragment with its options filled in: a tree without names of options."""

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


# Expressions that are never of that type; any other mismatch is reported where the option is used.
UNFIT_FORMS = {"condition": (Number, Columns), "number": (Compare, Logic, Not, Quantified)}


@frozen(kw_only=True)
class Substitution:
    """The word or expression for each option, and titles that come with words."""

    words: dict[str, str]
    values: dict[str, Expr]
    titles: dict[str, str]
    spans: dict[str, Span]  # of the value, or else of the `use`


def fragment_for(use: Clause, file: File) -> tuple[tuple[Clause | Edit, ...], tuple[Problem, ...]]:
    """Return the sections and edits that a `use` adds to the game, and the problems."""
    header = file.header
    if header is None or not isinstance(header.construct, Mechanic):
        return (), (WrongHeader(expected="a mechanic", found="a game or variant", span=file.span),)
    given = {each.name: each for each in use.body}
    declared = {each.name: each for each in header.body}
    problems = [*_unknown(use, header, given, declared)]
    substitution = Substitution(words={}, values={}, titles={}, spans={})
    tops: list[Clause | Edit] = []
    for name, option in declared.items():
        rows = _bind_option(use, name, option, given.get(name), substitution, problems)
        tops.extend(rows)
    tops = [
        *(_replace(top, substitution) for top in file.tops),
        *(_replace(top, substitution) for top in tops),
    ]
    misspelt = {each.near for each in problems if isinstance(each, UnknownOption)}
    reported = (p for p in problems if not isinstance(p, MissingOption) or p.name not in misspelt)
    return tuple(tops), tuple(reported)


def problems_of_fragment(file: File) -> Iterator[Problem]:
    """Yield the problems of a mechanic by itself: equal labels of options or of clauses of a block."""
    assert file.header is not None  # a mechanic has one
    clauses = [file.header, *(top for top in file.tops if isinstance(top, Clause))]
    for clause in clauses:
        seen: dict[str, Clause] = {}
        for each in clause.body:
            other = seen.setdefault(each.name, each)
            if other is not each and not isinstance(each.construct, Row):
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


def _bind_option(
    use: Clause,
    name: str,
    option: Clause,
    given: Clause | None,
    substitution: Substitution,
    problems: list[Problem],
) -> list[Clause]:
    """Set the substitution of one option; return rows as a section of rows."""
    construct = option.construct
    assert isinstance(construct, OptionDecl)
    if given is None and construct.value is None:
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
    if construct.type == "rows":
        return _rows(use, name, construct, given, problems)
    value = (
        given.construct.value if given and isinstance(given.construct, Option) else construct.value
    )
    if given and not isinstance(given.construct, Option):
        problems.append(_wrong(use, name, "a value", "rows", given.span))
    elif value is not None:
        substitution.spans[name] = value.span if given else use.label.span
        title = given.title if given else None
        problems += _bind_value(use, option, value, title, substitution)
    return []


def _bind_value(
    use: Clause, option: Clause, value: Expr, title: str | None, substitution: Substitution
) -> list[Problem]:
    construct, name = option.construct, option.name
    assert isinstance(construct, OptionDecl)
    if construct.type in ("name", "group"):
        if not isinstance(value, Chain) or len(value.words) > 1:
            return [_wrong(use, name, "a name", repr(value.span.text), value.span)]
        word = value.words[0].text
        substitution.words[name] = word
        if title:
            substitution.titles[word] = title
        return []
    if construct.type in UNFIT_FORMS and isinstance(value, UNFIT_FORMS[construct.type]):
        return [_wrong(use, name, f"a {construct.type}", repr(value.span.text), value.span)]
    substitution.values[name] = value
    return []


def _rows(
    use: Clause, name: str, construct: OptionDecl, given: Clause | None, problems: list[Problem]
) -> list[Clause]:
    if given is None or not isinstance(given.construct, OptionRows) or construct.of is None:
        span = given.span if given else use.label.span
        problems.append(_wrong(use, name, "rows", "a value", span))
        return []
    table = Rows(
        fixed_field=None,
        fixed_value=None,
        file=given.construct.file,
        file_span=given.construct.file_span,
    )
    section = evolve(
        given, construct=table, label=Ident(text=construct.of.text, span=given.label.span)
    )
    if given.construct.file is not None:
        rows, found = rows_of_section(section, Allowance())
        problems.extend(found)
        section = evolve(section, construct=evolve(table, file=None), body=rows)
    return [section]


def _wrong(use: Clause, name: str, expected: str, found: str, span: Span) -> Problem:
    path = f"mechanics.{use.name}.{name}"
    return WrongOption(
        mechanic=use.name, name=name, expected=expected, found=found, span=span, path=path
    )


# ---- replacing option names --------------------------------------------------------------------
def _replace(node: T, substitution: Substitution) -> T:
    """Return the same tree with the substitution for each option's name."""
    return cast("T", _substitute(node, substitution))


def _substitute(node: object, substitution: Substitution) -> object:
    match node:
        case Chain(words=(word,)) if word.text in substitution.values:
            return Grouped(body=substitution.values[word.text], span=substitution.spans[word.text])
        case Ident():
            return _ident(node, substitution)
        case Clause():
            return _clause(node, substitution)
        case tuple():
            return tuple(_substitute(each, substitution) for each in node)
        case Span():
            return node
        case _ if has(type(node)):
            return _fields(node, substitution)
    return node


def _clause(clause: Clause, substitution: Substitution) -> Clause:
    made = _fields(clause, substitution)
    assert isinstance(made, Clause)
    if made.title is None and made.name in substitution.titles and made.name != clause.name:
        return evolve(made, title=substitution.titles[made.name])
    return made


def _fields(node: object, substitution: Substitution) -> object:
    values: Any = node  # an attrs value, by `has`
    changes = {}
    for each in fields(type(values)):
        old = getattr(values, each.name)
        new = old if isinstance(old, str | int) else _substitute(old, substitution)
        if new is not old:
            changes[each.name] = new
    return evolve(values, **changes) if changes else node


def _ident(word: Ident, substitution: Substitution) -> Ident:
    """Return the substitution for a word, with the span of the option, where a problem of it has to be mended."""
    renamed = _renamed(word.text, substitution)
    if renamed == word.text:
        return word
    given = next(name for name in word.text.split(".") if name in substitution.words)
    return Ident(text=renamed, span=substitution.spans[given])


def _renamed(text: str, substitution: Substitution) -> str:
    return ".".join(substitution.words.get(segment, segment) for segment in text.split("."))
