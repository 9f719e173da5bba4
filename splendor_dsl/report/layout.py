"""Lowered rules for readers: the memory layout, the option numbers, and the blocks of code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from splendor_dsl.lowering.game import LoweredGame
from splendor_dsl.lowering.keys import Register, Sum, Word, title_of
from splendor_dsl.lowering.memory_layout import MemoryLayout


def layout_lines(lowered: LoweredGame) -> Iterator[str]:
    """Yield the layout of a game, one line for each entry."""
    layout = layout_of(lowered)
    for title in ("words", "words_of_a_player", "places", "places_of_a_player", "sums"):
        yield title.replace("_", " ")
        yield from (_line(each) for each in layout[title])
        yield ""
    yield "options"
    yield from (_line(each) for each in layout["options"])
    yield ""
    yield "code"
    for block in lowered.blocks:
        yield f"  {block.label}: {block.title}"
        yield from (f"      {line}" for line in block.lines)


def _line(facts: dict[str, Any]) -> str:
    at = "" if facts["at"] is None else str(facts["at"])
    more = [
        f"{key.replace('_', ' ')} {value}"
        for key, value in facts.items()
        if key not in {"at", "name"}
    ]
    return f"  {at:>6}  {facts['name']}" + (f"  ({', '.join(more)})" if more else "")


def layout_of(lowered: LoweredGame) -> dict[str, list[dict[str, Any]]]:
    """Return the layout of a game as plain data."""
    memory = lowered.memory
    places: dict[bool, list[dict[str, Any]]] = {False: [], True: []}
    for region in memory.regions.values():
        name = region.zone if region.part is None else f"{region.zone} {region.part}"
        facts: dict[str, Any] = {"at": region.at, "name": name, "entries": region.size}
        if region.reversed:
            facts["stored"] = "top last"
        places[region.owned].append(facts)
    return {
        "words": [_word(memory, word, at) for word, at in memory.shared.items()],
        "words_of_a_player": [
            {"at": at, "name": title_of(word)} for word, at in memory.owned.items()
        ],
        "places": places[False],
        "places_of_a_player": places[True],
        "sums": [
            {"at": None, "name": title_of(Sum(number)), "of": each.title}
            for number, each in enumerate(memory.running)
        ],
        "options": [
            {"at": asked.base, "name": asked.decision.where.path, "options": asked.end - asked.base}
            for asked in lowered.numbering.asked
        ],
    }


def _word(memory: MemoryLayout, word: Word, at: int) -> dict[str, Any]:
    """Return a word of the game, with the variable that holds it in the code, if that has a name of its own."""
    facts: dict[str, Any] = {"at": at, "name": title_of(word)}
    if word in memory.single and not isinstance(word, Register):
        facts["variable"] = memory.variable(word)
    return facts
