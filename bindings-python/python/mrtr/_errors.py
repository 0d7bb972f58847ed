"""The exceptions of this package.

Every one has a stable `code` (the names are the same in every language), and none holds a key, a token or a value that
came from a user in its message. The classes also derive from the built-in exception that Python would raise in such a
case, so that `except ValueError` works as one expects.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

_REFUSED = "Invalid or expired requestState"
_UNSEALED = "ng-mcp-ui: sealed state is invalid or expired"


@dataclass(frozen=True, slots=True)
class Issue:
    """One fault in a schema, a content or a request."""

    pointer: str
    """JSON Pointer (RFC 6901) to the faulty place; empty for the whole."""
    code: str
    """Stable, machine-readable rule name such as `required`; `model` for a refusal of the host's own model."""
    message: str
    """Names the rule, never the value."""


class MrtrError(Exception):
    """What every exception of this package is.

    `code` is a stable name, `issues` lists every fault found where the error is about a form or a request.
    """

    code: str
    issues: tuple[Issue, ...]

    def __init__(self, code: str, message: str, issues: tuple[Issue, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.issues = issues

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.code, str(self), self.issues))


class ArgumentError(MrtrError, TypeError):
    """An argument of the wrong type (`invalid_argument`)."""


class InputError(MrtrError, ValueError):
    """Text or JSON that cannot be taken: `invalid_utf8`, `invalid_json`, `too_large`, `too_deep` and the like."""


class ConfigError(MrtrError, ValueError):
    """A key or an option that cannot be: `invalid_key`, `duplicate_key`, `invalid_option`, `invalid_ttl`, `no_key`."""


class FormError(MrtrError, ValueError):
    """A schema that breaks the restricted grammar of forms (`invalid_form`); `issues` lists where and why."""


class RequestError(MrtrError, ValueError):
    """A malformed question or result: `invalid_request`, `invalid_input_required`; `issues` lists where and why."""


class IllegalStateError(MrtrError, RuntimeError):
    """A door was used out of turn, or a call is read where none is running (`illegal_state`)."""


class InternalError(MrtrError, RuntimeError):
    """A defect of this library (`internal`), or a source of randomness that failed (`entropy`)."""


class InvalidRequestState(MrtrError, ValueError):
    """A `requestState` token was refused.

    `code` is the reason (`mac`, `expired`, `bind` …): for the server's own log and nowhere else. The message is always
    the same.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code, _REFUSED)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.code,))


class InvalidSealedState(MrtrError, ValueError):
    """A widget-carried token was refused; `code` is the reason, for the server's own log and nowhere else."""

    def __init__(self, code: str) -> None:
        super().__init__(code, _UNSEALED)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.code,))


class Refusal(MrtrError):
    """The boundary lets a call or a result not pass: what to answer, and why, for the log.

    `error` is the ready JSON-RPC error object; `tool_result`, where there is one, is a tool result to send instead.
    `code` names the cause, and `reason` is the same where a `requestState` was refused, else None; these, `method`,
    `target` and `detail` are for the server's own log: nothing of them belongs on the wire.
    """

    reason: str | None
    error: dict[str, Any]
    tool_result: dict[str, Any] | None
    method: str
    target: str
    detail: str

    def __init__(
        self,
        code: str,
        about_state: bool,
        error: dict[str, Any],
        tool_result: dict[str, Any] | None,
        method: str,
        target: str,
        detail: str,
    ) -> None:
        super().__init__(code, str(error.get("message", _REFUSED)))
        self.reason = code if about_state else None
        self.error = error
        self.tool_result = tool_result
        self.method = method
        self.target = target
        self.detail = detail

    def __reduce__(self) -> tuple[Any, ...]:
        about_state = self.reason is not None
        return (
            type(self),
            (self.code, about_state, self.error, self.tool_result, self.method, self.target, self.detail),
        )


_CLASSES: dict[str, type[MrtrError]] = {
    "invalid_argument": ArgumentError,
    "invalid_utf8": InputError,
    "invalid_json": InputError,
    "too_large": InputError,
    "too_deep": InputError,
    "duplicate_member": InputError,
    "unknown_method": InputError,
    "invalid_payload": InputError,
    "unsafe_integer": InputError,
    "reserved_payload": InputError,
    "invalid_key": ConfigError,
    "duplicate_key": ConfigError,
    "invalid_option": ConfigError,
    "invalid_ttl": ConfigError,
    "no_key": ConfigError,
    "invalid_form": FormError,
    "invalid_request": RequestError,
    "invalid_input_required": RequestError,
    "illegal_state": IllegalStateError,
    "internal": InternalError,
    "entropy": InternalError,
}


def issues_from_json(text: str) -> tuple[Issue, ...]:
    """Issues as the core writes them."""
    return tuple(Issue(**issue) for issue in json.loads(text))


def make(code: str, message: str, issues: str = "[]") -> MrtrError:
    """The exception for an error of the core; called by the native module."""
    return _CLASSES.get(code, MrtrError)(code, message, issues_from_json(issues))


def make_refusal(
    code: str, about_state: bool, error: str, tool_result: str | None, method: str, target: str, detail: str
) -> Refusal:
    """The exception for a refusal of the boundary; called by the native module."""
    result = None if tool_result is None else json.loads(tool_result)
    return Refusal(code, about_state, json.loads(error), result, method, target, detail)
