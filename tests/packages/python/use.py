"""Uses the installed package, with nothing else installed, from several threads; prints what came of it."""

import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor

import mrtr

codec = mrtr.RequestStateCodec(key=b"an example key, not for production: 0123456789")


def rounds(step: int) -> int:
    """Mints, opens, and enters, many times; gives how often."""
    boundary = mrtr.Boundary(key=b"an example key, not for production: 0123456789")
    form = mrtr.Form.parse({"type": "object", "properties": {"ok": {"type": "boolean"}}})
    for turn in range(200):
        assert codec.verify(codec.mint({"step": step, "turn": turn})) == {"step": step, "turn": turn}
        assert boundary.enter("tools/call", {"name": "t", "arguments": {}}).number == 1
        assert form.accept({"ok": True}).outcome == "accepted"
    return 200


with ThreadPoolExecutor(8) as pool:
    assert sum(pool.map(rounds, range(16))) == 3200
try:
    codec.verify(codec.mint({}) + "A")
except mrtr.InvalidRequestState:
    pass
else:
    raise AssertionError("a token with a letter too many has opened")

# On a free-threaded interpreter, loading the package must not bring the lock back.
free = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
if free:
    assert not sys._is_gil_enabled()
print("used, free-threaded" if free else "used")
