"""Rule files in which one construct stands many times, or constructs stand within each other."""

from itertools import product

from splendor_dsl.syntax import ast, expressions
from splendor_dsl.syntax.ast import Edit

HEAD = 'splendor rules 2\n\nvariant grown "Grown" extends classic\n\n'
ON = "triggers {{ grown: at end of turn {{ {} }} }}\n"
ASKED = "set actions.reserve.room = {}\n"
SHOWN = "example grown {{ players Ann, Bob\n {}\n }}\n"
FAME = 'counters { fame of a player 0 from 0 to 9 "fame" }\n'
SCORE = 'counters { score of a player 0 from 0 to 99 "score" }\n'
ENTERING = "triggers {{ [t@: when cards enters bought as card {{ {} }}\n] }}\n"
PAID = "pay cost of card less bonus { wild gold for gems }; move card to bought"
READ_LIMIT = "set limits.hand = 1" + 9 * " + sum over c of gems (c in purse)" + "\n"
LANTERN = 'markers { lantern "lantern" }\n'

# The part between the brackets is repeated, with a number for each `@`.
MANY: dict[type, str] = {
    ast.Mechanic: "",  # a header, as the next two
    ast.Game: "",
    ast.Variant: "",
    ast.Players: "",  # this and what follows can stand only once where it belongs
    ast.FirstPlayer: "",
    ast.Teams: "",
    ast.Face: "",
    ast.Places: "",
    ast.Refill: "",
    ast.Slide: "",
    ast.Declined: "",
    ast.Worth: "",
    ast.AtMost: "",
    ast.Shared: "",
    ast.ExamplePlayers: "",
    ast.GivenToMove: "",
    ast.GivenRound: "",
    ast.GivenCount: "",
    ast.GivenSince: "",
    ast.GivenRecord: "",
    ast.OneAction: "",
    ast.OptionDecl: "",
    ast.Option: "",
    ast.Use: "",
    ast.Section: "[values { total v@ { it: 1 } }\n]",
    ast.Rows: "kinds { tiles { worth 0 to 9 } }\nzones { pile tiles }\n[rows tiles { t@: 1 }\n]",
    ast.Parameter: "parameters { [p@ 3 from 1 to 9\n] }\nvalues { total v { it: 1 [+ p@] } }\n"
    "before actions.reserve.card { require it: v > 0 }\n",
    ast.Group: "tokens { [g@ t@\n] }\nsupply { [t@ 3\n] }\n",
    ast.Token: "tokens { more x[, t@] }\nsupply { each more 3 }\n",
    ast.Stock: "tokens { more x[, t@] }\nsupply { x 1; [t@ 3\n] }\n",
    ast.Kind: "kinds { [k@ { worth 0 to 9 }\n] }\n",
    ast.FieldRange: "kinds { tiles { worth 0 to 9\n[f@ 0 to 9 = 0\n] } }\nrows tiles { t: 1 }\nzones { pile tiles }\n",
    ast.FieldOf: "kinds { tiles { worth 0 to 9\n[f@ gems = 0\n] } }\nrows tiles { t: 1 }\nzones { pile tiles }\n",
    ast.Row: "add rows.cards { [r@: 1 blue 1 : 4 white\n] }\n",
    ast.Zone: "zones { [z@ cards of a player { face up }\n] }\n",
    ast.Counter: "counters { [c@ 0 from 0 to 9\n] }\n" + ON.format("[count n@: c@ = c@ + 1; ]"),
    ast.Marker: 'markers { [m@ "m"\n] }\n' + ON.format("[give n@: m@ to player; ]"),
    ast.Value: "values { [total v@ { it: fame }\n] }\n" + FAME + ON.format("count fame = 1"),
    ast.Term: "values { total v { [t@: gold in purse\n] } }\n" + ASKED.format("v > 2"),
    ast.Limit: "limits { [l@: red in purse at most 9 at end of turn\n] }\n",
    ast.Keep: "tokens { more x[, t@] }\nsupply { each more 3 }\nlimits { l: tokens in purse at most "
    "90 at end of turn { [keep t@\n] } }\n",
    ast.Action: "after actions.reserve { [a@ { gain 1 red }\n] }\n",
    ast.Phase: "phases { [p@ 1 round { gain up to 1 red }\n] }\n",
    ast.Trigger: "triggers { [t@: when cards enters bought as card { gain up to 1 red }\n] }\n",
    ast.EndWhen: "end { [e@: when round > 4@ then at once\n] }\n",
    ast.Ranking: "end { [e@: when round > 4@ then at once { ranking { best: most points; shared } }\n] }\n",
    ast.Rank: "before end.ranking.fewest { [r@: most gold in purse + @\n] }\n",
    ast.OptionRows: "add mechanics.nobles.tiles { [t@: 3 : 4 red\n] }\n",
    ast.Invariant: "invariants { [i@: gold in supply >= 0\n] }\n",
    ast.Require: ON.format("[require r@: gold in purse < @0; ] gain up to 1 red"),
    ast.Choose: ON.format("[may choose c@: gems in supply; gain g@: up to 1 c@; ]"),
    ast.Also: "zones { [z@ cards of a player { face up }\n] }\nadd actions.reserve.card { [also cards in z@\n] }\n",
    ast.Pay: ON.format("[if i@: red in purse > 0 { pay 1 red }; ]"),
    ast.Wild: "tokens { more x[, t@] }\nsupply { each more 3 }\nadd actions.buy.pay { [wild t@ for gems\n] }\n",
    ast.Gain: ON.format("[gain g@: up to 1 red; ]"),
    ast.Move: ON.format("[move m@: top of deck to under deck; ]"),
    ast.Shuffle: ON.format("[shuffle s@: deck; ]"),
    ast.Fill: ON.format("[fill f@: table; ]"),
    ast.Reveal: ON.format("[reveal r@: hand; ]"),
    ast.Give: LANTERN + ON.format("[give g@: lantern to player; ]"),
    ast.Count: FAME + ON.format("[count c@: fame = fame + 1; ]"),
    ast.If: ON.format("[if i@: red in purse > 0 { gain up to 1 red }; ]"),
    ast.Else: ON.format("[if i@: red in purse > 0 { gain up to 1 red }; else e@: { gain up to 1 blue }; ]"),
    ast.ForEach: ON.format("[for each f@: player { gain up to 1 red }; ]"),
    ast.Again: ON.format("if red in purse > 3 { [again a@: ; ] }"),
    ast.Do: "after actions.reserve { free only when owed { gain up to 1 red } }\n" + ON.format("[do d@: free; ]"),
    ast.KeepLimits: "after turn.limits { [keep limits k@: ; ] }\n",
    ast.EndOfTurn: "after turn.limits { [end of turn e@: ; ] }\n",
    ast.Example: "[example e@ { players Ann, Bob; then Bob is to move }\n]",
    ast.Given: SHOWN.format("given purse of Ann: 1 red[, 0 gold]"),
    ast.When: SHOWN.format('[when Ann plays "take red white blue"\n]'),
    ast.Then: SHOWN.format("[then points of Ann = @\n]"),
    ast.Names: '[names pl { tokens.gems.red "a@" }\n]',
    ast.Translation: 'values { [total v@ "v" { it: 1 }\n] }\nnames pl { [values.v@ "a@"\n] }\n',
    Edit: "values { [total v@ { it: 1 }\n] }\n[set values.v@.it = 2\n]",
    expressions.Number: ASKED.format("1 [+ 1@ ] > gold in purse"),
    expressions.Chain: ASKED.format("1 [+ points ] > gold in purse"),
    expressions.AmountIn: ASKED.format("1 [+ red in purse ] > 4"),
    expressions.DifferentIn: ASKED.format("1 [+ different gems in purse ] > 4"),
    expressions.SumOf: ASKED.format("1 [+ sum of points in bought ] > 4"),
    expressions.Amount: ASKED.format("1 each gems [+ 1 red ] covers bonus"),
    expressions.MinMax: ASKED.format("1 [+ min(2, gold in purse) ] > 2"),
    expressions.Quantified: ASKED.format("gold in purse < 3 [and (any c@ of gems has (c@ in purse < 9@))]"),
    expressions.Over: ASKED.format("1 [+ sum over player (gold in purse)] > 2"),
    expressions.Sum: ASKED.format("1 [- (1 + gold in purse)] < 2"),
    expressions.Product: ASKED.format("1 [+ @ * gold in purse] > 2"),
    expressions.Compare: ASKED.format("1 [+ 1 * (gold in purse > @)] > 2"),
    expressions.Not: ASKED.format("gold in purse < 9 [and not (gold in purse = 1@)]"),
    expressions.Logic: ASKED.format("gold in purse < 9 [and (gold in purse < 1@ or points < 3@)]"),
    expressions.Columns: "values { total v { [t@: 1 | 2 | @\n] } }\n" + ASKED.format("v > 2"),
    expressions.Grouped: ASKED.format("1 [+ (gold in purse)] > 2"),
}  # fmt: skip

