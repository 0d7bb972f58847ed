"""Tokens that the Python, Rust and Ruby SDKs minted: each opens to what was sealed, and not in another call."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from mrtr import RequestStateCodec, arguments_digest

from support import KEY, NOT_TEXT, NOW, OTHER_KEY, refused

VECTORS = Path(__file__).parents[2] / "tests" / "vectors"


def cases(name: str) -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def test_the_python_sdk() -> None:
    found = cases("python-accept")
    for case in found:
        now = [case["now"]]
        keys = [bytes.fromhex(key) for key in case["keysHex"]]
        codec = RequestStateCodec(keys=keys, format="encrypted", clock=partial(now.__getitem__, 0))
        params = json.loads(case["paramsJson"])
        call = {
            "method": case["method"],
            "target": params.get("name", params.get("uri")),
            "arguments": params.get("arguments"),
            "audience": case["audience"],
            "principal": case["principal"],
        }
        token = case["token"]
        assert codec.open_state(token, **call) == case["state"], case["id"]
        for change, reason in (
            ({"method": "x/y"}, "operation"),
            ({"target": "other"}, "operation"),
            ({"arguments": {"x": 0}}, "arguments"),
            ({"audience": "other"}, "audience"),
            ({"principal": "mallory"}, "principal"),
        ):
            assert refused(partial(codec.open_state, token, **{**call, **change})).code == reason, case["id"]
        assert refused(partial(codec.verify, token)).code == "purpose"
        now[0] += case["ttlSeconds"]
        assert refused(partial(codec.open_state, token, **call)).code == "expired"
        now[0] = case["now"] - 61
        assert refused(partial(codec.open_state, token, **call)).code == "future"
    assert len(found) == 18


def test_the_rust_sdk() -> None:
    found = cases("rust-accept")
    for case in found:
        pairs = [(key["id"], bytes.fromhex(key["keyHex"])) for key in case["keys"]]
        keys: Any = pairs if all(name is not None for name, _ in pairs) else [secret for _, secret in pairs]
        now = [float(case["mintedAtUnixSeconds"])]
        codec = RequestStateCodec(keys=keys, format=case["format"], clock=partial(now.__getitem__, 0))
        data, token = bytes.fromhex(case["associatedDataHex"]), case["token"]
        assert codec.open_bytes(token, data) == bytes.fromhex(case["payloadHex"]), case["id"]
        assert refused(partial(codec.open_bytes, token, b"other")).code == "mac"
        if case["ttlSeconds"] is not None:
            now[0] += case["ttlSeconds"] + 2
            assert refused(partial(codec.open_bytes, token, data)).code == "expired"
    assert len(found) == 21


def test_the_ruby_sdk() -> None:
    found = cases("ruby-accept")
    for case in found:
        codec = RequestStateCodec(
            key=bytes.fromhex(case["keyHex"]),
            open=["encrypted-ruby"],
            clock=partial(float, case["mintedAtUnixSeconds"]),
        )
        call = {"method": case["method"], "target": case["target"], "arguments_digest": case["argumentsDigest"]}
        assert codec.open_state(case["token"], **call, audience=case["audience"]) == case["state"], case["id"]
        assert refused(partial(codec.open_state, case["token"], **call, audience="other")).code == "audience"
        assert refused(partial(codec.verify, case["token"])).code == "purpose"
    assert len(found) == 4


def test_bytes_go_in_and_come_out() -> None:
    for options in ({"keys": [("a", KEY)], "format": "rs2"}, {"key": KEY, "format": "rs1"}):
        codec = RequestStateCodec(**options, clock=lambda: NOW)
        token = codec.seal_bytes(b"\x00\xff", bytearray(b"ad"))
        assert codec.open_bytes(token, b"ad") == b"\x00\xff"
        assert refused(partial(codec.open_bytes, token)).code == "mac"
    bare = RequestStateCodec(key=OTHER_KEY, format="encrypted")
    assert bare.open_bytes(bare.seal_bytes(b"x")) == b"x"
    refused(lambda: bare.seal_bytes(b"x", b"ad"), "invalid_argument")
    refused(lambda: RequestStateCodec(key=KEY).seal_bytes(b"x"), "invalid_argument")


def test_arguments_of_the_wrong_type() -> None:
    codec: Any = RequestStateCodec(key=KEY, format="rs1", clock=lambda: NOW)
    for name, value in NOT_TEXT.items():
        if not name.startswith("byte"):
            refused(partial(codec.seal_bytes, value), "invalid_argument")
            refused(partial(codec.open_bytes, "rs1.x.x", value), "invalid_argument")
        refused(partial(codec.open_bytes, value), "invalid_argument", "invalid_utf8")
        refused(partial(codec.open_state, value, method="x", target="y"), "invalid_argument", "invalid_utf8")
    for expected in ({"method": 5, "target": "y"}, {"method": "x", "target": "y", "audience": 1}):
        refused(partial(codec.open_state, "v1.x", **expected), "invalid_option")
    for arguments in ("{", '{"a":1,"a":2}'):
        code = refused(partial(codec.open_state, "v1.x", method="x", target="y", arguments=arguments)).code
        assert code in {"invalid_json", "duplicate_member"}
    both = {"arguments": {}, "arguments_digest": "x"}
    refused(partial(codec.open_state, "v1.x", method="x", target="y", **both), "invalid_option")


def test_digests_of_arguments() -> None:
    assert arguments_digest('{"n":1.0,"m":{}}') == arguments_digest('{"m":{},"n":1}')
    assert arguments_digest("") == arguments_digest("{}")
    assert refused(lambda: arguments_digest('{"a":1,"a":1}')).code == "duplicate_member"
    for value in NOT_TEXT.values():
        refused(partial(arguments_digest, value), "invalid_argument", "invalid_utf8")
