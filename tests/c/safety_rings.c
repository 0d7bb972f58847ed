/* Key rings: a rotation in stages refuses no token, what cannot be a ring is an error, and keys are copied. */
#include "safety.h"

#include <stdio.h>
#include <string.h>

enum { STAGES = 4 };

/* Each instance is at one stage or at the next; the stage before that has lapsed with its tokens. */
static const struct {
    const char *keys[2], *ids;
    size_t count;
} stages[STAGES] = {
    {{OLD_KEY, NULL}, "[\"2026-08\"]", 1},
    {{OLD_KEY, NEW_KEY}, "[\"2026-08\",\"2026-09\"]", 2},
    {{NEW_KEY, OLD_KEY}, "[\"2026-09\",\"2026-08\"]", 2},
    {{NEW_KEY, NULL}, "[\"2026-09\"]", 1},
};

static mrtr_codec *codec_at(const char *format, int stage)
{
    char options[128];
    mrtr_str ring[2];
    mrtr_codec *codec = NULL;

    ring[0] = S(stages[stage].keys[0]);
    ring[1] = S(stages[stage].keys[1]);
    snprintf(options, sizeof options, "{\"format\":\"%s\",\"keyIds\":%s}", format, stages[stage].ids);
    CHECK(mrtr_codec_new(ring, stages[stage].count, S(options), &codec, NULL) == MRTR_OK);
    return codec;
}

static void a_rotation_in_stages(const char *format)
{
    int from, to, near = 0, far = 0;

    for (from = 0; from < STAGES; from++) {
        mrtr_codec *minting = codec_at(format, from);
        mrtr_buf token = {NULL, 0};

        CHECK(mrtr_codec_mint(minting, S("{\"a\":1}"), NO_STR, NOW, &token, NULL) == MRTR_OK);
        for (to = 0; to < STAGES; to++) {
            mrtr_codec *opening = codec_at(format, to);
            mrtr_buf payload = {NULL, 0};
            bool good = mrtr_codec_verify(opening, mrtr_buf_str(&token), NO_STR, NOW, &payload, NULL, NULL) == MRTR_OK &&
                        same(S("{\"a\":1}"), &payload);

            if (to - from <= 1 && from - to <= 1)
                near += good ? 1 : 0;
            else
                far += good ? 1 : 0;
            mrtr_buf_free(&payload);
            mrtr_codec_free(opening);
        }
        mrtr_buf_free(&token);
        mrtr_codec_free(minting);
    }
    /* Between stages further apart, what is refused is a key that the other has not, or has no more. */
    CHECK(near == 10);
    CHECK(far == 2);
}

/* A call whose rounds land on an instance of one stage and of the next. */
static void a_call_goes_on(const char *format)
{
    static const char asking[] = "{\"resultType\":\"input_required\",\"requestState\":\"on\"}";
    int stage, turn;

    for (stage = 0; stage + 1 < STAGES; stage++) {
        char params[4096] = "{\"name\":\"tool\",\"arguments\":{}}";

        for (turn = 0; turn < 4; turn++) {
            const int at = stage + turn % 2;
            char options[64];
            mrtr_str ring[2];
            mrtr_boundary *boundary = NULL;
            mrtr_round *round = NULL;
            mrtr_buf sent = {NULL, 0};
            json_t *result;

            ring[0] = S(stages[at].keys[0]);
            ring[1] = S(stages[at].keys[1]);
            snprintf(options, sizeof options, "{\"format\":\"%s\"}", format);
            CHECK(mrtr_boundary_new(ring, stages[at].count, S(options), &boundary, NULL) == MRTR_OK);
            CHECK(mrtr_boundary_enter(boundary, S("tools/call"), S(params), NO_STR, NO_STR, NOW, &round, NULL, NULL) ==
                  MRTR_OK);
            CHECK((int)mrtr_round_number(round) == turn + 1);
            CHECK(mrtr_round_leave(round, S(asking), NOW, &sent, NULL, NULL) == MRTR_OK);
            result = json_loadb(sent.data, sent.len, 0, NULL);
            snprintf(params, sizeof params, "{\"name\":\"tool\",\"arguments\":{},\"requestState\":\"%s\"}",
                     json_string_value(json_object_get(result, "requestState")));
            json_decref(result);
            mrtr_buf_free(&sent);
            mrtr_round_free(round);
            mrtr_boundary_free(boundary);
        }
    }
}

