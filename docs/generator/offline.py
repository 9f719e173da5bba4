"""A check for pages that load anything from another host: `python docs/generator/offline.py FOLDER`."""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

_AWAY: Final = r"(?:https?:)?//"
_IN_ATTRIBUTE: Final = re.compile(rf"(?:^|[\s,;=]){_AWAY}", re.IGNORECASE)
_IN_STYLE: Final = re.compile(rf"(?:@import\s*|url\(\s*)[\"']?{_AWAY}[^\s\"')]*", re.IGNORECASE)
# A namespace is a name, and nothing that is loaded.
_IN_SCRIPT: Final = re.compile(rf"[\"'`]{_AWAY}(?!www\.w3\.org/)\w[^\s\"'`]*", re.IGNORECASE)


class _Page(HTMLParser):
    """A collector of all that a page loads; links for readers do not count."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check every attribute; the namespace of a drawing is only a name."""
        self.inside = tag
        for name, value in attrs:
            loads = (
                tag != "a" and not name.startswith("xmlns") and _IN_ATTRIBUTE.search(value or "")
            )
            if loads:
                self.found.append(f"<{tag} {name}={value!r}>")
            elif name == "style":
                self.found += _IN_STYLE.findall(value or "")

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002  # the parser passes it
        """Leave a script or style."""
        self.inside = ""

    def handle_data(self, data: str) -> None:
        """Check scripts and styles."""
        kinds = {"script": _IN_SCRIPT, "style": _IN_STYLE}
        if self.inside in kinds:
            self.found += kinds[self.inside].findall(data)


def loaded_from_elsewhere(file: Path) -> list[str]:
    """Return all that a file of a site loads from another host."""
    text = file.read_text("utf-8")
    if file.suffix == ".css":
        return _IN_STYLE.findall(text)
    if file.suffix == ".js":
        return _IN_SCRIPT.findall(text)
    page = _Page()
    page.feed(text)
    return page.found


def main(folder: Path) -> int:
    """Print what is found; return 1 if there is anything."""
    found = list(_found(folder))
    sys.stdout.writelines(f"{line}\n" for line in found)
    return 1 if found else 0


def _found(folder: Path) -> Iterator[str]:
    for file in sorted(folder.rglob("*")):
        if file.suffix in {".html", ".svg", ".css", ".js"}:
            yield from (
                f"{file.relative_to(folder)}: {each}" for each in loaded_from_elsewhere(file)
            )


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
