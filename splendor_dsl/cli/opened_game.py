"""A playable game, opened by the names and options that a person typed."""

from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from splendor_dsl.cli.exit_status import Stop
from splendor_dsl.cli.output import note_once
from splendor_dsl.cli.problems import WrongCommand
from splendor_dsl.cli.rule_input import open_extensions, read_settings, valid_rules
from splendor_dsl.compiler.backend_choice import BACKENDS, Backend
from splendor_dsl.extensions import Extensions
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.languages import spoken
from splendor_dsl.pipeline import Loaded
from splendor_dsl.position.plain_data import short
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics.examples import Example
from splendor_dsl.semantics.layers import Resolved
from splendor_dsl.semantics.names import ENGLISH
from splendor_dsl.spelling import nearest

_WORD = 1 << 64


@frozen(kw_only=True)
class Opened:
    """A game with its name and settings as they were typed."""

    name: str
    game: Game
    settings: Mapping[str, int]
    extensions: Extensions
    resolved: Resolved = field(repr=False)
    examples: tuple[Example, ...] = field(repr=False)

    def words(self, language: str | None, players: Sequence[str] = ()) -> Words:
        """Return the words of a language, English by default."""
        chosen, names = language_of(language, self.resolved.names), self.resolved.names
        return Words(rules=self.game.notation, language=chosen, names=names, players=players)


def language_of(language: str | None, others: Iterable[str] = ()) -> str:
    """Return the requested language, one of the program or of the game's names; raise Stop for any other."""
    chosen = ENGLISH if language is None else language
    known = dict.fromkeys([ENGLISH, *others, *spoken()])
    if chosen not in known:
        reason = f"expected a language ({', '.join(known)}), found {language!r}"
        raise Stop([WrongCommand(reason=reason, near=nearest(chosen, known))])
    return chosen


def open_game(
    name: str,
    *,
    settings: Sequence[str] | None = None,
    plugins: Sequence[str] | None = None,
    backend: str = "python",
) -> Opened:
    """Return the game with a name or in a file."""
    return open_with(name, read_settings(settings), open_extensions(plugins), backend)


def open_with(
    name: str, settings: Mapping[str, int], extensions: Extensions, backend: str = "python"
) -> Opened:
    """Return the same for settings and extensions that have been read before."""
    wanted = next((each for each in BACKENDS if each == backend), None)
    if wanted is None:
        reason = f"expected a backend ({', '.join(BACKENDS)}), found {backend!r}"
        raise Stop([WrongCommand(reason=reason, near=nearest(backend, BACKENDS))])
    loaded = valid_rules(name, settings=settings, extensions=extensions)
    return opened_from(name, loaded, settings, extensions, wanted)


def opened_from(
    name: str,
    loaded: Loaded,
    settings: Mapping[str, int],
    extensions: Extensions,
    backend: Backend = "python",
) -> Opened:
    """Return the game of rules that were read without errors."""
    assert loaded.model is not None  # valid rules have one
    assert loaded.resolved is not None
    return Opened(
        name=name,
        game=game(loaded.model, backend=backend, tell=note_once),
        settings=settings,
        extensions=extensions,
        resolved=loaded.resolved,
        examples=loaded.examples,
    )


def start(
    game: Game,
    players: int | None,
    *,
    seed: int,
    names: Sequence[str] = (),
    number: int = 0,
    logging: bool = True,
) -> State:
    """Return the first position for a number of players, by default the fewest."""
    if not -_WORD < seed < _WORD:
        raise Stop(
            [WrongCommand(reason=f"expected at most 64 bits for --seed, found {short(seed)}")]
        )
    many = game.players[0] if players is None else players
    try:
        return game.start(many, seed=seed, names=names, game=number, logging=logging)
    except ValueError as error:
        raise Stop([WrongCommand(reason=str(error))]) from error
