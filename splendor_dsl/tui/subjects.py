"""The rules about a thing of the table, and all of the thing in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from splendor_dsl.notation.moves import Place
from splendor_dsl.prose.things import capital
from splendor_dsl.prose.words import Words
from splendor_dsl.semantics.model import ChoosePiece, ChooseToken, ChooseTokens, Code
from splendor_dsl.semantics.parts import all_in
from splendor_dsl.tabletop.reader import TableReader
from splendor_dsl.tabletop.sheet import PieceSpot, PlayerSpot, Target, TokenSpot
from splendor_dsl.tabletop.table import PieceSeen, TableSeen

Rules = Mapping[str, str]


def subject_lines(
    words: Words, reader: TableReader, rules: Rules, table: TableSeen, target: Target | None
) -> tuple[str, list[str]]:
    """Return a title and lines about a thing: all of it in words, and the sentences of the rules about it."""
    match target:
        case PieceSpot(place=place):
            piece = piece_at(table, place)
            return _about_piece(words, reader, rules, place.zone, piece)
        case TokenSpot(token=token, pile=pile):
            name = next(each.full for each in table.tokens if each.name == token)
            paths = [*_taking(words, token), f"zones.{pile}"]
            return name, [*_sentences(words, rules, paths)]
        case PlayerSpot(seat=seat):
            player = table.players[seat]
            held = [f"{h.name}: {', '.join(h.titles)}" for h in player.held if h.titles]
            return player.name, [
                *held,
                *_sentences(words, rules, [each.where.path for each in words.model.ends]),
            ]
    return words.name("game"), [*_sentences(words, rules, ["turn"])]


def _about_piece(
    words: Words, reader: TableReader, rules: Rules, zone: str, piece: PieceSeen | None
) -> tuple[str, list[str]]:
    lines = [*_sentences(words, rules, [*_choosing(words, zone), f"zones.{zone}"])]
    kind = words.model.zones[zone].kind
    if piece is None or piece.label is None:
        return words.heading(words.model.zones[zone].where.path), lines
    return capital(reader.pieces.brief(kind, piece.label)), lines


def piece_at(table: TableSeen, place: Place) -> PieceSeen | None:
    """Return the piece at a place, or the first of those that lie where a top is meant."""
    for piece in _pieces(table):
        here = piece.place
        same = (here.zone, here.part, here.owner) == (place.zone, place.part, place.owner)
        if same and place.place in {None, here.place} and not piece.is_empty:
            return piece
    return None


def _pieces(table: TableSeen) -> Iterator[PieceSeen]:
    zones = (*table.zones, *(zone for player in table.players for zone in player.zones))
    return (piece for zone in zones for row in zone.rows for piece in row.pieces)


def _codes(words: Words) -> Iterator[tuple[str, Code]]:
    yield from ((each.where.path, each.code) for each in words.model.actions)
    yield from ((each.where.path, each.code) for each in words.model.triggers)


def _choosing(words: Words, zone: str) -> Iterator[str]:
    """Yield the actions and triggers in which a piece of a zone is chosen."""
    for path, code in _codes(words):
        steps = (step for step in all_in(code) if isinstance(step, ChoosePiece))
        if any(source.zone.zone == zone for step in steps for source in step.sources):
            yield path


def _taking(words: Words, token: str) -> list[str]:
    """Return the actions and triggers in which a token can be chosen."""
    number = words.model.token_names().index(token)
    return [
        path
        for path, code in _codes(words)
        for step in all_in(code)
        if isinstance(step, ChooseToken | ChooseTokens)
        and number in getattr(step.tokens, "tokens", (number,))
    ]


def _sentences(words: Words, rules: Rules, paths: Sequence[str]) -> Iterator[str]:
    """Yield the sentences of clauses and of those inside them, under the names of the clauses."""
    for path in dict.fromkeys(paths):
        found = [text for each, text in rules.items() if f"{each}.".startswith(f"{path}.")]
        if found:
            yield f"{capital(words.name(path))}:"
            yield from (f"  {capital(text)}" for text in found)
