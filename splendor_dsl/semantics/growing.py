"""A clause tree that is edited in place: an edit takes as long as its path, however many siblings it has."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from splendor_dsl.syntax.ast import Clause


@define(eq=False)
class Place:
    """A clause with its position among its siblings in a tree; the places of its block are made on first use."""

    _clause: Clause
    holder: Place | None = None  # the place around it
    numbers: dict[str, int] = field(factory=dict)  # the last given to rows without a label, by name
    is_stale: bool = False  # whether the block of the clause has changed since
    previous: Place | None = None
    following: Place | None = None
    last: Place | None = None  # in its block, like `first`
    first: Place | None = None
    _inside: dict[str, Place] | None = None

    @property
    def clause(self) -> Clause:
        """The clause with all edits so far."""
        if self.is_stale:
            self._clause = self._clause.with_body(tuple(each.clause for each in self._block()))
            self.is_stale = False
        return self._clause

    @property
    def name(self) -> str:
        """Its segment of a path."""
        return self._clause.name

    def find(self, path: str) -> Place | None:
        """Return the place at a path below, if there is one."""
        here: Place | None = self
        for segment in path.split("."):
            here = here and here.inside.get(segment)
        return here

    @property
    def inside(self) -> dict[str, Place]:
        """The places in its block, by name: the first of each."""
        if self._inside is None:
            self._inside = {}
            for each in self._clause.body:
                self._insert(each, self.last)
        return self._inside

    def append(self, *clauses: Clause) -> None:
        """Add clauses at the end of its block, which has braces from now on."""
        if not self._clause.block:
            self._clause = evolve(self._clause, block=True)
        _ = self.inside  # opens the block, so that its end is known
        self.put_inside(clauses, self.last)

    def put_before(self, *clauses: Clause) -> None:
        """Put clauses right before this one."""
        self._put(clauses, self.previous)

    def put_after(self, *clauses: Clause) -> None:
        """Put clauses right after this one."""
        self._put(clauses, self)

    def replace(self, *clauses: Clause) -> None:
        """Replace this clause with others, or with none."""
        holder, previous = self.holder, self.previous
        assert holder is not None
        if holder.inside.get(self.name) is self:
            del holder.inside[self.name]
        holder.join(previous, self.following)
        holder.put_inside(clauses, previous)
        if self.name not in holder.inside:
            holder.numbers.clear()  # its own number is free again

    def _put(self, clauses: tuple[Clause, ...], previous: Place | None) -> None:
        assert self.holder is not None
        self.holder.put_inside(clauses, previous)

    def put_inside(self, clauses: tuple[Clause, ...], previous: Place | None) -> None:
        """Put clauses into its block, right after `previous`, or at the beginning."""
        for each in clauses:
            previous = self._insert(each, previous)
        self._change()

    def _insert(self, clause: Clause, previous: Place | None) -> Place:
        place = Place(clause, self)
        after = self.first if previous is None else previous.following
        self.join(previous, place)
        self.join(place, after)
        self.inside.setdefault(place.name, place)
        return place

    def join(self, one: Place | None, other: Place | None) -> None:
        """Link two neighbours of the block; None is its beginning or its end."""
        if one is None:
            self.first = other
        else:
            one.following = other
        if other is None:
            self.last = one
        else:
            other.previous = one

    def _block(self) -> Iterator[Place]:
        each = self.first
        while each is not None:
            yield each
            each = each.following

    def _change(self) -> None:
        """Mark its block as changed, and all blocks around it."""
        here: Place | None = self
        while here is not None and not here.is_stale:
            here.is_stale, here = True, here.holder
