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
    return _WRITERS[type(clause.says)](clause, clause.says)


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
def _variant(clause: Clause, says: ast.Variant) -> str:
    first, *others = says.extends
    joints = (" then " if ordered else ", " for ordered in says.ordered[1:])
    bases = "".join(joint + base.text for joint, base in zip(joints, others, strict=True))
    return f"variant {clause.name}{_title(clause)} extends {first.text}{bases}"


def _option_decl(clause: Clause, says: ast.OptionDecl) -> str:
    of = _after("of", says.of)
    return f"{clause.name} {says.type}{of}{_default(says.value)}{_title(clause)}"


# ---- sections --------------------------------------------------------------------------------
def _rows(clause: Clause, says: ast.Rows) -> str:
    fixed = ""
    if says.fixed_field is not None and says.fixed_value is not None:
        fixed = f" with {says.fixed_field.text} {expression_text(says.fixed_value)}"
    return f"rows {clause.name}{fixed}{_from_file(says.file)}"


def _from_file(file: str | None) -> str:
    return "" if file is None else f" from {quoted(file)}"


def _parameter(clause: Clause, says: ast.Parameter) -> str:
    return f"{clause.name} {_ranged(says)}{_title(clause)}"


def _ranged(says: ast.Parameter | ast.Counter) -> str:
    value, low, high = map(expression_text, (says.value, says.low, says.high))
    return f"{value} from {low} to {high}"


def _group(clause: Clause, _says: ast.Group) -> str:
    return f"{clause.name} {', '.join(map(clause_text, clause.body))}"


def _stock(clause: Clause, says: ast.Stock) -> str:
    return f"{'each ' if says.each else ''}{clause.name} {expression_text(says.value)}"


def _field_range(clause: Clause, says: ast.FieldRange) -> str:
    low, high = expression_text(says.low), expression_text(says.high)
    return f"{clause.name} {low} to {high}{_default(says.default)}{_title(clause)}"


def _field_of(clause: Clause, says: ast.FieldOf) -> str:
    return f"{clause.name} {says.group.text}{_default(says.default)}{_title(clause)}"


def _zone(clause: Clause, says: ast.Zone) -> str:
    by = _after("by", says.by)
    owner = " of a player" if says.of_a_player else ""
    return f"{clause.name} {says.kind.text}{by}{owner}{_title(clause)}"


def _face(_clause: Clause, says: ast.Face) -> str:
    return "known to owner" if says.which == "owner" else f"face {says.which}"


def _counter(clause: Clause, says: ast.Counter) -> str:
    owner = " of a player" if says.of_a_player else ""
    return f"{clause.name}{owner} {_ranged(says)}{_title(clause)}"


def _limit(clause: Clause, says: ast.Limit) -> str:
    most = f"at most {expression_text(says.value)}"
    when = " at end of turn" if says.at_end_of_turn else ""
    return f"{clause.name}: {says.what.text} in {chain_text(says.place)} {most}{when}"


def _action(clause: Clause, says: ast.Action) -> str:
    written = "" if says.notation is None else f" as {quoted(says.notation)}"
    when = "" if says.offered is None else f" {says.offered}"
    return f"{clause.name}{_title(clause)}{written}{when}"


def _trigger(clause: Clause, says: ast.Trigger) -> str:
    if says.kind is None or says.zone is None or says.variable is None:
        return f"{clause.name}: at {says.edge} of {says.period}"
    event = f"when {says.kind.text} enters {says.zone.text} as {says.variable.text}"
    return f"{clause.name}: {event}"


def _phase(clause: Clause, says: ast.Phase) -> str:
    rounds = "round" if expression_text(says.value) == "1" else "rounds"
    order = " in snake order" if says.snake else ""
    return f"{clause.name}{_title(clause)} {expression_text(says.value)} {rounds}{order}"


