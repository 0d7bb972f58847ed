"""Runs the token vectors of the official SDKs through the Python package.

Prints one line, `python: 94 cases, 94 as wanted`, and fails when it is another one. Every token that an SDK minted
opens to its payload, minting with the same key, clock and payload text gives the same bytes, and every odd or hostile
token gets the verdict wanted.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mrtr import ConfigError, InvalidRequestState, RequestStateCodec

VECTORS = Path(__file__).parents[2] / "tests" / "vectors"
ACCEPT_CASES = 25
VERDICT_CASES = 69
NODE_ONLY_MINTS = 2
"""Lifetimes of zero and less are minted by Node's `createRequestStateCodec` alone."""

Case = dict[str, Any]


@dataclass
class Tally:
    """How many cases ran, how many came out as wanted, and which did not."""

    cases: int = 0
    as_wanted: int = 0
    minted: int = 0
    refused_lifetimes: int = 0
    wrong: list[str] = field(default_factory=list)

    def judge(self, file: str, case: Case, good: bool, got: object) -> None:
        """Count one case."""
        self.cases += 1
        if good:
            self.as_wanted += 1
        else:
            self.wrong.append(f"python: {file}: {case['id']}: got {got}")

    @property
    def complete(self) -> bool:
        """Whether every case ran and none came out otherwise."""
        return (
            self.cases == ACCEPT_CASES + VERDICT_CASES == self.as_wanted
            and self.minted == ACCEPT_CASES - NODE_ONLY_MINTS
            and self.refused_lifetimes == NODE_ONLY_MINTS
        )


def run() -> Tally:
    """Run both files."""
    tally = Tally()
    for case in _load("typescript-accept.json"):
        _accept(case, tally)
    for case in _load("typescript-verdicts.json"):
        _verdict(case, tally)
    return tally


def _load(file: str) -> list[Case]:
    cases: list[Case] = json.loads((VECTORS / file).read_text(encoding="utf-8"))
    return cases


def _accept(case: Case, tally: Tally) -> None:
    ttl = case["ttlSeconds"]
    if ttl > 0:
        codec = _codec(case, ttl_seconds=ttl)
        minted = codec.mint_json(case["payloadJson"]) == case["token"]
        tally.minted += minted
    else:
        tally.refused_lifetimes += _lifetime_refused(case, ttl)
        codec = _codec(case)
        minted = True
    got = _verify(codec, case)
    wanted = ("error", "expired") if ttl < 0 else ("ok", case["payloadJson"])
    parsed = ttl < 0 or codec.verify(case["token"]) == json.loads(case["payloadJson"])
    tally.judge("typescript-accept", case, minted and parsed and got == wanted, got)


def _verdict(case: Case, tally: Tally) -> None:
    got = _verify(_codec(case), case)
    right = case["right"]
    if "ok" in right:
        good = got == ("ok", right["ok"])
    elif right["error"] == "refused":
        good = got[0] == "error"
    else:
        good = got == ("error", right["error"])
    tally.judge("typescript-verdicts", case, good, got)


def _codec(case: Case, **options: Any) -> RequestStateCodec:
    key = case["keyText"] if "keyText" in case else bytes.fromhex(case["keyHex"])
    bind = (lambda _ctx: str(case["bind"])) if "bind" in case else None
    return RequestStateCodec(key=key, bind=bind, clock=lambda: float(case["now"]), **options)


def _verify(codec: RequestStateCodec, case: Case) -> tuple[str, str | None]:
    try:
        return "ok", codec.verify_json(case["token"])
    except InvalidRequestState as refused:
        return "error", refused.code


def _lifetime_refused(case: Case, ttl: float) -> bool:
    try:
        _codec(case, ttl_seconds=ttl)
    except ConfigError as error:
        return error.code == "invalid_ttl"
    return False


def main() -> int:
    """Print the line, and what came out otherwise."""
    tally = run()
    for line in tally.wrong:
        print(line, file=sys.stderr)
    print(f"python: {tally.cases} cases, {tally.as_wanted} as wanted")
    return 0 if tally.complete else 1


if __name__ == "__main__":
    sys.exit(main())
