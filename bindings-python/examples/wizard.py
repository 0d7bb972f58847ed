"""A wizard: three questions, one after the other, each worded by what was answered before.

    STATE_KEY=$(openssl rand -hex 32) PORT=8000 python wizard.py

The server keeps nothing between rounds. What was answered so far travels in the sealed state, so that every round may
land on another instance with the same STATE_KEY, in Python or in Node.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import date
from typing import Any, Literal

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import InputRequiredResult
from pydantic import BaseModel, Field

from mrtr import Accepted, Cancelled, Declined
from mrtr.mcp import input_required, protect, state


class When(BaseModel):
    """The first question."""

    day: date
    people: int = Field(ge=1, le=80)


class Where(BaseModel):
    """The second question."""

    room: Literal["library", "garden", "hall"]


class Confirm(BaseModel):
    """The last question."""

    ok: bool


Booking = dict[str, Any]
"""What was answered so far."""

STEPS: list[tuple[str, type[BaseModel], Callable[[Booking], str]]] = [
    ("when", When, lambda _: "When do you need a room, and for how many?"),
    ("where", Where, lambda b: f"Which room, for {b['people']} on {b['day']}?"),
    ("confirm", Confirm, lambda b: f"Book the {b['room']} for {b['people']} on {b['day']}?"),
]

server: MCPServer[Any] = MCPServer("rooms", version="1.0.0")
protect(server, key=os.environ["STATE_KEY"])


@server.tool(structured_output=False)
async def book_room(ctx: Context[Any, Any]) -> str | InputRequiredResult:
    """Books a meeting room, step by step."""
    call = state(ctx)
    booking: Booking = call.request_state() or {}
    for key, form, message in STEPS[answered(booking) :]:
        match call.answer(key, form):
            case Declined() | Cancelled():
                return "Nothing was booked."
            case Accepted(content=content):
                booking = {**booking, **content}
            case _:
                return input_required(
                    input_requests={key: input_required.elicit(message(booking), form)},
                    request_state=call.seal_request_state(booking),
                )
    if not booking["ok"]:
        return "Nothing was booked."
    # Nothing has been done until here, so it did no harm to run from the top. Book under call.flow_id: a retry that is
    # sent twice has the same.
    return f"Booked the {booking['room']} for {booking['people']} on {booking['day']}."


def answered(booking: Booking) -> int:
    """How many steps are behind us."""
    if "room" in booking:
        return 2
    return 1 if "day" in booking else 0


if __name__ == "__main__":
    server.run(transport="streamable-http", port=int(os.environ.get("PORT", "8000")))
