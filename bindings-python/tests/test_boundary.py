from __future__ import annotations

import pickle
import threading
from functools import partial
from types import MappingProxyType
from typing import Any

import pytest
from pydantic import BaseModel

from mrtr import (
    Accepted,
    Boundary,
    Declined,
    IllegalStateError,
    Invalid,
    InvalidSealedState,
    Missing,
    Refusal,
    Round,
    input_required,
)

from support import KEY, NOT_JSON, NOT_TEXT, NOW, OTHER_KEY, SECRET, refused

CAPABILITIES: dict[str, Any] = {"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}
META = {"io.modelcontextprotocol/clientCapabilities": CAPABILITIES}
FROZEN = {"code": -32602, "message": "Invalid or expired requestState", "data": {"reason": "invalid_request_state"}}


class Confirm(BaseModel):
    ok: bool


def boundary(**options: Any) -> Boundary:
    return Boundary(**{"key": KEY, "clock": lambda: NOW, **options})


def params(state: Any = None, answers: Any = None, **more: Any) -> dict[str, Any]:
    call: dict[str, Any] = {"name": "delete_report", "arguments": {"target": "q3.pdf"}, "_meta": META, **more}
    if state is not None:
        call["requestState"] = state
    if answers is not None:
        call["inputResponses"] = answers
    return call


def question(model: type = Confirm) -> dict[str, Any]:
    return input_required.elicit("Sure?", model)


def ask(subject: Boundary, call: dict[str, Any], payload: object = None, **who: Any) -> str:
    """One round that asks; gives the token."""
    entered = subject.enter("tools/call", call, **who)
    state = None if payload is None else entered.seal_request_state(payload)
    left = entered.leave(input_required(input_requests={"confirm": question()}, request_state=state))
    assert left is not None
    token = left["requestState"]
    assert isinstance(token, str)
    return token


def accept(**content: Any) -> dict[str, Any]:
    return {"confirm": {"action": "accept", "content": content}}


@pytest.mark.parametrize("result", [None, 5, "x", [], True])
def test_what_is_no_result_does_not_leave(result: Any) -> None:
    call = boundary().enter("tools/call", params())
    with pytest.raises(Refusal, match="a handler must give a result"):
        call.leave(result)
    assert call.leave({"content": []}) is None


def test_a_key_that_was_never_set_takes_no_protection_away() -> None:
    refused(lambda: Boundary(key=None), "no_key")
    refused(lambda: Boundary(keys=[]), "no_key")
    # Left out altogether is the word for a server without sealed state.
    assert Boundary().enter("tools/call", {"name": "x"}).number == 1


def test_a_call_in_two_rounds() -> None:
    subject = boundary()
    first = subject.enter("tools/call", params())
    assert (first.number, first.rounds_left, first.expires_at, first.request_state()) == (1, 8, None, None)
    assert first.answer("confirm", Confirm) == Missing()
    token = ask(subject, params(), {"target": "q3.pdf"})
    second = subject.enter("tools/call", params(token, accept(ok=True)))
    assert (second.number, second.rounds_left, second.expires_at) == (2, 7, NOW + 600)
    assert second.request_state() == {"target": "q3.pdf"}
    assert second.request_state_text == '{"target":"q3.pdf"}'
    assert second.accepted_content("confirm", Confirm) == Confirm(ok=True)
    assert second.responses == accept(ok=True)
    assert second.response("confirm") == {"kind": "elicit", "action": "accept", "content": {"ok": True}}
    assert second.leave({"content": []}) is None


def test_the_flow_id_stays() -> None:
    subject = boundary()
    entered = subject.enter("tools/call", params())
    left = entered.leave(input_required(input_requests={"confirm": question()}))
    assert left is not None
    again = subject.enter("tools/call", params(left["requestState"]))
    assert again.flow_id == entered.flow_id
    assert subject.enter("tools/call", params()).flow_id != entered.flow_id


@pytest.mark.parametrize("format", ["signed", "encrypted"])
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"name": "archive_report"}, "operation"),
        ({"arguments": {"target": "q4.pdf"}}, "arguments"),
        ({"arguments": {}}, "arguments"),
        ({"arguments": {"target": "q3.pdf", "more": 1}}, "arguments"),
    ],
)
def test_a_moved_echo_is_refused(format: str, change: dict[str, Any], reason: str) -> None:  # noqa: A002
    subject = boundary(format=format)
    token = ask(subject, params())
    assert subject.enter("tools/call", params(token, accept(ok=True)))
    refusal = refused(lambda: subject.enter("tools/call", params(token, accept(ok=True), **change)))
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.code, refusal.error) == (reason, reason, FROZEN)
    assert (refusal.method, refusal.target) == ("tools/call", change.get("name", "delete_report"))
    assert token not in f"{refusal!r} {refusal.detail}"


