/* Tokens that the official SDKs minted: each opens to what was sealed, and the odd ones get the verdict wanted. */
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the TypeScript SDK ---- */

/* A codec with the case's key; `ttl` of zero or less is the default, since only Node mints with such a one. */
static mrtr_codec *codec_of(const json_t *test, double ttl)
{
    char options[64] = "", *bytes = NULL;
    mrtr_str key = member(test, "keyText");
    mrtr_codec *codec = NULL;

    if (key.data == NULL)
        key = bytes_of(test, "keyHex", &bytes);
    if (ttl > 0)
        snprintf(options, sizeof options, "{\"ttlSeconds\":%.17g}", ttl);
    mrtr_codec_new(&key, 1, mrtr_str_of(options), &codec, NULL);
    free(bytes);
    return codec;
}

/* The name of the verdict: "ok" or the reason. */
static const char *verify(const mrtr_codec *codec, const json_t *test, mrtr_buf *payload)
{
    mrtr_reason reason = MRTR_REASON_NONE;
    mrtr_result result = mrtr_codec_verify(codec, member(test, "token"), member(test, "bind"), number(test, "now"),
                                           payload, &reason, NULL);

    return result == MRTR_REFUSED ? mrtr_reason_name(reason) : mrtr_result_name(result);
}

static void accept_case(const json_t *test)
{
    double ttl = number(test, "ttlSeconds");
    mrtr_codec *codec = codec_of(test, ttl);
    mrtr_buf payload = {NULL, 0}, token = {NULL, 0};
    const char *got = verify(codec, test, &payload);
    bool good;

    if (ttl < 0)
        good = strcmp(got, "expired") == 0;
    else
        good = strcmp(got, "ok") == 0 && same(member(test, "payloadJson"), &payload);
    if (ttl > 0) {
        mrtr_codec_mint(codec, member(test, "payloadJson"), member(test, "bind"), number(test, "now"), &token, NULL);
        if (!same(member(test, "token"), &token)) {
            good = false;
            got = "another token when minting";
        }
    }
    judge("typescript-accept", test, good, got);
    mrtr_buf_free(&token);
    mrtr_buf_free(&payload);
    mrtr_codec_free(codec);
}

static void verdict_case(const json_t *test)
{
    const json_t *right = json_object_get(test, "right");
    const json_t *payload_wanted = json_object_get(right, "ok");
    mrtr_codec *codec = codec_of(test, 0);
    mrtr_buf payload = {NULL, 0};
    const char *got = verify(codec, test, &payload);
    bool refused = strcmp(got, "ok") != 0 && codec != NULL && payload.data == NULL;
    bool good;

    if (json_is_string(payload_wanted))
        good = strcmp(got, "ok") == 0 && same(member(right, "ok"), &payload);
    else if (json_is_null(payload_wanted))
        good = strcmp(got, "ok") == 0 && payload.data == NULL;
    else if (strcmp(json_string_value(json_object_get(right, "error")), "refused") == 0)
        good = refused;
    else
        good = refused && strcmp(got, json_string_value(json_object_get(right, "error"))) == 0;
    judge("typescript-verdicts", test, good, got);
    mrtr_buf_free(&payload);
    mrtr_codec_free(codec);
}

void typescript_vectors(void)
{
    each_case("typescript-accept.json", accept_case);
    each_case("typescript-verdicts.json", verdict_case);
}

/* ---- the Python and the Ruby SDK: tokens of a call ---- */

/* Opens a token against a call, which it takes. */
static void open_state(const char *file, const json_t *test, const mrtr_str *keys, size_t count, const char *options,
                       json_t *call, double now)
{
    char *text = json_dumps(call, JSON_COMPACT);
    mrtr_codec *codec = NULL;
    mrtr_buf state = {NULL, 0};
    mrtr_reason reason = MRTR_REASON_NONE;
    mrtr_result result = mrtr_codec_new(keys, count, mrtr_str_of(options), &codec, NULL);

    if (result == MRTR_OK)
        result = mrtr_codec_open_state(codec, member(test, "token"), mrtr_str_of(text), now, &state, &reason, NULL);
    judge(file, test, result == MRTR_OK && same(member(test, "state"), &state),
          result == MRTR_REFUSED ? mrtr_reason_name(reason) : mrtr_result_name(result));
    mrtr_buf_free(&state);
    mrtr_codec_free(codec);
    json_decref(call);
    free(text);
}

