/*
 * The C runner of the parity test: a case a line in, what the library makes of it a line out.
 *
 * Texts of the library stand in the output as they are: nothing here reads a number and writes it again. Where the variable
 * SAY is set, everything that is told of errors and refusals goes to standard error.
 */
#include "c.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void put(const char *text)
{
    fputs(text, stdout);
}

void put_json(mrtr_buf *text)
{
    if (text->data == NULL)
        put("null");
    else
        fwrite(text->data, 1, text->len, stdout);
    mrtr_buf_free(text);
}

void put_text(mrtr_buf *text)
{
    json_t *string = text->data == NULL ? json_null() : json_stringn(text->data, text->len);
    char *dumped = json_dumps(string, JSON_ENCODE_ANY);

    put(dumped);
    free(dumped);
    json_decref(string);
    mrtr_buf_free(text);
}

void put_bool(bool value)
{
    put(value ? "true" : "false");
}

void put_answer(mrtr_outcome outcome, mrtr_buf *detail)
{
    static const char *const names[] = {"missing", "accepted", "declined", "cancelled", "invalid"};

    printf("{\"outcome\":\"%s\"", names[outcome]);
    if (detail->data != NULL) {
        put(outcome == MRTR_OUTCOME_INVALID ? ",\"issues\":" : ",\"content\":");
        put_json(detail);
    }
    put("}");
}

void say(const mrtr_buf *text)
{
    if (getenv("SAY") != NULL && text->data != NULL)
        fprintf(stderr, "%s\n", text->data);
}

/* Those members of an error that tell it apart. */
static void put_members(mrtr_buf *error, bool issues)
{
    json_t *whole = json_loadb(error->data, error->len, JSON_ALLOW_NUL, NULL);
    char *code = json_dumps(json_object_get(whole, "code"), JSON_ENCODE_ANY);
    char *list = json_dumps(json_object_get(whole, "issues"), JSON_ENCODE_ANY);

    say(error);
    if (issues)
        printf("{\"error\":%s,\"issues\":%s}", code, list == NULL ? "[]" : list);
    else
        put(code);
    free(code);
    free(list);
    json_decref(whole);
    mrtr_buf_free(error);
}

void put_error(mrtr_buf *error)
{
    put_members(error, true);
}

void put_code(mrtr_buf *error)
{
    put_members(error, false);
}

void put_refused(mrtr_reason reason)
{
    printf("{\"refused\":\"%s\"}", mrtr_reason_name(reason));
}

bool form_of(const json_t *test, const char *name, mrtr_form **form)
{
    mrtr_str schema = member(test, name);
    mrtr_buf error = {NULL, 0};

    if (schema.data == NULL || mrtr_form_parse(schema, NO_STR, form, &error) == MRTR_OK)
        return true;
    put_code(&error);
    return false;
}

static void put_hex(const void *bytes, size_t len)
{
    size_t at;

    put("\"");
    for (at = 0; at < len; at++)
        printf("%02x", (unsigned)((const unsigned char *)bytes)[at]);
    put("\"");
}

/* What a codec makes of a token or a payload. */
static void run_codec(const json_t *test, const char *op, const mrtr_codec *codec)
{
    double now = number(test, "now");
    char *token_text, *payload_text, *data_bytes, *payload_bytes, *call_text;
    mrtr_str token = token_of(test, &token_text), payload = payload_of(test, &payload_text);
    mrtr_str data = bytes_of(test, "associatedDataHex", &data_bytes);
    mrtr_str bytes = bytes_of(test, "payloadHex", &payload_bytes), bind = member(test, "bind");
    mrtr_str call = dump(test, "call", &call_text);
    mrtr_buf out = {NULL, 0}, error = {NULL, 0};
    mrtr_reason reason = MRTR_REASON_NONE;
    mrtr_result result = MRTR_OK;
    const char *name = "token";

    if (strcmp(op, "verify") == 0) {
        name = "payload";
        result = mrtr_codec_verify(codec, token, bind, now, &out, &reason, &error);
    } else if (strcmp(op, "mint") == 0) {
        result = mrtr_codec_mint(codec, payload, bind, now, &out, &error);
    } else if (strcmp(op, "sealBytes") == 0) {
        result = mrtr_codec_seal_bytes(codec, bytes, data, now, &out, &error);
    } else if (strcmp(op, "openState") == 0) {
        name = "state";
        result = mrtr_codec_open_state(codec, token, call, now, &out, &reason, &error);
    } else if (strcmp(op, "openBytes") == 0) {
        name = "payloadHex";
        result = mrtr_codec_open_bytes(codec, token, data, now, &out, &reason, &error);
    }
    if (result == MRTR_REFUSED) {
        put_refused(reason);
    } else if (result != MRTR_OK) {
        put_error(&error);
    } else if (strcmp(op, "construct") == 0) {
        put("{\"ok\":true}");
    } else {
        printf("{\"%s\":", name);
        if (strcmp(name, "payloadHex") == 0)
            put_hex(out.data, out.len);
        else
            put_text(&out);
        mrtr_buf_free(&out);
        put("}");
    }
    free(token_text);
    free(payload_text);
    free(data_bytes);
    free(payload_bytes);
    free(call_text);
}

