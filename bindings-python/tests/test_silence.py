"""What is never shown: keys by any printing, and tokens, payloads and answers in what is logged."""

from __future__ import annotations

import copy
import inspect
import json
import logging
import pickle
from collections.abc import Callable
from functools import partial
from pprint import pformat
from typing import Any

import pytest

from mrtr import Boundary, InvalidRequestState, Refusal, RequestStateCodec
from mrtr.mcp import SecurityCodec, protect

from servers import call, serve
from support import KEY, NOW
from tools import FROZEN, accept, begin, named, with_tool

HIDDEN = "the-key-that-nobody-may-see-0123456789"
HIDDEN_BYTES = HIDDEN.encode()


def makers() -> dict[str, Callable[[], Any]]:
    return {
        "codec": lambda: RequestStateCodec(key=HIDDEN),
        "codec of bytes": lambda: RequestStateCodec(keys=[HIDDEN_BYTES], format="encrypted"),
        "named": lambda: RequestStateCodec(keys=[("name", bytearray(HIDDEN_BYTES))], format="rs2"),
        "boundary": lambda: Boundary(key=HIDDEN, format="encrypted"),
        "round": lambda: Boundary(key=HIDDEN).enter("tools/call", {"name": "t"}),
        "security codec": lambda: SecurityCodec(key=HIDDEN_BYTES),
        "protected server": protected,
    }


def protected() -> Any:
    server = named()
    protect(server, key=HIDDEN)
    return server.middleware


def shown(value: Any) -> list[str]:
    """Everything that Python prints of a value, and of what it is made of."""
    printed = [f"{value}", f"{value!r}", f"{value!a}", pformat(value), str(inspect.getmembers(type(value)))]
    for name in dir(value):
        try:
            printed.append(repr(getattr(value, name)))
        except Exception as error:
            printed.append(repr(error))
    for serialise in (pickle.dumps, copy.copy, copy.deepcopy, json.dumps, vars):
        try:
            printed.append(repr(serialise(value)))
        except Exception as error:
            printed.append(f"{error!r}")
    return printed


@pytest.mark.parametrize("name", makers())
def test_nothing_prints_a_key(name: str) -> None:
    made = makers()[name]()
    inside = getattr(made, "_native", made)
    for text in shown(made) + shown(inside):
        assert HIDDEN not in text
        assert HIDDEN_BYTES.hex() not in text.lower()


def test_no_codec_travels_with_its_key() -> None:
    for name, make in makers().items():
        if name == "protected server":
            continue
        with pytest.raises(TypeError):
            pickle.dumps(make())
        with pytest.raises(TypeError):
            vars(make())


def test_no_error_of_a_key_shows_it() -> None:
    faulty: list[dict[str, Any]] = [
        {"keys": [HIDDEN, HIDDEN]},
        {"key": HIDDEN, "format": "rs2"},
        {"key": HIDDEN[:20]},
        {"key": HIDDEN, "ttl_seconds": -1},
    ]
    for options in faulty:
        with pytest.raises(ValueError) as caught:  # noqa: PT011 (any of ours will do)
            RequestStateCodec(**options)
        assert HIDDEN[:20] not in f"{caught.value!r} {caught.value} {caught.value.__dict__}"


def test_the_callback_is_told_reason_method_and_target_and_nothing_of_the_state() -> None:
    payload, answer = "payload-s3cr3t", "answer-s3cr3t"
    heard: list[Refusal] = []
    server = with_tool(on_refusal=heard.append)
    with serve(server) as url:
        token = begin(url)
        good = call(url, "tell", requestState=token, inputResponses=accept(ok=True))
        assert "error" not in good
        assert heard == []
        # A last letter that spells no bits beyond the tag's; with others the token is malformed.
        changed = token[:-1] + ("A" if token[-1] != "A" else "Q")
        sealed = RequestStateCodec(key=KEY).mint({"p": "r", "d": payload, "o": "tell"})
        for state, reason in ((changed, "mac"), (sealed, "foreign"), ("v1." + payload, "malformed")):
            responses = {"confirm": {"action": "accept", "content": {"ok": answer}}}
            reply = call(url, "tell", arguments={"a": payload}, requestState=state, inputResponses=responses)
            assert reply["error"] == FROZEN
            told = heard.pop()
            assert (told.reason, told.code, told.method, told.target) == (reason, reason, "tools/call", "tell")
            for text in (repr(told), str(told), repr(told.__dict__), told.detail, repr(told.__reduce__())):
                for secret in (payload, answer, state, token, KEY):
                    assert secret not in text
    assert heard == []


def test_the_logger_is_told_the_same(caplog: pytest.LogCaptureFixture) -> None:
    payload = "payload-s3cr3t"
    token = RequestStateCodec(key=KEY).mint({"p": "r", "d": payload, "o": "tell"})
    with serve(with_tool()) as url, caplog.at_level(logging.DEBUG, "mrtr"):
        assert "error" not in call(url, "tell")
        assert caplog.records == []
        assert call(url, "tell", requestState=token, inputResponses=accept(ok=payload))["error"] == FROZEN
    (record,) = caplog.records
    line = record.getMessage()
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    assert "tools/call" in line
    assert "tell" in line
    assert "foreign" in line
    assert payload not in line
    assert token not in line


def test_a_codec_alone_tells_its_caller_the_reason_and_no_more() -> None:
    codec = RequestStateCodec(key=KEY, clock=lambda: NOW)
    token = codec.mint("payload-s3cr3t")
    assert codec.verify(token) == "payload-s3cr3t"
    with pytest.raises(InvalidRequestState) as caught:
        partial(codec.verify, token + "=")()
    assert caught.value.code == "malformed"
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None
    assert token not in f"{caught.value!r} {caught.value.__dict__} {caught.value.args}"
