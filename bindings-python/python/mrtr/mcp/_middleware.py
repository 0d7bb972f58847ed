"""The two doors as a middleware of the SDK."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from types import EllipsisType
from typing import Any, cast

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, URL_ELICITATION_REQUIRED
from mcp_types.methods import INPUT_REQUIRED_METHODS, is_input_required
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel

from .._boundary import Boundary, Round
from .._errors import InputError, MrtrError, Refusal, make
from ._legacy import ANSWER_TIMEOUT_SECONDS, ASKED, Asked, Unanswered, ask, keep_questions
from ._state import CURRENT, CallState

logger = logging.getLogger("mrtr.mcp")

_ASK_INSTEAD = (
    "revision 2026-07-28 has no UrlElicitationRequiredError: return input_required(input_requests={…:"
    " input_required.elicit_url(…)}) instead"
)

Ctx = ServerRequestContext[Any, Any]
Principal = Callable[[Ctx], "str | Awaitable[str | None] | None"]
"""Who is calling: one text, the same on every server of the fleet; None for anonymous callers, never a placeholder."""
OnRefusal = Callable[[Refusal], None]
"""Learns of every refusal; its reason belongs in the server's own log and nowhere else."""


class BoundaryMiddleware:
    """Lets the calls that may ask (`tools/call`, `prompts/get`, `resources/read`) in and out by the two doors.

    A handler sees the plain state and the answers that fit the questions asked; what it asks is checked, gated on the
    client's capabilities, counted, and sealed. Put in place by `protect`.
    """

    def __init__(
        self,
        boundary: Boundary,
        server: Server[Any],
        *,
        principal: Principal | None,
        on_refusal: OnRefusal | None,
        answer_timeout_seconds: float = ANSWER_TIMEOUT_SECONDS,
    ) -> None:
        self.boundary = boundary
        self._server = server
        self._principal = principal
        self._on_refusal = on_refusal
        self._answer_timeout_seconds = answer_timeout_seconds

    async def __call__(self, ctx: Ctx, call_next: CallNext) -> HandlerResult:
        """Serve one message."""
        if ctx.request_id is None or ctx.method not in INPUT_REQUIRED_METHODS:
            return await call_next(ctx)
        principal = await self._principal_of(ctx)
        if _is_of_2025(ctx):
            return await self._drive(ctx, principal, call_next)
        return (await self._serve(ctx, principal, call_next))[1]

    async def _drive(self, ctx: Ctx, principal: str | EllipsisType | None, call_next: CallNext) -> HandlerResult:
        """A whole call of a client that knows no `input_required`: every round goes in and out by the same doors."""
        keep_questions(self._server, ctx.method)
        call, result = await self._serve(ctx, principal, call_next)
        while is_input_required(result):
            asked = cast("Mapping[str, Any]", result)
            try:
                questions = call.older(ctx.protocol_version, asked.get("inputRequests") or {})
                answers = await ask(ctx, questions, self._answer_timeout_seconds)
            except Refusal as refusal:
                return self._refused(ctx, refusal, asked)
            except Unanswered as fault:
                return self._refused(ctx, call.unanswered(fault.key, fault.why), asked)
            params = {**(ctx.params or {}), "requestState": asked.get("requestState"), "inputResponses": answers}
            call, result = await self._serve(replace(ctx, params=params), principal, call_next)
        return result

    async def _serve(
        self, ctx: Ctx, principal: str | EllipsisType | None, call_next: CallNext
    ) -> tuple[Round, HandlerResult]:
        """One round: in, handled, and out."""
        call = self._enter(ctx, principal)
        named = None if isinstance(principal, EllipsisType) else principal
        asked = Asked() if _is_of_2025(ctx) else None
        tokens = (CURRENT.set(CallState(self.boundary, call, named)), ASKED.set(asked))
        try:
            result = await call_next(replace(ctx, params=_admitted(ctx.params, call)))
        except MCPError as error:
            if error.code != URL_ELICITATION_REQUIRED or _is_of_2025(ctx):
                raise
            # An error of 2025 alone, which the SDK would let out.
            logger.error("%s raised UrlElicitationRequiredError, which revision 2026-07-28 has not", ctx.method)
            raise MCPError(code=INTERNAL_ERROR, message=_ASK_INSTEAD) from None
        finally:
            CURRENT.reset(tokens[0])
            ASKED.reset(tokens[1])
        if asked is not None and asked.result is not None:
            result = asked.result
        if not is_input_required(result):
            _warn_of_question_as_text(ctx, result)
            return call, result if asked is not None else _hinted(call, result)
        if asked is not None and not ctx.session.can_send_request:
            return call, self._refused(ctx, call.no_session(), _wire(result))
        return call, self._leave(ctx, call, result)

    async def _principal_of(self, ctx: Ctx) -> str | EllipsisType | None:
        """Who calls; `...` where that cannot be told, which the boundary lets neither in nor past as anonymous."""
        if self._principal is None:
            return None
        try:
            found = self._principal(ctx)
            principal = await found if inspect.isawaitable(found) else found
            if principal is None or isinstance(principal, str):
                return principal
            logger.error("the principal of a call must be a str or None, not %s", type(principal).__name__)
        except Exception:
            logger.exception("the principal of a call could not be told")
        return ...

    def _enter(self, ctx: Ctx, principal: str | EllipsisType | None) -> Round:
        try:
            return self.boundary.enter(
                ctx.method, ctx.params, principal=principal, capabilities=_declared(ctx), of_2025=_is_of_2025(ctx)
            )
        except Refusal as refusal:
            self._note(refusal)
            raise _error(refusal) from None
        except (InputError, TypeError):
            # What the SDK's parser lets through and JSON does not know, such as NaN, or nesting without end.
            raise MCPError(code=INVALID_PARAMS, message="Invalid request parameters") from None
        except MrtrError:
            logger.exception("%s could not be let in", ctx.method)
            raise MCPError(code=INTERNAL_ERROR, message="Internal error") from None

    def _leave(self, ctx: Ctx, call: Round, result: HandlerResult) -> HandlerResult:
        wire = _wire(result)
        try:
            sealed = call.leave(wire)
        except Refusal as refusal:
            return self._refused(ctx, refusal, wire)
        except MrtrError:
            logger.exception("the result of %s could not be sealed", ctx.method)
            raise MCPError(code=INTERNAL_ERROR, message="Internal error") from None
        return result if sealed is None else sealed

    def _refused(self, ctx: Ctx, refusal: Refusal, replaced: Mapping[str, Any]) -> HandlerResult:
        """What goes out in place of a result that may not: a tool result where there is one, else an error."""
        self._note(refusal)
        if refusal.tool_result is None:
            raise _error(refusal) from None
        return _enveloped(ctx, refusal.tool_result, replaced)

    def _note(self, refusal: Refusal) -> None:
        """Tell the operator; a callback that fails changes no verdict."""
        if self._on_refusal is None:
            logger.warning("%s of %r refused: %s", refusal.method, refusal.target, refusal.detail or refusal.code)
            return
        try:
            self._on_refusal(refusal)
        except Exception:
            logger.exception("on_refusal raised")

    def __repr__(self) -> str:
        return "BoundaryMiddleware(..)"


