"""The boundary: every call goes in by one door, `Boundary.enter`, and its result out by the other, `Round.leave`."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import EllipsisType
from typing import Any, Literal, TypeVar, cast, overload

from . import _answers, _form, _mrtr
from ._codec import Clock, Key, check_clock, check_ttl, ring
from ._errors import Issue, make
from ._json import dump, load, options, rename
from ._outcomes import Answer

T = TypeVar("T")

Kind = Literal["form", "url", "sampling", "roots"]
"""What a client may be asked for."""


class Boundary:
    """The two doors of a server; made once, shared by all calls and threads.

    `max_rounds` is how often one call may ask (8); `audience` the service that tokens are for, for which `encrypted`
    takes `server_name` when it is not set; `foreign` names makers whose tokens pass although they lack our claims.
    `limits` are positive integers: `token_bytes`, `questions`, `key_characters`, `form_bytes`, `properties`, `options`.
    Without a key nothing is sealed: there is no bound on rounds, and answers are bound to no question.
    """

    __slots__ = ("_clock", "_native")

    def __init__(
        self,
        *,
        key: Key | None = None,
        keys: Sequence[Key | tuple[str, Key]] | None = None,
        format: str = "signed",  # noqa: A002 (the option's name in every language)
        open: Sequence[str] | None = None,  # noqa: A002
        ttl_seconds: float = _mrtr.DEFAULT_TTL_SECONDS,
        max_rounds: int | None = None,
        audience: str | None = None,
        foreign: Sequence[str] | None = None,
        answers_without_state: Literal["ignore", "read"] | None = None,
        allow_sensitive: Sequence[str] | None = None,
        schemes: Sequence[str] | None = None,
        limits: Mapping[str, int] | None = None,
        server_name: str | None = None,
        clock: Clock = time.time,
    ) -> None:
        self._clock = check_clock(clock)
        secrets, ids = ring(key, keys)
        self._native = _mrtr.Boundary(
            secrets,
            options(
                key_ids=ids,
                format=format,
                open=open,
                ttl_seconds=check_ttl(ttl_seconds),
                max_rounds=max_rounds,
                audience=audience,
                foreign=foreign,
                answers_without_state=answers_without_state,
                allow_sensitive=allow_sensitive,
                schemes=schemes,
                limits=None if limits is None else rename(limits),
                server_name=server_name,
            ),
        )

    @staticmethod
    def asks(method: str) -> bool:
        """Whether the method is one of the three that pass through the doors."""
        return _mrtr.Boundary.asks(method)

    def enter(
        self,
        method: str,
        params: Mapping[str, Any] | str | None,
        *,
        principal: str | EllipsisType | None = None,
        capabilities: Mapping[str, Any] | None = None,
        of_2025: bool = False,
    ) -> Round:
        """Let a call in, or raise `Refusal`.

        `params` are the raw parameters (or their JSON text), `principal` who is calling (None for anonymous callers,
        `...` where that could not be told), and `capabilities` what the client declared, where that is not in the
        parameters' own `_meta`. A client `of_2025` is refused in the words of its revision.
        """
        text = params if isinstance(params, str) else dump(_members(params), "the params")
        declared = None if capabilities is None else dump(_members(capabilities), "the capabilities")
        native = self._native.enter(method, text, principal, declared, self._clock())
        return Round(native, self._clock, of_2025=of_2025)

    def seal(self, payload: object, *, principal: str | None = None) -> str:
        """A token for a widget to carry; it never passes for a `requestState`."""
        return self._native.seal(dump(payload, "the payload"), principal, self._clock())

    def open(self, token: str, *, principal: str | None = None) -> Any:
        """The payload of such a token; `InvalidSealedState` for any other."""
        return load(self._native.open(token, principal, self._clock()), "the payload")

    def open_url_completion(
        self, token: str, *, target: str, method: str = "tools/call", principal: str | None = None
    ) -> UrlCompletion:
        """What `Round.seal_url_completion` sealed for a page, against the call it must be from."""
        payload, flow_id = self._native.open_url_completion(token, method, target, principal, self._clock())
        return UrlCompletion(load(payload, "the payload"), flow_id)

    def __repr__(self) -> str:
        return "Boundary(..)"


@dataclass(frozen=True, slots=True, repr=False)
class UrlCompletion:
    """What a token that came back from a page says."""

    payload: Any
    flow_id: str
    """The flow that sent the user there."""

    def __repr__(self) -> str:
        return "UrlCompletion(..)"


class Round:
    """One call that was let in: what its state said, what was answered, and the way out."""

    __slots__ = ("_clock", "_native", "_of_2025", "_responses")

    def __init__(self, native: _mrtr.Round, clock: Clock, *, of_2025: bool = False) -> None:
        if not isinstance(native, _mrtr.Round):
            raise make("invalid_argument", "a Round is made by Boundary.enter")
        self._native = native
        self._clock = clock
        self._of_2025 = of_2025 is True
        self._responses = native.responses()

    @property
    def number(self) -> int:
        """Which round of the logical call this is, from 1."""
        return self._native.number

    @property
    def rounds_left(self) -> int:
        """How often the call may still ask, this round included."""
        return self._native.rounds_left

    @property
    def is_retry(self) -> bool:
        """Whether the call carried a state or answers. They are in no cache's key: its result gets no cache hints."""
        return self._native.is_retry

    @property
    def flow_id(self) -> str:
        """The same on every round of one logical call: an idempotency key."""
        return self._native.flow_id

    @property
    def expires_at(self) -> float | None:
        """When the presented state runs out, in Unix seconds; None in the first round."""
        return self._native.expires_at

    @property
    def request_state_text(self) -> str | None:
        """The text of the state that was presented, as it was minted; None where there is none."""
        return self._native.request_state_text

    def request_state(self) -> Any:
        """The payload of the state that was presented; None where there is none."""
        text = self._native.request_state
        return None if text is None else load(text, "the state")

    @property
    def responses(self) -> dict[str, Any]:
        """The answers that may be seen, as plain values: what an SDK is given as `inputResponses`."""
        return cast("dict[str, Any]", load(self._responses.to_json(), "the responses"))

    @property
    def notes(self) -> tuple[Issue, ...]:
        """What the server's log may want to know: a code, and as `pointer` the key of the answer that was put aside."""
        noted = cast("list[dict[str, str]]", load(self._native.notes, "the notes"))
        return tuple(Issue(note.get("key", ""), note["code"], "") for note in noted)

    def may_ask(self, kind: Kind) -> bool:
        """Whether this client declared that it can be asked so."""
        return self._native.may_ask(kind)

    @overload
    def answer(self, key: str, schema: None = None) -> Answer[Any]: ...
    @overload
    def answer(self, key: str, schema: type[T] | _form.Form[T]) -> Answer[T]: ...
    @overload
    def answer(self, key: str, schema: Mapping[str, Any] | str) -> Answer[dict[str, Any]]: ...
    def answer(self, key: str, schema: Any = None) -> Answer[Any]:
        """What was answered to the question under a key; a question that has changed since reads as `Missing`."""
        return _answers.answered(self._responses, key, _form.of(schema))

    @overload
    def accepted_content(self, key: str, schema: None = None) -> dict[str, Any] | None: ...
    @overload
    def accepted_content(self, key: str, schema: type[T] | _form.Form[T]) -> T | None: ...
    @overload
    def accepted_content(self, key: str, schema: Mapping[str, Any] | str) -> dict[str, Any] | None: ...
    def accepted_content(self, key: str, schema: Any = None) -> Any:
        """The short form of `answer`: the content that was accepted, or None for everything else."""
        return _answers.accepted(self._responses, key, _form.of(schema))

    def confirmed(self, key: str, schema: Any = None, *, field: str | None = None) -> bool:
        """Whether the user said yes to the question under a key: see `mrtr.confirmed`."""
        return _answers.affirmed(self._responses, key, _form.of(schema), field)

    def response(self, key: str) -> _answers.ResponseView:
        """The response under a key as the SDK shows it: for sampling, roots and URLs."""
        return _answers.view(self._responses, key)

    def seal_request_state(self, payload: object) -> str:
        """A token for the result of this round; sealed anew with the round's questions when the result leaves."""
        return self._native.seal_request_state(dump(payload, "the payload"), self._clock())

    def seal_url_completion(self, payload: object) -> str:
        """A token that a page may carry back to this server: see `Boundary.open_url_completion`."""
        return self._native.seal_url_completion(dump(payload, "the payload"), self._clock())

    def leave(self, result: Mapping[str, Any]) -> dict[str, Any] | None:
        """The result to send in place of an `input_required` one, None for any other result; or raise `Refusal`."""
        text = self._native.leave(dump(_members(result), "the result"), self._clock(), self._of_2025)
        return None if text is None else cast("dict[str, Any]", load(text, "the result"))

    def __repr__(self) -> str:
        return f"Round(number={self.number}, rounds_left={self.rounds_left})"


def _members(value: Mapping[str, Any] | None) -> object:
    """A mapping as the plain dict that the encoder takes; None is none."""
    if value is None:
        return {}
    return dict(value) if isinstance(value, Mapping) and not isinstance(value, dict) else value
