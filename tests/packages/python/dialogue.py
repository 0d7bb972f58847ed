"""The example server as a program of its own, and the official client that talks to it: dialogue.py SERVER"""

import asyncio
import os
import subprocess
import sys
from typing import Any

from mcp import Client
from mcp_types import ElicitResult

KEY = "an example key, not for production: 0123456789"


async def talk(url: str) -> None:
    asked: list[str] = []

    async def accept(_context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept", content={"ok": True})

    async with Client(url, elicitation_callback=accept) as client:
        result = await client.call_tool("delete_report", {"target": "q3.pdf"})
    assert len(asked) == 1, asked
    assert "Deleted q3.pdf" in str(result), result


server = subprocess.Popen(
    [sys.executable, sys.argv[1]], env={**os.environ, "STATE_KEY": KEY, "PORT": "0"}, stdout=subprocess.PIPE, text=True
)
try:
    assert server.stdout is not None
    asyncio.run(talk(server.stdout.readline().strip()))
finally:
    server.terminate()
    server.wait(20)
print("a dialogue of two rounds")
