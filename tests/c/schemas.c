/*
 * Runs the shared cases of tests/schemas: requested schemas (verdict and wire form), contents (verdict and canonical
 * value) and what libraries emit (verdict and wire form).
 *
 *     schemas [tests/schemas]
 *
 * Prints one line and exits 0 when all cases are as wanted.
 */
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Accepted and refused cases of each file; cases given as a Python expression, whose text is built here. */
enum { REQUESTED = 73, NOT_REQUESTED = 181, CONTENTS = 85, NOT_CONTENTS = 139, CONVERTED = 129, NOT_CONVERTED = 42 };
enum { BUILT = 8 };

static int accepted, refused, built;

/* {"k0":"v","k1":"v", ... without the closing brace. */
static void append_keys(struct text *text, int count)
{
    char key[32];
    int at;

    for (at = 0; at < count; at++) {
        snprintf(key, sizeof key, "%c\"k%d\":\"v\"", at == 0 ? '{' : ',', at);
        append_str(text, key);
    }
}

static void append_options(struct text *text, int count)
{
    char option[32];
    int at;

    for (at = 0; at < count; at++) {
        snprintf(option, sizeof option, "%s\"o%d\"", at == 0 ? "" : ",", at);
        append_str(text, option);
    }
}

/* The texts that the files give as Python expressions, since they are huge. */
static bool build(const char *id, struct text *text)
{
    static const char open[] = "{\"type\":\"object\",\"properties\":{\"f\":";

    if (strcmp(id, "prop.deep-nesting-200") == 0) {
        append_times(text, open, 201);
        append_str(text, "{\"type\":\"string\"}");
        append_times(text, "}}", 201);
    } else if (strcmp(id, "prop.deep-nesting-20k") == 0) {
        append_str(text, open);
        append_times(text, "[", 20000);
        append_times(text, "]", 20000);
        append_str(text, "}}");
    } else if (strcmp(id, "str.default-long") == 0) {
        append_str(text, open);
        append_str(text, "{\"type\":\"string\",\"default\":\"");
        append_times(text, "x", 70000);
        append_str(text, "\"}}}");
    } else if (strcmp(id, "enum.100k") == 0) {
        append_str(text, open);
        append_str(text, "{\"type\":\"string\",\"enum\":[");
        append_options(text, 100000);
        append_str(text, "]}}}");
    } else if (strcmp(id, "extra.1000") == 0) {
        append_keys(text, 1000);
        append_str(text, ",\"a\":\"x\"}");
    } else if (strcmp(id, "big.10k-extra-keys") == 0) {
        append_keys(text, 10000);
        append_str(text, "}");
    } else if (strcmp(id, "len.5MB") == 0) {
        append_str(text, "{\"f\":\"");
        append_times(text, "x", 5000000);
        append_str(text, "\"}");
    } else if (strcmp(id, "multi.100k-dup") == 0) {
        append_str(text, "{\"f\":[\"a\"");
        append_times(text, ",\"a\"", 99999);
        append_str(text, "]}");
    } else {
        return false;
    }
    return true;
}

/* The case's text: given, or built; ends the program when it is neither. */
static void text_of(const json_t *test, const char *name, struct text *text)
{
    const char *id = json_string_value(json_object_get(test, "id"));
    mrtr_str given = member(test, name);

    if (given.data != NULL) {
        append(text, given.data, given.len);
    } else if (build(id, text)) {
        built++;
    } else {
        fprintf(stderr, "c: no text is written here for %s\n", id);
        exit(2);
    }
}

static bool wants_accept(const json_t *test, const char *name)
{
    return strcmp(json_string_value(json_object_get(test, name)), "accept") == 0;
}

/* A form, or NULL where the schema is refused with its issues. */
static mrtr_form *form_of(mrtr_str schema, const char *options, const char **fault)
{
    mrtr_form *form = NULL;
    mrtr_buf error = {NULL, 0};
    mrtr_result result = mrtr_form_parse(schema, mrtr_str_of(options), &form, &error);

    if (result != MRTR_OK && (result != MRTR_ERR_INVALID_FORM || strstr(error.data, "\"issues\":[{") == NULL))
        *fault = mrtr_result_name(result);
    mrtr_buf_free(&error);
    return form;
}

/* Whether the form's wire text says the same as `wanted`; what a library emits may come in any order. */
static bool wire_is(const mrtr_form *form, const json_t *wanted, bool in_order)
{
    mrtr_buf wire = {NULL, 0};
    json_t *found, *right = NULL;
    bool good;

    if (mrtr_form_wire(form, &wire, NULL) != MRTR_OK)
        return false;
    found = parse(mrtr_buf_str(&wire));
    if (!in_order) {
        right = sorted_json(found);
        json_decref(found);
        found = right;
        right = sorted_json(wanted);
    }
    good = same_json(found, in_order ? wanted : right);
    json_decref(found);
    json_decref(right);
    mrtr_buf_free(&wire);
    return good;
}

