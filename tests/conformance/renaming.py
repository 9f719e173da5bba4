"""Rule files in which everything that an author named is called otherwise: the same game, if no name ever matters.

A rule file is made of the words of the language, numbers, texts, and names; so every word that is none of the language's
is renamed, in the file, in all that it stands on, in tables and in the mechanics that it uses. The new names are those
that a compiler might use itself: what generated code of the same game calls its things, words of Python and numba, names
put together from others as a compiler might, words with digits at their end, and words of other alphabets.
"""

import io
import random
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import evolve, frozen
from conformance.comparing import SEED, compiled
from conformance.odd_rules import odd_text

from splendor_dsl.bundled import bundled_games, find_game, variants_folder
from splendor_dsl.chance import PLAYOUT, Stream, stream_key
from splendor_dsl.compiler.backend_choice import Backend
from splendor_dsl.compiler.module import Kind, all_gaps, text_of
from splendor_dsl.extensions import Extensions, load_extensions
from splendor_dsl.game.game import Game, game
from splendor_dsl.game.state import State
from splendor_dsl.identifiers import skeleton
from splendor_dsl.ir.nodes import Program
from splendor_dsl.languages import spoken
from splendor_dsl.pipeline import load_file
from splendor_dsl.semantics.model import Model

GRAMMAR = Path(__file__).resolve().parents[2] / "grammar" / "game.lark"
# Names of the language besides the words of its grammar: declared by nobody, or read as part of a phrase.
KNOWN = """
    player players others partners mover nobody round passes turn limit stock holder tokens any supply box setup main rounds
    mechanics parameters limits minus each a name label count
"""
PYTHON = """
    lambda_ None_ none true TRUE true_ def class return global nonlocal import yield pass_ is try except finally raise
    del assert async await with from_ while continue break elif exec print type int str list dict tuple set_ self
    __init__ __class__ __name__ __builtins__ __debug__ _ __ object property len range min_ max_ sum_of compress
"""
NUMBA = """
    np numba njit carray types intrinsic ir cgutils U N ID GOLDEN MASK play judge results io keys inside teams winners kind
    state workspace room_at chance most_turns last_drawn drawn_here mix below product empty find payable at_address
    uint64 int64
    START START_WORDS START_PIECES STOPS RUNNING SHARED FIRST STRIDE OWNED OVER AREAS VARIABLES ROOM MOST_IDS STARTS
    position words pieces remembered Remembered fits join short picked numbers shuffle_ iter_unpack long_lanes
"""
OLD = """
    sum_0 sum_1 stock_ places sides first_side spread spread_full kind_ told_0 options_by phase_0 phase_0_from by_players
    full_0_0 tokens_0 sets_0 masks_0 back_0 some_0 fitting_0 shifts_0 owed owed_actions over again acted pc key mine
    my_places
"""
FOREIGN = """
    жетон колода ряд рука кошелёк 山札 手札 場 宝石 コスト κάρτα σωρός πόντοι ürün çöp größe żeton łapa ñandú één čísla
    café naïve ארנק קלף ورقة बैंक 카드 더미 ბარათი
"""
JOINED = (
    "{}_1", "{}_2", "{}1", "length_{}_1", "length_{}_2", "length_{}", "pile_{}", "counter_{}", "marker_{}", "end_{}",
    "field_{}", "guarded_{}", "{}_held", "{}_few", "{}_more", "{}_from", "{}_count", "{}_ways", "{}_at", "{}_seat",
    "starts_{}", "places_{}", "each_in_{}", "part_of_sum_0_{}", "part_of_sum_1_{}", "kind_{}", "{}_", "_{}", "{}_0",
)  # fmt: skip
LONGEST = 40
_WORD = re.compile(r"[^\W\d]\w*")
# Texts, comments, citations with what is cited, and words.
_PARTS = re.compile(
    r"""(?P<text>"[^"\\\n]*(?:\\["\\][^"\\\n]*)*")|(?P<comment>\#[^\n]*)"""
    r"""|(?P<cite>\bcite\s+(?:[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*|"[^"\n]*")(?:,\s*(?:[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*|"[^"\n]*"))*)"""
    r"""|(?P<path>(?<![\w.])[^\W\d]\w*(?:\.\w+)*)"""
)
_BY_CONTENT = re.compile(
    r"\b(?:rows|mechanics\.\w+)\.\w+\.(\w+)"
)  # rows that are called by what stands in them
_GAPS = re.compile(r"\{([^\W\d]\w*)\}")
_LEFT_OUT = re.compile(r"(?m)^(?:names|example)\b")


