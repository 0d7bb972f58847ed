"""A strict program in types; checked by mypy and pyright, and run."""

from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp_types import InputRequiredResult
from pydantic import BaseModel

from mrtr import Accepted, Cancelled, Declined, Form, Invalid, Missing, RequestStateCodec, read_answer
from mrtr.mcp import input_required, protect, state


class Confirm(BaseModel):
    ok: bool


def outcome(responses: dict[str, Any]) -> str:
    match read_answer(responses, "confirm", Confirm):
        case Accepted(value):
            return str(value.ok)
        case Invalid(issues):
            return issues[0].pointer
        case Missing() | Declined() | Cancelled():
            return "no"


form: Form[Confirm] = Form.parse(Confirm)
token: str = RequestStateCodec(key="an example key, not for production: 0123456789").mint({"step": 1})
server: MCPServer[Any] = MCPServer("reports")
protect(server, key="an example key, not for production: 0123456789")


@server.tool(structured_output=False)
async def ask(target: str, ctx: Context[Any, Any]) -> str | InputRequiredResult:
    call = state(ctx)
    answer = call.answer("confirm", Confirm)
    if isinstance(answer, Accepted):
        return str(answer.value.ok)
    return input_required(input_requests={"confirm": input_required.elicit(target, Confirm)})


print(outcome({"confirm": {"action": "accept", "content": {"ok": True}}}))
