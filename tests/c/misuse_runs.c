/* Keys, clocks, doors out of turn, the one refusal, panics and threads. */
#include "misuse.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASKING                                                                                                         \
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"confirm\":{\"method\":\"elicitation/create\","            \
    "\"params\":" ELICIT "}}}"
#define FROZEN                                                                                                         \
    "{\"code\":-32602,\"message\":\"Invalid or expired requestState\",\"data\":{\"reason\":\"invalid_request_state\"}}"

/* ---- keys, clocks, order ---- */

void keys_and_clocks(void)
{
    static const double clocks[] = {NAN, INFINITY, -INFINITY};
    mrtr_str ring[2];
    mrtr_codec *made = NULL;
    mrtr_buf token = {NULL, 0};
    mrtr_reason reason = MRTR_REASON_NONE;
    size_t at;

    ring[0] = S("evil, and too short");
    EXPECT(MRTR_ERR_INVALID_KEY, mrtr_codec_new(ring, 1, NO_STR, &made, &error));
    ring[0] = ring[1] = S(KEY_TEXT);
    EXPECT(MRTR_OK, mrtr_codec_new(ring, 1, NO_STR, &made, &error));
    mrtr_codec_free(made);
    EXPECT(MRTR_ERR_DUPLICATE_KEY, mrtr_codec_new(ring, 2, NO_STR, &made, &error));
    EXPECT(MRTR_ERR_INVALID_TTL, mrtr_codec_new(ring, 1, S("{\"ttlSeconds\":0}"), &made, &error));
    EXPECT(MRTR_ERR_INVALID_OPTION, mrtr_codec_new(ring, 1, S("{\"evil\":0}"), &made, &error));

    EXPECT(MRTR_OK, mrtr_codec_mint(codec, S("{\"a\":1}"), NO_STR, NOW, &token, &error));
    EXPECT(MRTR_OK, mrtr_codec_verify(codec, mrtr_buf_str(&token), NO_STR, NOW, &out, &reason, &error));
    CHECK(same(S("{\"a\":1}"), &out) && out.data[out.len] == '\0' && reason == MRTR_REASON_NONE);
    mrtr_buf_free(&out);
    for (at = 0; at < sizeof clocks / sizeof clocks[0]; at++) {
        EXPECT(MRTR_ERR_INVALID_ARGUMENT, mrtr_codec_mint(codec, S("{}"), NO_STR, clocks[at], &out, &error));
        if (at < 2) /* to a clock that stands before all time, nothing has expired */
            EXPECT(MRTR_REFUSED,
                   mrtr_codec_verify(codec, mrtr_buf_str(&token), NO_STR, clocks[at], &out, &reason, &error));
    }
    EXPECT(MRTR_REFUSED, mrtr_codec_verify(codec, mrtr_buf_str(&token), NO_STR, NOW + 601, &out, &reason, &error));
    CHECK(reason == MRTR_REASON_EXPIRED);
    EXPECT(MRTR_REFUSED, mrtr_codec_verify(codec, mrtr_buf_str(&token), S("evil"), NOW, &out, &reason, &error));
    CHECK(reason == MRTR_REASON_BIND);
    mrtr_buf_free(&token);
}

void out_of_turn(void)
{
    mrtr_round *round = enter(PARAMS);
    mrtr_refusal *given = NULL;

    CHECK(round != NULL);
    EXPECT(MRTR_OK, mrtr_round_leave(round, S(ASKING), NOW, &out, &given, &error));
    CHECK(out.data != NULL && strstr(out.data, "\"requestState\":\"v1.") != NULL);
    mrtr_buf_free(&out);
    EXPECT(MRTR_REFUSED, mrtr_round_leave(round, S(ASKING), NOW, &out, &given, &error));
    CHECK(given != NULL && mrtr_refusal_code(given) == -32603 && out.data == NULL);
    EXPECT(MRTR_ERR_ILLEGAL_STATE, mrtr_round_seal_request_state(round, S("{}"), NOW, &out, &error));
    EXPECT(MRTR_OK, mrtr_round_leave(round, S("{\"content\":[]}"), NOW, &out, &given, &error));
    CHECK(same(S("{\"content\":[]}"), &out));
    mrtr_buf_free(&out);
    mrtr_refusal_free(given);
    mrtr_round_free(round);
}

