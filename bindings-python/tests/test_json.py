"""The writer of JSON text against the standard library's."""

from __future__ import annotations

import enum
import json
import random
from typing import Any

import pytest

from mrtr import RequestStateCodec
from mrtr._mrtr import dump

from support import KEY, NOT_JSON, NOT_TEXT, NOW, refused

LETTERS = 'ab"\\/\n\t\b\f\r\0\x1f\x7fé漢🪃\ud800\udc00\u2028'
NUMBERS: list[Any] = [0, -1, 2**63 - 1, -(2**63), 2**63, 10**30, 0.0, -0.0, 1e22, 1e16, 1.5, 5e-324, 1e-7, 1.0]


def standard(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def anything(dice: random.Random, depth: int = 0) -> Any:
    """A value of plain JSON kinds."""
    match dice.randrange(9 if depth < 4 else 6):
        case 0:
            return dice.choice([None, True, False])
        case 1 | 2:
            return dice.choice([*NUMBERS, dice.getrandbits(70), dice.random() * 10 ** dice.randrange(-300, 300)])
        case 3 | 4 | 5:
            return "".join(dice.choice(LETTERS) for _ in range(dice.randrange(8)))
        case 6:
            return [anything(dice, depth + 1) for _ in range(dice.randrange(4))]
        case 7:
            return tuple(anything(dice, depth + 1) for _ in range(dice.randrange(3)))
    return {
        "".join(dice.choice(LETTERS) for _ in range(3)): anything(dice, depth + 1) for _ in range(dice.randrange(4))
    }


def test_it_says_what_the_standard_librarys_says() -> None:
    dice = random.Random(3)
    for _ in range(5_000):
        value = anything(dice)
        assert standard(json.loads(dump(value, "x"))) == standard(json.loads(standard(value)))


def test_text_is_spelled_as_the_other_languages_spell_it() -> None:
    assert dump({"city": "Zürich 🪃\u2028", "s": "\ud800x", "q": '"\\\n\x1f\x7f'}, "x") == (
        '{"city":"Zürich 🪃\u2028","s":"\\ud800x","q":"\\"\\\\\\n\\u001f\x7f"}'
    )
    codec = RequestStateCodec(key=KEY, clock=lambda: NOW)
    assert codec.verify_json(codec.mint({"city": "Zürich"})) == '{"city":"Zürich"}'


@pytest.mark.parametrize("number", NUMBERS, ids=repr)
def test_numbers_are_spelled_as_python_spells_them(number: object) -> None:
    assert dump(number, "x") == repr(number)


class Text(str):
    __slots__ = ()

    def __repr__(self) -> str:
        return "other"

    __str__ = __repr__

    def encode(self, *_: object) -> bytes:
        return b"other"


class Whole(int):
    def __repr__(self) -> str:
        return "other"

    __str__ = __repr__


class Real(float):
    __slots__ = ()

    def __repr__(self) -> str:
        return "other"


class Colour(str, enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


def test_subclasses_are_what_they_derive_from() -> None:
    value = [Text("x"), Text("\ud800"), Whole(5), Whole(2**80), Real(1.5), {Text("k"): 1}, Colour.RED, Level.HIGH]
    assert dump(value, "x") == f'["x","\\ud800",5,{2**80},1.5,{{"k":1}},"red",3]'


@pytest.mark.parametrize("value", NOT_JSON.values(), ids=NOT_JSON)
def test_what_is_no_json(value: Any) -> None:
    assert str(refused(lambda: dump(value, "the thing"), "invalid_argument", "invalid_json", "too_deep")).startswith(
        "the thing "
    )


@pytest.mark.parametrize("what", NOT_TEXT.values(), ids=NOT_TEXT)
def test_its_name_is_text(what: Any) -> None:
    refused(lambda: dump(1, what), "invalid_argument", "invalid_utf8")
