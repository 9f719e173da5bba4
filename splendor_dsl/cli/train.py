"""`splendor train`: let the bot `search` learn a game from games against itself."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from splendor_dsl.cli.exit_status import FINE, Stop
from splendor_dsl.cli.options import GameName, Json, Language, Players, Plugins, Seed, Settings
from splendor_dsl.cli.output import say, say_json
from splendor_dsl.cli.usage import whole_number

if TYPE_CHECKING:
    from splendor_dsl.bots.training import Round

Seconds = Annotated[
    int,
    typer.Option(
        "--seconds",
        parser=whole_number(1, 86_400),
        help="Seconds to learn for, and to end a round.",
    ),
]
Rounds = Annotated[
    int | None,
    typer.Option(
        "--rounds",
        parser=whole_number(1, 10_000),
        help="Rounds to learn for instead, which come out the same each time.",
    ),
]
Forget = Annotated[bool, typer.Option("--forget", help="Forget what was learned of the game.")]


def train(
    game: GameName,
    players: Players = None,
    seconds: Seconds = 60,
    rounds: Rounds = None,
    seed: Seed = 0,
    forget: Forget = False,
    settings: Settings = None,
    plugins: Plugins = None,
    language: Language = None,
    as_json: Json = False,
) -> int:
    """Let the bot search learn a game.

    It learns from games against itself, and uses that from then on, for these rules, parameters and number of players.
    """
    from splendor_dsl.bots.evaluation import evaluation
    from splendor_dsl.bots.trained import forget_leaf
    from splendor_dsl.cli.opened_game import open_game, start

    opened = open_game(game, settings=settings, plugins=plugins)
    words, count = opened.words(language), players or opened.game.players[0]
    start(opened.game, count, seed=seed)  # reports a wrong number of players or seed
    worth = evaluation(opened.game, count)
    if forget:
        forget_leaf(worth)
        if as_json:
            say_json("train", ok=True, game=game, rules=opened.game.hash, players=count)
        else:
            say(words.say("what was learned is forgotten"))
        return FINE
    found = _learned(worth, (seconds, rounds, seed))
    facts = _facts(found)
    if as_json:
        say_json("train", ok=True, game=game, rules=opened.game.hash, players=count, **facts)
        return FINE
    pattern = "{n} rounds of learning, {games} games: wins {share} % of games move by move against the start"
    share = f"{100 * facts['share']:.0f}"
    say(words.say(pattern, n=facts["rounds"], games=facts["games"], share=share))
    if facts["kept"]:
        say(words.say("the bot search plays by it from now on"))
    else:
        say(words.say("that is no better, and nothing was kept"))
    return FINE


def _learned(worth: Any, run: tuple[int, int | None, int]) -> "dict[str, Any]":
    """Return the result of learning; keep the leaf if it is better than the one that nobody has learned."""
    from splendor_dsl.bots.leaf import usual_leaf
    from splendor_dsl.bots.trained import keep_leaf, leaf_hash, trained_leaf
    from splendor_dsl.bots.training import rounds, tested
    from splendor_dsl.bots.trees import searcher
    from splendor_dsl.cli.problems import WrongCommand
    from splendor_dsl.compiler.native.searcher import Searcher

    seconds, most, seed = run
    _require_room(worth)
    before = trained_leaf(worth) or usual_leaf(worth.count)
    native = searcher(worth, before)
    if not isinstance(native, Searcher):
        reason = "there is none" if native.gap is None else native.gap.reason
        raise Stop([WrongCommand(reason=f"expected native code to learn by: {reason}")])
    done: list[Round] = []
    for each in rounds(native, before, seed=seed):
        done.append(each)
        _tell(each)
        if each.number == most or (most is None and each.seconds >= seconds):
            break
    share, fair = tested(native, done[-1].leaf, before, seed=seed)
    better = share > fair
    if better:
        keep_leaf(worth, done[-1].leaf)
    return {"rounds": done, "share": share, "kept": better, "hash": leaf_hash(done[-1].leaf)}


def _require_room(worth: Any) -> None:
    """Raise Stop before the work if its result can't be kept."""
    from splendor_dsl.bots.trained import reason_not_kept
    from splendor_dsl.cli.problems import CannotWrite

    reason = reason_not_kept(worth)
    if reason is not None:
        raise Stop([CannotWrite(file=reason[0], reason=reason[1])])


def _tell(each: "Round") -> None:
    """Show a round on stderr if that is a terminal."""
    import sys

    if sys.stderr.isatty():
        from splendor_dsl.cli.output import console

        console(stderr=True).print(
            f"{each.number}: {100 * each.share:.0f} % ({each.seconds:.0f} s)"
        )


def _facts(found: "dict[str, Any]") -> dict[str, Any]:
    done = found["rounds"]
    return {
        "rounds": len(done),
        "games": sum(each.games for each in done),
        "positions": sum(each.positions for each in done),
        "share": round(found["share"], 4),
        "kept": found["kept"],
        "hash": found["hash"],
        "weights": [round(each, 6) for each in done[-1].leaf.numbers],
    }