SUMMED = (
    f"parameters {{ {''.join(f'p{at} 3 from 1 to 9;' for at in range(8))} }}\n"
    f"values {{ total v {{ it: {' + '.join(f'p{at}' for at in range(8))} }} }}\n"
)

CIRCLES = (
    "zones { [z@ cards { face up }\n] }\n"
    "triggers { [t@: when cards enters z@ as card { move m: top of deck to z@ }\n] }\n"
)
REFILLED = (
    "zones { z cards { face up; places 1; refill from deck at once }\n"
    "[z@ cards { face up; places 1; refill from z when empty }\n] }\n"
)

# What is judged again for each end of each parameter, and what is said so often that it is hardly taken.
LONG: dict[str, tuple[str, int]] = {
    "actions of parameters": (
        SUMMED + "after actions.reserve { [a@ { require it: v > 0; gain 1 red }\n] }\n",
        320,
    ),
    "triggers of parameters": (
        SUMMED
        + "triggers { [t@: when cards enters bought as card { require it: v > 0; gain up to 1 red }\n] }\n",
        320,
    ),
    "limits that actions read": (READ_LIMIT + 'actions { [b@ as "b@" { require r: limit of hand > 0 }\n] }\n', 48),
    "limits that are read for others": (
        READ_LIMIT + ASKED.format("1 > 0[ and any player has (limit of hand > @)]"),
        14,
    ),
    "limits of parameters": (SUMMED + "limits { [l@: red in purse at most v at end of turn\n] }\n", 96),
    "actions that require": (
        "after actions.reserve { [a@ { require it: points > 0; gain 1 red }\n] }\n",
        320,
    ),
    "actions that choose": (
        'after actions.reserve { [a@ "a" as "a {card} @" { choose card: cards in hand; gain up to 1 red }\n] }\n',
        360,
    ),
    "requirements": (
        ON.format("[if i@: points > 0 { require r@: red in purse < @0 or points < 1@; gain up to 1 red }; ]"),
        120,
    ),
    "choices": (MANY[ast.Choose], 400),
    "payments": (MANY[ast.Pay], 200),
    "phases": (MANY[ast.Phase], 400),
    "moves": (MANY[ast.Move], 900),
    "counters": (MANY[ast.Counter], 400),
    "triggers": (MANY[ast.Trigger], 600),
    "limits": (MANY[ast.Limit], 96),
    "triggers in a circle": (
        "triggers { [t@: when cards enters bought as card { move m: top of deck to bought }\n] }\n",
        320,
    ),
    "circles of triggers": (CIRCLES, 80),
    "zones that refill": (REFILLED, 320),
    "conditions": (MANY[expressions.Logic], 320),
    "different tokens": (MANY[expressions.DifferentIn], 320),
    "triggers of one zone": (ENTERING.format("reveal hand"), 800),
    "triggers of one zone that move pieces on": (
        "zones { left cards of a player { face up } }\n" + ENTERING.format("move card to left"),
        400,
    ),
    "triggers of two zones": (
        "zones { left cards of a player { face up } }\n"
        + ENTERING.format("move card to left")
        + "triggers { [u@: when cards enters left as card { reveal hand }\n] }\n",
        300,
    ),
    "zones with a trigger each": (
        SCORE
        + "zones { [z@ cards { face up }\n] }\n"
        + "triggers { [t@: when cards enters z@ as card { move card to box; count score = score + 1 }\n] }\n",
        200,
    ),
    "actions into a zone with triggers": (
        'after actions.reserve { [a@ "a" as "a@ {card}" { choose card: cards in hand; move card to bought }\n] }\n'
        + ENTERING.format("reveal hand"),
        250,
    ),
    "triggers that owe actions": (
        "after actions.reserve { [a@ only when owed { choose card: cards in hand; move card to bought }\n] }\n"
        + ENTERING.format("do a@"),
        200,
    ),
    "phases with a choice": (
        "phases { [p@ 1 round { choose card: cards in table; move card to bought }\n] }\n",
        200,
    ),
    "ends": ("end { [e@: when round > 4@ then finish the round\n] }\n", 300),
    "markers": ('markers { [m@ "m"\n] }\n' + ENTERING.format("give m@ to player"), 400),
    "actions that pay for pieces": (
        f'after actions.reserve {{ [a@ "a" as "a@ {{card}}" {{ choose card: cards in table; {PAID} }}\n] }}\n',
        150,
    ),
}  # fmt: skip

