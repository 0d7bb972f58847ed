/* Files of cases that every language runs: texts put together, values compared, a run counted. */
#ifndef MRTR_TESTS_CASES_H
#define MRTR_TESTS_CASES_H

#include "support.h"

/* A text that grows; free(text.data) when done. */
struct text {
    char *data;
    size_t len, size;
};

void append(struct text *text, const char *data, size_t len);
void append_str(struct text *text, const char *str);
/* The same string that many times. */
void append_times(struct text *text, const char *str, int times);
/* A JSON value on one line, its members in their order. */
void append_json(struct text *text, const json_t *value);

/* The text as the library takes it. */
mrtr_str text_str(const struct text *text);

/* A JSON text with every number read as a double; ends the program when it is none. */
json_t *parse(mrtr_str text);

/* Whether two values are the same, their members in the same order. */
bool same_json(const json_t *found, const json_t *wanted);

/* Sorts the members of every object. The value is the caller's, given anew. */
json_t *sorted_json(const json_t *value);

/* Counts one case; `fault` is NULL when it came out as wanted. */
void judge(const char *file, const json_t *test, const char *fault);

extern int cases, as_wanted;

#endif
