"""The official Python client, answering a line of JSON with a line of JSON; client.mjs says what is understood."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from typing import Any

import httpx2
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult, InputRequiredResult

Job = dict[str, Any]
ERAS = {"modern": "2026-07-28", "legacy": "legacy"}


class Connection:
    """A connection to one server, in one era, for one user; what it asks goes to the call that is being made."""

    def __init__(self, url: str, era: str, user: str | None) -> None:
        headers = {} if user is None else {"x-user": user}
        self.http = httpx2.AsyncClient(headers=headers, timeout=30)
        transport = streamable_http_client(url, http_client=self.http)
        self.client = Client(transport, mode=ERAS[era], elicitation_callback=self.ask)
        self.answers: list[Job] = []
        self.asked: list[str] = []
        self.pages: list[int] = []

    async def ask(self, context: Any, params: Any) -> ElicitResult:
        """Answer as the call has it."""
        answer = self.answers[min(len(self.asked), len(self.answers) - 1)]
        self.asked.append(params.message)
        for visit in answer.get("fetch", []):
            self.pages.append((await self.http.get(params.url if visit == "$url" else visit)).status_code)
        if meanwhile := answer.get("meanwhile"):
            await self.client.call_tool(meanwhile["tool"], meanwhile["args"])
        return ElicitResult(action=answer["action"], content=answer.get("content"))

    async def call(self, job: Job) -> Job:
        """Let the client do all of it."""
        self.answers, self.asked, self.pages = job["answers"], [], []
        outcome = await attempt(self.client.call_tool(job["tool"], job.get("args") or {}))
        return {"asked": self.asked, "pages": self.pages, **outcome}

    async def leg(self, job: Job) -> Job:
        """One request."""
        retry = job.get("retry") or {}
        return await attempt(
            self.client.session.call_tool(
                job["tool"],
                job.get("args") or {},
                request_state=retry.get("requestState"),
                input_responses=retry.get("inputResponses"),
                allow_input_required=True,
            )
        )


async def attempt(request: Any) -> Job:
    """What came of it."""
    try:
        result = await request
    except MCPError as error:
        return {"error": {"code": error.code, "message": error.message, "data": error.data}}
    except Exception as error:
        return {"failure": repr(error)}
    if isinstance(result, InputRequiredResult):
        wire = result.model_dump(mode="json", by_alias=True, exclude_none=True)
        questions = wire.get("inputRequests") or {}
        messages = [question.get("params", {}).get("message") for question in questions.values()]
        return {"asked": messages, "requestState": wire.get("requestState"), "inputRequests": questions}
    return {"text": result.content[0].text, "isError": result.is_error is True}


async def main() -> None:
    """Do one job after the other."""
    connections: dict[tuple[str, str, str | None], Connection] = {}
    async with contextlib.AsyncExitStack() as stack:
        while line := await asyncio.to_thread(sys.stdin.readline):
            job = json.loads(line)
            name = (job["url"], job.get("era", "modern"), job.get("user"))
            if name not in connections:
                connections[name] = Connection(*name)
                await stack.enter_async_context(connections[name].client)
            connection = connections[name]
            done = await (connection.call(job) if job["op"] == "call" else connection.leg(job))
            print(json.dumps(done), flush=True)


asyncio.run(main())
