"""The README's program runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from servers import call, serve
from support import KEY

README = Path(__file__).parents[1] / "README.md"


def test_the_program_in_the_readme_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_KEY", KEY)
    (program,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    scope: dict[str, Any] = {"__name__": "readme"}
    exec(compile(program, str(README), "exec"), scope)  # noqa: S102
    with serve(scope["server"]) as url:
        asked = call(url, "delete_report", arguments={"target": "q3.pdf"})["result"]
        answers = {"confirm": {"action": "accept", "content": {"ok": True}}}
        state = asked["requestState"]
        done = call(url, "delete_report", arguments={"target": "q3.pdf"}, requestState=state, inputResponses=answers)
        assert done["result"]["content"][0]["text"] == "Deleted q3.pdf."
        assert call(url, "delete_report", arguments={"target": "x"}, requestState=state)["error"]["code"] == -32602
