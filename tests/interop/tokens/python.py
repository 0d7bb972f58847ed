"""mrtr in Python. See README.md for the lines."""

import json
from functools import cache
from typing import Any

from lines import answer_lines

from mrtr import Boundary, RequestStateCodec, input_required


@cache
def codec(kind: str, key: str, key_id: str | None, bound: bool) -> RequestStateCodec:
    secret = bytes.fromhex(key)
    return RequestStateCodec(
        keys=[(key_id, secret) if key_id else secret],
        format=kind,
        bind=str if bound else None,
    )


@cache
def boundary(key: str, audience: str) -> Boundary:
    return Boundary(key=bytes.fromhex(key), format="encrypted", foreign=["python-sdk"], audience=audience)


def through_boundary(job: dict[str, Any]) -> dict[str, Any]:
    call = job["call"]
    params = call["params"]
    if job["op"] == "open":
        params = params.replace("{", '{"requestState":' + json.dumps(job["token"]) + ",", 1)
    subject = boundary(job["key"], call["audience"]).enter(call["method"], params, principal=call["principal"])
    if job["op"] == "open":
        return {"payload": json.dumps(subject.request_state())}
    token = subject.seal_request_state(json.loads(job["payload"]))
    left = subject.leave(input_required(request_state=token))
    assert left is not None
    return {"token": left["requestState"]}


def answer(job: dict[str, Any]) -> dict[str, Any]:
    if "call" in job:
        return through_boundary(job)
    bind = job.get("bind")
    subject = codec(job["format"], job["key"], job.get("keyId"), bind is not None)
    if job["op"] == "open":
        return {"payload": json.dumps(subject.verify(job["token"], bind))}
    # Half of them as values of the host, half as the text that they came in.
    text = job["payload"]
    return {"token": subject.mint_json(text, bind) if job["at"] % 2 else subject.mint(json.loads(text), bind)}


answer_lines(answer)
