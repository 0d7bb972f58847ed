/* mrtr-boundary.json: calls through the two doors. */
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_NAME "mrtr-boundary"

static char why[512];

/* Keeps what is not as wanted; the case is judged when it is through. */
static bool fault(const char *what, const char *got)
{
    snprintf(why, sizeof why, "%s: %.400s", what, got == NULL ? "nothing" : got);
    return false;
}

static mrtr_str principal_of(const json_t *test)
{
    mrtr_str principal = member(test, "principal");

    /* Empty is one that could not be told. */
    return json_is_true(json_object_get(test, "principalFailed")) ? mrtr_str_of("") : principal;
}

/* The text with each `word` replaced, to be freed. */
static char *replaced(mrtr_str text, const char *word, const char *with)
{
    size_t step = strlen(word), size = strlen(with), len = 0, at;
    char *out = malloc(text.len + (size + 1) * (text.len / step + 1) + 1);

    for (at = 0; at < text.len;) {
        if (text.len - at >= step && memcmp(text.data + at, word, step) == 0) {
            memcpy(out + len, with, size);
            len += size;
            at += step;
        } else {
            out[len++] = text.data[at++];
        }
    }
    out[len] = '\0';
    return out;
}

/* The text with what stands for 65,537 times A, to be freed. */
static char *lengthened(mrtr_str text)
{
    char *many, *out;

    if (text.len == 0 || strstr(text.data, "$LONG") == NULL)
        return replaced(text, "$LONG", "");
    many = malloc(65538);
    memset(many, 'A', 65537);
    many[65537] = '\0';
    out = replaced(text, "$LONG", many);
    free(many);
    return out;
}

/* Takes the refusal. */
static bool refused(mrtr_refusal *refusal, const json_t *wanted, const char *method)
{
    mrtr_buf cause = {NULL, 0}, reply = {NULL, 0}, tool = {NULL, 0}, name = {NULL, 0};
    json_t *error, *word;
    const char *message;
    bool good = true;
    size_t at;

    mrtr_refusal_cause(refusal, &cause, NULL);
    mrtr_refusal_error_json(refusal, &reply, NULL);
    mrtr_refusal_tool_result_json(refusal, &tool, NULL);
    mrtr_refusal_method(refusal, &name, NULL);
    error = json_loadb(reply.data, reply.len, 0, NULL);
    message = json_string_value(json_object_get(error, "message"));
    if (!same(member(wanted, "reason"), &cause) || !same(mrtr_str_of(method), &name))
        good = fault("reason", cause.data);
    if (mrtr_refusal_code(refusal) != json_integer_value(json_object_get(wanted, "code")))
        good = fault("code", reply.data);
    if (json_is_string(json_object_get(wanted, "error")) && !same(member(wanted, "error"), &reply))
        good = fault("error", reply.data);
    if ((tool.data != NULL) != json_is_true(json_object_get(wanted, "toolResult")))
        good = fault("tool result", tool.data);
    json_array_foreach(json_object_get(wanted, "names"), at, word) {
        if (message == NULL || strstr(message, json_string_value(word)) == NULL)
            good = fault("message", message);
    }
    json_decref(error);
    mrtr_buf_free(&cause);
    mrtr_buf_free(&reply);
    mrtr_buf_free(&tool);
    mrtr_buf_free(&name);
    mrtr_refusal_free(refusal);
    return good;
}

