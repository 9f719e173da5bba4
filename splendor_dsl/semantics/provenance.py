"""The provenance of a merged game: the line that made each change, and the changes that lie nearest to each clause.

While layers merge, each clause keeps the place of the line that wrote it, each edit is noted with its path, and so is
what it took away. A clause depends on others by what it says:

- on what stands in its block, and on what it names: zones, tokens, kinds, values, limits, how many players there are;
- a step on the steps beside it, an action or trigger on the turn, and a step that gains or pays on the piles of tokens;
- a zone, counter or marker on the steps that write it, on its limits, and on the pieces that begin there;
- a token on its stock, a field on the rows of its kind, and what a mechanic brings on what it is given.

A clause that was taken away depends and is depended on as before. Each of these ways has a length. From all changes at
once the nearest are found for all clauses, so it takes little longer than to read the rules, however many problems
there are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final, NamedTuple

from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.touches import CHANGES
from splendor_dsl.semantics.tree import find, walk
from splendor_dsl.span import Span
from splendor_dsl.syntax import ast as a
from splendor_dsl.syntax.expressions import Columns, Ident

MOST_AS_NEAR: Final = 16  # changes that are as near as each other, of which a clause knows
CODE: Final = {
    "setup": 1,
    "turn": 1,
    "actions": 2,
    "phases": 2,
    "triggers": 2,
}  # labels above steps
DECLARING: Final = {
    *("parameters", "kinds", "zones", "counters", "markers", "values", "limits", "actions")
}
_PILES, _GAINS, _PLAYERS, _SUPPLY = "piles of players", "gains", "game.players", "supply"

# How long the ways are: tests/checks/test_looked_up.py counts how often they lead to the right line.
PILE: Final = 1
TERM: Final = 1
VALUE: Final = 2
INSIDE: Final = 2
OF_KIND: Final = 2
NAMED: Final = 4
BESIDE: Final = 4
WRITTEN: Final = 4
LIMITED: Final = 4
GAINED: Final = 6
RUN: Final = 8
SEEN: Final = 8  # who sees what lies in a zone seldom matters
BEGINS: Final = 10


class Change(NamedTuple):
    """A change that a line made at a path."""

    path: str
    line: Span
    sets: bool = False  # whether it gave another value to what stays there


class Nearest(NamedTuple):
    """The changes that lie nearest to a clause, and how far away they are."""

    distance: int
    changes: tuple[Change, ...]


class Way(NamedTuple):
    """A clause that another depends on; `by_name` if a name or type may hang on it too."""

    length: int
    path: str
    by_name: bool = False


class Provenance:
    """The clauses of a game, those that layers took away too, with the lines of its variants that changed them."""

    def __init__(self, resolved: Resolved) -> None:
        self.clauses: dict[str, list[a.Clause]] = defaultdict(list)
        # The paths that declare a name, and those taken away that used it.
        self.declared: dict[str, dict[str, None]] = defaultdict(dict)
        self.gone: dict[str, dict[str, None]] = defaultdict(dict)
        self._changes: dict[str, dict[Change, None]] = defaultdict(dict)
        self._inside: dict[str, dict[str, None]] = defaultdict(dict)
        self._writing: dict[str, dict[str, None]] = defaultdict(dict)
        self._limits: dict[str, dict[str, None]] = defaultdict(dict)
        self._piles: dict[str, None] = {}
        self.requirements: dict[str, str] = {}  # the steps that require something, by its text
        self._uses = dict(_uses(resolved))
        self._variants = frozenset(resolved.files[1:])
        self._places = self._read_tree(resolved)
        self._read_edits(resolved)

    def at(self, span: Span) -> str:
        """Return the path of the innermost clause around a place; none if there is none."""
        places = self._places.get(span.source.name, [])
        first = bisect_right(places, ((span.start, 0), "")) - 1
        path = places[first][1] if first >= 0 else ""
        while path and not any(_holds(each.span, span) for each in self.clauses[path]):
            path = path.rpartition(".")[0]
        return path

    def nearest(self, *, by_name: bool) -> dict[str, Nearest]:
        """Return the nearest changes by path; `by_name` if only names and types are asked about."""
        depending = self._depending(by_name=by_name)
        found: dict[str, tuple[int, dict[Change, None]]] = {}
        for path, changes in self._changes.items():
            fit = {each: None for each in changes if not (each.sets and by_name)}
            found.update({path: (0, fit)} if fit else {})
        queue = [(0, path) for path in found]
        while queue:
            distance, path = heappop(queue)
            least, changes = found[path]
            for length, other in depending[path] if distance == least else ():
                far = distance + length
                there, theirs = found.get(other, (far + 1, {}))
                if far < there:
                    found[other] = far, dict(changes)
                    heappush(queue, (far, other))
                elif far == there and len(theirs) < MOST_AS_NEAR:
                    theirs.update(changes)
        return {path: Nearest(far, tuple(changes)) for path, (far, changes) in found.items()}

    def _depending(self, *, by_name: bool) -> dict[str, list[tuple[int, str]]]:
        """Return what depends on each clause, with how long the way is."""
        depending: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for path in {**self.clauses, **self._changes, _PILES: None, _GAINS: None}:
            for way in self.ways(path):
                if way.by_name or not by_name:
                    depending[way.path].append((way.length, path))
        return depending

    # ---- what is there ---------------------------------------------------------------------
    def _read_tree(self, resolved: Resolved) -> dict[str, list[tuple[tuple[int, int], str]]]:
        """Note the clauses that are there; return their paths by file, in the order of the text."""
        spans: dict[str, dict[tuple[int, int], str]] = defaultdict(dict)
        for path, clause in walk(resolved.tree):
            self._add(path, clause)
            place = clause.span.start, -clause.span.end
            spans[clause.span.source.name].setdefault(place, path)
            if "." in path and self._own(clause.span).source.name == resolved.files[-1]:
                self._change(path, clause.span)
        return {name: sorted(places.items()) for name, places in spans.items()}

    def _read_edits(self, resolved: Resolved) -> None:
        """Note what edits have changed, and what they took away."""
        for edit, clause in resolved.dropped:
            top = edit.path.text
            for path, each in ((top, clause), *((f"{top}.{at}", it) for at, it in walk(clause))):
                self._add(path, each)
                if edit.how != "set":
                    self._change(path, edit.span)
                    for name in () if isinstance(each.construct, a.Row) else _names(each):
                        self.gone[name][path] = None
        for touch in resolved.touches:
            if touch.how in CHANGES:
                self._hold(touch.path)
                self._change(touch.path, touch.span, sets=touch.how == "set")

    def _add(self, path: str, clause: a.Clause) -> None:
        self.clauses[path].append(clause)
        self._hold(path)
        labels = path.split(".")
        section, name, construct = labels[0], labels[-1], clause.construct
        fields_too = section in ("tokens", "kinds")
        if (section in DECLARING and len(labels) == 2) or (fields_too and len(labels) in (2, 3)):
            self.declared[name][path] = None
        if isinstance(construct, a.Limit):
            self._limits[construct.place.words[0].text][path] = None
        if (
            isinstance(construct, a.Zone)
            and construct.of_a_player
            and construct.kind.text == "tokens"
        ):
            self._piles[path] = None
        if isinstance(construct, a.Require):
            self.requirements.setdefault(construct.value.span.text, path)
        for each in _written(clause):
            self._writing[each][path] = None

    def _hold(self, path: str) -> None:
        while "." in path:
            above = path.rpartition(".")[0]
            if path in self._inside[above]:
                break
            self._inside[above][path] = None
            path = above

    def _change(self, path: str, line: Span, *, sets: bool = False) -> None:
        line = self._own(line)
        if line.source.name in self._variants:
            self._changes[path][Change(path, line, sets)] = None

    def _own(self, line: Span) -> Span:
        """Return the line that uses a mechanic instead of one of its file."""
        return self._uses.get(line.source.name, line)

    # ---- what depends on what --------------------------------------------------------------
    def named(self, name: str) -> Iterator[str]:
        """Yield the paths of what declares a name."""
        yield from self.declared.get(name, ())
        if name == "players":
            yield _PLAYERS
        elif name in {"supply", "stock"}:
            yield _SUPPLY

    def ways(self, path: str) -> Iterator[Way]:
        """Yield what a clause depends on."""
        if path == _PILES:
            for pile in self._piles:
                yield Way(PILE, pile, by_name=True)
            return
        if path == _GAINS:
            yield from (Way(0, each) for each in self._writing[_PILES])
            return
        section, *labels = path.split(".")
        of_code = section in CODE
        for each in self._inside.get(path, ()):
            length = SEEN if each.endswith(".face") else TERM if section == "values" else INSIDE
            yield Way(length, each, by_name=not of_code)
        if of_code and len(labels) >= CODE[section]:
            yield Way(BESIDE, path.rpartition(".")[0])
        for clause in self.clauses.get(path, ()):
            yield from self._ways_of_construct(clause, labels)
        if labels:
            yield from self._ways_of_declared(path, section, labels)

    def _ways_of_construct(self, clause: a.Clause, labels: list[str]) -> Iterator[Way]:
        construct = clause.construct
        if clause.span.source.name in self._uses:
            yield Way(NAMED, self.at(self._uses[clause.span.source.name]), by_name=True)
        if isinstance(construct, a.Row):
            yield Way(OF_KIND, f"kinds.{labels[0]}", by_name=True)
            return
        if isinstance(construct, a.Zone):
            yield Way(BEGINS, f"rows.{construct.kind.text}")
        for name in _names(clause):
            for each in self.named(name):
                length = VALUE if each.startswith("values.") else NAMED
                yield Way(
                    BEGINS if isinstance(construct, a.FieldOf) else length, each, by_name=True
                )
        if any(isinstance(each, Columns) for each in all_in(construct)):
            yield Way(NAMED, _PLAYERS, by_name=True)
        if isinstance(construct, a.Gain | a.Pay):
            yield Way(PILE, _PILES, by_name=True)

    def _ways_of_declared(self, path: str, section: str, labels: list[str]) -> Iterator[Way]:
        name = labels[0]
        if section in {"zones", "counters", "markers"} and len(labels) == 1:
            yield from (Way(WRITTEN, each) for each in self._writing.get(name, ()))
            if path in self._piles:
                yield Way(GAINED, _GAINS)
            yield from (Way(LIMITED, each) for each in self._limits.get(name, ()))
        elif section == "tokens":
            members = (each.rpartition(".")[2] for each in self._inside.get(path, ()))
            yield from (Way(NAMED, f"supply.{each}") for each in (*labels, *members))
        elif section == "kinds":
            yield Way(BEGINS, f"rows.{name}")
        elif section in {"actions", "triggers"} and len(labels) == 1:
            yield Way(RUN, "turn")


def _uses(resolved: Resolved) -> Iterator[tuple[str, Span]]:
    """Yield the files of mechanics, each with the place where it is used."""
    for touch in resolved.touches:
        use = find(resolved.tree, touch.layer) if touch.layer.startswith("mechanics.") else None
        if use is not None and touch.span.source.name not in resolved.files:
            yield touch.span.source.name, use.label.span


def _holds(outer: Span, inner: Span) -> bool:
    same = outer.source.name == inner.source.name
    return same and outer.start <= inner.start and inner.end <= outer.end


def _names(clause: a.Clause) -> dict[str, None]:
    """Return the names that a clause says, its block aside."""
    names = (each.text for each in all_in(clause.construct) if isinstance(each, Ident))
    return {word: None for name in names for word in name.split(".")}


def _written(clause: a.Clause) -> tuple[str, ...]:
    """Return the names of the zones, counters and markers that a step writes."""
    match clause.construct:
        case a.Move(to=place) | a.Fill(place=place):
            return (place.words[0].text,)
        case a.Gain(other=None) | a.Pay():
            return (_PILES,)
        case a.Gain(other=place):
            return (_PILES, place.words[0].text) if place is not None else ()
        case a.Count(counter=counter):
            return (counter.words[0].text,)
        case a.Give(marker=marker):
            return (marker.text,)
        case _:
            return ()
