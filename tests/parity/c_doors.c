/* Calls through the two doors, and tokens for widgets and pages. */
#include "c.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mrtr_str principal_of(const json_t *test)
{
    mrtr_str principal = member(test, "principal");

    /* Empty is one that could not be told. */
    return json_is_true(json_object_get(test, "principalFailed")) ? mrtr_str_of("") : principal;
}

static void put_refusal(mrtr_refusal *refusal)
{
    mrtr_buf text = {NULL, 0};

    mrtr_refusal_detail(refusal, &text, NULL);
    say(&text);
    mrtr_buf_free(&text);
    mrtr_refusal_target(refusal, &text, NULL);
    say(&text);
    mrtr_buf_free(&text);
    put("{\"reason\":");
    mrtr_refusal_cause(refusal, &text, NULL);
    put_text(&text);
    put(",\"method\":");
    mrtr_refusal_method(refusal, &text, NULL);
    put_text(&text);
    put(",\"error\":");
    mrtr_refusal_error_json(refusal, &text, NULL);
    put_json(&text);
    put(",\"toolResult\":");
    mrtr_refusal_tool_result_json(refusal, &text, NULL);
    put_json(&text);
    put("}");
    mrtr_refusal_free(refusal);
}

/* The result with each $SEALED replaced by the token, to be freed. */
static char *with_token(const char *result, const mrtr_buf *token)
{
    static const char word[] = "$SEALED";
    size_t places = 0, step = sizeof word - 1;
    const char *at = result, *next;
    char *out, *end;

    while ((at = strstr(at, word)) != NULL) {
        places++;
        at += step;
    }
    out = end = malloc(strlen(result) + places * (token->len + 1) + 1);
    for (at = result; (next = strstr(at, word)) != NULL; at = next + step) {
        memcpy(end, at, (size_t)(next - at));
        end += next - at;
        if (token->len > 0)
            memcpy(end, token->data, token->len);
        end += token->len;
    }
    strcpy(end, at);
    return out;
}

/* The questions of what was sent, in the words of an older revision. */
static void put_older(const mrtr_round *round, mrtr_str revision, const mrtr_buf *sent)
{
    json_t *whole = revision.data == NULL || sent->data == NULL ? NULL : json_loadb(sent->data, sent->len, JSON_ALLOW_NUL, NULL);
    char *asked = json_dumps(json_object_get(whole, "inputRequests"), JSON_COMPACT);
    mrtr_buf older = {NULL, 0}, error = {NULL, 0};
    mrtr_refusal *refusal = NULL;
    mrtr_result result = MRTR_OK;

    put(",\"older\":");
    if (asked != NULL)
        result = mrtr_round_older(round, revision, mrtr_str_of(asked), &older, &refusal, &error);
    if (result == MRTR_OK)
        put_json(&older);
    else if (result == MRTR_REFUSED)
        put_refusal(refusal);
    else
        put_code(&error);
    free(asked);
    json_decref(whole);
}

/* A refusal of the door out; reworded for a client of 2025. */
static void put_refused_result(mrtr_refusal *refusal, mrtr_str revision)
{
    mrtr_refusal *reworded = NULL;

    if (revision.data == NULL) {
        put_refusal(refusal);
        return;
    }
    mrtr_refusal_for_2025(refusal, &reworded, NULL);
    mrtr_refusal_free(refusal);
    put_refusal(reworded);
}

static void leave(mrtr_round *round, const json_t *way, mrtr_str revision, double now)
{
    mrtr_buf token = {NULL, 0}, sent = {NULL, 0}, error = {NULL, 0};
    mrtr_str payload = member(way, "seal");
    mrtr_refusal *refusal = NULL;
    char *result;

    if (payload.data != NULL && mrtr_round_seal_request_state(round, payload, now, &token, &error) != MRTR_OK) {
        put_code(&error);
        return;
    }
    result = with_token(json_string_value(json_object_get(way, "result")), &token);
    mrtr_buf_free(&token);
    switch (mrtr_round_leave(round, mrtr_str_of(result), now, &sent, &refusal, &error)) {
    case MRTR_OK:
        /* One that asks nothing is given as it is; elsewhere that is nothing. */
        if (strstr(result, "input_required") == NULL)
            mrtr_buf_free(&sent);
        put("{\"sent\":");
        if (sent.data == NULL)
            put("null");
        else
            put(sent.data);
        put_older(round, revision, &sent);
        mrtr_buf_free(&sent);
        put("}");
        break;
    case MRTR_REFUSED:
        put_refused_result(refusal, revision);
        break;
    default:
        put_code(&error);
    }
    free(result);
}

