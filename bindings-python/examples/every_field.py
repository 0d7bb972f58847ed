"""One form with every kind of field that there is.

    STATE_KEY=$(openssl rand -hex 32) PORT=8000 python every_field.py

Optional ones, ones with a default, choices with titles and without, and several choices at once.
"""

from __future__ import annotations

import json
import os
from datetime import date, datetime
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import InputRequiredResult
from pydantic import AnyUrl, BaseModel, EmailStr, Field

from mrtr import Accepted, Cancelled, Declined, Invalid
from mrtr.mcp import input_required, protect, state


def titled(**titles: str) -> Any:
    """Titles to show in place of a choice's values."""

    def write(schema: dict[str, Any]) -> None:
        schema["oneOf"] = [{"const": value, "title": titles[value]} for value in schema.pop("enum")]

    return Field(json_schema_extra=write)


Meal = Annotated[Literal["any", "vegan", "none"], titled(any="No preference", vegan="Vegan", none="I bring my own")]
Workshop = Annotated[Literal["rust", "sql"], titled(rust="Rust for the curious", sql="SQL at breakfast")]


class Registration(BaseModel):
    """The form."""

    name: str = Field(min_length=1, max_length=80, title="Full name", description="As it shall stand on your badge")
    email: EmailStr = Field(title="E-mail")
    website: AnyUrl | None = None
    born: date = Field(title="Date of birth")
    arrival: datetime | None = None
    seats: int = Field(1, ge=1, le=8)
    donation: float | None = Field(None, ge=0, le=500)
    newsletter: bool = False
    shirt: Literal["S", "M", "L"]
    meal: Meal
    days: list[Literal["Friday", "Saturday", "Sunday"]] = Field(min_length=1)
    workshops: list[Workshop] | None = Field(None, max_length=1)


server: MCPServer[Any] = MCPServer("conference", version="1.0.0")
protect(server, key=os.environ["STATE_KEY"])


@server.tool(structured_output=False)
async def register(ctx: Context[Any, Any]) -> str | InputRequiredResult:
    """Registers you for the conference."""
    message = "Please register."
    match state(ctx).answer("registration", Registration):
        case Accepted(value, content):
            # As pydantic reads it, defaults filled in; content is what was filled in, in the order of the form.
            text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
            return f"Registered {value.name}: {value.seats} for {', '.join(value.days)}. {text}"
        case Declined() | Cancelled():
            return "Nobody was registered."
        case Invalid(issues):
            message = "\n".join([message, *(f"{issue.pointer} {issue.message}" for issue in issues)])
    return input_required(input_requests={"registration": input_required.elicit(message, Registration)})


if __name__ == "__main__":
    server.run(transport="streamable-http", port=int(os.environ.get("PORT", "8000")))
