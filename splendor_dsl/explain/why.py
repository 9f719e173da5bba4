"""Reasons why a move is not legal: every requirement that fails, with the values that make it fail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, assert_never

from attrs import evolve, field, frozen

from splendor_dsl.explain.descriptions import Describer, because, token_word
from splendor_dsl.explain.secrets import Viewer
from splendor_dsl.interpreter.choices import present_tokens
from splendor_dsl.interpreter.evaluation import Cells, Env
from splendor_dsl.interpreter.obligations import owed_to
from splendor_dsl.interpreter.payment import CompiledPayment
from splendor_dsl.interpreter.rehearsal import payment_of, rehearsal
from splendor_dsl.ir import nodes
from splendor_dsl.ir.layout import Cell
from splendor_dsl.messages import IN, NONE, TYPED, NamedThing, called, joined, listed, phrased
from splendor_dsl.notation.moves import Move, Place, Seat
from splendor_dsl.notation.nearest import nearest_move
from splendor_dsl.notation.notation import NotationError
from splendor_dsl.position.game_for_players import GameForPlayers
from splendor_dsl.position.view import known_pieces
from splendor_dsl.semantics.changes import slots_read
from splendor_dsl.semantics.model import (
    Choose,
    ChooseNumber,
    ChoosePiece,
    ChoosePlayer,
    ChooseToken,
    ChooseTokens,
    Decision,
    Limit,
    MoveTokens,
    Pay,
    Require,
    Where,
)
from splendor_dsl.semantics.requirements import TokenStep, decided_by


@frozen(kw_only=True)
class Reason:
    """A reason why a move is not legal: the clause that forbids it, in words, and the values behind them.

    `nearest` is the legal move that differs least from it (K39).
    """

    path: str
    message: str
    cites: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(factory=dict)
    nearest: Move | None = None


def why_not(
    for_players: GameForPlayers,
    cells: Cells,
    moves: Sequence[Move],
    move: str | Move,
    players: Sequence[str] = (),
    *,
    keep_secrets: bool = True,
) -> list[Reason]:
    """Return the reasons against a move; none if it is legal.

    The move is parsed from its text, as it may belong to another game. With `keep_secrets`, the reasons give the player
    who decides no hidden information (K7); without, they are for authors of rules.
    """
    try:
        move = for_players.notation.parse(str(move), players)
    except NotationError as problem:
        near = nearest_move(str(move), moves)
        return [Reason(path="", message=problem.message, nearest=near)]
    if move in moves:
        return []
    due = for_players.engine.due(cells)
    if due is None:
        return [Reason(path="end", message=phrased("the game is over"), facts={"over": True})]
    pending = _PendingDecision(for_players, cells, moves, due[0], due[1], keep_secrets)
    found = pending.reasons(move) or [
        _reason(pending.node.where, phrased("it is not possible now"))
    ]
    near = nearest_move(move, moves)
    return [evolve(reason, nearest=near) for reason in found]


def _reason(where: Where, message: str, **facts: Any) -> Reason:
    return Reason(path=where.path, message=because(where, message), cites=where.cites, facts=facts)


@frozen
class _PendingDecision:
    """The decision that is due, with the position and its legal moves."""

    for_players: GameForPlayers
    cells: Cells
    moves: Sequence[Move]
    node: Any
    env: Env
    keep_secrets: bool

    @property
    def seat(self) -> int:
        """The seat that decides and reads the reasons."""
        seat = self.for_players.engine.to_move(self.cells)
        assert seat is not None  # something is due
        return seat

    def reasons(self, move: Move) -> list[Reason]:
        """Return the reasons against a move that is not legal."""
        entry = next(
            (e for e in self.for_players.engine.program.actions if e.lead.number == move.decision),
            None,
        )
        match self.node:
            case nodes.TakeAction() if entry is not None:
                return self._action(entry, move)
            case nodes.Owed() if entry is not None:
                return self._owed(entry, move)
            case nodes.Ask() if move.decision == self.node.number:
                return self._choice(move)
            case nodes.Payment() if move.kind == "pay":
                return self._payment(self.node, move)
            case nodes.KeepLimits() if move.kind == "return":
                return self._return(move)
        return [self._another()]

    def _another(self) -> Reason:
        """Return the reason that another decision is due first."""
        offered = [str(move) for move in self.moves]
        shown = self.moves if len(offered) <= 4 else (*self.moves[:3], "...")
        message = phrased(
            "another decision is due: {what} ({moves})",
            what=phrased(_DUE[type(self.node)]),
            moves=joined("{a}, {b}", shown),
        )
        return Reason(
            path=self.node.where.path,
            message=message,
            cites=self.node.where.cites,
            facts={"offered": tuple(offered)},
        )

    # ---- actions ---------------------------------------------------------------------------
    def _action(self, entry: nodes.ActionEntry, move: Move) -> list[Reason]:
        env = self._env(entry, self.env[0])
        found = _Steps(self, entry.lead, env).failing(move.args)
        if not found and entry.action.only_owed:
            found = [
                _reason(entry.action.where, phrased("it is possible only when it is owed"), owed=0)
            ]
        elif not found and entry.action.last_resort:
            example = self.moves[0] if self.moves else ""
            message = phrased(
                "it is possible only if nothing else is, and '{move}' is", move=example
            )
            found = [_reason(entry.action.where, message, other=str(example))]
        return found

    def _env(self, entry: nodes.ActionEntry, seat: int) -> Env:
        slots = self.for_players.engine.program.routines[entry.routine].slots
        return [seat, *[None] * slots]

    def _owed(self, entry: nodes.ActionEntry, move: Move) -> list[Reason]:
        actions = self.for_players.engine.program.actions
        owed = self.cells[self.for_players.layout.register("owed")][0]
        seat, number = owed_to(owed, len(actions))
        due = actions[number]
        if due is not entry:
            action = called(due.action.name, due.action.where.path)
            message = phrased("'{action}' is owed, and no other action", action=action)
            return [
                Reason(path=due.action.where.path, message=message, facts={"owed": due.action.name})
            ]
        pending = evolve(self, env=[seat])
        return _Steps(pending, entry.lead, self._env(entry, seat)).failing(move.args)

    # ---- later decisions -----------------------------------------------------------------------
    def _choice(self, move: Move) -> list[Reason]:
        if move.kind == "decline":
            choice = called(self.node.label, self.node.where.path, TYPED)
            message = phrased("'{choice}' can't be declined", choice=choice)
            return [_reason(self.node.where, message, choice=self.node.label)]
        return _Steps(self, self.node, self.env).failing(move.args)

    def _payment(self, node: nodes.Payment, move: Move) -> list[Reason]:
        count, lane, wild = move.args
        due = self.moves[0].args
        if (lane, wild) != due[1:]:
            message = phrased(
                "the next to decide is how many {wild} to pay for {token}",
                wild=self.word(due[2]),
                token=self.word(due[1]),
            )
            return [_reason(node.where, message, lane=due[1], wild=due[2])]
        counts = [move.args[0] for move in self.moves]
        low, high = counts[0], counts[-1]
        where = next(w.where for w in node.step.wilds if self._token(w.token) == wild)
        bound = phrased("it takes exactly {low}", low=low)
        if low < high:
            bound = phrased("{low} to {high} are possible", low=low, high=high)
        if len(counts) <= high - low:
            some = listed(map(str, counts), "or")
            bound = phrased("only {counts} are possible", counts=some)
        message = phrased(
            "{n} {wild} for {token} is not possible: {bound}",
            n=count,
            wild=self.word(wild),
            token=self.word(lane),
            bound=bound,
        )
        return [_reason(where, message, count=count, low=low, high=high)]

    def _token(self, token: int) -> str:
        return self.for_players.model.tokens[token].name

    def word(self, name: str, form: str | None = None) -> NamedThing:
        """Return the word for a token that a move names."""
        model = self.for_players.model
        return token_word(model, model.token_names().index(name), form)

    def _kept(self, limit: Limit, name: str) -> Reason:
        """Return the reason that a token is kept: its own clause if there is one, else the limit."""
        where = self.for_players.model.places.get(f"{limit.where.path}.{name}", limit.where)
        pattern = "{token} can't be put back" if where.because is None else "{token} is kept"
        return _reason(where, phrased(pattern, token=self.word(name, NONE)), token=name)

    def _return(self, move: Move) -> list[Reason]:
        (name,) = move.args
        token = self.for_players.model.token_names().index(name)
        found = []
        for limit in self.for_players.model.limits.values():
            if not limit.at_end_of_turn or limit.tokens is None:
                continue
            piles = self.for_players.layout.seats("pile", limit.zone)
            have = self.cells[piles[self.env[0]]][token]
            if token in limit.keeps:
                found.append(self._kept(limit, name))
            elif token not in limit.tokens:
                message = phrased("the limit does not count {token}", token=self.word(name, NONE))
                found.append(_reason(limit.where, message, token=name))
            elif not have:
                place = called(limit.zone, self.for_players.model.zones[limit.zone].where.path, IN)
                message = phrased(
                    "there is no {what} in {place}", what=self.word(name, NONE), place=place
                )
                found.append(_reason(limit.where, message, have=0))
        return found


_DUE = {
    nodes.TakeAction: "an action",
    nodes.Owed: "an action that is owed",
    nodes.Ask: "a choice",
    nodes.Payment: "a payment",
    nodes.KeepLimits: "what to put back",
}


@frozen
class _Objection:
    """A step that forbids a move, or that depends on hidden information and may forbid it."""

    reason: Reason
    secret: bool = False
    fails: bool = True


@frozen
class _Steps:
    """The choices and requirements of one decision, tested with the values that a move names."""

    pending: _PendingDecision
    ask: nodes.Ask
    env: Env
    unseen: dict[int, str] = field(factory=dict)  # pieces that the player does not know, by zone

    @property
    def say(self) -> Describer:
        """The wording for this decision."""
        make = self.pending.for_players.engine.make
        viewer = (
            Viewer(make, self.pending.seat, dict(self.unseen))
            if self.pending.keep_secrets
            else None
        )
        say = Describer(make, {}, (), viewer=viewer)
        choices = (step for step in self.ask.steps if isinstance(step, Choose))
        return evolve(say, names={step.slot: self._called(step, say) for step in choices})

    def _called(self, step: Choose, say: Describer) -> str:
        """Return the name of a choice; once a token or a player is chosen, that token's or player's own name."""
        chosen, own = self.env[step.slot], called(step.name, step.where.path, TYPED)
        if chosen is None:
            return own
        match step:
            case ChooseToken():
                return token_word(self.pending.for_players.model, chosen)
            case ChoosePlayer():
                return say.player(chosen)
            case ChooseTokens() | ChoosePiece() | ChooseNumber():
                return own
        assert_never(step)

    def failing(self, args: Sequence[Any]) -> list[Reason]:
        """Return a reason for every step that fails; after a failed choice, only for steps that don't need its value.

        Steps that depend on hidden information count only if nothing else forbids the move. They are then merged into
        one reason, so that a player learns no more from it than from the list of legal moves.
        """
        objections = list(self._objections(args))
        found = [each.reason for each in objections if each.fails and not each.secret]
        if found or not any(each.fails for each in objections):
            return found
        return [_either([each.reason for each in objections])]

    def _objections(self, args: Sequence[Any]) -> Iterator[_Objection]:
        values = iter(args)
        unbound: set[int] = set()
        for step in self.ask.steps:
            if isinstance(step, Require):
                if not unbound & set(slots_read(step)):
                    yield from self._require(step)
                continue
            value, objections = next(values), list[_Objection]()
            if not unbound & set(slots_read(step)):
                objections = list(self._choose(step, value))
                yield from objections
            if unbound & set(slots_read(step)) or not all(each.secret for each in objections):
                unbound.add(step.slot)
            else:
                self.env[step.slot] = self._bound(value)
                if isinstance(value, Place) and not self._is_known(value):
                    self.unseen[step.slot] = value.zone
        if not unbound:
            yield from self._impossible()

    def _choose(self, step: Choose, value: Any) -> Iterator[_Objection]:
        """Yield the objections to the value of a choice; without details if they depend on hidden information."""
        found = list(self._against(step, value))
        if self._is_secret(step):
            reason = _reason(step.where, phrased("it is not possible now"), hidden=True)
            yield _Objection(reason, secret=True, fails=bool(found))
        else:
            yield from map(_Objection, found)

    def _require(self, step: Require) -> Iterator[_Objection]:
        """Yield the objections of a requirement; its public parts apart from its hidden ones."""
        say, cells, env = self.say, self.pending.cells, self.env
        seen, hidden = say.split_known(step.value, cells, env)
        found = [reason for part in seen for reason in say.reasons(part, cells, env)]
        if found:
            yield _Objection(self._requirement(step, found))
        if hidden is not None:
            reason = self._requirement(step, [say.not_so(hidden)], hidden=True)
            yield _Objection(reason, secret=True, fails=not say.evaluate(step.value, cells, env))

    def _is_secret(self, step: Decision | TokenStep) -> bool:
        return self.say.hides(decided_by(step), self.pending.cells, self.env)

    def _requirement(self, step: Require, found: list[str], **more: Any) -> Reason:
        facts = {"text": step.text, "failing": tuple(found), **more}
        return _reason(step.where, listed(found), **facts)

    # ---- what is named -----------------------------------------------------------------------
    def _bound(self, value: Any) -> Any:
        names = self.pending.for_players.model.token_names()
        match value:
            case Place():
                pieces = self.pending.cells[self._cell(value)]
                return pieces[_index(value, pieces)]
            case Seat(seat=seat):
                return seat
            case str():
                return names.index(value)
            case tuple():
                return tuple(names.index(each) for each in value)
        return value

    def _is_known(self, place: Place) -> bool:
        """Return whether the player knows which piece lies there."""
        cell = self._cell(place)
        known = known_pieces(self.pending.for_players, self.pending.cells, cell, self.pending.seat)
        return known[_index(place, self.pending.cells[cell])]

    def _cell(self, place: Place) -> int:
        layout = self.pending.for_players.layout
        owned = self.pending.for_players.model.zones[place.zone].owned
        owner = self.pending.seat if place.owner is None else place.owner
        seat = owner if owned else None
        return layout.index.get(Cell("zone", place.zone, place.part, seat), -1)

    def _against(self, step: Choose, value: Any) -> Iterator[Reason]:
        """Yield the reasons against a value for a choice."""
        match step:
            case ChooseToken():
                yield from self._no_tokens(step, (value,))
            case ChooseTokens():
                yield from self._wrong_size(step, value)
                yield from self._no_tokens(step, value)
            case ChoosePiece():
                yield from self._no_piece(step, value)
            case ChooseNumber():
                yield from self._no_number(step, value)
            case ChoosePlayer():
                yield from self._no_player(step, value)
            case _:
                assert_never(step)

    def _no_piece(self, step: ChoosePiece, place: Place) -> Iterator[Reason]:
        layout, cell = self.pending.for_players.layout, self._cell(place)
        if place.owner is not None and place.owner >= layout.players:
            found = phrased("player {seat}", seat=place.owner + 1)
            players = [phrased("player {seat}", seat=seat + 1) for seat in range(layout.players)]
            who = joined("{a} or {b}", players)
            message = phrased("expected {who}, found {found}", who=who, found=found)
            yield _reason(step.where, message, expected=layout.players, found=place.owner)
            return
        numbers = [n for n in (place.part, place.place) if n is not None]
        where = self.pending.for_players.model.zones[place.zone].where
        at = "-".join(str(n) for n in numbers)
        spot = phrased("{place} {number}", place=called(place.zone, where.path, TYPED), number=at)
        if cell < 0:
            parts = [str(part) for part in layout.parts[place.zone] if part is not None]
            known = phrased("its parts are {parts}", parts=", ".join(parts))
            known = known if parts else phrased("it has no parts")
            none = phrased("there is no {place}: {known}", place=spot, known=known)
            yield _reason(step.where, none, parts=tuple(parts))
            return
        pieces = self.pending.cells[cell]
        most = layout.places.get(place.zone)
        if most is not None and place.place is not None and not 1 <= place.place <= most:
            known = phrased("its places are 1 to {places}", places=most)
            none = phrased("there is no {place}: {known}", place=spot, known=known)
            yield _reason(step.where, none, places=most)
            return
        index = _index(place, pieces)
        if not 0 <= index < len(pieces) or pieces[index] < 0:
            none = phrased("nothing lies in {place}", place=spot)
            yield _reason(step.where, none, lying=len(pieces))
        elif not self._is_source(step, cell):
            none = phrased("{place} is not yours to choose from", place=spot)
            yield _reason(step.where, none, zone=place.zone)
        elif place.owner == self.pending.seat:
            pattern = "what is yours is typed without '@{seat}'"
            own = phrased(pattern, seat=place.owner + 1)
            yield _reason(step.where, own, found=place.owner)

    def _is_source(self, step: ChoosePiece, cell: int) -> bool:
        from_ = [source.zone for source in step.sources]
        make, layout = self.pending.for_players.engine.make, self.pending.for_players.layout
        for ref in from_:
            for part in layout.parts[ref.zone]:
                seats = layout.seats("zone", ref.zone, part)
                if ref.player is None:
                    if cell in seats:
                        return True
                else:
                    seat = make.compile(ref.player)(self.pending.cells, self.env)
                    if seat is not None and seat >= 0 and seats[seat] == cell:
                        return True
        return False

    def _no_tokens(
        self, step: ChooseToken | ChooseTokens, names: Sequence[str]
    ) -> Iterator[Reason]:
        for_players, make = self.pending.for_players, self.pending.for_players.engine.make
        group = make.token_set(step.tokens)(self.pending.cells, self.env)
        present = present_tokens(make, step)(self.pending.cells, self.env)
        tokens = {name: for_players.model.token_names().index(name) for name in names}
        outside = [name for name, token in tokens.items() if token not in group]
        gone = [n for n, token in tokens.items() if token in group and token not in present]
        if outside:
            only = self.say.words(step.tokens)
            tokens_ = listed(map(self.pending.word, outside))
            message = phrased("{tokens} can't be chosen: {group} only", tokens=tokens_, group=only)
            yield _reason(step.where, message, outside=tuple(outside))
        if gone and step.pile is not None:
            what = joined("{a} and no {b}", [self.pending.word(name, NONE) for name in gone])
            place = self.say.zone(step.pile, IN)
            message = phrased("there is no {what} in {place}", what=what, place=place)
            yield _reason(step.where, message, missing=tuple(gone))

    def _wrong_size(self, step: ChooseTokens, names: Sequence[str]) -> Iterator[Reason]:
        size = self.say.evaluate(step.count, self.pending.cells, self.env)
        if size <= 0:
            what = self.say.words(step.count)
            message = phrased("there is nothing to choose: {what} is {n}", what=what, n=size)
            yield _reason(step.where, message, expected=size, found=len(names))
        elif len(names) != size:
            what = self.say.words(step.tokens)
            pattern = "expected {n} different {what}, found {found}"
            message = phrased(pattern, n=size, what=what, found=len(names))
            yield _reason(step.where, message, expected=size, found=len(names))

    def _no_number(self, step: ChooseNumber, value: int) -> Iterator[Reason]:
        say, cells = self.say, self.pending.cells
        low = say.evaluate(step.low, cells, self.env)
        high = say.evaluate(step.high, cells, self.env)
        if not low <= value <= high:
            pattern = "expected a number from {low} to {high}, found {found}"
            message = phrased(pattern, low=low, high=high, found=value)
            yield _reason(step.where, message, low=low, high=high, found=value)

    def _no_player(self, step: ChoosePlayer, value: Seat) -> Iterator[Reason]:
        make = self.pending.for_players.engine.make
        seats = make.domain(step.domain)(self.pending.cells, self.env)
        if value.seat not in seats:
            names = [phrased("player {seat}", seat=seat + 1) for seat in seats]
            who = joined("{a} or {b}", names) if names else phrased("nobody")
            found = phrased("player {seat}", seat=value.seat + 1)
            message = phrased("expected {who}, found {found}", who=who, found=found)
            yield _reason(step.where, message, expected=tuple(seats), found=value.seat)

    # ---- what must follow ----------------------------------------------------------------------
    def _impossible(self) -> Iterator[_Objection]:
        """Yield the payments and moves that are not possible; after a hidden move, all later ones are hidden too."""
        make, implied = self.pending.for_players.engine.make, self.ask.implied
        secret = False
        for at, tried in enumerate(rehearsal(make, implied)(self.pending.cells, self.env)):
            step = tried.step
            secret = secret or self._is_secret(step)
            if isinstance(step, MoveTokens) and step.up_to:
                continue
            if secret:
                message = phrased("cannot pay what it costs")
                if isinstance(step, MoveTokens):
                    place = self.say.words(step.source)
                    message = phrased("{place} lacks some of that", place=place)
                reason = _reason(step.where, message, hidden=True)
                yield _Objection(reason, secret=True, fails=not tried.holds)
            elif not tried.holds:
                yield _Objection(
                    self._unpayable(step, payment_of(make, implied, at), tried.cells)
                    if isinstance(step, Pay)
                    else self._unavailable(step, tried.cells)
                )

    def _unpayable(self, step: Pay, paying: CompiledPayment, cells: Cells) -> Reason:
        env = self.env
        cost = paying.cost(cells, env)
        short, missing = paying.missing(cells, env)
        say = self.say
        model = self.pending.for_players.model
        pattern = "cannot pay {cost}: {short} short"
        owed, lacking = say.tokens(cost), say.tokens(short)
        message = phrased(pattern, cost=owed, short=lacking, n=sum(short))
        wilds = [token_word(model, token, NONE) for token in paying.tokens]
        if wilds:
            have = paying.means(cells, env).have
            held = tuple(n * (token in paying.tokens) for token, n in enumerate(have))
            none = phrased("no {wild}", wild=listed(wilds, "or"))
            stand_in = say.tokens(held) if any(held) else none
            pattern = "{said}, and {what} to stand in"
            message = phrased(pattern, said=message, what=stand_in)
        return _reason(step.where, message, cost=cost, short=short, missing=missing)

    def _unavailable(self, step: MoveTokens, cells: Cells) -> Reason:
        """Return the reason that a pile lacks some tokens when the step takes them."""
        make, say = self.pending.for_players.engine.make, self.say
        wanted = make.compile(step.amounts)(cells, self.env)
        have = make.cell("pile", step.source.zone, step.source.player)(cells, self.env)
        short = tuple(max(0, a - b) for a, b in zip(wanted, have, strict=True))
        message = phrased(
            "{place} lacks {short} of {wanted}",
            place=say.words(step.source),
            short=say.tokens(short),
            wanted=say.tokens(wanted),
        )
        return _reason(step.where, message, wanted=wanted, have=have)


def _either(reasons: Sequence[Reason]) -> Reason:
    """Return the only reason, or one that joins several with "or" under the first clause."""
    if len(reasons) == 1:
        return reasons[0]
    message = joined("{a}; or {b}", list(dict.fromkeys(reason.message for reason in reasons)))
    cites = tuple(dict.fromkeys(cite for reason in reasons for cite in reason.cites))
    return Reason(path=reasons[0].path, message=message, cites=cites, facts={"hidden": True})


def _index(place: Place, pieces: Sequence[int]) -> int:
    """Return the index of a piece: by its place, else the first that is there."""
    if place.place is not None:
        return place.place - 1
    return next((at for at, piece in enumerate(pieces) if piece >= 0), 0)