@pytest.mark.parametrize("state", [7, True, ["x"], {"a": 1}, "", "v1.x", SECRET, "\ud800", "\0"])
def test_a_state_that_is_none_is_refused(state: Any) -> None:
    refusal = refused(lambda: boundary().enter("tools/call", params(state)))
    assert isinstance(refusal, Refusal)
    assert refusal.error == FROZEN


def test_null_is_absent() -> None:
    assert boundary().enter("tools/call", {**params(), "requestState": None, "inputResponses": None}).number == 1


def test_a_principal_must_be_the_same_on_both_sides() -> None:
    subject = boundary()
    token = ask(subject, params(), principal="alice")
    assert subject.enter("tools/call", params(token), principal="alice")
    for other in ("mallory", None, ...):
        refusal = refused(partial(subject.enter, "tools/call", params(token), principal=other))
        assert isinstance(refusal, Refusal)
        assert refusal.error == FROZEN
    refusal = refused(lambda: subject.enter("tools/call", params(), principal=...))
    assert isinstance(refusal, Refusal)
    assert refusal.error["code"] == -32603
    refused(lambda: subject.enter("tools/call", params(), principal=""))


@pytest.mark.parametrize("principal", [value for name, value in NOT_TEXT.items() if name != "none"])
def test_a_principal_is_text(principal: Any) -> None:
    refused(lambda: boundary().enter("tools/call", params(), principal=principal), "invalid_argument", "invalid_utf8")


def test_the_audience_must_be_the_same() -> None:
    for options in ({"audience": "reports"}, {"format": "encrypted", "server_name": "reports"}):
        token = ask(boundary(**options), params())
        assert boundary(**options).enter("tools/call", params(token))
        plain = {"format": options.get("format", "signed")}
        assert refused(partial(boundary(**plain).enter, "tools/call", params(token))).code == "audience"


def test_answers_fit_the_questions_that_were_asked() -> None:
    subject = boundary()
    token = ask(subject, params())
    other = {"type": "object", "properties": {"ok": {"type": "boolean"}, "why": {"type": "string"}}, "required": ["ok"]}
    entered = subject.enter("tools/call", params(token, {**accept(ok=True), "unasked": {"action": "decline"}}))
    assert entered.answer("confirm", Confirm) == Accepted(Confirm(ok=True), {"ok": True})
    assert entered.answer("confirm", other) == Missing()
    assert entered.answer("unasked") == Missing()
    assert [(note.code, note.pointer) for note in entered.notes] == [("unasked", "unasked")]
    declined = subject.enter("tools/call", params(token, {"confirm": {"action": "decline"}}))
    assert declined.answer("confirm", Confirm) == Declined()
    roots = subject.enter("tools/call", params(token, {"confirm": {"roots": []}}))
    assert isinstance(roots.answer("confirm", Confirm), Invalid)
    assert roots.responses == {}


def test_answers_without_a_state_are_read_only_when_that_is_wanted() -> None:
    assert boundary().enter("tools/call", params(None, accept(ok=True))).answer("confirm", Confirm) == Missing()
    subject = boundary(answers_without_state="read")
    assert subject.enter("tools/call", params(None, accept(ok=True))).answer("confirm", Confirm)


