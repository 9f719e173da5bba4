"""The folders of this user: one for caches, one for data. The environment can name others."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

CACHE: Final = "SPLENDOR_CACHE"
DATA: Final = "SPLENDOR_DATA"
_NAME: Final = "splendor-dsl"


def cache_folder() -> Path | None:
    """Return the folder for caches that the environment names, or this user's; none where there is no home."""

    def of_user() -> Path:
        from platformdirs import user_cache_path  # noqa: PLC0415  # not needed with the variable

        return user_cache_path(_NAME, appauthor=False)

    return _folder(CACHE, of_user)


def data_folder() -> Path | None:
    """Return the folder for data that the environment names, or this user's; none where there is no home."""

    def of_user() -> Path:
        from platformdirs import user_data_path  # noqa: PLC0415  # as above

        return user_data_path(_NAME, appauthor=False)

    return _folder(DATA, of_user)


def _folder(variable: str, of_user: Callable[[], Path]) -> Path | None:
    named = os.environ.get(variable)
    if named:
        return Path(named).absolute()
    with suppress(RuntimeError):
        return of_user()
    return None
