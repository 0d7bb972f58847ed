/* What the C programs share: files, hex and JSON values as the library takes them. */
#ifndef MRTR_TESTS_SUPPORT_H
#define MRTR_TESTS_SUPPORT_H

#include <jansson.h>
#include <mrtr.h>
#include <stdbool.h>

#define NO_STR mrtr_str_of(NULL)

/* Loads a JSON file or ends the program. */
json_t *load_file(const char *directory, const char *name);

/* A string member as the library takes it, its NUL bytes included; absent when there is no such string. */
mrtr_str member(const json_t *object, const char *name);

/* Decodes hex digits into bytes, at most `size`; the number of bytes, or -1 when it is not hex. */
long unhex(mrtr_str hex, unsigned char *bytes, size_t size);

/* Whether a buffer holds exactly that text. */
bool same(mrtr_str text, const mrtr_buf *buf);

#endif
