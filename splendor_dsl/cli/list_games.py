"""`splendor list`: the bundled games."""

from splendor_dsl.cli.exit_status import FINE
from splendor_dsl.cli.options import Json, Language
from splendor_dsl.cli.output import say, say_json


def list_games(language: Language = None, as_json: Json = False) -> int:
    """List the editions, house rules, mechanics and bots."""
    from splendor_dsl.bundled import bundled_games, editions
    from splendor_dsl.cli.opened_game import language_of
    from splendor_dsl.cli.rule_input import open_extensions
    from splendor_dsl.prose.words import translated
    from splendor_dsl.report.games import GameLine, game_line

    found, games, words = open_extensions(None), bundled_games(), language_of(language)
    lines: list[GameLine] = [game_line(name, path, found, words) for name, path in games.items()]
    if as_json:
        say_json("list", ok=True, games=[line.to_dict() for line in lines])
        return FINE
    wide = max((len(line.name) for line in lines), default=0)
    printed = editions()
    headings = (translated("Editions", words), True), (translated("House rules", words), False)
    for heading, is_printed in headings:
        say(f"{heading}:")
        for line in lines:
            if (line.name in printed) == is_printed:
                say(f"  {line.name.ljust(wide)}  {line.title} ({line.players(words)})")
        say()
    say(f"{translated('Mechanics', words)}: {', '.join(sorted(found.mechanics))}")
    say(f"{translated('Bots', words)}: {', '.join(sorted(found.bots))}")
    return FINE
