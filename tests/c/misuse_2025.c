/* Clients of 2025: what they are asked, and what they are told. */
#include "misuse.h"

#include <string.h>

#define ASKING_OF_ALL                                                                                                  \
    "{\"resultType\":\"input_required\",\"inputRequests\":{\"confirm\":{\"method\":\"elicitation/create\","            \
    "\"params\":" ELICIT "},\"roots\":{\"method\":\"roots/list\"}}}"
#define CONFIRM "{\"confirm\":{\"method\":\"elicitation/create\",\"params\":" ELICIT "}}"
#define GO "{\"go\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\",\"message\":\"Go\",\"url\":\"https://example.com/\"}}}"

/* Is the tool result of a refusal an error that says this, and is there none for NULL? */
static bool told(const mrtr_refusal *given, const char *words)
{
    bool good;

    EXPECT(MRTR_OK, mrtr_refusal_tool_result_json(given, &out, &error));
    if (out.data == NULL)
        return words == NULL;
    good = words != NULL && strstr(out.data, words) != NULL && strstr(out.data, "\"isError\":true") != NULL;
    mrtr_buf_free(&out);
    return good;
}

static void questions(void)
{
    mrtr_refusal *given = NULL;

    EXPECT(MRTR_OK, mrtr_round_older(a_round, S("2025-06-18"), S(CONFIRM), &out, &given, &error));
    CHECK(out.data != NULL && strstr(out.data, "\"mode\"") == NULL && strstr(out.data, "requestedSchema") != NULL);
    mrtr_buf_free(&out);
    EXPECT(MRTR_OK, mrtr_round_older(a_round, S("2025-11-25"), S(GO), &out, &given, &error));
    CHECK(out.data != NULL && strstr(out.data, "elicitationId") != NULL);
    mrtr_buf_free(&out);
    /* This one is asked by its result. */
    EXPECT(MRTR_OK, mrtr_round_older(a_round, S("2026-07-28"), S(CONFIRM), &out, &given, &error));
    CHECK(out.data == NULL && given == NULL);
    EXPECT(MRTR_REFUSED, mrtr_round_older(a_round, S("2025-06-18"), S(GO), &out, &given, &error));
    CHECK(out.data == NULL && given != NULL && told(given, "could not go on"));
    mrtr_refusal_free(given);
}

static void answers(void)
{
    mrtr_refusal *given = NULL, *reworded = NULL;
    mrtr_round *silent = NULL;

    EXPECT(MRTR_OK, mrtr_round_unasked(a_round, NO_STR, NO_STR, &given, &error));
    CHECK(told(given, "only in a session"));
    mrtr_refusal_free(given);
    EXPECT(MRTR_OK, mrtr_round_unasked(a_round, S("confirm"), S("evil words"), &given, &error));
    CHECK(told(given, "question 'confirm' was not answered: evil words"));
    EXPECT(MRTR_OK, mrtr_refusal_detail(given, &out, &error));
    CHECK(out.data != NULL && strstr(out.data, "evil") == NULL);
    mrtr_buf_free(&out);
    mrtr_refusal_free(given);

    given = NULL;
    EXPECT(MRTR_OK, mrtr_boundary_enter(boundary, S("tools/call"), S(PARAMS), NO_STR, S("{}"), NOW, &silent, NULL, &error));
    EXPECT(MRTR_REFUSED, mrtr_round_leave(silent, S(ASKING_OF_ALL), NOW, &out, &given, &error));
    CHECK(mrtr_refusal_code(given) == -32021 && told(given, NULL));
    EXPECT(MRTR_OK, mrtr_refusal_for_2025(given, &reworded, &error));
    CHECK(mrtr_refusal_code(reworded) == -32603 && told(reworded, "elicitation"));
    CHECK(mrtr_refusal_code(given) == -32021);
    mrtr_refusal_free(given);
    mrtr_refusal_free(reworded);
    mrtr_round_free(silent);
}

static void caches(void)
{
    mrtr_round *read = NULL;

    EXPECT(MRTR_OK, mrtr_round_cache_hints(a_round, &out, &error));
    CHECK(out.data == NULL);
    EXPECT(MRTR_OK, mrtr_boundary_enter(boundary, S("resources/read"), S("{\"uri\":\"a:b\",\"inputResponses\":{}}"), NO_STR,
                                        NO_STR, NOW, &read, NULL, &error));
    EXPECT(MRTR_OK, mrtr_round_cache_hints(read, &out, &error));
    CHECK(same(S("{\"ttlMs\":0,\"cacheScope\":\"private\"}"), &out));
    mrtr_buf_free(&out);
    mrtr_round_free(read);
}

void clients_of_2025(void)
{
    questions();
    answers();
    caches();
}
