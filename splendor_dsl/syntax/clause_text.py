"""The text of a clause, without its notes and its block."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from splendor_dsl.syntax import ast
from splendor_dsl.syntax.ast import Clause
from splendor_dsl.syntax.ast_examples import GivenItem
from splendor_dsl.syntax.ast_steps import Source
from splendor_dsl.syntax.expression_text import chain_text, domain_text, expression_text, quoted
from splendor_dsl.syntax.expressions import Chain, Expr, Ident
from splendor_dsl.syntax.row_text import row_text


def clause_text(clause: Clause) -> str:
    """Return the text of a clause, in one line."""
    return _WRITERS[type(clause.construct)](clause, clause.construct)


def _title(clause: Clause) -> str:
    return "" if clause.title is None else f" {quoted(clause.title)}"


def _label(clause: Clause) -> str:
    """Return the author's label of a step, if there is one, as it follows the first word."""
    return f" {clause.name}:" if clause.labelled else ""


def _after(word: str, ident: Ident | None) -> str:
    return "" if ident is None else f" {word} {ident.text}"


def _default(value: Expr | None) -> str:
    return "" if value is None else f" = {expression_text(value)}"


# ---- headers ---------------------------------------------------------------------------------
def _variant(clause: Clause, construct: ast.Variant) -> str:
    first, *others = construct.extends
    joints = (" then " if ordered else ", " for ordered in construct.ordered[1:])
    bases = "".join(joint + base.text for joint, base in zip(joints, others, strict=True))
    return f"variant {clause.name}{_title(clause)} extends {first.text}{bases}"


def _option_decl(clause: Clause, construct: ast.OptionDecl) -> str:
    of = _after("of", construct.of)
    return f"{clause.name} {construct.type}{of}{_default(construct.value)}{_title(clause)}"


# ---- sections --------------------------------------------------------------------------------
def _rows(clause: Clause, construct: ast.Rows) -> str:
    fixed = ""
    if construct.fixed_field is not None and construct.fixed_value is not None:
        fixed = f" with {construct.fixed_field.text} {expression_text(construct.fixed_value)}"
    return f"rows {clause.name}{fixed}{_from_file(construct.file)}"


def _from_file(file: str | None) -> str:
    return "" if file is None else f" from {quoted(file)}"


def _parameter(clause: Clause, construct: ast.Parameter) -> str:
    return f"{clause.name} {_ranged(construct)}{_title(clause)}"


def _ranged(construct: ast.Parameter | ast.Counter) -> str:
    value, low, high = map(expression_text, (construct.value, construct.low, construct.high))
    return f"{value} from {low} to {high}"


def _group(clause: Clause, _construct: ast.Group) -> str:
    return f"{clause.name} {', '.join(map(clause_text, clause.body))}"


def _stock(clause: Clause, construct: ast.Stock) -> str:
    return f"{'each ' if construct.each else ''}{clause.name} {expression_text(construct.value)}"


def _field_range(clause: Clause, construct: ast.FieldRange) -> str:
    low, high = expression_text(construct.low), expression_text(construct.high)
    return f"{clause.name} {low} to {high}{_default(construct.default)}{_title(clause)}"


def _field_of(clause: Clause, construct: ast.FieldOf) -> str:
    return f"{clause.name} {construct.group.text}{_default(construct.default)}{_title(clause)}"


def _zone(clause: Clause, construct: ast.Zone) -> str:
    by = _after("by", construct.by)
    owner = " of a player" if construct.of_a_player else ""
    return f"{clause.name} {construct.kind.text}{by}{owner}{_title(clause)}"


def _face(_clause: Clause, construct: ast.Face) -> str:
    return "known to owner" if construct.which == "owner" else f"face {construct.which}"


def _counter(clause: Clause, construct: ast.Counter) -> str:
    owner = " of a player" if construct.of_a_player else ""
    return f"{clause.name}{owner} {_ranged(construct)}{_title(clause)}"


def _limit(clause: Clause, construct: ast.Limit) -> str:
    most = f"at most {expression_text(construct.value)}"
    when = " at end of turn" if construct.at_end_of_turn else ""
    return f"{clause.name}: {construct.what.text} in {chain_text(construct.place)} {most}{when}"


def _action(clause: Clause, construct: ast.Action) -> str:
    written = "" if construct.notation is None else f" as {quoted(construct.notation)}"
    when = "" if construct.offered is None else f" {construct.offered}"
    return f"{clause.name}{_title(clause)}{written}{when}"


def _trigger(clause: Clause, construct: ast.Trigger) -> str:
    if construct.kind is None or construct.zone is None or construct.variable is None:
        return f"{clause.name}: at {construct.edge} of {construct.period}"
    event = f"when {construct.kind.text} enters {construct.zone.text} as {construct.variable.text}"
    return f"{clause.name}: {event}"


def _phase(clause: Clause, construct: ast.Phase) -> str:
    rounds = "round" if expression_text(construct.value) == "1" else "rounds"
    order = " in snake order" if construct.snake else ""
    return f"{clause.name}{_title(clause)} {expression_text(construct.value)} {rounds}{order}"


