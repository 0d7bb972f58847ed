/*
 * mrtr: decides what an MCP server may believe in a multi round-trip request (protocol revision 2026-07-28).
 *
 * Generated from bindings-c/src. Do not edit: run `cargo run -p mrtr-c --example header -- include/mrtr.h`.
 *
 * What holds for every function:
 *
 * Text and bytes going in are mrtr_str, pointer and length, borrowed for the duration of the call and copied where
 * kept. A NULL pointer with length 0 is absent; any other pointer with length 0 is empty; a NULL pointer with a
 * length is MRTR_ERR_INVALID_ARGUMENT. Text must be UTF-8; it may hold NUL bytes. Absent options are the defaults.
 *
 * Text and bytes coming out are mrtr_buf, owned by the caller, freed with mrtr_buf_free. A NUL byte follows the
 * last byte, outside the length.
 *
 * Out parameters come last and are written only when they are named for the code returned: results on MRTR_OK,
 * a reason or a refusal on MRTR_REFUSED, error_json on any other code. Otherwise they are left as they were, so
 * initialise them. A required one that is NULL is MRTR_ERR_INVALID_ARGUMENT; error_json, reason, refusal and
 * detail may be NULL where the function says so.
 *
 * error_json receives {"code":"invalid_form","message":"...","issues":[{"pointer","code","message"}]} ("issues"
 * where there are any). It never holds a key, a token or a user's value.
 *
 * Handles come from one function and go back to one _free, which takes NULL and does nothing then. A handle given
 * as NULL elsewhere is MRTR_ERR_INVALID_ARGUMENT. Freeing a handle twice, or during a call that uses it, is the
 * one mistake that the library cannot catch.
 *
 * Threads: mrtr_codec, mrtr_form and mrtr_boundary may be used by many threads at once. mrtr_round, mrtr_responses
 * and mrtr_refusal belong to one call at a time: calls from two threads are safe, and run in an order of their own.
 * There is no global state and no last error.
 *
 * Time is Unix seconds as a double; mrtr_now() is the system's clock.
 *
 * A defect inside the library comes back as MRTR_ERR_INTERNAL; the process goes on.
 */


#ifndef MRTR_H
#define MRTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of this header; mrtr_version() is that of the library. */
#define MRTR_VERSION "0.1.0"
#define MRTR_VERSION_MAJOR 0
#define MRTR_VERSION_MINOR 1
#define MRTR_VERSION_PATCH 0


/*
 The number in the shared library's name; a program runs with a libmrtr of the number it was linked with.
 */
#define MRTR_ABI_VERSION 0

/*
 Text or bytes that the caller owns: free with `mrtr_buf_free`, and do not change the fields before that.

 A NUL byte follows the last byte, outside the length. `data` is NULL where a function documents "nothing".
 */
typedef struct {
    /*
     The first byte, or NULL for nothing.
     */
    char *data;
    /*
     How many bytes, without the NUL byte.
     */
    size_t len;
} mrtr_buf;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The version of the library that is running, as "0.1.0". `MRTR_VERSION` is that of the header.

 Returns a NUL-terminated text owned by the library. Any thread.
 */
const char *mrtr_version(void);

/*
 The `MRTR_ABI_VERSION` of the library that is running. Any thread.
 */
uint32_t mrtr_abi_version(void);

/*
 The system's clock as Unix seconds, for the `now` of the other functions. Any thread.
 */
double mrtr_now(void);

/*
 Frees the text or bytes in `buf` and sets it to nothing, so that freeing it again does nothing.

 NULL, and a buffer whose data is NULL, are fine. The mrtr_buf itself remains the caller's.
 */
void mrtr_buf_free(mrtr_buf *buf);

/*
 The stable name of a result: "ok", "refused", or the code's name such as "invalid_form", as in error_json.

 Takes any number; an unknown one is NULL. Returns a NUL-terminated text owned by the library. Any thread.
 */
const char *mrtr_result_name(int32_t result);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* MRTR_H */
