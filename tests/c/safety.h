/* What the parts of safety share: the checks, and the formats. */
#ifndef MRTR_TESTS_SAFETY_H
#define MRTR_TESTS_SAFETY_H

#include "support.h"

#define S(text) mrtr_str_of(text)
#define NOW 1790001000.0
#define OLD_KEY "the-key-that-nobody-may-see-0123456789"
#define NEW_KEY "another-key-that-nobody-may-see-0123456789"
#define FROZEN                                                                                                         \
    "{\"code\":-32602,\"message\":\"Invalid or expired requestState\",\"data\":{\"reason\":\"invalid_request_state\"}}"

enum { FORMATS = 4 };
extern const char *const formats[FORMATS]; /* signed, encrypted, rs1, rs2 */

/* Counts, and says what is not so. */
void check_at(const char *file, int line, const char *what, bool good);
#define CHECK(condition) check_at(__FILE__, __LINE__, #condition, (condition))

void tampering(void);
void rings(const char *directory);
void silence(void);
void the_log(void);

#endif
