"""Every form that the core lets out is asked by a real server, and read back unchanged by the official client."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from mcp.client import Client
from mcp_types import ElicitRequestFormParams, ElicitResult, InputRequiredResult, TextContent

from mrtr import Form
from mrtr.mcp import input_required, protect, read_answer

from cases import load
from schema_runner import BUILT
from servers import VERSION, serve
from support import KEY
from tools import Ctx, named

FORMS = 168
"""How many different ones there are."""


def forms() -> dict[str, Form[Any]]:
    """Forms by the id of the first case that has them."""
    found: dict[str, Form[Any]] = {}
    for case in load("schemas/requested-schemas.json"):
        if case["right"] == "accept":
            found[case["id"]] = Form.parse(case["schema_text"] if "schema_text" in case else BUILT[case["id"]]())
    for case in load("schemas/contents.json"):
        found[case["id"]] = Form.parse(case["schema"])
    for case in load("schemas/conversions.json"):
        if case["normalised"] == "accept":
            found[case["id"]] = Form.parse(case["json_schema"], normalise=True)
    once = {form.wire_json: name for name, form in reversed(found.items())}
    return {name: form for name, form in found.items() if once[form.wire_json] == name}


@pytest.mark.parametrize(("mode", "revision"), [(VERSION, VERSION), ("legacy", "2025-11-25")])
def test_forms_are_read_back_unchanged_by_the_official_client(mode: str, revision: str) -> None:
    asked = forms()
    seen: dict[str, dict[str, Any]] = {}
    server = named()
    protect(server, key=KEY)

    @server.tool(structured_output=False)
    async def ask(name: str, ctx: Ctx) -> str | InputRequiredResult:
        form = asked[name]
        if ctx.protocol_version != VERSION:
            # Sent as a request of its own.
            return str((await ctx.session.elicit_form(name, form.wire)).action)
        answer = read_answer(ctx, "q", form)
        if answer.outcome != "missing":
            return answer.outcome
        return input_required(input_requests={"q": input_required.elicit(name, form)})

    async def answer(context: Any, params: Any) -> ElicitResult:
        assert isinstance(params, ElicitRequestFormParams)
        seen[params.message] = params.requested_schema
        return ElicitResult(action="decline")

    async def run(url: str) -> None:
        async with Client(url, elicitation_callback=answer, mode=mode) as client:
            assert client.protocol_version == revision
            for name in asked:
                result = await client.call_tool("ask", {"name": name})
                assert isinstance(result.content[0], TextContent)
                assert result.content[0].text in ("declined", "decline"), (name, result.content[0].text)

    with serve(server) as url:
        asyncio.run(run(url))
    assert {name: spelled(schema) for name, schema in seen.items()} == {
        name: spelled(form.wire) for name, form in asked.items()
    }
    assert len(seen) == FORMS


def spelled(schema: dict[str, Any]) -> str:
    """What must stay: every value, and the order of the fields, which the user meets; keywords the SDK may sort."""
    return json.dumps(schema, sort_keys=True) + json.dumps(list(schema["properties"]))
