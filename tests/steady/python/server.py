"""What a server does, over and over: the turns of the memory test and of the threads."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mrtr import (
    Boundary,
    Form,
    InvalidRequestState,
    InvalidSealedState,
    MrtrError,
    Refusal,
    RequestStateCodec,
    Round,
    arguments_digest,
    input_required,
)

KEY = "a key of the tests, never one of a server"
CAPABILITIES: dict[str, Any] = {"elicitation": {"form": {}}}
CALL: dict[str, Any] = {"name": "delete", "arguments": {"id": 7}}
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
ACCEPT: dict[str, Any] = {"action": "accept", "content": {"ok": True}}
WRONG: dict[str, Any] = {"action": "accept", "content": {"ok": "yes"}}


class Handles:
    """What is made once, and shared by threads."""

    def __init__(self) -> None:
        """Make it."""
        self.boundary = Boundary(key=KEY, audience="reports")
        self.codec = RequestStateCodec(key=KEY, format="encrypted", bind=str)
        self.form: Form[Any] = Form.parse(SCHEMA)


class Server:
    """What a server does, over and over; with `leak`, every round is kept."""

    def __init__(self, handles: Handles, *, leak: bool = False) -> None:
        """Serve with these handles, in one thread."""
        self.boundary, self.codec, self.form = handles.boundary, handles.codec, handles.form
        self.state: Any = ""
        self.kept: list[Round] | None = [] if leak else None

    def turn(self, turn: int) -> Any:
        """One turn, and what is told in it; they are those of the other languages (tests/steady/memory.mjs)."""
        match turn % 8:
            case 0:
                return self.ask(turn)
            case 1:
                return self.answered(ACCEPT, "accepted")
            case 2:
                return self.answered({"action": "decline"}, "declined")
            case 3:
                return self.answered(WRONG, "invalid")
            case 4:
                return self.refused()
            case 5:
                return self.tokens(turn)
            case 6:
                return wrong_options()
            case _:
                return forms(turn)

    def enter(self, params: dict[str, Any]) -> Round:
        """A call of the tool."""
        entered = self.boundary.enter("tools/call", params, principal="alice", capabilities=CAPABILITIES)
        if self.kept is not None:
            self.kept.append(entered)
        return entered

    def ask(self, turn: int) -> Any:
        """A first call, which asks."""
        entered = self.enter(CALL)
        confirm = input_required.elicit("Delete it?", SCHEMA)
        sealed = entered.seal_request_state({"turn": turn})
        sent: Any = entered.leave(input_required(input_requests={"confirm": confirm}, request_state=sealed))
        self.state = sent.pop("requestState")
        return sent

    def retry(self, state: str, answer: dict[str, Any]) -> Round:
        """The call again."""
        return self.enter({**CALL, "requestState": state, "inputResponses": {"confirm": answer}})

    def answered(self, answer: dict[str, Any], outcome: str) -> Any:
        """The call again, with an answer; the result ends it."""
        entered = self.retry(self.state, answer)
        read = entered.answer("confirm", self.form)
        assert read.outcome == outcome
        assert entered.number == 2
        told = [entered.request_state(), entered.responses, repr(entered), repr(read)]
        return [*told, entered.leave({"content": []})]

    def refused(self) -> Any:
        """The call again, with a state that was changed."""
        refusal = thrown(Refusal, lambda: self.retry(f"{self.state}A", ACCEPT))
        assert refusal.code == "mac"
        return [refusal.error, refusal.detail, repr(refusal)]

    def tokens(self, turn: int) -> Any:
        """Tokens by themselves, good and bad."""
        token = self.codec.mint({"turn": turn}, "alice")
        assert self.codec.verify(token, "alice") == {"turn": turn}
        assert self.boundary.open(self.boundary.seal({"turn": turn})) == {"turn": turn}
        changed = f"{token[:-3]}{'B' if token[-3] == 'A' else 'A'}{token[-2:]}"
        return [
            repr(thrown(InvalidRequestState, lambda: self.codec.verify(token, "mallory"))),
            repr(thrown(InvalidRequestState, lambda: self.codec.verify(changed, "alice"))),
            repr(thrown(InvalidSealedState, lambda: self.boundary.open(token))),
        ]


def wrong_options() -> Any:
    """What a server is set up with, wrong in each part."""
    more: Any = {"max_rounds": 0}
    faulty = {"type": "object", "properties": {"password": {"type": "strin"}}}
    bodies: list[Callable[[], object]] = [
        lambda: Boundary(key=KEY, **more),
        lambda: Boundary(key=KEY, ttl_seconds=0),
        lambda: Boundary(key="short"),
        lambda: RequestStateCodec(keys=[KEY, KEY]),
        lambda: Form.parse(faulty),
    ]
    return [repr(thrown(MrtrError, body)) for body in bodies]


def forms(turn: int) -> Any:
    """A form of its own, contents that fit and do not, and arguments."""
    schema = {"type": "object", "properties": {"n": {"type": "integer", "maximum": turn}}}
    form = Form.parse(schema)
    fits, does_not = form.accept({"n": 0}), form.accept({"n": 1e9})
    assert (fits.outcome, does_not.outcome) == ("accepted", "invalid")
    return [repr(fits), repr(does_not), arguments_digest(json.dumps(schema))]


def thrown(kind: type[Any], body: Callable[[], object]) -> Any:
    """The error that a body raises."""
    try:
        body()
    except kind as error:
        return error
    raise AssertionError("nothing was raised")
