"""Write the documents that are generated from the program: `python docs/generator`; `--check` names stale ones."""

import sys
from collections.abc import Iterator
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent
sys.path.append(str(DOCS.parent / "tests"))  # the refused programs and how they are read

from architecture import architecture_documents  # noqa: E402  # the folder is known by now
from cookbook import cookbook  # noqa: E402  # as above
from man_page import man_page  # noqa: E402  # as above
from problems import problem_documents  # noqa: E402  # as above
from reference import reference_documents  # noqa: E402  # as above

from splendor_dsl.cli.manual import manual  # noqa: E402  # as above

# Folders that hold nothing but what is made here.
OWN_FOLDERS = ("problems", "reference")


def documents() -> Iterator[tuple[str, str]]:
    """Yield the name and text of each document."""
    yield "cli.md", manual().rstrip("\n") + "\n"
    yield "splendor.1", man_page()
    yield "cookbook.md", cookbook()
    yield from architecture_documents()
    for name, text in problem_documents():
        yield f"problems/{name}", text
    for name, text in reference_documents():
        yield f"reference/{name}", text


def main(arguments: list[str]) -> int:
    """Bring the documents up to date, or with `--check` name the stale ones."""
    wanted = dict(documents())
    stale = sorted(_stale(wanted))
    if arguments == ["--check"]:
        sys.stdout.writelines(f"docs/{name} is not what the program says\n" for name in stale)
        return 1 if stale else 0
    for name in stale:
        path = DOCS / name
        if name in wanted:
            path.parent.mkdir(exist_ok=True)
            path.write_text(wanted[name], "utf-8")
        else:
            path.unlink()
    return 0


def _stale(wanted: dict[str, str]) -> Iterator[str]:
    for name, text in wanted.items():
        path = DOCS / name
        if not path.is_file() or path.read_text("utf-8") != text:
            yield name
    there = (path for folder in OWN_FOLDERS for path in (DOCS / folder).glob("*"))
    yield from (name for path in there if (name := f"{path.parent.name}/{path.name}") not in wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