/* ---- what no form can say is left to the host's model ---- */

static bool model_takes(const char *content)
{
    mrtr_buf issues = {0};
    bool takes;

    EXPECT(MRTR_OK, mrtr_model_check(model, S(content), &issues, &error));
    takes = strcmp(issues.data, "[]") == 0;
    CHECK(takes || strstr(issues.data, "\"code\":\"model\"") != NULL);
    CHECK(strstr(issues.data, "evil") == NULL);
    mrtr_buf_free(&issues);
    return takes;
}

void host_model(void)
{
    mrtr_form *plain = NULL;
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;

    EXPECT(MRTR_ERR_INVALID_FORM, mrtr_form_parse(S(MODEL), NO_STR, &plain, &error));
    EXPECT(MRTR_OK, mrtr_form_parse(S(MODEL), S("{\"hostModel\":true}"), &plain, &error));
    EXPECT(MRTR_OK, mrtr_form_accept(plain, S("{\"zip\":\"evil\"}"), &outcome, &out, &error));
    CHECK(outcome == MRTR_OUTCOME_ACCEPTED && !model_takes(out.data));
    mrtr_buf_free(&out);
    CHECK(model_takes("{\"zip\":\"01234\"}"));
    CHECK(!model_takes("{\"zip\":\"01234evil\"}"));
    mrtr_form_free(plain);
}

/* ---- one refusal on the wire, whatever the cause ---- */

void frozen_refusal(void)
{
    static const struct {
        const char *method, *params, *principal;
        double now;
        mrtr_reason reason;
    } tries[] = {
        {"tools/call", "{\"name\":\"tool\",\"arguments\":{\"a\":1},\"requestState\":\"%s\"}", "ada", NOW,
         MRTR_REASON_NONE},
        {"tools/call", "{\"name\":\"tool\",\"arguments\":{\"a\":1},\"requestState\":\"%sA\"}", "ada", NOW,
         MRTR_REASON_MAC},
        {"tools/call", "{\"name\":\"tool\",\"arguments\":{\"a\":1},\"requestState\":\"v2%s\"}", "ada", NOW,
         MRTR_REASON_MALFORMED},
        {"tools/call", "{\"name\":\"tool\",\"arguments\":{\"a\":2},\"requestState\":\"%s\"}", "ada", NOW,
         MRTR_REASON_ARGUMENTS},
        {"tools/call", "{\"name\":\"other\",\"arguments\":{\"a\":1},\"requestState\":\"%s\"}", "ada", NOW,
         MRTR_REASON_OPERATION},
        {"prompts/get", "{\"name\":\"tool\",\"arguments\":{\"a\":1},\"requestState\":\"%s\"}", "ada", NOW,
         MRTR_REASON_OPERATION},
        {"tools/call", "{\"name\":\"tool\",\"arguments\":{\"a\":1},\"requestState\":\"%s\"}", "eve", NOW,
         MRTR_REASON_PRINCIPAL},
        {"tools/call", "{\"name\":\"tool\",\"arguments\":{\"a\":1},\"requestState\":\"%s\"}", NULL, NOW,
         MRTR_REASON_PRINCIPAL},
        {"tools/call", "{\"name\":\"tool\",\"arguments\":{\"a\":1},\"requestState\":\"%s\"}", "", NOW,
         MRTR_REASON_PRINCIPAL},
        {"tools/call", "{\"name\":\"tool\",\"arguments\":{\"a\":1},\"requestState\":\"%s\"}", "ada", NOW + 601,
         MRTR_REASON_EXPIRED},
        {"tools/call", "{\"name\":\"tool\",\"arguments\":{\"a\":1},\"requestState\":\"%s\"}", "ada", NAN,
         MRTR_REASON_EXPIRED},
        {"tools/call", "{\"name\":\"tool\",\"arguments\":{\"a\":1},\"requestState\":[\"%s\"]}", "ada", NOW,
         MRTR_REASON_MALFORMED},
    };
    mrtr_buf token = {NULL, 0};
    mrtr_round *round = NULL;
    char params[4096];
    size_t at;

    EXPECT(MRTR_OK, mrtr_boundary_enter(boundary, S("tools/call"), S(PARAMS), S("ada"), NO_STR, NOW, &round, NULL,
                                        &error));
    EXPECT(MRTR_OK, mrtr_round_seal_request_state(round, S("{\"a\":1}"), NOW, &token, &error));
    mrtr_round_free(round);
    for (at = 0; token.data != NULL && at < sizeof tries / sizeof tries[0]; at++) {
        mrtr_refusal *given = NULL;
        mrtr_result wanted = tries[at].reason == MRTR_REASON_NONE ? MRTR_OK : MRTR_REFUSED;

        round = NULL;
        snprintf(params, sizeof params, tries[at].params, token.data);
        EXPECT(wanted, mrtr_boundary_enter(boundary, S(tries[at].method), S(params), S(tries[at].principal), NO_STR,
                                           tries[at].now, &round, &given, &error));
        CHECK(mrtr_refusal_reason(given) == tries[at].reason);
        CHECK((round == NULL) == (given != NULL));
        if (given != NULL) {
            EXPECT(MRTR_OK, mrtr_refusal_error_json(given, &out, &error));
            CHECK(same(S(FROZEN), &out));
            mrtr_buf_free(&out);
            EXPECT(MRTR_OK, mrtr_refusal_cause(given, &out, &error));
            CHECK(same(S(mrtr_reason_name(tries[at].reason)), &out));
            mrtr_buf_free(&out);
        }
        mrtr_refusal_free(given);
        mrtr_round_free(round);
    }
    mrtr_buf_free(&token);
}

