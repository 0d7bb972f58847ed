"""`make load`, and with fewer calls a part of `make test`: the Python server under many two-round calls.

No error, memory that stays where it is after the warm-up, and a server that leaks on purpose must be noticed; then how
many rounds a second one connection gets, beside the SDK's server with its own keys.

`python python.py OUT [CALLS] [ROUNDS]`: calls of the load, and rounds of each server for the comparison (0: none).
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent
CONNECTIONS = 16
STATIONS = [0.25, 0.5, 0.75, 1.0]
"""Memory is looked at after each of these shares of the calls; what comes before the first is warming up."""
MOST_SECONDS = 15 * 60
"""Longest time for one load, whatever its size."""
ALLOWED_BYTES = 10_000_000
"""What resident memory may grow by after the warm-up, and `ALLOWED_EACH` more for a call: the allocator's own."""
ALLOWED_EACH = 150
ENOUGH = 0.95
"""Of the SDK's rounds for the same work: as many, but for what a busy machine blurs."""
LEAK, LEAKING_CALLS = 16_384, 1000
"""What a leaking server leaves behind with each request, to be noticed within so few calls."""

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "load", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
}
HEADERS = (
    "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n"
    "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n"
    "Mcp-Method: tools/call\r\nMcp-Name: delete_report\r\nContent-Length: {}\r\n\r\n"
)