def _end_when(clause: Clause, says: ast.EndWhen) -> str:
    more = "" if says.more_rounds is None else f" and {expression_text(says.more_rounds)} more"
    memory = "" if says.memory is None else f" {says.memory}"
    condition = expression_text(says.value)
    return f"{clause.name}: when {condition} then {says.then}{more}{memory}"


def _rank(clause: Clause, says: ast.Rank) -> str:
    return f"{clause.name}: {says.which} {expression_text(says.value)}"


# ---- steps -----------------------------------------------------------------------------------
def _choose(clause: Clause, says: ast.Choose) -> str:
    return f"{'may ' if says.may else ''}choose {clause.name}: {_choice(says)}"


def _choice(says: ast.Choose) -> str:
    what = says.what.text if says.what is not None else ""
    if says.how == "different" and says.value is not None:
        place = chain_text(says.sources[0].place)
        return f"{expression_text(says.value)} different {what} in {place}"
    if says.how == "number" and says.low is not None and says.high is not None:
        return f"number from {expression_text(says.low)} to {expression_text(says.high)}"
    return " or ".join(map(_source, says.sources)) or what


def _source(source: Source) -> str:
    place = chain_text(source.place)
    return f"top of {place}" if source.what is None else f"{source.what.text} in {place}"


def _gain(clause: Clause, says: ast.Gain) -> str:
    word, way = ("return", "to") if says.back else ("gain", "from")
    most = " up to" if says.up_to else ""
    pile = "" if says.other is None else f" {way} {chain_text(says.other)}"
    return f"{word}{_label(clause)}{most} {expression_text(says.value)}{pile}"


def _move(clause: Clause, says: ast.Move) -> str:
    under = "under " if says.under else ""
    return f"move{_label(clause)} {_moved(says)} to {under}{chain_text(says.to)}"


def _moved(says: ast.Move) -> str:
    what = chain_text(says.what)
    if says.how == "top":
        many = "" if says.value is None else f" ({expression_text(says.value)})"
        return f"top{many} of {what}"
    return f"all in {what}" if says.how == "all" else what


def _fill(clause: Clause, says: ast.Fill) -> str:
    source = "" if says.source is None else f" from {chain_text(says.source)}"
    return f"fill{_label(clause)} {chain_text(says.place)}{source}"


def _give(clause: Clause, says: ast.Give) -> str:
    return f"give{_label(clause)} {says.marker.text} to {chain_text(says.to)}"


def _count(clause: Clause, says: ast.Count) -> str:
    return f"count{_label(clause)} {chain_text(says.counter)} = {expression_text(says.value)}"


# ---- examples --------------------------------------------------------------------------------
def _given(_clause: Clause, says: ast.Given) -> str:
    items = ", ".join(map(_given_item, says.items)) or "nothing"
    return f"given {_place(says.place, says.at)}: {items}"


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


def _then(_clause: Clause, says: ast.Then) -> str:
    return f"then {_outcome(says)}"


def _outcome(says: ast.Then) -> str:
    if says.value is not None:
        return expression_text(says.value)
    players = _names(says.players) or "nobody"
    move = "" if says.move is None else quoted(says.move)
    place = _place(says.place, says.at)
    words = {
        "can": f"{players} can play {move}",
        "cannot": f"{players} cannot play {move}{_after('by', says.by)}",
        "sees": f"{players} can see {place}",
        "sees not": f"{players} cannot see {place}",
        "wins": f"{players} {says.verb.text if says.verb else 'wins'}",
        "goes on": "the game goes on",
        "to move": f"{players} is to move",
    }
    return words[says.how]


def _names(names: tuple[Ident, ...]) -> str:
    return ", ".join(name.text for name in names)


def _translation(_clause: Clause, says: ast.Translation) -> str:
    forms = (" ".join([form.word, *map(quoted, form.texts)]) for form in says.forms)
    return " ".join([says.path.text, *map(quoted, says.texts), *forms])


# ---- constructs of one form ------------------------------------------------------------------
Writer = Callable[[Clause, Any], str]


