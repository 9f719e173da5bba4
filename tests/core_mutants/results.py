"""Results of trials, kept line by line, so that a run goes on where another has stopped."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from attrs import asdict
from core_mutants.engine import CHECKOUT
from core_mutants.mutants import Mutant, module_hash
from core_mutants.recording import RecordedTest
from core_mutants.trials import Verdict


class Results:
    """The kept results of mutants by their identities.

    A noticed mutant is tried again when its module or the test that has noticed it has changed; one that nothing has
    noticed when any test has.
    """

    def __init__(self, file: Path, tests: Iterable[RecordedTest]) -> None:
        self.file = file
        self._tests_hash = _hash("\n".join(sorted(f"{each.name} {each.lines}" for each in tests)))
        self._found: dict[str, dict[str, Any]] = {}
        if file.exists():
            for line in file.read_text("utf-8").splitlines():
                found = json.loads(line)
                self._found[found["mutant"]] = found

    def get(self, mutant: Mutant) -> Verdict | None:
        """Return the verdict on a mutant, if it still holds."""
        found = self._found.get(mutant.identity)
        if found is None:
            return None
        verdict = Verdict(**found["verdict"])
        return verdict if found["holds"] == self._holds(mutant, verdict) else None

    def add(self, mutant: Mutant, verdict: Verdict) -> None:
        """Keep a verdict."""
        found = {
            "mutant": mutant.identity,
            "verdict": asdict(verdict),
            "holds": self._holds(mutant, verdict),
        }
        self._found[mutant.identity] = found
        with self.file.open("a", encoding="utf-8") as stream:
            stream.write(f"{json.dumps(found)}\n")

    def _holds(self, mutant: Mutant, verdict: Verdict) -> str:
        """Return a hash of all that the verdict depends on."""
        if verdict.noticed_by is None:
            return f"{module_hash(mutant.path)} {self._tests_hash}"
        test = CHECKOUT / verdict.noticed_by.partition("::")[0]
        of_test = _hash(test.read_text("utf-8")) if test.is_file() else ""
        return f"{module_hash(mutant.path)} {of_test}"


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