STEPS = {
    "player": "for each player { ",
    "other player": "for each other player { ",
    "tokens": "for each c@ of gems { ",
    "own pieces": "for each p@ in bought { ",
    "pieces": "for each p@ in table { ",
    "if": "if red in purse > @ { ",
    "else": "if red in purse > @ { gain up to 1 red }; else { ",
    "choice": "if blue in purse > @ { may choose c@: gems in supply; ",
}
CONDITIONS = {
    "brackets": "(",
    "not": "not (",
    "and or": "points < 1@ and (gold in purse > 1 or ",
    "or and": "points < 1@ or (gold in purse > 1 and ",
    "player": "any player has (",
    "other player": "every other player has (",
    "tokens": "any c@ of gems has (",
    "all tokens": "every c@ of gems has (",
    "pieces": "any p@ in table has (",
    "own pieces": "every p@ in bought has (",
    "where": "1 > cards in bought where (",
    "times": "1 < 1 + 2 * (",
    "total": "1 < sum over c@ of gems (1 * (",
    "most": "1 < most over player (1 * (",
    "least": "1 > min(2, 3 * (",
}


def many(construct: type, times: int) -> str:
    """A file in which a construct stands so many times."""
    return repeated(MANY[construct], times)


def long(name: str, part: float = 1) -> str:
    """A long file, or a part of it."""
    text, times = LONG[name]
    return repeated(text, int(times * part))


