"""What the package adds: a mechanic, a check, a bot, a renderer and a command."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import splendor_dsl
from splendor_dsl.diagnostics import Problem, problem_kind
from splendor_dsl.hookspecs import Bot, Check, Command, Mechanic, Renderer, hookimpl


@hookimpl
def splendor_mechanics() -> Sequence[Mechanic]:
    """The mechanic `alms`."""
    rules = Path(__file__).with_name("alms.rules")
    return [Mechanic(name="alms", title="Alms", rules=rules)]


@problem_kind
class Dear(Problem):
    """A card that costs very many tokens."""

    code = "ACME1"
    severity = "warning"
    headline = "{card!r} costs {price} tokens"
    hint = "players rarely buy a card of more than {most}"

    card: str
    price: int
    most: int = 15


def dear(model: Any) -> Iterator[Problem]:
    """The cards of a game that cost more than fifteen tokens."""
    for piece in model.pieces:
        price = sum(piece.values.get("cost", ()))
        if price > 15:
            where = piece.where
            yield Dear(card=piece.label, price=price, span=where.span, path=where.path)


@hookimpl
def splendor_checks() -> Sequence[Check]:
    """The check for dear cards."""
    return [Check(name="dear", function=dear)]


class Shopper:
    """Buys what it can, and else takes any move."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def choose(self, view: Mapping[str, Any], moves: Sequence[Any], stream: Any) -> Any:
        """One of the moves."""
        among = [move for move in moves if str(move).startswith("buy")] or moves
        return among[stream.below(len(among))]


@hookimpl
def splendor_bots() -> Sequence[Bot]:
    """The bot `shopper`."""
    return [Bot(name="shopper", make=Shopper, description="buys what it can")]


def price_list(game: Any) -> str:
    """Each card with what it costs, as CSV."""
    cards = [piece for piece in game.model.pieces if "cost" in piece.values]
    head = ["card", *game.model.token_names()]
    rows = [[card.label, *map(str, card.values["cost"])] for card in cards]
    return "\n".join(",".join(row) for row in [head, *rows])


@hookimpl
def splendor_renderers() -> Sequence[Renderer]:
    """The form `prices`."""
    return [Renderer(name="prices", render=price_list)]


def pieces(game: str, kind: str | None = None) -> None:
    """Count the pieces of a game, by kind."""
    model = splendor_dsl.load(game).model
    for each in model.kinds:
        if kind in {None, each}:
            print(each, len(list(model.pieces_of(each))))


@hookimpl
def splendor_commands() -> Sequence[Command]:
    """The command `splendor pieces`."""
    return [Command(name="pieces", function=pieces)]