static void put_answers(const mrtr_round *round, const json_t *reads)
{
    const json_t *read;
    size_t at;

    put(",\"answers\":[");
    json_array_foreach(reads, at, read) {
        mrtr_form *form = NULL;
        mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
        mrtr_buf detail = {NULL, 0};

        put(at == 0 ? "" : ",");
        if (!form_of(read, "form", &form))
            continue;
        mrtr_round_answer(round, member(read, "key"), form, &outcome, &detail, NULL);
        put_answer(outcome, &detail);
        mrtr_form_free(form);
    }
    put("]");
}

static void put_may_ask(const mrtr_round *round)
{
    static const char *const kinds[] = {"form", "url", "sampling", "roots"};
    size_t at;

    put(",\"mayAsk\":[");
    for (at = 0; at < sizeof kinds / sizeof kinds[0]; at++) {
        bool may = false;

        put(at == 0 ? "" : ",");
        mrtr_round_may_ask(round, mrtr_str_of(kinds[at]), &may, NULL);
        put_bool(may);
    }
    put("]");
}

static void put_round(mrtr_round *round, const json_t *test)
{
    double now = number(test, "now");
    mrtr_str page = member(test, "page");
    mrtr_buf text = {NULL, 0}, error = {NULL, 0};

    put("{\"round\":");
    mrtr_round_describe(round, &text, NULL);
    put_json(&text);
    put(",\"stateText\":");
    mrtr_round_request_state_text(round, &text, NULL);
    put_text(&text);
    put(",\"responses\":");
    mrtr_round_responses(round, &text, NULL);
    put_json(&text);
    put_answers(round, json_object_get(test, "answers"));
    put_may_ask(round);
    put(",\"cacheHints\":");
    mrtr_round_cache_hints(round, &text, NULL);
    put_json(&text);
    if (page.data != NULL) {
        put(",\"page\":");
        if (mrtr_round_seal_url_completion(round, page, now, &text, &error) == MRTR_OK)
            put_text(&text);
        else
            put_code(&error);
    }
    if (json_object_get(test, "leave") != NULL) {
        put(",\"left\":");
        leave(round, json_object_get(test, "leave"), member(test, "of2025"), now);
    }
    printf(",\"entropyLeft\":%lu}", (unsigned long)bytes_left());
    mrtr_round_free(round);
}

static void enter(const mrtr_boundary *boundary, const json_t *test)
{
    mrtr_round *round = NULL;
    mrtr_refusal *refusal = NULL;
    mrtr_buf error = {NULL, 0};

    switch (mrtr_boundary_enter(boundary, member(test, "method"), member(test, "params"), principal_of(test),
                                member(test, "capabilities"), number(test, "now"), &round, &refusal, &error)) {
    case MRTR_OK:
        put_round(round, test);
        break;
    case MRTR_REFUSED:
        put_refusal(refusal);
        break;
    default:
        put_error(&error);
    }
}

/* Tokens for widgets and pages. */
static void token_op(const mrtr_boundary *boundary, const json_t *test, const char *op)
{
    char *token_text, *payload_text;
    mrtr_str token = token_of(test, &token_text), payload = payload_of(test, &payload_text);
    mrtr_buf out = {NULL, 0}, flow = {NULL, 0}, error = {NULL, 0};
    mrtr_reason reason = MRTR_REASON_NONE;
    double now = number(test, "now");
    mrtr_result result;

    if (strcmp(op, "seal") == 0)
        result = mrtr_boundary_seal(boundary, payload, principal_of(test), now, &out, &error);
    else if (strcmp(op, "open") == 0)
        result = mrtr_boundary_open(boundary, token, principal_of(test), now, &out, &reason, &error);
    else
        result = mrtr_boundary_open_url_completion(boundary, token, member(test, "method"), member(test, "target"),
                                                   principal_of(test), now, &out, &flow, &reason, &error);
    if (result == MRTR_REFUSED) {
        put_refused(reason);
    } else if (result != MRTR_OK) {
        put_error(&error);
    } else if (strcmp(op, "seal") == 0) {
        put("{\"token\":");
        put_text(&out);
        put("}");
    } else {
        put(flow.data == NULL ? "{\"payload\":" : "{\"page\":{\"payload\":");
        put_json(&out);
        if (flow.data != NULL) {
            put(",\"flowId\":");
            put_text(&flow);
            put("}");
        }
        put("}");
    }
    free(token_text);
    free(payload_text);
}

void doors(const json_t *test, const char *op)
{
    const mrtr_str *keys = NULL;
    size_t count = 0;
    char *options = NULL;
    mrtr_boundary *boundary = NULL;
    mrtr_buf error = {NULL, 0};

    if (!ring_of(test, &keys, &count))
        exit(2);
    if (mrtr_boundary_new(keys, count, dump(test, "options", &options), &boundary, &error) != MRTR_OK)
        put_error(&error);
    else if (strcmp(op, "enter") == 0)
        enter(boundary, test);
    else
        token_op(boundary, test, op);
    free(options);
    mrtr_boundary_free(boundary);
}
