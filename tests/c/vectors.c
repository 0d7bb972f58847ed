/*
 * Runs the token vectors of the TypeScript SDK: every token minted by the SDK opens to its payload, minting with the
 * same key, clock and payload gives the same bytes, and every odd or hostile token gets the verdict wanted.
 *
 *     vectors [tests/vectors]
 *
 * Prints one line and exits 0 when all cases are as wanted.
 */
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { ACCEPT_CASES = 25, VERDICT_CASES = 69, NODE_ONLY_MINTS = 2 };

static int cases, as_wanted, minted;

/* A codec with the case's key; `ttl` of zero or less is the default, since only Node mints with such a one. */
static mrtr_codec *codec_of(const json_t *test, double ttl)
{
    unsigned char bytes[256];
    char options[64] = "";
    mrtr_str key = member(test, "keyText");
    mrtr_codec *codec = NULL;

    if (key.data == NULL) {
        long len = unhex(member(test, "keyHex"), bytes, sizeof bytes);
        key.data = (const char *)bytes;
        key.len = len < 0 ? 0 : (size_t)len;
    }
    if (ttl > 0)
        snprintf(options, sizeof options, "{\"ttlSeconds\":%.17g}", ttl);
    if (mrtr_codec_new(&key, 1, mrtr_str_of(options), &codec, NULL) != MRTR_OK)
        return NULL;
    return codec;
}

static void judge(const json_t *test, const char *file, bool good, const char *got)
{
    cases++;
    if (good)
        as_wanted++;
    else
        fprintf(stderr, "c: %s: %s: got %s\n", file, json_string_value(json_object_get(test, "id")), got);
}

/* The name of the verdict: "ok" or the reason. */
static const char *verify(const mrtr_codec *codec, const json_t *test, mrtr_buf *payload)
{
    mrtr_reason reason = MRTR_REASON_NONE;
    double now = json_number_value(json_object_get(test, "now"));
    mrtr_result result =
        mrtr_codec_verify(codec, member(test, "token"), member(test, "bind"), now, payload, &reason, NULL);

    return result == MRTR_REFUSED ? mrtr_reason_name(reason) : mrtr_result_name(result);
}

static void accept_case(const json_t *test)
{
    double ttl = json_number_value(json_object_get(test, "ttlSeconds"));
    double now = json_number_value(json_object_get(test, "now"));
    mrtr_codec *codec = codec_of(test, ttl);
    mrtr_buf payload = {NULL, 0}, token = {NULL, 0};
    const char *got = verify(codec, test, &payload);
    bool good;

    if (ttl < 0)
        good = strcmp(got, "expired") == 0;
    else
        good = strcmp(got, "ok") == 0 && same(member(test, "payloadJson"), &payload);
    if (ttl > 0) {
        mrtr_result result =
            mrtr_codec_mint(codec, member(test, "payloadJson"), member(test, "bind"), now, &token, NULL);
        if (result != MRTR_OK || !same(member(test, "token"), &token)) {
            good = false;
            got = "another token when minting";
        } else {
            minted++;
        }
    }
    judge(test, "typescript-accept", good, got);
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
    judge(test, "typescript-verdicts", good, got);
    mrtr_buf_free(&payload);
    mrtr_codec_free(codec);
}

static bool run(const char *directory, const char *file, size_t wanted, void (*one)(const json_t *))
{
    json_t *tests = load_file(directory, file);
    bool complete = json_array_size(tests) == wanted;
    json_t *test;
    size_t at;

    if (!complete)
        fprintf(stderr, "c: %s holds %lu cases, not %lu\n", file, (unsigned long)json_array_size(tests),
                (unsigned long)wanted);
    json_array_foreach(tests, at, test) one(test);
    json_decref(tests);
    return complete;
}

int main(int argc, char **argv)
{
    const char *directory = argc > 1 ? argv[1] : "tests/vectors";
    bool complete = run(directory, "typescript-accept.json", ACCEPT_CASES, accept_case);

    complete = run(directory, "typescript-verdicts.json", VERDICT_CASES, verdict_case) && complete;
    if (minted != ACCEPT_CASES - NODE_ONLY_MINTS) {
        fprintf(stderr, "c: %d tokens minted with the same bytes, not %d\n", minted, ACCEPT_CASES - NODE_ONLY_MINTS);
        complete = false;
    }
    printf("c: %d cases, %d as wanted\n", cases, as_wanted);
    return complete && as_wanted == cases ? 0 : 1;
}
