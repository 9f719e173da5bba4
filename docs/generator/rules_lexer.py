"""A lexer for rule files, so that Sphinx shows them in colours."""

import re
from typing import ClassVar, Final

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from splendor_dsl.bundled import grammar_folder
from splendor_dsl.syntax.wording import WITHIN

_WORD: Final = re.compile(r'"([a-z]{2,})"')


def keywords() -> tuple[str, ...]:
    """Return the words of the language, from its grammar."""
    grammar = (grammar_folder() / "game.lark").read_text("utf-8")
    return tuple(sorted({*_WORD.findall(grammar), *WITHIN}))


class RulesLexer(RegexLexer):  # type: ignore[misc]  # pygments has no types
    """Rule files, and parts of them."""

    name = "Splendor rules"
    aliases: ClassVar = ["rules"]
    tokens: ClassVar = {
        "root": [
            (r"\s+", Whitespace),
            (r"#[^\n]*", Comment.Single),
            (r'"(?:[^"\\\n]|\\.)*"', String.Double),
            (r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+", Name.Constant),  # the id of a clause that is cited
            (r"[^\W\d]\w*(?:\.\w+)+", Name.Attribute),  # a path
            (r"[^\W\d]\w*(?=:(?:\s|$))", Name.Label),
            (words(keywords(), prefix=r"\b", suffix=r"\b"), Keyword),
            (r"[^\W\d]\w*", Name),
            (r"\d+", Number.Integer),
            (r"[-+*<>=!]+", Operator),
            (r"[^\w\s]", Punctuation),
        ]
    }
