"""The Python SDK: its own boundary, keys, claims and checks. See README.md for the lines."""

import asyncio
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from lines import answer_lines
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity


@dataclass
class Call:
    """What the SDK's boundary reads of its context."""

    method: str
    params: dict[str, Any]
    principal: str | None


@cache
def boundary(key: str, audience: str) -> RequestStateBoundary:
    security = RequestStateSecurity(
        keys=[bytes.fromhex(key)], audience=audience, bind_principal=lambda ctx: cast("Any", ctx).principal
    )
    return RequestStateBoundary(security, default_audience=None)


def answer(job: dict[str, Any]) -> dict[str, Any]:
    call = job["call"]
    context: Any = Call(call["method"], json.loads(call["params"]), call["principal"])
    if job["op"] == "open":
        context.params["requestState"] = job["token"]
    seen: list[str] = []

    async def handler(ctx: Any) -> Mapping[str, Any]:
        if job["op"] == "open":
            seen.append(ctx.params["requestState"])
            return {"content": []}
        return {"resultType": "input_required", "requestState": job["payload"]}

    result = cast("Mapping[str, Any]", asyncio.run(boundary(job["key"], call["audience"])(context, handler)))
    if job["op"] == "open":
        return {"payload": json.dumps(json.loads(seen[0]))}
    return {"token": result["requestState"]}


# Refusals are part of the test; the reply tells them.
logging.disable()
answer_lines(answer)
