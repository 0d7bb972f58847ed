from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import vector_runner
from vector_parts.tally import VECTORS


def test_every_vector_has_the_verdict_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    assert vector_runner.main() == 0
    out, err = capsys.readouterr()
    assert (out, err) == (f"python: {vector_runner.CASES} cases, {vector_runner.CASES} as wanted\n", "")
    assert vector_runner.CASES > 1_000


@pytest.mark.parametrize("kind", ["tokens", "boundary", "arguments"])
def test_the_files_of_our_own_are_of_the_form_that_their_schema_says(kind: str) -> None:
    schema = json.loads((VECTORS / "schema.json").read_text(encoding="utf-8"))
    whole: Any = json.loads((VECTORS / f"mrtr-{kind}.json").read_text(encoding="utf-8"))
    judge = jsonschema.Draft202012Validator(schema)
    judge.check_schema(schema)
    assert [f"{list(fault.path)}: {fault.message:.200}" for fault in judge.iter_errors(whole)] == []
    for name, value in (("more", 1), ("expect", {}), ("id", 5), ("op", "other")):
        odd = copy.deepcopy(whole)
        odd["cases"] = odd["cases"][:1]
        odd["cases"][0][name] = value
        assert not judge.is_valid(odd), name
