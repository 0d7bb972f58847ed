#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

json_t *load_file(const char *directory, const char *name)
{
    char path[4096];
    json_error_t error;
    json_t *value;

    snprintf(path, sizeof path, "%s/%s", directory, name);
    value = json_load_file(path, JSON_ALLOW_NUL | JSON_REJECT_DUPLICATES, &error);
    if (value == NULL) {
        fprintf(stderr, "%s:%d: %s\n", path, error.line, error.text);
        exit(2);
    }
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