/* The wire form, read again, stays as it is. */
static bool wire_is_stable(const mrtr_form *form)
{
    const char *fault = NULL;
    mrtr_buf wire = {NULL, 0}, again = {NULL, 0};
    mrtr_form *second;
    bool good = false;

    mrtr_form_wire(form, &wire, NULL);
    second = form_of(mrtr_buf_str(&wire), NULL, &fault);
    if (second != NULL && mrtr_form_wire(second, &again, NULL) == MRTR_OK)
        good = same(mrtr_buf_str(&wire), &again);
    mrtr_form_free(second);
    mrtr_buf_free(&wire);
    mrtr_buf_free(&again);
    return good;
}

static void count(bool taken)
{
    if (taken)
        accepted++;
    else
        refused++;
}

static void requested_case(const json_t *test)
{
    const char *fault = NULL;
    const json_t *wire = json_object_get(test, "wire");
    struct text text = {NULL, 0, 0};
    mrtr_form *form;

    text_of(test, "schema_text", &text);
    form = form_of(text_str(&text), NULL, &fault);
    count(form != NULL);
    if ((form != NULL) != wants_accept(test, "right"))
        fault = form != NULL ? "accepted" : "refused";
    else if (form != NULL && wire != NULL && !wire_is(form, wire, true))
        fault = "another wire form";
    else if (form != NULL && !wire_is_stable(form))
        fault = "the wire form is not stable";
    judge("requested-schemas", test, fault);
    mrtr_form_free(form);
    free(text.data);
}

static void conversion_case(const json_t *test)
{
    const char *fault = NULL;
    struct text text = {NULL, 0, 0};
    mrtr_form *form;

    append_json(&text, json_object_get(test, "json_schema"));
    form = form_of(text_str(&text), "{\"normalise\":true}", &fault);
    count(form != NULL);
    if ((form != NULL) != wants_accept(test, "normalised"))
        fault = form != NULL ? "accepted" : "refused";
    else if (form != NULL && !wire_is(form, json_object_get(test, "wire"), false))
        fault = "another wire form";
    judge("conversions", test, fault);
    mrtr_form_free(form);
    free(text.data);
}

static const char *content_fault(const json_t *test, const mrtr_form *form, mrtr_outcome outcome, const mrtr_buf *detail)
{
    const json_t *value = json_object_get(test, "value");
    mrtr_buf again = {NULL, 0};
    json_t *found;
    bool good;

    if ((outcome == MRTR_OUTCOME_ACCEPTED) != wants_accept(test, "right"))
        return outcome == MRTR_OUTCOME_ACCEPTED ? "accepted" : "refused";
    if (outcome != MRTR_OUTCOME_ACCEPTED)
        return detail->len > 2 ? NULL : "no issue";
    found = parse(mrtr_buf_str(detail));
    good = value == NULL || same_json(found, value);
    json_decref(found);
    if (!good)
        return "another value";
    mrtr_form_accept(form, mrtr_buf_str(detail), &outcome, &again, NULL);
    good = outcome == MRTR_OUTCOME_ACCEPTED && same(mrtr_buf_str(detail), &again);
    mrtr_buf_free(&again);
    return good ? NULL : "the value is not stable";
}

static void content_case(const json_t *test)
{
    const char *fault = NULL;
    struct text schema = {NULL, 0, 0}, content = {NULL, 0, 0};
    mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
    mrtr_buf detail = {NULL, 0};
    mrtr_form *form;

    append_json(&schema, json_object_get(test, "schema"));
    text_of(test, "content_text", &content);
    form = form_of(text_str(&schema), NULL, &fault);
    if (form == NULL || mrtr_form_accept(form, text_str(&content), &outcome, &detail, NULL) != MRTR_OK)
        fault = "no form, or no verdict";
    else
        fault = content_fault(test, form, outcome, &detail);
    count(outcome == MRTR_OUTCOME_ACCEPTED);
    judge("contents", test, fault);
    mrtr_buf_free(&detail);
    mrtr_form_free(form);
    free(schema.data);
    free(content.data);
}

static bool run(const char *directory, const char *file, int taken, int not_taken, void (*one)(const json_t *))
{
    json_t *tests = load_file(directory, file);
    json_t *test;
    size_t at;

    accepted = refused = 0;
    json_array_foreach(tests, at, test) one(test);
    json_decref(tests);
    if (accepted == taken && refused == not_taken)
        return true;
    fprintf(stderr, "c: %s: %d accepted and %d refused\n", file, accepted, refused);
    return false;
}

int main(int argc, char **argv)
{
    const char *directory = argc > 1 ? argv[1] : "tests/schemas";
    bool complete = run(directory, "requested-schemas.json", REQUESTED, NOT_REQUESTED, requested_case);

    complete = run(directory, "contents.json", CONTENTS, NOT_CONTENTS, content_case) && complete;
    complete = run(directory, "conversions.json", CONVERTED, NOT_CONVERTED, conversion_case) && complete;
    printf("c: %d schema cases, %d as wanted\n", cases, as_wanted);
    return complete && built == BUILT && as_wanted == cases ? 0 : 1;
}
