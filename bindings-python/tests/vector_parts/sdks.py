"""Tokens that the Python, Rust and Ruby SDKs minted: each opens to what was sealed."""

from __future__ import annotations

import json
from typing import Any

from mrtr import MrtrError, RequestStateCodec

from .tally import Case, Tally, load


def run(tally: Tally) -> None:
    """Run the three files."""
    for file, one in (("python-accept", _python), ("rust-accept", _rust), ("ruby-accept", _ruby)):
        for case in load(f"{file}.json"):
            try:
                got, wanted = one(case)
            except MrtrError as error:
                got, wanted = error.code, "no error"
            tally.judge(file, case, got, wanted)


def _python(case: Case) -> tuple[object, object]:
    keys = [bytes.fromhex(key) for key in case["keysHex"]]
    codec = RequestStateCodec(keys=keys, format="encrypted", clock=lambda: float(case["now"]))
    params = json.loads(case["paramsJson"])
    got = codec.open_state(
        case["token"],
        method=case["method"],
        target=params["name"] if "name" in params else params["uri"],
        arguments=params.get("arguments"),
        audience=case["audience"],
        principal=case["principal"],
    )
    return got, case["state"]


def _rust(case: Case) -> tuple[object, object]:
    pairs = [(key["id"], bytes.fromhex(key["keyHex"])) for key in case["keys"]]
    keys: Any = pairs if all(name is not None for name, _ in pairs) else [secret for _, secret in pairs]
    codec = RequestStateCodec(keys=keys, format=case["format"], clock=lambda: float(case["mintedAtUnixSeconds"]))
    got = codec.open_bytes(case["token"], bytes.fromhex(case["associatedDataHex"]))
    return got, bytes.fromhex(case["payloadHex"])


def _ruby(case: Case) -> tuple[object, object]:
    codec = RequestStateCodec(
        key=bytes.fromhex(case["keyHex"]),
        open=["encrypted-ruby"],
        clock=lambda: float(case["mintedAtUnixSeconds"]),
    )
    got = codec.open_state(
        case["token"],
        method=case["method"],
        target=case["target"],
        arguments_digest=case["argumentsDigest"],
        audience=case["audience"],
    )
    return got, case["state"]
