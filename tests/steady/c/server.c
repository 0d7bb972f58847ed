#include "server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define S(text) mrtr_str_of(text)
#define NO_STR mrtr_str_of(NULL)
#define NOW 1790001000.0
#define KEY_TEXT "a key of the tests, never one of a server"
#define SCHEMA "{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"}},\"required\":[\"ok\"]}"
#define CAPABILITIES "{\"elicitation\":{\"form\":{}}}"
#define FIRST "{\"name\":\"delete\",\"arguments\":{\"id\":7}}"
#define RETRY                                                                                                          \
    "{\"name\":\"delete\",\"arguments\":{\"id\":7},\"requestState\":\"%s%s\",\"inputResponses\":{\"confirm\":%s}}"
#define ACCEPT "{\"action\":\"accept\",\"content\":{\"ok\":true}}"
#define DECLINE "{\"action\":\"decline\"}"
#define WRONG "{\"action\":\"accept\",\"content\":{\"ok\":\"yes\"}}"
#define ELICIT "{\"message\":\"Delete it?\",\"requestedSchema\":" SCHEMA "}"

#define WANT(condition) ((condition) ? (void)0 : wrong(client, __LINE__, #condition))

static void wrong(struct client *client, int line, const char *what)
{
    if (client->wrong++ == 0)
        fprintf(stderr, "server.c:%d: %s\n", line, what);
}

/* Adds a text to what was told, and frees it. */
static void told(struct client *client, mrtr_buf *text)
{
    size_t at;

    for (at = 0; at < text->len; at++)
        client->told = client->told * 31 + (unsigned char)text->data[at];
    mrtr_buf_free(text);
}

void server_open(struct server *server)
{
    mrtr_str ring = S(KEY_TEXT);

    if (mrtr_boundary_new(&ring, 1, S("{\"audience\":\"reports\"}"), &server->boundary, NULL) != MRTR_OK ||
        mrtr_codec_new(&ring, 1, S("{\"format\":\"encrypted\"}"), &server->codec, NULL) != MRTR_OK ||
        mrtr_form_parse(S(SCHEMA), NO_STR, &server->form, NULL) != MRTR_OK ||
        mrtr_model_compile(S(SCHEMA), &server->model, NULL) != MRTR_OK ||
        mrtr_responses_parse(S("{\"confirm\":" ACCEPT "}"), &server->responses, NULL) != MRTR_OK)
        exit(2);
}

void server_close(struct server *server)
{
    mrtr_boundary_free(server->boundary);
    mrtr_codec_free(server->codec);
    mrtr_form_free(server->form);
    mrtr_model_free(server->model);
    mrtr_responses_free(server->responses);
}

static mrtr_result enter(const struct server *server, const char *params, mrtr_round **round, mrtr_refusal **refusal)
{
    return mrtr_boundary_enter(server->boundary, S("tools/call"), S(params), S("alice"), S(CAPABILITIES), NOW, round,
                               refusal, NULL);
}

/* A first call, which asks. */
static void ask(const struct server *server, struct client *client, long turn)
{
    mrtr_round *round = NULL;
    mrtr_buf token = {NULL, 0}, question = {NULL, 0}, sent = {NULL, 0};
    char payload[64], result[2048];
    const char *state;

    WANT(enter(server, FIRST, &round, NULL) == MRTR_OK);
    snprintf(payload, sizeof payload, "{\"turn\":%ld}", turn);
    WANT(mrtr_round_seal_request_state(round, S(payload), NOW, &token, NULL) == MRTR_OK);
    WANT(mrtr_elicit(S(ELICIT), NO_STR, &question, NULL) == MRTR_OK);
    snprintf(result, sizeof result,
             "{\"resultType\":\"input_required\",\"inputRequests\":{\"confirm\":%s},\"requestState\":\"%s\"}",
             question.data, token.data);
    WANT(mrtr_round_leave(round, S(result), NOW, &sent, NULL, NULL) == MRTR_OK);
    state = sent.data == NULL ? NULL : strstr(sent.data, "\"requestState\":\"");
    WANT(state != NULL);
    if (state != NULL)
        snprintf(client->state, sizeof client->state, "%.*s", (int)strcspn(state + 16, "\""), state + 16);
    mrtr_buf_free(&token);
    mrtr_buf_free(&question);
    mrtr_buf_free(&sent);
    if (!client->leaks)
        mrtr_round_free(round);
}

