#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cases, as_wanted;

void append(struct text *text, const char *data, size_t len)
{
    if (text->size < text->len + len + 1) {
        text->size = 2 * (text->len + len + 1);
        text->data = realloc(text->data, text->size);
    }
    memcpy(text->data + text->len, data, len);
    text->len += len;
    text->data[text->len] = '\0';
}

void append_str(struct text *text, const char *str)
{
    append(text, str, strlen(str));
}

void append_times(struct text *text, const char *str, int times)
{
    while (times-- > 0)
        append_str(text, str);
}

void append_json(struct text *text, const json_t *value)
{
    char *dumped = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);

    append_str(text, dumped);
    free(dumped);
}

mrtr_str text_str(const struct text *text)
{
    mrtr_str str;

    str.data = text->data;
    str.len = text->len;
    return str;
}

json_t *parse(mrtr_str text)
{
    json_error_t error;
    json_t *value = json_loadb(text.data, text.len, JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL, &error);

    if (value == NULL) {
        fprintf(stderr, "c: not JSON: %s\n", error.text);
        exit(2);
    }
    return value;
}

static bool same_text(const char *a, size_t a_len, const char *b, size_t b_len)
{
    return a_len == b_len && memcmp(a, b, a_len) == 0;
}

static bool same_members(json_t *found, json_t *wanted)
{
    void *a = json_object_iter(found), *b = json_object_iter(wanted);

    for (; a != NULL && b != NULL; a = json_object_iter_next(found, a), b = json_object_iter_next(wanted, b)) {
        if (!same_text(json_object_iter_key(a), json_object_iter_key_len(a), json_object_iter_key(b),
                       json_object_iter_key_len(b)) ||
            !same_json(json_object_iter_value(a), json_object_iter_value(b)))
            return false;
    }
    return a == NULL && b == NULL;
}

bool same_json(const json_t *found, const json_t *wanted)
{
    size_t at;

    if (json_is_number(found) && json_is_number(wanted))
        return json_number_value(found) == json_number_value(wanted);
    if (json_typeof(found) != json_typeof(wanted))
        return false;
    if (json_is_string(found))
        return same_text(json_string_value(found), json_string_length(found), json_string_value(wanted),
                         json_string_length(wanted));
    if (json_is_object(found))
        return same_members((json_t *)found, (json_t *)wanted);
    if (!json_is_array(found))
        return true;
    if (json_array_size(found) != json_array_size(wanted))
        return false;
    for (at = 0; at < json_array_size(found); at++) {
        if (!same_json(json_array_get(found, at), json_array_get(wanted, at)))
            return false;
    }
    return true;
}

json_t *sorted_json(const json_t *value)
{
    char *dumped = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_SORT_KEYS);
    json_t *sorted = parse(mrtr_str_of(dumped));

    free(dumped);
    return sorted;
}

void judge(const char *file, const json_t *test, const char *fault)
{
    cases++;
    if (fault == NULL)
        as_wanted++;
    else
        fprintf(stderr, "c: %s: %s: %s\n", file, json_string_value(json_object_get(test, "id")), fault);
}
