/* Texts: one call for each text argument of each function, and what it says to each bad text. */
#include "misuse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A handle's place after the call: untouched, or handed over and freed. */
#define HANDLE(type, call)                                                                                             \
    mrtr_##type *handle = (mrtr_##type *)(void *)sentinel;                                                             \
    mrtr_result result = (call);                                                                                       \
    if (result == MRTR_OK)                                                                                             \
        mrtr_##type##_free(handle);                                                                                    \
    else                                                                                                               \
        CHECK(handle == (mrtr_##type *)(void *)sentinel);                                                              \
    return result

#define TEXT(name) static mrtr_result name(mrtr_str text)

TEXT(codec_key) { HANDLE(codec, mrtr_codec_new(&text, 1, NO_STR, &handle, &error)); }
TEXT(codec_options)
{
    mrtr_str ring = S(KEY_TEXT);
    HANDLE(codec, mrtr_codec_new(&ring, 1, text, &handle, &error));
}
TEXT(mint_payload) { return mrtr_codec_mint(codec, text, NO_STR, NOW, &out, &error); }
TEXT(mint_bind) { return mrtr_codec_mint(codec, S("{}"), text, NOW, &out, &error); }
TEXT(verify_token) { return mrtr_codec_verify(codec, text, NO_STR, NOW, &out, NULL, &error); }
TEXT(verify_bind) { return mrtr_codec_verify(codec, S("v1.a.b"), text, NOW, &out, NULL, &error); }
TEXT(seal_bytes_payload) { return mrtr_codec_seal_bytes(rs_codec, text, NO_STR, NOW, &out, &error); }
TEXT(seal_bytes_data) { return mrtr_codec_seal_bytes(rs_codec, S("x"), text, NOW, &out, &error); }
TEXT(open_bytes_token) { return mrtr_codec_open_bytes(rs_codec, text, NO_STR, NOW, &out, NULL, &error); }
TEXT(open_bytes_data) { return mrtr_codec_open_bytes(rs_codec, S("x"), text, NOW, &out, NULL, &error); }
TEXT(open_state_token) { return mrtr_codec_open_state(codec, text, S(EXPECTED), NOW, &out, NULL, &error); }
TEXT(open_state_call) { return mrtr_codec_open_state(codec, S("v1.a.b"), text, NOW, &out, NULL, &error); }
TEXT(digest_arguments) { return mrtr_arguments_digest(text, &out, &error); }
TEXT(form_schema) { HANDLE(form, mrtr_form_parse(text, NO_STR, &handle, &error)); }
TEXT(form_options) { HANDLE(form, mrtr_form_parse(S(SCHEMA), text, &handle, &error)); }
TEXT(form_content)
{
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    mrtr_result result = mrtr_form_accept(form, text, &outcome, &out, &error);
    CHECK(result != MRTR_OK || outcome == MRTR_OUTCOME_INVALID || text.len < 20);
    return result;
}
TEXT(form_defaults)
{
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    return mrtr_form_fill_defaults(form, text, &outcome, &out, &error);
}
TEXT(model_schema) { HANDLE(model, mrtr_model_compile(text, &handle, &error)); }
TEXT(model_content) { return mrtr_model_check(model, text, &out, &error); }
TEXT(responses_text) { HANDLE(responses, mrtr_responses_parse(text, &handle, &error)); }
TEXT(view_key) { return mrtr_responses_view(responses, text, &out, &error); }
TEXT(answer_key)
{
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    return mrtr_responses_answer(responses, text, form, &outcome, &out, &error);
}
TEXT(content_key) { return mrtr_responses_accepted_content(responses, text, NULL, &out, &error); }
TEXT(confirmed_key)
{
    bool confirmed = false;
    mrtr_result result = mrtr_responses_confirmed(responses, text, form, NO_STR, &confirmed, &error);
    CHECK(confirmed == (text.len == strlen("confirm") && text.data != NULL && memcmp(text.data, "confirm", 7) == 0));
    return result;
}
TEXT(confirmed_field)
{
    bool confirmed = false;
    mrtr_result result = mrtr_responses_confirmed(responses, S("confirm"), form, text, &confirmed, &error);
    CHECK(confirmed == (result == MRTR_OK));
    return result;
}
TEXT(elicit_params) { return mrtr_elicit(text, NO_STR, &out, &error); }
TEXT(elicit_options) { return mrtr_elicit(S(ELICIT), text, &out, &error); }
TEXT(url_params) { return mrtr_elicit_url(text, NO_STR, &out, &error); }
TEXT(url_options) { return mrtr_elicit_url(S(URL), text, &out, &error); }
TEXT(message_params) { return mrtr_create_message(text, &out, &error); }
TEXT(required_spec) { return mrtr_input_required(text, &out, &error); }
TEXT(boundary_key) { HANDLE(boundary, mrtr_boundary_new(&text, 1, NO_STR, &handle, &error)); }
TEXT(boundary_options)
{
    mrtr_str ring = S(KEY_TEXT);
    HANDLE(boundary, mrtr_boundary_new(&ring, 1, text, &handle, &error));
}
TEXT(asks_method)
{
    bool asks = false;
    return mrtr_boundary_asks(text, &asks, &error);
}
TEXT(enter_method)
{
    HANDLE(round, mrtr_boundary_enter(boundary, text, S(PARAMS), NO_STR, NO_STR, NOW, &handle, NULL, &error));
}
TEXT(enter_params)
{
    HANDLE(round, mrtr_boundary_enter(boundary, S("tools/call"), text, NO_STR, NO_STR, NOW, &handle, NULL, &error));
}
TEXT(enter_principal)
{
    HANDLE(round, mrtr_boundary_enter(boundary, S("tools/call"), S(PARAMS), text, NO_STR, NOW, &handle, NULL, &error));
}
TEXT(enter_capabilities)
{
    HANDLE(round, mrtr_boundary_enter(boundary, S("tools/call"), S(PARAMS), NO_STR, text, NOW, &handle, NULL, &error));
}
TEXT(widget_payload) { return mrtr_boundary_seal(boundary, text, NO_STR, NOW, &out, &error); }
TEXT(widget_principal) { return mrtr_boundary_seal(boundary, S("{}"), text, NOW, &out, &error); }
TEXT(widget_token) { return mrtr_boundary_open(boundary, text, NO_STR, NOW, &out, NULL, &error); }
TEXT(widget_open_principal) { return mrtr_boundary_open(boundary, S("v1.a.b"), text, NOW, &out, NULL, &error); }
TEXT(completion_token)
{
    return mrtr_boundary_open_url_completion(boundary, text, S("tools/call"), S("tool"), NO_STR, NOW, &out, NULL, NULL,
                                             &error);
}
TEXT(completion_method)
{
    return mrtr_boundary_open_url_completion(boundary, S("x"), text, S("tool"), NO_STR, NOW, &out, NULL, NULL, &error);
}
TEXT(completion_target)
{
    return mrtr_boundary_open_url_completion(boundary, S("x"), S("tools/call"), text, NO_STR, NOW, &out, NULL, NULL,
                                             &error);
}
TEXT(completion_principal)
{
    return mrtr_boundary_open_url_completion(boundary, S("x"), S("tools/call"), S("tool"), text, NOW, &out, NULL, NULL,
                                             &error);
}
TEXT(may_ask_kind)
{
    bool may_ask = false;
    return mrtr_round_may_ask(a_round, text, &may_ask, &error);
}
TEXT(round_answer_key)
{
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    return mrtr_round_answer(a_round, text, form, &outcome, &out, &error);
}
TEXT(round_content_key) { return mrtr_round_accepted_content(a_round, text, NULL, &out, &error); }
TEXT(round_view_key) { return mrtr_round_view(a_round, text, &out, &error); }
TEXT(round_confirmed_key)
{
    bool confirmed = true;
    mrtr_result result = mrtr_round_confirmed(a_round, text, form, NO_STR, &confirmed, &error);
    CHECK(confirmed == (result != MRTR_OK));
    return result;
}
TEXT(round_confirmed_field)
{
    bool confirmed = false;
    mrtr_result result = mrtr_round_confirmed(a_round, S("confirm"), form, text, &confirmed, &error);
    CHECK(!confirmed);
    return result;
}
TEXT(state_payload) { return mrtr_round_seal_request_state(a_round, text, NOW, &out, &error); }
TEXT(completion_payload) { return mrtr_round_seal_url_completion(a_round, text, NOW, &out, &error); }
TEXT(leave_result) { return mrtr_round_leave(a_round, text, NOW, &out, NULL, &error); }
TEXT(older_revision) { return mrtr_round_older(a_round, text, S("{}"), &out, NULL, &error); }
TEXT(older_questions) { return mrtr_round_older(a_round, S("2025-06-18"), text, &out, NULL, &error); }
TEXT(unasked_key) { HANDLE(refusal, mrtr_round_unasked(a_round, text, S("why"), &handle, &error)); }
TEXT(unasked_why) { HANDLE(refusal, mrtr_round_unasked(a_round, S("key"), text, &handle, &error)); }

enum bad { ABSENT, NOT_UTF8, EMPTY, WITH_NUL, LONG, DEEP, BADS };

struct subject {
    const char *name;
    mrtr_result (*call)(mrtr_str);
    const char *good;
    int wanted_of_good;
    int wanted[BADS];
};

enum {
    OK = MRTR_OK,
    REF = MRTR_REFUSED,
    ARG = MRTR_ERR_INVALID_ARGUMENT,
    UTF = MRTR_ERR_INVALID_UTF8,
    JSN = MRTR_ERR_INVALID_JSON,
    BIG = MRTR_ERR_TOO_LARGE,
    DPT = MRTR_ERR_TOO_DEEP,
    KEY = MRTR_ERR_INVALID_KEY,
    FRM = MRTR_ERR_INVALID_FORM,
    INP = MRTR_ERR_INVALID_INPUT_REQUIRED
};

/* What each says to a good text, then to one that is absent, not UTF-8, empty, with a NUL, too long, too deep. */
static const struct subject subjects[] = {
    {"codec_new: key", codec_key, KEY_TEXT, OK, {ARG, KEY, KEY, KEY, OK, OK}},
    {"codec_new: options", codec_options, "{}", OK, {OK, UTF, OK, JSN, BIG, DPT}},
    {"codec_mint: payload", mint_payload, "{}", OK, {OK, UTF, JSN, JSN, BIG, DPT}},
    {"codec_mint: bind", mint_bind, "ada", OK, {OK, UTF, OK, OK, OK, OK}},
    {"codec_verify: token", verify_token, "v1.a.b", REF, {ARG, REF, REF, REF, REF, REF}},
    {"codec_verify: bind", verify_bind, "ada", REF, {REF, UTF, REF, REF, REF, REF}},
    {"codec_seal_bytes: payload", seal_bytes_payload, "x", OK, {ARG, OK, OK, OK, BIG, OK}},
    {"codec_seal_bytes: data", seal_bytes_data, "x", OK, {OK, OK, OK, OK, OK, OK}},
    {"codec_open_bytes: token", open_bytes_token, "x", REF, {ARG, REF, REF, REF, REF, REF}},
    {"codec_open_bytes: data", open_bytes_data, "x", REF, {REF, REF, REF, REF, REF, REF}},
    {"codec_open_state: token", open_state_token, "x", REF, {ARG, REF, REF, REF, REF, REF}},
    {"codec_open_state: call", open_state_call, EXPECTED, REF, {ARG, UTF, JSN, JSN, BIG, DPT}},
    {"arguments_digest", digest_arguments, "{}", OK, {ARG, UTF, OK, JSN, OK, DPT}},
    {"form_parse: schema", form_schema, SCHEMA, OK, {ARG, UTF, FRM, FRM, FRM, FRM}},
    {"form_parse: options", form_options, "{}", OK, {OK, UTF, OK, JSN, BIG, DPT}},
    {"form_accept: content", form_content, "{\"ok\":true}", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"form_fill_defaults: content", form_defaults, "{\"ok\":true}", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"model_compile: schema", model_schema, MODEL, OK, {ARG, UTF, FRM, FRM, FRM, FRM}},
    {"model_check: content", model_content, "{\"ok\":true}", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"responses_parse", responses_text, RESPONSES, OK, {ARG, UTF, JSN, JSN, ARG, DPT}},
    {"responses_view: key", view_key, "confirm", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"responses_answer: key", answer_key, "confirm", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"responses_accepted_content: key", content_key, "confirm", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"responses_confirmed: key", confirmed_key, "confirm", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"responses_confirmed: field", confirmed_field, "ok", OK, {OK, UTF, ARG, ARG, ARG, ARG}},
    {"elicit: params", elicit_params, ELICIT, OK, {ARG, UTF, JSN, JSN, BIG, DPT}},
    {"elicit: options", elicit_options, "{}", OK, {OK, UTF, OK, JSN, BIG, DPT}},
    {"elicit_url: params", url_params, URL, OK, {ARG, UTF, JSN, JSN, BIG, DPT}},
    {"elicit_url: options", url_options, "{}", OK, {OK, UTF, OK, JSN, BIG, DPT}},
    {"create_message: params", message_params, SAMPLING, OK, {ARG, UTF, JSN, JSN, BIG, DPT}},
    {"input_required: spec", required_spec, SPEC, OK, {ARG, UTF, JSN, JSN, INP, DPT}},
    {"boundary_new: key", boundary_key, KEY_TEXT, OK, {ARG, KEY, KEY, KEY, OK, OK}},
    {"boundary_new: options", boundary_options, "{}", OK, {OK, UTF, OK, JSN, BIG, DPT}},
    {"boundary_asks: method", asks_method, "tools/call", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"boundary_enter: method", enter_method, "tools/call", OK, {ARG, UTF, REF, REF, REF, REF}},
    {"boundary_enter: params", enter_params, PARAMS, OK, {ARG, UTF, REF, REF, REF, REF}},
    {"boundary_enter: principal", enter_principal, "ada", OK, {OK, UTF, REF, OK, OK, OK}},
    {"boundary_enter: capabilities", enter_capabilities, CAPABILITIES, OK, {OK, UTF, OK, OK, OK, OK}},
    {"boundary_seal: payload", widget_payload, "{}", OK, {ARG, UTF, JSN, JSN, BIG, DPT}},
    {"boundary_seal: principal", widget_principal, "ada", OK, {OK, UTF, ARG, OK, OK, OK}},
    {"boundary_open: token", widget_token, "x", REF, {ARG, REF, REF, REF, REF, REF}},
    {"boundary_open: principal", widget_open_principal, "ada", REF, {REF, UTF, REF, REF, REF, REF}},
    {"boundary_open_url_completion: token", completion_token, "x", REF, {ARG, REF, REF, REF, REF, REF}},
    {"boundary_open_url_completion: method", completion_method, "tools/call", REF, {ARG, UTF, REF, REF, REF, REF}},
    {"boundary_open_url_completion: target", completion_target, "tool", REF, {ARG, UTF, REF, REF, REF, REF}},
    {"boundary_open_url_completion: principal", completion_principal, "ada", REF, {REF, UTF, REF, REF, REF, REF}},
    {"round_may_ask: kind", may_ask_kind, "form", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"round_answer: key", round_answer_key, "confirm", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"round_accepted_content: key", round_content_key, "confirm", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"round_view: key", round_view_key, "confirm", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"round_confirmed: key", round_confirmed_key, "confirm", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"round_confirmed: field", round_confirmed_field, "ok", OK, {OK, UTF, ARG, ARG, ARG, ARG}},
    {"round_seal_request_state: payload", state_payload, "{}", OK, {ARG, UTF, JSN, JSN, BIG, DPT}},
    {"round_seal_url_completion: payload", completion_payload, "{}", OK, {ARG, UTF, JSN, JSN, BIG, DPT}},
    {"round_leave: result", leave_result, "{\"content\":[]}", OK, {ARG, UTF, REF, REF, REF, REF}},
    {"round_older: revision", older_revision, "2025-11-25", OK, {ARG, UTF, OK, OK, OK, OK}},
    {"round_older: questions", older_questions, "{}", OK, {ARG, UTF, REF, REF, REF, REF}},
    {"round_unasked: key", unasked_key, "key", OK, {OK, UTF, OK, OK, OK, OK}},
    {"round_unasked: why", unasked_why, "why", OK, {ARG, UTF, OK, OK, OK, OK}},
    {NULL, NULL, NULL, OK, {OK, OK, OK, OK, OK, OK}},
};

#define LONG_BYTES ((size_t)9 << 20)
#define HUGE_BYTES ((size_t)65 << 20)

static char *long_text, *deep_text;

static mrtr_str bad_text(int kind)
{
    static const char with_nul[] = "{}\0{evil}";
    mrtr_str text = NO_STR;

    switch (kind) {
    case NOT_UTF8:
        return S("{\"evil\":\"\xff\xfe\"}");
    case EMPTY:
        return S("");
    case WITH_NUL:
        text.data = with_nul;
        text.len = sizeof with_nul - 1;
        return text;
    case LONG:
        return S(long_text);
    case DEEP:
        return S(deep_text);
    default:
        return text;
    }
}

/* One call: the code, the error, and that a place which is not to be written was not. */
static void call_with(const struct subject *subject, mrtr_str text, int wanted, const char *kind)
{
    char what[128];
    mrtr_result result;

    out.data = sentinel;
    out.len = 77;
    snprintf(what, sizeof what, "%s, %s", subject->name, kind);
    result = subject->call(text);
    if (out.data == sentinel)
        out.data = NULL;
    else
        check_at(__FILE__, __LINE__, what, result == MRTR_OK);
    mrtr_buf_free(&out);
    expect_at(__FILE__, __LINE__, what, result, (mrtr_result)wanted, &error);
}

/* A JSON string of that many characters. */
static char *string_of(size_t characters)
{
    char *text = malloc(characters + 3);

    memset(text, 'a', characters + 2);
    text[0] = text[characters + 1] = '"';
    text[characters + 2] = '\0';
    return text;
}

void texts(void)
{
    static const char *const names[BADS] = {"absent", "not UTF-8", "empty", "with NUL", "too long", "too deep"};
    const struct subject *subject;
    mrtr_str odd;
    int kind;

    long_text = string_of(LONG_BYTES);
    /* Deep, and yet shorter than a token may be. */
    deep_text = malloc(40001);
    memset(deep_text, '[', 20000);
    memset(deep_text + 20000, ']', 20000);
    deep_text[40000] = '\0';

    for (subject = subjects; subject->name != NULL; subject++) {
        call_with(subject, S(subject->good), subject->wanted_of_good, "good");
        for (kind = 0; kind < BADS; kind++)
            call_with(subject, bad_text(kind), subject->wanted[kind], names[kind]);
        odd.data = NULL;
        odd.len = 5;
        call_with(subject, odd, MRTR_ERR_INVALID_ARGUMENT, "NULL with a length");
        odd.data = sentinel;
        odd.len = (size_t)-1;
        call_with(subject, odd, MRTR_ERR_INVALID_ARGUMENT, "a length beyond memory");
    }
    free(long_text);
    free(deep_text);

    /* These take more: arguments and results may carry files. */
    long_text = string_of(HUGE_BYTES);
    call_with(&(struct subject){"arguments_digest", digest_arguments, NULL, OK, {0}}, S(long_text), BIG, "huge");
    call_with(&(struct subject){"boundary_enter: params", enter_params, NULL, OK, {0}}, S(long_text), REF, "huge");
    call_with(&(struct subject){"round_leave: result", leave_result, NULL, OK, {0}}, S(long_text), REF, "huge");
    free(long_text);
}
