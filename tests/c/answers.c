/*
 * Runs tests/vectors/answers.json: what clients send as answers, and what each reader makes of it.
 *
 *     answers [tests/vectors]
 *
 * Prints one line and exits 0 when all cases are as wanted.
 */
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY "a key of at least thirty-two bytes"
#define CAPABILITIES "{\"elicitation\":{\"form\":{},\"url\":{}},\"sampling\":{},\"roots\":{}}"
#define NOW 1790001000.0

enum { CASES = 183 };

static const json_t *questions;
static mrtr_boundary *boundary;

/* Responses that were parsed by themselves, or those of a round. */
struct source {
    const mrtr_responses *responses;
    const mrtr_round *round;
};

/* What is not as wanted, for the one case that runs. */
static char fault[256];

static void want(const char *what, bool good)
{
    if (!good && fault[0] == '\0')
        snprintf(fault, sizeof fault, "%s", what);
}

/* A text of the case, with what stands for many of the same; false when it has none. */
static bool filled(const json_t *test, const char *name, struct text *text)
{
    mrtr_str given = member(test, name);
    const json_t *fill = json_object_get(test, "fill");
    const char *unit = json_string_value(json_object_get(fill, "unit"));
    const char *mark = given.data == NULL || fill == NULL ? NULL : strchr(given.data, '@');
    const char *number;
    char digits[32];
    int at;

    if (given.data == NULL)
        return false;
    if (mark == NULL) {
        append(text, given.data, given.len);
        return true;
    }
    append(text, given.data, (size_t)(mark - given.data));
    number = strchr(unit, '#');
    for (at = 0; at < json_integer_value(json_object_get(fill, "times")); at++) {
        if (number == NULL) {
            append_str(text, unit);
            continue;
        }
        snprintf(digits, sizeof digits, "%d", at);
        append(text, unit, (size_t)(number - unit));
        append_str(text, digits);
        append_str(text, number + 1);
    }
    append_str(text, mark + 1);
    return true;
}

/* Whether a buffer holds the text that the case wants there, or nothing where it wants nothing. */
static bool is_as_wanted(const json_t *test, const char *name, const mrtr_buf *found)
{
    struct text text = {NULL, 0, 0};
    bool good = filled(test, name, &text) ? same(text_str(&text), found) : found->data == NULL;

    free(text.data);
    return good;
}

static bool issues_are(const json_t *test, const mrtr_buf *detail)
{
    const json_t *wanted = json_object_get(test, "issues");
    json_t *found = parse(mrtr_buf_str(detail));
    bool good = json_array_size(found) == json_array_size(wanted);
    char place[256];
    json_t *issue;
    size_t at;

    json_array_foreach(found, at, issue) {
        snprintf(place, sizeof place, "%s %s", json_string_value(json_object_get(issue, "pointer")),
                 json_string_value(json_object_get(issue, "code")));
        good = good && strcmp(place, json_string_value(json_array_get(wanted, at))) == 0;
    }
    json_decref(found);
    return good;
}

static void read_answer(const json_t *test, struct source source, mrtr_str key, const mrtr_form *form)
{
    static const char *const names[] = {"missing", "accepted", "declined", "cancelled", "invalid"};
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    mrtr_buf detail = {NULL, 0};
    mrtr_result result = source.round != NULL ? mrtr_round_answer(source.round, key, form, &outcome, &detail, NULL)
                                              : mrtr_responses_answer(source.responses, key, form, &outcome, &detail,
                                                                      NULL);

    want("an answer", result == MRTR_OK);
    want(names[outcome], strcmp(names[outcome], json_string_value(json_object_get(test, "outcome"))) == 0);
    if (outcome == MRTR_OUTCOME_INVALID)
        want("the issues", issues_are(test, &detail));
    else
        want("the content", is_as_wanted(test, "content", &detail));
    mrtr_buf_free(&detail);
}

static void read_short(const json_t *test, struct source source, mrtr_str key, const mrtr_form *form)
{
    mrtr_buf content = {NULL, 0}, view = {NULL, 0};
    mrtr_result first, second;

    if (source.round != NULL) {
        first = mrtr_round_accepted_content(source.round, key, form, &content, NULL);
        second = mrtr_round_view(source.round, key, &view, NULL);
    } else {
        first = mrtr_responses_accepted_content(source.responses, key, form, &content, NULL);
        second = mrtr_responses_view(source.responses, key, &view, NULL);
    }
    want("the accepted content", first == MRTR_OK && is_as_wanted(test, "acceptedContent", &content));
    want("the view", second == MRTR_OK && is_as_wanted(test, "view", &view));
    mrtr_buf_free(&content);
    mrtr_buf_free(&view);
}

static void read_confirmed(const json_t *test, struct source source, mrtr_str key, const mrtr_form *form)
{
    const json_t *wanted = json_object_get(test, "confirmed");
    mrtr_str field = member(test, "field");
    bool confirmed = !json_is_true(wanted);
    mrtr_result result;

    if (wanted == NULL)
        return;
    result = source.round != NULL ? mrtr_round_confirmed(source.round, key, form, field, &confirmed, NULL)
                                  : mrtr_responses_confirmed(source.responses, key, form, field, &confirmed, NULL);
    want("the yes or no", result == MRTR_OK && confirmed == json_is_true(wanted));
}

