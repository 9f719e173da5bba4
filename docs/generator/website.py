"""The documents in the form for Sphinx: `docs/conf.py` connects these functions, and `make docs` builds the site.

The documents themselves are plain Markdown for GitHub; everything else that a site needs is added as they are read.
"""

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx

# The sections of the site, with the documents of each in their order.
NAVIGATION: Final = {
    "Write rules": (
        "tutorial", "language", "cookbook", "house", "compositions", "testing", "records",
    ),
    "Play and measure": (
        "table", "saves", "cli", "bots", "exec", "ladder", "json", "api", "speed", "coverage", "mutants",
    ),
    "Reference": (
        "reference/README", "reference/constructs", "reference/paths", "reference/mechanics", "reference/checks",
        "problems/README", "kernel", "rulebook",
    ),
    "Build on it": ("architecture", "glossary", "plugins", "SECURITY", "/CONTRIBUTING", "/CHANGELOG"),
}  # fmt: skip
_FENCE: Final = re.compile(r"^```(\w+) file=(\S+)$", re.MULTILINE)
_HOUSE_RULE: Final = re.compile(r"\]\((?:\.\./)+variants/house/(\w+)\.rules\)")
_ANCHOR: Final = re.compile(r'^<a id="(\w+)"></a>$', re.MULTILINE)
# The pages of problems and the base of their examples are reached from the list of problems.
_LISTED: Final = re.compile(r"docs/problems/(?!README)")


def for_sphinx(_app: "Sphinx", document: str, source: list[str]) -> None:
    """Show the name of a file above its block, and link rule files to their place in the cookbook."""
    text = _FENCE.sub(r"```{code-block} \1\n:caption: \2\n", source[0])
    text = _HOUSE_RULE.sub(r"](#\1)", text)
    text = _ANCHOR.sub(r"(\1)=", text)
    source[0] = f"---\norphan: true\n---\n\n{text}" if _LISTED.match(document) else text


def add_navigation(app: "Sphinx", document: str, source: list[str]) -> None:
    """Add the sections of the site to the first page, hidden there."""
    if document == app.config.root_doc:
        source[0] += "".join(_tree(title, pages) for title, pages in NAVIGATION.items())


def _tree(title: str, pages: tuple[str, ...]) -> str:
    lines = "\n".join(page if page.startswith("/") else f"docs/{page}" for page in pages)
    return f"\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{lines}\n```\n"


def write_index(app: "Sphinx", failure: Exception | None) -> None:
    """Copy the first page to where a browser looks for it in a folder."""
    if failure is None:
        folder = Path(app.outdir)
        shutil.copyfile(folder / f"{app.config.root_doc}.html", folder / "index.html")
