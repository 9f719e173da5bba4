"""A save names the plugins that brought its mechanics and bots, with the versions of their packages."""

from saves.games import opened, save_of

from splendor_dsl import __version__
from splendor_dsl.extensions import Extensions, Provided, load_extensions
from splendor_dsl.hookspecs import Bot
from splendor_dsl.saves.plugins import plugins_used
from splendor_dsl.saves.save import UsedPlugin


def test_a_plugin_is_named_once_with_its_package_and_version() -> None:
    extensions = load_extensions()
    bot = UsedPlugin(name="builtin_bots", package="splendor-dsl", version=__version__)
    found = plugins_used(extensions, ("nobles",), ("human", "search@400", "random"))
    assert found == (UsedPlugin(name="nobles", package="splendor-dsl", version=__version__), bot)
    assert plugins_used(extensions, (), ("human",)) == ()


def test_a_module_without_a_package_has_no_version() -> None:
    extensions = Extensions(bots={"calm": Provided(Bot(name="calm", make=object), "calm_module")})
    assert plugins_used(extensions, (), ("calm",)) == (UsedPlugin(name="calm_module"),)


def test_a_save_names_them() -> None:
    save = save_of(opened("marvel").game.start(2, seed=1), "marvel", ["human", "planner"])
    names = [each.name for each in save.beginning.plugins]
    assert names == ["locations", "time_stone", "avengers_tile", "builtin_bots"]