@cache
def language() -> frozenset[str]:
    """The words of the language."""
    text = re.sub(r"//[^\n]*", "", GRAMMAR.read_text())
    quoted = re.findall(r'"([a-z]+)"', text)
    patterns = re.findall(r"/((?:[^/\\\n]|\\.)+)/", text)
    words = (word for pattern in patterns for word in re.findall(r"(?<!\\)[a-z]{2,}", pattern))
    return frozenset(
        [*quoted, *words, *KNOWN.split(), *spoken(), *bundled_games(), *load_extensions().mechanics]
    )


def _without_names(text: str) -> str:
    """A file without examples and translations, which say nothing of what the rules mean."""
    while (found := _LEFT_OUT.search(text)) is not None:
        depth, end = 0, found.start()
        for part in re.finditer(r'"[^"\n]*"|#[^\n]*|[{}]', text[found.start() :]):
            depth += {"{": 1, "}": -1}.get(part[0], 0)
            end = found.start() + part.end()
            if part[0] == "}" and depth == 0:
                break
        text = text[: found.start()] + text[end:]
    return text


@frozen(slots=False)
class Rules:
    """Rule files that belong together: the one that is played, what it stands on, tables, and all mechanics."""

    name: str
    files: Mapping[str, str]  # by the name of the file
    mechanics: Mapping[str, str]  # by the name of the mechanic

    @property
    def texts(self) -> tuple[str, ...]:
        """All of it."""
        return (*self.files.values(), *self.mechanics.values())

    @cached_property
    def by_content(self) -> frozenset[str]:
        """The labels of rows that nobody gave them."""
        found = {label for text in self.texts for label in _BY_CONTENT.findall(text)}
        given = {label for text in self.texts for label in re.findall(r"(?m)^\s*(\w+):", text)}
        return frozenset(found - given)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """All names, as they come."""
        left = language() | self.by_content
        found = (word for text in self.texts for word in _names(text))
        return tuple(dict.fromkeys(word for word in found if word not in left))

    def load(self, folder: Path) -> Game:
        """The game, from files in a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in {
            **self.files,
            **{f"{n}.mechanic": t for n, t in self.mechanics.items()},
        }.items():
            (folder / name).write_text(text, "utf-8")
        plugins = load_extensions()
        mechanics = {
            name: held._replace(value=evolve(held.value, rules=folder / f"{name}.mechanic"))
            for name, held in plugins.mechanics.items()
        }
        loaded = load_file(
            folder / f"{self.name}.rules",
            extensions=evolve(plugins, mechanics=mechanics) if self.mechanics else Extensions(),
            checked=False,
        )
        assert loaded.model is not None, [each.message() for each in loaded.problems]
        return game(loaded.model)

    def renamed(self, names: Mapping[str, str]) -> "Rules":
        """The same with other names."""
        names = {**names, **{label: _label(label, names) for label in self.by_content}}
        return Rules(
            self.name,
            {name: _renamed(text, names) for name, text in self.files.items()},
            {name: _renamed(text, names) for name, text in self.mechanics.items()},
        )


def _names(text: str) -> Iterator[str]:
    for part in _PARTS.finditer(text):
        if part.lastgroup == "path":
            yield from (word for word in part[0].split(".") if _WORD.fullmatch(word))
        elif part.lastgroup == "text":
            yield from _GAPS.findall(part[0])


def _label(label: str, names: Mapping[str, str]) -> str:
    """Return the label that a row gets from its cells: `white_1_4green` is white, 1 and 4 green."""
    parts = (re.fullmatch(r"(\d*)(\w*)", part) for part in label.split("_"))
    return "_".join(part[1] + names.get(part[2], part[2]) for part in parts if part is not None)


def _renamed(text: str, names: Mapping[str, str]) -> str:
    def other(part: re.Match[str]) -> str:
        if part.lastgroup == "path":
            return ".".join(names.get(word, word) for word in part[0].split("."))
        if part.lastgroup == "text":
            return _GAPS.sub(lambda gap: f"{{{names.get(gap[1], gap[1])}}}", part[0])
        return part[0]

    return _PARTS.sub(other, text)


def bundled(name: str) -> Rules:
    """A bundled game with all that it may stand on."""
    path = find_game(name)
    assert path is not None
    paths = {
        each.name: each for each in (*bundled_games().values(), *variants_folder().glob("*.csv"))
    }
    files: dict[str, str] = {}
    waiting = [path.name]
    while waiting:
        file = waiting.pop()
        if file in files:
            continue
        text = paths[file].read_text("utf-8")
        files[file] = text if file.endswith(".csv") else _without_names(text)
        waiting += re.findall(r'\bfrom "([^"]+)"', files[file])
        waiting += [
            f"{base}.rules"
            for line in re.findall(r"\bextends ([^\n]*)", files[file])
            for base in _WORD.findall(line)
            if f"{base}.rules" in paths
        ]
    mechanics = {
        name: _without_names(held.value.rules.read_text("utf-8"))
        for name, held in load_extensions().mechanics.items()
    }
    return Rules(name, files, mechanics)


# ---- new names -----------------------------------------------------------------------------
def inside(program: Program) -> Iterator[str]:
    """Return the identifiers in the generated code of a game."""
    for kind in ("python", "native"):
        text = text_of(program, kind)
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        yield from (each.string for each in tokens if each.type == tokenize.NAME)


def sorts(model: Model) -> tuple[frozenset[str], ...]:
    """Names of things of one sort: where some might meet if they are put together with others."""
    fields = (name for kind in model.kinds.values() for name in kind.fields)
    named = (model.actions, model.triggers, model.ends, model.phases)
    held = (
        model.zones,
        model.counters,
        model.markers,
        model.values,
        model.limits,
        model.kinds,
        fields,
    )
    return tuple(
        map(
            frozenset,
            (model.token_names(), *held, *((each.name for each in some) for some in named)),
        )
    )


def drawn(rules: Rules, plain: Game, own: Iterable[str], chance: random.Random) -> dict[str, str]:
    """A new name for each name, no two alike: one that is ready, or one put together from that of a thing of its sort."""
    pool = list(
        dict.fromkeys((*own, *PYTHON.split(), *NUMBA.split(), *OLD.split(), *FOREIGN.split()))
    )
    chance.shuffle(pool)
    taken = {skeleton(word) for word in (*language(), *rules.by_content)}
    names: dict[str, str] = {}
    found = sorts(plain.model)
    for word in chance.sample(rules.words, len(rules.words)):
        others = sorted({other for sort in found if word in sort for other in sort & names.keys()})
        while True:
            name = pool.pop() if pool else "name_1"
            if names and (not pool or chance.random() < 0.5):
                base = names[chance.choice(others or list(names))]
                name = chance.choice(JOINED).format(base)
            if skeleton(name) not in taken and len(name) <= LONGEST and _WORD.fullmatch(name):
                break
        taken.add(skeleton(name))
        names[word] = name
    return names


# ---- comparing -----------------------------------------------------------------------------
def bare(text: str) -> str:
    """Return a module without its comments; no text in it holds a `#`."""
    return re.sub(r" *#[^\n]*", "", text)


@cache
def _code_of(plain: Game, kind: Kind) -> str:
    return bare(text_of(plain.program, kind))


@frozen
class Position:
    """Return the part of a position that must be the same, whatever things are called."""

    cells: Any
    flow: tuple[Any, ...]
    moves: int
    hash: int


def position(state: State) -> Position:
    flow = state.to_move, state.turn, state.round, state.over
    return Position(state.cells, flow, len(state.moves), state.hash)


def values(state: State) -> list[Any]:
    """All values of all players, in the order of the rules."""
    return [
        state.value(name, seat)
        for name in state.for_players.model.values
        for seat in range(state.players)
    ]


@frozen
class ControlFlowEmitter:
    """A game from its start to its end: each position, what was chosen there, and what came of it."""

    positions: tuple[Position, ...]
    chosen: tuple[int, ...]
    end: tuple[Any, ...]


def course(plain: Game, players: int, number: int, most: int) -> ControlFlowEmitter:
    """A random game, or so many decisions of it."""
    chance, state = (
        Stream(stream_key(SEED, number, PLAYOUT)),
        plain.start(players, seed=SEED, game=number),
    )
    positions, chosen = [position(state)], []
    while not state.over and len(chosen) < most:
        chosen.append(chance.below(len(state.moves)))
        state.push(state.moves[chosen[-1]])
        positions.append(position(state))
    return ControlFlowEmitter(tuple(positions), tuple(chosen), (values(state), state.ranking))


def follow(
    known: ControlFlowEmitter, others: Mapping[str, Game], players: int, number: int
) -> None:
    """Play the same game under other names, on several backends at once; fails where it is another."""
    states = {name: other.start(players, seed=SEED, game=number) for name, other in others.items()}
    for at, (expected, option) in enumerate(
        zip(known.positions, (*known.chosen, None), strict=True)
    ):
        for name, state in states.items():
            assert position(state) == expected, f"{name} is elsewhere after {at} moves"
        first, *rest = ([str(move) for move in state.moves] for state in states.values())
        assert all(moves == first for moves in rest), f"the moves after {at} are written otherwise"
        if option is not None:
            for state in states.values():
                state.push(state.moves[option])
    for name, state in states.items():
        assert (values(state), state.ranking) == known.end, f"{name} ends otherwise"


# ---- renamed programs ----------------------------------------------------------------------
MOST = 120  # decisions of a game
ODD = (*range(60), *range(1000, 1012))  # the odd rules that are played elsewhere too


@cache
def _of_bundled(name: str) -> tuple[Rules, Game, tuple[str, ...]]:
    with TemporaryDirectory() as folder:
        rules = bundled(name)
        plain = rules.load(Path(folder))
    return rules, plain, tuple(dict.fromkeys(inside(plain.program)))


@cache
def _of_odd(number: int) -> tuple[Rules, Game, tuple[str, ...]] | None:
    """Rules of the odd kind; none if they do not run on every backend, as they may also go on for ever then."""
    rules = Rules("odd", {"odd.rules": odd_text(number)}, {})
    with TemporaryDirectory() as folder:
        plain = rules.load(Path(folder))
    return (
        None
        if all_gaps(plain.program)
        else (rules, plain, tuple(dict.fromkeys(inside(plain.program))))
    )


def _any_rules(number: int, chance: random.Random) -> tuple[Rules, Game, tuple[str, ...]]:
    """The rules of a program, the game, and what its code calls things."""
    if number % 3:
        return _of_bundled(chance.choice(sorted(bundled_games())))
    while (found := _of_odd(chance.choice(ODD))) is None:
        pass
    return found


@frozen
class Renamed:
    """The program of a number: whose it is, the plain game, and the same under other names."""

    number: int
    name: str
    plain: Game
    other: Game

    def compare(self, backends: Sequence[Backend] = ("python",)) -> None:
        """Fails if the other names make any difference: in the code, or in a game on any backend."""
        kinds: tuple[Kind, ...] = ("python", "native")
        for kind in kinds:
            same = bare(text_of(self.other.program, kind)) == _code_of(self.plain, kind)
            assert same, f"the {kind} code is another"
        checked = self.number % 2 == 0
        games = {each: compiled(self.other, each, checked=checked) for each in backends}
        players = self.plain.players[self.number % len(self.plain.players)]
        known = course(self.plain, players, self.number, MOST)
        follow(known, {"the interpreter": self.other, **games}, players, self.number)


def program(number: int) -> Renamed:
    """The program of a number: one in three has rules of the odd kind, the others are bundled."""
    chance = random.Random(number)
    rules, plain, own = _any_rules(number, chance)
    names = drawn(rules, plain, own, chance)
    with TemporaryDirectory() as folder:
        other = rules.renamed(names).load(Path(folder))
    return Renamed(number, rules.name, plain, other)
