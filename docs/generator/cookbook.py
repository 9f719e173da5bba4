"""The cookbook: every house rule, with a sentence about its change and the rules themselves."""

import re
from pathlib import Path
from typing import Final

from fences import fenced

from splendor_dsl.bundled import variants_folder

_HEAD: Final = """\
# Cookbook

House rules to take from, each a whole file that is checked, shown by examples and played to the end in the tests.
`splendor play NAME` plays one of them; a copy of its text is a start for rules of your own.
[House rules](house.md) lists them with what each shows of the language.
"""
_FILE: Final = re.compile(
    r'\Asplendor rules \d+\n\n((?:# .*\n)+)\nvariant (\w+) "([^"]+)" extends (\w+)\n'
)
_NAMES: Final = re.compile(r"^names .*?^\}\n", re.MULTILINE | re.DOTALL)


def cookbook() -> str:
    """Return the whole page, in the order of the titles."""
    files = sorted((variants_folder() / "house").glob("*.rules"))
    recipes = sorted(_recipe(file) for file in files)
    return "\n".join([_HEAD, *(text for _, text in recipes)])


def _recipe(file: Path) -> tuple[str, str]:
    text = file.read_text("utf-8")
    header = _FILE.match(text)
    assert header is not None, file.name
    about = " ".join(line.removeprefix("#").strip() for line in header[1].splitlines())
    rules = re.sub(r"\n{3,}", "\n\n", _NAMES.sub("", text.replace(f"{header[1]}\n", "", 1)))
    _, name, title, base = header.groups()
    head = f'<a id="{name}"></a>\n\n## {title}\n\n'
    return (
        title,
        f"{head}{about} It changes `{base}`; its name is `{name}`.\n\n{fenced('rules', rules)}",
    )
