"""The official Python client, for the suite's client scenario: `python client.py URL`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from typing import Any

from mcp.client import Client
from mcp_types import ElicitResult
from pydantic import ValidationError


async def main(url: str) -> None:
    """Call the suite's tools."""

    between = True

    async def answer(context: Any, params: Any) -> ElicitResult:
        nonlocal between
        # Between two rounds of one call, another: it must carry nothing of the first.
        if between:
            await client.call_tool("test_mrtr_unrelated", {})
        between = False
        return ElicitResult(action="accept", content={"confirmed": True})

    client = Client(url, elicitation_callback=answer, mode=os.environ["MCP_CONFORMANCE_PROTOCOL_VERSION"])
    async with client:
        await client.call_tool("test_mrtr_echo_state", {})
        await client.call_tool("test_mrtr_no_state", {})
        # At this revision the Python client takes a result without resultType for an error of the server; what the
        # suite checks is that it does not take it for a question.
        with contextlib.suppress(ValidationError):
            await client.call_tool("test_mrtr_no_result_type", {})


asyncio.run(main(sys.argv[1]))
