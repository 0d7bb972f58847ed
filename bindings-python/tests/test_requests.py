from __future__ import annotations

from typing import Any

import pytest
from mcp_types import InputRequiredResult, ModelPreferences, SamplingMessage, TextContent
from pydantic import BaseModel

from mrtr import Form, FormError, RequestError, input_required

from support import NOT_JSON, NOT_TEXT, SECRET, refused

CONFIRM = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}


class Confirm(BaseModel):
    ok: bool


def test_a_form() -> None:
    wanted = {
        "method": "elicitation/create",
        "params": {"message": "Sure?", "requestedSchema": CONFIRM, "mode": "form"},
    }
    assert input_required.elicit("Sure?", CONFIRM) == wanted
    assert input_required.elicit("Sure?", Form.parse(CONFIRM)) == wanted
    question = input_required.elicit("Sure?", Confirm)
    assert question["params"]["requestedSchema"]["properties"]["ok"]["type"] == "boolean"


def test_a_sensitive_name_must_be_allowed() -> None:
    schema = {"type": "object", "properties": {"password": {"type": "string"}}}
    refused(lambda: input_required.elicit("?", schema), "invalid_form")
    assert input_required.elicit("?", schema, allow_sensitive=["password"])
    assert input_required.elicit("?", Form.parse(schema, allow_sensitive=["password"]))


def test_a_page() -> None:
    question = input_required.elicit_url("Sign in", "https://example.com/in")
    assert question["params"] == {"message": "Sign in", "url": "https://example.com/in", "mode": "url"}
    assert input_required.elicit_url("Sign in", "myapp://in", schemes=["myapp"])
    for url in (
        "http://example.com",
        "javascript:alert(1)",
        "https://u:p@example.com",
        f"https://e.com/?token={SECRET}",
    ):
        error = refused(lambda url=url: input_required.elicit_url("Sign in", url), "invalid_request")  # type: ignore[misc]
        assert isinstance(error, RequestError)
        assert error.issues[0].pointer == "/url"
    assert input_required.elicit_url("Sign in", "https://e.com/?token=1", allow_sensitive=["token"])


def test_a_question_to_the_model() -> None:
    messages = [{"role": "user", "content": {"type": "text", "text": "hi"}}]
    wanted = {"method": "sampling/createMessage", "params": {"messages": messages, "maxTokens": 5}}
    assert input_required.create_message(messages, max_tokens=5) == wanted
    models = [SamplingMessage(role="user", content=TextContent(type="text", text="hi"))]
    assert input_required.create_message(models, max_tokens=5) == wanted
    full = input_required.create_message(
        messages,
        max_tokens=5,
        system_prompt="be brief",
        temperature=0.5,
        stop_sequences=["."],
        metadata={"a_b": 1},
        model_preferences=ModelPreferences(cost_priority=0.5),
    )
    assert full["params"]["systemPrompt"] == "be brief"
    assert full["params"]["metadata"] == {"a_b": 1}
    assert full["params"]["modelPreferences"] == {"costPriority": 0.5}


def test_the_roots() -> None:
    assert input_required.list_roots()["method"] == "roots/list"


def test_the_result() -> None:
    question = input_required.elicit("Sure?", CONFIRM)
    result = input_required(input_requests={"confirm": question}, request_state="token")
    assert result == {"resultType": "input_required", "inputRequests": {"confirm": question}, "requestState": "token"}
    assert InputRequiredResult.model_validate(result)
    assert input_required(request_state="token", input_requests={}) == {
        "resultType": "input_required",
        "requestState": "token",
    }
    assert input_required(request_state="t", meta={"x": 1})["_meta"] == {"x": 1}


def test_results_that_ask_nothing() -> None:
    assert isinstance(refused(input_required, "invalid_input_required"), RequestError)
    refused(lambda: input_required(input_requests={}), "invalid_input_required")


@pytest.mark.parametrize(
    "requests", [5, "confirm", [CONFIRM], {"k": {}}, {"k": {"method": "x/y"}}, {"k": None}, {"k": "v"}, {"x" * 129: {}}]
)
def test_questions_that_are_none(requests: Any) -> None:
    refused(lambda: input_required(input_requests=requests), "invalid_argument", "invalid_input_required")


@pytest.mark.parametrize("value", [value for name, value in NOT_TEXT.items()], ids=NOT_TEXT)
def test_texts_that_are_none(value: Any) -> None:
    codes = ("invalid_argument", "invalid_request", "invalid_json", "invalid_input_required")
    refused(lambda: input_required.elicit(value, CONFIRM), *codes)
    refused(lambda: input_required.elicit_url(value, "https://example.com"), *codes)
    refused(lambda: input_required.elicit_url("Sign in", value), *codes)
    refused(lambda: input_required(request_state=value), *codes)


@pytest.mark.parametrize("value", [5, True, b"{}", None, [], {}, {"type": "array"}, "{", object, int])
def test_schemas_that_are_none(value: Any) -> None:
    refused(lambda: input_required.elicit("Sure?", value), "invalid_argument", "invalid_form")


@pytest.mark.parametrize("value", NOT_JSON.values(), ids=NOT_JSON)
def test_values_that_are_no_json(value: Any) -> None:
    codes = ("invalid_argument", "invalid_json", "too_deep", "invalid_request")
    refused(lambda: input_required.create_message([value], max_tokens=5), *codes)
    refused(lambda: input_required.create_message(value, max_tokens=5), *codes)
    refused(lambda: input_required(input_requests={"k": value}), *codes)
    refused(lambda: input_required(request_state="t", meta={"a": value}), *codes)
    refused(lambda: input_required.elicit("Sure?", {"type": value}), *codes)


def test_an_empty_message_is_an_error() -> None:
    assert refused(lambda: input_required.elicit("", CONFIRM), "invalid_request").issues
    assert isinstance(refused(lambda: input_required.elicit("x", {"type": "object"})), FormError)