/* The call again, with an answer; the result ends it. */
static void answered(const struct server *server, struct client *client, const char *answer, mrtr_outcome wanted)
{
    mrtr_round *round = NULL;
    mrtr_buf text = {NULL, 0};
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    bool flag = false;
    char params[2048];

    snprintf(params, sizeof params, RETRY, client->state, "", answer);
    WANT(enter(server, params, &round, NULL) == MRTR_OK);
    WANT(mrtr_round_number(round) == 2);
    WANT(mrtr_round_answer(round, S("confirm"), server->form, &outcome, &text, NULL) == MRTR_OK && outcome == wanted);
    told(client, &text);
    WANT(mrtr_round_confirmed(round, S("confirm"), server->form, NO_STR, &flag, NULL) == MRTR_OK);
    WANT(flag == (wanted == MRTR_OUTCOME_ACCEPTED));
    WANT(mrtr_round_responses(round, &text, NULL) == MRTR_OK);
    told(client, &text);
    WANT(mrtr_round_describe(round, &text, NULL) == MRTR_OK);
    mrtr_buf_free(&text);
    WANT(mrtr_round_leave(round, S("{\"content\":[]}"), NOW, &text, NULL, NULL) == MRTR_OK);
    told(client, &text);
    if (!client->leaks)
        mrtr_round_free(round);
}

/* The call again, with a state that was changed. */
static void refused(const struct server *server, struct client *client)
{
    mrtr_round *round = NULL;
    mrtr_refusal *refusal = NULL;
    mrtr_buf text = {NULL, 0};
    char params[2048];

    snprintf(params, sizeof params, RETRY, client->state, "A", ACCEPT);
    WANT(enter(server, params, &round, &refusal) == MRTR_REFUSED && round == NULL);
    WANT(mrtr_refusal_reason(refusal) == MRTR_REASON_MAC);
    WANT(mrtr_refusal_error_json(refusal, &text, NULL) == MRTR_OK);
    told(client, &text);
    WANT(mrtr_refusal_detail(refusal, &text, NULL) == MRTR_OK);
    told(client, &text);
    mrtr_refusal_free(refusal);
}

/* Tokens by themselves, good and bad. */
static void tokens(const struct server *server, struct client *client, long turn)
{
    mrtr_buf token = {NULL, 0}, widget = {NULL, 0}, text = {NULL, 0};
    mrtr_reason reason = MRTR_REASON_NONE;
    char payload[64];

    snprintf(payload, sizeof payload, "%ld", turn);
    WANT(mrtr_codec_mint(server->codec, S(payload), S("alice"), NOW, &token, NULL) == MRTR_OK);
    WANT(mrtr_codec_verify(server->codec, mrtr_buf_str(&token), S("alice"), NOW, &text, NULL, NULL) == MRTR_OK);
    told(client, &text);
    WANT(mrtr_codec_verify(server->codec, mrtr_buf_str(&token), S("mallory"), NOW, &text, &reason, NULL) ==
         MRTR_REFUSED);
    client->told = client->told * 31 + (uint64_t)reason;
    WANT(mrtr_codec_verify(server->codec, mrtr_buf_str(&token), S("alice"), NOW + 601, &text, &reason, NULL) ==
         MRTR_REFUSED);
    client->told = client->told * 31 + (uint64_t)reason;
    WANT(mrtr_boundary_seal(server->boundary, S("{}"), NO_STR, NOW, &widget, NULL) == MRTR_OK);
    WANT(mrtr_boundary_open(server->boundary, mrtr_buf_str(&widget), NO_STR, NOW, &text, NULL, NULL) == MRTR_OK);
    told(client, &text);
    WANT(mrtr_boundary_open(server->boundary, mrtr_buf_str(&token), NO_STR, NOW, &text, NULL, NULL) == MRTR_REFUSED);
    mrtr_buf_free(&token);
    mrtr_buf_free(&widget);
}

