"""Runs `tests/vectors/answers.json`: what clients send as answers, and what each reader makes of it.

Prints one line, `python: 183 answer cases, 183 as wanted`, and fails when it is another one.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import mrtr
from mrtr import Accepted, Boundary, Invalid, Refusal, Round

from cases import Case, Tally, differs, load
from support import KEY

CASES = 183
CAPABILITIES: dict[str, Any] = {"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}


def run() -> Tally:
    """Run the file."""
    tally = Tally()
    file = load("vectors/answers.json")
    for case in file["cases"]:
        faults = _faults(case, file["questions"])
        tally.judge("answers", case, case.get("outcome") == "accepted", faults)
    return tally


def _faults(case: Case, questions: dict[str, Any]) -> list[str]:
    sent = _filled(case, case["responses"])
    schema = questions[case["schema"]]["params"]["requestedSchema"] if "schema" in case else None
    if "asked" not in case:
        return _read(case, Unbound(json.loads(sent)), schema)
    boundary = Boundary(key=KEY)
    requests = {key: questions[name] for key, name in case["asked"].items()}
    left = _enter(boundary, '{"name":"t"}').leave({"resultType": "input_required", "inputRequests": requests})
    assert left is not None
    params = f'{{"name":"t","requestState":{json.dumps(left["requestState"])},"inputResponses":{sent}}}'
    try:
        entered = _enter(boundary, params)
    except Refusal as refusal:
        return differs("refused", refusal.error["code"], case.get("refused"))
    return ["let in"] if "refused" in case else _read(case, entered, schema)


def _enter(boundary: Boundary, params: str) -> Round:
    return boundary.enter("tools/call", params, capabilities=CAPABILITIES)


class Unbound:
    """Responses by themselves, read as those of a round are."""

    def __init__(self, responses: dict[str, Any]) -> None:
        self._responses = responses

    def answer(self, key: str, schema: Any) -> mrtr.Answer[Any]:
        """The five ways."""
        return mrtr.read_answer(self._responses, key, schema)

    def accepted_content(self, key: str, schema: Any) -> Any:
        """The short form."""
        return mrtr.accepted_content(self._responses, key, schema)

    def response(self, key: str) -> mrtr.ResponseView:
        """The SDK's view."""
        return mrtr.input_response(self._responses, key)

    def confirmed(self, key: str, schema: Any, *, field: str | None) -> bool:
        """The yes or no."""
        return mrtr.confirmed(self._responses, key, schema, field=field)


def _read(case: Case, source: Round | Unbound, schema: Any) -> list[str]:
    key = case["key"]
    answer = source.answer(key, schema)
    issues = [f"{issue.pointer} {issue.code}" for issue in answer.issues] if isinstance(answer, Invalid) else None
    faults = differs("outcome", answer.outcome, case["outcome"])
    faults += differs("truth", bool(answer), case["outcome"] == "accepted")
    faults += differs("issues", issues, case.get("issues"))
    content = answer.content if isinstance(answer, Accepted) else None
    faults += differs("content", content, _parsed(case, "content"))
    faults += differs("accepted content", source.accepted_content(key, schema), _parsed(case, "acceptedContent"))
    faults += differs("view", source.response(key), _parsed(case, "view"))
    if "confirmed" in case:
        faults += differs("confirmed", source.confirmed(key, schema, field=case.get("field")), case["confirmed"])
    return faults


def _parsed(case: Case, member: str) -> Any:
    """What an expected text stands for; none is nothing."""
    text = case.get(member)
    return None if text is None else json.loads(_filled(case, text))


def _filled(case: Case, text: str) -> str:
    """A text of the case, with what stands for many of the same."""
    fill = case.get("fill")
    if fill is None:
        return text
    return text.replace("@", "".join(fill["unit"].replace("#", str(at)) for at in range(fill["times"])))


def main() -> int:
    """Print the line, and what came out otherwise."""
    tally = run()
    return tally.report("answer", tally.cases == CASES)


if __name__ == "__main__":
    sys.exit(main())
