#define _POSIX_C_SOURCE 200809L
/*
 * Gives the C library's verdict: one JSON object a line in, one a line out (in ASCII), in order, to the end of input.
 *
 * {"op":"verify","keyHex","token","bind"?,"options"?,"now"?}
 *     A codec alone.    {"op":"verify","verdict":"ok","payload":TEXT|null} | refused
 * {"op":"open","keyHex","params","token"?,"method"?,"principal"?,"capabilities"?,"options"?,"now"?}
 *     The door in.      {"op":"open","verdict":"ok","round":{...}} | refused, with "error"
 * {"op":"call", as "open"}
 *     The example's tool between both doors.
 *                       {"op":"call","verdict":"ok","handlerEntered":true,"result":{...}}
 *                       | refused, with "handlerEntered" and "error" or "result"
 * {"op":"accept","schema","content","options"?}
 *     Content alone.    {"op":"accept","verdict":"accepted","content":{...}}
 *                       | {"op":"accept","verdict":"invalid","issues":[...]}
 *
 * refused is {"op","verdict":"refused","reason":NAME}, the reason as for the server's log. Anything else wrong with a
 * line is {"op","verdict":"error","error":{"code","message",...}}. "params", "capabilities", "options", "schema" and
 * "content" are strings that hold JSON text, so that digits and order arrive as they were sent. "token" is put into
 * params as requestState, which must not have one then. "method" is tools/call unless given; "now" is Unix seconds,
 * the system's clock unless given. Unknown members are ignored.
 */
#include "support.h"
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double now_of(const json_t *line)
{
    const json_t *now = json_object_get(line, "now");
    return json_is_number(now) ? json_number_value(now) : mrtr_now();
}