def checked(principal: Principal | None, on_refusal: OnRefusal | None) -> None:
    """Refuse callbacks that cannot be called."""
    if principal is not None and not callable(principal):
        raise make("invalid_argument", "principal must be callable or None")
    if on_refusal is not None and not callable(on_refusal):
        raise make("invalid_argument", "on_refusal must be callable or None")


def _is_of_2025(ctx: Ctx) -> bool:
    """Whether the client speaks a revision that has sessions, and no `input_required`."""
    return ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS


def _declared(ctx: Ctx) -> dict[str, Any] | None:
    """What the client declared: in the request's own `_meta` at 2026-07-28, once per session before."""
    if not _is_of_2025(ctx):
        return None
    capabilities = ctx.session.client_capabilities
    return {} if capabilities is None else capabilities.model_dump(mode="json", by_alias=True, exclude_none=True)


def _admitted(params: Mapping[str, Any] | None, call: Round) -> dict[str, Any]:
    """The parameters with the plain state, and with only the answers that were let through."""
    admitted = {name: value for name, value in (params or {}).items() if name not in {"requestState", "inputResponses"}}
    if (text := call.request_state_text) is not None:
        admitted["requestState"] = text
    if responses := call.responses:
        admitted["inputResponses"] = responses
    return admitted


def _hinted(call: Round, result: HandlerResult) -> HandlerResult:
    """A final result with the hints to caches that it must have, whatever its handler says (2025 has no caching)."""
    hints = call.cache_hints
    return result if hints is None or result is None else {**_wire(result), **hints}


def _warn_of_question_as_text(ctx: Ctx, result: HandlerResult) -> None:
    """A tool that asks by `mrtr.input_required` returns a dict, which an `MCPServer` writes out as its answer."""
    content = result.get("content") if isinstance(result, Mapping) else None
    # A middleware further in may have put anything there.
    block = content[0] if isinstance(content, list) and len(content) == 1 else None
    text = block.get("text") if isinstance(block, Mapping) else None
    if isinstance(text, str) and text.startswith("{") and '"resultType": "input_required"' in text[:64]:
        logger.warning("%s answers with the text of a question: ask with mrtr.mcp.input_required", ctx.method)


def _wire(result: object) -> dict[str, Any]:
    """The result as it would go over the wire; a middleware further in may have returned a model."""
    if isinstance(result, BaseModel):
        return result.model_dump(mode="json", by_alias=True, exclude_none=True)
    return dict(cast("Mapping[str, Any]", result))


def _enveloped(ctx: Ctx, tool_result: dict[str, Any], replaced: Mapping[str, Any]) -> dict[str, Any]:
    """A tool result in the envelope that the SDK put around the one it replaces."""
    enveloped = dict(tool_result)
    if not _is_of_2025(ctx):
        enveloped.setdefault("resultType", "complete")
    if "_meta" in replaced:
        enveloped.setdefault("_meta", replaced["_meta"])
    return enveloped


def _error(refusal: Refusal) -> MCPError:
    error = refusal.error
    return MCPError(code=error["code"], message=error["message"], data=error.get("data"))
