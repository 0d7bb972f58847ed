from __future__ import annotations

import pickle
import threading
from typing import Any

import pytest

from mrtr import (
    ArgumentError,
    ConfigError,
    InputError,
    InternalError,
    InvalidRequestState,
    MrtrError,
    RequestStateCodec,
    _mrtr,
)

from support import KEY, NOT_JSON, NOT_TEXT, NOW, OTHER_KEY, SECRET, nested, refused


def codec(**options: Any) -> RequestStateCodec:
    return RequestStateCodec(**{"key": KEY, "clock": lambda: NOW, **options})


@pytest.mark.parametrize("format", ["signed", "encrypted"])
@pytest.mark.parametrize(
    "payload",
    [
        None,
        True,
        0,
        -0.5,
        "",
        "Zürich 🪃",
        [],
        {},
        {"a": [1, {"b": None}]},
        2**64,
        -(2**63) - 1,
        10**400,
        "x\ud800y",
        "\0",
    ],
    ids=lambda payload: repr(payload)[:20],
)
def test_what_goes_in_comes_out(format: str, payload: object) -> None:  # noqa: A002
    subject = codec(format=format)
    assert subject.verify(subject.mint(payload)) == payload


def test_member_order_and_digits_are_kept() -> None:
    text = '{"z":1.0,"a":1e2,"__proto__":-0}'
    subject = codec()
    assert subject.verify_json(subject.mint_json(text)) == text
    assert list(subject.verify(subject.mint({"z": 1, "a": 2}))) == ["z", "a"]


def test_tuples_are_lists() -> None:
    subject = codec()
    assert subject.verify(subject.mint((1, (2,)))) == [1, [2]]


def test_a_changed_token_is_refused_with_the_reason_on_code_alone() -> None:
    subject = codec()
    token = subject.mint({"ok": True})
    assert subject.verify(token) == {"ok": True}
    flipped = token[:-1] + ("A" if token[-1] != "A" else "Q")
    with pytest.raises(InvalidRequestState) as caught:
        subject.verify(flipped)
    assert caught.value.code in {"mac", "malformed"}
    assert str(caught.value) == "Invalid or expired requestState"
    assert isinstance(caught.value, ValueError)


def test_time_comes_from_the_clock() -> None:
    now = [NOW]
    subject = codec(clock=lambda: now[0], ttl_seconds=10)
    token = subject.mint("x")
    now[0] += 10
    assert subject.verify(token) == "x"
    now[0] += 1
    assert refused(lambda: subject.verify(token)).code == "expired"


def test_a_binding_must_be_the_same_on_both_sides() -> None:
    bound = codec(bind=lambda ctx: str(ctx["user"]))
    token = bound.mint("x", {"user": "alice"})
    assert bound.verify(token, {"user": "alice"}) == "x"
    assert refused(lambda: bound.verify(token, {"user": "mallory"})).code == "bind"
    assert refused(lambda: codec().verify(token)).code == "bind"
    assert refused(lambda: bound.verify(codec().mint("x"), {"user": "alice"})).code == "bind"


@pytest.mark.parametrize("bound", [value for name, value in NOT_TEXT.items() if name != "none"])
def test_a_binding_that_is_no_text_is_an_error(bound: object) -> None:
    subject = codec(bind=lambda _ctx: bound)
    refused(lambda: subject.mint("x"), "invalid_argument", "invalid_utf8")


def test_bind_may_not_fall_back_to_none() -> None:
    subject = codec(bind=lambda _ctx: None)
    refused(lambda: subject.mint("x"), "invalid_argument")


def test_the_first_key_of_a_ring_mints_and_all_open() -> None:
    old, ring, new = codec(key=KEY), codec(key=None, keys=[OTHER_KEY, KEY]), codec(key=OTHER_KEY)
    assert ring.verify(old.mint("x")) == "x"
    assert new.verify(ring.mint("x")) == "x"
    assert refused(lambda: old.verify(ring.mint("x"))).code == "mac"


def test_keys_are_bytes_bytearray_or_str_and_copied() -> None:
    secret = bytearray(KEY.encode())
    subject = codec(key=secret)
    token = codec(key=KEY.encode()).mint("x")
    secret[:] = bytes(len(secret))
    assert subject.verify(token) == codec(key=KEY).verify(token) == "x"


@pytest.mark.parametrize(
    ("key", "code"),
    [
        (32, "invalid_argument"),
        (True, "invalid_argument"),
        (1.5, "invalid_argument"),
        ([1] * 32, "invalid_argument"),
        (memoryview(bytes(32)), "invalid_argument"),
        (SECRET, "invalid_key"),
        (SECRET.encode(), "invalid_key"),
        ("", "invalid_key"),
        (SECRET * 4 + "\ud800", "invalid_utf8"),
    ],
    ids=lambda value: repr(value)[:12],
)
def test_keys_that_are_none(key: Any, code: str) -> None:
    assert refused(lambda: codec(key=key)).code == code
    assert refused(lambda: codec(key=None, keys=[key])).code == code


def test_rings_that_are_none() -> None:
    assert refused(lambda: codec(key=None)).code == "no_key"
    assert refused(lambda: codec(key=None, keys=[])).code == "no_key"
    assert refused(lambda: codec(key=None, keys=KEY)).code == "invalid_argument"
    assert refused(lambda: codec(key=None, keys=5)).code == "invalid_argument"
    assert refused(lambda: codec(key=KEY, keys=[KEY])).code == "invalid_argument"
    assert refused(lambda: codec(key=None, keys=[KEY, KEY])).code == "duplicate_key"
    assert refused(lambda: codec(key=None, keys=[("a", KEY), OTHER_KEY])).code == "invalid_argument"
    assert refused(lambda: codec(key=None, keys=[("a", KEY, "b")])).code == "invalid_argument"
    assert refused(lambda: codec(key=None, keys=[("", KEY)], format="rs2")).code == "invalid_key"
    named = codec(key=None, keys=[("a", KEY), ("b", OTHER_KEY)], format="rs2")
    assert named.verify(named.mint("x")) == "x"


