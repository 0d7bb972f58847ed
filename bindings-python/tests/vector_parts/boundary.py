"""`mrtr-boundary.json`: calls through the two doors."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from mrtr import Boundary, InvalidSealedState, Refusal, Round

from .tally import NOT_IN_PYTHON, Case, Tally, load, payload, renamed, ring, token, with_entropy

KINDS: Any = ("form", "url", "sampling", "roots")


def run(tally: Tally) -> None:
    """Run the file."""
    for case in load("mrtr-boundary.json"):
        if case["id"] in NOT_IN_PYTHON:
            tally.skipped.append(case["id"])
            continue
        if case["op"] == "enter":
            got, wanted = with_entropy(case, partial(_enter, case)), _wanted(case)
        else:
            got, wanted = with_entropy(case, partial(_token, case)), case["expect"]
        tally.judge("mrtr-boundary", case, got, wanted)


def _boundary(case: Case) -> Boundary:
    options = dict(case["options"])
    if options.pop("unsafeIntegers", "exact") != "exact":
        raise AssertionError("a case that is not for Python")
    return Boundary(keys=ring(case, options) or None, clock=lambda: float(case["now"]), **renamed(options))


def principal_of(case: Case) -> Any:
    """Who calls."""
    return ... if case.get("principalFailed") else case.get("principal")


def _token(case: Case) -> Case:
    """What comes of a token for a widget or a page."""
    boundary, principal = _boundary(case), principal_of(case)
    try:
        if case["op"] == "seal":
            return {"token": boundary.seal(json.loads(payload(case)), principal=principal)}
        if case["op"] == "open":
            return {"payload": _text(boundary.open(token(case), principal=principal))}
        page = boundary.open_url_completion(
            token(case), method=case["method"], target=case["target"], principal=principal
        )
        return {"payload": _text(page.payload), "flowId": page.flow_id}
    except InvalidSealedState as refused:
        return {"refused": refused.code}


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _long(text: str) -> str:
    return text.replace("$LONG", "A" * 65_537)


def _ordered(text: str) -> list[Any] | Any:
    """A JSON text whose members are compared in their order."""
    return json.loads(text, object_pairs_hook=lambda pairs: ["object", *pairs])


def _pairs(value: Any) -> Any:
    return _ordered(json.dumps(value))


def _wanted(case: Case) -> Case:
    """The vector's expectation in the form of `_enter`'s result."""
    expect = case["expect"]
    if "refusal" in expect:
        return {"refusal": expect["refusal"]}
    wanted: Case = {"round": _ordered(expect["round"]), "stateText": expect.get("stateText")}
    wanted["answers"] = case.get("answers", [])
    if "mayAsk" in case:
        wanted["mayAsk"] = case["mayAsk"]
    if "urlCompletion" in case:
        wanted["page"] = case["urlCompletion"]["token"]
    if "leave" in case:
        expect = case["leave"]["expect"]
        wanted["left"] = {"sent": _ordered(expect["sent"])} if "sent" in expect else expect
    return wanted


def _enter(case: Case) -> Case:
    capabilities = json.loads(case["capabilities"]) if "capabilities" in case else None
    try:
        entered = _boundary(case).enter(
            case["method"], _long(case["params"]), principal=principal_of(case), capabilities=capabilities
        )
    except Refusal as refusal:
        return {"refusal": _refused(refusal, case, case["expect"].get("refusal", {}))}
    got: Case = {"round": _pairs(described(entered)), "stateText": entered.request_state_text}
    got["answers"] = [_answer(entered, read) for read in case.get("answers", [])]
    if "mayAsk" in case:
        got["mayAsk"] = [kind for kind in KINDS if entered.may_ask(kind)]
    if "urlCompletion" in case:
        got["page"] = entered.seal_url_completion(json.loads(case["urlCompletion"]["payload"]))
    if "leave" in case:
        got["left"] = _leave(entered, case)
    return got


def described(entered: Round) -> Case:
    """All that a handler may know, as the core describes it."""
    about: Case = {
        "round": entered.number,
        "roundsLeft": entered.rounds_left,
        "retry": entered.is_retry,
        "flowId": entered.flow_id,
        "expiresAt": entered.expires_at,
    }
    if entered.request_state_text is not None:
        about["requestState"] = entered.request_state()
    notes = [{"code": note.code, "key": note.pointer} for note in entered.notes]
    about["notes"] = [{"code": note["code"]} if note["code"] == "foreign" else note for note in notes]
    return about


def _answer(entered: Round, read: Case) -> Case:
    answer = entered.answer(read["key"], read.get("form"))
    got = {"key": read["key"], "form": read.get("form"), "outcome": answer.outcome}
    if answer.outcome == "accepted" and answer.content is not None:
        got["content"] = _text(answer.content)
    if answer.outcome == "invalid":
        got["issues"] = [{"pointer": issue.pointer, "code": issue.code} for issue in answer.issues]
    return {name: value for name, value in got.items() if value is not None}


def _leave(entered: Round, case: Case) -> Case:
    leave = case["leave"]
    text = _long(leave["result"])
    if "seal" in leave:
        text = text.replace("$SEALED", entered.seal_request_state(json.loads(leave["seal"])))
    try:
        sent = entered.leave(json.loads(text))
    except Refusal as refusal:
        return {"refusal": _refused(refusal, case, leave["expect"].get("refusal", {}))}
    return {"unchanged": True} if sent is None else {"sent": _pairs(sent)}


def _refused(refusal: Refusal, case: Case, wanted: Case) -> Case:
    """The refusal in the vector's form; the names it must hold are those wanted that it holds."""
    got: Case = {"reason": refusal.code, "code": refusal.error["code"]}
    if "error" in wanted:
        got["error"] = _text(refusal.error)
    if "names" in wanted:
        got["names"] = [name for name in wanted["names"] if name in refusal.error["message"]]
    if "toolResult" in wanted or refusal.tool_result is not None:
        got["toolResult"] = refusal.tool_result is not None
    if refusal.method != case["method"]:
        got["method"] = refusal.method
    return got
