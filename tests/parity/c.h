/* What the parts of the C runner share: how a line of output is put together. */
#ifndef MRTR_TESTS_PARITY_H
#define MRTR_TESTS_PARITY_H

#include "vectors.h"

/* Text as it is: JSON, or a part of it. */
void put(const char *text);
/* A text of the library as it is, JSON; null where there is none. Frees it. */
void put_json(mrtr_buf *text);
/* A text of the library as a JSON string; null where there is none. Frees it. */
void put_text(mrtr_buf *text);
void put_bool(bool value);

/* Shows a text of something that went wrong, if anybody listens. */
void say(const mrtr_buf *text);

/* An answer of five kinds. Frees the detail. */
void put_answer(mrtr_outcome outcome, mrtr_buf *detail);

/* {"error":…,"issues":…} out of an error of the library. Frees it. */
void put_error(mrtr_buf *error);
/* The code of an error alone. Frees it. */
void put_code(mrtr_buf *error);
void put_refused(mrtr_reason reason);

/* The form under that name, if there is one; false where it is refused, which is written. */
bool form_of(const json_t *test, const char *name, mrtr_form **form);

/* enter, seal, open and openUrlCompletion. */
void doors(const json_t *test, const char *op);

#endif
