"""All forms in which the moves of a game can be written: one or more for each decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain, count, product
from typing import Any, assert_never

from attrs import evolve, field, frozen

from splendor_dsl.identifiers import folded
from splendor_dsl.ir.layout import parts_of_zone
from splendor_dsl.ir.nodes import Ask, Decision, KeepLimits, Payment, Program
from splendor_dsl.notation.blanks import (
    AmountBlank,
    Blank,
    NumberBlank,
    PieceBlank,
    PlayerBlank,
    TokenBlank,
    TokensBlank,
)
from splendor_dsl.notation.moves import Move
from splendor_dsl.notation.vocabulary import DECLINE, PLAIN, Vocabulary
from splendor_dsl.semantics.model import (
    Choose,
    ChooseNumber,
    ChoosePiece,
    ChoosePlayer,
    ChooseToken,
    ChooseTokens,
    Source,
    Zone,
)
from splendor_dsl.semantics.move_patterns import (
    PAY,
    PLAYER,
    PUT_BACK,
    Items,
    Patterns,
    joined,
    pattern_words,
    word_item,
)
from splendor_dsl.semantics.values import ZoneRef


@frozen(kw_only=True)
class Form:
    """A pattern of a move: words and blanks.

    `choices` names the choices in the order of the steps; `pair` is the token and the wild token of a payment, and
    `pays` its pattern without that token.
    """

    decision: int
    kind: str
    path: str
    words: tuple[str | Blank, ...]
    choices: tuple[str, ...] = ()
    pair: tuple[str, str] | None = None
    pays: str | None = None
    labels: Mapping[str, str] = field(factory=dict, eq=False, repr=False)  # of blanks, as shown

    @property
    def blanks(self) -> tuple[Blank, ...]:
        """The blanks, in the order in which they are written."""
        return tuple(word for word in self.words if not isinstance(word, str))

    @property
    def below_zero(self) -> bool:
        """Return whether a place in the form may have a part below zero."""
        return any(isinstance(blank, PieceBlank) and blank.below_zero for blank in self.blanks)

    def items(self, *, written: bool) -> Items:
        """Return the items that the form writes, or all that it reads, word for word."""
        items = (
            (word_item(word),) if isinstance(word, str) else word.items(written=written)
            for word in self.words
        )
        return tuple(chain.from_iterable(items))

    @property
    def pattern(self) -> str:
        """The form as it is shown: `take {thing}`."""
        return " ".join(w if isinstance(w, str) else _outline(w, self.labels) for w in self.words)

    @property
    def outline(self) -> str:
        """The form with a blank for the token that is paid for: one for all payments with a wild token."""
        return self.pattern if self.pays is None else self.pays

    def move(self, values: dict[str, Any]) -> Move:
        """Return the move with these values in the blanks."""
        written = (w if isinstance(w, str) else w.write(values[w.name]) for w in self.words)
        args = tuple(values[name] for name in self.choices)
        return Move(
            text=" ".join(written),
            kind=self.kind,
            path=self.path,
            args=args if self.pair is None else (*args, *self.pair),
            decision=self.decision,
        )


def forms(program: Program, vocabulary: Vocabulary = PLAIN) -> tuple[Form, ...]:
    """Return the forms of a game's moves, actions first.

    A form that could be read as an earlier one begins with the name of its clause, and a number if that is not enough.
    """
    builder = _FormBuilder(program, vocabulary)
    found = [form for decision in program.decisions for form in builder.forms(decision)]
    found.sort(key=lambda form: form.kind != "action")
    distinct: list[Form] = []
    actions, before = Patterns(), Patterns()
    for form in found:
        # Payments and returns have the same text, whichever step asks for them.
        known = actions if form.kind in {"pay", "return"} else before
        names = chain([form], builder.by_clause(form))
        fitting = next(
            each for each in names if known.first_alike(each.items(written=True)) is None
        )
        for patterns in (before, actions) if form.kind == "action" else (before,):
            patterns.put(fitting.items(written=False), len(distinct))
        distinct.append(fitting)
    return tuple(distinct)


@frozen
class _FormBuilder:
    """The builder of the forms of one game, in the words of one vocabulary."""

    program: Program
    vocabulary: Vocabulary

    def by_clause(self, form: Form) -> Iterator[Form]:
        """Yield the form with the name of its action or trigger as a prefix, then with prefixes numbered from 2."""
        section, *owner = form.path.split(".")
        name = owner[0] if owner else section
        # The vocabulary holds a whole pattern for an action, not a name.
        words = (name,) if section == "actions" else tuple(self._word(f"{section}.{name}", name))
        rest = form.words[len(words) :] if form.words[: len(words)] == words else form.words
        if rest is form.words:
            yield evolve(form, words=(*words, *rest))
        for number in count(2):
            yield evolve(form, words=(*words, str(number), *rest))

    def forms(self, decision: Decision) -> Iterator[Form]:
        """Yield the forms of one decision."""
        match decision:
            case Ask():
                yield from self._choice_forms(decision)
            case Payment():
                yield from self._payment_forms(decision)
            case KeepLimits():
                yield self._return_form(decision)

    def _word(self, path: str, otherwise: str) -> list[str]:
        return joined(self.vocabulary.typed(path, otherwise)[0]).split()

    def _choice_forms(self, ask: Ask) -> Iterator[Form]:
        blanks = {s.name: self._blank(s) for s in ask.steps if isinstance(s, Choose)}
        lead = next((e for e in self.program.actions if e.lead.number == ask.number), None)
        path, choices = ask.where.path, tuple(blanks)
        steps = (step for step in ask.steps if isinstance(step, Choose))
        labels = {s.name: self.vocabulary.typed(s.where.path, s.name)[0] for s in steps}
        if lead is not None:
            action = lead.action
            pattern = self.vocabulary.typed(action.where.path, action.notation)[0]
            words = self._with_set_names(self._filled(pattern, blanks), labels)
            yield Form(
                decision=ask.number,
                kind="action",
                path=path,
                words=words,
                choices=choices,
                labels=labels,
            )
            return
        label = self._word(path, ask.label)
        chosen = self._with_set_names((*label, *blanks.values()), labels)
        yield Form(
            decision=ask.number,
            kind="choice",
            path=path,
            words=chosen,
            choices=choices,
            labels=labels,
        )
        name = self.vocabulary.declined(path, ask.label)
        no = self.vocabulary.phrase(DECLINE).replace("{choice}", name)
        words = tuple(joined(no).split())
        yield Form(decision=ask.number, kind="decline", path=path, words=words)

    def _blank(self, step: Choose) -> Blank:
        tokens, words = self.program.model.token_names(), self._tokens()
        match step:
            case ChooseToken():
                return TokenBlank(name=step.name, tokens=tokens, typed=words)
            case ChooseTokens():
                return TokensBlank(name=step.name, tokens=tokens, typed=words)
            case ChoosePiece():
                return self._piece(step)
            case ChooseNumber():
                return NumberBlank(name=step.name)
            case ChoosePlayer():
                return PlayerBlank(name=step.name, word=self.vocabulary.phrase(PLAYER))
        assert_never(step)

    def _piece(self, step: ChoosePiece) -> PieceBlank:
        model = self.program.model
        first = model.zones[step.sources[0].zone.zone]
        zones = [zone for zone in model.zones.values() if zone.kind == first.kind]
        return PieceBlank(
            name=step.name,
            sources=step.sources,
            lowest={zone.name: parts_of_zone(model, zone)[0] for zone in zones},
            owned={zone.name: zone.owned for zone in zones},
            typed={z.name: self.vocabulary.typed(z.where.path, z.name) for z in zones},
            path=step.where.path,
            elsewhere=tuple(_elsewhere(step, zones)),
        )

    def _tokens(self) -> dict[str, tuple[str, ...]]:
        """Return the words that may be typed for each token: its own, and other names that are unambiguous."""
        tokens = self.program.model.tokens
        typed = {t.name: self.vocabulary.typed(t.where.path, t.name) for t in tokens}
        called = {t.name: self.vocabulary.aliases(t.where.path) for t in tokens}
        meanings = ({folded(word) for word in (*typed[n], *called[n])} for n in typed)
        uses = Counter(chain.from_iterable(meanings))
        return {
            name: (*words, *(each for each in called[name] if uses[folded(each)] == 1))
            for name, words in typed.items()
        }

    def _after(self, count: int) -> dict[str, str]:
        """Return the word for each token after a number."""
        tokens = self.program.model.tokens
        return {t.name: self.vocabulary.counted(t.where.path, t.name, count) for t in tokens}

    def _filled(self, pattern: str, blanks: dict[str, Blank]) -> tuple[str | Blank, ...]:
        """Return the words of a pattern with its blanks; a blank that the pattern leaves out comes last."""
        words: list[str | Blank] = []
        left = dict(blanks)
        for name, word in pattern_words(pattern):
            found = left.pop(name, None)
            before = words[-1] if words else None
            if isinstance(found, TokenBlank) and isinstance(before, str) and before.isdecimal():
                found = evolve(found, after=self._after(int(before)))
            words += [found] if found is not None else [word] * bool(word)
        return (*words, *left.values())

    def _with_set_names(
        self, words: tuple[str | Blank, ...], labels: Mapping[str, str]
    ) -> tuple[str | Blank, ...]:
        """Return the words with the name of a set before it wherever nothing else separates it from another set."""
        tokens = {folded(word) for each in self._tokens().values() for word in each}
        found: list[str | Blank] = []
        runs_on = False
        for word in words:
            if isinstance(word, TokensBlank):
                found += joined(labels[word.name]).split() * runs_on
                runs_on = True
            elif not isinstance(word, TokenBlank):
                runs_on = runs_on and isinstance(word, str) and folded(word) in tokens
            found.append(word)
        return tuple(found)

    def _payment_forms(self, payment: Payment) -> Iterator[Form]:
        tokens, words = self.program.model.tokens, self._tokens()
        names = self.program.model.token_names()
        labels = {"count": self.vocabulary.phrase("count")}
        for lane, name in enumerate(names):
            for wild in payment.step.wilds:
                if lane not in wild.group or lane == wild.token:
                    continue
                token, path = names[wild.token], tokens[wild.token].where.path
                count = AmountBlank(
                    name="count",
                    token=token,
                    typed=words[token],
                    written=partial(self.vocabulary.counted, path, token),
                )
                pattern = self.vocabulary.phrase(PAY)
                yield Form(
                    decision=payment.number,
                    kind="pay",
                    path=wild.where.path,
                    words=self._filled(
                        pattern.replace("{token}", words[name][0]), {"count": count}
                    ),
                    choices=("count",),
                    pair=(name, token),
                    pays=pattern.replace("{count}", _outline(count, labels)).replace(
                        "{token}", "{" + self.vocabulary.phrase("token") + "}"
                    ),
                    labels=labels,
                )

    def _return_form(self, keep: KeepLimits) -> Form:
        token = TokenBlank(
            name="token", tokens=self.program.model.token_names(), typed=self._tokens()
        )
        return Form(
            decision=keep.number,
            kind="return",
            path=keep.where.path,
            words=self._filled(self.vocabulary.phrase(PUT_BACK), {"token": token}),
            choices=("token",),
            labels={"token": self.vocabulary.phrase("token")},
        )


def _elsewhere(step: ChoosePiece, zones: list[Zone]) -> Iterator[Source]:
    """Yield the sources with pieces of the chosen kind that are not among the sources of the choice."""
    taken = {(source.zone.zone, source.top) for source in step.sources}
    for zone, top in product(zones, (False, True)):
        if (zone.name, top) not in taken:
            yield Source(zone=ZoneRef(zone=zone.name, player=None), top=top)


def _outline(blank: Blank, labels: Mapping[str, str]) -> str:
    """Return a blank as forms show it: `{thing}`, `{count} iron`."""
    shown = "{" + labels.get(blank.name, blank.name) + "}"
    return f"{shown} {blank.typed[0]}" if isinstance(blank, AmountBlank) else shown
