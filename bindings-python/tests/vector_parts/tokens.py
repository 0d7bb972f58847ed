"""`mrtr-tokens.json` and `mrtr-arguments.json`: the codec by itself, and texts of arguments."""

from __future__ import annotations

from functools import partial
from typing import Any

from mrtr import InvalidRequestState, RequestStateCodec, arguments_digest

from .tally import NOT_IN_PYTHON, Case, Tally, load, payload, renamed, ring, token, with_entropy


def run(tally: Tally) -> None:
    """Run both files."""
    for case in load("mrtr-tokens.json"):
        if case["id"] in NOT_IN_PYTHON:
            tally.skipped.append(case["id"])
            continue
        tally.judge("mrtr-tokens", case, with_entropy(case, partial(outcome, case)), case["expect"])
    for case in load("mrtr-arguments.json"):
        got = with_entropy(case, partial(_digest, case))
        tally.judge("mrtr-arguments", case, got, {k: v for k, v in case["expect"].items() if k != "canonical"})


def _digest(case: Case) -> Case:
    return {"digest": arguments_digest(case["text"])}


def _codec(case: Case) -> RequestStateCodec:
    options = dict(case["options"])
    keys = ring(case, options)
    bind = (lambda _ctx: str(case["bind"])) if "bind" in case else None
    return RequestStateCodec(keys=keys, bind=bind, clock=lambda: float(case["now"]), **renamed(options))


def outcome(case: Case) -> Case:
    """What the operation of a case comes to."""
    codec = _codec(case)
    data = bytes.fromhex(case.get("associatedDataHex", ""))
    try:
        match case["op"]:
            case "construct":
                return {"ok": True}
            case "verify":
                return {"payload": codec.verify_json(token(case))}
            case "mint":
                return {"token": codec.mint_json(payload(case))}
            case "openBytes":
                return {"payloadHex": codec.open_bytes(token(case), data).hex()}
            case "sealBytes":
                return {"token": codec.seal_bytes(bytes.fromhex(case["payloadHex"]), data)}
            case "openState":
                return {"state": codec.open_state(token(case), **_call(case["call"]))}
    except InvalidRequestState as refused:
        return {"refused": refused.code}
    raise AssertionError(case["op"])


def _call(call: Case) -> dict[str, Any]:
    names = {"argumentsJson": "arguments", "argumentsDigest": "arguments_digest"}
    return {names.get(name, name): value for name, value in call.items()}
