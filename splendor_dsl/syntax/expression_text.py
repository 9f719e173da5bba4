"""The text of an expression."""

from typing import assert_never

from splendor_dsl.syntax.expressions import (
    Amount,
    AmountIn,
    Chain,
    Columns,
    Compare,
    DifferentIn,
    Domain,
    Expr,
    Grouped,
    Logic,
    MinMax,
    Not,
    Number,
    Over,
    Product,
    Quantified,
    Sum,
    SumOf,
)


def expression_text(expr: Expr) -> str:  # noqa: C901, PLR0911, PLR0912  a line for each construct
    """Return the text of an expression, in one line."""
    match expr:
        case Number():
            return str(expr.value)
        case Chain():
            return chain_text(expr)
        case AmountIn():
            return f"{expr.what.text} in {chain_text(expr.place)}{_where(expr.where)}"
        case DifferentIn():
            return f"different {expr.what.text} in {chain_text(expr.place)}"
        case SumOf():
            place = chain_text(expr.place)
            return f"sum of {expr.field_name.text} in {place}{_where(expr.where)}"
        case Amount():
            return _amount(expr)
        case MinMax():
            return f"{expr.which}({_joined(', ', expr.parts)})"
        case Quantified():
            return f"{expr.which} {domain_text(expr.domain)} has ({expression_text(expr.body)})"
        case Over():
            return f"{expr.which} over {domain_text(expr.domain)} ({expression_text(expr.body)})"
        case Sum():
            return _sum(expr)
        case Product():
            return _joined(" * ", expr.parts)
        case Compare():
            left, right = expression_text(expr.left), expression_text(expr.right)
            return f"{left} {expr.operator} {right}"
        case Not():
            return f"not {expression_text(expr.body)}"
        case Logic():
            return _joined(f" {expr.which} ", expr.parts)
        case Columns():
            return _joined(" | ", expr.parts)
        case Grouped():
            return f"({expression_text(expr.body)})"
        case _:
            assert_never(expr)


def quoted(text: str) -> str:
    """Return a text in quotes."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def chain_text(chain: Chain) -> str:
    """Return the words joined by `of`."""
    return " of ".join(word.text for word in chain.words)


def domain_text(domain: Domain) -> str:
    """Return the text of the domain of `any`, `for each` and the like."""
    if domain.variable is None or domain.over is None:
        return domain.kind
    return f"{domain.variable.text} {domain.kind} {chain_text(domain.over)}"


def _joined(sign: str, parts: tuple[Expr, ...]) -> str:
    return sign.join(map(expression_text, parts))


def _where(condition: Expr | None) -> str:
    return "" if condition is None else f" where ({expression_text(condition)})"


def _amount(amount: Amount) -> str:
    count = expression_text(amount.count)
    many = count if isinstance(amount.count, Number) else f"({count})"
    return f"{many} {'each ' if amount.each else ''}{amount.what.text}"


def _sum(total: Sum) -> str:
    (first, *signs), (part, *parts) = total.signs, total.parts
    head = expression_text(part)
    if first != "+" or not parts:
        head = f"{first} {head}" if first.isalpha() else f"{first}{head}"
    rest = (f" {sign} {expression_text(each)}" for sign, each in zip(signs, parts, strict=True))
    return head + "".join(rest)
