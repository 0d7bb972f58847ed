"""Clients of 2025: asked over their session, for handlers that ask as 2026-07-28 has it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Literal

import pytest
from mcp.client import Client
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import MCPServer
from mcp.shared.exceptions import MCPError, UrlElicitationRequiredError
from mcp_types import (
    INTERNAL_ERROR,
    URL_ELICITATION_REQUIRED,
    CallToolRequestParams,
    CallToolResult,
    CreateMessageResult,
    ElicitRequestURLParams,
    ElicitResult,
    ErrorData,
    GetPromptResult,
    InputRequiredResult,
    ListRootsResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceResult,
    Root,
    TextContent,
    Tool,
)
from pydantic import FileUrl

from mrtr import Refusal
from mrtr.mcp import input_required, protect, state

from servers import call, serve
from support import KEY, SECRET, refused
from tools import Confirm, Ctx, ask, named, with_tool

Answer = ElicitResult | ErrorData
YES = ElicitResult(action="accept", content={"ok": True})
streamed = partial(serve, json_response=False)


def run(url: str, job: Callable[[Client], Awaitable[Any]], answer: Answer | None = YES) -> Any:
    """The official client in a session, answering every form in one way; without an answer it cannot be asked."""

    async def elicit(context: Any, params: Any) -> Answer:
        assert answer is not None
        return answer

    async def session() -> Any:
        callback = None if answer is None else elicit
        async with Client(url, mode="legacy", elicitation_callback=callback) as client:
            try:
                return await job(client)
            except MCPError as error:
                return error

    outcome = asyncio.run(session())
    if isinstance(outcome, MCPError):
        raise outcome
    return outcome


def told(result: CallToolResult) -> str:
    block = result.content[0]
    assert isinstance(block, TextContent)
    return ("isError: " if result.is_error else "") + block.text


def tell(client: Client) -> Awaitable[Any]:
    return client.call_tool("tell")


def test_the_same_handler_asks_a_client_of_2025() -> None:
    with streamed(with_tool()) as url:
        assert told(run(url, tell)) == "True {\"round\":1} {'round': 1} 2 7"


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_a_no_is_read_as_such(action: Literal["decline", "cancel"]) -> None:
    server = named()
    protect(server, key=KEY)

    @server.tool(structured_output=False)
    async def tell(ctx: Ctx) -> str | InputRequiredResult:
        call = state(ctx)
        return ask() if call.round == 1 else call.answer("confirm", Confirm).outcome

    with streamed(server) as url:
        said = told(run(url, lambda client: client.call_tool("tell"), ElicitResult(action=action)))
        assert said == {"decline": "declined", "cancel": "cancelled"}[action]


def every_kind(**options: Any) -> MCPServer[Any]:
    """A server whose tool, prompt and resource ask; what the tool asks is up to its argument."""
    server = named()
    protect(server, **{"key": KEY, **options})

    @server.tool(structured_output=False)
    async def kinds(kind: str, ctx: Ctx) -> str | InputRequiredResult:
        questions = {
            "form": input_required.elicit("Sure?", Confirm),
            "url": input_required.elicit_url("Go there", "https://a.example/"),
            "sampling": input_required.create_message(
                [{"role": "user", "content": {"type": "text", "text": "?"}}], max_tokens=5
            ),
            "roots": input_required.list_roots(),
        }
        if state(ctx).round == 1:
            return input_required(input_requests={key: questions[key] for key in kind.split()})
        return json.dumps({key: state(ctx).response(key) for key in kind.split()})

    @server.prompt()
    async def asks(ctx: Ctx) -> str | InputRequiredResult:
        content = state(ctx).accepted_content("confirm", Confirm)
        return ask() if content is None else f"confirmed {content.ok}"

    @server.resource("report://{name}")
    async def report(name: str, ctx: Ctx) -> str | InputRequiredResult:
        content = state(ctx).accepted_content("confirm", Confirm)
        return ask() if content is None else f"confirmed {content.ok}"

    return server


def test_prompts_and_resources_ask_too() -> None:
    with streamed(every_kind()) as url:
        prompt: GetPromptResult = run(url, lambda client: client.get_prompt("asks"))
        assert "confirmed True" in prompt.model_dump_json()
        resource: ReadResourceResult = run(url, lambda client: client.read_resource("report://q3"))
        assert "confirmed True" in resource.model_dump_json()


def test_every_kind_of_question() -> None:
    seen: list[Any] = []

    async def elicit(context: Any, params: Any) -> ElicitResult:
        seen.append(params)
        return ElicitResult(action="accept", content=None if params.mode == "url" else {"ok": True})

    async def sample(context: Any, params: Any) -> CreateMessageResult:
        return CreateMessageResult(role="assistant", content=TextContent(type="text", text="Paris"), model="m")

    async def roots(context: Any) -> ListRootsResult:
        return ListRootsResult(roots=[Root(uri=FileUrl("file:///work"))])

    async def session() -> CallToolResult:
        client = Client(
            url, mode="legacy", elicitation_callback=elicit, sampling_callback=sample, list_roots_callback=roots
        )
        async with client:
            return await client.call_tool("kinds", {"kind": "form url sampling roots"})

    with streamed(every_kind()) as url:
        given = json.loads(told(asyncio.run(session())))
    assert given["form"] == {"kind": "elicit", "action": "accept", "content": {"ok": True}}
    assert given["url"] == {"kind": "elicit", "action": "accept"}
    assert given["sampling"]["result"]["content"]["text"] == "Paris"
    assert given["roots"] == {"kind": "roots", "roots": [{"uri": "file:///work"}]}
    # What 2025 requires of a URL, and 2026 has no more.
    ids = {params.elicitation_id for params in seen if params.mode == "url"}
    assert len(ids) == 1
    assert all(ids)


def test_a_capability_that_is_missing_is_told_in_the_words_of_2025() -> None:
    refusals: list[Refusal] = []
    with streamed(every_kind(on_refusal=refusals.append)) as url:
        result = run(url, lambda client: client.call_tool("kinds", {"kind": "form"}), None)
        assert told(result) == "isError: Missing required client capabilities: elicitation"
        with pytest.raises(MCPError) as caught:
            run(url, lambda client: client.get_prompt("asks"), None)
        assert (caught.value.code, caught.value.data) == (INTERNAL_ERROR, None)
    assert [refusal.code for refusal in refusals] == ["capability", "capability"]


@pytest.mark.parametrize("options", [{"json_response": True}, {"json_response": False, "stateless_http": True}])
def test_without_a_session_to_ask_over_it_is_said_so(options: dict[str, Any]) -> None:
    with serve(every_kind(), **options) as url:
        said = told(run(url, lambda client: client.call_tool("kinds", {"kind": "form"})))
        assert said.startswith("isError: The call needs to ask its user")
        assert "in a session" in said
        with pytest.raises(MCPError, match="in a session") as caught:
            run(url, lambda client: client.get_prompt("asks"))
        assert caught.value.code == INTERNAL_ERROR


def test_the_error_of_2025_that_sends_to_a_page_is_none_of_2026() -> None:
    server = named()
    protect(server, key=KEY)

    @server.tool(structured_output=False)
    async def old_style() -> str:
        page = ElicitRequestURLParams(message="Go there", url="https://a.example/", elicitation_id="1")
        raise UrlElicitationRequiredError([page])

    with streamed(server) as url:
        with pytest.raises(MCPError) as caught:
            run(url, lambda client: client.call_tool("old_style"))
        assert caught.value.code == URL_ELICITATION_REQUIRED
        error = call(url, "old_style")["error"]
        assert error["code"] == INTERNAL_ERROR
        assert "elicit_url" in error["message"]


def test_a_client_that_fails_to_answer_ends_the_call() -> None:
    with streamed(every_kind()) as url:
        failure = ErrorData(code=-32000, message="no screen")
        said = told(run(url, lambda client: client.call_tool("kinds", {"kind": "form"}), failure))
        assert said == "isError: The call could not go on: question 'form' was not answered: no screen."
        with pytest.raises(MCPError) as caught:
            run(url, lambda client: client.get_prompt("asks"), failure)
        assert caught.value.code == INTERNAL_ERROR


def test_an_answer_has_its_time() -> None:
    async def never(context: Any, params: Any) -> ElicitResult:
        await asyncio.sleep(30)
        return YES

    async def session() -> CallToolResult:
        async with Client(url, mode="legacy", elicitation_callback=never) as client:
            return await client.call_tool("tell")

    with streamed(with_tool(answer_timeout_seconds=0.2)) as url:
        assert told(asyncio.run(session())).startswith("isError: The call could not go on: question 'confirm'")


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), "600", None, True])
def test_a_timeout_is_finite_and_positive(seconds: Any) -> None:
    refused(lambda: protect(named(), key=KEY, answer_timeout_seconds=seconds), "invalid_option")


def test_rounds_without_questions_count_too() -> None:
    server = named()
    protect(server, key=KEY, max_rounds=2)
    rounds: list[int] = []

    @server.tool(structured_output=False)
    async def wait(ctx: Ctx) -> InputRequiredResult:
        rounds.append(state(ctx).round)
        return input_required(request_state=f"after {ctx.request_state}")

    with streamed(server) as url:
        assert "after 2 rounds" in told(run(url, lambda client: client.call_tool("wait")))
    assert rounds == [1, 2, 3]


def test_content_that_does_not_fit_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    answers = [ElicitResult(action="accept", content={"ok": SECRET}), ElicitResult(action="accept"), YES]

    async def elicit(context: Any, params: Any) -> ElicitResult:
        return answers.pop(0)

    async def session() -> CallToolResult:
        async with Client(url, mode="legacy", elicitation_callback=elicit) as client:
            return await client.call_tool("tell")

    with streamed(with_tool()) as url, caplog.at_level(logging.DEBUG, "mrtr"):
        assert told(asyncio.run(session())).startswith('True {"round":3}')
    assert answers == []
    assert SECRET not in caplog.text


def test_handlers_of_a_low_level_server_that_are_added_later() -> None:
    async def tools(ctx: ServerRequestContext[Any], params: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[Tool(name="tell", input_schema={"type": "object"})])

    server: Server[Any] = Server("low", on_list_tools=tools)
    protect(server, key=KEY)

    async def tell(
        ctx: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        if state(ctx).round == 1:
            return ask(request_state=state(ctx).seal_request_state("low"))
        said = f"{params.request_state} {state(ctx).answer('confirm', Confirm).outcome}"
        return CallToolResult(content=[TextContent(type="text", text=said)])

    server.add_request_handler("tools/call", CallToolRequestParams, tell)
    with streamed(server) as url:
        for _ in range(2):
            assert told(run(url, lambda client: client.session.call_tool("tell"))) == '"low" accepted'


def test_middleware_further_in_may_ask_as_well() -> None:
    async def first(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        if ctx.method == "tools/call" and state(ctx).round == 1:
            return ask(request_state="mine")
        return await call_next(ctx)

    server = named(middleware=[first])
    protect(server, key=KEY)

    @server.tool(structured_output=False)
    async def tell(ctx: Ctx) -> str:
        return f"{ctx.request_state} {state(ctx).answer('confirm', Confirm).outcome}"

    with streamed(server) as url:
        assert told(run(url, lambda client: client.call_tool("tell"))) == "mine accepted"
