"""The shared native schemas of pydantic, written out as the code that emits them.

Each row has the id of a case in tests/schemas/conversions.json, and the class whose schema must be the one given there.
"""

from __future__ import annotations

import datetime
import enum
import pathlib
import uuid
from typing import Annotated, Any, Literal, Optional

from pydantic import (
    AllowInfNan,
    AnyUrl,
    BaseModel,
    ConfigDict,
    EmailStr,
    Field,
    Json,
    NaiveDatetime,
    PastDate,
    Strict,
    StringConstraints,
    WithJsonSchema,
    computed_field,
    create_model,
    field_validator,
)


class Color(str, enum.Enum):
    RED = "red"
    BLUE = "blue"


class PlainColor(enum.Enum):
    RED = "red"
    BLUE = "blue"


class StrColor(str, enum.Enum):
    """Python 3.10 has no StrEnum; this is what it is."""

    RED = "red"
    BLUE = "blue"

    __str__ = str.__str__


StrColor.__doc__ = None


class DocEnum(str, enum.Enum):
    """Pick one."""

    RED = "red"


class Num(enum.IntEnum):
    ONE = 1
    TWO = 2


class Nested(BaseModel):
    a: str


class Doc1(BaseModel):
    """Docstring."""

    f: str


class Forbid(BaseModel):
    model_config = ConfigDict(extra="forbid")
    f: str


class Allow(BaseModel):
    model_config = ConfigDict(extra="allow")
    f: str


class Alias(BaseModel):
    f: str = Field(alias="fullName")


class PAlias(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    f: str = Field(serialization_alias="fullName")


class Comp(BaseModel):
    f: str

    @computed_field  # type: ignore[prop-decorator]
    @property
    def g(self) -> str:
        return self.f


class Base(BaseModel):
    a: str


class Sub(Base):
    f: str


class Two(BaseModel):
    f: Color
    g: Color = Color.RED


class Title(BaseModel):
    model_config = ConfigDict(title="X", json_schema_extra={"examples": [{"f": "a"}]})
    f: str


class Val(BaseModel):
    f: str

    @field_validator("f")
    @classmethod
    def lower(cls, value: str) -> str:
        return value.lower()


class Rec(BaseModel):
    f: Optional[Rec] = None  # noqa: UP045 (as the row has it)


class Empty(BaseModel):
    pass


def model(annotation: Any, *default: Any) -> type[BaseModel]:
    """A class with one field `f`."""
    return create_model("M", f=(annotation, *(default or (...,))))


TITLED: Any = {"oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]}

ROWS: dict[str, type[BaseModel]] = {
    "pydantic.str": model(str),
    "pydantic.str.min-max": model(Annotated[str, Field(min_length=1, max_length=80)]),
    "pydantic.str.deprecated": model(Annotated[str, Field(deprecated=True)]),
    "pydantic.str.default_factory": model(Annotated[str, Field(default_factory=lambda: "x")]),
    "pydantic.str.strict": model(Annotated[str, Strict()]),
    "pydantic.str.strip": model(Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]),
    "pydantic.str.lower": model(Annotated[str, StringConstraints(to_lower=True)]),
    "pydantic.opt.none": model(str | None, None),
    "pydantic.opt.required": model(str | None),
    "pydantic.opt.default": model(str | None, "x"),
    "pydantic.opt.int-ge": model(Annotated[int, Field(ge=0)] | None, None),
    "pydantic.int": model(int),
    "pydantic.int.multiple": model(Annotated[int, Field(multiple_of=5)]),
    "pydantic.int.strict": model(Annotated[int, Strict()]),
    "pydantic.float": model(float),
    "pydantic.float.ge-le": model(Annotated[float, Field(ge=0, le=1)]),
    "pydantic.float.finite": model(Annotated[float, AllowInfNan(False)]),
    "pydantic.bool.default": model(bool, False),
    "pydantic.literal.int": model(Literal[1, 2]),
    "pydantic.literal.true": model(Literal[True]),
    "pydantic.literal.mixed": model(Literal["a", 1]),
    "pydantic.literal.none": model(Literal["a", None]),
    "pydantic.enum.str": model(Color),
    "pydantic.enum.str-default": model(Color, Color.RED),
    "pydantic.enum.StrEnum": model(StrColor),
    "pydantic.enum.plain": model(PlainColor),
    "pydantic.enum.int": model(Num),
    "pydantic.enum.doc": model(DocEnum),
    "pydantic.opt.enum": model(Color | None, None),
    "pydantic.list.literal": model(list[Literal["a", "b"]]),
    "pydantic.list.enum": model(list[Color]),
    "pydantic.set.literal": model(set[Literal["a", "b"]]),
    "pydantic.list.str": model(list[str]),
    "pydantic.tuple": model(tuple[str, int]),
    "pydantic.list.uniq-none": model(list[Annotated[str, Field(min_length=1)]]),
    "pydantic.date": model(datetime.date),
    "pydantic.datetime": model(datetime.datetime),
    "pydantic.naive": model(NaiveDatetime),
    "pydantic.past": model(PastDate),
    "pydantic.time": model(datetime.time),
    "pydantic.datetime.ge": model(Annotated[datetime.datetime, Field(ge=datetime.datetime(2024, 1, 1))]),
    "pydantic.anyurl": model(AnyUrl),
    "pydantic.email.withjson": model(Annotated[str, WithJsonSchema({"type": "string", "format": "email"})]),
    "pydantic.uuid": model(uuid.UUID),
    "pydantic.path": model(pathlib.Path),
    "pydantic.none": model(None),
    "pydantic.dict": model(dict[str, str]),
    "pydantic.nested": model(Nested),
    "pydantic.list.nested": model(list[Nested]),
    "pydantic.union": model(int | str),
    "pydantic.complex": model(Json),
    "pydantic.enumNames.extra": model(Annotated[Literal["a", "b"], Field(json_schema_extra={"enumNames": ["A", "B"]})]),
    "pydantic.titled.extra": model(Annotated[str, Field(json_schema_extra=TITLED)]),
    "pydantic.EmailStr": model(EmailStr),
    "pydantic.opt.EmailStr": model(EmailStr | None, None),
    **{f"pydantic.model.{each.__name__}": each for each in (Doc1, Forbid, Allow, Alias, PAlias, Comp, Sub, Two)},
    **{f"pydantic.model.{each.__name__}": each for each in (Title, Val, Rec, Empty)},
}
"""All of them."""