def test_answers_that_are_no_object_are_refused() -> None:
    wrong: list[Any] = [[], "x", 5, True]
    for answers in wrong:
        refusal = refused(partial(boundary().enter, "tools/call", params(None, answers)))
        assert isinstance(refusal, Refusal)
        assert refusal.error["code"] == -32602
        assert refusal.reason is None


def test_the_ninth_round() -> None:
    subject = boundary()
    token: str | None = None
    for number in range(1, 9):
        assert subject.enter("tools/call", params(token)).number == number
        token = ask(subject, params(token))
    ninth = subject.enter("tools/call", params(token))
    assert (ninth.number, ninth.rounds_left) == (9, 0)
    refusal = refused(lambda: ninth.leave(input_required(input_requests={"confirm": question()})), "rounds")
    assert isinstance(refusal, Refusal)
    assert refusal.tool_result is not None
    assert refusal.tool_result["isError"] is True
    assert "8" in refusal.tool_result["content"][0]["text"]
    assert refused(lambda: boundary(max_rounds=4).enter("tools/call", params(token))).code == "rounds"


@pytest.mark.parametrize("value", [0, -1, 1.5, float("nan"), float("inf"), "8", True, [8], 10**400], ids=repr)
def test_bounds_that_are_none(value: Any) -> None:
    assert boundary(max_rounds=1)
    assert refused(lambda: boundary(max_rounds=value)).code == "invalid_option"


def test_missing_capabilities_are_listed_before_anything_is_sent() -> None:
    subject = boundary()
    less: list[dict[str, Any]] = [{}, {"elicitation": None}, {"elicitation": []}, {"elicitation": {"url": {}}}]
    for declared in less:
        entered = subject.enter("tools/call", params(), capabilities=declared)
        assert not entered.may_ask("form")
        refusal = refused(partial(entered.leave, input_required(input_requests={"confirm": question()})))
        assert isinstance(refusal, Refusal)
        assert refusal.error["code"] == -32021
        assert "elicitation" in refusal.error["data"]["requiredCapabilities"]
    form = subject.enter("tools/call", params(), capabilities={"elicitation": {}})
    assert [kind for kind in ("form", "url", "sampling", "roots") if form.may_ask(kind)] == ["form"]


def test_a_result_that_cannot_be_sent_names_key_and_fix() -> None:
    wrong: list[Any] = [{"confirm": {"method": "x"}}, [], {"confirm": {"method": "elicitation/create"}}]
    for requests in wrong:
        entered = boundary().enter("tools/call", params())
        refusal = refused(partial(entered.leave, {"resultType": "input_required", "inputRequests": requests}))
        assert isinstance(refusal, Refusal)
        assert refusal.error["code"] == -32603
        assert "/inputRequests" in refusal.error["message"]


def test_a_round_leaves_once() -> None:
    entered = boundary().enter("tools/call", params())
    result = input_required(input_requests={"confirm": question()})
    assert entered.leave(result)
    refused(lambda: entered.leave(result), "illegal_state")
    assert isinstance(refused(lambda: entered.seal_request_state({})), IllegalStateError)


def test_states_of_the_handlers_own_spelling_are_sealed_as_text() -> None:
    subject = boundary()
    left = subject.enter("tools/call", params()).leave(input_required(request_state="step 2\0"))
    assert left is not None
    again = subject.enter("tools/call", params(left["requestState"]))
    assert (again.request_state_text, again.request_state()) == ("step 2\0", "step 2\0")


def test_integers_are_exact() -> None:
    subject = boundary()
    for low, high in ((2**53, 2**53 + 1), (10**300, 10**300 + 1), (2**64, 2**64 + 1), (-(2**63) - 1, -(2**63))):
        token = ask(subject, params(arguments={"n": low}))
        assert subject.enter("tools/call", params(token, arguments={"n": low}))
        assert refused(partial(subject.enter, "tools/call", params(token, arguments={"n": high}))).code == "arguments"
    refused(lambda: ask(subject, params(arguments={"n": 10**400})))
    token = ask(subject, params(arguments={"b": 1, "a": [1.0, "\ud800"]}))
    assert subject.enter("tools/call", params(token, arguments={"a": [1, "\ud800"], "b": 1e0}))