/* ---- a defect inside, and many threads ---- */

void panics(void)
{
    EXPECT(MRTR_ERR_INTERNAL, mrtr_testing_panic(&error));
    CHECK(mrtr_testing_panic(NULL) == MRTR_ERR_INTERNAL);
    EXPECT(MRTR_ERR_INTERNAL, mrtr_testing_fail(&error));
    EXPECT(MRTR_OK, mrtr_codec_mint(codec, S("{}"), NO_STR, NOW, &out, &error));
    mrtr_buf_free(&out);
}

static void *one_thread(void *token)
{
    size_t *good = calloc(1, sizeof *good);
    int turn;

    for (turn = 0; turn < 200; turn++) {
        mrtr_buf payload = {NULL, 0}, sealed = {NULL, 0}, ignored = {NULL, 0};
        mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
        bool all = mrtr_codec_verify(codec, mrtr_buf_str(token), NO_STR, NOW, &payload, NULL, NULL) == MRTR_OK &&
                   mrtr_form_accept(form, S("{\"ok\":true}"), &outcome, NULL, NULL) == MRTR_OK &&
                   outcome == MRTR_OUTCOME_ACCEPTED &&
                   mrtr_boundary_seal(boundary, S("{}"), NO_STR, NOW, &sealed, NULL) == MRTR_OK &&
                   mrtr_round_describe(a_round, &ignored, NULL) == MRTR_OK;

        *good += all ? 1 : 0;
        mrtr_buf_free(&payload);
        mrtr_buf_free(&sealed);
        mrtr_buf_free(&ignored);
    }
    return good;
}

void threads(void)
{
    pthread_t ids[4];
    mrtr_buf token = {NULL, 0};
    size_t at;

    EXPECT(MRTR_OK, mrtr_codec_mint(codec, S("{}"), NO_STR, NOW, &token, &error));
    for (at = 0; at < 4; at++)
        CHECK(pthread_create(&ids[at], NULL, one_thread, &token) == 0);
    for (at = 0; at < 4; at++) {
        void *good = NULL;
        CHECK(pthread_join(ids[at], &good) == 0 && *(size_t *)good == 200);
        free(good);
    }
    mrtr_buf_free(&token);
}
