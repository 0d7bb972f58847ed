"""Building questions, and the result that asks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from . import _form, _mrtr
from ._answers import plain
from ._errors import make
from ._json import dump, load, options, rename

InputRequest = dict[str, Any]
"""One question as it goes over the wire: `method` and `params`."""


class InputRequired:
    """Builds an `input_required` result; its methods build the questions. Use the instance `input_required`."""

    __slots__ = ()

    def __call__(
        self,
        *,
        input_requests: Mapping[str, InputRequest] | None = None,
        request_state: str | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """The result: questions by key, a state, or both. Raises `RequestError` for neither, or a malformed one."""
        return _loaded(written(input_requests, request_state, meta))

    def elicit(
        self, message: str, requested_schema: Any, *, allow_sensitive: Sequence[str] = (), normalise: bool | None = None
    ) -> InputRequest:
        """A form to fill in. The schema is a `Form`, a model class, a dict or JSON text."""
        if isinstance(requested_schema, _form.Form):
            form = requested_schema
        elif allow_sensitive or normalise is not None:
            form = _form.Form.parse(requested_schema, allow_sensitive=allow_sensitive, normalise=normalise)
        else:
            form = cast("_form.Form[Any]", _form.of(_given(requested_schema)))
        return _mrtr.elicit(message, form._native)

    def elicit_url(
        self,
        message: str,
        url: str,
        *,
        schemes: Sequence[str] | None = None,
        allow_sensitive: Sequence[str] | None = None,
    ) -> InputRequest:
        """A page to open; accepting it is consent, never completion.

        `schemes` are `https`, and `http` on loopback, unless given; `allow_sensitive` names members of the query that
        may look like credentials.
        """
        params = dump({"message": message, "url": url}, "the question")
        return _loaded(_mrtr.elicit_url(params, options(schemes=schemes, allow_sensitive=allow_sensitive)))

    def create_message(
        self,
        messages: Sequence[Any],
        *,
        max_tokens: int,
        system_prompt: str | None = None,
        include_context: str | None = None,
        temperature: float | None = None,
        stop_sequences: Sequence[str] | None = None,
        metadata: Mapping[str, Any] | None = None,
        model_preferences: Any = None,
        tools: Sequence[Any] | None = None,
        tool_choice: Any = None,
    ) -> InputRequest:
        """A request to the client's model. Messages, tools and preferences may be models of the SDK."""
        params = rename(
            {
                "messages": _plain_list(messages),
                "max_tokens": max_tokens,
                "system_prompt": system_prompt,
                "include_context": include_context,
                "temperature": temperature,
                "stop_sequences": stop_sequences,
                "metadata": metadata,
                "model_preferences": plain(model_preferences),
                "tools": _plain_list(tools),
                "tool_choice": plain(tool_choice),
            }
        )
        return _loaded(_mrtr.create_message(dump(params, "the question")))

    def list_roots(self) -> InputRequest:
        """A request for the client's roots."""
        return _loaded(_mrtr.list_roots())

    def __repr__(self) -> str:
        return "input_required"


input_required = InputRequired()
"""Builds an `input_required` result; `.elicit`, `.elicit_url`, `.create_message`, `.list_roots` build the questions."""


def written(
    input_requests: Mapping[str, InputRequest] | None, request_state: str | None, meta: Mapping[str, Any] | None
) -> str:
    """The result that asks, as JSON text."""
    spec = {"inputRequests": _questions(input_requests), "requestState": request_state, "_meta": meta}
    return _mrtr.input_required(dump(spec, "the result"))


def _questions(requests: Mapping[str, InputRequest] | None) -> dict[str, object] | None:
    if requests is None:
        return None
    if not isinstance(requests, Mapping):
        raise make("invalid_argument", "input_requests must be a mapping from keys to questions")
    return {key: plain(question) for key, question in requests.items()}


def _plain_list(values: Any) -> Any:
    return [plain(value) for value in values] if isinstance(values, list | tuple) else values


def _given(schema: object) -> object:
    if schema is None:
        raise make("invalid_argument", "requested_schema must be a Form, a model class, a dict or JSON text")
    return schema


def _loaded(text: str) -> dict[str, Any]:
    return cast("dict[str, Any]", load(text, "the question"))
