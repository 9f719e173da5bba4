"""The things in the rules in the forms that sentences need: tokens, pieces, places and players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import evolve, field, frozen

from splendor_dsl.languages import load_language
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics import model as m
from splendor_dsl.semantics import values as v
from splendor_dsl.semantics.names import ENGLISH
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.semantics.slots import free_slots, inner_slots


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def variable_title(name: str) -> str:
    """Return the name of a variable for people."""
    return name.replace("_", " ")


def variables_by_type(thing: object) -> Iterator[tuple[v.Local, ...]]:
    """Yield the variables in a thing, grouped by type, without pieces bound inside it."""
    everything = list(all_in(thing))
    inner = frozenset().union(*map(inner_slots, everything))
    found: dict[str, dict[int, v.Local]] = {}
    for each in everything:
        if not isinstance(each, v.Local) or (each.type != "token" and each.slot in inner):
            continue
        held = found.setdefault(each.type, {})
        if each.name is not None or each.slot not in held:
            held[each.slot] = each
    return (tuple(held.values()) for held in found.values())


def _named_inside(thing: object, slot: int) -> str | None:
    """Return the name of a variable that occurs in a nested quantifier, if any."""
    parts = (each for each in all_in(thing) if inner_slots(each) and slot in free_slots(each))
    named = (each for part in parts for each in all_in(part) if isinstance(each, v.Local))
    return next(
        (variable_title(each.name) for each in named if each.slot == slot and each.name), None
    )


# The words for a player by role, and for a place of that player; languages may need another case there.
_PLAYERS: Final = {
    "chosen": "the player chosen",
    "that": "that player",
    "mover": "the player whose turn it is",
    "you": "you",
    "nobody": "nobody",
    "holder": "the holder of {marker}",
    "somebody": "a player",
}
_PLACES: Final = {
    "chosen": "{place} of the player chosen",
    "that": "{place} of that player",
    "mover": "{place} of the player whose turn it is",
    "holder": "{place} of the holder of {marker}",
    "somebody": "{place} of a player",
}


@frozen(kw_only=True)
class Things:
    """The words of a language, with the meaning of the variables in the current code."""

    words: Words = field(repr=False)
    bound: Mapping[int, m.Choose] = field(factory=dict)
    players: Mapping[int, str] = field(factory=dict)  # names, by the variables that hold them
    subject: int = 0  # the variable that holds the player whom the sentence is about
    owner: v.Expr | None = None  # that player, if no variable holds it
    other: bool = False  # whether the sentence is about any player rather than the reader
    addresses_mover: bool = (
        False  # whether the reader has the turn, though the sentence is about another
    )
    each: int | None = None  # the variable that holds each counted piece
    had: bool = False  # whether the sentence is about belongings
    subject_name: str = ""  # the words for each of several players that the sentence is about
    beside: bool = False  # whether the sentence is about each of some pieces, besides a chosen one
    by_name: bool = False  # whether a condition with a name appears by that name
    variable_names: Mapping[int, str] = field(factory=dict)  # names, by the variables that need one

    @property
    def model(self) -> m.Model:
        """The model of the rules."""
        return self.words.model

    def say(self, pattern: str, **parts: object) -> str:
        """Return a sentence by its pattern in English."""
        return self.words.say(pattern, **parts)

    def distinguishing(self, thing: object) -> Things:
        """Return the same with names for variables that would be ambiguous in a thing.

        Variables of choices have names already; a chosen colour does not make another one ambiguous.
        """
        named: dict[int, str] = {}
        for several in variables_by_type(thing):
            unnamed = [each for each in several if each.slot not in self.bound]
            meet = unnamed if several[0].type == "token" else several
            if len(meet) > 1:
                named |= {each.slot: variable_title(each.name) for each in unnamed if each.name}
        return evolve(self, variable_names={**self.variable_names, **named}) if named else self

    def introduced(self, text: str, slot: int, thing: object = None) -> str:
        """Return a domain with the name of its variable added if the rest of the sentence needs it."""
        name = self.variable_names.get(slot)
        if name is None and slot == self.each:
            name = _named_inside(thing, slot)
        return self.named(text, name)

    def named(self, text: str, name: str | None) -> str:
        """Return a text with a name added, if there is one."""
        return text if name is None else self.say("{what} ({piece})", what=text, piece=name)

    def with_choice(self, choice: m.Choose) -> Things:
        """Return the same after a choice."""
        return evolve(self, bound={**self.bound, choice.slot: choice})

    def chosen(self, kind: type[m.Choose]) -> int:
        """Return how many choices of a kind the variables at hand hold."""
        return sum(isinstance(each, kind) for each in self.bound.values())

    def about(self, slot: int) -> Things:
        """Return the same about the player in a slot, one of several."""
        addresses_mover = self.addresses_mover or not self.other
        return evolve(self, subject=slot, owner=None, other=True, addresses_mover=addresses_mover)

    def about_owner(self, player: v.Expr) -> Things:
        """Return the same about another player, or about the reader if that is the player."""
        if self.is_reader(player):
            return evolve(self, subject=0, owner=None, other=False)
        return evolve(self, owner=player, other=True)

    def reasoned(self, text: str, path: str) -> str:
        """Return a text with the reason of its clause added, if the clause gives one."""
        why = self.words.reason(path)
        return text if why is None else self.say("{text} — {why}", text=text, why=why)

    # ---- nouns -------------------------------------------------------------------------------
    def noun(self, path: str, count: int | None = 1) -> str:
        """Return the name in the form for a number; without a number in the plural."""
        one = self.words.form(path, "one") if count == 1 else None
        had = load_language(self.words.language).had
        if count == 1 and self.had and had is not None:
            one = self.words.form(path, had) or one
        return one or self.words.name(path, 2 if count is None else count)

    def object(self, path: str) -> str:
        """Return the form for one that is chosen, taken or moved."""
        name = self.noun(path)
        if self.words.language != ENGLISH:
            return self.words.form(path, "object") or name
        return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"

    def definite(self, path: str) -> str:
        """Return the form for one that was mentioned before."""
        whole = self.object(path)
        the = self.words.form(path, "the") or whole
        return self.say("the {piece}", piece=self.noun(path), object=whole, the=the)

    def marker(self, marker: str) -> Mapping[str, str]:
        """Return the forms of a marker that a player has (`marker`), and does not have (`of`)."""
        path = f"markers.{marker}"
        name = self.noun(path)
        has, of = self.words.form(path, "object"), self.words.form(path, "of")
        return {"marker": has or name, "of": of or name}

    def some(self, path: str) -> str:
        """Return the form after `all`, `no` or an unknown number."""
        return self.words.name(path, 0)

    def kind_path(self, kind: str | None) -> str:
        """Return the path of a kind of piece, or of pieces of any kind."""
        return f"kinds.{kind}" if kind in self.model.kinds else "kinds"

    def kind_in(self, ref: v.ZoneRef, kind: str | None = None) -> str:
        """Return the path of the kind of pieces in a zone."""
        zone = self.model.zones[ref.zone]
        return self.kind_path(kind if kind in self.model.kinds else zone.kind)

    def piece(self, expr: v.Expr) -> str | None:
        """Return the choice that identifies a piece, if several pieces could be meant."""
        if not isinstance(expr, v.Local):
            return None
        meant = self.bound.get(expr.slot)
        if meant is None:
            return self.variable_names.get(expr.slot)
        if self.chosen(m.ChoosePiece) + self.beside + bool(self.variable_names) < 2:
            return None
        return self.noun(meant.where.path)

    # ---- tokens ------------------------------------------------------------------------------
    def group_path(self, tokens: Iterable[int]) -> str | None:
        """Return the path of the name for a set of tokens, if it has one."""
        wanted = tuple(tokens)
        if len(wanted) == len(self.model.tokens):
            return "tokens"
        if len(wanted) == 1:
            return self.model.tokens[wanted[0]].where.path
        for name, group in self.model.groups.items():
            if group == wanted:
                return f"tokens.{name}"
        return None

    def tokens(self, expr: v.Expr, count: int | None) -> str:
        """Return tokens in the form for a number."""
        match expr:
            case v.TokenConst(token=token):
                return self.noun(self.model.tokens[token].where.path, count)
            case v.TokenSet(tokens=tokens):
                path = self.group_path(tokens)
                if path is not None:
                    return self.noun(path, count)
                names = (self.noun(self.model.tokens[each].where.path, count) for each in tokens)
                return self.words.listed(names, "or")
            case v.Local(slot=slot) if slot in self.bound:
                choice = self.bound[slot]
                among = choice.effects.binds[0].tokens
                of = self.tokens(among, count) if among is not None else ""
                if self.chosen(m.ChooseToken) > 1:
                    return self.say("{what} ({piece})", what=of, piece=self.noun(choice.where.path))
                return self.say("{tokens} of the colour chosen", tokens=of)
            case v.Local(slot=slot) if slot in self.variable_names:
                what = self.noun("tokens", count)
                return self.say("{what} ({piece})", what=what, piece=self.variable_names[slot])
            case v.Local():
                return self.say("{tokens} of that colour", tokens=self.noun("tokens", count))
        return self.noun("tokens", count)

    def amounts(self, lanes: Iterable[int]) -> str:
        """Return `2 pennies and 1 nail`."""
        held = [
            f"{count} {self.noun(token.where.path, count)}"
            for token, count in zip(self.model.tokens, lanes, strict=True)
            if count
        ]
        return self.words.listed(held) if held else self.say("nothing")

    # ---- players and places ----------------------------------------------------------------------
    def is_subject(self, player: v.Expr | None) -> bool:
        """Return whether a player is the one the sentence is about."""
        if player is None or self.owner is not None:
            return player is None or player == self.owner
        alone = self.subject <= 0  # in a loop over players, the mover may be another player
        subject = v.Local(slot=self.subject, type="player")
        return player == subject or (alone and isinstance(player, v.Mover))

    def is_reader(self, player: v.Expr | None) -> bool:
        """Return whether a player is the one the sentence addresses."""
        if self.is_subject(player):
            return not self.other
        turn = isinstance(player, v.Mover) or player == v.Local(slot=0, type="player")
        return turn and self.addresses_mover

    @property
    def in_loop(self) -> bool:
        """Return whether the sentence is about each of several players in turn."""
        return self.other and self.subject > 0 and self.owner is None

    @property
    def whoever(self) -> str:
        """The player whom the sentence is about, if that is not the reader."""
        return self.subject_name or self.say("that player")

    def player(self, expr: v.Expr) -> str:
        """Return a player."""
        if isinstance(expr, v.Local) and expr.slot in self.players:
            return self.players[expr.slot]
        who = self.say(_PLAYERS[self._role(expr)], **self._marker_of(expr))
        return self.named(who, self._which_player(expr))

    def _which_player(self, expr: v.Expr) -> str | None:
        """Return the choice that identifies a player, if there are several."""
        choice = self.bound.get(expr.slot) if isinstance(expr, v.Local) else None
        if choice is None or self.chosen(m.ChoosePlayer) < 2:
            return None
        return self.noun(choice.where.path)

    def _role(self, expr: v.Expr) -> str:
        """Return the role of a player in this sentence."""
        match expr:
            case v.Local(slot=slot) if slot in self.players:
                return "named"
            case v.Local(slot=slot) if slot in self.bound:
                return "chosen"
            case v.Local(slot=slot) if self.in_loop and slot == self.subject:
                return "that"
            case v.Mover() if self.other and not self.addresses_mover:
                return "mover"
            case v.Local() | v.Mover():
                return "you"
            case v.Nobody():
                return "nobody"
            case v.Holder():
                return "holder"
        return "somebody"

    def _marker_of(self, expr: v.Expr) -> Mapping[str, str]:
        return self.marker(expr.marker) if isinstance(expr, v.Holder) else {}

    def place(self, ref: v.ZoneRef, form: str) -> str:
        """Return the place that things are in, come from or go to: `in`, `from`, `to` or `under`."""
        zone = self.model.zones[ref.zone]
        path = zone.where.path
        own = self.words.form(path, form)
        mine = zone.owned and self.is_subject(ref.player)
        readers = zone.owned and not mine and self.is_reader(ref.player)
        if own is None or self.words.language == ENGLISH:
            whose = "the"
            if readers or mine:
                whose = "their" if mine and self.other else "your"
            own = self._plain_place(path, form, whose)
            if form == "in" and not zone.owned and self._is_named_as_its_pieces(zone.kind, path):
                own = self.say("on the table")
        if readers:
            return own if self.words.language == ENGLISH else self.say("{place} (yours)", place=own)
        if zone.owned and not mine and ref.player is not None:
            pattern = _PLACES.get(self._role(ref.player), "{place} of {who}")
            who = self.player(ref.player)
            place = self.say(pattern, place=own, who=who, **self._marker_of(ref.player))
            return (
                place if "{who}" in pattern else self.named(place, self._which_player(ref.player))
            )
        return own

    def is_all_one_has(self, pile: v.ZoneRef) -> bool:
        """Return whether a pile is the only one of the player whom the sentence is about."""
        piles = [zone for zone in self.model.zones.values() if zone.owned and zone.kind is None]
        return [zone.name for zone in piles] == [pile.zone] and self.is_subject(pile.player)

    def _is_named_as_its_pieces(self, kind: str | None, path: str) -> bool:
        """Return whether a zone has the same name as the pieces in it, so that "among" would be ambiguous."""
        heading = self.words.heading(path).casefold()
        return kind is not None and self.noun(f"kinds.{kind}", None).casefold() == heading

    def _plain_place(self, path: str, form: str, whose: str) -> str:
        zone = self.words.heading(path)
        several = form == "in" and any(word.endswith("s") for word in zone.split())
        return self.say(f"{'among' if several else form} {whose} {{zone}}", zone=zone)

    def zone(self, ref: v.ZoneRef) -> str:
        """Return the name of a zone."""
        return self.words.heading(self.model.zones[ref.zone].where.path)