def test_prompts_and_resources_pass_too_and_nothing_else() -> None:
    subject = boundary()
    assert [Boundary.asks(name) for name in ("tools/call", "prompts/get", "resources/read", "tools/list", "")] == [
        *(True, True, True, False, False)
    ]
    for method, call in (("prompts/get", {"name": "p"}), ("resources/read", {"uri": "x://y"})):
        entered = subject.enter(method, {**call, "_meta": META})
        left = entered.leave(input_required(input_requests={"confirm": question()}))
        assert left is not None
        assert subject.enter(method, {**call, "requestState": left["requestState"]}).number == 2
        assert refused(partial(subject.enter, "tools/call", params(left["requestState"]))).code == "operation"
    refused(lambda: subject.enter("tools/list", {}), "unknown_method")


def test_without_a_key_nothing_is_sealed() -> None:
    subject = Boundary(clock=lambda: NOW)
    entered = subject.enter("tools/call", params("as it came", accept(ok=True)))
    assert (entered.request_state_text, entered.answer("confirm", Confirm)) == (
        "as it came",
        Accepted(Confirm(ok=True), {"ok": True}),
    )
    left = entered.leave(input_required(input_requests={"confirm": question()}, request_state="plain"))
    assert left is not None
    assert left["requestState"] == "plain"
    refused(lambda: subject.seal("x"), "no_key")


def test_the_text_of_the_params_will_do() -> None:
    entered = boundary().enter("tools/call", '{"name":"x","arguments":{"n":1.0}}')
    assert entered.number == 1
    refused(lambda: boundary().enter("tools/call", '{"name":"x","name":"y"}'), "params")
    assert boundary().enter("tools/call", MappingProxyType(params())).number == 1


def test_widget_tokens_are_tokens_of_their_own() -> None:
    subject = boundary()
    token = subject.seal({"board": [1, 0, 2]})
    assert subject.open(token) == {"board": [1, 0, 2]}
    assert isinstance(refused(lambda: subject.open(token, principal="alice")), InvalidSealedState)
    assert refused(lambda: subject.open(token[:-2])).code in {"mac", "malformed"}
    assert refused(lambda: subject.enter("tools/call", params(token))).code == "purpose"
    assert refused(lambda: subject.open(ask(subject, params()))).code == "purpose"
    assert str(refused(lambda: subject.open("x"))) == "ng-mcp-ui: sealed state is invalid or expired"


def test_pages_carry_tokens_of_their_own() -> None:
    subject = boundary()
    entered = subject.enter("tools/call", params())
    token = entered.seal_url_completion({"step": 1})
    completion = subject.open_url_completion(token, target="delete_report")
    assert (completion.payload, completion.flow_id) == ({"step": 1}, entered.flow_id)
    assert isinstance(refused(lambda: subject.open_url_completion(token, target="other")), InvalidSealedState)
    assert refused(lambda: subject.open(token)).code == "purpose"


@pytest.mark.parametrize("value", NOT_TEXT.values(), ids=NOT_TEXT)
def test_texts_that_are_none(value: Any) -> None:
    subject = boundary()
    entered = subject.enter("tools/call", params())
    codes = ("invalid_argument", "invalid_utf8")
    refused(lambda: subject.enter(value, params()), *codes)
    refused(lambda: subject.open(value), *codes)
    refused(lambda: subject.open_url_completion(value, target="x"), *codes)
    refused(lambda: subject.open_url_completion("x", target=value), *codes)
    refused(lambda: entered.answer(value), *codes)
    refused(lambda: entered.accepted_content(value), *codes)
    refused(lambda: entered.response(value), *codes)
    refused(lambda: entered.may_ask(value), *codes)
    refused(lambda: Boundary.asks(value), *codes)


