/*
 * Runs the vectors: tokens of the official SDKs, and those of our own. Against a library built for tests, so that what
 * is minted can be compared byte for byte.
 *
 *     vectors [tests/vectors]
 *
 * Prints one line, `c: N cases, N as wanted`, and exits 0 when all cases are there and as wanted.
 */
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All cases of all files; each of them applies to C. */
enum { CASES = 94 + 18 + 21 + 4 + 314 + 518 + 114 };
enum { MOST_KEYS = 8, MOST_BYTES = 256 };

static int cases, as_wanted;
static const char *directory = "tests/vectors";

void judge(const char *file, const json_t *test, bool good, const char *got)
{
    cases++;
    if (good)
        as_wanted++;
    else
        fprintf(stderr, "c: %s: %s: got %.300s\n", file, json_string_value(json_object_get(test, "id")), got);
}

void each_case(const char *file, void (*one)(const json_t *))
{
    json_t *whole = load_file(directory, file), *test;
    const json_t *tests = json_is_array(whole) ? whole : json_object_get(whole, "cases");
    size_t at;

    json_array_foreach(tests, at, test) one(test);
    json_decref(whole);
}

bool ring_of(const json_t *test, const mrtr_str **keys, size_t *count)
{
    static unsigned char bytes[MOST_KEYS][MOST_BYTES];
    static mrtr_str ring[MOST_KEYS];
    const json_t *list = json_object_get(test, "keysHex"), *key;
    size_t at;

    json_array_foreach(list, at, key) {
        mrtr_str hex;
        long len;

        hex.data = json_string_value(key);
        hex.len = json_string_length(key);
        len = at < MOST_KEYS ? unhex(hex, bytes[at], MOST_BYTES) : -1;
        if (len < 0)
            return false;
        ring[at].data = (const char *)bytes[at];
        ring[at].len = (size_t)len;
    }
    *keys = ring;
    *count = json_array_size(list);
    return true;
}

mrtr_str dump(const json_t *object, const char *name, char **text)
{
    *text = json_dumps(json_object_get(object, name), JSON_COMPACT | JSON_ENCODE_ANY);
    return mrtr_str_of(*text);
}

double number(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

mrtr_str bytes_of(const json_t *object, const char *name, char **bytes)
{
    mrtr_str hex = member(object, name), found = NO_STR;
    long len;

    *bytes = NULL;
    if (hex.data == NULL)
        return found;
    *bytes = malloc(hex.len / 2 + 1);
    len = unhex(hex, (unsigned char *)*bytes, hex.len / 2);
    found.data = *bytes;
    found.len = len < 0 ? 0 : (size_t)len;
    return found;
}

mrtr_str token_of(const json_t *test, char **text)
{
    mrtr_str given = member(test, "token"), token = NO_STR;
    size_t wanted = (size_t)number(test, "padTokenTo");

    token.len = wanted > given.len ? wanted : given.len;
    *text = malloc(token.len + 1);
    memset(*text, 'A', token.len);
    if (given.len > 0)
        memcpy(*text, given.data, given.len);
    token.data = *text;
    return token;
}

mrtr_str payload_of(const json_t *test, char **text)
{
    mrtr_str payload = member(test, "payload");

    *text = NULL;
    if (json_object_get(test, "padPayloadTo") == NULL)
        return payload;
    payload.len = (size_t)number(test, "padPayloadTo");
    *text = malloc(payload.len);
    memset(*text, 'x', payload.len);
    (*text)[0] = (*text)[payload.len - 1] = '"';
    payload.data = *text;
    return payload;
}

void draw_from(const json_t *test)
{
    static const char none[1];
    char *bytes;
    mrtr_str given = bytes_of(test, "entropyHex", &bytes);

    if (given.data == NULL)
        given.data = none;
    mrtr_testing_entropy(given, NULL, NULL);
    free(bytes);
}

size_t bytes_left(void)
{
    size_t left = 0;

    mrtr_testing_entropy(NO_STR, &left, NULL);
    return left;
}

bool expected(const json_t *test, const char *name, const mrtr_buf *got)
{
    const json_t *value = json_object_get(json_object_get(test, "expect"), name);
    mrtr_str wanted = member(json_object_get(test, "expect"), name);

    return json_is_null(value) ? got->data == NULL : wanted.data != NULL && same(wanted, got);
}

bool expected_text(const json_t *test, const char *name, const char *got)
{
    const char *wanted = json_string_value(json_object_get(json_object_get(test, "expect"), name));

    return wanted != NULL && strcmp(wanted, got) == 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        directory = argv[1];
    typescript_vectors();
    sdk_vectors();
    token_vectors();
    boundary_vectors();
    printf("c: %d cases, %d as wanted\n", cases, as_wanted);
    if (cases != CASES)
        fprintf(stderr, "c: %d cases were to run\n", CASES);
    return cases == CASES && as_wanted == CASES ? 0 : 1;
}