def repeated(rules: str, times: int) -> str:
    """A file in which what stands in square brackets stands so many times."""
    text, pieces = "", rules.replace("]", "[").split("[")
    for at, piece in enumerate(pieces):
        text += "".join(piece.replace("@", str(n)) for n in range(times)) if at % 2 else piece
    return HEAD + text


def pairs(forms: dict[str, str]) -> list[tuple[str, str]]:
    """Every construct within every other, and within itself."""
    return list(product(forms, repeat=2))


def within(forms: dict[str, str], names: tuple[str, str], inner: str, depth: int) -> str:
    """The inner text within so many constructs, the two of them by turns."""
    opened = [forms[names[level % 2]].replace("@", str(level)) for level in range(depth)]
    signs = [sign for each in opened for sign in each if sign in "({)}"]
    closing = {"(": ")", "{": " }"}
    left: list[str] = []
    for sign in signs:
        if sign in closing:
            left.append(closing[sign])
        else:
            left.pop()
    return "".join(opened) + inner + "".join(reversed(left))


def nested_steps(names: tuple[str, str], depth: int) -> str:
    """A file with steps within steps."""
    return HEAD + ON.format(within(STEPS, names, "gain up to 1 white", depth))


def nested_conditions(names: tuple[str, str], depth: int) -> str:
    """A file with conditions within conditions."""
    return HEAD + ASKED.format(within(CONDITIONS, names, "gold in purse < 2", depth))
