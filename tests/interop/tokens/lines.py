"""The programs in Python answer a JSON line with a JSON line, like those in the other languages."""

import json
import sys
from collections.abc import Callable
from typing import Any


def answer_lines(answer: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer each line of standard input, in order, to its end."""
    for line in sys.stdin.buffer:
        job = json.loads(line)
        try:
            reply = answer(job)
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)
