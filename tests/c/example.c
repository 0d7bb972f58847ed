/*
 * A call that asks before it deletes, from beginning to end:
 *
 *     example                       the dialogue below, as a transcript
 *     example KEY_HEX TOKEN         opens one token and prints its payload, or why it was refused
 *
 * The server's side is in tool.c. Here is what a client sends, and what comes back. Exits 0 when all is as it should
 * be.
 */
#include "support.h"
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAPABILITIES "{\"elicitation\":{\"form\":{}}}"

static int failures;

static int open_one(const char *key_hex, const char *token)
{
    unsigned char bytes[256];
    long len = unhex(mrtr_str_of(key_hex), bytes, sizeof bytes);
    mrtr_str key = {(const char *)bytes, len < 0 ? 0 : (size_t)len};
    mrtr_codec *codec = NULL;
    mrtr_buf payload = {NULL, 0}, error = {NULL, 0};
    mrtr_reason reason = MRTR_REASON_NONE;
    mrtr_result result = mrtr_codec_new(&key, 1, mrtr_str_of(NULL), &codec, &error);

    if (result == MRTR_OK)
        result = mrtr_codec_verify(codec, mrtr_str_of(token), mrtr_str_of(NULL), mrtr_now(), &payload, &reason, &error);
    if (result == MRTR_OK)
        printf("%s\n", payload.data == NULL ? "(no payload)" : payload.data);
    else if (result == MRTR_REFUSED)
        printf("refused: %s\n", mrtr_reason_name(reason));
    else
        printf("%s\n", error.data);
    mrtr_buf_free(&payload);
    mrtr_buf_free(&error);
    mrtr_codec_free(codec);
    return result == MRTR_OK ? 0 : 1;
}

/* Sends one call and prints what comes back; the reply's body belongs to the caller. */
static json_t *send_call(const mrtr_boundary *boundary, const char *title, const char *params, bool refusal_wanted,
                         const char *text_wanted)
{
    struct request request = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, 0};
    struct reply reply;
    char *text;
    bool good;

    request.method = mrtr_str_of("tools/call");
    request.params = mrtr_str_of(params);
    request.principal = mrtr_str_of("ada@example.com");
    request.capabilities = mrtr_str_of(CAPABILITIES);
    request.now = mrtr_now();
    reply = serve(boundary, &request);
    text = json_dumps(reply.body, JSON_COMPACT);
    good = reply.refused == refusal_wanted && strstr(text, text_wanted) != NULL &&
           (!refusal_wanted || !reply.handler_ran);
    failures += good ? 0 : 1;
    printf("%s %s\n    client: %s\n    server: %s\n", good ? "ok " : "BAD", title, params, text);
    if (reply.refused)
        printf("    log:    refused: %s\n", reply.cause);
    free(text);
    return reply.body;
}

/* The params of a call that answers; the caller frees them. */
static char *answer(const char *name, const char *target, const char *response, const char *token)
{
    json_t *params = json_pack("{s:s, s:{s:s}}", "name", name, "arguments", "target", target);
    char *text;

    json_object_set_new(params, "inputResponses",
                        json_pack("{s:o}", "confirm", json_loads(response, 0, NULL)));
    json_object_set_new(params, "requestState", json_string(token));
    text = json_dumps(params, JSON_COMPACT);
    json_decref(params);
    return text;
}

static void dialogue(const mrtr_boundary *boundary)
{
    static const char agreed[] = "{\"action\":\"accept\",\"content\":{\"ok\":true}}";
    static const char first[] = "{\"name\":\"delete_report\",\"arguments\":{\"target\":\"q3.pdf\"}}";
    static const struct {
        const char *title, *name, *target, *response;
        bool refused;
        const char *wanted;
    } calls[] = {
        {"the user agrees", "delete_report", "q3.pdf", agreed, false, "Deleted q3.pdf"},
        {"the user declines", "delete_report", "q3.pdf", "{\"action\":\"decline\"}", false, "Nothing was deleted"},
        {"the user agrees, with a text for a boolean: asked again", "delete_report", "q3.pdf",
         "{\"action\":\"accept\",\"content\":{\"ok\":\"true\"}}", false, "input_required"},
        {"the confirmation is moved to another target", "delete_report", "q4.pdf", agreed, true, "-32602"},
        {"the confirmation is moved to another tool", "delete_all", "q3.pdf", agreed, true, "-32602"},
    };
    json_t *asked = send_call(boundary, "the server asks", first, false, "Delete q3.pdf?");
    const char *token = json_string_value(json_object_get(json_object_get(asked, "result"), "requestState"));
    char *params;
    char *tampered;
    size_t at;

    for (at = 0; token != NULL && at < sizeof calls / sizeof calls[0]; at++) {
        params = answer(calls[at].name, calls[at].target, calls[at].response, token);
        json_decref(send_call(boundary, calls[at].title, params, calls[at].refused, calls[at].wanted));
        free(params);
    }
    if (token == NULL || strlen(token) < 20) {
        failures++;
        json_decref(asked);
        return;
    }
    tampered = malloc(strlen(token) + 1);
    strcpy(tampered, token);
    tampered[10] = tampered[10] == 'A' ? 'B' : 'A';
    params = answer("delete_report", "q3.pdf", agreed, tampered);
    json_decref(send_call(boundary, "one character of the state is changed", params, true, "-32602"));
    free(params);
    free(tampered);
    json_decref(asked);
}

int main(int argc, char **argv)
{
    /* A server takes its key from its configuration, the same on every instance. */
    static const char secret[] = "an example key, not for production: 0123456789";
    mrtr_str key = mrtr_str_of(secret);
    mrtr_boundary *boundary = NULL;
    mrtr_buf error = {NULL, 0};

    if (argc == 3)
        return open_one(argv[1], argv[2]);
    if (mrtr_boundary_new(&key, 1, mrtr_str_of("{\"maxRounds\":4}"), &boundary, &error) != MRTR_OK) {
        fprintf(stderr, "%s\n", error.data);
        return 2;
    }
    dialogue(boundary);
    mrtr_boundary_free(boundary);
    printf("c: example: %d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
