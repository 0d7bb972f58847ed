#define _POSIX_C_SOURCE 200809L
/*
 * Everything that a C program can do wrong, short of handing over pointers to memory that is not there: every function
 * with NULL, wrong lengths, text that is no text, JSON that is no JSON, too long or too deep; clocks that are no
 * clocks; a panic inside the library; many threads. Each answers with its code, writes nothing but the error, and shows
 * no value of the caller's in it. Built with MRTR_TESTING, against a library built with the feature `testing`.
 */
#include "misuse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKS = 1851 };

static int checks, failures;

void check_at(const char *file, int line, const char *what, bool good)
{
    checks++;
    if (!good) {
        failures++;
        fprintf(stderr, "%s:%d: %s\n", file, line, what);
    }
}

void expect_at(const char *file, int line, const char *what, mrtr_result got, mrtr_result wanted, mrtr_buf *error)
{
    char message[512];
    json_t *json;

    snprintf(message, sizeof message, "%s gave %s, not %s", what, mrtr_result_name(got), mrtr_result_name(wanted));
    check_at(file, line, message, got == wanted);
    if (got == MRTR_OK || got == MRTR_REFUSED) {
        check_at(file, line, "no error is written", error->data == NULL);
        return;
    }
    json = error->data == NULL ? NULL : json_loadb(error->data, error->len, 0, NULL);
    snprintf(message, sizeof message, "%s: the error names its code and shows nothing: %s", what,
             error->data == NULL ? "none" : error->data);
    check_at(file, line, message,
             json != NULL && strcmp(json_string_value(json_object_get(json, "code")), mrtr_result_name(got)) == 0 &&
                 strstr(error->data, "evil") == NULL);
    json_decref(json);
    mrtr_buf_free(error);
}

char sentinel[64];
mrtr_buf out, error;
mrtr_codec *codec, *rs_codec;
mrtr_form *form;
mrtr_model *model;
mrtr_responses *responses;
mrtr_boundary *boundary;
mrtr_round *a_round;
mrtr_refusal *refusal;

mrtr_round *enter(const char *params)
{
    mrtr_round *entered = NULL;
    mrtr_boundary_enter(boundary, S("tools/call"), S(params), NO_STR, S(CAPABILITIES), NOW, &entered, NULL, NULL);
    return entered;
}

static void set_up(void)
{
    mrtr_round *none = NULL;
    mrtr_str ring = S(KEY_TEXT);

    EXPECT(MRTR_OK, mrtr_codec_new(&ring, 1, NO_STR, &codec, &error));
    EXPECT(MRTR_OK, mrtr_codec_new(&ring, 1, S("{\"format\":\"rs1\"}"), &rs_codec, &error));
    EXPECT(MRTR_OK, mrtr_form_parse(S(SCHEMA), NO_STR, &form, &error));
    EXPECT(MRTR_OK, mrtr_model_compile(S(MODEL), &model, &error));
    EXPECT(MRTR_OK, mrtr_responses_parse(S(RESPONSES), &responses, &error));
    EXPECT(MRTR_OK, mrtr_boundary_new(&ring, 1, NO_STR, &boundary, &error));
    a_round = enter(PARAMS);
    CHECK(a_round != NULL);
    EXPECT(MRTR_REFUSED, mrtr_boundary_enter(boundary, S("tools/call"),
                                             S("{\"name\":\"tool\",\"requestState\":\"evil\"}"), NO_STR, NO_STR, NOW,
                                             &none, &refusal, &error));
    CHECK(refusal != NULL && none == NULL);
}

static void tear_down(void)
{
    mrtr_codec_free(codec);
    mrtr_codec_free(rs_codec);
    mrtr_form_free(form);
    mrtr_model_free(model);
    mrtr_responses_free(responses);
    mrtr_boundary_free(boundary);
    mrtr_round_free(a_round);
    mrtr_refusal_free(refusal);
}

/* Reads a byte too many, so that the Makefile can see that the sanitizer stops it. */
static int prove_sanitizer(void)
{
    volatile size_t past = 8;
    char *bytes = calloc(past, 1);
    volatile char byte = bytes[past];

    free(bytes);
    return byte == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    /* The panics on purpose are reported on standard error; where they come from is no news. */
    setenv("RUST_BACKTRACE", "0", 1);
    if (argc > 1 && strcmp(argv[1], "prove-sanitizer") == 0)
        return prove_sanitizer();
    set_up();
    texts();
    nulls();
    left_out();
    keys_and_clocks();
    out_of_turn();
    frozen_refusal();
    clients_of_2025();
    host_model();
    panics();
    threads();
    tear_down();
    printf("c: misuse: %d checks, %d as wanted\n", checks, checks - failures);
    if (checks != CHECKS)
        fprintf(stderr, "c: misuse: %d checks were to be made\n", CHECKS);
    return failures == 0 && checks == CHECKS ? 0 : 1;
}
