/*
 * work WORK COUNT DIRECTORY: the same work as `mrtr-bench run`, through the C library, for the counting of instructions.
 * DIRECTORY holds what `mrtr-bench inputs` has written: token.txt, params.json and options.json.
 */

#include <mrtr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOW 1790001000.0

static const char *const KEY = "0123456789abcdef0123456789abcdef";
static const char *const ALICE = "alice@example.com";

static void must(mrtr_result result, const char *what)
{
    if (result != MRTR_OK) {
        fprintf(stderr, "%s: %s\n", what, mrtr_result_name(result));
        exit(2);
    }
}

/* A whole file as text; the program ends without it. */
static char *read_text(const char *directory, const char *name)
{
    static char text[1 << 16];
    char path[4096];
    char *copy;
    size_t length;
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", directory, name);
    file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    copy = malloc(length + 1);
    if (copy == NULL)
        exit(2);
    return memcpy(copy, text, length + 1);
}

static void verify(long count, const char *directory)
{
    mrtr_str key = mrtr_str_of(KEY);
    mrtr_codec *codec = NULL;
    char *text = read_text(directory, "token.txt");
    mrtr_str token = mrtr_str_of(text);

    must(mrtr_codec_new(&key, 1, mrtr_str_of(NULL), &codec, NULL), "the codec");
    while (count-- > 0) {
        mrtr_buf payload = {NULL, 0};
        must(mrtr_codec_verify(codec, token, mrtr_str_of(NULL), NOW, &payload, NULL, NULL), "verify");
        mrtr_buf_free(&payload);
    }
    mrtr_codec_free(codec);
    free(text);
}

static void enter(long count, const char *directory)
{
    mrtr_str key = mrtr_str_of(KEY);
    mrtr_boundary *boundary = NULL;
    char *options = read_text(directory, "options.json");
    char *text = read_text(directory, "params.json");
    mrtr_str params = mrtr_str_of(text);

    must(mrtr_boundary_new(&key, 1, mrtr_str_of(options), &boundary, NULL), "the boundary");
    while (count-- > 0) {
        mrtr_round *round = NULL;
        must(mrtr_boundary_enter(boundary, mrtr_str_of("tools/call"), params, mrtr_str_of(ALICE), mrtr_str_of(NULL),
                                 NOW, &round, NULL, NULL),
             "enter");
        mrtr_round_free(round);
    }
    mrtr_boundary_free(boundary);
    free(options);
    free(text);
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "signed verify") == 0)
        verify(atol(argv[2]), argv[3]);
    else if (argc == 4 && strcmp(argv[1], "enter") == 0)
        enter(atol(argv[2]), argv[3]);
    else
        return 2;
    return 0;
}
