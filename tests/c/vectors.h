/* What the parts of the vector runner share: the count, and how a case is read. */
#ifndef MRTR_TESTS_VECTORS_H
#define MRTR_TESTS_VECTORS_H

#define MRTR_TESTING
#include "support.h"

/* Counts a case; says what came of one that is not as wanted. */
void judge(const char *file, const json_t *test, bool good, const char *got);

/* Runs one of these for each case of a file of either kind. */
void each_case(const char *file, void (*one)(const json_t *));

/* A case's ring; false when a key is too long for this program. Freed by nobody: it is the next call's. */
bool ring_of(const json_t *test, const mrtr_str **keys, size_t *count);

/* A member as JSON text in `*text`, to be freed; absent when there is none. */
mrtr_str dump(const json_t *object, const char *name, char **text);

/* A number, 0 when there is none. */
double number(const json_t *object, const char *name);

/* Hex digits as bytes in `*bytes`, to be freed; absent when there is no such member. */
mrtr_str bytes_of(const json_t *object, const char *name, char **bytes);

/* The token, lengthened where the case says so, in `*text`, to be freed. */
mrtr_str token_of(const json_t *test, char **text);

/* The payload, a long one where the case says so, in `*text`, to be freed; absent for none. */
mrtr_str payload_of(const json_t *test, char **text);

/* Puts the case's bytes in the place of randomness. */
void draw_from(const json_t *test);

/* How many of them are left; takes them away. */
size_t bytes_left(void);

/* Is the member of `expect` of that name this text, or null for a buffer with nothing? */
bool expected(const json_t *test, const char *name, const mrtr_buf *got);
bool expected_text(const json_t *test, const char *name, const char *got);

void typescript_vectors(void);
void sdk_vectors(void);
void token_vectors(void);
void boundary_vectors(void);

#endif
