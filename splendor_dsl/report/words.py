"""What things are called in the language of whoever looks; the words that are typed stay as the rules have them."""

from collections.abc import Mapping

from attrs import field, frozen

Names = Mapping[str, tuple[str, ...]]


@frozen(kw_only=True)
class Words:
    """The names of one language, by the path of the clause that brings the thing."""

    names: Names = field(factory=dict, repr=False)

    def name(self, path: str, otherwise: str) -> str:
        """The name for one of it, or what stands in the rules."""
        found = self.names.get(path)
        return found[0] if found else otherwise

    def beside(self, path: str, typed: str) -> str:
        """A word that is typed, with its name behind it where that is another."""
        name = self.name(path, typed)
        return typed if name == typed else f"{typed} ({name})"
