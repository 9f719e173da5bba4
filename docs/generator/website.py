"""What the documents need to become a site: `mkdocs.yml` names this file, and `make docs` builds the site."""

import re
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.files import File, Files

ROOT: Final = Path(__file__).resolve().parent.parent.parent
# Documents that stand beside the folder of the others.
_BESIDE: Final = {
    "index.md": "README.md",
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
}
_FENCE: Final = re.compile(r"^```(\w+) file=(\S+)$", re.MULTILINE)
_HOUSE_RULE: Final = re.compile(r"\]\((?:\.\./)+variants/house/(\w+)\.rules\)")
_CELL: Final = re.compile(r"<td>.*?</td>")


def on_files(files: Files, /, *, config: Any) -> Files:
    """Add the documents that stand beside the folder."""
    for page, name in _BESIDE.items():
        text = (ROOT / name).read_text("utf-8").replace("](docs/", "](")
        files.append(File.generated(config, page, content=_linked(text)))
    return files


def on_page_markdown(markdown: str, /, **_: Any) -> str:
    """Say the name of a file above its block, and lead to what the site has."""
    return _linked(_FENCE.sub(r"`\2`:\n\n```\1", markdown))


def _linked(text: str) -> str:
    """Links to the documents beside the folder, and to rule files, which stand in the cookbook."""
    text = _HOUSE_RULE.sub(r"](cookbook.md#\1)", text)
    for page, name in _BESIDE.items():
        text = re.sub(rf"\]\((?:\.\./)*{name}", f"]({page}", text)
    return text


def on_page_content(html: str, /, **_: Any) -> str:
    """A bar in a cell is a bar: the sign before it, which keeps the cell whole, is not for readers."""
    return _CELL.sub(lambda cell: cell[0].replace("\\|", "|"), html)
