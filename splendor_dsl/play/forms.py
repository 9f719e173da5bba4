"""Every form that a move of a game can be written in: one or more for each decision."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from splendor_dsl.ir.layout import parts_of_zone
from splendor_dsl.ir.nodes import Ask, Decision, KeepLimits, Payment, Program
from splendor_dsl.play.fields import (
    Blank,
    NumberBlank,
    PieceBlank,
    PlayerBlank,
    TokenBlank,
    TokensBlank,
)
from splendor_dsl.play.moves import Move
from splendor_dsl.semantics.model import Choose

_VARIABLE = re.compile(r"\{(\w+)\}")


@frozen(kw_only=True)
class Form:
    """Words and blanks.

    `choices` names what is chosen in the order in which it is; `pair` is the token and the wild token of a payment.
    """

    decision: int
    kind: str
    path: str
    words: tuple[str | Blank, ...]
    choices: tuple[str, ...] = ()
    pair: tuple[str, str] | None = None

    @property
    def blanks(self) -> tuple[Blank, ...]:
        """The blanks, in the order in which they are written."""
        return tuple(word for word in self.words if not isinstance(word, str))

    @property
    def pattern(self) -> str:
        """The form as it is shown: `take {thing}`."""
        return " ".join(w if isinstance(w, str) else "{" + w.name + "}" for w in self.words)

    @property
    def outline(self) -> str:
        """The form with what is paid for as a blank: one for all payments with a wild token."""
        return self.pattern.removesuffix(self.pair[0]) + "{token}" if self.pair else self.pattern

    def move(self, values: dict[str, Any]) -> Move:
        """The move with the blanks filled in."""
        written = (w if isinstance(w, str) else w.write(values[w.name]) for w in self.words)
        args = tuple(values[name] for name in self.choices)
        return Move(
            text=" ".join(written),
            kind=self.kind,
            path=self.path,
            args=args if self.pair is None else (*args, *self.pair),
            decision=self.decision,
        )


def forms(program: Program) -> tuple[Form, ...]:
    """The forms of a game's moves, actions first.

    Where two would look the same, the later one begins with its clause's name.
    """
    found = [form for decision in program.decisions for form in _forms(program, decision)]
    found.sort(key=lambda form: form.kind != "action")
    seen: Counter[tuple[str, ...]] = Counter()
    told_apart = []
    for form in found:
        shape = tuple(w if isinstance(w, str) else type(w).__name__ for w in form.words)
        # What a payment or a return says is the same, whichever step asks for it.
        alone = not seen[shape] or form.kind in {"pay", "return"}
        told_apart.append(form if alone else _by_clause(form))
        seen[shape] += 1
    return tuple(told_apart)


def _by_clause(form: Form) -> Form:
    """The form with the name of its action or trigger before it."""
    owner = form.path.split(".")[1:2] or [form.path]
    return evolve(form, words=(owner[0], *form.words))


def _forms(program: Program, decision: Decision) -> Iterator[Form]:
    match decision:
        case Ask():
            yield from _asked(program, decision)
        case Payment():
            yield from _payments(program, decision)
        case KeepLimits():
            yield _returned(program, decision)


def _asked(program: Program, ask: Ask) -> Iterator[Form]:
    blanks = {s.name: _blank(program, s) for s in ask.steps if isinstance(s, Choose)}
    lead = next((e for e in program.actions if e.lead.number == ask.number), None)
    path = ask.where.path
    if lead is not None:
        words = _pattern(lead.action.notation, blanks)
        yield Form(
            decision=ask.number, kind="action", path=path, words=words, choices=tuple(blanks)
        )
        return
    chosen: tuple[str | Blank, ...] = (ask.label, *blanks.values())
    yield Form(decision=ask.number, kind="choice", path=path, words=chosen, choices=tuple(blanks))
    yield Form(decision=ask.number, kind="decline", path=path, words=("no", ask.label))


def _pattern(notation: str, blanks: dict[str, Blank]) -> tuple[str | Blank, ...]:
    words: list[str | Blank] = []
    left = dict(blanks)
    for word in notation.split():
        variable = _VARIABLE.fullmatch(word)
        if variable and variable[1] in left:
            words.append(left.pop(variable[1]))
        else:
            words.append(word)
    return (*words, *left.values())


def _blank(program: Program, step: Choose) -> Blank:
    tokens = program.model.token_names()
    match step.what:
        case "token":
            return TokenBlank(name=step.name, tokens=tokens)
        case "tokens":
            return TokensBlank(name=step.name, tokens=tokens)
        case "number":
            return NumberBlank(name=step.name)
        case "player":
            return PlayerBlank(name=step.name)
    zones = [program.model.zones[source.zone.zone] for source in step.sources]
    return PieceBlank(
        name=step.name,
        sources=step.sources,
        parted={zone.name: parts_of_zone(program.model, zone) != (None,) for zone in zones},
        owned={zone.name: zone.owned for zone in zones},
    )


def _payments(program: Program, payment: Payment) -> Iterator[Form]:
    names = program.model.token_names()
    for lane, name in enumerate(names):
        for wild in payment.step.wilds:
            if lane in wild.group and lane != wild.token:
                token = names[wild.token]
                words = ("pay", NumberBlank(name="count"), token, "for", name)
                yield Form(
                    decision=payment.number,
                    kind="pay",
                    path=wild.where.path,
                    words=words,
                    choices=("count",),
                    pair=(name, token),
                )


def _returned(program: Program, keep: KeepLimits) -> Form:
    words = ("return", TokenBlank(name="token", tokens=program.model.token_names()))
    return Form(
        decision=keep.number,
        kind="return",
        path=keep.where.path,
        words=words,
        choices=("token",),
    )
