"""Reasons why a clause can't be compiled, and advice to its author."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from splendor_dsl.semantics.model import Where


@frozen
class Reason:
    """A reason in the words of rule authors, with gaps for numbers and names, and advice."""

    why: str
    instead: str


SEVERAL_WILDS: Final = Reason(
    "a payment lets several kinds of tokens stand in for others",
    "let one kind stand in, and exchange the others for it in an action",
)
LARGE_AMOUNT: Final = Reason(
    "an amount may be greater than {most}",
    "bound it, as in '(min({most}, n)) red', or have fewer sorts of tokens, as they share the room",
)
NEGATIVE_AMOUNT: Final = Reason("an amount may be below 0", "bound it, as in '(max(0, n)) red'")
LARGE_NUMBER: Final = Reason(
    "a number may take more than 63 bits",
    "give counters and parameters smaller ranges, or multiply fewer of them",
)
NOT_ITS_PIECE: Final = Reason(
    "a piece is chosen from what a player has who neither chooses it nor is chosen just before",
    "choose the player right before the piece, as in 'choose rival: others' and then a choice of what lies in a zone 'of"
    " rival'; 'may' stands at the first of them",
)
SAME_ZONE: Final = Reason(
    "a piece is chosen from one zone in two ways, its top and all of it, or of two players",
    "name the zone once, or write an action for each",
)
CHANGES_PARTS: Final = Reason(
    "several pieces move within a zone in parts, and their sides belong to several of these",
    "move them one by one, as in 'for each piece in ZONE {{ move piece to ZONE }}'",
)
FREE_NUMBERS: Final = Reason(
    "the numbers that may be chosen have no bounds that are known beforehand, or too many lie between them",
    "bound both ends, as in 'number from 1 to min(20, n)'",
)
MANY_OPTIONS: Final = Reason(
    "a decision has more than {most} options that can ever be offered",
    "choose one thing after the other, with another step between the choices",
)
ASKING_TRIGGER: Final = Reason(
    "several pieces may enter at once a zone where a trigger asks a player or owes an action",
    "move them one by one, as in 'for each piece in ZONE {{ move piece to OTHER }}'; "
    "a trigger that owes an action counts the pieces instead, and what moves them owes one action that does as much",
)
CAUSES_ITSELF: Final = Reason(
    "a trigger can cause itself",
    "let it owe an action ('do ACTION') that is 'only when owed', and let that move the next piece",
)
MANY_ACTIONS: Final = Reason(
    "an action that may be owed stands after {most} others", "put it before them"
)
OWED_FOR_EACH: Final = Reason(
    "an action may be owed once for each of several",
    "add them up in a counter, and owe one action that does as much",
)
MANY_OWED: Final = Reason(
    "more than {most} actions may be owed at once",
    "add them up in a counter, and owe one action that does as much",
)
OWED_TO_OTHERS: Final = Reason(
    "a turn or an action may be owed to a player who is not to move",
    "write what that player does as steps, as in 'for each other player {{ choose ... }}', "
    "or owe it at the start of the turn of that player",
)
MANY_WAYS: Final = Reason(
    "actions and triggers lead to each other in more than {most} ways",
    "let fewer of them move pieces to zones where triggers wait, or owe an action in several of them",
)
MANY_PARTS: Final = Reason(
    "conditions on pieces of zones in parts stand so deep within each other that they are written "
    "more than {most} times",
    "look through fewer such zones within each other",
)
MANY_PIECES: Final = Reason(
    "there are {held} {kind}{beside}, and {most} pieces are the most",
    "leave some of them out, or hold what is alike in tokens or counters",
)
MANY_TOKENS: Final = Reason(
    "there are {held} colours of tokens, and {most} are the most",
    "hold some of them in counters",
)
LARGE_PRICE: Final = Reason(
    "there is an amount of {held}, and {most} is the most beside {colours} colours of tokens",
    "ask for less, or for several colours",
)
LARGE_SUPPLY: Final = Reason(
    "there are {held} {token}, and {most} are the most beside {colours} colours of tokens",
    "say how many can ever be needed",
)
NEGATIVE_SUPPLY: Final = Reason("there are {held} {token}", "let there be 0 or more")
NEGATIVE_PRICE: Final = Reason("there is an amount of {held}", "let it be 0 or more")
LONG_CODE: Final = Reason(
    "the code of the game is longer than {most} lines from here on",
    "let a loop or a value do what many steps do",
)
MANY_KEPT: Final = Reason(
    "the decisions up to here keep more than {most} variables together",
    "ask for less at once, or in actions that are owed one after the other",
)
OF_LENGTH: Final = (LONG_CODE, MANY_KEPT)  # they apply to all code that follows, too
NOT_KNOWN: Final = Reason(
    "it is put together in a way that is not compiled yet", "tell us, with the file of the rules"
)


class NotLowered(Exception):  # noqa: N818  # it is no fault: the game runs on the interpreter
    """A clause that the compiled backends can't run."""

    def __init__(self, why: Reason, where: Where | None = None, **facts: object) -> None:
        self.why, self.facts = why, facts
        self.where = where
        super().__init__(self.reason)

    @property
    def reason(self) -> str:
        """The reason in words."""
        return self.why.why.format_map(self.facts)

    @property
    def instead(self) -> str:
        """The advice in words."""
        return self.why.instead.format_map(self.facts)

    def at(self, where: Where) -> NotLowered:
        """Return the same about a clause, unless a narrower one is known."""
        return self if self.where is not None else NotLowered(self.why, where, **self.facts)

    @property
    def path(self) -> str:
        """The path of the clause."""
        return "game" if self.where is None else self.where.path

    @property
    def place(self) -> str | None:
        """The file and line of the clause."""
        return (
            None if self.where is None else f"{self.where.span.source.name}:{self.where.span.line}"
        )
