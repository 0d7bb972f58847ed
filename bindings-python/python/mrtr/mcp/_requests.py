"""The builder of results, giving the SDK's own model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp_types import InputRequiredResult

from .. import _requests


class InputRequired:
    """`mrtr.input_required` for tools of the SDK: the result is an `InputRequiredResult`."""

    __slots__ = ()

    elicit = staticmethod(_requests.input_required.elicit)
    elicit_url = staticmethod(_requests.input_required.elicit_url)
    create_message = staticmethod(_requests.input_required.create_message)
    list_roots = staticmethod(_requests.input_required.list_roots)

    def __call__(
        self, *, input_requests: Mapping[str, Any] | None = None, request_state: str | None = None
    ) -> InputRequiredResult:
        """The result that asks: questions by key, a state, or both."""
        text = _requests.written(input_requests, request_state, None)
        return InputRequiredResult.model_validate_json(text, by_name=False)

    def __repr__(self) -> str:
        return "input_required"


input_required = InputRequired()
"""Builds an `InputRequiredResult`; `.elicit`, `.elicit_url`, `.create_message`, `.list_roots` build the questions."""
