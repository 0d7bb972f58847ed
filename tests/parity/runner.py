"""The Python runner of the parity test: a case a line in, what the public package makes of it a line out.

Where the variable SAY is set, everything that is told of errors and refusals goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "bindings-python" / "tests"))

from mrtr import (
    Accepted,
    Boundary,
    Form,
    FormError,
    InvalidSealedState,
    MrtrError,
    Refusal,
    Round,
    _mrtr,
    accepted_content,
    arguments_digest,
    confirmed,
    input_response,
    read_answer,
)

from vector_parts.boundary import described, principal_of
from vector_parts.tally import payload, renamed, ring, token, with_entropy
from vector_parts.tokens import outcome

Case = dict[str, Any]
KINDS: Any = ("form", "url", "sampling", "roots")
OPTIONS = {"nullAsAbsent": "null_as_absent", "allowSensitive": "allow_sensitive"}


def run(case: Case) -> Any:
    """What comes of a case."""
    op = OPS.get(case["op"], outcome)
    return with_entropy(case, lambda: op(case))


def digest(case: Case) -> Case:
    """Arguments."""
    return {"digest": arguments_digest(case["text"])}


def form(case: Case) -> Case:
    """A form, what it makes of contents, and of those with defaults."""
    options = {OPTIONS.get(name, name): value for name, value in (case.get("options") or {}).items()}
    try:
        one = Form.parse(case["schema"], **options)
    except FormError as error:
        return {"error": error.code, "issues": [issue(each) for each in error.issues]}
    read = [read_content(one, text) for text in case.get("contents", [])]
    lints = [issue(each) for each in one.lints]
    return {
        "wire": one.wire_json,
        "digest": one.digest,
        "lints": lints,
        "steps": one.steps,
        "contents": read,
    }


def read_content(one: Form[Any], text: str) -> Case:
    """The verdict on a content, and with defaults where it is accepted."""
    found = one.accept_json(text)
    filled = verdict(one.fill_defaults(json.loads(text))) if isinstance(found, Accepted) else None
    return {"read": verdict(found), "filled": filled}


def issue(one: Any) -> Case:
    """A fault."""
    return {"pointer": one.pointer, "code": one.code, "message": one.message}


def verdict(answer: Any) -> Case:
    """An answer, or the verdict on a content, as the core tells it."""
    told: Case = {"outcome": answer.outcome}
    if isinstance(answer, Accepted) and answer.content is not None:
        told["content"] = answer.content
    if answer.outcome == "invalid":
        told["issues"] = [issue(each) for each in answer.issues]
    return told


def answers(case: Case) -> list[Case]:
    """Answers with nothing known of what was asked, through each reader."""
    responses = json.loads(case["responses"])
    return [told(read_answers, responses, read) for read in case.get("reads", [])]


def read_answers(responses: Any, read: Case) -> Case:
    """One answer through each reader."""
    key, schema = read["key"], read.get("schema")
    return {
        "answer": verdict(read_answer(responses, key, schema)),
        "content": accepted_content(responses, key, schema),
        "view": input_response(responses, key),
        "confirmed": told(confirmed, responses, key, schema, field=read.get("field")),
    }


def told(call: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """What a call gives, or the code of its error."""
    try:
        return call(*given, **named)
    except MrtrError as error:
        return error.code


def boundary_of(case: Case) -> Boundary:
    """The boundary of a case."""
    options = dict(case["options"])
    return Boundary(
        keys=ring(case, options) or None,
        clock=lambda: float(case["now"]),
        **renamed(options),
    )


def seal(case: Case) -> Case:
    """A token for a widget."""
    return {"token": boundary_of(case).seal(json.loads(payload(case)), principal=principal_of(case))}


def opened(case: Case) -> Case:
    """What tokens for widgets and pages say."""
    boundary = boundary_of(case)
    try:
        if case["op"] == "open":
            return {"payload": boundary.open(token(case), principal=principal_of(case))}
        page = boundary.open_url_completion(
            token(case),
            method=case["method"],
            target=case["target"],
            principal=principal_of(case),
        )
        return {"page": {"payload": page.payload, "flowId": page.flow_id}}
    except InvalidSealedState as refused:
        return {"refused": refused.code}


def enter(case: Case) -> Case:
    """A call through the two doors."""
    declared = json.loads(case["capabilities"]) if "capabilities" in case else None
    try:
        entered = boundary_of(case).enter(
            case["method"],
            case["params"],
            principal=principal_of(case),
            capabilities=declared,
            of_2025="of2025" in case,
        )
    except Refusal as refusal:
        return refused(refusal)
    if "SAY" in os.environ:
        print(repr(entered), entered.notes, file=sys.stderr)
    got: Case = {
        "round": described(entered),
        "stateText": entered.request_state_text,
        "responses": entered.responses,
    }
    got["answers"] = [told(read_bound, entered, read) for read in case.get("answers", [])]
    got["mayAsk"] = [entered.may_ask(kind) for kind in KINDS]
    got["cacheHints"] = entered.cache_hints
    if "page" in case:
        got["page"] = told(entered.seal_url_completion, json.loads(case["page"]))
    if "leave" in case:
        got["left"] = leave(entered, case["leave"], case.get("of2025"))
    left: Any = _mrtr._testing_entropy(None)
    return {**got, "entropyLeft": left}


def read_bound(entered: Round, read: Case) -> Case:
    """One answer of the round."""
    return verdict(entered.answer(read["key"], read.get("form")))


def leave(entered: Round, way: Case, revision: str | None) -> Any:
    """The way out."""
    text = way["result"]
    if "seal" in way:
        try:
            text = text.replace("$SEALED", entered.seal_request_state(json.loads(way["seal"])))
        except MrtrError as error:
            return error.code
    try:
        sent = entered.leave(json.loads(text))
    except Refusal as refusal:
        return refused(refusal)
    asked = sent and revision and sent.get("inputRequests")
    return {"sent": sent, "older": older(entered, revision, asked) if revision and asked else None}


def older(entered: Round, revision: str, asked: Case) -> Case:
    """The questions in the words of an older revision."""
    try:
        return entered.older(revision, asked)
    except Refusal as refusal:
        return refused(refusal)


def refused(refusal: Refusal) -> Case:
    """A refusal of either door."""
    return {
        "reason": refusal.code,
        "method": refusal.method,
        "error": refusal.error,
        "toolResult": refusal.tool_result,
    }


OPS: dict[str, Callable[[Case], Any]] = {
    "digest": digest,
    "form": form,
    "answers": answers,
    "enter": enter,
    "seal": seal,
    "open": opened,
    "openUrlCompletion": opened,
}


def listen() -> None:
    """Say every error of the package, however it is caught."""
    made: Any = MrtrError.__new__

    def new(cls: type[MrtrError], *given: Any, **named: Any) -> MrtrError:
        error: MrtrError = made(cls, *given, **named)
        errors.append(error)
        return error

    replaced: Any = MrtrError
    replaced.__new__ = new


def say() -> None:
    """Show every text of the errors since the last case."""
    for error in errors:
        print(f"{error} {error!r} {error.args} {vars(error)}", *traceback.format_exception(error), file=sys.stderr)
    errors.clear()


errors: list[MrtrError] = []

if __name__ == "__main__":
    if "SAY" in os.environ:
        listen()
    for line in sys.stdin:
        print(json.dumps(run(json.loads(line))), flush=True)
        say()