/* The form that the readers are given, NULL where they are given none. */
static mrtr_form *form_of(const json_t *test)
{
    const char *name = json_string_value(json_object_get(test, "schema"));
    struct text text = {NULL, 0, 0};
    mrtr_form *form = NULL;

    if (name == NULL)
        return NULL;
    append_json(&text,
                json_object_get(json_object_get(json_object_get(questions, name), "params"), "requestedSchema"));
    want("the form", mrtr_form_parse(text_str(&text), NO_STR, &form, NULL) == MRTR_OK);
    free(text.data);
    return form;
}

static void read_all(const json_t *test, struct source source)
{
    mrtr_str key = member(test, "key");
    mrtr_form *form = form_of(test);

    read_answer(test, source, key, form);
    read_short(test, source, key, form);
    read_confirmed(test, source, key, form);
    mrtr_form_free(form);
}

static mrtr_result enter(mrtr_str params, mrtr_round **round, mrtr_refusal **refusal)
{
    return mrtr_boundary_enter(boundary, mrtr_str_of("tools/call"), params, NO_STR, mrtr_str_of(CAPABILITIES), NOW, round,
                               refusal, NULL);
}

/* Asks the questions of the round before; appends the token, a JSON string. */
static void ask(const json_t *test, struct text *params)
{
    json_t *asked = json_object_get(test, "asked"), *name, *left;
    struct text result = {NULL, 0, 0};
    mrtr_buf sent = {NULL, 0};
    mrtr_round *round = NULL;
    const char *key, *comma = "";

    append_str(&result, "{\"resultType\":\"input_required\",\"inputRequests\":{");
    json_object_foreach(asked, key, name) {
        append_str(&result, comma);
        append_str(&result, "\"");
        append_str(&result, key);
        append_str(&result, "\":");
        append_json(&result, json_object_get(questions, json_string_value(name)));
        comma = ",";
    }
    append_str(&result, "}}");
    want("the first call is let in", enter(mrtr_str_of("{\"name\":\"t\"}"), &round, NULL) == MRTR_OK);
    want("the questions leave", mrtr_round_leave(round, text_str(&result), NOW, &sent, NULL, NULL) == MRTR_OK);
    left = parse(mrtr_buf_str(&sent));
    append_json(params, json_object_get(left, "requestState"));
    json_decref(left);
    mrtr_buf_free(&sent);
    mrtr_round_free(round);
    free(result.data);
}

static void bound_case(const json_t *test, const struct text *sent)
{
    const json_t *refused = json_object_get(test, "refused");
    struct text params = {NULL, 0, 0};
    struct source source = {NULL, NULL};
    mrtr_round *round = NULL;
    mrtr_refusal *refusal = NULL;
    mrtr_result result;

    append_str(&params, "{\"name\":\"t\",\"requestState\":");
    ask(test, &params);
    append_str(&params, ",\"inputResponses\":");
    append(&params, sent->data, sent->len);
    append_str(&params, "}");
    result = enter(text_str(&params), &round, &refusal);
    if (refused != NULL) {
        want("refused", result == MRTR_REFUSED && mrtr_refusal_code(refusal) == json_integer_value(refused));
    } else {
        want("let in", result == MRTR_OK);
        source.round = round;
        if (result == MRTR_OK)
            read_all(test, source);
    }
    mrtr_refusal_free(refusal);
    mrtr_round_free(round);
    free(params.data);
}

static void unbound_case(const json_t *test, const struct text *sent)
{
    struct source source = {NULL, NULL};
    mrtr_responses *responses = NULL;

    want("parsed", mrtr_responses_parse(text_str(sent), &responses, NULL) == MRTR_OK);
    source.responses = responses;
    read_all(test, source);
    mrtr_responses_free(responses);
}

int main(int argc, char **argv)
{
    const char *directory = argc > 1 ? argv[1] : "tests/vectors";
    json_t *file = load_file(directory, "answers.json"), *test;
    mrtr_str key = mrtr_str_of(KEY);
    struct text sent;
    size_t at;

    questions = json_object_get(file, "questions");
    if (mrtr_boundary_new(&key, 1, NO_STR, &boundary, NULL) != MRTR_OK)
        return 2;
    json_array_foreach(json_object_get(file, "cases"), at, test) {
        memset(&sent, 0, sizeof sent);
        fault[0] = '\0';
        filled(test, "responses", &sent);
        if (json_object_get(test, "asked") != NULL)
            bound_case(test, &sent);
        else
            unbound_case(test, &sent);
        judge("answers", test, fault[0] == '\0' ? NULL : fault);
        free(sent.data);
    }
    mrtr_boundary_free(boundary);
    json_decref(file);
    printf("c: %d answer cases, %d as wanted\n", cases, as_wanted);
    return cases == CASES && as_wanted == cases ? 0 : 1;
}
