"""The page of the architecture leads to files that exist, and its drawing to all that is imported."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import splendor_dsl

CHECKOUT = Path(__file__).resolve().parents[2]
DOCS = CHECKOUT / "docs"
PACKAGE = Path(splendor_dsl.__file__).parent
PACKAGES = sorted(path.parent.name for path in PACKAGE.glob("*/__init__.py"))
BESIDE = {"plugins": "splendor_plugins", "grammar": "", "variants": "", "tests": "", "bench": ""}

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the documents are no part of a wheel")


def section(title: str) -> str:
    page = (DOCS / "architecture.md").read_text("utf-8")
    return page.partition(f"\n### {title}\n")[2].partition("\n##")[0]


@pytest.mark.parametrize("name", PACKAGES)
def test_each_package_says_which_of_its_modules_to_open_first(name: str) -> None:
    text = section(name)
    assert re.search(r"^Open `\w+\.py` first", text, re.MULTILINE)
    for module in re.findall(r"`(\w+\.py)`", text):
        assert list((PACKAGE / name).rglob(module)), module


@pytest.mark.parametrize("name", BESIDE)
def test_each_folder_beside_the_core_leads_to_files_that_exist(name: str) -> None:
    folder = CHECKOUT / name / BESIDE[name]
    files = re.findall(r"`(?:\w+/)*(\w+\.(?:py|rules|lark))`", section(name))
    assert files
    assert [file for file in files if not list(folder.rglob(file))] == []


def drawn() -> dict[str, set[str]]:
    """What each box of the drawing leads to."""
    drawing = ET.parse(DOCS / "architecture.svg").getroot()  # noqa: S314  # our own file
    svg = "{http://www.w3.org/2000/svg}"
    edges: dict[str, set[str]] = {str(box.text): set() for box in drawing.iter(f"{svg}text")}
    for path in drawing.iter(f"{svg}path"):
        for title in path.iter(f"{svg}title"):
            upper, _, lower = str(title.text).partition(" imports ")
            edges[upper].add(lower)
    return edges


def reached(graph: dict[str, set[str]], begin: str) -> set[str]:
    below = graph[begin]
    return below.union(*(reached(graph, each) for each in below))


def test_the_drawing_leads_to_all_that_is_imported_and_to_nothing_else() -> None:
    grimp = pytest.importorskip("grimp", reason="the extra [dev] is not installed")
    graph = grimp.build_graph("splendor_dsl", cache_dir=None)
    edges = drawn()
    assert {*PACKAGES, "pipeline", "loading"} <= set(edges)
    real = {
        name: {
            other
            for other in edges
            if other != name
            and graph.direct_import_exists(
                importer=f"splendor_dsl.{name}", imported=f"splendor_dsl.{other}", as_packages=True
            )
        }
        for name in edges
    }
    for name in edges:
        assert real[name] <= reached(edges, name), name
        assert edges[name] <= real[name], name
