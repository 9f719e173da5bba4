"""The settings of Sphinx: `make docs` makes a site of the documents, which are read from the root of the project."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.append(str(Path(__file__).resolve().parent / "generator"))

from rules_lexer import RulesLexer  # the folder is known by now
from website import add_navigation, for_sphinx, write_index  # as above

from splendor_dsl import __version__  # as above

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "splendor-dsl"
release = __version__
root_doc = "README"
include_patterns = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**.md"]
exclude_patterns = [".*", "build", "docs/generator"]  # not to be looked through
extensions = ["myst_parser"]
highlight_language = "text"
smartquotes = False  # a quotation mark may be one of the rules

# The documents are written for GitHub: headings can be linked to, and no sign of MyST's own is taken for one.
myst_heading_anchors = 4
myst_disable_syntax = ["myst_role", "myst_line_comment", "myst_block_break"]

html_theme = "furo"
html_title = "splendor-dsl"
html_short_title = "splendor-dsl"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_search_summary = False  # it asks for pages, which pages read from the disk may not
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#2f5d8a", "color-brand-content": "#2f5d8a"},
    "dark_css_variables": {"color-brand-primary": "#8fb8e8", "color-brand-content": "#8fb8e8"},
}


def setup(app: "Sphinx") -> None:
    """Bring in the language of rules, and the documents as Sphinx takes them."""
    app.add_lexer("rules", RulesLexer)
    app.connect("source-read", for_sphinx)
    app.connect("source-read", add_navigation)
    app.connect("build-finished", write_index)
