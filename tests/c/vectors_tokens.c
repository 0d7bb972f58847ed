/* mrtr-tokens.json and mrtr-arguments.json: the codec by itself, and texts of arguments. */
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

/* What a call came to, under the member of `expect` that says so. */
static void judge_outcome(const json_t *test, const char *file, const char *member_name, mrtr_result result,
                          mrtr_reason reason, const mrtr_buf *value)
{
    if (result == MRTR_REFUSED)
        judge(file, test, expected_text(test, "refused", mrtr_reason_name(reason)), mrtr_reason_name(reason));
    else if (result != MRTR_OK)
        judge(file, test, expected_text(test, "error", mrtr_result_name(result)), mrtr_result_name(result));
    else
        judge(file, test, expected(test, member_name, value), value->data == NULL ? "nothing" : value->data);
}

/* Bytes as hex digits, which is what the vector has. */
static void to_hex(mrtr_buf *bytes, char **hex)
{
    static const char digits[] = "0123456789abcdef";
    size_t at;

    *hex = malloc(2 * bytes->len + 1);
    for (at = 0; at < bytes->len; at++) {
        (*hex)[2 * at] = digits[(unsigned char)bytes->data[at] >> 4];
        (*hex)[2 * at + 1] = digits[(unsigned char)bytes->data[at] & 15];
    }
    (*hex)[2 * bytes->len] = '\0';
}

static void run_op(const json_t *test, const mrtr_codec *codec)
{
    const char *op = json_string_value(json_object_get(test, "op"));
    double now = number(test, "now");
    char *token_text, *payload_text, *data_bytes, *payload_bytes, *call_text;
    mrtr_str token = token_of(test, &token_text), payload = payload_of(test, &payload_text);
    mrtr_str data = bytes_of(test, "associatedDataHex", &data_bytes);
    mrtr_str bytes = bytes_of(test, "payloadHex", &payload_bytes), bind = member(test, "bind");
    mrtr_str call = dump(test, "call", &call_text);
    mrtr_buf out = {NULL, 0};
    mrtr_reason reason = MRTR_REASON_NONE;
    mrtr_result result = MRTR_ERR_INTERNAL;
    const char *name = "none";

    if (strcmp(op, "verify") == 0) {
        name = "payload";
        result = mrtr_codec_verify(codec, token, bind, now, &out, &reason, NULL);
    } else if (strcmp(op, "mint") == 0) {
        name = "token";
        result = mrtr_codec_mint(codec, payload, bind, now, &out, NULL);
    } else if (strcmp(op, "sealBytes") == 0) {
        name = "token";
        result = mrtr_codec_seal_bytes(codec, bytes, data, now, &out, NULL);
    } else if (strcmp(op, "openState") == 0) {
        name = "state";
        result = mrtr_codec_open_state(codec, token, call, now, &out, &reason, NULL);
    } else if (strcmp(op, "openBytes") == 0) {
        name = "payloadHex";
        result = mrtr_codec_open_bytes(codec, token, data, now, &out, &reason, NULL);
    }
    if (strcmp(op, "openBytes") == 0 && result == MRTR_OK) {
        char *hex;

        to_hex(&out, &hex);
        judge("mrtr-tokens", test, expected_text(test, name, hex), hex);
        free(hex);
    } else {
        judge_outcome(test, "mrtr-tokens", name, result, reason, &out);
    }
    mrtr_buf_free(&out);
    free(token_text);
    free(payload_text);
    free(data_bytes);
    free(payload_bytes);
    free(call_text);
}

static void token_case(const json_t *test)
{
    const mrtr_str *keys = NULL;
    size_t count = 0;
    char *options = NULL;
    mrtr_codec *codec = NULL;
    mrtr_result result;

    draw_from(test);
    result = ring_of(test, &keys, &count) ? MRTR_OK : MRTR_ERR_INTERNAL;
    if (result == MRTR_OK)
        result = mrtr_codec_new(keys, count, dump(test, "options", &options), &codec, NULL);
    if (result != MRTR_OK)
        judge("mrtr-tokens", test, expected_text(test, "error", mrtr_result_name(result)), mrtr_result_name(result));
    else if (strcmp(json_string_value(json_object_get(test, "op")), "construct") == 0)
        judge("mrtr-tokens", test, json_is_true(json_object_get(json_object_get(test, "expect"), "ok")), "ok");
    else
        run_op(test, codec);
    bytes_left();
    free(options);
    mrtr_codec_free(codec);
}

static void arguments_case(const json_t *test)
{
    mrtr_buf digest = {NULL, 0};
    mrtr_result result = mrtr_arguments_digest(member(test, "text"), &digest, NULL);

    judge_outcome(test, "mrtr-arguments", "digest", result, MRTR_REASON_NONE, &digest);
    mrtr_buf_free(&digest);
}

void token_vectors(void)
{
    each_case("mrtr-tokens.json", token_case);
    each_case("mrtr-arguments.json", arguments_case);
}
