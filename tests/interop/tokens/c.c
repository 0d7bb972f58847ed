#define _POSIX_C_SOURCE 200809L
/* mrtr in C. README.md describes the lines. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool mints(const json_t *job)
{
    return strcmp(json_string_value(json_object_get(job, "op")), "mint") == 0;
}

/* One member that holds a text of the library's; takes the text. */
static json_t *told(const char *name, mrtr_buf *text)
{
    json_t *reply = json_pack("{s:o}", name, json_stringn(text->data, text->len));

    mrtr_buf_free(text);
    return reply;
}

/* The same for bytes, as hex digits. */
static json_t *told_bytes(mrtr_buf *bytes)
{
    char *digits = malloc(2 * bytes->len + 1);
    json_t *reply;
    size_t at;

    digits[0] = '\0';
    for (at = 0; at < bytes->len; at++)
        sprintf(digits + 2 * at, "%02x", (unsigned char)bytes->data[at]);
    mrtr_buf_free(bytes);
    reply = json_pack("{s:s}", "hex", digits);
    free(digits);
    return reply;
}

static json_t *failed(mrtr_result result, mrtr_reason reason)
{
    const char *name = result == MRTR_REFUSED ? mrtr_reason_name(reason) : mrtr_result_name(result);

    return json_pack("{s:s}", "error", name);
}

static json_t *with_codec(const json_t *job, const mrtr_codec *codec)
{
    mrtr_str bind = member(job, "bind"), hex = member(job, "hex"), token = member(job, "token"), bytes;
    mrtr_buf text = {NULL, 0};
    mrtr_reason reason = MRTR_REASON_NONE;
    bool about_bytes = json_is_true(json_object_get(job, "bytes"));
    unsigned char payload[8192];
    mrtr_result result;

    if (mints(job)) {
        bytes.data = (const char *)payload;
        bytes.len = about_bytes ? (size_t)unhex(hex, payload, sizeof payload) : 0;
        result = about_bytes ? mrtr_codec_seal_bytes(codec, bytes, bind, mrtr_now(), &text, NULL)
                             : mrtr_codec_mint(codec, member(job, "payload"), bind, mrtr_now(), &text, NULL);
        return result == MRTR_OK ? told("token", &text) : failed(result, reason);
    }
    if (about_bytes) {
        result = mrtr_codec_open_bytes(codec, token, bind, mrtr_now(), &text, &reason, NULL);
        return result == MRTR_OK ? told_bytes(&text) : failed(result, reason);
    }
    result = mrtr_codec_verify(codec, token, bind, mrtr_now(), &text, &reason, NULL);
    return result == MRTR_OK ? told("payload", &text) : failed(result, reason);
}

static json_t *codec_alone(const json_t *job, mrtr_str key)
{
    mrtr_codec *codec = NULL;
    json_t *options = json_pack("{s:O}", "format", json_object_get(job, "format"));
    json_t *reply;
    char *text;
    mrtr_result result;

    if (json_is_string(json_object_get(job, "keyId")))
        json_object_set_new(options, "keyIds", json_pack("[O]", json_object_get(job, "keyId")));
    text = json_dumps(options, 0);
    result = mrtr_codec_new(&key, 1, mrtr_str_of(text), &codec, NULL);
    reply = result == MRTR_OK ? with_codec(job, codec) : failed(result, MRTR_REASON_NONE);
    mrtr_codec_free(codec);
    json_decref(options);
    free(text);
    return reply;
}

/* Lets the round ask with the payload as its state; the token is what leaves. */
static json_t *ask(mrtr_round *round, mrtr_str payload)
{
    mrtr_buf token = {NULL, 0}, sent = {NULL, 0};
    mrtr_result result = mrtr_round_seal_request_state(round, payload, mrtr_now(), &token, NULL);
    json_t *reply = NULL, *asking, *left;
    char *text;

    if (result != MRTR_OK)
        return failed(result, MRTR_REASON_NONE);
    asking = json_pack("{s:s, s:s}", "resultType", "input_required", "requestState", token.data);
    text = json_dumps(asking, 0);
    result = mrtr_round_leave(round, mrtr_str_of(text), mrtr_now(), &sent, NULL, NULL);
    if (result == MRTR_OK) {
        left = json_loadb(sent.data, sent.len, 0, NULL);
        reply = json_pack("{s:O}", "token", json_object_get(left, "requestState"));
        json_decref(left);
    }
    mrtr_buf_free(&token);
    mrtr_buf_free(&sent);
    json_decref(asking);
    free(text);
    return reply == NULL ? failed(result, MRTR_REASON_NONE) : reply;
}

static json_t *enter(const json_t *job, const json_t *call, const mrtr_boundary *boundary, mrtr_str params)
{
    mrtr_round *round = NULL;
    mrtr_refusal *refusal = NULL;
    mrtr_buf text = {NULL, 0};
    json_t *reply;
    mrtr_result result = mrtr_boundary_enter(boundary, member(call, "method"), params, member(call, "principal"),
                                             NO_STR, mrtr_now(), &round, &refusal, NULL);

    if (result != MRTR_OK)
        reply = failed(result, MRTR_REASON_MALFORMED);
    else if (mints(job))
        reply = ask(round, member(job, "payload"));
    else if ((result = mrtr_round_request_state(round, &text, NULL)) == MRTR_OK)
        reply = told("payload", &text);
    else
        reply = failed(result, MRTR_REASON_NONE);
    mrtr_round_free(round);
    mrtr_refusal_free(refusal);
    return reply;
}

static json_t *through_boundary(const json_t *job, const json_t *call, mrtr_str key)
{
    mrtr_boundary *boundary = NULL;
    json_t *options = json_pack("{s:s, s:[s], s:O}", "format", "encrypted", "foreign", "python-sdk", "audience",
                                json_object_get(call, "audience"));
    const char *params = json_string_value(json_object_get(call, "params"));
    const char *token = json_string_value(json_object_get(job, "token"));
    char *text = json_dumps(options, 0);
    char *echo = malloc(strlen(params) + (token == NULL ? 0 : strlen(token)) + 32);
    mrtr_result result = mrtr_boundary_new(&key, 1, mrtr_str_of(text), &boundary, NULL);
    json_t *reply;

    if (token == NULL)
        strcpy(echo, params);
    else
        sprintf(echo, "{\"requestState\":\"%s\",%s", token, params + 1);
    reply = result == MRTR_OK ? enter(job, call, boundary, mrtr_str_of(echo)) : failed(result, MRTR_REASON_NONE);
    mrtr_boundary_free(boundary);
    json_decref(options);
    free(text);
    free(echo);
    return reply;
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t len;

    while ((len = getline(&line, &size, stdin)) > 0) {
        json_t *job = json_loadb(line, (size_t)len, JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, NULL);
        json_t *call = json_object_get(job, "call");
        unsigned char bytes[256];
        mrtr_str key;
        json_t *reply;
        char *out;

        key.data = (const char *)bytes;
        key.len = (size_t)unhex(member(job, "key"), bytes, sizeof bytes);
        reply = call == NULL ? codec_alone(job, key) : through_boundary(job, call, key);
        out = json_dumps(reply, JSON_COMPACT | JSON_ENSURE_ASCII);
        puts(out == NULL ? "{\"error\":\"the reply is no text\"}" : out);
        fflush(stdout);
        free(out);
        json_decref(reply);
        json_decref(job);
    }
    free(line);
    return 0;
}