/* The text between a mark and the next quote, as a JSON string. */
static json_t *quoted_after(const char *text, const char *mark)
{
    const char *start = strstr(text, mark), *end;

    if (start == NULL)
        return NULL;
    start += strlen(mark);
    end = strchr(start, '"');
    return json_stringn(start, (size_t)(end - start));
}

/* The arguments are the last member of the params, and stay text: their digits and escapes are what counts. */
static json_t *arguments_text(const char *params)
{
    static const char mark[] = "\"arguments\": ";
    const char *start = strstr(params, mark);

    if (start == NULL)
        return json_null();
    start += strlen(mark);
    return json_stringn(start, strlen(start) - 1);
}

static void python_case(const json_t *test)
{
    const char *params = json_string_value(json_object_get(test, "paramsJson"));
    json_t *target = quoted_after(params, "{\"name\": \"");
    const mrtr_str *keys = NULL;
    size_t count = 0;
    json_t *call;

    if (target == NULL)
        target = quoted_after(params, "{\"uri\": \"");
    call = json_pack("{s:O, s:o, s:o, s:O, s:O}", "method", json_object_get(test, "method"), "target", target,
                     "argumentsJson", arguments_text(params), "audience", json_object_get(test, "audience"), "principal",
                     json_object_get(test, "principal"));
    ring_of(test, &keys, &count);
    open_state("python-accept", test, keys, count, "{\"format\":\"encrypted\"}", call, number(test, "now"));
}

static void ruby_case(const json_t *test)
{
    char *bytes;
    mrtr_str key = bytes_of(test, "keyHex", &bytes);
    json_t *call = json_pack("{s:O, s:O, s:O, s:O}", "method", json_object_get(test, "method"), "target",
                             json_object_get(test, "target"), "argumentsDigest",
                             json_object_get(test, "argumentsDigest"), "audience", json_object_get(test, "audience"));

    open_state("ruby-accept", test, &key, 1, "{\"open\":[\"encrypted-ruby\"]}", call,
               number(test, "mintedAtUnixSeconds"));
    free(bytes);
}

/* ---- the Rust SDK: bytes ---- */

static void rust_case(const json_t *test)
{
    enum { MOST = 4 };
    const json_t *list = json_object_get(test, "keys"), *key;
    json_t *ids = json_array(), *options = json_pack("{s:O}", "format", json_object_get(test, "format"));
    char *bytes[MOST] = {NULL}, *data_bytes, *wanted_bytes, *text;
    mrtr_str keys[MOST], data = bytes_of(test, "associatedDataHex", &data_bytes);
    mrtr_str wanted = bytes_of(test, "payloadHex", &wanted_bytes);
    mrtr_codec *codec = NULL;
    mrtr_buf payload = {NULL, 0};
    mrtr_reason reason = MRTR_REASON_NONE;
    mrtr_result result;
    size_t at;

    json_array_foreach(list, at, key) {
        keys[at] = bytes_of(key, "keyHex", &bytes[at]);
        if (json_is_string(json_object_get(key, "id")))
            json_array_append(ids, json_object_get(key, "id"));
    }
    if (json_array_size(ids) > 0)
        json_object_set(options, "keyIds", ids);
    text = json_dumps(options, JSON_COMPACT);
    result = mrtr_codec_new(keys, json_array_size(list), mrtr_str_of(text), &codec, NULL);
    if (result == MRTR_OK)
        result = mrtr_codec_open_bytes(codec, member(test, "token"), data, number(test, "mintedAtUnixSeconds"), &payload,
                                       &reason, NULL);
    judge("rust-accept", test, result == MRTR_OK && same(wanted, &payload),
          result == MRTR_REFUSED ? mrtr_reason_name(reason) : mrtr_result_name(result));
    mrtr_buf_free(&payload);
    mrtr_codec_free(codec);
    json_decref(ids);
    json_decref(options);
    free(text);
    free(data_bytes);
    free(wanted_bytes);
    for (at = 0; at < MOST; at++)
        free(bytes[at]);
}

void sdk_vectors(void)
{
    each_case("python-accept.json", python_case);
    each_case("rust-accept.json", rust_case);
    each_case("ruby-accept.json", ruby_case);
}
