"""The documents build into a site without a warning, and every document has a place in it."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
DOCS = CHECKOUT / "docs"

pytestmark = [
    pytest.mark.skipif(not DOCS.is_dir(), reason="the documents are no part of a wheel"),
    pytest.mark.skipif(
        importlib.util.find_spec("mkdocs") is None, reason="the extra [docs] is not installed"
    ),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it: a link that leads nowhere is a warning, and a warning ends it."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "WARNING" not in said
    return folder


def test_every_document_is_a_page(site: Path) -> None:
    pages = {path.relative_to(site).with_suffix("") for path in site.rglob("*.html")}
    for document in DOCS.rglob("*.md"):
        name = document.relative_to(DOCS).with_suffix("")
        page = name.with_name("index") if name.name == "README" else name
        assert page in pages, document


def test_the_site_begins_with_what_this_is(site: Path) -> None:
    text = (site / "index.html").read_text("utf-8")
    assert "unofficial" in text
    assert 'href="tutorial.html"' in text


def test_nothing_of_the_site_is_fetched_from_another_host(site: Path) -> None:
    for page in site.rglob("*.html"):
        loaded = re.findall(
            r'<(?:script|link|img)[^>]+(?:src|href)="(https?:[^"]+)"', page.read_text("utf-8")
        )
        assert [link for link in loaded if "canonical" not in link] == [], page


def test_a_table_shows_its_bars(site: Path) -> None:
    text = (site / "reference" / "paths.html").read_text("utf-8")
    assert "<code>each gems 4 | 5 | 7 cite C-TOK, C-2P, C-3P</code>" in text
    text = (site / "tutorial.html").read_text("utf-8")
    assert "<code>night.rules</code>:" in text
