"""What rules speak of, in the forms that sentences need: tokens, pieces, places and players."""

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
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def spoken(name: str) -> str:
    """The name of a variable as people say it."""
    return name.replace("_", " ")


def spoken_of(thing: object) -> Iterator[tuple[v.Local, ...]]:
    """The variables that something speaks of, by what they hold; a piece that is bound in a part of it is its own."""
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
    """The name of a variable of which a part speaks that runs over others."""
    parts = (each for each in all_in(thing) if inner_slots(each) and slot in free_slots(each))
    named = (each for part in parts for each in all_in(part) if isinstance(each, v.Local))
    return next((spoken(each.name) for each in named if each.slot == slot and each.name), None)


# A player by what it is, and a place of it: who has no name is told in the case that this takes.
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
    """The words of a language, with what the variables of the code at hand stand for."""

    words: Words = field(repr=False)
    bound: Mapping[int, m.Choose] = field(factory=dict)
    players: Mapping[int, str] = field(factory=dict)  # names, by the variables that hold them
    subject: int = 0  # the variable that holds the player whom the sentence is about
    owner: v.Expr | None = None  # that player, where no variable at hand holds it
    other: bool = False  # whether the sentence is about whoever it may be, not about the reader
    spoken_to: bool = False  # whether the reader has the turn while it is about another
    each: int | None = None  # the variable that holds each piece of those that are counted
    had: bool = False  # whether the sentence is about what somebody has
    called: str = ""  # each of several whom one sentence is about
    beside: bool = False  # whether it speaks of each of some pieces, beside one that was chosen
    by_name: bool = False  # whether a condition is told by its name, where it has one
    apart: Mapping[int, str] = field(factory=dict)  # names, by the variables that need one

    @property
    def model(self) -> m.Model:
        """The meaning of the rules."""
        return self.words.model

    def say(self, pattern: str, **parts: object) -> str:
        """A sentence by its pattern in English."""
        return self.words.say(pattern, **parts)

    def telling_apart(self, thing: object) -> Things:
        """The same for something in which several of a kind meet: those that no choice has named take their variables'.

        A colour that was chosen is told apart from any other as it is.
        """
        named: dict[int, str] = {}
        for several in spoken_of(thing):
            unnamed = [each for each in several if each.slot not in self.bound]
            meet = unnamed if several[0].type == "token" else several
            if len(meet) > 1:
                named |= {each.slot: spoken(each.name) for each in unnamed if each.name}
        return evolve(self, apart={**self.apart, **named}) if named else self

    def introduced(self, text: str, slot: int, thing: object = None) -> str:
        """Add the name of the variable to what a sentence runs over, where the rest of the sentence needs it."""
        name = self.apart.get(slot)
        if name is None and slot == self.each:
            name = _named_inside(thing, slot)
        return self.named(text, name)

    def named(self, text: str, name: str | None) -> str:
        """Add a name of its own to what something is called, if it has one."""
        return text if name is None else self.say("{what} ({piece})", what=text, piece=name)

    def with_choice(self, choice: m.Choose) -> Things:
        """The same after a choice."""
        return evolve(self, bound={**self.bound, choice.slot: choice})

    def chosen(self, kind: type[m.Choose]) -> int:
        """Return how many choices of a kind the variables at hand hold."""
        return sum(isinstance(each, kind) for each in self.bound.values())

    def about(self, slot: int) -> Things:
        """The same about the player in a slot, one of several."""
        spoken_to = self.spoken_to or not self.other
        return evolve(self, subject=slot, owner=None, other=True, spoken_to=spoken_to)

    def about_owner(self, player: v.Expr) -> Things:
        """The same about another player; about the reader, if that is who it is."""
        if self.is_reader(player):
            return evolve(self, subject=0, owner=None, other=False)
        return evolve(self, owner=player, other=True)

    def reasoned(self, text: str, path: str) -> str:
        """Add the reason that a clause gives to what it says, if it gives one."""
        why = self.words.reason(path)
        return text if why is None else self.say("{text} — {why}", text=text, why=why)

    # ---- nouns -------------------------------------------------------------------------------
    def noun(self, path: str, count: int | None = 1) -> str:
        """What it is called, in the form for so many; without a number in the plural."""
        one = self.words.form(path, "one") if count == 1 else None
        had = load_language(self.words.language).had
        if count == 1 and self.had and had is not None:
            one = self.words.form(path, had) or one
        return one or self.words.name(path, 2 if count is None else count)

    def object(self, path: str) -> str:
        """The form for one of it that is chosen, taken or moved."""
        name = self.noun(path)
        if self.words.language != ENGLISH:
            return self.words.form(path, "object") or name
        return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"

    def definite(self, path: str) -> str:
        """The form for the one that was spoken of."""
        whole = self.object(path)
        the = self.words.form(path, "the") or whole
        return self.say("the {piece}", piece=self.noun(path), object=whole, the=the)

    def marker(self, marker: str) -> Mapping[str, str]:
        """The forms of a marker that one has (`marker`), and that one has not (`of`)."""
        path = f"markers.{marker}"
        name = self.noun(path)
        has, of = self.words.form(path, "object"), self.words.form(path, "of")
        return {"marker": has or name, "of": of or name}

    def some(self, path: str) -> str:
        """The form after `all`, `no` or a number that is not known."""
        return self.words.name(path, 0)

    def kind_path(self, kind: str | None) -> str:
        """The path of a kind of piece, or of pieces of any kind."""
        return f"kinds.{kind}" if kind in self.model.kinds else "kinds"

    def kind_in(self, ref: v.ZoneRef, kind: str | None = None) -> str:
        """The path of the kind of what lies in a zone."""
        zone = self.model.zones[ref.zone]
        return self.kind_path(kind if kind in self.model.kinds else zone.kind)

    def piece(self, expr: v.Expr) -> str | None:
        """By which choice a piece is meant, where there are several."""
        if not isinstance(expr, v.Local):
            return None
        meant = self.bound.get(expr.slot)
        if meant is None:
            return self.apart.get(expr.slot)
        if self.chosen(m.ChoosePiece) + self.beside + bool(self.apart) < 2:
            return None
        return self.noun(meant.where.path)

    # ---- tokens ------------------------------------------------------------------------------
    def group_path(self, tokens: Iterable[int]) -> str | None:
        """The path of what a set of tokens is called together."""
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
        """Tokens in the form for so many."""
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
            case v.Local(slot=slot) if slot in self.apart:
                what = self.noun("tokens", count)
                return self.say("{what} ({piece})", what=what, piece=self.apart[slot])
            case v.Local():
                return self.say("{tokens} of that colour", tokens=self.noun("tokens", count))
        return self.noun("tokens", count)

    def amounts(self, lanes: Iterable[int]) -> str:
        """`2 pennies and 1 nail`."""
        held = [
            f"{count} {self.noun(token.where.path, count)}"
            for token, count in zip(self.model.tokens, lanes, strict=True)
            if count
        ]
        return self.words.listed(held) if held else self.say("nothing")

    # ---- players and places ----------------------------------------------------------------------
    def is_subject(self, player: v.Expr | None) -> bool:
        """Whether it is the player whom the sentence is about."""
        if player is None or self.owner is not None:
            return player is None or player == self.owner
        alone = self.subject <= 0  # in a loop over players, whoever has the turn is another
        subject = v.Local(slot=self.subject, type="player")
        return player == subject or (alone and isinstance(player, v.Mover))

    def is_reader(self, player: v.Expr | None) -> bool:
        """Whether it is the player whom the sentence speaks to, whoever it is about."""
        if self.is_subject(player):
            return not self.other
        turn = isinstance(player, v.Mover) or player == v.Local(slot=0, type="player")
        return turn and self.spoken_to

    @property
    def in_loop(self) -> bool:
        """Whether the sentence is about each of several players in turn."""
        return self.other and self.subject > 0 and self.owner is None

    @property
    def whoever(self) -> str:
        """The player whom the sentence is about, where that is not the reader."""
        return self.called or self.say("that player")

    def player(self, expr: v.Expr) -> str:
        """A player."""
        if isinstance(expr, v.Local) and expr.slot in self.players:
            return self.players[expr.slot]
        who = self.say(_PLAYERS[self._role(expr)], **self._marker_of(expr))
        return self.named(who, self._which_player(expr))

    def _which_player(self, expr: v.Expr) -> str | None:
        """By which choice a player is meant, where there are several."""
        choice = self.bound.get(expr.slot) if isinstance(expr, v.Local) else None
        if choice is None or self.chosen(m.ChoosePlayer) < 2:
            return None
        return self.noun(choice.where.path)

    def _role(self, expr: v.Expr) -> str:
        """What a player is here."""
        match expr:
            case v.Local(slot=slot) if slot in self.players:
                return "named"
            case v.Local(slot=slot) if slot in self.bound:
                return "chosen"
            case v.Local(slot=slot) if self.in_loop and slot == self.subject:
                return "that"
            case v.Mover() if self.other and not self.spoken_to:
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
        """Where things lie, come from or go to: `in`, `from`, `to` or `under`."""
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
        """Whether it is the one pile of the player whom the sentence is about."""
        piles = [zone for zone in self.model.zones.values() if zone.owned and zone.kind is None]
        return [zone.name for zone in piles] == [pile.zone] and self.is_subject(pile.player)

    def _is_named_as_its_pieces(self, kind: str | None, path: str) -> bool:
        """Whether a zone and what lies in it have one name, so that nothing can lie among the others."""
        heading = self.words.heading(path).casefold()
        return kind is not None and self.noun(f"kinds.{kind}", None).casefold() == heading

    def _plain_place(self, path: str, form: str, whose: str) -> str:
        zone = self.words.heading(path)
        several = form == "in" and any(word.endswith("s") for word in zone.split())
        return self.say(f"{'among' if several else form} {whose} {{zone}}", zone=zone)

    def zone(self, ref: v.ZoneRef) -> str:
        """A zone by its name."""
        return self.words.heading(self.model.zones[ref.zone].where.path)
