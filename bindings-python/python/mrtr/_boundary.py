"""The boundary: every call goes in by one door, `Boundary.enter`, and its result out by the other, `Round.leave`."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import EllipsisType
from typing import Any, Literal, TypeVar, overload

from . import _answers, _form, _mrtr
from ._codec import Clock, Key, check_clock, check_ttl, ring
from ._errors import Issue, make
from ._json import options, rename
from ._outcomes import Answer

T = TypeVar("T")

Kind = Literal["form", "url", "sampling", "roots"]
"""What a client may be asked for."""


class Boundary(_mrtr.Boundary):
    """The two doors of a server; made once, shared by all calls and threads.

    `max_rounds` is how often one call may ask (8); `audience` the service that tokens are for, for which `encrypted`
    takes `server_name` when it is not set; `foreign` names makers whose tokens pass although they lack our claims.
    `limits` are positive integers: `token_bytes`, `questions`, `key_characters`, `form_bytes`, `properties`, `options`.
    Where `key` and `keys` are left out nothing is sealed: a client may send whatever state it likes, rounds have no
    bound, and answers are bound to no question. A `key` that is None is an error.
    """

    __slots__ = ()

    def __new__(
        cls,
        *,
        key: Key | EllipsisType | None = ...,
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
    ) -> Boundary:
        """Check everything that a server is set up with; `ConfigError` names the option."""
        check_clock(clock)
        if key is None and keys is None:
            # A variable that was never set must not take the protection away.
            raise make("no_key", "the key is None; for a boundary that seals nothing, leave the option out")
        secrets, ids = ring(None if key is ... else key, keys)
        return super().__new__(
            cls,
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
            clock,
        )

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
        return Round(self, method, params, principal, capabilities, of_2025)

    def seal(self, payload: object, *, principal: str | None = None) -> str:
        """A token for a widget to carry; it never passes for a `requestState`."""
        return self._seal(payload, principal)

    def open(self, token: str, *, principal: str | None = None) -> Any:
        """The payload of such a token; `InvalidSealedState` for any other."""
        return self._open(token, principal)

    def open_url_completion(
        self, token: str, *, target: str, method: str = "tools/call", principal: str | None = None
    ) -> UrlCompletion:
        """What `Round.seal_url_completion` sealed for a page, against the call it must be from."""
        return UrlCompletion(*self._open_url_completion(token, method, target, principal))

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


class Round(_mrtr.Round):
    """One call that was let in: what its state said, what was answered, and the way out. Made by `Boundary.enter`."""

    __slots__ = ()

    @property
    def responses(self) -> dict[str, Any]:
        """The answers that may be seen, as plain values: what an SDK is given as `inputResponses`."""
        return self._responses().all()

    @property
    def notes(self) -> tuple[Issue, ...]:
        """What the server's log may want to know: a code, and as `pointer` the key of the answer that was put aside."""
        return tuple(Issue(note.get("key", ""), note["code"], "") for note in self._notes())

    @overload
    def answer(self, key: str, schema: None = None) -> Answer[Any]: ...
    @overload
    def answer(self, key: str, schema: type[T] | _form.Form[T]) -> Answer[T]: ...
    @overload
    def answer(self, key: str, schema: Mapping[str, Any] | str) -> Answer[dict[str, Any]]: ...
    def answer(self, key: str, schema: Any = None) -> Answer[Any]:
        """What was answered to the question under a key; a question that has changed since reads as `Missing`."""
        return _answers.answered(self._responses(), key, _form.of(schema))

    @overload
    def accepted_content(self, key: str, schema: None = None) -> dict[str, Any] | None: ...
    @overload
    def accepted_content(self, key: str, schema: type[T] | _form.Form[T]) -> T | None: ...
    @overload
    def accepted_content(self, key: str, schema: Mapping[str, Any] | str) -> dict[str, Any] | None: ...
    def accepted_content(self, key: str, schema: Any = None) -> Any:
        """The short form of `answer`: the content that was accepted, or None for everything else."""
        return _answers.accepted(self._responses(), key, _form.of(schema))

    def confirmed(self, key: str, schema: Any = None, *, field: str | None = None) -> bool:
        """Whether the user said yes to the question under a key: see `mrtr.confirmed`."""
        return _answers.affirmed(self._responses(), key, _form.of(schema), field)

    def response(self, key: str) -> _answers.ResponseView:
        """The response under a key as the SDK shows it: for sampling, roots and URLs."""
        return _answers.view(self._responses(), key)

    def __repr__(self) -> str:
        return f"Round(number={self.number}, rounds_left={self.rounds_left})"
