"""Tokens of the TypeScript SDK.

Every token that it minted opens to its payload, minting with the same key, clock and payload text gives the same bytes,
and every odd or hostile token gets the verdict wanted.
"""

from __future__ import annotations

import json
from typing import Any

from mrtr import ConfigError, InvalidRequestState, RequestStateCodec

from .tally import Case, Tally, load


def run(tally: Tally) -> None:
    """Run both files."""
    for case in load("typescript-accept.json"):
        tally.judge("typescript-accept", case, *_accept(case))
    for case in load("typescript-verdicts.json"):
        got, right = _verify(_codec(case), case), case["right"]
        if right.get("error") == "refused" and got[0] == "error":
            right = {"error": got[1]}
        tally.judge("typescript-verdicts", case, dict([got]), right)


def _accept(case: Case) -> tuple[object, object]:
    ttl, payload = case["ttlSeconds"], case["payloadJson"]
    if ttl > 0:
        codec = _codec(case, ttl_seconds=ttl)
        minted = codec.mint_json(payload)
    else:
        # Node's createRequestStateCodec alone mints with a lifetime of zero and less.
        codec, minted = _codec(case), case["token"] if _lifetime_refused(case, ttl) else ""
    if ttl < 0:
        return (minted, _verify(codec, case)), (case["token"], ("error", "expired"))
    got = minted, _verify(codec, case), codec.verify(case["token"])
    return got, (case["token"], ("ok", payload), json.loads(payload))


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
