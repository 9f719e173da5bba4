"""The documents build into a site without a warning, every document has a place in it, and it needs no network."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
DOCS = CHECKOUT / "docs"
BESIDE = ("README", "CONTRIBUTING", "CHANGELOG")

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the documents are no part of a wheel")
needs_sphinx = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("sphinx", "myst_parser", "furo")),
    reason="the extra [docs] is not installed",
)


def ran(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it: a link or an anchor that leads nowhere is a warning, and ends it."""
    folder = tmp_path_factory.mktemp("site")
    done = ran(
        *("-m", "sphinx", "-W", "--keep-going", "-n", "-q", "-c", "docs"),
        *("-d", folder / "doctrees", ".", folder / "site"),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return folder / "site"


def text_of(site: Path, page: str) -> str:
    return (site / page).read_text("utf-8")


def test_make_docs_builds_it_so() -> None:
    done = subprocess.run(
        ["make", "-n", "docs"],  # noqa: S607  # whichever there is
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "-m sphinx -W --keep-going -n -q -c docs -d build/doctrees . build/site\n" in done.stdout
    assert "docs/generator/offline.py build/site\n" in done.stdout


@needs_sphinx
def test_every_document_is_a_page(site: Path) -> None:
    documents = [f"docs/{path.relative_to(DOCS).with_suffix('')}" for path in DOCS.rglob("*.md")]
    assert [name for name in (*BESIDE, *documents) if not (site / f"{name}.html").is_file()] == []
    pages = {str(path.relative_to(site).with_suffix("")) for path in site.rglob("*.html")}
    assert pages == {*BESIDE, *documents, "index", "search", "genindex"}


@needs_sphinx
def test_the_site_begins_with_what_this_is_and_leads_everywhere(site: Path) -> None:
    text = text_of(site, "index.html")
    assert "unofficial" in text
    sidebar = text.partition('<div class="sidebar-tree">')[2].partition("</aside>")[0]
    led = set(re.findall(r'href="([^"#]+)"', sidebar))
    documents = {f"docs/{path.stem}.html" for path in DOCS.glob("*.md")}
    folders = {f"docs/{path.parent.name}/README.html" for path in DOCS.glob("*/README.md")}
    assert documents | folders | {"CONTRIBUTING.html", "CHANGELOG.html"} <= led


@needs_sphinx
def test_nothing_of_the_site_is_asked_of_another_host(site: Path) -> None:
    done = ran("docs/generator/offline.py", site)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.html", '<script src="https://cdn.example/x.js"></script>'),
        ("page.html", '<link rel="stylesheet" href="//fonts.example/css">'),
        ("page.html", '<img srcset="a.png 1x, https://img.example/b.png 2x">'),
        ("page.html", "<p style=\"background: url('https://img.example/a.png')\">"),
        ("page.html", "<style>@import 'https://fonts.example/css';</style>"),
        ("page.html", "<script>fetch('https://count.example/')</script>"),
        ("drawing.svg", '<svg><image href="https://img.example/a.png"/></svg>'),
        ("style.css", "@font-face { src: url(https://fonts.example/a.woff2) }"),
        ("style.css", '@import "//fonts.example/css";'),
        ("script.js", "new Image().src = `https://count.example/${page}`"),
    ],
)
def test_what_another_host_would_be_asked_for_is_named(
    tmp_path: Path, name: str, text: str
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    done = ran("docs/generator/offline.py", tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{name}: ")
    assert ".example" in done.stdout


def test_what_a_reader_may_follow_and_what_names_a_format_is_not_asked_for(tmp_path: Path) -> None:
    page = '<a href="https://example.org">there</a><svg xmlns="http://www.w3.org/2000/svg"></svg>'
    (tmp_path / "page.html").write_text(page, "utf-8")
    (tmp_path / "script.js").write_text("make('http://www.w3.org/2000/svg') // https://a.org")
    (tmp_path / "style.css").write_text("a { background: url('a.svg') } /* https://a.org */")
    done = ran("docs/generator/offline.py", tmp_path)
    assert (done.returncode, done.stdout) == (0, "")


@needs_sphinx
def test_the_search_has_its_index_beside_it(site: Path) -> None:
    index = text_of(site, "searchindex.js")
    words = json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))
    assert "docs/kernel" in words["docnames"]
    assert "wild" in words["terms"]
    assert 'src="searchindex.js"' in text_of(site, "search.html")


@needs_sphinx
def test_a_table_shows_its_bars(site: Path) -> None:
    text = re.sub(r"</?span[^>]*>", "", text_of(site, "docs/reference/paths.html"))
    assert ">each gems 4 | 5 | 7 cite C-TOK, C-2P, C-3P</code>" in text


@needs_sphinx
def test_a_block_of_a_file_has_its_name_and_the_colours_of_the_language(site: Path) -> None:
    text = text_of(site, "docs/tutorial.html")
    assert '<div class="code-block-caption"><span class="caption-text">night.rules</span>' in text
    assert '<span class="k">variant</span> <span class="n">night</span>' in re.sub(
        r'<span class="w">(\s*)</span>', r"\1", text
    )


@needs_sphinx
def test_a_rule_file_of_the_house_leads_to_its_recipe(site: Path) -> None:
    (anchor,) = re.findall(
        r'href="(cookbook.html#[\w-]+)"[^>]*>.*?>sprint<', text_of(site, "docs/house.html")
    )
    assert f'id="{anchor.partition("#")[2]}"' in text_of(site, "docs/cookbook.html")
    assert not (site / "_downloads").exists()