class Server:
    """A server in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self._process = process
        self._port = port

    @classmethod
    async def start(cls, kind: str, leak: int = 0) -> Server:
        """Start one; it listens when this returns."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            sys.executable, str(HERE / "python_server.py"), kind, str(leak), stdin=pipe, stdout=pipe
        )
        server = cls(process, 0)
        server._port = int((await server._line()).removesuffix("/mcp").rsplit(":", 1)[1])
        return server

    async def _line(self) -> str:
        assert self._process.stdout is not None
        return (await asyncio.wait_for(self._process.stdout.readline(), 60)).decode().strip()

    async def ask(self, question: str = "memory") -> dict[str, Any]:
        """What it holds once what nobody needs is gone, or with `time` as it is; and how long it has worked."""
        assert self._process.stdin is not None
        self._process.stdin.write(question.encode() + b"\n")
        held: dict[str, Any] = json.loads(await self._line())
        return held

    async def connection(self) -> Connection:
        """A connection that is kept."""
        for _ in range(200):
            try:
                return Connection(self._port, *await asyncio.open_connection("127.0.0.1", self._port))
            except ConnectionRefusedError:
                await asyncio.sleep(0.05)
        raise SystemExit("the server does not listen")

    async def end(self) -> None:
        """End it, by force where it does not end by itself."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), 15)
        except asyncio.TimeoutError:
            self._process.kill()
            await self._process.wait()


class Connection:
    """One connection, which has one request at a time."""

    def __init__(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._port = port
        self._reader = reader
        self._writer = writer

    async def two_rounds(self, target: str) -> None:
        """A call that is asked, and answered."""
        asked = await self._call(target, {})
        assert asked["resultType"] == "input_required", asked
        answer = {"confirm": {"action": "accept", "content": {"ok": True, "reason": "old"}}}
        told = await self._call(target, {"requestState": asked["requestState"], "inputResponses": answer})
        assert told["content"][0]["text"] == f"deleted {target}", told

    async def _call(self, target: str, more: dict[str, Any]) -> dict[str, Any]:
        params = {"name": "delete_report", "arguments": {"target": target}, "_meta": META, **more}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
        self._writer.write(HEADERS.format(self._port, len(body)).encode() + body)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.split("content-length:", 1)[1].split("\r\n", 1)[0])
        reply = json.loads(await self._reader.readexactly(length))
        assert "result" in reply, reply
        result: dict[str, Any] = reply["result"]
        return result

    def close(self) -> None:
        """Done."""
        self._writer.close()


async def load(connections: list[Connection], first: int, last: int, until: float) -> list[str]:
    """Calls of these numbers, from all connections at once; gives the errors."""
    errors: list[str] = []
    numbers = iter(range(first, last))

    async def work(connection: Connection) -> None:
        for number in numbers:
            if time.monotonic() > until:
                errors.append(f"no more than {number} calls were made within {MOST_SECONDS} seconds")
                return
            try:
                await connection.two_rounds(f"report-{number}.pdf")
            except Exception as error:
                errors.append(f"{type(error).__name__}: {error}")
                return

    await asyncio.gather(*(work(connection) for connection in connections))
    return errors


async def endure(calls: int, leak: int = 0) -> dict[str, Any]:
    """The whole load against one server, with its memory at each station."""
    server = await Server.start("mrtr", leak)
    connections = [await server.connection() for _ in range(CONNECTIONS)]
    started = time.monotonic()
    errors: list[str] = []
    memory: list[dict[str, int]] = []
    made = 0
    for station in STATIONS:
        until = round(calls * station)
        errors += await load(connections, made, until, started + MOST_SECONDS)
        made = until
        memory.append({"calls": made, **await server.ask()})
    seconds = time.monotonic() - started
    for connection in connections:
        connection.close()
    await server.end()
    grown = memory[-1]["rss"] - memory[0]["rss"]
    allowed = ALLOWED_BYTES + ALLOWED_EACH * (memory[-1]["calls"] - memory[0]["calls"])
    return {
        "calls": calls,
        "seconds": seconds,
        "errors": errors[:5],
        "memory": memory,
        "grown": grown,
        "allowed": allowed,
        "flat": grown <= allowed,
    }


async def throughput(rounds: int) -> dict[str, Any]:
    """Rounds a second on one connection, by the clock and by the server's own work.

    The servers take turns, so that a busy moment falls on both alike; what a server works is told from what it waits.
    """
    kinds = ["mrtr", "sdk"]
    servers = [await Server.start(kind) for kind in kinds]
    ways = [await server.connection() for server in servers]
    block = 25
    rates: dict[str, list[list[float]]] = {"clock": [[], []], "work": [[], []]}
    for repeat in range(-4, max(8, rounds // (2 * block))):
        for at, (server, way) in enumerate(zip(servers, ways, strict=True)):
            worked, started = (await server.ask("time"))["seconds"], time.perf_counter()
            for number in range(block):
                await way.two_rounds(f"report-{number}.pdf")
            taken = {"clock": time.perf_counter() - started, "work": (await server.ask("time"))["seconds"] - worked}
            # The first turns warm up.
            for name, seconds in taken.items() if repeat >= 0 else ():
                rates[name][at].append(2 * block / seconds)
    for way in ways:
        way.close()
    for server in servers:
        await server.end()
    results: dict[str, Any] = {}
    for name, (ours, theirs) in rates.items():
        ratio = median(one / other for one, other in zip(ours, theirs, strict=True))
        results[name] = {"mrtr": median(ours), "sdk": median(theirs), "ratio": ratio}
    return results


def show(what: str, run: dict[str, Any]) -> None:
    """A run for the eye."""
    print(f"{what}: {run['calls']} two-round calls at {CONNECTIONS} connections in {run['seconds']:.0f} s")
    for at in run["memory"]:
        print(f"  after {at['calls']:>6} calls {at['rss'] / 2**20:7.1f} MiB resident, {at['blocks']} blocks")
    print(f"  grown by {run['grown'] / 2**20:.1f} MiB, {run['allowed'] / 2**20:.1f} MiB are allowed")


async def run(calls: int, rounds: int) -> tuple[dict[str, Any], list[str]]:
    """All of it; gives the results and what failed."""
    faults: list[str] = []
    endured = await endure(calls)
    show("load", endured)
    leaking = await endure(LEAKING_CALLS, LEAK)
    show("the same with a leak", leaking)
    faults += endured["errors"] + leaking["errors"]
    if not endured["flat"]:
        faults.append("memory grows with the calls")
    if leaking["flat"]:
        faults.append("a leak was not noticed")
    results: dict[str, Any] = {"load": endured, "leaking": leaking}
    if rounds:
        rates = results["throughput"] = await throughput(rounds)
        for name, rate in rates.items():
            ours, theirs, ratio = rate["mrtr"], rate["sdk"], rate["ratio"]
            print(f"rounds a second by the {name}: {ours:.0f}, the SDK {theirs:.0f}, {ratio:.2f} times as many")
        if rates["work"]["ratio"] < ENOUGH:
            faults.append("a round takes more work than on the SDK alone")
    return results, faults


def main() -> int:
    """Run, write the results, and say what failed."""
    out = Path(sys.argv[1])
    calls, rounds = int(sys.argv[2] if sys.argv[2:] else 20_000), int(sys.argv[3] if sys.argv[3:] else 2000)
    results, faults = asyncio.run(run(calls, rounds))
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(results, indent=1) + "\n")
    verdict = "; ".join(faults) or "no error, memory is flat, the leak was noticed"
    print(f"python load: {calls} calls, {verdict}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