static void codec_case(const json_t *test, const char *op)
{
    const mrtr_str *keys = NULL;
    size_t count = 0;
    char *options = NULL;
    mrtr_codec *codec = NULL;
    mrtr_buf error = {NULL, 0};

    if (!ring_of(test, &keys, &count))
        exit(2);
    if (mrtr_codec_new(keys, count, dump(test, "options", &options), &codec, &error) == MRTR_OK)
        run_codec(test, op, codec);
    else
        put_error(&error);
    free(options);
    mrtr_codec_free(codec);
}


/* A form, what it makes of contents, and of those with defaults. */
static void form_case(const json_t *test)
{
    char *options = NULL;
    mrtr_str chosen = json_object_get(test, "options") == NULL ? NO_STR : dump(test, "options", &options);
    mrtr_form *form = NULL;
    mrtr_buf text = {NULL, 0};
    uint8_t digest[MRTR_FORM_DIGEST_LEN];
    const json_t *content;
    size_t at;

    if (mrtr_form_parse(member(test, "schema"), chosen, &form, &text) != MRTR_OK) {
        put_error(&text);
        free(options);
        return;
    }
    put("{\"wire\":");
    mrtr_form_wire(form, &text, NULL);
    put_text(&text);
    put(",\"digest\":");
    mrtr_form_digest(form, &digest, NULL);
    put_hex(digest, sizeof digest);
    put(",\"lints\":");
    mrtr_form_lints(form, &text, NULL);
    put_json(&text);
    put(",\"contents\":[");
    json_array_foreach(json_object_get(test, "contents"), at, content) {
        mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
        mrtr_str given;

        given.data = json_string_value(content);
        given.len = json_string_length(content);
        put(at == 0 ? "{\"read\":" : ",{\"read\":");
        mrtr_form_accept(form, given, &outcome, &text, NULL);
        put_answer(outcome, &text);
        put(",\"filled\":");
        if (outcome == MRTR_OUTCOME_ACCEPTED) {
            mrtr_form_fill_defaults(form, given, &outcome, &text, NULL);
            put_answer(outcome, &text);
        } else {
            put("null");
        }
        put("}");
    }
    put("]}");
    mrtr_form_free(form);
    free(options);
}

/* Answers with nothing known of what was asked, through each reader. */
static void answers_case(const json_t *test)
{
    mrtr_responses *responses = NULL;
    mrtr_buf text = {NULL, 0};
    const json_t *read;
    size_t at;

    if (mrtr_responses_parse(member(test, "responses"), &responses, &text) != MRTR_OK) {
        put_error(&text);
        return;
    }
    put("[");
    json_array_foreach(json_object_get(test, "reads"), at, read) {
        mrtr_str key = member(read, "key");
        mrtr_form *form = NULL;
        mrtr_outcome outcome = MRTR_OUTCOME_MISSING;
        bool yes = false;

        put(at == 0 ? "" : ",");
        if (!form_of(read, "schema", &form))
            continue;
        put("{\"answer\":");
        mrtr_responses_answer(responses, key, form, &outcome, &text, NULL);
        put_answer(outcome, &text);
        put(",\"content\":");
        mrtr_responses_accepted_content(responses, key, form, &text, NULL);
        put_json(&text);
        put(",\"view\":");
        mrtr_responses_view(responses, key, &text, NULL);
        put_json(&text);
        put(",\"confirmed\":");
        if (mrtr_responses_confirmed(responses, key, form, member(read, "field"), &yes, &text) == MRTR_OK)
            put_bool(yes);
        else
            put_code(&text);
        put("}");
        mrtr_form_free(form);
    }
    put("]");
    mrtr_responses_free(responses);
}

static void digest_case(const json_t *test)
{
    mrtr_buf digest = {NULL, 0}, error = {NULL, 0};

    if (mrtr_arguments_digest(member(test, "text"), &digest, &error) != MRTR_OK) {
        put_error(&error);
        return;
    }
    put("{\"digest\":");
    put_text(&digest);
    put("}");
}

static void run(const json_t *test)
{
    const char *op = json_string_value(json_object_get(test, "op"));

    draw_from(test);
    if (strcmp(op, "digest") == 0)
        digest_case(test);
    else if (strcmp(op, "form") == 0)
        form_case(test);
    else if (strcmp(op, "answers") == 0)
        answers_case(test);
    else if (strcmp(op, "enter") == 0 || strcmp(op, "seal") == 0 || strncmp(op, "open", 4) == 0)
        (strcmp(op, "openState") == 0 || strcmp(op, "openBytes") == 0 ? codec_case : doors)(test, op);
    else
        codec_case(test, op);
    bytes_left();
    put("\n");
    fflush(stdout);
}

int main(void)
{
    json_t *test;

    /* One value after the other: what stands between them is white space. */
    while ((test = json_loadf(stdin, JSON_ALLOW_NUL | JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
        run(test);
        json_decref(test);
    }
    return 0;
}
