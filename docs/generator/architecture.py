"""The page about the architecture and its drawing, made from the import graph and the docstrings of the packages."""

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from drawing import svg
from fences import with_fences
from imports import Graph, import_graph, is_package, layers, parts, reduced

_TITLE: Final = (
    "The packages of splendor_dsl: each arrow leads from a package to one that it imports"
)
_LOWEST_DRAWN: Final = "syntax"  # what lies below serves everything
_WIDTH: Final = 120
_HEAD: Final = """\
# Architecture

A rule file becomes a game in stages, each a package of `splendor_dsl`. Every stage takes the frozen data of the one
before it and knows nothing of those after it; the [glossary](glossary.md) fixes the words.

1. `syntax` parses the text: a tree with spans, or problems.
2. `semantics` merges a variant with its bases and mechanics, resolves names, types values: one `Model`.
3. `checks` looks for problems in the model. `pipeline` is these three stages in one file.
4. `ir` turns the model into a `Program`: flat routines, numbered decisions, the layout of a state.
5. `interpreter` runs the program: the reference. `lowering` rewrites it once as code in basic blocks, and `compiler`
   writes these as Python or as native code. Conformance tests hold that all backends play the same.
6. `notation` reads and writes moves, `position` saves positions and makes views, `explain` gives reasons.
7. `game` puts it together for those who play: `Game`, `State`, views, playouts. Above it stand records, examples, bots
   and the tests of rules, and last the programs that show something to somebody.

Imports point only down. The core knows no gem, no noble and no number of a printed game: those stand in `variants/` and
`plugins/`. A mistake in a file or a command is a `Problem`, which is returned. A wrong call from Python, a wrong saved
position and a text that is no move raise what [From Python](api.md) says (`PositionError`, `NotationError`). Any other
exception that leaves the package is a bug of ours. Nothing below `report` prints.

## The drawing

![The packages of splendor_dsl, with an arrow from each package to those that it imports](architecture.svg)

An arrow leads to what a package imports, and is left out where a longer way leads there too. Solid boxes are packages,
dashed ones single modules.
"""
_LAYERS: Final = """\
## The layers

pyproject.toml states the layers, and `make lint` holds them: a layer may import those below it, and no other part of
its own.

| Layer | Packages and modules |
| --- | --- |
"""
_MODULES: Final = """\
## The modules beside the packages

| Module | Layer | Contents |
| --- | --- | --- |
"""
_BESIDE: Final = """\
## Beside the core

### plugins

`plugins/splendor_plugins/` holds the mechanics that come with the program: each a rule fragment and a module of a few
lines that registers it. They import `splendor_dsl.hookspecs` and nothing behind it, as a package of your own would.
Open `nobles.rules` and `nobles.py` first; [plugins](plugins.md) shows all hooks.

### grammar

`grammar/game.lark` is the grammar of the language, the only one. Lark makes its parse table; `syntax` walks the table
with a scanner and a parser of its own. A test holds that the grammar has no conflicts.

### variants

Rule files: the editions, their tables of pieces, recorded games (`classic.games/` and the like), and the house rules in
`house/`. All that is known of a printed game stands here. Open `house/sprint.rules` first, then `classic.rules`.

### tests

Folders mirror the packages. Beside them:

- `kernel/` tests the statements of [the kernel](kernel.md), `conformance/` compares the backends, by the numbers in
  `counts/` too.
- `refused/` and `accepted/` are rule files that are wrong and that just are not.
- `rules/` tests the editions, `house/` the house rules, `compositions/` each pair of house rules and mechanics, `games/`
  the mechanics in all combinations and a game that is no edition. `data/` holds the facts of the printed games, by which
  the rule files are judged.
- `fuzz/` tries random, damaged and very large files. `growth/` adds a step, a check and a bot to a copy of the checkout.
  `core_mutants/` changes the engine's own code, one thing at a time.
- `docs/` tests the documents, `outside/` is a package as a stranger would write it.

Open `kernel/test_steps.py` first.

### bench

`compiled.py` measures how fast games run on each backend, `run.py` how fast the program starts and reads; both in times
of a yardstick, so that figures of different machines compare. Open `measuring.py` first.
"""


def architecture_documents() -> Iterator[tuple[str, str]]:
    """Yield the name and text of the drawing and of the page that shows it."""
    graph, stated = import_graph(), layers()
    layer = {part: number for number, named in enumerate(stated, start=1) for part in named}
    drawn = {part for part in graph if layer[part] >= layer[_LOWEST_DRAWN]}
    above = reduced({part: graph[part] & drawn for part in sorted(drawn)})
    modules = [part for part, path in parts().items() if not is_package(path)]
    yield "architecture.svg", svg(above, modules, _TITLE)
    yield "architecture.md", "".join(_page(graph, stated, layer, drawn))


def _page(
    graph: Graph, stated: list[list[str]], layer: Mapping[str, int], drawn: set[str]
) -> Iterator[str]:
    yield _HEAD
    yield _filled(
        f"Below `{_LOWEST_DRAWN}`, modules serve everything: {_names(set(graph) - drawn)}."
    )
    yield f"\n{_LAYERS}"
    for number, named in reversed(list(enumerate(stated, start=1))):
        yield f"| {number} | {_names(named)} |\n"
    yield "\n## The packages\n\nFrom the lowest to the highest.\n\n"
    described = {part: _docstring(part) for part in sorted(graph, key=lambda part: layer[part])}
    for part, text in described.items():
        if is_package(parts()[part]):
            yield f"### {part}\n\n{with_fences(text)}\n\n"
            below = f"May import layers 1 to {layer[part] - 1}; imports {_names(graph[part])}."
            yield f"{_filled(f'Layer {layer[part]}. {below}')}\n"
    yield _MODULES
    for part, text in described.items():
        if not is_package(parts()[part]):
            yield f"| `{part}` | {layer[part]} | {text.splitlines()[0]} |\n"
    yield f"\n{_BESIDE}"


def _docstring(part: str) -> str:
    """Return the docstring of a part, with links to the documents that it names."""
    text = ast.get_docstring(ast.parse(parts()[part].read_text("utf-8")))
    assert text is not None, part
    return re.sub(r"docs/(\w+\.md)", r"[\g<0>](\1)", text)


def _names(named: Iterable[str]) -> str:
    return ", ".join(f"`{part}`" for part in sorted(named))


def _filled(text: str) -> str:
    return textwrap.fill(text, _WIDTH, break_on_hyphens=False) + "\n"
