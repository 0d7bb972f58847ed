"""The worked example over real HTTP, driven by the official client."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from mcp.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, ElicitResult, InputRequiredResult

import delete_report
from servers import call, post, serve
from support import KEY

FROZEN = (-32602, "Invalid or expired requestState", {"reason": "invalid_request_state"})
TARGET = {"target": "q3.pdf"}
YES = {"confirm": {"action": "accept", "content": {"ok": True}}}
NOT_TOKENS: list[Any] = ["", "v1.", "x" * 70_000, 7, True, [], {}, "\ud800"]
NOT_CONTENT: list[Any] = [
    {"ok": "yes"},
    {},
    None,
    {"ok": 1},
    {"ok": True, "reason": "x" * 201},
    {"ok": {"a": [1]}},
    [],
    5,
]
NOT_ANSWERS: list[Any] = [
    *({"action": "reject"}, {"action": "ACCEPT", "content": {"ok": True}}),
    *({}, None, "yes", {"roots": []}, {"method": "elicitation/create", "result": YES["confirm"]}),
]
NOT_OBJECTS: list[Any] = [[], "x", 5, True]
TOO_LITTLE: list[dict[str, Any]] = [{}, {"elicitation": {"url": {}}}, {"sampling": {}}]


class Log:
    """What the example wrote: which handlers were entered, and what was refused."""

    def __init__(self) -> None:
        self.entries: list[dict[str, Any]] = []

    def __call__(self, **entry: Any) -> None:
        self.entries.append(entry)

    @property
    def entered(self) -> list[tuple[str, int]]:
        return [(entry["entered"], entry["round"]) for entry in self.entries if "entered" in entry]

    @property
    def refused(self) -> list[str]:
        return [entry["refused"] for entry in self.entries if "refused" in entry]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    log = Log()
    monkeypatch.setattr(delete_report, "log", log)
    return log


@pytest.fixture(params=["signed", "encrypted"])
def url(request: pytest.FixtureRequest, log: Log) -> Iterator[str]:
    with serve(delete_report.build(KEY, format=request.param, on_refusal=delete_report.refused)) as url:
        yield url


def drive(url: str, tool: str, action: Literal["accept", "decline", "cancel"], **content: Any) -> CallToolResult:
    """The official client, answering every question in one way."""

    async def answer(context: Any, params: Any) -> ElicitResult:
        assert params.requested_schema["required"] == ["ok"]
        return ElicitResult(action=action, content=content or None)

    async def run() -> CallToolResult:
        async with Client(url, elicitation_callback=answer) as client:
            return await client.call_tool(tool, TARGET)

    return asyncio.run(run())


def text(result: Any) -> str:
    content = result.content if isinstance(result, CallToolResult) else result["result"]["content"]
    block: Any = content[0]
    return str(block["text"] if isinstance(block, dict) else block.text)


def begin(url: str, tool: str = "delete_report") -> str:
    """Round one, by hand; gives the token."""
    reply = call(url, tool, arguments=TARGET)
    assert reply["result"]["resultType"] == "input_required"
    return str(reply["result"]["requestState"])


def refusal(reply: dict[str, Any]) -> tuple[int, str, Any]:
    assert reply["http"] == 400
    error = reply["error"]
    return error["code"], error["message"], error.get("data")


def test_accepted(url: str, log: Log) -> None:
    assert text(drive(url, "delete_report", "accept", ok=True)) == "Deleted q3.pdf."
    assert log.entered == [("delete_report", 1), ("delete_report", 2)]
    assert log.refused == []


def test_accepted_and_not_confirmed(url: str) -> None:
    assert text(drive(url, "delete_report", "accept", ok=False)) == "Not confirmed. Nothing was deleted."


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_declined_is_not_asked_again(url: str, log: Log, action: Literal["decline", "cancel"]) -> None:
    assert text(drive(url, "delete_report", action)) == "Cancelled. Nothing was deleted."
    assert len(log.entered) == 2


def test_a_changed_character_is_refused_before_the_handler(url: str, log: Log) -> None:
    token = begin(url)
    at = len(token) // 2
    changed = token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :]
    assert refusal(call(url, "delete_report", arguments=TARGET, requestState=changed, inputResponses=YES)) == FROZEN
    assert log.entered == [("delete_report", 1)]
    assert text(call(url, "delete_report", arguments=TARGET, requestState=token, inputResponses=YES)) == (
        "Deleted q3.pdf."
    )


def test_a_confirmation_moved_to_another_tool_is_refused_before_the_handler(url: str, log: Log) -> None:
    token = begin(url)
    reply = call(url, "archive_report", arguments=TARGET, requestState=token, inputResponses=YES)
    assert refusal(reply) == FROZEN
    assert log.entered == [("delete_report", 1)]
    assert log.refused == ["operation"]


def test_a_confirmation_moved_to_another_target_is_refused_before_the_handler(url: str, log: Log) -> None:
    token = begin(url)
    reply = call(url, "delete_report", arguments={"target": "q4.pdf"}, requestState=token, inputResponses=YES)
    assert refusal(reply) == FROZEN
    assert log.entered == [("delete_report", 1)]
    assert log.refused == ["arguments"]


def test_the_frozen_refusal_is_the_same_whatever_the_cause(url: str, log: Log) -> None:
    token = begin(url)
    for state in [*NOT_TOKENS, token + "A", token[:-1]]:
        reply = call(url, "delete_report", arguments=TARGET, requestState=state, inputResponses=YES)
        assert refusal(reply) == FROZEN, state
    assert log.entered == [("delete_report", 1)]
    assert len(log.refused) == 10


def test_the_official_client_sees_a_true_error(url: str) -> None:
    token = begin(url)

    async def run() -> None:
        async with Client(url) as client:
            with pytest.raises(MCPError) as caught:
                await client.session.call_tool("archive_report", TARGET, request_state=token, allow_input_required=True)
            assert (caught.value.code, caught.value.message, caught.value.data) == FROZEN

    asyncio.run(run())


def test_the_ninth_round_is_refused_with_a_result_that_says_so(url: str, log: Log) -> None:
    result = drive(url, "never_satisfied", "accept", ok=True)
    assert result.is_error
    assert "8 rounds" in text(result)
    assert log.entered == [("never_satisfied", number) for number in range(1, 10)]
    assert log.refused == ["rounds"]


def test_two_hundred_rounds_from_a_raw_client_end_at_the_ninth(url: str, log: Log) -> None:
    state: dict[str, Any] = {}
    asked = 0
    for _ in range(200):
        reply = call(url, "never_satisfied", arguments=TARGET, **state)["result"]
        if reply["resultType"] != "input_required":
            break
        asked += 1
        state = {"requestState": reply["requestState"]}
    assert (asked, reply["isError"], reply["resultType"]) == (8, True, "complete")


def test_a_client_that_drops_the_state_stays_in_round_one_and_is_not_heard(url: str, log: Log) -> None:
    for _ in range(20):
        reply = call(url, "delete_report", arguments=TARGET, inputResponses=YES)
        assert reply["result"]["resultType"] == "input_required"
    assert set(log.entered) == {("delete_report", 1)}


def test_content_that_does_not_fit_is_asked_again(url: str, log: Log) -> None:
    token = begin(url)
    for content in NOT_CONTENT:
        answers = {"confirm": {"action": "accept", "content": content}}
        reply = call(url, "delete_report", arguments=TARGET, requestState=token, inputResponses=answers)
        assert reply["result"]["resultType"] == "input_required", content
    for answer in NOT_ANSWERS:
        reply = call(url, "delete_report", arguments=TARGET, requestState=token, inputResponses={"confirm": answer})
        assert reply["result"]["resultType"] == "input_required", answer


def test_unknown_keys_do_no_harm(url: str) -> None:
    token = begin(url)
    answers = {**YES, "undefined": {"action": "accept", "content": {"ok": True}}, "__proto__": YES, "x": 7}
    reply = call(url, "delete_report", arguments=TARGET, requestState=token, inputResponses=answers)
    assert text(reply) == "Deleted q3.pdf."
    reply = call(url, "delete_report", arguments=TARGET, requestState=token, inputResponses={"__proto__": YES})
    assert reply["result"]["resultType"] == "input_required"


def test_answers_that_are_no_object_are_an_error(url: str, log: Log) -> None:
    token = begin(url)
    for answers in NOT_OBJECTS:
        reply = call(url, "delete_report", arguments=TARGET, requestState=token, inputResponses=answers)
        assert (reply["error"]["code"], reply["http"]) == (-32602, 400)
    assert log.entered == [("delete_report", 1)]


def test_a_client_that_cannot_be_asked_is_told_what_is_missing(url: str) -> None:
    for declared in TOO_LITTLE:
        reply = post(url, "tools/call", {"name": "delete_report", "arguments": TARGET}, declared)
        assert reply["error"]["code"] == -32021
        assert reply["error"]["data"]["requiredCapabilities"] == {"elicitation": {"form": {}}}
        assert reply["http"] == 400
    reply = post(url, "tools/call", {"name": "delete_report", "arguments": TARGET}, {"elicitation": {}})
    assert reply["result"]["resultType"] == "input_required"


def test_a_retry_may_land_on_another_instance(url: str, log: Log, request: pytest.FixtureRequest) -> None:
    format = request.node.callspec.params["url"]  # noqa: A001
    token = begin(url)
    with serve(delete_report.build(KEY, format=format)) as other:
        reply = call(other, "delete_report", arguments=TARGET, requestState=token, inputResponses=YES)
        assert text(reply) == "Deleted q3.pdf."
    with serve(delete_report.build(KEY * 2, format=format, on_refusal=delete_report.refused)) as stranger:
        reply = call(stranger, "delete_report", arguments=TARGET, requestState=token, inputResponses=YES)
        assert refusal(reply) == FROZEN


def test_time_runs_out(log: Log) -> None:
    now = [1_790_001_000.0]
    server = delete_report.build(KEY, clock=lambda: now[0], ttl_seconds=60, on_refusal=delete_report.refused)
    with serve(server) as url:
        token = begin(url)
        now[0] += 59
        assert text(call(url, "delete_report", arguments=TARGET, requestState=token, inputResponses=YES))
        now[0] += 2
        reply = call(url, "delete_report", arguments=TARGET, requestState=token, inputResponses=YES)
        assert refusal(reply) == FROZEN
        assert log.refused == ["expired"]


def test_the_questions_are_on_the_wire_as_they_were_built(url: str) -> None:
    reply = call(url, "delete_report", arguments=TARGET)["result"]
    question = reply["inputRequests"]["confirm"]
    assert question["method"] == "elicitation/create"
    assert question["params"]["message"] == "Delete q3.pdf?"
    schema = question["params"]["requestedSchema"]
    assert schema["properties"]["ok"]["type"] == "boolean"
    assert schema["properties"]["reason"]["maxLength"] == 200
    assert InputRequiredResult.model_validate(reply)