@pytest.mark.parametrize("value", NOT_JSON.values(), ids=NOT_JSON)
def test_values_that_are_no_json(value: Any) -> None:
    subject = boundary()
    entered = subject.enter("tools/call", params())
    codes = ("invalid_argument", "invalid_json", "too_deep")
    refused(lambda: subject.enter("tools/call", value), *codes)
    refused(lambda: subject.enter("tools/call", params(arguments={"a": value})), *codes)
    refused(lambda: subject.enter("tools/call", params(), capabilities={"a": value}), *codes)
    refused(lambda: subject.seal(value), *codes)
    refused(lambda: entered.seal_request_state(value), *codes)
    refused(lambda: entered.seal_url_completion(value), *codes)
    refused(lambda: entered.leave(value), *codes)
    refused(lambda: entered.leave({"content": value}), *codes)


@pytest.mark.parametrize("value", [5, True, [], "x", [1], None, {}, {"name": 5}, {"name": None}], ids=repr)
def test_params_that_are_none(value: Any) -> None:
    error = refused(lambda: boundary().enter("tools/call", value))
    assert error.code in {"invalid_argument", "params"}


def test_options_that_are_none() -> None:
    for options in (
        {"audience": 5},
        {"audience": ""},
        {"foreign": "python-sdk"},
        {"foreign": ["other"]},
        {"answers_without_state": True},
        {"allow_sensitive": "pin"},
        {"schemes": ["javascript"]},
        {"format": "rs2"},
        {"format": "x"},
        {"ttl_seconds": 0},
        {"ttl_seconds": float("nan")},
        {"keys": [KEY]},
        {"key": "short"},
        {"clock": 5},
    ):
        refused(partial(boundary, **options))


def test_refusals_travel_between_processes() -> None:
    refusal = refused(lambda: boundary().enter("tools/call", params("x")))
    again = pickle.loads(pickle.dumps(refusal))  # noqa: S301
    assert isinstance(again, Refusal)
    assert (again.reason, again.error, again.method) == ("malformed", FROZEN, "tools/call")


def test_a_ring_rotates_without_a_refused_call() -> None:
    old, both, turned, new = ([KEY], [KEY, OTHER_KEY], [OTHER_KEY, KEY], [OTHER_KEY])
    for before, after in ((old, both), (both, turned), (turned, new)):
        tokens = [ask(boundary(key=None, keys=before), params()), ask(boundary(key=None, keys=after), params())]
        for ring in (before, after):
            for token in tokens[:1] if after == new else tokens:
                if ring == new and before == turned:
                    continue
                assert boundary(key=None, keys=ring).enter("tools/call", params(token))


def test_one_round_in_many_threads_asks_once() -> None:
    entered = boundary().enter("tools/call", params())
    result = input_required(input_requests={"confirm": question()})
    outcomes: list[str] = []

    def leave() -> None:
        try:
            assert entered.leave(result)
            outcomes.append("left")
        except Refusal as refusal:
            outcomes.append(refusal.code)

    threads = [threading.Thread(target=leave) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["illegal_state"] * 7 + ["left"]


def test_rounds_are_made_by_enter_alone() -> None:
    make: Any = Round
    refused(lambda: make(5, "tools/call", {}, None, None, False), "invalid_argument")
    assert "Round(number=1" in repr(boundary().enter("tools/call", params()))
    assert repr(boundary()) == "Boundary(..)"


def test_limits_are_options() -> None:
    long = params("v" * 101)
    assert refused(lambda: boundary().enter("tools/call", long)).code == "malformed"
    assert refused(lambda: boundary(limits={"token_bytes": 100}).enter("tools/call", long)).code == "too_large"
    wrong: list[Any] = [{"token_bytes": 0}, {"tokens": 1}, {"questions": 1.5}]
    for limits in wrong:
        assert refused(partial(boundary, limits=limits)).code == "invalid_option"
