"""What can be wrong with a plugin. All are warnings: the rest still works."""

from typing import ClassVar

from attrs import frozen

from splendor_dsl.diagnostics import Problem, Severity


@frozen(kw_only=True)
class PluginProblem(Problem):
    """The base of what is wrong with a plugin; `origin` says where it came from."""

    severity: ClassVar[Severity] = "warning"

    plugin: str
    origin: str


@frozen(kw_only=True)
class PluginNotImported(PluginProblem):
    """The module of a plugin does not exist, or fails while it is imported.

    Games that use nothing of it play on. One that uses its mechanic is told that there is no such mechanic.

    Fails, where the package has no module `acme.tiles`:

        [project.entry-points.splendor_dsl]
        tiles = "acme.tiles"

    Passes, where it has one:

        [project.entry-points.splendor_dsl]
        tiles = "acme.market_tiles"
    """

    code = "SPL901"
    headline = "cannot import the plugin {plugin!r} of {origin}: {reason}"
    hint = "repair or remove it; everything else works without it"

    reason: str


@frozen(kw_only=True)
class PluginIsNoModule(PluginProblem):
    """An entry point names a value that can hold no hooks.

    Hooks are functions of a module. A text, a number or a function by itself has none.

    Fails, where `NAME` is a string:

        tiles = "acme.tiles:NAME"

    Passes, with the module itself:

        tiles = "acme.tiles"
    """

    code = "SPL902"
    headline = "the plugin {plugin!r} of {origin}: expected a module with hooks, found {found}"
    hint = "let the entry point name the module itself"

    found: str


@frozen(kw_only=True)
class PluginWithoutHooks(PluginProblem):
    """A plugin was imported, but nothing in it is marked as a hook.

    It was meant to add something, and a function is a hook only once it is marked as one.

    Fails:

        def splendor_bots():
            return [Bot(name="calm", make=Calm)]

    Passes:

        @hookimpl
        def splendor_bots():
            return [Bot(name="calm", make=Calm)]
    """

    code = "SPL903"
    headline = "the plugin {plugin!r} of {origin} adds nothing: expected a hook, found none"
    hint = "mark its functions with splendor_dsl.hookspecs.hookimpl"


@frozen(kw_only=True)
class HookUnknown(PluginProblem):
    """A function is marked as a hook, but there is no hook of its name.

    Nobody ever calls a hook of that name, so what it adds would be missing without a word.

    Fails:

        @hookimpl
        def splendor_bot():
            return [Bot(name="calm", make=Calm)]

    Passes:

        @hookimpl
        def splendor_bots():
            return [Bot(name="calm", make=Calm)]
    """

    code = "SPL904"
    headline = "unknown hook {hook!r} in the plugin {plugin!r} of {origin}"

    hook: str
    near: str | None = None

    def help(self) -> str | None:
        """The hook whose name is nearly the same."""
        return None if self.near is None else f"did you mean {self.near!r}?"


@frozen(kw_only=True)
class HookSignature(PluginProblem):
    """A hook asks for parameters that it does not get.

    Hooks are called with nothing. One that waits for more could never be called.

    Fails:

        @hookimpl
        def splendor_bots(game):
            return [Bot(name="calm", make=Calm)]

    Passes:

        @hookimpl
        def splendor_bots():
            return [Bot(name="calm", make=Calm)]
    """

    code = "SPL905"
    headline = "wrong signature of a hook in the plugin {plugin!r} of {origin}: {reason}"
    hint = "a hook takes no parameters; see splendor_dsl.hookspecs"

    reason: str


@frozen(kw_only=True)
class HookRaised(PluginProblem):
    """A hook raised an exception when it was asked for what it adds.

    What this hook adds is missing. The rest works without it.

    Fails:

        @hookimpl
        def splendor_bots():
            return [BOTS["calm"]]  # KeyError

    Passes:

        @hookimpl
        def splendor_bots():
            return [Bot(name="calm", make=Calm)]
    """

    code = "SPL906"
    headline = "the hook {hook!r} of the plugin {plugin!r} of {origin} failed: {reason}"

    hook: str
    reason: str


@frozen(kw_only=True)
class HookResult(PluginProblem):
    """A hook returned something else than a list of what it is to add.

    A hook may add several things, so it gives a list, also of a single one.

    Fails:

        @hookimpl
        def splendor_bots():
            return Bot(name="calm", make=Calm)

    Passes:

        @hookimpl
        def splendor_bots():
            return [Bot(name="calm", make=Calm)]
    """

    code = "SPL907"
    headline = (
        "the hook {hook!r} of the plugin {plugin!r} of {origin}: expected {expected}, found {found}"
    )

    hook: str
    expected: str
    found: str


@frozen(kw_only=True)
class PluginTwice(PluginProblem):
    """Two packages register a plugin by one name; the second is left out.

    Which of them a name leads to must not depend on what was installed first.

    Fails, in the files of two packages:

        tiles = "acme.tiles"
        tiles = "bcme.tiles"

    Passes:

        acme_tiles = "acme.tiles"
        bcme_tiles = "bcme.tiles"
    """

    code = "SPL908"
    headline = (
        "two plugins of the name {plugin!r}: that of {origin} is left out, that of {first} is used"
    )

    first: str


@frozen(kw_only=True)
class ContributionTwice(PluginProblem):
    """Two plugins add a mechanic, check, bot, renderer or command of one name.

    Rules and commands call them by that name alone, so it must lead to one thing.

    Fails, in two plugins:

        Mechanic(name="tiles", title="Tiles", rules=...)
        Mechanic(name="tiles", title="More tiles", rules=...)

    Passes:

        Mechanic(name="tiles", title="Tiles", rules=...)
        Mechanic(name="more_tiles", title="More tiles", rules=...)
    """

    code = "SPL909"
    headline = (
        "two {kind}s of the name {name!r}: that of the plugin {plugin!r} of {origin}"
        " is left out, that of the plugin {first!r} is used"
    )

    kind: str
    name: str
    first: str
