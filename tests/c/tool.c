#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONFIRM_SCHEMA                                                                                                 \
    "{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\",\"title\":\"Delete it\"}},\"required\":[\"ok\"]}"

/* Mistakes of this program, not of its clients: the texts below are its own. */
static void must(mrtr_result result, const char *what)
{
    if (result != MRTR_OK) {
        fprintf(stderr, "%s: %s\n", what, mrtr_result_name(result));
        exit(2);
    }
}

/* A JSON value as text; the caller frees it. */
static mrtr_str dump(const json_t *value, char **text)
{
    *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    return mrtr_str_of(*text);
}

static json_t *parsed(const mrtr_buf *buf)
{
    return json_loadb(buf->data, buf->len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
}

static json_t *done(const char *text, const char *what)
{
    return json_pack("{s:s, s:[{s:s, s:s++}]}", "resultType", "complete", "content", "type", "text", "text", text,
                     what == NULL ? "" : " ", what == NULL ? "" : what);
}

/* Builds the question and the state, and the result that carries both. */
static json_t *ask(mrtr_round *round, const char *target, double now)
{
    char *params_text, *state_text, *spec_text;
    mrtr_buf question = {NULL, 0}, token = {NULL, 0}, result = {NULL, 0};
    json_error_t error;
    json_t *schema = json_loads(CONFIRM_SCHEMA, 0, &error);
    json_t *params = json_pack("{s:s++, s:o}", "message", "Delete ", target, "?", "requestedSchema", schema);
    json_t *state = json_pack("{s:s}", "target", target);
    json_t *spec, *value;

    must(mrtr_elicit(dump(params, &params_text), mrtr_str_of(NULL), &question, NULL), "the question");
    must(mrtr_round_seal_request_state(round, dump(state, &state_text), now, &token, NULL), "the state");
    spec = json_pack("{s:{s:o}, s:s}", "inputRequests", "confirm", parsed(&question), "requestState", token.data);
    must(mrtr_input_required(dump(spec, &spec_text), &result, NULL), "the result");
    value = parsed(&result);

    mrtr_buf_free(&question);
    mrtr_buf_free(&token);
    mrtr_buf_free(&result);
    free(params_text);
    free(state_text);
    free(spec_text);
    json_decref(params);
    json_decref(state);
    json_decref(spec);
    return value;
}

/* What was sealed in round one, not what the client says now, is what gets deleted. */
static json_t *delete_sealed(const mrtr_round *round)
{
    mrtr_buf payload = {NULL, 0};
    json_t *state, *result;

    must(mrtr_round_request_state(round, &payload, NULL), "the state");
    state = parsed(&payload);
    result = done("Deleted", json_string_value(json_object_get(state, "target")));
    mrtr_buf_free(&payload);
    json_decref(state);
    return result;
}

/* The handler: what the doors let through is to be believed, and an answer is one of five things. */
static json_t *delete_report(mrtr_round *round, const char *target, double now)
{
    mrtr_form *form = NULL;
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    mrtr_buf detail = {NULL, 0};
    json_t *content, *result = NULL;

    must(mrtr_form_parse(mrtr_str_of(CONFIRM_SCHEMA), mrtr_str_of(NULL), &form, NULL), "the form");
    must(mrtr_round_answer(round, mrtr_str_of("confirm"), form, &outcome, &detail, NULL), "the answer");
    switch (outcome) {
    case MRTR_OUTCOME_MISSING:
    case MRTR_OUTCOME_INVALID:
        result = ask(round, target, now);
        break;
    case MRTR_OUTCOME_ACCEPTED:
        content = parsed(&detail);
        if (json_is_true(json_object_get(content, "ok")))
            result = delete_sealed(round);
        json_decref(content);
        break;
    case MRTR_OUTCOME_DECLINED:
    case MRTR_OUTCOME_CANCELLED:
        break;
    }
    if (result == NULL)
        result = done("Cancelled. Nothing was deleted.", NULL);
    mrtr_buf_free(&detail);
    mrtr_form_free(form);
    return result;
}

struct reply refused_reply(mrtr_refusal *refusal)
{
    struct reply reply = {NULL, true, "", false};
    mrtr_buf text = {NULL, 0}, cause = {NULL, 0};

    must(mrtr_refusal_cause(refusal, &cause, NULL), "the cause");
    snprintf(reply.cause, sizeof reply.cause, "%s", cause.data);
    must(mrtr_refusal_tool_result_json(refusal, &text, NULL), "the tool result");
    if (text.data != NULL) {
        reply.body = json_pack("{s:o}", "result", parsed(&text));
    } else {
        must(mrtr_refusal_error_json(refusal, &text, NULL), "the error");
        reply.body = json_pack("{s:o}", "error", parsed(&text));
    }
    mrtr_buf_free(&text);
    mrtr_buf_free(&cause);
    mrtr_refusal_free(refusal);
    return reply;
}

/* A request that this program cannot even pass to the library, such as one that is not UTF-8. */
static struct reply broken_reply(mrtr_result result)
{
    struct reply reply = {NULL, true, "", false};

    snprintf(reply.cause, sizeof reply.cause, "%s", mrtr_result_name(result));
    reply.body = json_pack("{s:{s:i, s:s}}", "error", "code", -32602, "message", "Invalid params");
    return reply;
}

struct reply serve(const mrtr_boundary *boundary, const struct request *request)
{
    struct reply reply = {NULL, false, "", false};
    mrtr_round *round = NULL;
    mrtr_refusal *refusal = NULL;
    mrtr_buf sent = {NULL, 0};
    json_t *params, *result;
    const char *target;
    char *result_text;
    mrtr_result code;

    code = mrtr_boundary_enter(boundary, request->method, request->params, request->principal, request->capabilities,
                               request->now, &round, &refusal, NULL);
    if (code == MRTR_REFUSED)
        return refused_reply(refusal);
    if (code != MRTR_OK)
        return broken_reply(code);

    params = json_loadb(request->params.data, request->params.len, JSON_ALLOW_NUL, NULL);
    target = json_string_value(json_object_get(json_object_get(params, "arguments"), "target"));
    reply.handler_ran = true;
    result = delete_report(round, target == NULL ? "nothing" : target, request->now);
    code = mrtr_round_leave(round, dump(result, &result_text), request->now, &sent, &refusal, NULL);
    if (code == MRTR_REFUSED) {
        reply = refused_reply(refusal);
        reply.handler_ran = true;
    } else if (code != MRTR_OK) {
        reply = broken_reply(code);
    } else {
        reply.body = json_pack("{s:o}", "result", parsed(&sent));
    }

    mrtr_buf_free(&sent);
    free(result_text);
    json_decref(result);
    json_decref(params);
    mrtr_round_free(round);
    return reply;
}