/* What a ring of these two keys comes to. */
static mrtr_result ring_of_two(mrtr_str one, mrtr_str other, const char *options)
{
    mrtr_str ring[2];
    mrtr_codec *codec = NULL;
    mrtr_result result;

    ring[0] = one;
    ring[1] = other;
    result = mrtr_codec_new(ring, 2, S(options), &codec, NULL);
    CHECK((codec != NULL) == (result == MRTR_OK));
    mrtr_codec_free(codec);
    return result;
}

static void rings_that_are_none(const char *directory)
{
    json_t *whole = load_file(directory, "mrtr-tokens.json"), *test;
    unsigned char bytes[2][64];
    mrtr_str twins[2];
    size_t at, found = 0;

    json_array_foreach(json_object_get(whole, "cases"), at, test) {
        const json_t *keys = json_object_get(test, "keysHex");
        size_t which;

        if (strcmp(json_string_value(json_object_get(test, "id")), "ring-two-keys-with-one-fingerprint") != 0)
            continue;
        for (which = 0; which < 2; which++) {
            twins[which].data = (const char *)bytes[which];
            twins[which].len = (size_t)unhex(S(json_string_value(json_array_get(keys, which))), bytes[which], 64);
        }
        found++;
    }
    json_decref(whole);
    CHECK(found == 1);
    CHECK(ring_of_two(twins[0], twins[1], "{}") == MRTR_OK);
    CHECK(ring_of_two(twins[0], twins[1], "{\"format\":\"encrypted\"}") == MRTR_ERR_DUPLICATE_KEY);
    CHECK(ring_of_two(S(OLD_KEY), S(NEW_KEY), "{\"format\":\"rs2\",\"keyIds\":[\"a\",\"b\"]}") == MRTR_OK);
    CHECK(ring_of_two(S(OLD_KEY), S(NEW_KEY), "{\"format\":\"rs2\",\"keyIds\":[\"a\",\"a\"]}") == MRTR_ERR_DUPLICATE_KEY);
    CHECK(ring_of_two(S(OLD_KEY), S(OLD_KEY), "{\"format\":\"rs2\",\"keyIds\":[\"a\",\"b\"]}") == MRTR_ERR_DUPLICATE_KEY);
    CHECK(ring_of_two(S(OLD_KEY), S(OLD_KEY), "{}") == MRTR_ERR_DUPLICATE_KEY);
    CHECK(ring_of_two(S(OLD_KEY), S(OLD_KEY), "{\"format\":\"encrypted\"}") == MRTR_ERR_DUPLICATE_KEY);
}

/* What becomes of the caller's bytes changes nothing. */
static void keys_are_copied(const char *format)
{
    char secret[] = OLD_KEY, options[64];
    mrtr_str ring = S(secret);
    mrtr_codec *codec = NULL, *again = codec_at(format, 0);
    mrtr_buf token = {NULL, 0}, payload = {NULL, 0};

    snprintf(options, sizeof options, "{\"format\":\"%s\",\"keyIds\":[\"2026-08\"]}", format);
    CHECK(mrtr_codec_new(&ring, 1, S(options), &codec, NULL) == MRTR_OK);
    memset(secret, 0, sizeof secret);
    memset(options, 0, sizeof options);
    CHECK(mrtr_codec_mint(codec, S("1"), NO_STR, NOW, &token, NULL) == MRTR_OK);
    CHECK(mrtr_codec_verify(again, mrtr_buf_str(&token), NO_STR, NOW, &payload, NULL, NULL) == MRTR_OK);
    mrtr_buf_free(&payload);
    mrtr_buf_free(&token);
    mrtr_codec_free(codec);
    mrtr_codec_free(again);
}

void rings(const char *directory)
{
    int at;

    for (at = 0; at < FORMATS; at++) {
        a_rotation_in_stages(formats[at]);
        keys_are_copied(formats[at]);
    }
    a_call_goes_on("signed");
    a_call_goes_on("encrypted");
    rings_that_are_none(directory);
}