static bool answer(const mrtr_round *round, const json_t *read)
{
    static const char *const names[] = {"missing", "accepted", "declined", "cancelled", "invalid"};
    static const mrtr_outcome outcomes[] = {MRTR_OUTCOME_MISSING, MRTR_OUTCOME_ACCEPTED, MRTR_OUTCOME_DECLINED,
                                            MRTR_OUTCOME_CANCELLED, MRTR_OUTCOME_INVALID};
    const char *wanted = json_string_value(json_object_get(read, "outcome"));
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    mrtr_str schema = member(read, "form");
    mrtr_buf detail = {NULL, 0};
    mrtr_form *form = NULL;
    bool good = false;
    size_t at;

    if (schema.data != NULL)
        mrtr_form_parse(schema, NO_STR, &form, NULL);
    mrtr_round_answer(round, member(read, "key"), form, &outcome, &detail, NULL);
    for (at = 0; at < sizeof names / sizeof names[0]; at++)
        good = good || (outcome == outcomes[at] && strcmp(names[at], wanted) == 0);
    if (outcome == MRTR_OUTCOME_ACCEPTED) {
        mrtr_str content = member(read, "content");
        good = good && (content.data == NULL ? detail.data == NULL : same(content, &detail));
    } else if (outcome == MRTR_OUTCOME_INVALID) {
        json_t *issues = json_loadb(detail.data, detail.len, 0, NULL), *issue;
        json_array_foreach(issues, at, issue) json_object_del(issue, "message");
        good = good && json_equal(issues, json_object_get(read, "issues"));
        json_decref(issues);
    }
    if (!good)
        fault("answer", detail.data);
    mrtr_buf_free(&detail);
    mrtr_form_free(form);
    return good;
}

static bool may_ask(const mrtr_round *round, const json_t *kinds)
{
    static const char *const names[] = {"form", "url", "sampling", "roots"};
    size_t at, found = 0;

    for (at = 0; at < sizeof names / sizeof names[0]; at++) {
        bool may = false;
        mrtr_round_may_ask(round, mrtr_str_of(names[at]), &may, NULL);
        if (may && strcmp(names[at], json_string_value(json_array_get(kinds, found++))) != 0)
            return fault("may ask", names[at]);
    }
    return found == json_array_size(kinds) || fault("may ask", "less");
}

static bool leave(mrtr_round *round, const json_t *test, const char *method)
{
    const json_t *way_out = json_object_get(test, "leave"), *wanted = json_object_get(way_out, "expect");
    double now = number(test, "now");
    mrtr_str payload = member(way_out, "seal");
    char *text = lengthened(member(way_out, "result")), *whole;
    mrtr_buf token = {NULL, 0}, sent = {NULL, 0};
    mrtr_refusal *refusal = NULL;
    mrtr_result result;
    bool good;

    if (payload.data != NULL)
        mrtr_round_seal_request_state(round, payload, now, &token, NULL);
    whole = replaced(mrtr_str_of(text), "$SEALED", token.data == NULL ? "" : token.data);
    result = mrtr_round_leave(round, mrtr_str_of(whole), now, &sent, &refusal, NULL);
    if (result == MRTR_REFUSED)
        good = refused(refusal, json_object_get(wanted, "refusal"), method);
    else if (json_is_true(json_object_get(wanted, "unchanged")))
        good = same(mrtr_str_of(whole), &sent) || fault("sent", sent.data);
    else
        good = same(member(wanted, "sent"), &sent) || fault("sent", sent.data);
    mrtr_buf_free(&token);
    mrtr_buf_free(&sent);
    free(text);
    free(whole);
    return good;
}

static bool through_the_doors(mrtr_round *round, const json_t *test, const char *method)
{
    const json_t *wanted = json_object_get(test, "expect"), *page = json_object_get(test, "urlCompletion");
    mrtr_buf text = {NULL, 0};
    json_t *read;
    bool good = true;
    size_t at;

    mrtr_round_describe(round, &text, NULL);
    if (!same(member(wanted, "round"), &text))
        good = fault("round", text.data);
    mrtr_buf_free(&text);
    mrtr_round_request_state_text(round, &text, NULL);
    if (member(wanted, "stateText").data == NULL ? text.data != NULL : !same(member(wanted, "stateText"), &text))
        good = fault("state", text.data);
    mrtr_buf_free(&text);
    json_array_foreach(json_object_get(test, "answers"), at, read) good = answer(round, read) && good;
    if (json_object_get(test, "mayAsk") != NULL)
        good = may_ask(round, json_object_get(test, "mayAsk")) && good;
    if (page != NULL) {
        mrtr_round_seal_url_completion(round, member(page, "payload"), number(test, "now"), &text, NULL);
        if (!same(member(page, "token"), &text))
            good = fault("page", text.data);
        mrtr_buf_free(&text);
    }
    if (json_object_get(test, "leave") != NULL)
        good = leave(round, test, method) && good;
    return good;
}

