from __future__ import annotations

import pytest

import vector_runner


def test_every_token_of_the_official_sdks_has_the_verdict_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    assert vector_runner.main() == 0
    out, err = capsys.readouterr()
    assert (out, err) == ("python: 94 cases, 94 as wanted\n", "")