def _end_when(clause: Clause, construct: ast.EndWhen) -> str:
    more = (
        ""
        if construct.more_rounds is None
        else f" and {expression_text(construct.more_rounds)} more"
    )
    memory = "" if construct.memory is None else f" {construct.memory}"
    condition = expression_text(construct.value)
    return f"{clause.name}: when {condition} then {construct.then}{more}{memory}"


def _rank(clause: Clause, construct: ast.Rank) -> str:
    return f"{clause.name}: {construct.which} {expression_text(construct.value)}"


# ---- steps -----------------------------------------------------------------------------------
def _choose(clause: Clause, construct: ast.Choose) -> str:
    return f"{'may ' if construct.may else ''}choose {clause.name}: {_choice(construct)}"


def _choice(construct: ast.Choose) -> str:
    what = construct.what.text if construct.what is not None else ""
    if construct.how == "different" and construct.value is not None:
        place = chain_text(construct.sources[0].place)
        return f"{expression_text(construct.value)} different {what} in {place}"
    if construct.how == "number" and construct.low is not None and construct.high is not None:
        return f"number from {expression_text(construct.low)} to {expression_text(construct.high)}"
    return " or ".join(map(_source, construct.sources)) or what


def _source(source: Source) -> str:
    place = chain_text(source.place)
    return f"top of {place}" if source.what is None else f"{source.what.text} in {place}"


def _gain(clause: Clause, construct: ast.Gain) -> str:
    word, way = ("return", "to") if construct.back else ("gain", "from")
    most = " up to" if construct.up_to else ""
    pile = "" if construct.other is None else f" {way} {chain_text(construct.other)}"
    return f"{word}{_label(clause)}{most} {expression_text(construct.value)}{pile}"


def _move(clause: Clause, construct: ast.Move) -> str:
    under = "under " if construct.under else ""
    return f"move{_label(clause)} {_moved(construct)} to {under}{chain_text(construct.to)}"


def _moved(construct: ast.Move) -> str:
    what = chain_text(construct.what)
    if construct.how == "top":
        many = "" if construct.value is None else f" ({expression_text(construct.value)})"
        return f"top{many} of {what}"
    return f"all in {what}" if construct.how == "all" else what


def _fill(clause: Clause, construct: ast.Fill) -> str:
    source = "" if construct.source is None else f" from {chain_text(construct.source)}"
    return f"fill{_label(clause)} {chain_text(construct.place)}{source}"


def _give(clause: Clause, construct: ast.Give) -> str:
    return f"give{_label(clause)} {construct.marker.text} to {chain_text(construct.to)}"


def _count(clause: Clause, construct: ast.Count) -> str:
    return f"count{_label(clause)} {chain_text(construct.counter)} = {expression_text(construct.value)}"


# ---- examples --------------------------------------------------------------------------------
def _given(_clause: Clause, construct: ast.Given) -> str:
    items = ", ".join(map(_given_item, construct.items)) or "nothing"
    return f"given {_place(construct.place, construct.at)}: {items}"


def _place(place: Chain | None, at: str | None) -> str:
    words = "" if place is None else chain_text(place)
    return words if at is None else f"{words} {at}"


def _given_item(item: GivenItem) -> str:
    if item.title is not None:
        return quoted(item.title)
    many = f"{item.count} " if item.count is not None else ""
    where = "" if item.where is None else f" where ({expression_text(item.where)})"
    what = item.what.text if item.what is not None else ""
    return f"{'all ' if item.everything else many}{what}{where}".rstrip()


def _then(_clause: Clause, construct: ast.Then) -> str:
    return f"then {_outcome(construct)}"


def _outcome(construct: ast.Then) -> str:
    if construct.value is not None:
        return expression_text(construct.value)
    players = _names(construct.players) or "nobody"
    move = "" if construct.move is None else quoted(construct.move)
    place = _place(construct.place, construct.at)
    words = {
        "can": f"{players} can play {move}",
        "cannot": f"{players} cannot play {move}{_after('by', construct.by)}",
        "sees": f"{players} can see {place}",
        "sees not": f"{players} cannot see {place}",
        "wins": f"{players} {construct.verb.text if construct.verb else 'wins'}",
        "goes on": "the game goes on",
        "to move": f"{players} is to move",
    }
    return words[construct.how]


def _names(names: tuple[Ident, ...]) -> str:
    return ", ".join(name.text for name in names)


def _translation(_clause: Clause, construct: ast.Translation) -> str:
    forms = (" ".join([form.word, *map(quoted, form.texts)]) for form in construct.forms)
    return " ".join([construct.path.text, *map(quoted, construct.texts), *forms])


# ---- constructs of one form ------------------------------------------------------------------
Writer = Callable[[Clause, Any], str]


def _word(word: str) -> Writer:
    """Return a writer of a step that has no parts."""
    return lambda clause, _construct: f"{word}{_label(clause)}"