@pytest.mark.parametrize(
    "ttl", [0, -1, 0.0, float("nan"), float("inf"), -float("inf"), None, "600", True, [600], 10**400]
)
def test_lifetimes_that_are_none(ttl: Any) -> None:
    assert codec(ttl_seconds=0.5)
    assert refused(lambda: codec(ttl_seconds=ttl)).code == "invalid_ttl"


@pytest.mark.parametrize("name", ["rs3", "", "SIGNED", "json", 5, SECRET, ["signed"], b"signed"])
def test_formats_that_are_none(name: Any) -> None:
    refused(lambda: codec(format=name), "invalid_option", "invalid_argument")
    refused(lambda: codec(open=[name]), "invalid_option", "invalid_argument")


def test_callbacks_must_be_callable() -> None:
    refused(lambda: codec(bind="alice"), "invalid_argument")
    refused(lambda: codec(clock=NOW), "invalid_argument")


@pytest.mark.parametrize("now", [None, "1", True, [1.0], 10**400, float("nan"), float("inf")], ids=repr)
def test_a_clock_must_give_seconds(now: Any) -> None:
    refused(lambda: codec(clock=lambda: now).mint("x"), "invalid_argument")


@pytest.mark.parametrize("value", NOT_JSON.values(), ids=NOT_JSON)
def test_payloads_that_are_no_json(value: Any) -> None:
    refused(lambda: codec().mint(value), "invalid_argument", "invalid_json", "too_deep")
    refused(lambda: codec().mint({"a": [value]}), "invalid_argument", "invalid_json", "too_deep")


def test_the_deepest_payload() -> None:
    subject = codec()
    assert subject.verify(subject.mint(nested(126))) == nested(126)
    assert refused(lambda: subject.mint(nested(128))).code == "too_deep"


def test_the_longest_payload() -> None:
    subject = codec()
    assert subject.verify(subject.mint("x" * 40_000)) == "x" * 40_000
    assert refused(lambda: subject.mint(SECRET * 100_000)).code == "too_large"


@pytest.mark.parametrize(
    "text", [*NOT_TEXT.values(), SECRET, "{", '{"a":1,"a":2}', "NaN", "[1,]", "\ufeff1", "1 2", ""]
)
def test_texts_that_are_no_json(text: Any) -> None:
    refused(lambda: codec().mint_json(text), "invalid_argument", "invalid_utf8", "invalid_json", "duplicate_member")


@pytest.mark.parametrize("token", NOT_TEXT.values(), ids=NOT_TEXT)
def test_tokens_that_are_no_text(token: Any) -> None:
    error = refused(lambda: codec().verify(token), "invalid_argument", "invalid_utf8")
    assert isinstance(error, ArgumentError | InputError)


@pytest.mark.parametrize("token", ["", "v1.", "v1..", "v1.\0.", SECRET, "v1." + "A" * 70_000, "v1." + "A" * 10_000_000])
def test_texts_that_are_no_tokens(token: str) -> None:
    refused(lambda: codec().verify(token), "malformed", "too_large", "mac")


def test_payloads_that_would_pass_for_tokens_of_the_boundary() -> None:
    assert codec().mint({"p": "r", "d": 1, "o": "tool"})
    error = refused(lambda: codec().mint({"p": "r", "d": 1, "o": "tool", "n": 1}), "reserved_payload")
    assert isinstance(error, InputError)


def test_errors_are_what_python_expects_of_them() -> None:
    assert isinstance(refused(lambda: codec(key=5)), TypeError)
    assert isinstance(refused(lambda: codec(key="short")), ValueError)
    assert isinstance(refused(lambda: codec(key="short")), ConfigError)
    for error in [refused(lambda: codec(key=5)), refused(lambda: codec().verify("x"))]:
        again = pickle.loads(pickle.dumps(error))  # noqa: S301
        assert (type(again), again.code, str(again)) == (type(error), error.code, str(error))


def test_nothing_shows_a_key() -> None:
    subject = codec(key=SECRET * 4)
    shown = f"{subject!r} {subject} {subject._native!r}"
    assert SECRET not in shown
    assert "RequestStateCodec(..)" in shown


def test_a_panic_is_an_exception_and_the_process_goes_on(capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        error = refused(_mrtr._testing_panic, "internal")
        assert isinstance(error, InternalError)
        assert isinstance(error, Exception)
        assert "testing.rs:" in str(error)
        assert "on purpose" not in str(error)
        assert "/" not in str(error)
    assert isinstance(refused(_mrtr._testing_fail, "internal"), MrtrError)
    assert codec().verify(codec().mint("x")) == "x"
    assert capfd.readouterr().err == ""


def test_a_panic_in_a_thread_is_an_exception_there() -> None:
    caught: list[str] = []

    def work() -> None:
        try:
            _mrtr._testing_panic()
        except Exception as error:
            caught.append(type(error).__name__)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert caught == ["InternalError"]


def test_codecs_are_shared_between_threads() -> None:
    subject = codec(format="encrypted")
    failures: list[object] = []

    def work(number: int) -> None:
        for turn in range(20):
            payload = {"n": number, "turn": turn, "pad": "x" * (turn * 2000)}
            if subject.verify(subject.mint(payload)) != payload:
                failures.append(payload)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
