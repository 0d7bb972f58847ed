/* A sample of changed tokens in each format: refused, and never anything else. */
#include "safety.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANGES = 2000 };

static const char symbols[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \0\xff";

/* The same numbers in every run (xorshift). */
static size_t dice(size_t sides)
{
    static uint64_t state = 88172645463325252U;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state % sides);
}

/* One substitution, deletion, insertion or transposition; `out` has room for one byte more. */
static size_t change(mrtr_str token, char *out)
{
    size_t at = dice(token.len), len = token.len;
    char symbol = symbols[dice(sizeof symbols - 1)];

    memcpy(out, token.data, token.len);
    switch (dice(4)) {
    case 0:
        out[at] = symbol;
        break;
    case 1:
        memmove(out + at, out + at + 1, len - at - 1);
        len--;
        break;
    case 2:
        memmove(out + at + 1, out + at, len - at);
        out[at] = symbol;
        len++;
        break;
    default:
        if (at + 1 < len) {
            out[at] = token.data[at + 1];
            out[at + 1] = token.data[at];
        }
    }
    return len;
}

/* A changed token in `out`, and never the token itself. */
static mrtr_str changed(mrtr_str token, char *out)
{
    mrtr_str text;

    do {
        text.len = change(token, out);
    } while (text.len == token.len && memcmp(out, token.data, token.len) == 0);
    text.data = out;
    return text;
}

static void of_a_codec(const char *format)
{
    char options[64], *space;
    mrtr_str ring = S(OLD_KEY);
    mrtr_codec *codec = NULL;
    mrtr_buf token = {NULL, 0}, payload = {NULL, 0};
    int turn;

    snprintf(options, sizeof options, "{\"format\":\"%s\",\"keyIds\":[\"a\"]}", format);
    CHECK(mrtr_codec_new(&ring, 1, S(options), &codec, NULL) == MRTR_OK);
    CHECK(mrtr_codec_mint(codec, S("{\"n\":[1,2.5]}"), S("alice"), NOW, &token, NULL) == MRTR_OK);
    CHECK(mrtr_codec_verify(codec, mrtr_buf_str(&token), S("alice"), NOW, &payload, NULL, NULL) == MRTR_OK);
    CHECK(same(S("{\"n\":[1,2.5]}"), &payload));
    mrtr_buf_free(&payload);
    space = malloc(token.len + 1);
    for (turn = 0; turn < CHANGES; turn++) {
        mrtr_str text = changed(mrtr_buf_str(&token), space);
        CHECK(mrtr_codec_verify(codec, text, S("alice"), NOW, &payload, NULL, NULL) == MRTR_REFUSED &&
              payload.data == NULL);
    }
    free(space);
    mrtr_buf_free(&token);
    mrtr_codec_free(codec);
}

/* Enters with a state, which is put into the params as JSON text by jansson; true when let in. */
static bool let_in(const mrtr_boundary *boundary, const json_t *state)
{
    json_t *params = json_pack("{s:s, s:{s:i}}", "name", "tool", "arguments", "a", 1);
    mrtr_round *round = NULL;
    mrtr_refusal *refusal = NULL;
    mrtr_buf reply = {NULL, 0};
    char *text;
    bool in;

    json_object_set(params, "requestState", (json_t *)state);
    text = json_dumps(params, JSON_COMPACT);
    in = mrtr_boundary_enter(boundary, S("tools/call"), S(text), S("alice"), NO_STR, NOW, &round, &refusal, NULL) ==
         MRTR_OK;
    if (!in) {
        mrtr_refusal_error_json(refusal, &reply, NULL);
        CHECK(same(S(FROZEN), &reply));
    }
    mrtr_buf_free(&reply);
    mrtr_refusal_free(refusal);
    mrtr_round_free(round);
    json_decref(params);
    free(text);
    return in;
}

static void of_the_boundary(const char *format)
{
    char options[64], *space;
    mrtr_str ring = S(OLD_KEY);
    mrtr_boundary *boundary = NULL;
    mrtr_round *round = NULL;
    mrtr_buf token = {NULL, 0};
    json_t *state;
    int turn = 0;

    snprintf(options, sizeof options, "{\"format\":\"%s\"}", format);
    CHECK(mrtr_boundary_new(&ring, 1, S(options), &boundary, NULL) == MRTR_OK);
    CHECK(mrtr_boundary_enter(boundary, S("tools/call"), S("{\"name\":\"tool\",\"arguments\":{\"a\":1}}"), S("alice"), NO_STR,
                              NOW, &round, NULL, NULL) == MRTR_OK);
    CHECK(mrtr_round_seal_request_state(round, S("1"), NOW, &token, NULL) == MRTR_OK);
    mrtr_round_free(round);
    state = json_stringn(token.data, token.len);
    CHECK(let_in(boundary, state));
    json_decref(state);
    space = malloc(token.len + 1);
    while (turn < CHANGES) {
        mrtr_str text = changed(mrtr_buf_str(&token), space);
        state = json_stringn(text.data, text.len);
        /* A byte that is no UTF-8 cannot be in a JSON text that jansson writes. */
        if (state == NULL)
            continue;
        CHECK(!let_in(boundary, state));
        json_decref(state);
        turn++;
    }
    free(space);
    mrtr_buf_free(&token);
    mrtr_boundary_free(boundary);
}

void tampering(void)
{
    int at;

    for (at = 0; at < FORMATS; at++)
        of_a_codec(formats[at]);
    of_the_boundary("signed");
    of_the_boundary("encrypted");
}
