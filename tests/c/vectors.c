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