/* What a server is set up with, wrong in each part. */
static void wrong_options(struct client *client)
{
    static const char *const options[] = {"{\"maxRound\":8}", "{\"ttlSeconds\":0}", "{"};
    mrtr_str ring = S(KEY_TEXT), small = S("short");
    mrtr_boundary *boundary = NULL;
    mrtr_codec *codec = NULL;
    mrtr_form *form = NULL;
    mrtr_buf error = {NULL, 0};
    size_t at;

    for (at = 0; at < sizeof options / sizeof options[0]; at++) {
        WANT(mrtr_boundary_new(&ring, 1, S(options[at]), &boundary, &error) > MRTR_REFUSED);
        told(client, &error);
        WANT(mrtr_codec_new(&ring, 1, S(options[at]), &codec, &error) > MRTR_REFUSED);
        told(client, &error);
    }
    WANT(mrtr_codec_new(&small, 1, NO_STR, &codec, &error) == MRTR_ERR_INVALID_KEY);
    told(client, &error);
    WANT(mrtr_form_parse(S("{\"type\":\"object\",\"properties\":{\"password\":{\"type\":\"strin\"}}}"), NO_STR, &form,
                         &error) == MRTR_ERR_INVALID_FORM);
    told(client, &error);
    WANT(boundary == NULL && codec == NULL && form == NULL);
}

/* A form of its own, contents that fit and do not, what no form can say, answers and arguments. */
static void forms(const struct server *server, struct client *client, long turn)
{
    mrtr_form *form = NULL;
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    mrtr_buf text = {NULL, 0};
    char schema[128];

    snprintf(schema, sizeof schema, "{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\",\"maximum\":%ld}}}",
             turn);
    WANT(mrtr_form_parse(S(schema), NO_STR, &form, NULL) == MRTR_OK);
    WANT(mrtr_form_accept(form, S("{\"n\":0}"), &outcome, &text, NULL) == MRTR_OK && outcome == MRTR_OUTCOME_ACCEPTED);
    told(client, &text);
    WANT(mrtr_form_accept(form, S("{\"n\":1e9}"), &outcome, &text, NULL) == MRTR_OK && outcome == MRTR_OUTCOME_INVALID);
    told(client, &text);
    WANT(mrtr_form_lints(form, &text, NULL) == MRTR_OK);
    told(client, &text);
    WANT(mrtr_form_wire(form, &text, NULL) == MRTR_OK);
    told(client, &text);
    mrtr_form_free(form);
    WANT(mrtr_model_check(server->model, S("{\"ok\":1}"), &text, NULL) == MRTR_OK);
    told(client, &text);
    WANT(mrtr_responses_answer(server->responses, S("confirm"), server->form, &outcome, &text, NULL) == MRTR_OK);
    told(client, &text);
    WANT(mrtr_arguments_digest(S(schema), &text, NULL) == MRTR_OK);
    told(client, &text);
}

void server_turn(const struct server *server, struct client *client, long turn)
{
    switch (turn % 8) {
    case 0:
        ask(server, client, turn);
        break;
    case 1:
        answered(server, client, ACCEPT, MRTR_OUTCOME_ACCEPTED);
        break;
    case 2:
        answered(server, client, DECLINE, MRTR_OUTCOME_DECLINED);
        break;
    case 3:
        answered(server, client, WRONG, MRTR_OUTCOME_INVALID);
        break;
    case 4:
        refused(server, client);
        break;
    case 5:
        tokens(server, client, turn);
        break;
    case 6:
        wrong_options(client);
        break;
    default:
        forms(server, client, turn);
    }
}
