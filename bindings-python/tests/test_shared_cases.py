from __future__ import annotations

import pytest

import answer_runner
import schema_runner


@pytest.mark.parametrize(
    ("main", "line"),
    [
        (schema_runner.main, "python: 649 schema cases, 649 as wanted\n"),
        (answer_runner.main, "python: 183 answer cases, 183 as wanted\n"),
    ],
    ids=["schemas", "answers"],
)
def test_every_shared_case_comes_out_as_wanted(main: object, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert callable(main)
    assert main() == 0
    out, err = capsys.readouterr()
    assert (out, err) == (line, "")
