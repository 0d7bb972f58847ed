"""What a tool sees of the call it serves."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any, TypeVar, overload

from mcp.server.context import ServerRequestContext
from mcp.server.mcpserver import Context

from .. import _answers
from .._answers import ResponseView
from .._boundary import Boundary, Kind, Round
from .._errors import make
from .._form import Form
from .._outcomes import Answer, Missing

T = TypeVar("T")

AnyContext = Context[Any, Any] | ServerRequestContext[Any, Any]
"""The context of a handler, of either server of the SDK."""
_CONTEXTS = (Context, ServerRequestContext)


class CallState:
    """One call that passed the boundary: its round, its state, its answers, and the tokens it may mint."""

    __slots__ = ("_boundary", "_principal", "_round")

    def __init__(self, boundary: Boundary, round: Round, principal: str | None) -> None:  # noqa: A002
        self._boundary = boundary
        self._round = round
        self._principal = principal

    @property
    def round(self) -> int:
        """Which round of the logical call this is, from 1."""
        return self._round.number

    @property
    def rounds_left(self) -> int:
        """How often the call may still ask, this round included."""
        return self._round.rounds_left

    @property
    def is_retry(self) -> bool:
        """Whether the call carried a state or answers, which are in no cache's key."""
        return self._round.is_retry

    @property
    def flow_id(self) -> str:
        """The same on every round of one logical call: an idempotency key."""
        return self._round.flow_id

    @property
    def expires_at(self) -> float | None:
        """When the presented state runs out, in Unix seconds; None in the first round."""
        return self._round.expires_at

    def may_ask(self, kind: Kind) -> bool:
        """Whether this client declared that it can be asked for a `form`, a `url`, `sampling` or `roots`."""
        return self._round.may_ask(kind)

    def request_state(self) -> Any:
        """The payload of the state that came back; None in the first round, and where a state has none."""
        return self._round.request_state()

    def seal_request_state(self, payload: object) -> str:
        """A token for `request_state` of the result that asks; it fits this call alone, and its next round."""
        return self._round.seal_request_state(payload)

    @overload
    def answer(self, key: str, schema: None = None) -> Answer[Any]: ...
    @overload
    def answer(self, key: str, schema: type[T] | Form[T]) -> Answer[T]: ...
    @overload
    def answer(self, key: str, schema: Mapping[str, Any] | str) -> Answer[dict[str, Any]]: ...
    def answer(self, key: str, schema: Any = None) -> Answer[Any]:
        """What was answered to the question under a key; a question that has changed since reads as `Missing`."""
        return self._round.answer(key, schema)

    @overload
    def accepted_content(self, key: str, schema: None = None) -> dict[str, Any] | None: ...
    @overload
    def accepted_content(self, key: str, schema: type[T] | Form[T]) -> T | None: ...
    @overload
    def accepted_content(self, key: str, schema: Mapping[str, Any] | str) -> dict[str, Any] | None: ...
    def accepted_content(self, key: str, schema: Any = None) -> Any:
        """The content that was accepted under a key, or None for everything else."""
        return self._round.accepted_content(key, schema)

    def confirmed(self, key: str, schema: Any = None, *, field: str | None = None) -> bool:
        """Whether the user said yes to the question under a key: see `mrtr.confirmed`."""
        return self._round.confirmed(key, schema, field=field)

    def response(self, key: str) -> ResponseView:
        """The response under a key as the SDK shows it: for sampling, roots and URLs."""
        return self._round.response(key)

    def seal_url_completion(self, payload: object) -> str:
        """A token that a page may carry back to this server: see `Boundary.open_url_completion`."""
        return self._round.seal_url_completion(payload)

    def seal(self, payload: object) -> str:
        """A token for a widget to carry; it never passes for a `requestState`."""
        return self._boundary.seal(payload, principal=self._principal)

    def open(self, token: str) -> Any:
        """The payload of such a token; `InvalidSealedState` for any other."""
        return self._boundary.open(token, principal=self._principal)

    def __repr__(self) -> str:
        return f"CallState(round={self.round}, rounds_left={self.rounds_left})"


