"""The leaves that were learned on this machine, by rules, parameters and number of players."""

from __future__ import annotations

import json
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from typing import Final

from splendor_dsl.bots.evaluation import Evaluation
from splendor_dsl.bots.leaf import Leaf
from splendor_dsl.cache import UntrustedFolderError, own_folder, read_own, write_own
from splendor_dsl.folders import cache_folder

_FOLDER: Final = "trained"
_SOURCES: Final = ("plan", "goals", "evaluation", "leaf", "native_evaluation")  # what a leaf weighs
_MOST: Final = 1e6  # a weight beyond is no weight


def trained_leaf(worth: Evaluation) -> Leaf | None:
    """Return the leaf that was learned for a game and number of players; none if there is none that can be used."""
    file = _file(worth)
    content = None if file is None else read_own(file)
    try:
        numbers = json.loads(content or b"null")["numbers"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    fine = isinstance(numbers, list) and len(numbers) == 2 * worth.count + 1
    if not fine or not all(
        isinstance(n, float) and isfinite(n) and abs(n) < _MOST for n in numbers
    ):
        return None
    return Leaf.of_numbers(numbers)


def keep_leaf(worth: Evaluation, leaf: Leaf) -> Path | None:
    """Keep a leaf, in place of one that was learned before; return its file, none where nothing can be kept."""
    file = _file(worth)
    if file is not None:
        facts = {"rules": worth.game.hash, "players": worth.players, "numbers": leaf.numbers}
        write_own(file, json.dumps(facts, indent=1).encode())
    return file


def reason_not_kept(worth: Evaluation) -> tuple[str, str] | None:
    """Return the file and the reason why nothing can be kept; none if it can."""
    file = _file(worth)
    if file is None:
        return "-", "there is no folder for caches"
    try:
        own_folder(file.parent)
    except UntrustedFolderError:
        return str(file), f"others can change what lies in {file.parent}"
    except OSError as error:
        return str(file), error.strerror or str(error)
    return None


def forget_leaf(worth: Evaluation) -> None:
    """Remove the leaf of a game and number of players."""
    file = _file(worth)
    if file is not None:
        file.unlink(missing_ok=True)


def leaf_hash(leaf: Leaf) -> str:
    """Return a short hash of a leaf, which tells games played with it from others."""
    return blake2b(json.dumps(leaf.numbers).encode(), digest_size=4).hexdigest()


def leaf_hash_of(worth: Evaluation) -> str | None:
    """Return the hash of the leaf that was learned for a game and number of players; none if there is none."""
    leaf = trained_leaf(worth)
    return None if leaf is None else leaf_hash(leaf)


def _file(worth: Evaluation) -> Path | None:
    """Return the file of a leaf; another version of the evaluation has another one."""
    folder = cache_folder()
    sources = (Path(__file__).with_name(f"{name}.py").read_bytes() for name in _SOURCES)
    version = blake2b(b"".join(sources), digest_size=4).hexdigest()
    name = f"{worth.game.hash}_{worth.players}_{version}.json"
    return None if folder is None else folder / _FOLDER / name