def _word(word: str) -> Writer:
    """Return a writer of a step that has no parts."""
    return lambda clause, _says: f"{word}{_label(clause)}"


def _named(word: str = "") -> Writer:
    """Return a writer of a name and a title, after a word."""
    return lambda clause, _says: f"{word}{clause.name}{_title(clause)}"


def _valued(word: str) -> Writer:
    """Return a writer of a word and a value."""
    return lambda _clause, says: f"{word} {expression_text(says.value)}"


def _labelled_value(word: str) -> Writer:
    """Return a writer of a step with a word and a value."""
    return lambda clause, says: f"{word}{_label(clause)} {expression_text(says.value)}"


def _placed(word: str) -> Writer:
    """Return a writer of a step with a word and a place."""

    def write(clause: Clause, says: Any) -> str:
        place: Chain = says.place
        return f"{word}{_label(clause)} {chain_text(place)}"

    return write


def _of_label(clause: Clause, says: ast.Term | ast.Invariant) -> str:
    return f"{clause.name}: {expression_text(says.value)}"


_WRITERS: Final[Mapping[type, Writer]] = {
    ast.Game: _named("game "),
    ast.Variant: _variant,
    ast.Mechanic: _named("mechanic "),
    ast.Players: lambda _, says: f"players {expression_text(says.low)} to {expression_text(says.high)}",
    ast.FirstPlayer: lambda _, says: f"first player {quoted(says.who)}",
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
    ast.Refill: lambda _, says: f"refill from {says.source.text} {says.when}",
    ast.Slide: lambda _, __: "slide",
    ast.Counter: _counter,
    ast.Marker: _named(),
    ast.Value: lambda clause, says: f"{says.which} {clause.name}{_title(clause)}",
    ast.Term: _of_label,
    ast.Limit: _limit,
    ast.Keep: lambda _, says: f"keep {says.token.text}",
    ast.Action: _action,
    ast.Phase: _phase,
    ast.Trigger: _trigger,
    ast.EndWhen: _end_when,
    ast.Ranking: lambda _, says: f"ranking{_after('among', says.among)}",
    ast.Rank: _rank,
    ast.Shared: lambda _, __: "shared",
    ast.Use: _named("use "),
    ast.Option: lambda clause, says: f"{clause.name} {expression_text(says.value)}{_title(clause)}",
    ast.OptionRows: lambda clause, says: f"{clause.name}{_from_file(says.file)}",
    ast.Invariant: _of_label,
    ast.Require: _labelled_value("require"),
    ast.Choose: _choose,
    ast.Also: lambda _, says: f"also {_source(says.source)}",
    ast.Declined: _word("may be declined"),
    ast.Pay: _labelled_value("pay"),
    ast.Wild: lambda _, says: f"wild {says.token.text} for {says.group.text}",
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
    ast.ForEach: lambda clause, says: f"for each{_label(clause)} {domain_text(says.domain)}",
    ast.Again: _word("again"),
    ast.Do: lambda clause, says: f"do{_label(clause)} {says.action.text}",
    ast.OneAction: _word("one action"),
    ast.KeepLimits: _word("keep limits"),
    ast.EndOfTurn: _word("end of turn"),
    ast.Example: _named("example "),
    ast.ExamplePlayers: lambda _, says: f"players {_names(says.names)}",
    ast.Given: _given,
    ast.GivenToMove: lambda _, says: f"given {says.player.text} to move",
    ast.GivenRound: lambda _, says: f"given round {says.number}{_after('of', says.phase)}",
    ast.GivenCount: lambda _, says: f"given {says.what} {says.number}",
    ast.GivenSince: lambda _, says: f"given {says.end.text} since round {says.number}",
    ast.GivenRecord: lambda _, says: f"given record {quoted(says.file)} before move {says.move}",
    ast.When: lambda _, says: f"when {says.player.text} plays {quoted(says.move)}",
    ast.Then: _then,
    ast.Names: lambda clause, _: f"names {clause.name}",
    ast.Translation: _translation,
}  # fmt: skip
