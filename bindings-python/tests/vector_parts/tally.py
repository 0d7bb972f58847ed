"""What the parts share: the count, and how a case is read."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mrtr import MrtrError, _mrtr

VECTORS = Path(__file__).parents[3] / "tests" / "vectors"

Case = dict[str, Any]

NOT_IN_PYTHON: dict[str, str] = {
    "ring-option-misspelt": "Python itself knows no such keyword",
    "signed-mint-without-payload": "Python has no undefined: None is a payload, and such tokens are opened alone",
    "encrypted-mint-without-payload": "Python has no undefined: None is a payload, and such tokens are opened alone",
    "python-call-without-a-target": "Python itself wants that keyword",
    "signed-arguments-that-a-parser-has-rounded": "Python's integers are exact, so that its boundary rounds none",
    "encrypted-arguments-that-a-parser-has-rounded": "Python's integers are exact, so that its boundary rounds none",
}
"""Cases that do not apply here, and why."""


@dataclass
class Tally:
    """How many cases ran, how many came out as wanted, and which did not."""

    cases: int = 0
    as_wanted: int = 0
    skipped: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def judge(self, file: str, case: Case, got: object, wanted: object) -> None:
        """Count one case."""
        self.cases += 1
        if got == wanted:
            self.as_wanted += 1
        else:
            self.wrong.append(f"python: {file}: {case['id']}: got {got!r:.300}, not {wanted!r:.300}")


def load(file: str) -> list[Case]:
    """The cases of a file of either kind."""
    whole = json.loads((VECTORS / file).read_text(encoding="utf-8"))
    cases: list[Case] = whole["cases"] if isinstance(whole, dict) else whole
    return cases


def ring(case: Case, options: Case) -> list[Any]:
    """The keys, paired with their ids where the options have any."""
    secrets = [bytes.fromhex(secret) for secret in case["keysHex"]]
    ids = options.pop("keyIds", None)
    return secrets if ids is None else list(zip(ids, secrets, strict=True))


def renamed(options: Case) -> Case:
    """Options as this package names them."""
    snake = {"ttlSeconds": "ttl_seconds", "maxRounds": "max_rounds", "answersWithoutState": "answers_without_state"}
    snake["serverName"] = "server_name"
    return {snake.get(name, name): value for name, value in options.items()}


def token(case: Case) -> str:
    """The token, lengthened where the case says so."""
    given: str = case["token"]
    return given.ljust(case.get("padTokenTo", 0), "A")


def payload(case: Case) -> str:
    """The payload's text; a long one where the case says so."""
    text: str = case["payload"] if "payload" in case else '"' + "x" * (case["padPayloadTo"] - 2) + '"'
    return text


def with_entropy(case: Case, call: Callable[[], Any]) -> Any:
    """Run a call with the case's bytes in the place of randomness; one that fails gives its code."""
    _mrtr._testing_entropy(bytes.fromhex(case.get("entropyHex", "")))
    try:
        return call()
    except MrtrError as error:
        return {"error": error.code}
    finally:
        _mrtr._testing_entropy(None)
