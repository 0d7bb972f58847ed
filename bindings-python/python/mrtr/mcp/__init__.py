"""The boundary around a server of the official SDK (`mcp`), and what its tools need to ask."""

from ._codec import SecurityCodec
from ._middleware import BoundaryMiddleware
from ._protect import protect
from ._requests import input_required
from ._state import CallState, accepted_content, confirmed, current, read_answer, state

__all__ = [
    "BoundaryMiddleware",
    "CallState",
    "SecurityCodec",
    "accepted_content",
    "confirmed",
    "current",
    "input_required",
    "protect",
    "read_answer",
    "state",
]
