"""The report of a run: how many mutants are noticed, and each that is not."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen
from core_mutants.mutants import Mutant
from core_mutants.trials import Verdict

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
LEAST_NOTICED, MOST_EQUIVALENT = 0.95, 0.03


def equivalent_mutants() -> dict[str, str]:
    """Return the reasons why mutants that change nothing in any game do so, by their identities."""
    found = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("equivalent", [])
    return {_identity(each): each["reason"] for each in found}


def _identity(each: Mapping[str, Any]) -> str:
    names = ("path", "function", "text", "before", "after")
    return "\n".join([*(each[name] for name in names), str(each.get("ordinal", 0))])


@frozen
class Report:
    """The verdicts on a sample, and the reasons of mutants that are named as equivalent."""

    verdicts: Mapping[Mutant, Verdict]
    reasons: Mapping[str, str]

    @property
    def equivalent(self) -> list[Mutant]:
        """The mutants that change nothing."""
        return [each for each in self.verdicts if each.identity in self.reasons]

    @property
    def survivors(self) -> list[Mutant]:
        """The mutants that no test notices though they change something."""
        return [
            each
            for each, verdict in self.verdicts.items()
            if verdict.noticed_by is None and each.identity not in self.reasons
        ]

    @property
    def disproved(self) -> list[Mutant]:
        """The mutants that are named as equivalent, yet a test notices them."""
        return [each for each in self.equivalent if self.verdicts[each].noticed_by is not None]

    @property
    def noticed(self) -> float:
        """The share of noticed mutants among those that change something."""
        counted = len(self.verdicts) - len(self.equivalent)
        return 1 - len(self.survivors) / counted if counted else 1.0

    @property
    def is_good(self) -> bool:
        """Return whether the tests notice enough, and not too much is named as equivalent."""
        few = len(self.equivalent) <= MOST_EQUIVALENT * len(self.verdicts)
        return self.noticed >= LEAST_NOTICED and few and not self.disproved

    def lines(self) -> Iterator[str]:
        """Yield the report line by line."""
        for mutant in self.survivors:
            verdict = self.verdicts[mutant]
            yield f"not noticed by {_tests(verdict)}: {mutant.shown}"
        for mutant in self.equivalent:
            yield f"equivalent: {mutant.shown}\n    {self.reasons[mutant.identity]}"
        for mutant in self.disproved:
            yield f"not equivalent, noticed by {self.verdicts[mutant].noticed_by}: {mutant.shown}"
        counted = len(self.verdicts) - len(self.equivalent)
        yield (
            f"{len(self.verdicts)} mutants, {len(self.equivalent)} of them equivalent;"
            f" {counted - len(self.survivors)} of {counted} noticed: {self.noticed:.1%}"
        )


def _tests(verdict: Verdict) -> str:
    if not verdict.run:
        return "any test, as none runs its line"
    more = f" ({verdict.left_out} more are left out for their time)" if verdict.left_out else ""
    return f"{verdict.run} tests{more}"