class _NestedState(CallState):
    """A handler called from within another: what was answered and sealed is the outer one's alone."""

    __slots__ = ()

    @property
    def round(self) -> int:
        return 1

    @property
    def is_retry(self) -> bool:
        return False

    @property
    def expires_at(self) -> float | None:
        return None

    def request_state(self) -> Any:
        return None

    def seal_request_state(self, payload: object) -> str:
        raise make("illegal_state", "a handler called from within another has no requestState of its own")

    def answer(self, key: str, schema: Any = None) -> Answer[Any]:
        return Missing()

    def accepted_content(self, key: str, schema: Any = None) -> Any:
        return None

    def confirmed(self, key: str, schema: Any = None, *, field: str | None = None) -> bool:
        return _answers.confirmed(None, key, schema, field=field)

    def response(self, key: str) -> ResponseView:
        return {"kind": "missing"}


CURRENT: ContextVar[CallState | None] = ContextVar("mrtr_call_state", default=None)
"""Set by the middleware around each call; threads that the SDK runs a tool in see it, too."""


def current() -> CallState:
    """The state of the call being served; `IllegalStateError` where no protected call is."""
    found = CURRENT.get()
    if found is None:
        raise make("illegal_state", "no call that passed the boundary is being served; is the server protected?")
    return found


def state(ctx: AnyContext) -> CallState:
    """The state of the call that a handler's context belongs to.

    A resource read from within a tool (`ctx.read_resource`) has a context of its own, which shows nothing of the tool's
    state and answers.
    """
    if not isinstance(ctx, _CONTEXTS):
        raise make("invalid_argument", "ctx must be a context of the SDK")
    found = current()
    # The SDK shows a nested context neither state nor answers; it says so nowhere else.
    if isinstance(ctx, Context) and getattr(ctx, "_input_params", ctx) is None:
        return _NestedState(found._boundary, found._round, found._principal)
    return found


@overload
def accepted_content(source: AnyContext | Mapping[str, Any] | None, key: str) -> dict[str, Any] | None: ...
@overload
def accepted_content(
    source: AnyContext | Mapping[str, Any] | None, key: str, schema: type[T] | Form[T]
) -> T | None: ...
@overload
def accepted_content(
    source: AnyContext | Mapping[str, Any] | None, key: str, schema: Mapping[str, Any] | str
) -> dict[str, Any] | None: ...
def accepted_content(source: Any, key: str, schema: Any = None) -> Any:
    """The content that was accepted under a key, or None for everything else.

    Given the context, the answer is compared with the question that was asked; given `ctx.input_responses`, it is not.
    """
    if isinstance(source, _CONTEXTS):
        return state(source).accepted_content(key, schema)
    return _answers.accepted_content(source, key, schema)


@overload
def read_answer(source: AnyContext | Mapping[str, Any] | None, key: str) -> Answer[Any]: ...
@overload
def read_answer(source: AnyContext | Mapping[str, Any] | None, key: str, schema: type[T] | Form[T]) -> Answer[T]: ...
@overload
def read_answer(
    source: AnyContext | Mapping[str, Any] | None, key: str, schema: Mapping[str, Any] | str
) -> Answer[dict[str, Any]]: ...
def read_answer(source: Any, key: str, schema: Any = None) -> Answer[Any]:
    """What was answered under a key, of a context (compared with the question) or of `ctx.input_responses`."""
    if isinstance(source, _CONTEXTS):
        return state(source).answer(key, schema)
    return _answers.read_answer(source, key, schema)


def confirmed(
    source: AnyContext | Mapping[str, Any] | None, key: str, schema: Any = None, *, field: str | None = None
) -> bool:
    """Whether the user said yes, of a context (compared with the question) or of `ctx.input_responses`."""
    if isinstance(source, _CONTEXTS):
        return state(source).confirmed(key, schema, field=field)
    return _answers.confirmed(source, key, schema, field=field)