def _named(word: str = "") -> Writer:
    """Return a writer of a name and a title, after a word."""
    return lambda clause, _construct: f"{word}{clause.name}{_title(clause)}"


def _valued(word: str) -> Writer:
    """Return a writer of a word and a value."""
    return lambda _clause, construct: f"{word} {expression_text(construct.value)}"


def _labelled_value(word: str) -> Writer:
    """Return a writer of a step with a word and a value."""
    return lambda clause, construct: f"{word}{_label(clause)} {expression_text(construct.value)}"


def _placed(word: str) -> Writer:
    """Return a writer of a step with a word and a place."""

    def write(clause: Clause, construct: Any) -> str:
        place: Chain = construct.place
        return f"{word}{_label(clause)} {chain_text(place)}"

    return write


def _of_label(clause: Clause, construct: ast.Term | ast.Invariant) -> str:
    return f"{clause.name}: {expression_text(construct.value)}"


_WRITERS: Final[Mapping[type, Writer]] = {
    ast.Game: _named("game "),
    ast.Variant: _variant,
    ast.Mechanic: _named("mechanic "),
    ast.Players: lambda _, construct: f"players {expression_text(construct.low)} to {expression_text(construct.high)}",
    ast.FirstPlayer: lambda _, construct: f"first player {quoted(construct.who)}",
    ast.Teams: _valued("teams of"),
    ast.OptionDecl: _option_decl,
    ast.Section: lambda clause, _: clause.name,
    ast.Rows: _rows,
    ast.Parameter: _parameter,
    ast.Group: _group,
    ast.Token: _named(),
    ast.Stock: _stock,
    ast.Kind: _named(),
    ast.FieldRange: _field_range,
    ast.FieldOf: _field_of,
    ast.Row: lambda clause, _: row_text(clause),
    ast.Zone: _zone,
    ast.Face: _face,
    ast.Places: _valued("places"),
    ast.Refill: lambda _, construct: f"refill from {construct.source.text} {construct.when}",
    ast.Slide: lambda _, __: "slide",
    ast.Counter: _counter,
    ast.Marker: _named(),
    ast.Value: lambda clause, construct: f"{construct.which} {clause.name}{_title(clause)}",
    ast.Term: _of_label,
    ast.Limit: _limit,
    ast.Keep: lambda _, construct: f"keep {construct.token.text}",
    ast.Action: _action,
    ast.Phase: _phase,
    ast.Trigger: _trigger,
    ast.EndWhen: _end_when,
    ast.Ranking: lambda _, construct: f"ranking{_after('among', construct.among)}",
    ast.Rank: _rank,
    ast.Shared: lambda _, __: "shared",
    ast.Use: _named("use "),
    ast.Option: lambda clause, construct: f"{clause.name} {expression_text(construct.value)}{_title(clause)}",
    ast.OptionRows: lambda clause, construct: f"{clause.name}{_from_file(construct.file)}",
    ast.Invariant: _of_label,
    ast.Require: _labelled_value("require"),
    ast.Choose: _choose,
    ast.Also: lambda _, construct: f"also {_source(construct.source)}",
    ast.Declined: _word("may be declined"),
    ast.Pay: _labelled_value("pay"),
    ast.Wild: lambda _, construct: f"wild {construct.token.text} for {construct.group.text}",
    ast.Worth: _valued("worth"),
    ast.AtMost: _valued("at most"),
    ast.Gain: _gain,
    ast.Move: _move,
    ast.Shuffle: _placed("shuffle"),
    ast.Fill: _fill,
    ast.Reveal: _placed("reveal"),
    ast.Give: _give,
    ast.Count: _count,
    ast.If: _labelled_value("if"),
    ast.Else: _word("else"),
    ast.ForEach: lambda clause, construct: f"for each{_label(clause)} {domain_text(construct.domain)}",
    ast.Again: _word("again"),
    ast.Do: lambda clause, construct: f"do{_label(clause)} {construct.action.text}",
    ast.OneAction: _word("one action"),
    ast.KeepLimits: _word("keep limits"),
    ast.EndOfTurn: _word("end of turn"),
    ast.Example: _named("example "),
    ast.ExamplePlayers: lambda _, construct: f"players {_names(construct.names)}",
    ast.Given: _given,
    ast.GivenToMove: lambda _, construct: f"given {construct.player.text} to move",
    ast.GivenRound: lambda _, construct: f"given round {construct.number}{_after('of', construct.phase)}",
    ast.GivenCount: lambda _, construct: f"given {construct.what} {construct.number}",
    ast.GivenSince: lambda _, construct: f"given {construct.end.text} since round {construct.number}",
    ast.GivenRecord: lambda _, construct: f"given record {quoted(construct.file)} before move {construct.move}",
    ast.When: lambda _, construct: f"when {construct.player.text} plays {quoted(construct.move)}",
    ast.Then: _then,
    ast.Names: lambda clause, _: f"names {clause.name}",
    ast.Translation: _translation,
}  # fmt: skip
