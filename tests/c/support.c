#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The whole file, to be freed; ends the program where there is none. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long size = -1;

    if (file != NULL && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
        text = malloc((size_t)size + 2); /* one more than is read, for load_file */
        if (fread(text, 1, (size_t)size, file) == (size_t)size)
            text[size] = '\0';
        else
            size = -1;
    }
    if (file != NULL)
        fclose(file);
    if (size < 0) {
        perror(path);
        exit(2);
    }
    return text;
}

json_t *load_file(const char *directory, const char *name)
{
    char path[4096], *text, *lone;
    json_error_t error;
    json_t *value;

    snprintf(path, sizeof path, "%s/%s", directory, name);
    text = read_file(path);
    /* One case has a lone surrogate in a string, which jansson does not take; in the JSON text that the string holds, its
     * escape means the same. */
    lone = strstr(text, "x\\ud800y");
    if (lone != NULL) {
        memmove(lone + 2, lone + 1, strlen(lone));
        lone[1] = '\\';
    }
    value = json_loads(text, JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, &error);
    if (value == NULL) {
        fprintf(stderr, "%s:%d: %s\n", path, error.line, error.text);
        exit(2);
    }
    free(text);
    return value;
}

mrtr_str member(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    mrtr_str str = NO_STR;

    if (json_is_string(value)) {
        str.data = json_string_value(value);
        str.len = json_string_length(value);
    }
    return str;
}

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

long unhex(mrtr_str hex, unsigned char *bytes, size_t size)
{
    size_t at;

    if (hex.len % 2 != 0 || hex.len / 2 > size)
        return -1;
    for (at = 0; at < hex.len / 2; at++) {
        int high = digit(hex.data[2 * at]);
        int low = digit(hex.data[2 * at + 1]);
        if (high < 0 || low < 0)
            return -1;
        bytes[at] = (unsigned char)(high * 16 + low);
    }
    return (long)at;
}

bool same(mrtr_str text, const mrtr_buf *buf)
{
    return buf->data != NULL && buf->len == text.len && memcmp(buf->data, text.data, text.len) == 0;
}
