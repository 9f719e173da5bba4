"""One tree from many layers: the base game, its variants and the mechanics they use, merged by clause path.

An edit whose path is not there yet waits until the mechanics have been laid on, so that a variant can change what a
mechanic brings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from splendor_dsl.diagnostics import MOST_REPORTED, Problem, Related
from splendor_dsl.semantics.bases import Find, Layer, layers_of
from splendor_dsl.semantics.fragments import fragment_for
from splendor_dsl.semantics.growing import Place
from splendor_dsl.semantics.look_alikes import with_looks
from splendor_dsl.semantics.mechanic_problems import MechanicUsedTwice, UnknownMechanic
from splendor_dsl.semantics.names import NO_NAME, Name, NamesByPath, name_of
from splendor_dsl.semantics.paths import unknown_path
from splendor_dsl.semantics.problems import (
    CannotSet,
    DuplicateLabel,
    LayersCollide,
    SetTwice,
    TwoGames,
    UnknownPath,
    WrongHeader,
    first_words,
)
from splendor_dsl.semantics.rows import in_table, numbered, rows_of_section, set_cell
from splendor_dsl.semantics.tables import Allowance
from splendor_dsl.semantics.touches import Touch, collisions
from splendor_dsl.semantics.tree import has_value
from splendor_dsl.semantics.type_problems import without_token
from splendor_dsl.source import Source
from splendor_dsl.span import Span
from splendor_dsl.syntax.ast import (
    Clause,
    Edit,
    Example,
    File,
    Game,
    Names,
    Option,
    Row,
    Rows,
    Section,
    Translation,
    Use,
)
from splendor_dsl.syntax.expressions import Ident

SECTIONS = (
    "game",
    "parameters",
    "tokens",
    "supply",
    "kinds",
    "rows",
    "zones",
    "counters",
    "markers",
    "values",
    "limits",
    "setup",
    "actions",
    "phases",
    "turn",
    "triggers",
    "end",
    "mechanics",
    "invariants",
    "examples",
)


@frozen(kw_only=True)
class Resolved:
    """The merged tree with its provenance."""

    header: Clause
    tree: Clause
    layers: tuple[str, ...]
    files: tuple[str, ...]  # of the layers
    touches: tuple[Touch, ...]
    names: Mapping[str, NamesByPath]  # by language
    name_spans: tuple[tuple[str, str, Span], ...]  # language, path, place
    languages: tuple[tuple[str, Span], ...]  # where a block of names begins
    mechanics: tuple[str, ...]
    options: Mapping[str, tuple[Clause, ...]]  # those that each mechanic declares, by its path
    trees: tuple[File, ...]  # of the layers, then of the mechanics
    dropped: tuple[tuple[Edit, Clause], ...] = ()  # what was changed or removed, as it was


def resolve(
    file: File, bases: Find, mechanics: Find
) -> tuple[Resolved | None, tuple[Problem, ...]]:
    """Merge all layers, the bases first."""
    problems: list[Problem] = []
    layers = list(layers_of(file, bases, problems))
    if not layers or not _is_whole(layers[0]):
        if not problems:
            problems.append(no_game(file))
        return None, tuple(problems)
    second = next((each for each in layers[1:] if _is_whole(each)), None)
    if second is not None:
        return None, (*problems, _two_games(layers, second))
    merger = Merger(problems=problems, own=layers[-1])
    for layer in layers:
        merger.lay(layer)
    used = merger.lay_mechanics(mechanics)
    merger.finish(layers)
    files = (*(layer.file for layer in layers), *merger.fragments)
    problems = with_looks(problems, merger.tree, files)
    header = file.header
    assert header is not None  # a layer has one
    resolved = Resolved(
        header=header,
        tree=merger.tree,
        layers=tuple(layer.name for layer in layers),
        files=tuple(layer.file.span.source.name for layer in layers),
        touches=tuple(merger.touches),
        names=merger.names,
        name_spans=tuple(merger.name_spans),
        languages=tuple(merger.languages),
        mechanics=used,
        options=merger.options,
        trees=files,
        dropped=tuple(merger.dropped),
    )
    return resolved, tuple(problems)


def _is_whole(layer: Layer) -> bool:
    header = layer.file.header
    return header is not None and isinstance(header.construct, Game)


def _two_games(layers: list[Layer], second: Layer) -> Problem:
    first, own = layers[0].file.header, layers[-1].file.header
    assert first is not None
    assert own is not None
    assert second.file.header is not None
    related = (
        Related(first.label.span, "one game"),
        Related(second.file.header.label.span, "the other game"),
    )
    return TwoGames(
        name=own.name,
        first=layers[0].name,
        second=second.name,
        span=own.label.span,
        related=related,
    )


def no_game(file: File) -> Problem:
    """Return the problem of a file that should be a game."""
    found = "a mechanic" if file.edition_kind == "mechanic" else "no header"
    span = file.header.span if file.header else file.span
    return WrongHeader(expected="a game or a variant", found=found, span=span)


class Merger:
    """The tree under construction."""

    def __init__(self, problems: list[Problem], own: Layer) -> None:
        self.problems = problems
        self.own = own.name
        self.source = own.file.span.source
        self.touches: list[Touch] = []
        self.dropped: list[tuple[Edit, Clause]] = []
        self.settings: dict[tuple[str, str], Span] = {}  # of each layer, by path
        self.names: dict[str, dict[str, Name]] = {}
        self.name_spans: list[tuple[str, str, Span]] = []
        self.languages: list[tuple[str, Span]] = []
        self.waiting: list[tuple[str, Edit]] = []
        # Of a table, and from which uses; by the identity of the edit, as that below.
        self.clearing: dict[int, tuple[Edit, frozenset[Span]]] = {}
        self.uses: list[Clause] = []  # of mechanics, those that were removed too
        self.sources: list[tuple[str, Source]] = []  # of the layers, by name
        self.after: dict[str, frozenset[str]] = {}  # the layers that each comes after
        self.options: dict[str, tuple[Clause, ...]] = {}  # of each mechanic, by its path
        self.allowance = Allowance()
        self.fragments: list[File] = []  # of the mechanics in use
        self.root: Place  # there from the first layer on
        self.added: dict[str, set[str]] = {}  # the layers that added a clause, by its path
        self.done: set[int] = set()  # the edits that have dropped something

    @property
    def tree(self) -> Clause:
        """Return the tree of the layers so far."""
        return self.root.clause

    # ---- laying a file ---------------------------------------------------------------------
    def lay(self, layer: Layer) -> None:
        """Merge a game or variant into the tree."""
        header = layer.file.header
        assert header is not None
        self.sources.append((layer.name, layer.file.span.source))
        self.after[layer.name] = layer.after
        if isinstance(header.construct, Game):
            self._begin(header)
        self._lay_tops(layer.name, layer.file.tops, first=isinstance(header.construct, Game))

    def _begin(self, header: Clause) -> None:
        def empty(name: str) -> Clause:
            return Clause(
                construct=Section(), label=Ident(text=name, span=header.span), span=header.span
            )

        sections = tuple(empty(name) for name in SECTIONS)
        game = evolve(sections[0], body=header.body)
        self.root = Place(evolve(empty("root"), body=(game, *sections[1:])))

    def _lay_tops(self, layer: str, tops: tuple[Clause | Edit, ...], *, first: bool) -> None:
        for top in tops:
            if isinstance(top, Edit):
                self._edit(layer, top, wait=True)
            else:
                self._lay_section(layer, top, first=first)

    def _lay_section(self, layer: str, top: Clause, *, first: bool) -> None:
        match top.construct:
            case Use():
                self._add_use(layer, top)
            case Example():  # a base's examples are about the base
                if layer == self.own:
                    self._grow(layer, "examples", (top,), first=True)
            case Rows():
                self._lay_rows(layer, top, first=first)
            case Names():
                self._lay_names(layer, top)
            case _:
                self._note_section(top)
                self._grow(layer, top.name, top.body, first=first)

    def _note_section(self, top: Clause) -> None:
        """Give a section the citations and the place of its first appearance."""
        section = self.root.find(top.name)
        if section is not None and not section.inside and not section.clause.cites:
            section.replace(evolve(top, body=()))

    def _lay_names(self, layer: str, top: Clause) -> None:
        give_way = layer.startswith("mechanics.")
        language = self.names.setdefault(top.name, {})
        self.languages.append((top.name, top.label.span))
        for each in top.body:
            assert isinstance(each.construct, Translation)
            path = each.construct.path.text
            if path.startswith("examples.") and layer != self.own:
                continue
            name = name_of(each.construct)
            there = language.get(path, NO_NAME)
            language[path] = name.over(there) if not give_way else there.over(name)
            self.name_spans.append((top.name, path, each.construct.path.span))

    def _lay_rows(self, layer: str, top: Clause, *, first: bool) -> None:
        rows, problems = rows_of_section(top, self.allowance)
        self.problems.extend(problems)
        clearing = list(self._clearing(layer, f"rows.{top.name}"))
        for edit in clearing:
            self._drop(edit, evolve(top, body=rows))
        if clearing:
            return
        if self.root.find(f"rows.{top.name}") is None:
            holder = evolve(top, body=())
            self._grow(layer, "rows", (holder,), first=first)
        self._grow(layer, f"rows.{top.name}", rows, first=first)

    def _add_use(self, layer: str, use: Clause) -> None:
        known = self.root.find(f"mechanics.{use.name}")
        if known is None:
            self.uses.append(use)
            self._grow(layer, "mechanics", (use,), first=True)
            return
        related = (Related(known.clause.span, "first used here"),)
        self.problems.append(MechanicUsedTwice(name=use.name, span=use.span, related=related))

    def _grow(self, layer: str, path: str, items: tuple[Clause, ...], *, first: bool) -> None:
        """Add clauses to the block of a path; unlabelled rows that repeat get a number."""
        block = self.root.find(path)
        assert block is not None
        block.append()
        for item in items:
            fresh = numbered(item, block.inside, block.numbers)
            there = block.inside.get(fresh.name)
            if there is None:
                block.append(fresh)
                if not first:
                    self._touch(layer, "add", f"{path}.{fresh.name}", fresh.span, fresh.because)
            elif not self._said_before(f"{path}.{fresh.name}", layer, fresh, there.clause):
                self._duplicate(path, fresh, there.clause)

    def _duplicate(self, path: str, item: Clause, other: Clause) -> None:
        if item.span.source != self.source == other.span.source:
            item, other = other, item  # a mechanic comes last, but what stands here can be mended
        related = (Related(other.span, "the other stands here"),)
        problem = DuplicateLabel(
            name=item.name,
            block=repr(path),
            begins=first_words(item),
            changes=_changes(f"{path}.{item.name}", other, item),
            span=item.label.span,
            path=f"{path}.{item.name}",
            related=related,
        )
        self.problems.append(problem)

    def _said_before(self, path: str, layer: str, item: Clause, other: Clause) -> bool:
        """Return whether another variant added the very same clause: two that agree need no order."""
        return item == other and bool(self.added.get(path, set()) - {layer})

    def _touch(
        self,
        layer: str,
        how: str,
        path: str,
        span: Span,
        because: str | None,
        *,
        stays: bool = False,
    ) -> None:
        touch = Touch(layer=layer, how=how, path=path, stays=stays, span=span, because=because)
        self.touches.append(touch)
        if how == "add":
            self.added.setdefault(path, set()).add(layer)

    def _drop(self, edit: Edit, clause: Clause) -> None:
        """Record what an edit changes or removes, as it was."""
        self.dropped.append((edit, clause))
        self.done.add(id(edit))

    # ---- edits -----------------------------------------------------------------------------
    def _edit(self, layer: str, edit: Edit, *, wait: bool) -> None:
        path = edit.path.text
        if edit.how == "set" and wait:
            self._set_once(layer, edit)
        place = self.root.find(path)
        if edit.how == "remove" and _is_table(path) and not layer.startswith("mechanics."):
            if wait:
                self._note_clearing(layer, edit)
            else:
                place = None  # what is there came after it
        if place is None:
            self._edit_nothing(layer, edit, wait=wait)
        elif edit.how == "add":
            self._grow(layer, path, edit.items, first=False)
        else:
            stays = edit.how == "replace" and [item.name for item in edit.items] == [place.name]
            self._touch(layer, edit.how, path, edit.span, edit.because, stays=stays)
            if edit.how in {"set", "replace", "remove"}:
                self._drop(edit, place.clause)
            self._replace(edit, place)

    def _edit_nothing(self, layer: str, edit: Edit, *, wait: bool) -> None:
        """Apply an edit without a clause: of a part of one, of what mechanics add, or of an unknown path."""
        if edit.how == "set" and self._set_within(layer, edit):
            return
        if wait:
            self.waiting.append((layer, edit))
        elif self._is_settled(edit):
            self._touch(layer, edit.how, edit.path.text, edit.span, edit.because)
        else:
            self._unknown_path(edit)

    def _note_clearing(self, layer: str, edit: Edit) -> None:
        """Record a removed table: it loses the rows of mechanics that are in use so far, here or in a base."""
        uses, layers = (*self.uses, *self._used()), {layer, *self.after[layer]}
        theirs = [use for use in uses if self._layer_of(use) in layers]
        self.clearing[id(edit)] = edit, frozenset(use.span for use in theirs)

    def _layer_of(self, use: Clause) -> str | None:
        """Return the layer of the file with this use; none for a mechanic."""
        return next((name for name, own in self.sources if own is use.span.source), None)

    def _clearing(self, layer: str, path: str) -> Iterator[Edit]:
        """Yield the edits that remove the rows that a mechanic adds to a table."""
        use = self.root.find(layer)
        for edit, spans in self.clearing.values():
            if use is not None and edit.path.text == path and use.clause.span in spans:
                yield edit

    def _is_settled(self, edit: Edit) -> bool:
        """Return whether an edit has had its effect, or its target was removed or replaced since."""
        _, spans = self.clearing.get(id(edit), (edit, frozenset[Span]()))
        gone = bool(spans - {use.span for use in self._used()})
        return (gone and self.root.find(edit.path.text) is not None) or id(edit) in self.done

    def _set_once(self, layer: str, edit: Edit) -> None:
        """Report a path that one file sets twice."""
        path = edit.path
        first = self.settings.setdefault((layer, path.text), path.span)
        if first is not path.span:
            related = (Related(first, "first set here"),)
            self.problems.append(
                SetTwice(wanted=path.text, span=path.span, path=path.text, related=related)
            )

    def _set_within(self, layer: str, edit: Edit) -> bool:
        """Set what is no clause of its own: a cell of a row, or an option that still has its default."""
        return self._set_in_row(layer, edit) or self._set_option(layer, edit)

    def _set_option(self, layer: str, edit: Edit) -> bool:
        """Apply `set mechanics.guests.counted = bonus`; merging the mechanic tells whether it has such an option."""
        use_path, _, name = edit.path.text.rpartition(".")
        use = self.root.find(use_path) if use_path else None
        if use is None or not isinstance(use.clause.construct, Use) or edit.value is None:
            return False
        option = Clause(
            construct=Option(value=edit.value),
            label=Ident(text=name, span=edit.path.span),
            cites=edit.cites,
            because=edit.because,
            span=edit.span,
        )
        self._touch(layer, "set", edit.path.text, edit.span, edit.because)
        use.append(option)
        return True

    def _set_in_row(self, layer: str, edit: Edit) -> bool:
        """Apply `set rows.cards.tree.points = 2`: a cell is no clause of its own."""
        row_path, _, name = edit.path.text.rpartition(".")
        row = self.root.find(row_path) if row_path else None
        if row is None or not isinstance(row.clause.construct, Row) or edit.value is None:
            return False
        changed = set_cell(row.clause, row_path, Ident(text=name, span=edit.path.span), edit.value)
        if isinstance(changed, Problem):
            self.problems.append(changed)
            return True
        self._touch(layer, "set", edit.path.text, edit.span, edit.because)
        row.replace(changed)
        return True

    def _replace(self, edit: Edit, place: Place) -> None:
        match edit.how:
            case "set":
                self._set(edit, place)
            case "remove" if "." in edit.path.text:
                place.replace()
            case "remove":  # a section stays, for what comes
                place.replace(evolve(place.clause, body=()))
            case "before":
                place.put_before(*self._fresh(edit, place))
            case "after":
                place.put_after(*self._fresh(edit, place))
            case _:
                place.replace(*self._fresh(edit, place))

    def _fresh(self, edit: Edit, place: Place) -> list[Clause]:
        """Return what an edit puts beside a clause or in its place, without what repeats a name there."""
        parent, holder = edit.path.text.rpartition(".")[0], place.holder
        assert holder is not None
        found: dict[str, Clause] = {}
        for item in in_table(edit.items, place.clause):
            there = holder.inside.get(item.name)
            if there is place and edit.how == "replace":
                there = None
            other = found.get(item.name) if there is None else there.clause
            if other is None:
                found[item.name] = item
            else:
                self._duplicate(parent, item, other)
        return list(found.values())

    def _set(self, edit: Edit, place: Place) -> None:
        clause = place.clause
        if not has_value(clause) or edit.value is None:
            self._cannot_set(edit, clause)
            return
        construct: Any = clause.construct  # one of the many that have a value
        unfit = without_token(construct, edit.value, edit.path.text)
        if unfit is not None:
            self.problems.append(unfit)
            return
        construct = evolve(construct, value=edit.value)
        changed = evolve(
            clause,
            construct=construct,
            cites=edit.cites or clause.cites,
            because=edit.because or clause.because,
        )
        place.replace(changed)

    def _cannot_set(self, edit: Edit, clause: Clause) -> None:
        path, text = edit.path.text, clause.span.text
        whole = isinstance(clause.construct, Section | Rows | Example)  # can't be replaced
        plain = not clause.body and "\n" not in text
        self.problems.append(
            CannotSet(
                wanted=path,
                form="" if whole else text if plain else "...",
                inside=bool(clause.body) or isinstance(clause.construct, Section),
                span=edit.path.span,
                path=path,
            )
        )

    def _unknown_path(self, edit: Edit) -> None:
        path = edit.path
        later = self.root.find(path.text)
        if later is not None:
            related = (Related(later.clause.span, "this comes later"),)
            problem = UnknownPath(wanted=path.text, span=path.span, related=related)
        elif len(self.problems) < MOST_REPORTED:
            problem = unknown_path(self.tree, path.text, edit.how, path.span, dropped=self.dropped)
        else:  # it is not shown, so no near path is searched
            problem = UnknownPath(wanted=path.text, span=path.span)
        self.problems.append(problem)

    # ---- mechanics -------------------------------------------------------------------------
    def lay_mechanics(self, mechanics: Find) -> tuple[str, ...]:
        """Merge the fragment of each mechanic in use, in the order of use."""
        self._do_waiting(
            "mechanics."
        )  # once a fragment is laid, a change of its options comes too late
        used = self._used()
        for use in used:
            found = mechanics(use.label)
            if isinstance(found, File):
                self._lay_mechanic(use, found)
            elif found is None:
                self.problems.append(
                    UnknownMechanic(
                        name=use.name, span=use.label.span, path=f"mechanics.{use.name}"
                    )
                )
            else:
                self.problems.extend(found)
        return tuple(use.name for use in used)

    def _used(self) -> tuple[Clause, ...]:
        section = self.root.find("mechanics")
        return section.clause.body if section else ()

    def _lay_mechanic(self, use: Clause, file: File) -> None:
        self.fragments.append(file)
        self.options[f"mechanics.{use.name}"] = file.header.body if file.header else ()
        tops, problems = fragment_for(use, file)
        self.problems.extend(problems)
        if not problems:
            self._lay_tops(f"mechanics.{use.name}", tops, first=False)

    def _do_waiting(self, start: str) -> None:
        """Apply the deferred edits of paths that begin so."""
        due = [each for each in self.waiting if each[1].path.text.startswith(start)]
        self.waiting = [each for each in self.waiting if not each[1].path.text.startswith(start)]
        for layer, edit in due:
            self._edit(layer, edit, wait=False)

    def finish(self, layers: list[Layer]) -> None:
        """Apply the deferred edits, then report paths that two layers without an order changed.

        Of two layers without an order one collision is reported: an order ends them all.
        """
        self._do_waiting("")
        for early, late in collisions(self.touches, self.after):
            self._collision(early, late, layers)

    def _collision(self, early: Touch, late: Touch, layers: list[Layer]) -> None:
        met = (each.where_meet(early.layer, late.layer) for each in layers)
        here = next((span for span in met if span is not None), None)
        notes = () if here is None else (Related(here, "they meet here without an order"),)
        problem = LayersCollide(
            first=early.layer,
            first_path=early.path,
            second=late.layer,
            second_path=late.path,
            span=late.span,
            path=late.path,
            related=(Related(early.span, f"{early.layer} changes it here"), *notes),
        )
        self.problems.append(problem)


def _is_table(path: str) -> bool:
    section, _, kind = path.partition(".")
    return section == "rows" and kind != "" and "." not in kind


_ADDED_TO = {"tokens", "kinds", "rows", "zones", "values", "actions", "phases", "triggers"}


def _changes(path: str, other: Clause, item: Clause) -> str:
    """Return the edits by which a file changes a clause of another file."""
    if other.span.source.name == item.span.source.name:
        return ""
    edits = [f"set {path} = ..."] if has_value(other) else []
    edits += [f"replace {path} {{ ... }}"]
    edits += [f"add {path} {{ ... }}"] if path.partition(".")[0] in _ADDED_TO else []
    return " or ".join(map(repr, edits))
