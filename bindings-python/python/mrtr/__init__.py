"""mrtr decides what an MCP server may believe in a multi round-trip request (protocol revision 2026-07-28)."""

from . import _mrtr
from ._codec import Clock, Key, RequestStateCodec
from ._errors import (
    ArgumentError,
    ConfigError,
    FormError,
    IllegalStateError,
    InputError,
    InternalError,
    InvalidRequestState,
    InvalidSealedState,
    Issue,
    MrtrError,
    Refusal,
    RequestError,
)
from ._form import Form
from ._outcomes import Accepted, Answer, Cancelled, Declined, Invalid, Missing

SEALED_STATE_INVALID_MESSAGE = _mrtr.SEALED_STATE_INVALID_MESSAGE
"""Message of the error for a widget token that does not open; widgets depend on the value."""
STATE_META_KEY = _mrtr.STATE_META_KEY
"""Key under which widgets find their sealed state in a result's `_meta`; they depend on the value."""

__version__ = _mrtr.VERSION

__all__ = [
    "SEALED_STATE_INVALID_MESSAGE",
    "STATE_META_KEY",
    "Accepted",
    "Answer",
    "ArgumentError",
    "Cancelled",
    "Clock",
    "ConfigError",
    "Declined",
    "Form",
    "FormError",
    "IllegalStateError",
    "InputError",
    "InternalError",
    "Invalid",
    "InvalidRequestState",
    "InvalidSealedState",
    "Issue",
    "Key",
    "Missing",
    "MrtrError",
    "Refusal",
    "RequestError",
    "RequestStateCodec",
    "__version__",
]
