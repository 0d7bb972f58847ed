"""mrtr decides what an MCP server may believe in a multi round-trip request (protocol revision 2026-07-28)."""

from . import _mrtr
from ._answers import (
    ElicitView,
    MissingView,
    ResponseView,
    RootsView,
    SamplingView,
    accepted_content,
    confirmed,
    input_response,
    read_answer,
)
from ._boundary import Boundary, Kind, Round, UrlCompletion
from ._codec import Clock, Key, RequestStateCodec, arguments_digest
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
from ._requests import InputRequest, InputRequired, input_required

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
    "Boundary",
    "Cancelled",
    "Clock",
    "ConfigError",
    "Declined",
    "ElicitView",
    "Form",
    "FormError",
    "IllegalStateError",
    "InputError",
    "InputRequest",
    "InputRequired",
    "InternalError",
    "Invalid",
    "InvalidRequestState",
    "InvalidSealedState",
    "Issue",
    "Key",
    "Kind",
    "Missing",
    "MissingView",
    "MrtrError",
    "Refusal",
    "RequestError",
    "RequestStateCodec",
    "ResponseView",
    "RootsView",
    "Round",
    "SamplingView",
    "UrlCompletion",
    "__version__",
    "accepted_content",
    "arguments_digest",
    "confirmed",
    "input_required",
    "input_response",
    "read_answer",
]