static json_t *parsed(const mrtr_buf *buf)
{
    return json_loadb(buf->data, buf->len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
}

/* The verdict for a call of the library that went wrong; takes the error. */
static json_t *failed(mrtr_result result, mrtr_buf *error)
{
    json_t *own = json_pack("{s:s, s:s}", "code", mrtr_result_name(result), "message", "the line is malformed");
    json_t *details = error->data == NULL ? own : parsed(error);

    if (details != own)
        json_decref(own);
    mrtr_buf_free(error);
    return json_pack("{s:s, s:o}", "verdict", "error", "error", details);
}

static json_t *refused(const char *reason)
{
    return json_pack("{s:s, s:s}", "verdict", "refused", "reason", reason);
}

static bool key_of(const json_t *line, unsigned char *bytes, size_t size, mrtr_str *key)
{
    long len = unhex(member(line, "keyHex"), bytes, size);

    key->data = (const char *)bytes;
    key->len = len < 0 ? 0 : (size_t)len;
    return len >= 0;
}

static json_t *verify(const json_t *line)
{
    unsigned char bytes[1024];
    mrtr_str key;
    mrtr_codec *codec = NULL;
    mrtr_buf payload = {NULL, 0}, error = {NULL, 0};
    mrtr_reason reason = MRTR_REASON_NONE;
    mrtr_result result;
    json_t *verdict;

    if (!key_of(line, bytes, sizeof bytes, &key))
        return failed(MRTR_ERR_INVALID_KEY, &error);
    result = mrtr_codec_new(&key, 1, member(line, "options"), &codec, &error);
    if (result == MRTR_OK)
        result = mrtr_codec_verify(codec, member(line, "token"), member(line, "bind"), now_of(line), &payload, &reason,
                                   &error);
    if (result == MRTR_OK)
        verdict = json_pack("{s:s, s:o}", "verdict", "ok", "payload",
                            payload.data == NULL ? json_null() : json_stringn(payload.data, payload.len));
    else if (result == MRTR_REFUSED)
        verdict = refused(mrtr_reason_name(reason));
    else
        verdict = failed(result, &error);
    mrtr_buf_free(&payload);
    mrtr_codec_free(codec);
    return verdict;
}

/* The params of a line, with its token as their requestState; the caller frees the text. */
static mrtr_str params_of(const json_t *line, char **text)
{
    mrtr_str params = member(line, "params"), joined;
    json_t *token = json_object_get(line, "token");
    const char *brace = params.data == NULL ? NULL : memchr(params.data, '{', params.len);
    char *quoted;
    size_t before, at;

    *text = NULL;
    if (!json_is_string(token) || brace == NULL)
        return params;
    quoted = json_dumps(token, JSON_ENCODE_ANY);
    before = (size_t)(brace + 1 - params.data);
    for (at = before; at < params.len && strchr(" \t\r\n", params.data[at]) != NULL; at++)
        ;
    *text = malloc(params.len + strlen(quoted) + 32);
    joined.len = (size_t)sprintf(*text, "{\"requestState\":%s%s", quoted,
                                 at < params.len && params.data[at] == '}' ? "" : ",");
    memcpy(*text + joined.len, brace + 1, params.len - before);
    joined.len += params.len - before;
    joined.data = *text;
    free(quoted);
    return joined;
}

static json_t *open_verdict(const mrtr_boundary *boundary, const struct request *request)
{
    mrtr_round *round = NULL;
    mrtr_refusal *refusal = NULL;
    mrtr_buf text = {NULL, 0}, error = {NULL, 0};
    struct reply reply;
    json_t *verdict;
    mrtr_result result =
        mrtr_boundary_enter(boundary, request->method, request->params, request->principal, request->capabilities,
                            request->now, &round, &refusal, &error);

    if (result == MRTR_OK)
        result = mrtr_round_describe(round, &text, &error);
    if (result == MRTR_OK) {
        verdict = json_pack("{s:s, s:o}", "verdict", "ok", "round", parsed(&text));
    } else if (result == MRTR_REFUSED) {
        reply = refused_reply(refusal);
        verdict = refused(reply.cause);
        json_object_update_new(verdict, reply.body);
    } else {
        verdict = failed(result, &error);
    }
    mrtr_buf_free(&text);
    mrtr_round_free(round);
    return verdict;
}

static json_t *call_verdict(const mrtr_boundary *boundary, const struct request *request)
{
    struct reply reply = serve(boundary, request);
    json_t *verdict = reply.refused ? refused(reply.cause) : json_pack("{s:s}", "verdict", "ok");

    json_object_set_new(verdict, "handlerEntered", json_boolean(reply.handler_ran));
    json_object_update_new(verdict, reply.body);
    return verdict;
}

static json_t *through_boundary(const json_t *line, json_t *(*judge)(const mrtr_boundary *, const struct request *))
{
    unsigned char bytes[1024];
    mrtr_str key;
    mrtr_boundary *boundary = NULL;
    mrtr_buf error = {NULL, 0};
    struct request request;
    mrtr_result result;
    json_t *verdict;
    char *text;

    if (!key_of(line, bytes, sizeof bytes, &key))
        return failed(MRTR_ERR_INVALID_KEY, &error);
    result = mrtr_boundary_new(&key, 1, member(line, "options"), &boundary, &error);
    if (result != MRTR_OK)
        return failed(result, &error);
    request.method = member(line, "method");
    if (request.method.data == NULL)
        request.method = mrtr_str_of("tools/call");
    request.params = params_of(line, &text);
    request.principal = member(line, "principal");
    request.capabilities = member(line, "capabilities");
    request.now = now_of(line);
    verdict = judge(boundary, &request);
    free(text);
    mrtr_boundary_free(boundary);
    return verdict;
}

static json_t *accept_verdict(const json_t *line)
{
    mrtr_form *form = NULL;
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    mrtr_buf detail = {NULL, 0}, error = {NULL, 0};
    json_t *verdict;
    mrtr_result result = mrtr_form_parse(member(line, "schema"), member(line, "options"), &form, &error);

    if (result == MRTR_OK)
        result = mrtr_form_accept(form, member(line, "content"), &outcome, &detail, &error);
    if (result != MRTR_OK)
        verdict = failed(result, &error);
    else if (outcome == MRTR_OUTCOME_ACCEPTED)
        verdict = json_pack("{s:s, s:o}", "verdict", "accepted", "content", parsed(&detail));
    else
        verdict = json_pack("{s:s, s:o}", "verdict", "invalid", "issues", parsed(&detail));
    mrtr_buf_free(&detail);
    mrtr_form_free(form);
    return verdict;
}

static json_t *judge(const json_t *line)
{
    const char *op = json_string_value(json_object_get(line, "op"));
    mrtr_buf none = {NULL, 0};

    if (op != NULL && strcmp(op, "verify") == 0)
        return verify(line);
    if (op != NULL && strcmp(op, "open") == 0)
        return through_boundary(line, open_verdict);
    if (op != NULL && strcmp(op, "call") == 0)
        return through_boundary(line, call_verdict);
    if (op != NULL && strcmp(op, "accept") == 0)
        return accept_verdict(line);
    return failed(MRTR_ERR_INVALID_ARGUMENT, &none); /* no such op */
}

int main(void)
{
    char *text = NULL;
    size_t size = 0;
    ssize_t len;

    while ((len = getline(&text, &size, stdin)) > 0) {
        json_t *line = json_loadb(text, (size_t)len, JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, NULL);
        json_t *verdict = judge(line);
        json_t *op = json_object_get(line, "op");
        json_t *out = json_object();
        char *dumped;

        if (verdict == NULL) /* a text with a lone surrogate, which this program's JSON reader refuses */
            verdict = json_pack("{s:s, s:{s:s}}", "verdict", "error", "error", "code", "internal");
        json_object_set(out, "op", json_is_string(op) ? op : json_null());
        json_object_update_new(out, verdict);
        dumped = json_dumps(out, JSON_COMPACT | JSON_ENSURE_ASCII);
        puts(dumped == NULL ? "{\"op\":null,\"verdict\":\"error\",\"error\":{\"code\":\"internal\"}}" : dumped);
        fflush(stdout);
        free(dumped);
        json_decref(out);
        json_decref(line);
    }
    free(text);
    return 0;
}
