#define _POSIX_C_SOURCE 200809L
/* What is never shown: nothing is printed, whatever happens; and what a refusal tells holds no state and no answer. */
#include "safety.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAYLOAD "payload-s3cr3t"
#define ANSWER "answer-s3cr3t"

/* ---- nothing is printed ---- */

/* Everything that has a key to show, or goes wrong. */
static void everything(void)
{
    mrtr_str ring[2];
    mrtr_codec *codec = NULL;
    mrtr_boundary *boundary = NULL;
    mrtr_round *round = NULL;
    mrtr_refusal *refusal = NULL;
    mrtr_buf out = {NULL, 0}, error = {NULL, 0};
    size_t count;

    ring[0] = ring[1] = S(OLD_KEY);
    for (count = 0; count <= 2; count++) {
        mrtr_codec_free(codec);
        codec = NULL;
        mrtr_codec_new(ring, count, NO_STR, &codec, &error);
        CHECK(count == 1 || (error.data != NULL && strstr(error.data, OLD_KEY) == NULL));
        mrtr_buf_free(&error);
        if (count == 1)
            mrtr_boundary_new(ring, count, NO_STR, &boundary, NULL);
    }
    CHECK(codec == NULL && boundary != NULL);
    mrtr_boundary_enter(boundary, S("tools/call"), S("{\"name\":\"t\"}"), NO_STR, NO_STR, NOW, &round, NULL, NULL);
    mrtr_round_describe(round, &out, NULL);
    CHECK(out.data != NULL && strstr(out.data, OLD_KEY) == NULL);
    mrtr_buf_free(&out);
    mrtr_boundary_enter(boundary, S("tools/call"), S("{\"name\":\"t\",\"requestState\":\"" PAYLOAD "\"}"), NO_STR, NO_STR,
                        NOW, NULL, &refusal, &error);
    mrtr_buf_free(&error);
    mrtr_round_leave(round, S("not JSON"), NOW, &out, &refusal, &error);
    CHECK(refusal != NULL);
    mrtr_refusal_free(refusal);
    mrtr_round_free(round);
    mrtr_boundary_free(boundary);
}

/* Runs it with the two streams going into a file; how many bytes went there. */
static long printed(void (*run)(void))
{
    FILE *file = tmpfile();
    int out, err;
    long size = -1;

    fflush(stdout);
    fflush(stderr);
    out = dup(STDOUT_FILENO);
    err = dup(STDERR_FILENO);
    if (file != NULL && dup2(fileno(file), STDOUT_FILENO) >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0) {
        run();
        fflush(stdout);
        fflush(stderr);
        size = lseek(fileno(file), 0, SEEK_END);
    }
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    if (file != NULL)
        fclose(file);
    return size;
}

static void a_word(void)
{
    fputs("word", stderr);
    fflush(stderr);
}

void silence(void)
{
    CHECK(printed(a_word) == 4);
    CHECK(printed(everything) == 0);
}

/* ---- what the log is told ---- */

/* The cause, the method and the target are told, and nothing else. Takes the refusal. */
static void told(mrtr_refusal *refusal, const char *cause, const char *const *secrets)
{
    mrtr_buf texts[4] = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    size_t at;

    CHECK(refusal != NULL);
    CHECK(mrtr_refusal_cause(refusal, &texts[0], NULL) == MRTR_OK && same(S(cause), &texts[0]));
    CHECK(mrtr_refusal_method(refusal, &texts[1], NULL) == MRTR_OK && same(S("tools/call"), &texts[1]));
    CHECK(mrtr_refusal_target(refusal, &texts[2], NULL) == MRTR_OK && same(S("ask"), &texts[2]));
    CHECK(mrtr_refusal_detail(refusal, &texts[3], NULL) == MRTR_OK && strstr(texts[3].data, cause) != NULL);
    for (; *secrets != NULL; secrets++) {
        for (at = 0; at < 4; at++)
            CHECK(texts[at].data != NULL && strstr(texts[at].data, *secrets) == NULL);
    }
    for (at = 0; at < 4; at++)
        mrtr_buf_free(&texts[at]);
    mrtr_refusal_free(refusal);
}

void the_log(void)
{
    static const char call[] = "{\"name\":\"ask\",\"arguments\":{\"a\":\"%s\"},\"requestState\":\"%s%s\",\"inputResponses\":"
                               "{\"confirm\":{\"action\":\"accept\",\"content\":{\"ok\":\"" ANSWER "\"}}}}";
    const char *secrets[] = {PAYLOAD, ANSWER, OLD_KEY, NULL, NULL};
    char params[4096];
    mrtr_str ring = S(OLD_KEY);
    mrtr_boundary *boundary = NULL;
    mrtr_codec *codec = NULL;
    mrtr_round *round = NULL;
    mrtr_refusal *refusal = NULL;
    mrtr_buf token = {NULL, 0}, sealed = {NULL, 0};

    CHECK(mrtr_boundary_new(&ring, 1, NO_STR, &boundary, NULL) == MRTR_OK);
    CHECK(mrtr_codec_new(&ring, 1, NO_STR, &codec, NULL) == MRTR_OK);
    CHECK(mrtr_codec_mint(codec, S("{\"p\":\"r\",\"d\":\"" PAYLOAD "\",\"o\":\"ask\"}"), NO_STR, NOW, &sealed, NULL) ==
          MRTR_OK);
    mrtr_boundary_enter(boundary, S("tools/call"), S("{\"name\":\"ask\",\"arguments\":{\"a\":\"" PAYLOAD "\"}}"), NO_STR, NO_STR,
                        NOW, &round, NULL, NULL);
    CHECK(mrtr_round_seal_request_state(round, S("\"" PAYLOAD "\""), NOW, &token, NULL) == MRTR_OK);
    mrtr_round_free(round);
    round = NULL;

    /* Let in as it is. */
    snprintf(params, sizeof params, call, PAYLOAD, token.data, "");
    CHECK(mrtr_boundary_enter(boundary, S("tools/call"), S(params), NO_STR, NO_STR, NOW, &round, &refusal, NULL) == MRTR_OK);
    CHECK(refusal == NULL);

    secrets[3] = token.data;
    snprintf(params, sizeof params, call, PAYLOAD, token.data, "A");
    mrtr_boundary_enter(boundary, S("tools/call"), S(params), NO_STR, NO_STR, NOW, &round, &refusal, NULL);
    told(refusal, "mac", secrets);
    snprintf(params, sizeof params, call, PAYLOAD "2", token.data, "");
    mrtr_boundary_enter(boundary, S("tools/call"), S(params), NO_STR, NO_STR, NOW, &round, &refusal, NULL);
    told(refusal, "arguments", secrets);
    secrets[3] = sealed.data;
    snprintf(params, sizeof params, call, PAYLOAD, sealed.data, "");
    mrtr_boundary_enter(boundary, S("tools/call"), S(params), NO_STR, NO_STR, NOW, &round, &refusal, NULL);
    told(refusal, "foreign", secrets);
    snprintf(params, sizeof params, call, PAYLOAD, "v1.", PAYLOAD);
    mrtr_boundary_enter(boundary, S("tools/call"), S(params), NO_STR, NO_STR, NOW, &round, &refusal, NULL);
    told(refusal, "malformed", secrets);

    mrtr_round_free(round);
    mrtr_buf_free(&token);
    mrtr_buf_free(&sealed);
    mrtr_codec_free(codec);
    mrtr_boundary_free(boundary);
}
