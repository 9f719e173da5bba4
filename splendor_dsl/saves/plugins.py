"""The plugins that a game needs, with the versions of their packages."""

from __future__ import annotations

from collections.abc import Iterable

from splendor_dsl.bots.external.command import is_program
from splendor_dsl.extensions import GROUP, Extensions, bot_of
from splendor_dsl.plugin_problems import FAILURES
from splendor_dsl.saves.save import UsedPlugin


def plugins_used(
    extensions: Extensions, mechanics: Iterable[str], bots: Iterable[str]
) -> tuple[UsedPlugin, ...]:
    """Return the plugins of some mechanics and bots; of what is no bot, such as a person, none."""
    provided = [extensions.mechanics.get(name) for name in mechanics]
    names = [each.plugin for each in provided if each is not None]
    kinds = [bot_of(kind) for kind in bots if not is_program(kind)]
    names += [extensions.bots[kind].plugin for kind in kinds if kind in extensions.bots]
    packages = _packages()
    return tuple(
        UsedPlugin(
            name=name,
            package=packages.get(name, ("", ""))[0],
            version=packages.get(name, ("", ""))[1],
        )
        for name in dict.fromkeys(names)
    )


def _packages() -> dict[str, tuple[str, str]]:
    """Return the package and its version for each installed plugin."""
    from importlib.metadata import entry_points  # noqa: PLC0415  # slow, needed when a game begins

    try:
        found = entry_points(group=GROUP)
        return {each.name: (each.dist.name, each.dist.version) for each in found if each.dist}
    except FAILURES:  # of any one installed package, as in extensions
        return {}