static bool enter(const mrtr_boundary *boundary, const json_t *test)
{
    const char *method = json_string_value(json_object_get(test, "method"));
    char *params = lengthened(member(test, "params"));
    mrtr_round *round = NULL;
    mrtr_refusal *refusal = NULL;
    mrtr_result result = mrtr_boundary_enter(boundary, mrtr_str_of(method), mrtr_str_of(params), principal_of(test),
                                             member(test, "capabilities"), number(test, "now"), &round, &refusal, NULL);
    bool good;

    if (result == MRTR_OK) {
        good = through_the_doors(round, test, method);
        if (bytes_left() != 0)
            good = fault("randomness", "left over");
    } else if (result == MRTR_REFUSED) {
        good = refused(refusal, json_object_get(json_object_get(test, "expect"), "refusal"), method);
    } else {
        good = fault("enter", mrtr_result_name(result));
    }
    mrtr_round_free(round);
    free(params);
    return good;
}

/* Tokens for widgets and pages. */
static bool token_op(const mrtr_boundary *boundary, const json_t *test, const char *op)
{
    char *token_text, *payload_text;
    mrtr_str token = token_of(test, &token_text), payload = payload_of(test, &payload_text);
    mrtr_buf out = {NULL, 0}, flow = {NULL, 0};
    mrtr_reason reason = MRTR_REASON_NONE;
    double now = number(test, "now");
    mrtr_result result;
    bool good;

    if (strcmp(op, "seal") == 0)
        result = mrtr_boundary_seal(boundary, payload, principal_of(test), now, &out, NULL);
    else if (strcmp(op, "open") == 0)
        result = mrtr_boundary_open(boundary, token, principal_of(test), now, &out, &reason, NULL);
    else
        result = mrtr_boundary_open_url_completion(boundary, token, member(test, "method"), member(test, "target"),
                                                   principal_of(test), now, &out, &flow, &reason, NULL);
    if (result == MRTR_REFUSED)
        good = expected_text(test, "refused", mrtr_reason_name(reason)) || fault("refused", mrtr_reason_name(reason));
    else if (result != MRTR_OK)
        good = expected_text(test, "error", mrtr_result_name(result)) || fault("error", mrtr_result_name(result));
    else
        good = expected(test, strcmp(op, "seal") == 0 ? "token" : "payload", &out) || fault("value", out.data);
    if (result == MRTR_OK && strcmp(op, "openUrlCompletion") == 0 && !expected(test, "flowId", &flow))
        good = fault("flow", flow.data);
    mrtr_buf_free(&out);
    mrtr_buf_free(&flow);
    free(token_text);
    free(payload_text);
    return good;
}

static void boundary_case(const json_t *test)
{
    const char *op = json_string_value(json_object_get(test, "op"));
    const mrtr_str *keys = NULL;
    size_t count = 0;
    char *options = NULL;
    mrtr_boundary *boundary = NULL;
    bool good = ring_of(test, &keys, &count);

    draw_from(test);
    if (good && mrtr_boundary_new(keys, count, dump(test, "options", &options), &boundary, NULL) == MRTR_OK)
        good = strcmp(op, "enter") == 0 ? enter(boundary, test) : token_op(boundary, test, op);
    else
        good = fault("boundary", "none");
    judge(FILE_NAME, test, good, why);
    bytes_left();
    free(options);
    mrtr_boundary_free(boundary);
}

void boundary_vectors(void)
{
    each_case("mrtr-boundary.json", boundary_case);
}
